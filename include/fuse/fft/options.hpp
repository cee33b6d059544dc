// What Fourier transforms take besides their operand: lengths, axes, a norm; of cosine and sine transforms a type too.
#pragma once

#include <concepts>
#include <cstdint>

namespace cp::fft {

/// What cp::fft::n(64) gives.
struct n_t {
  std::int64_t value;  ///< the length
};
/// The length of a transform along its one axis: the operand is cropped or padded with zeros to it (of irfft and hfft:
/// the result's length).
[[nodiscard]] constexpr n_t n(std::int64_t length) { return {length}; }

/// What cp::fft::s(64, 32) gives.
template <int Axes>
struct s_t {
  std::int64_t value[Axes];  ///< the lengths
};
/// The lengths of a transform along its axes, `cp::fft::fftn(x, cp::fft::s(64, 32))`; without axes along the last ones.
/// -1 leaves an axis as long as the operand's.
template <std::integral... I>
requires(sizeof...(I) > 0) [[nodiscard]] constexpr s_t<sizeof...(I)> s(I... lengths) {
  return {{static_cast<std::int64_t>(lengths)...}};
}

/// What cp::fft::axes(0, -1) gives.
template <int Axes>
struct axes_t {
  int value[Axes];  ///< the axes
};
/// Axes of a transform that are known while running; cp::axis<0, -1> says those that are known while compiling.
template <std::integral... I>
requires(sizeof...(I) > 0) [[nodiscard]] constexpr axes_t<sizeof...(I)> axes(I... axis) {
  return {{static_cast<int>(axis)...}};
}

/// Which direction is divided by the number of elements: the inverse (`backward`, the default), each by its root
/// (`ortho`), or the other one (`forward`).
enum class norm : unsigned char { backward, ortho, forward };

/// What cp::fft::type<2> and cp::fft::dct_type(2) give.
struct type_t {
  int value;  ///< 1 to 4
};
/// The type of a cosine or sine transform, 1 to 4; 2 is the default.
template <int Type>
requires(Type >= 1 && Type <= 4) inline constexpr type_t type{Type};
/// The type of a cosine or sine transform, known while running. Throws value_error (at the transform) for others than 1
/// to 4.
[[nodiscard]] constexpr type_t dct_type(int value) { return {value}; }

/// What cp::fft::orthogonalize(true) gives.
struct orthogonalize_t {
  bool value;  ///< whether
};
/// Whether the first and last basis functions of a cosine or sine transform are scaled, so that norm::ortho makes its
/// matrix orthogonal; so it is by default with norm::ortho, and not otherwise.
[[nodiscard]] constexpr orthogonalize_t orthogonalize(bool value = true) { return {value}; }

/// What a plan's transforms read and write: complex numbers (C2C), real numbers and their half spectrum (R2C), or that
/// and real numbers (C2R).
enum class transform_type : unsigned char { C2C, R2C, C2R };

}  // namespace cp::fft
