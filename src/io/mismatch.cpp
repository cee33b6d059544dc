// Where two arrays differ, and NumPy's report of it.
#include <fuse/io/mismatch.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fuse/core/dtype.hpp>
#include <fuse/core/shape.hpp>
#include <fuse/io/format.hpp>
#include <vector>

#include "visit_dtype.hpp"

namespace cp::io {

namespace {

// Holds every integer and every difference of two.
__extension__ typedef __int128 wide;

struct value {
  bool is_integer = false;
  wide integer = 0;
  double re = 0, im = 0;
};

template <class T>
T read(void const* p) {
  T x;
  std::memcpy(&x, p, sizeof(T));
  return x;
}

value value_at(dtype_id dtype, void const* p) {
  value v;
  switch (cp::detail::row_of(dtype).kind) {
    case dtype_kind::boolean:
      v.integer = read<unsigned char>(p) != 0;
      v.is_integer = true;
      break;
    case dtype_kind::floating:
      v.re = visit_float(dtype, [&]<class T>(type_tag<T>) { return to_double(read<T>(p)); });
      return v;
    case dtype_kind::complex_floating:
      if (dtype == dtype_id::complex64) {
        auto const z = read<complex<float>>(p);
        v.re = static_cast<double>(z.real()), v.im = static_cast<double>(z.imag());
      } else {
        auto const z = read<complex<double>>(p);
        v.re = z.real(), v.im = z.imag();
      }
      return v;
    case dtype_kind::signed_integer:
    case dtype_kind::unsigned_integer:
      v.integer = visit_integer(dtype, [&]<class T>(type_tag<T>) { return static_cast<wide>(read<T>(p)); });
      v.is_integer = true;
      break;
    default:
      throw dtype_error("cp::testing: only arrays of numbers are compared");
  }
  v.re = static_cast<double>(v.integer);
  return v;
}

bool is_nan(value const& v) { return std::isnan(v.re) || std::isnan(v.im); }
bool is_infinite(value const& v) { return std::isinf(v.re) || std::isinf(v.im); }
bool are_equal(value const& a, value const& b) {
  return a.is_integer && b.is_integer ? a.integer == b.integer : a.re == b.re && a.im == b.im;
}
double magnitude(value const& v) { return std::hypot(v.re, v.im); }
double difference(value const& a, value const& b) {
  if (a.is_integer && b.is_integer) {
    wide const d = a.integer - b.integer;
    return static_cast<double>(d < 0 ? -d : d);
  }
  return std::hypot(a.re - b.re, a.im - b.im);
}

// Walks two arrays in C order; one of no axes is repeated.
class pairs {
 public:
  pairs(host_elements const& a, host_elements const& b) : a_(a), b_(b), larger_(a.ndim >= b.ndim ? a : b) {
    size_ = 1;
    for (int i = 0; i < larger_.ndim; ++i) size_ *= larger_.shape[i];
  }
  std::int64_t size() const { return size_; }

  /// Calls f(index, a's element, b's element) for each pair, until it returns false.
  template <class F>
  void each(F const& f) const {
    std::vector<std::int64_t> at(static_cast<std::size_t>(larger_.ndim));
    for (std::int64_t n = 0; n < size_; ++n) {
      if (!f(at, element(a_, at), element(b_, at))) return;
      for (int i = larger_.ndim - 1; i >= 0; --i) {
        if (++at[static_cast<std::size_t>(i)] < larger_.shape[i]) break;
        at[static_cast<std::size_t>(i)] = 0;
      }
    }
  }

 private:
  static void const* element(host_elements const& x, std::vector<std::int64_t> const& at) {
    std::int64_t offset = 0;
    for (int i = 0; i < x.ndim; ++i) offset += at[static_cast<std::size_t>(i)] * x.strides[i];
    return static_cast<char const*>(x.data) + offset * cp::detail::row_of(x.dtype).itemsize;
  }

  host_elements const &a_, &b_, &larger_;
  std::int64_t size_;
};

// Python's f'{x:.3g}' and NumPy's text of an array of rank 0, for the figures of a report.
std::string general_text(double x, int digits) {
  char text[64];
  std::snprintf(text, sizeof(text), "%.*g", digits, x);
  return text;
}
std::string array_text(double x, bool is_integer) {
  if (is_integer && x < 1e15) return std::to_string(static_cast<std::int64_t>(x));
  print_options options;
  return format_elements(dtype_id::float64, 0, &x, 0, nullptr, nullptr, options, " ", 0, 0);
}

class report {
 public:
  report(host_elements const& a, host_elements const& b, comparison const& c) : a_(a), b_(b), c_(c) {
    names_[0] = c.wanted == relation::less ? "x" : "ACTUAL";
    names_[1] = c.wanted == relation::less ? "y" : "DESIRED";
  }

