// Text of arrays and scalars. The rules are NumPy 2's: which elements are shown, one format for all of an array's
// elements, the fewest digits that identify a value, where lines break.
#include "fuse/io/format.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <mutex>
#include <vector>

#include "fuse/core/dtype.hpp"
#include "fuse/core/error.hpp"
#include "fuse/core/shape.hpp"

namespace cp {

namespace {

std::mutex options_mutex;

print_options& global_options() {
  static print_options options;
  return options;
}

constexpr std::int64_t max_precision = 1100;  // no double has more digits after the point

void check_options(print_options const& o) {
  auto const require = [](bool good, char const* name, std::string const& got, char const* want) {
    if (!good) throw value_error(std::string("cp::set_printoptions: ") + name + " is " + got + ", must be " + want);
  };
  require(o.precision >= 0 && o.precision <= max_precision, "precision", std::to_string(o.precision), "from 0 to 1100");
  require(o.threshold >= 0, "threshold", std::to_string(o.threshold), "0 or more");
  require(o.edgeitems >= 0, "edgeitems", std::to_string(o.edgeitems), "0 or more");
  require(o.linewidth >= 0, "linewidth", std::to_string(o.linewidth), "0 or more");
  require(o.sign == '-' || o.sign == '+' || o.sign == ' ', "sign", std::string("'") + o.sign + "'", "'-', '+' or ' '");
  require(o.floatmode <= float_mode::unique, "floatmode", std::to_string(static_cast<int>(o.floatmode)),
          "one of float_mode");
}

}  // namespace

print_options get_printoptions() {
  std::lock_guard const lock(options_mutex);
  return global_options();
}

void set_printoptions(print_options const& options) {
  check_options(options);
  std::lock_guard const lock(options_mutex);
  global_options() = options;
}

std::string dtype_name(dtype_id dtype) { return dtype == dtype_id::other ? "bytes" : detail::row_of(dtype).name; }

namespace io {

namespace {

// ---- digits of one number ---------------------------------------------------------------------------------------

// A finite number as sign * 0.d1 d2 d3 ... * 10^point, d1 != 0; zero has no digits and point == 1.
struct decimal {
  bool negative = false;
  std::string digits;
  int point = 1;
};

template <class T>
struct type_tag {
  using type = T;
};

[[noreturn]] void throw_no_rules(char const* wanted, dtype_id dtype) {
  throw dtype_error("cp: there are no rules to print " + dtype_name(dtype) + " as " + wanted);
}

// Calls f with a tag of the type that a real floating dtype stands for.
template <class F>
auto visit_float(dtype_id dtype, F const& f) {
  switch (dtype) {
    case dtype_id::float16:
      return f(type_tag<float16>());
    case dtype_id::bfloat16:
      return f(type_tag<bfloat16>());
    case dtype_id::float32:
      return f(type_tag<float>());
    case dtype_id::float64:
      return f(type_tag<double>());
    default:
      throw_no_rules("a real floating-point number", dtype);
  }
}

// The same for an integer's.
template <class F>
auto visit_integer(dtype_id dtype, F const& f) {
  switch (dtype) {
    case dtype_id::int8:
      return f(type_tag<std::int8_t>());
    case dtype_id::int16:
      return f(type_tag<std::int16_t>());
    case dtype_id::int32:
      return f(type_tag<std::int32_t>());
    case dtype_id::int64:
      return f(type_tag<std::int64_t>());
    case dtype_id::uint8:
      return f(type_tag<std::uint8_t>());
    case dtype_id::uint16:
      return f(type_tag<std::uint16_t>());
    case dtype_id::uint32:
      return f(type_tag<std::uint32_t>());
    case dtype_id::uint64:
      return f(type_tag<std::uint64_t>());
    default:
      throw_no_rules("an integer", dtype);
  }
}

// Every dtype's values are doubles exactly.
double to_double(float16 x) { return static_cast<double>(float(x)); }
double to_double(bfloat16 x) { return static_cast<double>(float(x)); }
double to_double(float x) { return static_cast<double>(x); }
double to_double(double x) { return x; }

// A value, and the dtype that says which doubles are its neighbours.
struct number {
  double value;
  dtype_id dtype;
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

// What happens to zeros at the end of the fraction.
enum class trim : unsigned char {
  keep,       // fill up with zeros to the wanted digits
  all,        // drop them, keep the point: "1."
  leave_one,  // drop them but one: "1.0"
  point_too,  // drop them, and the point after them: "1"
};

// How a number is written.
struct digit_rules {
  std::int64_t precision = -1;  // at most so many digits after the point; -1: any number
  std::int64_t min_digits = 0;  // at least so many; counts only with `unique`
  bool unique = true;           // the shortest digits, or else the exact value rounded to `precision`
  trim trimming = trim::all;
  bool plus = false;  // a sign for positive numbers too
};

std::string sign_of(decimal const& d, digit_rules const& r) { return d.negative ? "-" : r.plus ? "+" : ""; }

// Whole part and fraction, as text without the point; the fraction is trimmed or filled up as the rules say.
struct parts {
  std::string whole;
  std::string fraction;
  bool has_point = true;
  int exponent = 0;
};

void finish(parts& p, digit_rules const& r) {
  std::string& f = p.fraction;
  std::size_t const wanted = static_cast<std::size_t>(r.unique ? r.min_digits : std::max<std::int64_t>(r.precision, 0));
  if (r.trimming == trim::keep) {
    if (f.size() < wanted) f.append(wanted - f.size(), '0');
    return;
  }
  while (!f.empty() && f.back() == '0') f.pop_back();
  if (f.empty() && r.trimming == trim::leave_one) f = "0";
  p.has_point = !f.empty() || r.trimming != trim::point_too;
}

parts positional_parts(number x, digit_rules const& r) {
  decimal d;
  if (r.unique) {
    d = shortest(x);
    std::int64_t const after = static_cast<std::int64_t>(d.digits.size()) - d.point;
    if (r.precision >= 0 && after > r.precision) {
      d = rounded_after_point(x.value, r.precision);
    } else if (after < r.min_digits) {
      d = rounded_after_point(x.value, r.min_digits);
    }
  } else {
    d = rounded_after_point(x.value, r.precision);
  }
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
  finish(p, r);
  return p;
}

parts scientific_parts(number x, digit_rules const& r) {
  decimal d;
  if (r.unique) {
    d = shortest(x);
    std::int64_t const after = static_cast<std::int64_t>(d.digits.size()) - 1;
    if (r.precision >= 0 && after > r.precision) {
      d = rounded_scientific(x.value, r.precision);
    } else if (after < r.min_digits) {
      d = rounded_scientific(x.value, r.min_digits);
    }
  } else {
    d = rounded_scientific(x.value, r.precision);
  }
  parts p;
  p.whole = sign_of(d, r) + (d.digits.empty() ? "0" : d.digits.substr(0, 1));
  p.fraction = d.digits.empty() ? "" : d.digits.substr(1);
  p.exponent = d.point - 1;
  finish(p, r);
  return p;
}

std::string exponent_text(int exponent, std::size_t digits) {
  std::string text = std::to_string(std::abs(exponent));
  if (text.size() < digits) text.insert(0, digits - text.size(), '0');
  return (exponent < 0 ? "e-" : "e+") + text;
}

std::string padded_left(std::string const& text, std::int64_t width) {
  std::int64_t const missing = width - static_cast<std::int64_t>(text.size());
  return missing > 0 ? std::string(static_cast<std::size_t>(missing), ' ') + text : text;
}

// ---- one element ------------------------------------------------------------------------------------------------

template <class T>
T read(void const* p) {
  T x;
  std::memcpy(&x, p, sizeof(T));
  return x;
}

std::int64_t item_bytes(dtype_id dtype, std::int64_t itemsize) {
  return dtype == dtype_id::other ? itemsize : detail::row_of(dtype).itemsize;
}

dtype_kind kind_of(dtype_id dtype) { return detail::row_of(dtype).kind; }

dtype_id real_dtype(dtype_id dtype) {
  return dtype == dtype_id::complex64 ? dtype_id::float32 : dtype == dtype_id::complex128 ? dtype_id::float64 : dtype;
}

// A floating-point value of real dtype.
double read_real(dtype_id dtype, void const* p) {
  return visit_float(dtype, [&]<class T>(type_tag<T>) { return to_double(read<T>(p)); });
}

double read_part(dtype_id dtype, void const* p, bool imaginary) {
  dtype_id const real = real_dtype(dtype);
  return read_real(real, static_cast<char const*>(p) + (imaginary ? detail::row_of(real).itemsize : 0));
}

std::string integer_text(dtype_id dtype, void const* p) {
  return visit_integer(dtype, [&]<class T>(type_tag<T>) { return std::to_string(read<T>(p)); });
}

// A struct's bytes as Python shows them: b'\x01\xff'.
std::string bytes_text(void const* p, std::int64_t n) {
  constexpr char hex[] = "0123456789ABCDEF";
  std::string text = "b'";
  for (std::int64_t i = 0; i < n; ++i) {
    unsigned const byte = static_cast<unsigned char const*>(p)[i];
    text += "\\x";
    text += hex[byte >> 4];
    text += hex[byte & 15];
  }
  return text + "'";
}

// ---- one format for many elements -------------------------------------------------------------------------------

// The limit from which on elements are written with exponents: beyond it not all digits are significant.
constexpr double cutoff_of(type_tag<float16>) { return 1e3; }
constexpr double cutoff_of(type_tag<bfloat16>) { return 1e3; }
constexpr double cutoff_of(type_tag<float>) { return 1e6; }
constexpr double cutoff_of(type_tag<double>) { return 1e8; }

double exponent_cutoff(dtype_id dtype) {
  return visit_float(dtype, [](auto tag) { return cutoff_of(tag); });
}

// Comparisons that NumPy makes in the array's own dtype.
bool is_tiny(double x, dtype_id dtype) {
  return visit_float(dtype, [&]<class T>(type_tag<T>) { return x < to_double(static_cast<T>(1e-4)); });
}

// A quotient of doubles rounded to a narrower type is that type's own quotient.
bool differ_1000_times(double large, double small, dtype_id dtype) {
  return visit_float(dtype, [&]<class T>(type_tag<T>) { return to_double(static_cast<T>(large / small)) > 1000.0; });
}

class float_format {
 public:
  float_format(std::vector<double> const& values, dtype_id dtype, print_options const& options, char sign)
      : dtype_(dtype), nan_(options.nanstr), inf_(options.infstr) {
    rules_.precision = options.floatmode == float_mode::unique ? -1 : options.precision;
    rules_.plus = sign == '+';
    std::size_t finite = 0;
    bool negative_infinity = false, negative = false, any = false;
    double largest = 0, smallest = 0;
    for (double const x : values) {
      if (!std::isfinite(x)) {
        negative_infinity = negative_infinity || (std::isinf(x) && x < 0);
        continue;
      }
      ++finite;
      negative = negative || std::signbit(x);
      double const a = std::fabs(x);
      if (a == 0) continue;
      largest = any ? std::max(largest, a) : a;
      smallest = any ? std::min(smallest, a) : a;
      any = true;
    }
    bool const wide = any && (is_tiny(smallest, dtype) || differ_1000_times(largest, smallest, dtype));
    exponents_ = (any && largest >= exponent_cutoff(dtype)) || (wide && !options.suppress);
    if (finite > 0) measure(values, options.floatmode);
    if (sign == ' ' && !negative) ++left_;
    if (finite != values.size()) {
      std::int64_t const offset = right_ + 1;
      std::int64_t const inf_sign = sign != '-' || negative_infinity ? 1 : 0;
      left_ = std::max({left_, static_cast<std::int64_t>(nan_.size()) - offset,
                        static_cast<std::int64_t>(inf_.size()) + inf_sign - offset});
    }
  }

