// Numbers of any dtype from text, by std::from_chars.
#include "number_text.hpp"

#include <charconv>
#include <cmath>
#include <cstring>
#include <fuse/core/dtype.hpp>
#include <limits>
#include <system_error>

#include "visit_dtype.hpp"

namespace cp::io {

namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

template <class T>
void store(T const& x, void* to) {
  std::memcpy(to, &x, sizeof(T));
}

// Whether decimal digits beyond the range of double are too large (or else too small): by where the first digit that is
// not 0 stands.
bool is_huge(char const* p, char const* end) {
  std::int64_t place = 0;
  bool seen = false, point = false;
  for (; p != end && (is_digit(*p) || *p == '.'); ++p) {
    if (*p == '.') {
      point = true;
    } else {
      seen = seen || *p != '0';
      if (seen && !point) ++place;
      if (!seen && point) --place;
    }
  }
  if (p == end) return place > 0;
  ++p;
  bool const negative = p != end && *p == '-';
  if (p != end && (*p == '-' || *p == '+')) ++p;
  std::int64_t exponent = 0;
  for (; p != end && exponent < (std::int64_t{1} << 50); ++p) exponent = 10 * exponent + (*p - '0');
  return place + (negative ? -exponent : exponent) > 0;
}

// The floating-point number that a text begins with; `begin` moves behind it.
bool read_prefix(char const*& begin, char const* end, double& x) {
  char const* p = begin;
  bool const negative = p != end && *p == '-';
  if (p != end && (*p == '-' || *p == '+')) ++p;
  if (p == end || *p == '-' || *p == '+') return false;
  auto const [behind, error] = std::from_chars(p, end, x);
  if (error == std::errc::invalid_argument) return false;
  if (error == std::errc::result_out_of_range) x = is_huge(p, behind) ? std::numeric_limits<double>::infinity() : 0.0;
  if (negative) x = -x;
  begin = std::isnan(x) ? p + 3 : behind;  // no "nan(...)"
  return true;
}

reading read_real(std::string_view s, double& x) {
  char const* p = s.data();
  return read_prefix(p, s.data() + s.size(), x) && p == s.data() + s.size() ? reading::good : reading::malformed;
}

// 1, 2j, 1-2j, (1+2j)
reading read_complex(std::string_view s, double& re, double& im) {
  if (s.size() >= 2 && s.front() == '(' && s.back() == ')') s = stripped(s.substr(1, s.size() - 2));
  char const *p = s.data(), *const end = p + s.size();
  if (!read_prefix(p, end, re)) return reading::malformed;
  im = 0;
  if (p == end) return reading::good;
  if (*p == 'j') {
    im = re;
    re = 0;
    return p + 1 == end ? reading::good : reading::malformed;
  }
  if (*p == '+')
    ++p;  // behind it may stand another sign: 1+-2j
  else if (*p != '-')
    return reading::malformed;
  return read_prefix(p, end, im) && p != end && *p == 'j' && p + 1 == end ? reading::good : reading::malformed;
}

template <class T>
reading read_integer(std::string_view s, T& x) {
  char const *p = s.data(), *const end = p + s.size();
  if (p != end && *p == '+') {
    ++p;
    if (p != end && *p == '-') return reading::malformed;
  }
  auto const [behind, error] = std::from_chars(p, end, x);
  if (behind != end || error == std::errc::invalid_argument) {
    bool const below = std::is_unsigned_v<T> && s.size() > 1 && s.front() == '-' && is_digit(s[1]);
    return below && s.find_first_not_of("0123456789", 1) == s.npos ? reading::out_of_range : reading::malformed;
  }
  return error == std::errc() ? reading::good : reading::out_of_range;
}

template <class T, class From>
reading store_integer(From x, void* to) {
  if constexpr (std::is_floating_point_v<From>) {
    // 2^63 and 2^64 are doubles, the largest integers are not.
    double const low = static_cast<double>(std::numeric_limits<T>::min());
    double const high = std::ldexp(1.0, std::numeric_limits<T>::digits);
    double const cut = std::trunc(x);
    if (!(cut >= low && cut < high)) return reading::out_of_range;
    store(static_cast<T>(cut), to);
  } else {
    if (!std::in_range<T>(x)) return reading::out_of_range;
    store(static_cast<T>(x), to);
  }
  return reading::good;
}

// A real number, as C++ has it, as an element of any dtype.
template <class From>
reading store_real(dtype_id dtype, From x, void* to) {
  switch (detail::row_of(dtype).kind) {
    case dtype_kind::boolean:
      store(static_cast<unsigned char>(x != 0), to);
      return reading::good;
    case dtype_kind::floating:
      visit_float(dtype, [&]<class T>(type_tag<T>) { store(static_cast<T>(static_cast<double>(x)), to); });
      return reading::good;
    case dtype_kind::complex_floating:
      if (dtype == dtype_id::complex64)
        store(complex<float>(static_cast<float>(x), 0.0f), to);
      else
        store(complex<double>(static_cast<double>(x), 0.0), to);
      return reading::good;
    default:
      return visit_integer(dtype, [&]<class T>(type_tag<T>) { return store_integer<T>(x, to); });
  }
}

reading store_complex(dtype_id dtype, double re, double im, void* to) {
  if (dtype == dtype_id::complex64) {
    store(complex<float>(static_cast<float>(re), static_cast<float>(im)), to);
    return reading::good;
  }
  if (dtype == dtype_id::complex128) {
    store(complex<double>(re, im), to);
    return reading::good;
  }
  return im == 0 ? store_real(dtype, re, to) : reading::out_of_range;
}

}  // namespace

std::string_view stripped(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

reading read_number(dtype_id dtype, std::string_view text, void* to) {
  std::string_view const s = stripped(text);
  double re = 0, im = 0;
  switch (detail::row_of(dtype).kind) {
    case dtype_kind::boolean: {
      std::int64_t x = 0;
      reading const r = read_integer(s, x);
      if (r == reading::good) store(static_cast<unsigned char>(x != 0), to);
      return r;
    }
    case dtype_kind::floating: {
      reading const r = read_real(s, re);
      return r == reading::good ? store_real(dtype, re, to) : r;
    }
    case dtype_kind::complex_floating: {
      reading const r = read_complex(s, re, im);
      return r == reading::good ? store_complex(dtype, re, im, to) : r;
    }
    default:
      return visit_integer(dtype, [&]<class T>(type_tag<T>) {
        T x{};
        reading const r = read_integer(s, x);
        if (r == reading::good) store(x, to);
        return r;
      });
  }
}

reading store_number(dtype_id dtype, any_number const& x, void* to) {
  switch (x.is) {
    case any_number::kind::signed_integer:
      return store_real(dtype, x.integer, to);
    case any_number::kind::unsigned_integer:
      return store_real(dtype, static_cast<std::uint64_t>(x.integer), to);
    case any_number::kind::real:
      return store_real(dtype, x.re, to);
    case any_number::kind::complex:
      return store_complex(dtype, x.re, x.im, to);
    default:
      return read_number(dtype, x.spelled, to);
  }
}

}  // namespace cp::io
