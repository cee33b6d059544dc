// Text of arrays and scalars: what NumPy 2 prints, from type-erased data in host memory.
#pragma once

#include <cstdint>
#include <fuse/core/dtype_id.hpp>
#include <fuse/io/struct_layout.hpp>
#include <string>

namespace cp {

/// How many digits of a floating-point element are printed; `precision` is a number of digits after the point.
enum class float_mode : unsigned char {
  maxprec,        ///< those that identify the value, at most `precision`
  maxprec_equal,  ///< the same, but equally many for every element
  fixed,          ///< exactly `precision`
  unique,         ///< those that identify the value, whatever `precision` says
};

/// How arrays become text: NumPy's options, with its defaults.
struct print_options {
  std::int64_t precision = 8;     ///< digits after the point, from 0 to 1100
  std::int64_t threshold = 1000;  ///< arrays of more elements are summarised with `...`
  std::int64_t edgeitems = 3;     ///< elements shown at each end of an axis of a summarised array
  std::int64_t linewidth = 75;    ///< characters after which a line is wrapped
  bool suppress = false;          ///< never use exponents because of small numbers: show them as 0 instead
  std::string nanstr = "nan";     ///< text of a NaN
  std::string infstr = "inf";     ///< text of an infinity
  char sign = '-';                ///< '+': a sign for positive numbers too, ' ': a space there, '-': nothing
  /// How many digits floats show.
  float_mode floatmode = float_mode::maxprec;
};

/// The options that arrays are printed with now, in every thread.
print_options get_printoptions();

/// Sets all options for all threads. To change one, set it in what get_printoptions() returned.
///
/// throws   value_error if an option is out of its range; then nothing has changed
/// numpy    numpy.set_printoptions (which leaves the options that it is not given as they are)
void set_printoptions(print_options const& options);

/// NumPy's name of a dtype, as "float32"; "bytes" for a user's struct.
std::string dtype_name(dtype_id dtype);

namespace io {

/// What the text of an array shows of one axis: its first `leading` elements, perhaps `...`, and its last `trailing`.
struct shown_places {
  std::int64_t leading = 0;   ///< elements before the dots
  std::int64_t trailing = 0;  ///< elements behind the dots; all of them where there are no dots
  bool dots = false;          ///< whether `...` stands between them
};

/// What a text shows of an axis of `extent` elements, in an array that is summarised or not.
shown_places places_shown(std::int64_t extent, bool summarized, print_options const& options);

/// Which elements format_array's caller has.
enum class elements_given : unsigned char {
  all,    ///< those of the whole array
  shown,  ///< those that the text shows: of each axis the leading ones (shown_places) and, right behind, the trailing
};

/// The text of an array in host memory: `print(a)` of NumPy 2, or its `repr(a)`.
///
/// `data` is element (0, ..., 0); `shape` is the array's, whatever is given of it; strides are in elements and may be
/// negative or 0. `itemsize` says how large a user's struct is, whose elements are shown as bytes, or as `layout`
/// tells; other dtypes ignore it. Only elements that the text shows are read.
std::string format_array(dtype_id dtype, std::int64_t itemsize, void const* data, int ndim, std::int64_t const* shape,
                         std::int64_t const* strides, print_options const& options, bool repr,
                         elements_given given = elements_given::all, struct_layout const* layout = nullptr);

/// What numpy.array2string gives, whose prefix and suffix have so many characters. The rest as format_array.
std::string format_elements(dtype_id dtype, std::int64_t itemsize, void const* data, int ndim,
                            std::int64_t const* shape, std::int64_t const* strides, print_options const& options,
                            std::string const& separator, std::int64_t prefix_width, std::int64_t suffix_width,
                            elements_given given = elements_given::all, struct_layout const* layout = nullptr);

/// str() of the NumPy scalar with this value: "0.1", "1e-05", "True", "(1+2j)".
std::string format_scalar(dtype_id dtype, std::int64_t itemsize, void const* value,
                          struct_layout const* layout = nullptr);

/// Whether an array is printed with `...`: its size is beyond the threshold. A caller who has the elements elsewhere
/// then copies those that are shown, and no others.
bool is_summarized(int ndim, std::int64_t const* shape, print_options const& options);

}  // namespace io

}  // namespace cp