  std::string operator()(double x) const {
    if (!std::isfinite(x)) {
      std::string const plus = rules_.plus ? "+" : "";
      std::string const text = std::isnan(x) ? plus + nan_ : (x < 0 ? "-" : plus) + inf_;
      return padded_left(text, left_ + right_ + 1);
    }
    if (exponents_) {
      parts const p = scientific_parts({x, dtype_}, rules_);
      return padded_left(p.whole, left_) + "." + p.fraction + exponent_text(p.exponent, exponent_digits_);
    }
    parts const p = positional_parts({x, dtype_}, rules_);
    std::string text = padded_left(p.whole, left_) + "." + p.fraction;
    std::int64_t const missing = right_ - static_cast<std::int64_t>(p.fraction.size());
    if (missing > 0) text.append(static_cast<std::size_t>(missing), ' ');
    return text;
  }

 private:
  // The widths that all the finite values need, and from them the rules for each.
  void measure(std::vector<double> const& values, float_mode mode) {
    digit_rules r = rules_;
    r.unique = mode != float_mode::fixed;
    r.trimming = r.unique ? trim::all : trim::keep;
    std::size_t whole = 0, fraction = 0;
    for (double const x : values) {
      if (!std::isfinite(x)) continue;
      parts const p = exponents_ ? scientific_parts({x, dtype_}, r) : positional_parts({x, dtype_}, r);
      whole = std::max(whole, p.whole.size());
      fraction = std::max(fraction, p.fraction.size());
      if (exponents_) exponent_digits_ = std::max(exponent_digits_, exponent_text(p.exponent, 2).size() - 2);
    }
    rules_.unique = r.unique;
    left_ = static_cast<std::int64_t>(whole);
    right_ = static_cast<std::int64_t>(fraction);
    if (exponents_) {
      rules_.precision = rules_.min_digits = right_;
      rules_.trimming = trim::keep;
      right_ += static_cast<std::int64_t>(exponent_digits_) + 2;
    } else if (mode == float_mode::fixed || mode == float_mode::maxprec_equal) {
      rules_.precision = rules_.min_digits = right_;
      rules_.trimming = trim::keep;
    }
  }

