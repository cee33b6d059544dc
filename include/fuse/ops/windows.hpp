// Windows: weights that fall off to both sides, as NumPy's signal tools begin with.
#pragma once

#include <cstdint>
#include <fuse/core/constants.hpp>
#include <fuse/ops/arithmetic.hpp>
#include <fuse/ops/trigonometric.hpp>
#include <type_traits>

namespace cp {

namespace detail {
/// Places 1 - m, 3 - m, ..., m - 1 of a window of m weights over m - 1, times `factor`: from -factor to factor; one
/// weight is at 0.
template <class T>
auto window_places(std::int64_t m, double factor) {
  static_assert(floating<T>, "cp: weights of windows are floats");
  using wide = std::conditional_t<half_float<T>, float, T>;
  index_array<1> const shape{{m > 0 ? m : 0}}, step{{2}};
  return astype<wide>(expr::position<1>(shape, step, 1 - m)) * factor / (m > 1 ? double(m - 1) : 1.0);
}
}  // namespace detail

/// A triangle of m weights, from 0 to 1 and back: an expression of shape {m}, float64 or T (16 bits compute in
/// float32); without elements for m < 1.
///
/// numpy    numpy.bartlett
template <class T = double>
[[nodiscard]] auto bartlett(std::int64_t m) {
  return astype<T>(1 - absolute(detail::window_places<T>(m, 1)));
}
/// Blackman's window, 0.42 + 0.5 cos(pi t) + 0.08 cos(2 pi t) for t from -1 to 1. Lazy, as cp::bartlett.
///
/// numpy    numpy.blackman
template <class T = double>
[[nodiscard]] auto blackman(std::int64_t m) {
  return astype<T>(0.42 + 0.5 * cos(detail::window_places<T>(m, pi)) + 0.08 * cos(detail::window_places<T>(m, 2 * pi)));
}
/// Hamming's window, 0.54 + 0.46 cos(pi t) for t from -1 to 1. Lazy, as cp::bartlett.
///
/// numpy    numpy.hamming
template <class T = double>
[[nodiscard]] auto hamming(std::int64_t m) {
  return astype<T>(0.54 + 0.46 * cos(detail::window_places<T>(m, pi)));
}
/// Von Hann's window, 0.5 + 0.5 cos(pi t) for t from -1 to 1. Lazy, as cp::bartlett.
///
/// numpy    numpy.hanning
template <class T = double>
[[nodiscard]] auto hanning(std::int64_t m) {
  return astype<T>(0.5 + 0.5 * cos(detail::window_places<T>(m, pi)));
}

}  // namespace cp
