// Text of single numbers and of arrays with options: numpy.format_float_positional and its like.
#pragma once

#include <concepts>
#include <cstdint>
#include <fuse/core/dtype.hpp>
#include <fuse/io/format.hpp>
#include <fuse/io/print.hpp>
#include <string>
#include <type_traits>
#include <utility>

namespace cp {

/// How one floating-point number is written.
struct float_text_options {
  std::int64_t precision = -1;  ///< digits at most, or with `unique = false` exactly; -1: as many as there are
  bool unique = true;           ///< the fewest digits that identify the value, or else those of its exact value
  bool fractional = true;       ///< `precision` and `min_digits` count digits behind the point, or else all of them
  char trim = 'k';    ///< zeros at the end: 'k' stay, '.' go, '0' go but one behind the point, '-' and the point
  bool sign = false;  ///< a sign for positive numbers too
  std::int64_t pad_left = -1;    ///< at least so many characters before the point
  std::int64_t pad_right = -1;   ///< at least so many characters behind it
  std::int64_t min_digits = -1;  ///< digits at least, with `unique`
  std::int64_t exp_digits = -1;  ///< digits of the exponent at least; -1: two
};

namespace io {

/// The text of a number of a real floating-point dtype, without an exponent or with one.
std::string float_text(char const* where, dtype_id dtype, double x, float_text_options const& options, bool scientific);
/// The digits of an integer, with a sign if it is negative.
std::string integer_text(std::uint64_t magnitude, bool negative, std::int64_t base, std::int64_t padding);
/// Its bits; of a negative number with a width its two's complement.
std::string binary_text(std::uint64_t bits, bool negative, std::int64_t width);

}  // namespace io

namespace detail {

template <std::integral I>
constexpr std::uint64_t magnitude_of(I x) {
  return is_negative(x) ? 0 - static_cast<std::uint64_t>(x) : static_cast<std::uint64_t>(x);
}

}  // namespace detail

/// A number without an exponent: `cp::format_float_positional(1e-5)` is "0.00001". `exp_digits` is ignored.
///
/// throws   value_error for options that make no sense
/// numpy    numpy.format_float_positional
template <floating T>
[[nodiscard]] std::string format_float_positional(T x, float_text_options const& options = {}) {
  return io::float_text("cp::format_float_positional", dtype_traits<T>::id, static_cast<double>(x), options, false);
}
/// A number with an exponent: `cp::format_float_scientific(123.0)` is "1.23e+02". `pad_right` and `fractional` are
/// ignored.
///
/// throws   value_error for options that make no sense
/// numpy    numpy.format_float_scientific
template <floating T>
[[nodiscard]] std::string format_float_scientific(T x, float_text_options const& options = {}) {
  return io::float_text("cp::format_float_scientific", dtype_traits<T>::id, static_cast<double>(x), options, true);
}

/// An integer in a base from 2 to 36, with `padding` zeros before it.
///
/// throws   value_error for another base
/// numpy    numpy.base_repr
template <std::integral I>
[[nodiscard]] std::string base_repr(I x, std::int64_t base = 2, std::int64_t padding = 0) {
  return io::integer_text(detail::magnitude_of(x), detail::is_negative(x), base, padding);
}
/// An integer in base 2, with zeros up to `width` digits; of a negative one its two's complement of that width, or
/// without one (-1) a sign.
///
/// throws   value_error for a width that is too small
/// numpy    numpy.binary_repr
template <std::integral I>
[[nodiscard]] std::string binary_repr(I x, std::int64_t width = -1) {
  return io::binary_text(detail::magnitude_of(x), detail::is_negative(x), width);
}

/// The text of an array or the value of an expression by options of its own, with another separator between elements
/// and room for a prefix and a suffix that stand beside it. Waits for the current stream.
///
/// throws   value_error if an option is out of its range
/// numpy    numpy.array2string
template <expression E>
[[nodiscard]] std::string array2string(E const& e, print_options const& options = get_printoptions(),
                                       std::string const& separator = " ", std::string const& prefix = "",
                                       std::string const& suffix = "") {
  using T = typename E::value_type;
  return detail::text_of(e, options, [&](auto const& host, auto const& shape, io::elements_given given) {
    return io::format_elements(dtype_traits<T>::id, sizeof(T), host.data(), E::rank, shape.value, host.strides().value,
                               options, separator, static_cast<std::int64_t>(prefix.size()),
                               static_cast<std::int64_t>(suffix.size()), given, struct_members<T>::layout());
  });
}

/// Sets the options that arrays are printed with, for all threads, until it goes.
///
/// numpy    numpy.printoptions
class printoptions {
 public:
  /// Sets them. Throws value_error if an option is out of its range; then nothing has changed.
  explicit printoptions(print_options const& options) : before_(get_printoptions()) { set_printoptions(options); }
  ~printoptions() { set_printoptions(before_); }
  printoptions(printoptions const&) = delete;
  printoptions& operator=(printoptions const&) = delete;

 private:
  print_options before_;
};

/// What this library was built with, and on what it runs, a line each: version, CUDA, BLAS and the other libraries,
/// devices, threads.
///
/// numpy    numpy.show_config, cupy.show_config
[[nodiscard]] std::string show_config();

}  // namespace cp