  dtype_id dtype_;
  std::string nan_, inf_;
  bool exponents_ = false;
  digit_rules rules_;
  std::size_t exponent_digits_ = 2;
  std::int64_t left_ = 0, right_ = 0;  // widths before and after the point
};

// Text of the elements of one array, all of the same format. Elements arrive twice: first to be measured.
class element_format {
 public:
  element_format(dtype_id dtype, std::int64_t itemsize, int ndim, print_options const& options)
      : dtype_(dtype), itemsize_(item_bytes(dtype, itemsize)), ndim_(ndim), options_(options) {}

  void measure(void const* p) {
    switch (kind_of(dtype_)) {
      case dtype_kind::floating:
        real_.push_back(read_real(dtype_, p));
        break;
      case dtype_kind::complex_floating:
        real_.push_back(read_part(dtype_, p, false));
        imaginary_.push_back(read_part(dtype_, p, true));
        break;
      case dtype_kind::signed_integer:
      case dtype_kind::unsigned_integer:
        measure_integer(integer_text(dtype_, p));
        break;
      default:
        break;
    }
  }

  void finish_measuring() {
    if (kind_of(dtype_) == dtype_kind::floating || kind_of(dtype_) == dtype_kind::complex_floating) {
      formats_.emplace_back(real_, real_dtype(dtype_), options_, options_.sign);
      if (!imaginary_.empty()) formats_.emplace_back(imaginary_, real_dtype(dtype_), options_, '+');
      real_ = {};
      imaginary_ = {};
      return;
    }
    sign_ = options_.sign == ' ' && any_negative_ ? '-' : options_.sign;
    width_ = std::max(positive_width_ + (sign_ != '-' && positive_width_ > 0 ? 1 : 0), negative_width_);
  }