  [[noreturn]] void fail(std::string const& what) const {
    std::string text = "\n" + heading() + "\n" + c_.message + "\n" + what;
    if (c_.verbose)
      for (int i = 0; i < 2; ++i) {
        host_elements const& x = i == 0 ? a_ : b_;
        text += "\n " + names_[i] + ": " +
                format_array(x.dtype, 0, x.data, x.ndim, x.shape, x.strides, get_printoptions(), true);
      }
    throw cp::testing::assertion_error(text);
  }

  void check() const {
    check_shapes();
    pairs const all(a_, b_);
    check_places(all, "nan", is_nan, c_.equal_nan);
    std::int64_t wrong = 0, relative = 0;
    double largest = 0, largest_relative = 0;
    std::string places;
    bool const integers = value_kind(a_) != dtype_kind::floating && value_kind(b_) != dtype_kind::floating &&
                          value_kind(a_) != dtype_kind::complex_floating &&
                          value_kind(b_) != dtype_kind::complex_floating;
    all.each([&](std::vector<std::int64_t> const& at, void const* p, void const* q) {
      value const x = value_at(a_.dtype, p), y = value_at(b_.dtype, q);
      if (is_good(x, y)) return true;
      if (++wrong <= 5) places += place_text(at, p, q);
      double const d = difference(x, y);
      largest = std::max(largest, std::isnan(d) ? 0 : d);
      if (magnitude(y) == 0) return true;  // as NumPy: they count only where there are no others
      ++relative;
      double const part = d / magnitude(y);
      largest_relative = std::max(largest_relative, std::isnan(part) ? 0 : part);
      return true;
    });
    if (wrong == 0) return;
    if (relative == 0) largest_relative = HUGE_VAL;
    std::string text = "Mismatched elements: " + std::to_string(wrong) + " / " + std::to_string(all.size()) + " (" +
                       general_text(100.0 * static_cast<double>(wrong) / static_cast<double>(all.size()), 3) + "%)\n";
    text += wrong == 1   ? "Mismatch at index:"
            : wrong <= 5 ? "Mismatch at indices:"
                         : "First 5 mismatches are at indices:";
    text += places;
    if (value_kind(a_) != dtype_kind::boolean || value_kind(b_) != dtype_kind::boolean) {
      text += std::string("\nMax absolute difference among violations: ") + array_text(largest, integers);
      text += std::string("\nMax relative difference among violations: ") + array_text(largest_relative, false);
    }
    fail(text);
  }

 private:
  static dtype_kind value_kind(host_elements const& x) { return cp::detail::row_of(x.dtype).kind; }

  std::string heading() const {
    switch (c_.wanted) {
      case relation::close:
        return "Not equal to tolerance rtol=" + general_text(c_.rtol, 6) + ", atol=" + general_text(c_.atol, 6);
      case relation::near:
        return "Arrays are not almost equal to " + std::to_string(c_.decimal) + " decimals";
      case relation::less:
        return "Arrays are not strictly ordered `x < y`";
      default:
        return "Arrays are not equal";
    }
  }

  void check_shapes() const {
    bool const same = a_.ndim == b_.ndim && std::equal(a_.shape, a_.shape + a_.ndim, b_.shape);
    if (!same && (c_.strict || (a_.ndim > 0 && b_.ndim > 0))) {
      fail("(shapes " + cp::detail::shape_text(a_.shape, a_.ndim) + ", " + cp::detail::shape_text(b_.shape, b_.ndim) +
           " mismatch)");
    }
    if (c_.strict && a_.dtype != b_.dtype)
      fail("(dtypes " + dtype_name(a_.dtype) + ", " + dtype_name(b_.dtype) + " mismatch)");
  }

  template <class Test>
  void check_places(pairs const& all, char const* what, Test const& test, bool wanted) const {
    if (!wanted) return;
    bool same = true;
    all.each([&](auto const&, void const* p, void const* q) {
      same = test(value_at(a_.dtype, p)) == test(value_at(b_.dtype, q));
      return same;
    });
    if (!same) fail(std::string(what) + " location mismatch:");
  }

  bool is_good(value const& x, value const& y) const {
    if (c_.equal_nan && is_nan(x) && is_nan(y)) return true;
    switch (c_.wanted) {
      case relation::equal:
        return are_equal(x, y);
      case relation::less:
        return x.is_integer && y.is_integer ? x.integer < y.integer : x.re < y.re || (x.re == y.re && x.im < y.im);
      case relation::near:
        return is_infinite(x) || is_infinite(y) ? are_equal(x, y)
                                                : difference(x, y) < 1.5 * std::pow(10.0, -c_.decimal);
      default:
        return are_equal(x, y) ||
               (!is_infinite(x) && !is_infinite(y) && difference(x, y) <= c_.atol + c_.rtol * magnitude(y));
    }
  }

