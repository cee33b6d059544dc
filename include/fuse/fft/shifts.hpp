// What goes with Fourier transforms: frequencies, shifts of the zero frequency, lengths that are fast.
#pragma once

#include <cstdint>
#include <fuse/core/error.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/fft/nodes.hpp>
#include <fuse/ops/arithmetic.hpp>
#include <fuse/ops/creation.hpp>
#include <fuse/ops/indexing.hpp>
#include <fuse/ops/logic.hpp>
#include <fuse/ops/selection.hpp>
#include <type_traits>

namespace cp::fft::detail {

/// The elements of an array turned round along axes, by half their extents; places beyond an end wrap around.
template <class X, class... Option>
auto shifted([[maybe_unused]] char const* where, X const& x, bool back, Option const&... option) {
  constexpr int rank = X::rank;
  static_assert(rank >= 1, "cp::fft: a shift needs an operand of at least one axis");
  constexpr int named = (0 + ... + axes_named<Option>), axes = named > 0 ? named : rank;
  static_assert(sizeof...(Option) <= 1 && ((axes_named<Option> > 0) && ...),
                "cp::fft: a shift takes axes alone: cp::axis<0, -1>, or cp::fft::axes(0, -1)");
  settings<axes> s{cp::library::fft_kind::forward};
  for (int i = 0; i < axes; ++i) s.axis[i] = named > 0 ? 0 : i;
  (read<axes, rank>(s, where, option), ...);
  auto const a = eval(x);
  index_array<rank> start;
  for (int i = 0; i < axes; ++i) {
    std::int64_t const n = a.shape()[s.axis[i]];
    start[s.axis[i]] += back ? n / 2 : n - n / 2;
  }
  for (int i = 0; i < rank; ++i)
    if (a.shape()[i] > 0) start[i] %= a.shape()[i];
  return [&]<int... I>(std::integer_sequence<int, I...>) {
    auto const place = [&](int axis) {
      index_array<rank> step;
      step[axis] = 1;
      return expr::position<rank>(a.shape(), step, start[axis]);
    };
    return gather(a, place(I)...);
  }
  (std::make_integer_sequence<int, rank>{});
}

/// 1 / (n d). Throws value_error for n below 1.
double frequency_step(char const* where, std::int64_t n, double d);

}  // namespace cp::fft::detail

namespace cp::fft {

/// The frequencies of fft's terms: (0, 1, ..., -2, -1) / (n d), for samples d apart. Lazy.
///
/// dtype    float64, or T
/// throws   value_error for n below 1
/// numpy    numpy.fft.fftfreq
template <class T = double>
[[nodiscard]] auto fftfreq(std::int64_t n, double d = 1) {
  double const step = fft::detail::frequency_step("cp::fft::fftfreq", n, d);
  auto const i = index<0>(index_array<1>{{n}});
  return astype<T>(where(i < (n + 1) / 2, i, i - n) * step);
}
/// The frequencies of rfft's terms: (0, 1, ..., n / 2) / (n d). Lazy.
///
/// dtype    float64, or T
/// throws   value_error for n below 1
/// numpy    numpy.fft.rfftfreq
template <class T = double>
[[nodiscard]] auto rfftfreq(std::int64_t n, double d = 1) {
  double const step = fft::detail::frequency_step("cp::fft::rfftfreq", n, d);
  return astype<T>(index<0>(index_array<1>{{n / 2 + 1}}) * step);
}

/// Elements turned round by half of each axis (or of `axes`), so that the zero frequency comes into the middle. Lazy,
/// part of the kernel that uses it; an expression becomes an array first.
///
/// throws   index_error for an axis that does not exist
/// numpy    numpy.fft.fftshift
template <expression X, class... Option>
[[nodiscard]] auto fftshift(X const& x, Option const&... axes) {
  return fft::detail::shifted("cp::fft::fftshift", x, false, axes...);
}
/// The inverse of cp::fft::fftshift.
///
/// numpy    numpy.fft.ifftshift
template <expression X, class... Option>
[[nodiscard]] auto ifftshift(X const& x, Option const&... axes) {
  return fft::detail::shifted("cp::fft::ifftshift", x, true, axes...);
}

/// The smallest product of 2, 3, 5 and 7 that is not below `target`: a length that transforms fast. (As CuPy; SciPy
/// also has 11, and of `real` transforms only 2, 3 and 5.)
///
/// throws   value_error below 0, and where no such product fits 63 bits
/// numpy    scipy.fft.next_fast_len
[[nodiscard]] std::int64_t next_fast_len(std::int64_t target);

}  // namespace cp::fft