  std::string operator()(void const* p) const {
    switch (kind_of(dtype_)) {
      case dtype_kind::boolean:
        return read<unsigned char>(p) == 0 ? "False" : ndim_ == 0 ? "True" : " True";
      case dtype_kind::signed_integer:
      case dtype_kind::unsigned_integer: {
        std::string text = integer_text(dtype_, p);
        if (sign_ != '-' && text[0] != '-') text.insert(text.begin(), sign_);
        return padded_left(text, width_);
      }
      case dtype_kind::floating:
        return formats_[0](read_real(dtype_, p));
      case dtype_kind::complex_floating: {
        std::string imaginary = formats_[1](read_part(dtype_, p, true));
        imaginary.insert(imaginary.find_last_not_of(' ') + 1, "j");
        return formats_[0](read_part(dtype_, p, false)) + imaginary;
      }
      default:
        return bytes_text(p, itemsize_);
    }
  }

 private:
  void measure_integer(std::string const& text) {
    bool const negative = text[0] == '-';
    any_negative_ = any_negative_ || negative;
    std::int64_t& width = negative ? negative_width_ : positive_width_;
    width = std::max(width, static_cast<std::int64_t>(text.size()));
  }

  dtype_id dtype_;
  std::int64_t itemsize_;
  int ndim_;
  print_options const& options_;
  std::vector<double> real_, imaginary_;
  std::vector<float_format> formats_;
  bool any_negative_ = false;
  std::int64_t positive_width_ = 0, negative_width_ = 0, width_ = 0;
  char sign_ = '-';
};

// ---- the array around them --------------------------------------------------------------------------------------

bool is_empty(int ndim, std::int64_t const* shape) {
  return std::any_of(shape, shape + ndim, [](std::int64_t n) { return n == 0; });
}

// Whether the product of extents is beyond a limit; the product itself may not fit.
bool is_larger(int ndim, std::int64_t const* shape, std::int64_t limit) {
  if (is_empty(ndim, shape)) return false;
  std::int64_t size = 1;
  for (int i = 0; i < ndim; ++i) {
    if (size > limit / shape[i]) return true;
    size *= shape[i];
  }
  return size > limit;
}

void trim_right(std::string& s, std::size_t from) {
  while (s.size() > from && s.back() == ' ') s.pop_back();
}

class array_printer {
 public:
  array_printer(dtype_id dtype, std::int64_t itemsize, void const* data, int ndim, std::int64_t const* shape,
                std::int64_t const* strides, print_options const& options, elements_given given)
      : data_(static_cast<char const*>(data)),
        itemsize_(item_bytes(dtype, itemsize)),
        ndim_(ndim),
        strides_(strides),
        format_(dtype, itemsize, ndim, options) {
    bool const summarize = is_summarized(ndim, shape, options);
    for (int i = 0; i < ndim; ++i) {
      shown_places const s = places_shown(shape[i], summarize, options);
      axes_.push_back({s, given == elements_given::shown ? s.leading : shape[i] - s.trailing});
    }
  }

