// Text of the elements of an array: NumPy 2's rules for what they have in common, and of single elements.
#include "element_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fuse/core/dtype.hpp>

#include "visit_dtype.hpp"

namespace cp::io {

namespace {

template <class T>
T read(void const* p) {
  T x;
  std::memcpy(&x, p, sizeof(T));
  return x;
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

std::string padded_left(std::string const& text, std::int64_t width) {
  std::int64_t const missing = width - static_cast<std::int64_t>(text.size());
  return missing > 0 ? std::string(static_cast<std::size_t>(missing), ' ') + text : text;
}

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

std::int64_t item_bytes(dtype_id dtype, std::int64_t itemsize) {
  return dtype == dtype_id::other ? itemsize : detail::row_of(dtype).itemsize;
}

float_format::float_format(std::vector<double> const& values, dtype_id dtype, print_options const& options, char sign)
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

std::string float_format::operator()(double x) const {
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

void float_format::measure(std::vector<double> const& values, float_mode mode) {
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

element_format::element_format(dtype_id dtype, std::int64_t itemsize, int ndim, print_options const& options,
                               std::vector<struct_field> const* fields, bool scalar)
    : dtype_(dtype),
      itemsize_(item_bytes(dtype, itemsize)),
      ndim_(ndim),
      options_(options),
      fields_(fields),
      scalar_(scalar) {
  if (fields_) add_members(scalar);
}

void element_format::measure(void const* p) {
  if (fields_) return measure_members(p);
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

void element_format::finish_measuring() {
  for (element_format& m : members_) m.finish_measuring();
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

std::string element_format::operator()(void const* p) const {
  if (fields_) return members_text(p);
  if (scalar_ && kind_of(dtype_) == dtype_kind::floating) return format_scalar(dtype_, itemsize_, p);
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
      imaginary.insert(imaginary.find_last_not_of(' ') + 1, 1, 'j');
      return formats_[0](read_part(dtype_, p, false)) + imaginary;
    }
    default:
      return bytes_text(p, itemsize_);
  }
}

void element_format::measure_integer(std::string const& text) {
  bool const negative = text[0] == '-';
  any_negative_ = any_negative_ || negative;
  std::int64_t& width = negative ? negative_width_ : positive_width_;
  width = std::max(width, static_cast<std::int64_t>(text.size()));
}

std::string format_scalar(dtype_id dtype, std::int64_t itemsize, void const* value, struct_layout const* layout) {
  if (layout) {
    print_options const options = get_printoptions();
    element_format format(dtype, itemsize, 0, options, &layout->fields, true);
    format.measure(value);
    format.finish_measuring();
    return format(value);
  }
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
      return std::string("(") + real_scalar_text(re, part, false, trim::point_too) +
             real_scalar_text(im, part, true, trim::point_too) + "j)";
    }
    default:
      return bytes_text(value, itemsize);
  }
}

}  // namespace cp::io
