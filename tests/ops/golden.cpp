// What comparing with NumPy needs of each dtype, and of no function.
#include "golden.hpp"

#include "conversions.hpp"

#include <cmath>
#include <cstdio>
#include <cstring>

namespace golden {
namespace {

template <class T>
std::string text(T x) {
  if constexpr (cp::complex_floating<T>)
    return "(" + text(x.re) + ", " + text(x.im) + ")";
  else if constexpr (cp::floating<T>) {
    char buffer[40];
    std::snprintf(buffer, sizeof(buffer), "%.17g", static_cast<double>(x));
    return buffer;
  } else
    return std::to_string(x);
}

/// Values between the two, counted along the ordered bits.
template <class T>
double distance(T x, T y) {
  auto const ordered = [](T v) {
    auto const u = cp::detail::float_bits(v);
    auto const magnitude =
        static_cast<double>(static_cast<std::int64_t>(u & (static_cast<decltype(u)>(~decltype(u){0}) >> 1)));
    return cp::scalar::signbit(v) ? -magnitude : magnitude;
  };
  return std::abs(ordered(x) - ordered(y));
}
double distance(double x, double y) {
  auto const ordered = [](double v) {
    auto const u = static_cast<std::int64_t>(cp::detail::float_bits(v) & ~(std::uint64_t{1} << 63));
    return cp::scalar::signbit(v) ? -u : u;
  };
  std::int64_t const a = ordered(x), b = ordered(y);
  return static_cast<double>(static_cast<std::uint64_t>(a > b ? a : b) - static_cast<std::uint64_t>(a > b ? b : a));
}

template <class T>
constexpr double epsilon = sizeof(T) == 2   ? 0x1p-10
                           : sizeof(T) == 4 ? 0x1p-23
                                            : 0x1p-52;

template <class T>
bool near(T got, T want, tolerance const& allowed, double size) {
  if constexpr (cp::complex_floating<T>) {
    using R = decltype(got.re);
    auto const finite = [](T z) { return cp::scalar::isfinite(z.re) && cp::scalar::isfinite(z.im); };
    if (finite(want) && finite(got)) {
      double const error = std::hypot(double(got.re) - double(want.re), double(got.im) - double(want.im)),
                   value = std::hypot(double(want.re), double(want.im));
      double const bound =
          allowed.complex_epsilons * epsilon<R> * value * (allowed.conditioned && size > 1 ? size : 1) +
          (sizeof(R) == 4 ? 0x1p-148 : 0x1p-1073);
      if (error > bound) return false;
      auto const signs = [&](R g, R w) {
        return !allowed.zero_sign || w != 0 || g != 0 || cp::scalar::signbit(g) == cp::scalar::signbit(w);
      };
      return allowed.conditioned || (signs(got.re, want.re) && signs(got.im, want.im));
    }
    if (allowed.finite_only) return true;
    tolerance part = allowed;
    part.ulp = allowed.complex_epsilons * 2;
    auto const agree = [&](R g, R w, R other) {  // beside NaN, C99 leaves the signs of zeros and infinities open
      return near(g, w, part, size) || (other != other && (w == 0 || cp::scalar::isinf(w)) && (g == w || g == -w));
    };
    return agree(got.re, want.re, want.im) && agree(got.im, want.im, want.re);
  } else if constexpr (cp::floating<T>) {
    if (want != want || got != got) return want != want && got != got;
    if (want == 0 && got == 0) return !allowed.zero_sign || cp::scalar::signbit(got) == cp::scalar::signbit(want);
    if (cp::scalar::isfinite(got) && cp::scalar::isfinite(want) &&
        std::abs(double(got) - double(want)) <= allowed.absolute * epsilon<T>)
      return true;
    return distance(got, want) <= (sizeof(T) == 2 ? allowed.half : allowed.ulp);
  } else {
    return got == want;
  }
}

template <class T>
double magnitude(T x) {
  if constexpr (cp::complex_floating<T>)
    return std::hypot(double(x.re), double(x.im));
  else
    return std::abs(double(x));
}

/// f of a value of the dtype that the code names.
template <class F>
auto with_dtype(char code, F const& f) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    decltype(f(bool{})) result{};
    ((code == codes[I] ? void(result = f(type_of<codes[I]>{})) : void()), ...);
    return result;
  }
  (std::make_index_sequence<count>{});
}

}  // namespace

values::values(any_array const& a) : code_(a.code), size_(a.size) {
  if (size_ == 0) return;
  with_dtype(code_, [&]<class T>(T) {
    bytes_.resize(static_cast<std::size_t>(size_) * sizeof(T));
    std::memcpy(bytes_.data(), a.as<T>().copy().to_host().data(), bytes_.size());
    return true;
  });
}

