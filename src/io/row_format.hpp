// Formats as Python's % and printf have them, for numbers.
#pragma once

#include <cstdint>
#include <fuse/core/dtype_id.hpp>
#include <string>
#include <vector>

namespace cp::io {

/// One conversion: `%+08.3f`.
struct conversion {
  char type = 's';              ///< d, u: integers; e, f, g; s: the fewest digits; x, o: hexadecimal, octal
  bool upper = false;           ///< E, F, G, X
  bool left = false;            ///< '-'
  bool zeros = false;           ///< '0'
  char sign = 0;                ///< '+' or ' ' before numbers that are not negative
  std::int64_t width = 0;       ///< at least so many characters
  std::int64_t precision = -1;  ///< digits; -1: not said

  /// The text of a real element of a dtype. Throws value_error for NaN and infinities as integers.
  std::string operator()(char const* where, dtype_id dtype, void const* element) const;
};

/// A format: conversions with text between.
struct row_format {
  std::vector<conversion> conversions;
  std::vector<std::string> texts;  ///< one more than conversions: before, between and behind

  /// Throws value_error, naming `where`, for what is no format, or none of this dtype.
  row_format(char const* where, std::string const& text, dtype_id dtype);
  /// Puts another format behind this one.
  void append(row_format const& other, std::string const& between);
};

}  // namespace cp::io
