// The decimal digits of one number.
#include "digits.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fuse/core/error.hpp>
#include <fuse/io/format.hpp>
#include <vector>

#include "visit_dtype.hpp"

namespace cp::io {

void throw_no_rules(char const* wanted, dtype_id dtype) {
  throw dtype_error("cp: there are no rules to print " + dtype_name(dtype) + " as " + wanted);
}

namespace {

// A finite number as sign * 0.d1 d2 d3 ... * 10^point, d1 != 0; zero has no digits and point == 1.
struct decimal {
  bool negative = false;
  std::string digits;
  int point = 1;
};

decimal parse_scientific(char const* first, char const* last, bool negative) {
  decimal d;
  d.negative = negative;
  char const* p = first;
  for (; p != last && *p != 'e'; ++p) {
    if (*p != '.') d.digits += *p;
  }
  int exponent = 0;
  if (p != last) {
    ++p;
    if (p != last && *p == '+') ++p;
    std::from_chars(p, last, exponent);
  }
  while (!d.digits.empty() && d.digits.back() == '0') d.digits.pop_back();
  d.point = d.digits.empty() ? 1 : exponent + 1;
  return d;
}

double decimal_value(decimal const& d) {
  std::string const text = "0." + d.digits + "e" + std::to_string(d.point);
  double x = 0;
  std::from_chars(text.data(), text.data() + text.size(), x);
  return x;
}

// The shortest decimal between a 16-bit float's neighbours. Of n digits there are two candidates, one on each side. The
// farther one matters where the spacing changes: at a power of two it can be inside while the nearer one is outside.
template <class T>
decimal shortest_of_16_bits(double x) {
  double const a = std::fabs(x);
  std::uint16_t const bits = T(a).bits;
  double const below = to_double(T::from_bits(static_cast<std::uint16_t>(bits - 1)));
  double const above = to_double(T::from_bits(static_cast<std::uint16_t>(bits + 1)));
  double const low = (a + below) / 2;
  double const high = std::isinf(above) ? a + (a - below) / 2 : (a + above) / 2;
  bool const even = bits % 2 == 0;
  auto const identifies = [&](double y) { return (y > low && y < high) || (even && (y == low || y == high)); };
  for (int n = 0;; ++n) {
    char text[64];
    auto const end = std::to_chars(text, text + sizeof(text), a, std::chars_format::scientific, n).ptr;
    decimal d = parse_scientific(text, end, std::signbit(x));
    double const y = decimal_value(d);
    if (identifies(y)) return d;
    if (y < a) {  // one more in the last of the n + 1 digits
      d.digits.append(static_cast<std::size_t>(n + 1) - d.digits.size(), '0');
      std::size_t i = d.digits.size();
      while (i > 0 && d.digits[i - 1] == '9') d.digits[--i] = '0';
      if (i == 0) {
        d.digits.insert(d.digits.begin(), '1');
        ++d.point;
      } else {
        ++d.digits[i - 1];
      }
      while (d.digits.back() == '0') d.digits.pop_back();
      if (identifies(decimal_value(d))) return d;
    }
  }
}

// The fewest digits that no other value of the dtype has; of those the nearest.
decimal shortest(number x) {
  if (x.value == 0) return {std::signbit(x.value), "", 1};
  return visit_float(x.dtype, [&]<class T>(type_tag<T>) {
    if constexpr (sizeof(T) == 2) {
      return shortest_of_16_bits<T>(x.value);
    } else {
      char text[64];
      T const a = static_cast<T>(std::fabs(x.value));
      auto const end = std::to_chars(text, text + sizeof(text), a, std::chars_format::scientific).ptr;
      return parse_scientific(text, end, std::signbit(x.value));
    }
  });
}

// The exact value rounded (half to even) to `n` digits after the point, or to n + 1 digits in all.
decimal rounded_after_point(double x, std::int64_t n) {
  std::vector<char> text(static_cast<std::size_t>(n) + 400);
  char const* const end =
      std::to_chars(text.data(), text.data() + text.size(), std::fabs(x), std::chars_format::fixed, static_cast<int>(n))
          .ptr;
  char const* const begin = text.data();
  decimal d;
  d.negative = std::signbit(x);
  char const* const point = std::find(begin, end, '.');
  d.digits.assign(begin, point);
  d.point = static_cast<int>(d.digits.size());
  if (point != end) d.digits.append(point + 1, end);
  std::size_t const zeros = std::min(d.digits.find_first_not_of('0'), d.digits.size());
  d.digits.erase(0, zeros);
  d.point -= static_cast<int>(zeros);
  while (!d.digits.empty() && d.digits.back() == '0') d.digits.pop_back();
  if (d.digits.empty()) d.point = 1;
  return d;
}

decimal rounded_scientific(double x, std::int64_t n) {
  std::vector<char> text(static_cast<std::size_t>(n) + 64);
  auto const end = std::to_chars(text.data(), text.data() + text.size(), std::fabs(x), std::chars_format::scientific,
                                 static_cast<int>(n))
                       .ptr;
  return parse_scientific(text.data(), end, std::signbit(x));
}

// Whether a decimal is nearer to 0 than the exact value.
bool is_below(decimal const& d, double x) {
  decimal const exact = rounded_scientific(x, 770);  // no double has more digits
  if (d.digits.empty() || exact.digits.empty()) return d.digits.size() < exact.digits.size();
  return d.point != exact.point ? d.point < exact.point : d.digits < exact.digits;
}

std::string sign_of(decimal const& d, digit_rules const& r) { return d.negative ? "-" : r.plus ? "+" : ""; }

void finish(parts& p, digit_rules const& r, std::int64_t wanted) {
  std::string& f = p.fraction;
  if (r.trimming == trim::keep) {
    if (static_cast<std::int64_t>(f.size()) < wanted) f.append(static_cast<std::size_t>(wanted) - f.size(), '0');
    return;
  }
  while (!f.empty() && f.back() == '0') f.pop_back();
  if (f.empty() && r.trimming == trim::leave_one) f.assign(1, '0');
  p.has_point = !f.empty() || r.trimming != trim::point_too;
}

// A number's digits, and how many stand behind the point if zeros at the end stay.
struct digits_and_wanted {
  decimal d;
  std::int64_t wanted;
};

// The digits that the rules ask for: the shortest ones if as many as that stand behind the point, else the value
// rounded.
digits_and_wanted digits_of(number x, digit_rules const& r, bool scientific) {
  auto const rounded = [&](std::int64_t n) {
    return scientific     ? rounded_scientific(x.value, n)
           : r.all_digits ? rounded_scientific(x.value, n - 1)
                          : rounded_after_point(x.value, n);
  };
  // Where all digits count, NumPy takes the 0 before the point for one where it fills up with zeros, and not where the
  // zeros are digits: where the value goes on behind them.
  auto const behind_point = [&](decimal const& d, std::int64_t n) {
    return !r.all_digits ? n : n - (is_below(d, x.value) ? d.point : std::max(d.point, 1));
  };
  if (!r.unique) {
    decimal const d = rounded(r.precision);
    return {d, behind_point(d, std::max<std::int64_t>(r.precision, 0))};
  }
  decimal d = shortest(x);
  std::int64_t const before = scientific ? 1 : r.all_digits ? 0 : d.point;
  std::int64_t const after = static_cast<std::int64_t>(d.digits.size()) - before;
  std::int64_t wanted = r.min_digits;
  if (r.precision >= 0 && after > r.precision) {
    d = rounded(r.precision);
    // Digits that are cut off leave zeros before them; a carry leaves none.
    if (r.keep_rounded && is_below(d, x.value)) wanted = r.precision;
  } else if (r.min_digits > 0 && after < r.min_digits) {
    d = rounded(r.min_digits);
  }
  return {d, behind_point(d, wanted)};
}

}  // namespace

parts positional_parts(number x, digit_rules const& r) {
  auto const [d, wanted] = digits_of(x, r, false);
  parts p;
  p.whole = sign_of(d, r);
  std::size_t const n = d.digits.size();
  if (d.point <= 0) {
    p.whole += '0';
    p.fraction = std::string(static_cast<std::size_t>(-d.point), '0') + d.digits;
  } else {
    std::size_t const point = static_cast<std::size_t>(d.point);
    p.whole += d.digits.substr(0, std::min(n, point));
    if (point > n) p.whole.append(point - n, '0');
    if (point < n) p.fraction = d.digits.substr(point);
  }
  finish(p, r, wanted);
  return p;
}

parts scientific_parts(number x, digit_rules const& r) {
  auto const [d, wanted] = digits_of(x, r, true);
  parts p;
  p.whole = sign_of(d, r) + (d.digits.empty() ? "0" : d.digits.substr(0, 1));
  p.fraction = d.digits.empty() ? "" : d.digits.substr(1);
  p.exponent = d.point - 1;
  finish(p, r, wanted);
  return p;
}

std::string exponent_text(int exponent, std::size_t digits) {
  std::string text = std::to_string(std::abs(exponent));
  if (text.size() < digits) text.insert(0, digits - text.size(), '0');
  return (exponent < 0 ? "e-" : "e+") + text;
}

}  // namespace cp::io