values values::part(std::int64_t first, std::int64_t size) const {
  auto const each = static_cast<std::ptrdiff_t>(bytes_.size()) / size_;
  values found = *this;
  found.size_ = size;
  found.bytes_.assign(bytes_.begin() + first * each, bytes_.begin() + (first + size) * each);
  return found;
}
values values::repeated(std::int64_t size) const {
  values found = part(0, 1);
  found.size_ = size;
  std::vector<std::byte> const one = found.bytes_;
  for (std::int64_t i = 1; i < size; ++i) found.bytes_.insert(found.bytes_.end(), one.begin(), one.end());
  return found;
}
std::string values::text(std::int64_t i) const {
  return with_dtype(code_, [&]<class T>(T) { return golden::text(at<T>(i)); });
}
double values::magnitude(std::int64_t i) const {
  return with_dtype(code_, [&]<class T>(T) { return golden::magnitude(at<T>(i)); });
}

void compare(std::string const& what, values const& got, values const& want, tolerance const& allowed,
             std::initializer_list<values> operands) {
  REQUIRE_MESSAGE(got.size() == want.size(), what);
  REQUIRE_MESSAGE(got.code() == want.code(), what);
  bool const is_complex = got.code() == 'F' || got.code() == 'D';
  std::int64_t wrong = 0;
  std::string first;
  for (std::int64_t i = 0; i < got.size(); ++i) {
    double size = 0;
    for (values const& x : operands)
      if (double const m = x.magnitude(i); !(m <= size)) size = m;  // NaN stays
    if (allowed.finite_only && is_complex && !(size < 1e300)) continue;
    if (with_dtype(got.code(), [&]<class R>(R) { return near(got.at<R>(i), want.at<R>(i), allowed, size); })) continue;
    if (wrong++ >= 4) continue;
    first += "\n  of";
    for (values const& x : operands) first += " " + x.text(i);
    first += ": " + got.text(i) + ", expected " + want.text(i);
  }
  CHECK_MESSAGE(wrong == 0, what << ": " << wrong << " of " << got.size() << " wrong;" << first);
}

void same_bits(std::string const& what, values const& got, values const& want) {
  REQUIRE_MESSAGE(got.size() == want.size(), what);
  REQUIRE_MESSAGE(got.code() == want.code(), what);
  auto const same = [&](std::int64_t i) {
    return with_dtype(got.code(), [&]<class R>(R) {
      R const a = got.at<R>(i), b = want.at<R>(i);
      if constexpr (cp::floating<R>)
        if (a != a && b != b) return true;
      return std::memcmp(&a, &b, sizeof(R)) == 0;
    });
  };
  std::int64_t wrong = 0, first = 0;
  for (std::int64_t i = 0; i < got.size(); ++i)
    if (!same(i) && wrong++ == 0) first = i;
  CHECK_MESSAGE(wrong == 0, what << ": " << wrong << " of " << got.size()
                                 << " differ from the contiguous result, first [" << first
                                 << "]: " << (wrong > 0 ? got.text(first) + ", not " + want.text(first) : ""));
}

any_array reader::next(char code) {
  return with_dtype(code, [&]<class T>(T) { return any_array(cp::load<T, 1>(source_)); });
}

namespace {

/// What f makes of an array.
template <class F>
any_array with_array(any_array const& a, F const& f) {
  return with_dtype(a.code, [&]<class T>(T) { return any_array(f(a.as<T>())); });
}
any_array part(any_array const& a, std::int64_t first, std::int64_t last) {
  return with_array(a, [&](auto const& x) { return x(cp::slice(first, last)); });
}
/// One element, so many times, in as little memory.
any_array stretched(any_array const& a, std::int64_t i, std::int64_t n) {
  return with_array(a, [&](auto const& x) { return cp::broadcast_to(x(cp::slice(i, i + 1)), {n}); });
}
any_array copy(any_array const& a) {
  return with_array(a, [](auto const& x) { return x.copy(); });
}
/// Room for so many elements at every second place, in order or backwards.
any_array strided_room(char code, std::int64_t n, std::int64_t step) {
  return with_dtype(code,
                    [&]<class T>(T) { return any_array(cp::zeros<T>({2 * n})(cp::slice(cp::end, cp::end, step))); });
}
std::string dtype_name(char code) {
  return with_dtype(code, []<class T>(T) { return std::string(cp::dtype_traits<T>::name); });
}

/// The arrays that all functions of so many operands are given, one or two a dtype.
std::vector<any_array> inputs(int operands) {
  reader file(operands == 1 ? "unary" : "binary");
  std::vector<any_array> found;
  for (std::size_t i = 0; i < count; ++i)
    for (int k = 0; k < operands; ++k) found.push_back(file.next(codes[i]));
  return found;
}

}  // namespace