  std::string place_text(std::vector<std::int64_t> const& at, void const* p, void const* q) const {
    std::string text = "\n [";
    for (std::size_t i = 0; i < at.size(); ++i) text += (i > 0 ? ", " : "") + std::to_string(at[i]);
    text += "]: " + format_scalar(a_.dtype, 0, p) + " (" + names_[0] + "), ";
    return text + format_scalar(b_.dtype, 0, q) + " (" + names_[1] + ")";
  }

  host_elements const &a_, &b_;
  comparison const& c_;
  std::string names_[2];
};

// Floating-point numbers as integers in their order, so that neighbours differ by 1.
template <class T>
wide order_of(T x) {
  using bits =
      std::conditional_t<sizeof(T) == 2, std::int16_t, std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>>;
  bits const b = read<bits>(&x);
  return b < 0 ? static_cast<wide>(std::numeric_limits<bits>::min()) - b : static_cast<wide>(b);
}

void expect_floats(char const* where, host_elements const& a, host_elements const& b) {
  if (a.dtype != b.dtype || cp::detail::row_of(a.dtype).kind != dtype_kind::floating)
    throw dtype_error(std::string(where) + ": floating-point numbers of one dtype are needed, got " +
                      dtype_name(a.dtype) + " and " + dtype_name(b.dtype));
  comparison shapes;
  bool const same = a.ndim == b.ndim && std::equal(a.shape, a.shape + a.ndim, b.shape);
  if (!same && a.ndim > 0 && b.ndim > 0)
    report(a, b, shapes)
        .fail("(shapes " + cp::detail::shape_text(a.shape, a.ndim) + ", " + cp::detail::shape_text(b.shape, b.ndim) +
              " mismatch)");
}

// The largest distance of pairs, in representable numbers; NaN goes with NaN.
double largest_distance(host_elements const& a, host_elements const& b) {
  return visit_float(a.dtype, [&]<class T>(type_tag<T>) {
    double largest = 0;
    pairs(a, b).each([&](auto const&, void const* p, void const* q) {
      T const x = read<T>(p), y = read<T>(q);
      bool const nan_x = std::isnan(to_double(x)), nan_y = std::isnan(to_double(y));
      if (nan_x != nan_y) largest = HUGE_VAL;
      if (nan_x || nan_y) return true;
      wide const d = order_of(x) - order_of(y);
      largest = std::max(largest, static_cast<double>(d < 0 ? -d : d));
      return true;
    });
    return largest;
  });
}

}  // namespace

void expect_relation(host_elements const& a, host_elements const& b, comparison const& c) { report(a, b, c).check(); }

double expect_ulp(host_elements const& a, host_elements const& b, double most) {
  expect_floats("cp::testing::assert_array_max_ulp", a, b);
  double const largest = largest_distance(a, b);
  if (largest > most)
    throw cp::testing::assertion_error("Arrays are not almost equal up to " + general_text(most, 17) +
                                       " ULP (max difference is " + general_text(largest, 17) + " ULP)");
  return largest;
}

void expect_nulp(host_elements const& a, host_elements const& b, double nulp) {
  expect_floats("cp::testing::assert_array_almost_equal_nulp", a, b);
  bool good = true;
  visit_float(a.dtype, [&]<class T>(type_tag<T>) {
    pairs(a, b).each([&](auto const&, void const* p, void const* q) {
      T const x = read<T>(p), y = read<T>(q);
      T larger = std::fabs(to_double(x)) > std::fabs(to_double(y)) ? x : y;
      double const size = std::fabs(to_double(larger));
      larger = static_cast<T>(size);
      // The spacing: the distance to the next number away from 0.
      std::conditional_t<sizeof(T) == 2, std::uint16_t,
                         std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>
          bits;
      std::memcpy(&bits, &larger, sizeof(bits));
      ++bits;
      T const next = read<T>(&bits);
      good = std::fabs(to_double(x) - to_double(y)) <= nulp * (to_double(next) - size);
      return good;
    });
  });
  if (!good)
    throw cp::testing::assertion_error("Arrays are not equal to " + general_text(nulp, 17) + " ULP (max is " +
                                       general_text(largest_distance(a, b), 17) + ")");
}

double next_uniform(std::uint64_t& state) noexcept {
  std::uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

}  // namespace cp::io