  std::string print(std::string const& separator, std::int64_t prefix_width, std::int64_t line_width) {
    separator_ = separator;
    for_each_shown(0, 0);
    format_.finish_measuring();
    std::string text;
    print_axis(text, 0, 0, 1 + prefix_width, line_width);
    return text;
  }

 private:
  struct axis_places {
    shown_places shown;
    std::int64_t first_trailing;  // its place in `data_`
  };

  void const* element(std::int64_t offset) const { return data_ + offset * itemsize_; }

  void for_each_shown(int axis, std::int64_t offset) {
    if (axis == ndim_) {
      format_.measure(element(offset));
      return;
    }
    for_each_leading(axis, offset, [&](std::int64_t at) { for_each_shown(axis + 1, at); });
    for_each_trailing(axis, offset, [&](std::int64_t at) { for_each_shown(axis + 1, at); });
  }

  // Calls f with the offset of each element that stands before the dots of an axis, or behind them.
  template <class F>
  void for_each_leading(int axis, std::int64_t offset, F const& f) const {
    for (std::int64_t i = 0; i < places(axis).shown.leading; ++i) f(offset + i * strides_[axis]);
  }
  template <class F>
  void for_each_trailing(int axis, std::int64_t offset, F const& f) const {
    std::int64_t const begin = places(axis).first_trailing;
    for (std::int64_t i = 0; i < places(axis).shown.trailing; ++i) f(offset + (begin + i) * strides_[axis]);
  }