any_layouts::any_layouts(any_array const& x) {
  with_dtype(x.code, [&]<class T>(T) {
    std::int64_t const n = x.size;
    auto const filled = [&](cp::ndarray<T, 1> const& room) {
      room(cp::all) = x.as<T>();
      return any_array(room);
    };
    strided = filled(cp::zeros<T>({2 * n + 1})(cp::slice(1, cp::end, 2)));
    reversed = filled(cp::zeros<T>({n})(cp::slice(cp::end, cp::end, -1)));
    shifted = filled(cp::zeros<T>({n + 1})(cp::slice(1, cp::end)));
    return true;
  });
}

void check_unary(std::string const& name, unary_case const (&cases)[count], tolerance const& allowed) {
  std::vector<any_array> const operands = inputs(1);
  reader expected(name);
  for (std::size_t i = 0; i < count; ++i) {
    unary_case const& c = cases[i];
    if (c.result == '-') continue;
    any_array const &x = operands[i], want = expected.next(c.result);
    if (c.of == nullptr) continue;
    std::string const what = name + " of " + dtype_name(c.operand);
    values const direct = c.of(x);
    compare(what, direct, want, allowed, x);
    any_layouts const as(x);
    same_bits(what + " of a strided operand", c.of(as.strided), direct);
    same_bits(what + " of a reversed operand", c.of(as.reversed), direct);
    same_bits(what + " of a misaligned operand", c.of(as.shifted), direct);
    CHECK_MESSAGE(c.of(part(x, 0, 0)).size == 0, what);
    same_bits(what + " of a broadcast operand", c.of(stretched(x, 1, 5)), direct.part(1, 1).repeated(5));
    if (c.into == nullptr) continue;
    same_bits(what + " of rank 0", c.of_element(x, 1), direct.part(1, 1));
    any_array const out = strided_room(c.result, x.size, 2);
    c.into(x, out);
    same_bits(what + " into a strided view", out, direct);
  }
}

void check_binary(std::string const& name, binary_case const (&cases)[count], tolerance const& allowed) {
  std::vector<any_array> const operands = inputs(2);
  reader expected(name);
  for (std::size_t i = 0; i < count; ++i) {
    binary_case const& c = cases[i];
    if (c.result == '-') continue;
    any_array const &x = operands[2 * i], &y = operands[2 * i + 1], want = expected.next(c.result);
    if (c.of == nullptr) continue;
    std::string const what = name + " of " + dtype_name(c.first);
    values const direct = c.of(x, y);
    compare(what, direct, want, allowed, x, y);
    any_layouts const p(x), q(y);
    same_bits(what + " of strided operands", c.of(p.strided, q.strided), direct);
    same_bits(what + " of reversed operands", c.of(p.reversed, q.reversed), direct);
    same_bits(what + " of operands of two layouts", c.of(p.shifted, q.reversed), direct);
    CHECK_MESSAGE(c.of(part(x, 0, 0), part(y, 0, 1)).size == 0, what);
    std::int64_t const n = 9;
    any_array const few_x = part(x, 0, n), few_y = part(y, 0, n);
    same_bits(what + " of a broadcast operand", c.of(part(x, 0, 1), few_y), c.of(copy(stretched(x, 0, n)), few_y));
    same_bits(what + " of a broadcast second operand", c.of(few_x, part(y, 3, 4)),
              c.of(few_x, copy(stretched(y, 3, n))));
    if (c.into == nullptr) continue;
    same_bits(what + " of rank 0", c.of_elements(x, y, 1), direct.part(1, 1));
    same_bits(what + " with an operand of rank 0", c.of_row(part(x, 1, 2), y, 1), direct.part(1, 1));
    // Backwards other elements fall to the end of the host's vector loop, where the C library's scalar functions take
    // over: these may differ in the last bit.
    any_array const out = strided_room(c.result, x.size, allowed.ulp == 0 ? -2 : 2);
    c.into(x, y, out);
    same_bits(what + " into a strided view", out, direct);
  }
}

void check_mixed(std::string const& name, binary_case const* cases, std::size_t pairs, tolerance const& allowed) {
  reader file("mixed_" + name);
  for (std::size_t i = 0; i < pairs; ++i) {
    binary_case const& c = cases[i];
    any_array const x = file.next(c.first), y = file.next(c.second), want = file.next(c.result);
    if (c.of == nullptr) continue;
    compare(name + " of " + dtype_name(c.first) + " and " + dtype_name(c.second), c.of(x, y), want, allowed, x, y);
  }
}

void check_conversions(std::size_t first, std::size_t last, conversion const* conversions) {
  reader file("astype");
  for (std::size_t i = 0; i < last * count; ++i) {
    char const from = codes[i / count], to = codes[i % count];
    any_array const x = file.next(from), want = file.next(to);
    conversion const convert = i < first * count ? nullptr : conversions[i - first * count];
    if (convert == nullptr) continue;
    std::string const what = "astype from " + dtype_name(from) + " to " + dtype_name(to);
    compare(what, convert(x), want, exact, x);
    compare(what + ", backwards", convert(any_layouts(x).reversed), want, exact, x);
  }
}

}  // namespace golden
