// Text of single numbers by options.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <fuse/core/error.hpp>
#include <fuse/io/number_format.hpp>

#include "digits.hpp"

namespace cp::io {

namespace {

constexpr std::int64_t most_digits = 1100;  // no double has more behind its point
constexpr std::int64_t most_padding = 10000;

void require(bool good, char const* where, char const* what, std::int64_t came) {
  if (!good) throw value_error(std::string(where) + ": " + what + ", got " + std::to_string(came));
}

trim trimming_of(char const* where, char c) {
  switch (c) {
    case 'k':
      return trim::keep;
    case '.':
      return trim::all;
    case '0':
      return trim::leave_one;
    case '-':
      return trim::point_too;
    default:
      throw value_error(std::string(where) + ": trim is 'k', '.', '0' or '-', got '" + c + "'");
  }
}

}  // namespace

std::string float_text(char const* where, dtype_id dtype, double x, float_text_options const& o, bool scientific) {
  require(o.precision >= -1 && o.precision <= most_digits, where, "a precision is from 0 to 1100, or -1 for none",
          o.precision);
  require(o.unique || o.precision >= 0, where, "a precision is needed without unique", o.precision);
  require(o.min_digits >= -1 && o.min_digits <= most_digits, where, "min_digits is from 0 to 1100, or -1 for none",
          o.min_digits);
  require(o.precision < 0 || o.min_digits <= o.precision, where, "min_digits must not be above precision",
          o.min_digits);
  require(scientific || o.fractional || o.precision != 0, where, "a precision without fractional is 1 or more", 0);
  require(std::max({o.pad_left, o.pad_right, o.exp_digits}) <= most_padding, where, "padding is up to 10000",
          std::max({o.pad_left, o.pad_right, o.exp_digits}));
  digit_rules rules;
  rules.precision = o.precision;
  rules.min_digits = std::max<std::int64_t>(o.min_digits, 0);
  rules.unique = o.unique;
  rules.all_digits = !scientific && !o.fractional;
  rules.trimming = trimming_of(where, o.trim);
  rules.plus = o.sign;
  rules.keep_rounded = true;
  if (std::isnan(x)) return "nan";
  if (std::isinf(x)) return x < 0 ? "-inf" : o.sign ? "+inf" : "inf";
  parts const p = scientific ? scientific_parts({x, dtype}, rules) : positional_parts({x, dtype}, rules);
  std::string text = p.whole;
  std::int64_t const missing = o.pad_left - static_cast<std::int64_t>(text.size());
  if (missing > 0) text.insert(0, static_cast<std::size_t>(missing), ' ');
  if (p.has_point) text += '.';
  text += p.fraction;
  if (scientific)
    return text + exponent_text(p.exponent, static_cast<std::size_t>(o.exp_digits < 0 ? 2 : o.exp_digits));
  std::int64_t const after = static_cast<std::int64_t>(p.fraction.size()) - (p.has_point ? 0 : 1);
  if (o.pad_right > after) text.append(static_cast<std::size_t>(o.pad_right - after), ' ');
  return text;
}

std::string integer_text(std::uint64_t magnitude, bool negative, std::int64_t base, std::int64_t padding) {
  require(base >= 2 && base <= 36, "cp::base_repr", "a base is from 2 to 36", base);
  require(padding <= most_padding, "cp::base_repr", "padding is up to 10000", padding);
  char digits[72];
  std::string text(digits, std::to_chars(digits, digits + sizeof(digits), magnitude, static_cast<int>(base)).ptr);
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  if (magnitude == 0 && padding > 0) text.clear();  // as NumPy has it: so many zeros, not one more
  if (padding > 0) text.insert(0, static_cast<std::size_t>(padding), '0');
  return negative ? "-" + text : text;
}

std::string binary_text(std::uint64_t magnitude, bool negative, std::int64_t width) {
  char digits[72];
  auto const bits = [&](std::uint64_t x) {
    return std::string(digits, std::to_chars(digits, digits + sizeof(digits), x, 2).ptr);
  };
  std::string text = bits(magnitude);
  if (width < 0) return negative ? "-" + text : text;
  require(width <= most_padding, "cp::binary_repr", "a width is up to 10000", width);
  // Of a negative number -2^k takes k + 1 bits, as all down to -2^(k-1) - 1.
  std::int64_t const needed = !negative
                                  ? static_cast<std::int64_t>(text.size())
                                  : static_cast<std::int64_t>(bits(magnitude - 1).size()) + (magnitude > 1 ? 1 : 0);
  if (width < needed)
    throw value_error("cp::binary_repr: the number needs " + std::to_string(needed) + " digits, the width is " +
                      std::to_string(width));
  char const fill = negative ? '1' : '0';
  if (negative) {
    text = bits(~(magnitude - 1));  // 64 digits
    text.erase(0, text.size() - static_cast<std::size_t>(std::min<std::int64_t>(width, 64)));
  }
  if (static_cast<std::int64_t>(text.size()) < width)
    text.insert(0, static_cast<std::size_t>(width) - text.size(), fill);
  return text;
}

}  // namespace cp::io