  axis_places const& places(int axis) const { return axes_[static_cast<std::size_t>(axis)]; }

  // Appends the text of everything under `axis` to `out`. `indent` is how far a wrapped line is set in.
  void print_axis(std::string& out, int axis, std::int64_t offset, std::int64_t indent, std::int64_t width) {
    if (axis == ndim_) {
      out += format_(element(offset));
      return;
    }
    out += '[';
    if (axis == ndim_ - 1) {
      print_row(out, offset, indent, width - 1);
    } else {
      print_blocks(out, axis, offset, indent, width);
    }
    out += ']';
  }

  void print_row(std::string& out, std::int64_t offset, std::int64_t indent, std::int64_t width) {
    int const axis = ndim_ - 1;
    std::string const hanging(static_cast<std::size_t>(indent), ' ');
    std::int64_t line = indent;           // characters in this line, the indent among them
    std::size_t line_begin = out.size();  // where the line's own text begins in `out`
    auto const put = [&](std::string const& word) {
      std::int64_t const n = static_cast<std::int64_t>(word.size());
      if (line + n > width && line > indent) {
        trim_right(out, line_begin);
        out += '\n';
        out += hanging;
        line_begin = out.size();
        line = indent;
      }
      out += word;
      line += n;
    };
    auto const put_separator = [&] {
      out += separator_;
      line += static_cast<std::int64_t>(separator_.size());
    };
    for_each_leading(axis, offset, [&](std::int64_t at) {
      put(format_(element(at)));
      put_separator();
    });
    if (places(axis).shown.dots) {
      put("...");
      put_separator();
    }
    bool first = true;
    for_each_trailing(axis, offset, [&](std::int64_t at) {
      if (!first) put_separator();
      first = false;
      put(format_(element(at)));
    });
  }

  void print_blocks(std::string& out, int axis, std::int64_t offset, std::int64_t indent, std::int64_t width) {
    std::string between = separator_;
    trim_right(between, 0);
    between.append(static_cast<std::size_t>(ndim_ - axis - 1), '\n');
    std::string const hanging(static_cast<std::size_t>(indent), ' ');
    bool first = true;
    auto const next = [&] {
      if (!first) out += between + hanging;
      first = false;
    };
    auto const block = [&](std::int64_t at) {
      next();
      print_axis(out, axis + 1, at, indent + 1, width - 1);
    };
    for_each_leading(axis, offset, block);
    if (places(axis).shown.dots) {
      next();
      out += "...";
    }
    for_each_trailing(axis, offset, block);
  }

