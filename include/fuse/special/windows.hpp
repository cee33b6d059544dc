// Kaiser's window.
#pragma once

#include <cstdint>
#include <fuse/ops/explog.hpp>
#include <fuse/ops/windows.hpp>
#include <fuse/special/modified_bessel.hpp>

namespace cp {

/// Kaiser's window, i0(beta sqrt(1 - t^2)) / i0(beta) for m places t from -1 to 1: an expression of shape {m}, float64
/// or T (16 bits compute in float32); without elements for m < 1.
///
/// numpy    numpy.kaiser
template <class T = double>
[[nodiscard]] auto kaiser(std::int64_t m, double beta) {
  double const b = beta < 0 ? -beta : beta;
  auto const x = b * sqrt(1 - square(detail::window_places<T>(m, 1)));
  return astype<T>(special::i0e(x) * exp(x - b) / special::i0e(b));  // i0 itself overflows
}

}  // namespace cp
