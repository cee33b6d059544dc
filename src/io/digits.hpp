// The decimal digits of one number: the fewest that identify it, or as many as are wanted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fuse/core/dtype_id.hpp>
#include <string>

namespace cp::io {

/// A value, and the dtype that says which doubles are its neighbours.
struct number {
  double value;
  dtype_id dtype;
};

/// What happens to zeros at the end of the fraction.
enum class trim : unsigned char {
  keep,       // fill up with zeros to the wanted digits
  all,        // drop them, keep the point: "1."
  leave_one,  // drop them but one: "1.0"
  point_too,  // drop them, and the point after them: "1"
};

/// How a number is written.
struct digit_rules {
  std::int64_t precision = -1;  // at most so many digits after the point; -1: any number
  std::int64_t min_digits = 0;  // at least so many; counts only with `unique`
  bool unique = true;           // the shortest digits, or else the exact value rounded to `precision`
  trim trimming = trim::all;
  bool plus = false;          // a sign for positive numbers too
  bool all_digits = false;    // precision and min_digits count all digits, not those after the point
  bool keep_rounded = false;  // with `unique`, what is cut to `precision` shows all of those digits
};

/// Whole part and fraction, as text without the point; the fraction is trimmed or filled up as the rules say.
struct parts {
  std::string whole;
  std::string fraction;
  bool has_point = true;
  int exponent = 0;
};

/// A finite number without an exponent, and with one.
parts positional_parts(number x, digit_rules const& r);
parts scientific_parts(number x, digit_rules const& r);
/// `e+05`, with at least so many digits.
std::string exponent_text(int exponent, std::size_t digits);

}  // namespace cp::io
