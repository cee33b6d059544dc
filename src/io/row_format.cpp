// Formats as Python's % and printf have them, for numbers. Nothing depends on the locale.
#include "row_format.hpp"

#include <charconv>
#include <cmath>
#include <cstring>
#include <fuse/core/dtype.hpp>
#include <fuse/core/error.hpp>
#include <fuse/io/format.hpp>

#include "visit_dtype.hpp"

namespace cp::io {

namespace {

constexpr std::int64_t widest = 100000;
constexpr std::int64_t most_digits = 1100;  // no double has more

template <class T>
T element_at(void const* p) {
  T x;
  std::memcpy(&x, p, sizeof(T));
  return x;
}

bool is_floating(dtype_id dtype) { return detail::row_of(dtype).kind == dtype_kind::floating; }

// An element as a double; integers are rounded, as Python does.
double double_at(dtype_id dtype, void const* p) {
  if (dtype == dtype_id::bool_) return element_at<unsigned char>(p) != 0;
  if (is_floating(dtype)) return visit_float(dtype, [&]<class T>(type_tag<T>) { return to_double(element_at<T>(p)); });
  return visit_integer(dtype, [&]<class T>(type_tag<T>) { return static_cast<double>(element_at<T>(p)); });
}

// The digits of |x| in a base, without its sign.
std::string integer_digits(dtype_id dtype, void const* p, int base, bool& negative) {
  char text[72];
  std::uint64_t magnitude = 0;
  if (dtype == dtype_id::bool_) {
    magnitude = element_at<unsigned char>(p) != 0;
  } else {
    visit_integer(dtype, [&]<class T>(type_tag<T>) {
      T const x = element_at<T>(p);
      negative = x < 0;
      magnitude = negative ? 0 - static_cast<std::uint64_t>(x) : static_cast<std::uint64_t>(x);
    });
  }
  return {text, std::to_chars(text, text + sizeof(text), magnitude, base).ptr};
}

std::string float_digits(double a, std::chars_format style, std::int64_t precision) {
  std::vector<char> text(static_cast<std::size_t>(precision) + 400);
  return {text.data(),
          std::to_chars(text.data(), text.data() + text.size(), a, style, static_cast<int>(precision)).ptr};
}

// Places the sign and fills up to the width.
std::string filled(std::string const& digits, bool negative, conversion const& c) {
  std::string sign = negative ? "-" : c.sign != 0 ? std::string(1, c.sign) : "";
  std::int64_t const missing = c.width - static_cast<std::int64_t>(sign.size() + digits.size());
  if (missing <= 0) return sign + digits;
  std::size_t const n = static_cast<std::size_t>(missing);
  if (c.left) return sign + digits + std::string(n, ' ');
  return c.zeros ? sign + std::string(n, '0') + digits : std::string(n, ' ') + sign + digits;
}

}  // namespace

std::string conversion::operator()(char const* where, dtype_id dtype, void const* element) const {
  if (type == 's') {
    std::string text = format_scalar(dtype, 0, element);
    if (precision >= 0 && static_cast<std::size_t>(precision) < text.size())
      text.resize(static_cast<std::size_t>(precision));
    conversion plain = *this;
    plain.sign = 0;
    plain.zeros = false;
    return filled(text, false, plain);
  }
  bool negative = false;
  std::string digits;
  if (type == 'd' || type == 'x' || type == 'o') {
    if (is_floating(dtype)) {
      double const x = double_at(dtype, element);
      if (!std::isfinite(x))
        throw value_error(std::string(where) + ": %" + type + " writes integers, got " +
                          format_scalar(dtype, 0, element));
      negative = x <= -1;
      digits = float_digits(std::fabs(std::trunc(x)), std::chars_format::fixed, 0);
    } else {
      digits = integer_digits(dtype, element, type == 'd' ? 10 : type == 'x' ? 16 : 8, negative);
    }
    std::int64_t const missing = precision - static_cast<std::int64_t>(digits.size());
    if (missing > 0) digits.insert(0, static_cast<std::size_t>(missing), '0');
  } else {
    double const x = double_at(dtype, element);
    negative = std::signbit(x) && !std::isnan(x);
    if (std::isfinite(x)) {
      std::chars_format const style = type == 'e'   ? std::chars_format::scientific
                                      : type == 'f' ? std::chars_format::fixed
                                                    : std::chars_format::general;
      digits = float_digits(std::fabs(x), style, precision < 0 ? 6 : precision);
    } else {
      digits = std::isnan(x) ? "nan" : "inf";
    }
  }
  if (upper)
    for (char& c : digits) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return filled(digits, negative, *this);
}

row_format::row_format(char const* where, std::string const& text, dtype_id dtype) : texts(1) {
  auto const wrong = [&](std::string const& what) {
    throw value_error(std::string(where) + ": the format '" + text + "': " + what);
  };
  std::size_t at = 0;
  auto const number = [&](std::int64_t most) {
    std::int64_t n = 0;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
      n = 10 * n + (text[at] - '0');
      if (n > most) wrong("a width or precision is above " + std::to_string(most));
    }
    return n;
  };
  while (at < text.size()) {
    char const c = text[at++];
    if (c != '%' || (at < text.size() && text[at] == '%')) {
      texts.back() += c;
      at += c == '%';
      continue;
    }
    conversion to;
    for (; at < text.size() && std::strchr("-+ 0", text[at]) != nullptr && text[at] != '\0'; ++at) {
      if (text[at] == '-') to.left = true;
      if (text[at] == '0') to.zeros = true;
      if (text[at] == '+' || (text[at] == ' ' && to.sign == 0)) to.sign = text[at];
    }
    to.width = number(widest);
    if (at < text.size() && text[at] == '.') {
      ++at;
      to.precision = number(most_digits);
    }
    char const type = at < text.size() ? text[at++] : '\0';
    if (type == '\0' || std::strchr("diueEfFgGsxXo", type) == nullptr)
      wrong(std::string("expected one of d i u e E f F g G s x X o behind %") +
            (type == '\0' ? "" : std::string(", got '") + type + "'"));
    to.upper = type >= 'A' && type <= 'Z';
    to.type = type == 'i' || type == 'u' ? 'd' : to.upper ? static_cast<char>(type - 'A' + 'a') : type;
    if ((to.type == 'x' || to.type == 'o') && is_floating(dtype))
      wrong(std::string("%") + type + " writes integers, the array is of " + dtype_name(dtype));
    conversions.push_back(to);
    texts.emplace_back();
  }
}

void row_format::append(row_format const& other, std::string const& between) {
  texts.back() += between + other.texts.front();
  texts.insert(texts.end(), other.texts.begin() + 1, other.texts.end());
  conversions.insert(conversions.end(), other.conversions.begin(), other.conversions.end());
}

}  // namespace cp::io