  char const* data_;
  std::int64_t itemsize_;
  int ndim_;
  std::int64_t const* strides_;
  std::vector<axis_places> axes_;
  element_format format_;
  std::string separator_;
};

std::string real_scalar_text(double x, dtype_id dtype, bool plus, trim trimming) {
  if (std::isnan(x)) return plus ? "+nan" : "nan";
  if (std::isinf(x)) return x < 0 ? "-inf" : plus ? "+inf" : "inf";
  digit_rules r;
  r.plus = plus;
  double const a = std::fabs(x);
  double const cutoff = real_dtype(dtype) == dtype_id::float64 ? 1e16 : exponent_cutoff(dtype);
  if (a == 0 || (a >= 1e-4 && a < cutoff)) {
    r.trimming = trimming;
    parts const p = positional_parts({x, dtype}, r);
    return p.whole + (p.has_point ? "." : "") + p.fraction;
  }
  r.trimming = trim::point_too;
  parts const p = scientific_parts({x, dtype}, r);
  return p.whole + (p.has_point ? "." : "") + p.fraction + exponent_text(p.exponent, 2);
}

}  // namespace

bool is_summarized(int ndim, std::int64_t const* shape, print_options const& options) {
  return is_larger(ndim, shape, options.threshold);
}

shown_places places_shown(std::int64_t extent, bool summarized, print_options const& options) {
  std::int64_t const edge = options.edgeitems;
  if (!summarized || edge >= (extent + 1) / 2) return {0, extent, false};
  return {edge, std::max<std::int64_t>(edge, 1), true};
}

std::string format_scalar(dtype_id dtype, std::int64_t itemsize, void const* value) {
  switch (kind_of(dtype)) {
    case dtype_kind::boolean:
      return read<unsigned char>(value) == 0 ? "False" : "True";
    case dtype_kind::signed_integer:
    case dtype_kind::unsigned_integer:
      return integer_text(dtype, value);
    case dtype_kind::floating:
      return real_scalar_text(read_real(dtype, value), dtype, false, trim::leave_one);
    case dtype_kind::complex_floating: {
      double const re = read_part(dtype, value, false), im = read_part(dtype, value, true);
      dtype_id const part = real_dtype(dtype);
      if (re == 0 && !std::signbit(re)) return real_scalar_text(im, part, false, trim::point_too) + "j";
      return "(" + real_scalar_text(re, part, false, trim::point_too) +
             real_scalar_text(im, part, true, trim::point_too) + "j)";
    }
    default:
      return bytes_text(value, itemsize);
  }
}

std::string format_array(dtype_id dtype, std::int64_t itemsize, void const* data, int ndim, std::int64_t const* shape,
                         std::int64_t const* strides, print_options const& options, bool repr, elements_given given) {
  check_options(options);
  bool const empty = is_empty(ndim, shape);
  auto const elements = [&](std::string const& separator, std::int64_t prefix_width, std::int64_t line_width) {
    if (empty) return std::string("[]");
    return array_printer(dtype, itemsize, data, ndim, shape, strides, options, given)
        .print(separator, prefix_width, line_width);
  };
  if (!repr) return ndim == 0 ? format_scalar(dtype, itemsize, data) : elements(" ", 0, options.linewidth);

  std::string const prefix = "array(";
  std::string text = prefix + elements(", ", static_cast<std::int64_t>(prefix.size()), options.linewidth - 1);
  std::string extras;
  if ((empty && ndim != 1) || is_summarized(ndim, shape, options)) extras = "shape=" + detail::shape_text(shape, ndim);
  bool const implied = dtype == dtype_id::bool_ || dtype == dtype_id::int64 || dtype == dtype_id::float64 ||
                       dtype == dtype_id::complex128;
  if (!implied || empty) {
    if (!extras.empty()) extras += ", ";
    extras += "dtype=" + (dtype == dtype_id::other ? "'|V" + std::to_string(itemsize) + "'" : dtype_name(dtype));
  }
  if (extras.empty()) return text + ")";
  text += ',';
  extras += ')';
  std::size_t const line_begin = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
  bool const fits = static_cast<std::int64_t>(text.size() - line_begin + extras.size()) + 1 <= options.linewidth;
  return text + (fits ? " " : "\n" + std::string(prefix.size(), ' ')) + extras;
}

}  // namespace io

}  // namespace cp
