// Compares elementwise functions with what NumPy gave (tests/data/ops, written by scripts/make_ops_data.py).
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <fuse/fuse.hpp>
#include <fuse/io.hpp>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace golden {

/// The dtypes of the tables, in their order, by NumPy's characters (but 1 for '?', of which two make a trigraph).
inline constexpr char codes[] = "1bhilBHILefdFD";
inline constexpr int count = 14;

constexpr std::size_t index_of(char code) {
  std::size_t i = 0;
  while (codes[i] != code) ++i;
  return i;
}
using dtypes = std::tuple<bool, cp::int8, cp::int16, cp::int32, cp::int64, cp::uint8, cp::uint16, cp::uint32,
                          cp::uint64, cp::float16, float, double, cp::complex64, cp::complex128>;
template <char Code>
using type_of = std::tuple_element_t<index_of(Code), dtypes>;

template <class T, std::size_t... I>
constexpr char code_in(std::index_sequence<I...>) {
  char found = '-';
  ((found = std::is_same_v<T, std::tuple_element_t<I, dtypes>> ? codes[I] : found), ...);
  return found;
}
template <class T>
constexpr char code_of = code_in<T>(std::make_index_sequence<count>{});

struct unary_row {
  char const* name;
  char const* result;
};
struct binary_row {
  char const* name;
  char const* result;  ///< 14 x 14
  char const* weak;    ///< 14 x (bool right, left, int right, left, float ..., complex ...)
};
struct mixed_row {
  char const* name;
  char const* pairs;
};
inline constexpr unary_row unary_rows[] = {
#define UNARY(name, result) {#name, result},
#define BINARY(name, result, weak)
#define MIXED(name, pairs)
#include "../data/ops/dtypes.inc"
#undef UNARY
#undef BINARY
#undef MIXED
};
inline constexpr binary_row binary_rows[] = {
#define UNARY(name, result)
#define BINARY(name, result, weak) {#name, result, weak},
#define MIXED(name, pairs)
#include "../data/ops/dtypes.inc"
#undef UNARY
#undef BINARY
#undef MIXED
};
inline constexpr mixed_row mixed_rows[] = {
#define UNARY(name, result)
#define BINARY(name, result, weak)
#define MIXED(name, pairs) {#name, pairs},
#include "../data/ops/dtypes.inc"
#undef UNARY
#undef BINARY
#undef MIXED
};

constexpr bool equal(char const* a, char const* b) {
  while (*a != '\0' && *a == *b) ++a, ++b;
  return *a == *b;
}
template <class Row, std::size_t Rows>
constexpr Row find(Row const (&rows)[Rows], char const* name) {
  for (Row const& r : rows)
    if (equal(r.name, name)) return r;
  throw "no such row in dtypes.inc";
}

/// A name as a template argument.
template <std::size_t Size>
struct literal {
  char text[Size] = {};
  constexpr literal(char const (&from)[Size]) {
    for (std::size_t i = 0; i < Size; ++i) text[i] = from[i];
  }
};

/// How far a result may be from the reference.
struct tolerance {
  double ulp = 0;               ///< float32 and float64: values between the two
  double half = 0;              ///< float16
  double complex_epsilons = 0;  ///< |error| / |value| in units of the parts' epsilon
  double absolute = 0;          ///< real: an error of so many epsilons (not relative) is always allowed
  bool zero_sign = true;        ///< whether the sign of zero counts
  bool conditioned = false;     ///< complex: the bound grows with the operands' magnitude
  bool finite_only = false;     ///< complex: operands and results that are not finite are not compared
};

/// Bitwise.
inline constexpr tolerance exact{};
/// The bounds of a function of the C library.
constexpr tolerance within(double ulp, double complex_epsilons = 8) {
  return {.ulp = ulp, .half = 1, .complex_epsilons = complex_epsilons};
}

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
inline double distance(double x, double y) {
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
double size_of(T x) {
  if constexpr (cp::complex_floating<T>)
    return std::hypot(double(x.re), double(x.im));
  else
    return std::abs(double(x));
}

/// One failed check a pair of arrays, naming the first element that is wrong and how many are.
template <class R, class... X>
void compare(std::string const& what, cp::ndarray<R, 1, cp::host_space> const& got,
             cp::ndarray<R, 1, cp::host_space> const& want, tolerance const& allowed,
             cp::ndarray<X, 1, cp::host_space> const&... x) {
  REQUIRE_MESSAGE(got.size() == want.size(), what);
  std::int64_t wrong = 0;
  std::string first;
  for (std::int64_t i = 0; i < got.size(); ++i) {
    double size = 0;
    ((size = !(size_of(x(i)) <= size) ? size_of(x(i)) : size), ...);  // NaN stays
    if (allowed.finite_only && cp::complex_floating<R> && !(size < 1e300)) continue;
    if (near(got(i), want(i), allowed, size)) continue;
    if (wrong++ < 4)
      first +=
          "\n  of" + ((" " + text(x(i))) + ... + std::string()) + ": " + text(got(i)) + ", expected " + text(want(i));
  }
  CHECK_MESSAGE(wrong == 0, what << ": " << wrong << " of " << got.size() << " wrong;" << first);
}

template <class R>
void same_bits(std::string const& what, cp::ndarray<R, 1, cp::host_space> const& got,
               cp::ndarray<R, 1, cp::host_space> const& want) {
  REQUIRE_MESSAGE(got.size() == want.size(), what);
  std::int64_t wrong = 0, first = 0;
  for (std::int64_t i = 0; i < got.size(); ++i) {
    R const a = got(i), b = want(i);
    if (std::memcmp(&a, &b, sizeof(R)) == 0) continue;
    if constexpr (cp::floating<R>)
      if (a != a && b != b) continue;
    if (wrong++ == 0) first = i;
  }
  CHECK_MESSAGE(wrong == 0,
                what << ": " << wrong << " of " << got.size() << " differ from the contiguous result, first [" << first
                     << "]: " << text(wrong > 0 ? got(first) : R{}) << ", not " << text(wrong > 0 ? want(first) : R{}));
}

/// A data file, read from its start.
class reader {
 public:
  explicit reader(std::string const& name) : source_(FUSE_TEST_DATA "/ops/" + name + ".npy") {}
  template <class T>
  cp::ndarray<T, 1> next() {
    return cp::load<T, 1>(source_);
  }

 private:
  cp::io::file_source source_;
};

/// The arrays of dtype T that all functions of one operand are given, and those of two operands.
template <class T>
std::vector<cp::ndarray<T, 1>> inputs(char const* name, int operands) {
  reader file(name);
  std::vector<cp::ndarray<T, 1>> found;
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    auto const look = [&]<class U>(std::type_identity<U>) {
      for (int i = 0; i < operands; ++i) {
        auto const a = file.next<U>();
        if constexpr (std::is_same_v<T, U>) found.push_back(a);
      }
    };
    (look(std::type_identity<type_of<codes[I]>>{}), ...);
  }
  (std::make_index_sequence<count>{});
  return found;
}

/// The same elements at every second place, backwards, and one element off the start of their memory.
template <class T>
struct layouts {
  cp::ndarray<T, 1> strided, reversed, shifted;

  explicit layouts(cp::ndarray<T, 1> const& x) {
    std::int64_t const n = x.size();
    auto const wide = cp::zeros<T>({2 * n + 1});
    strided = wide(cp::slice(1, cp::end, 2));
    strided(cp::all) = x;
    reversed = cp::zeros<T>({n})(cp::slice(cp::end, cp::end, -1));
    reversed(cp::all) = x;
    shifted = cp::zeros<T>({n + 1})(cp::slice(1, cp::end));
    shifted(cp::all) = x;
  }
};

/// One element as a view of rank 0.
template <class T>
cp::ndarray<T, 0> element(cp::ndarray<T, 1> const& x, std::int64_t i) {
  return cp::ndarray<T, 0>(x.memory(), x.data() + i * x.strides()[0], {}, {});
}

/// A function of arrays of T whose results are of dtype R, so that the checks are compiled once a dtype.
template <class T, class R, int Operands>
using on_arrays = std::conditional_t<
    Operands == 1, std::function<cp::ndarray<R, 1, cp::host_space>(cp::ndarray<T, 1> const&)>,
    std::function<cp::ndarray<R, 1, cp::host_space>(cp::ndarray<T, 1> const&, cp::ndarray<T, 1> const&)>>;

template <class T, class R>
void unary_layouts(on_arrays<T, R, 1> const& run, std::string const& what, cp::ndarray<T, 1> const& x) {
  auto const direct = run(x);
  layouts<T> const as(x);
  same_bits(what + " of a strided operand", run(as.strided), direct);
  same_bits(what + " of a reversed operand", run(as.reversed), direct);
  same_bits(what + " of a misaligned operand", run(as.shifted), direct);
  CHECK_MESSAGE(run(x(cp::slice(0, 0))).size() == 0, what);
  same_bits(what + " of a broadcast operand", run(cp::broadcast_to(x(cp::slice(1, 2)), {5})),
            cp::broadcast_to(direct(cp::slice(1, 2)), {5}));
}

template <class T, class R>
void binary_layouts(on_arrays<T, R, 2> const& run, std::string const& what, cp::ndarray<T, 1> const& x,
                    cp::ndarray<T, 1> const& y) {
  auto const direct = run(x, y);
  layouts<T> const p(x), q(y);
  same_bits(what + " of strided operands", run(p.strided, q.strided), direct);
  same_bits(what + " of reversed operands", run(p.reversed, q.reversed), direct);
  same_bits(what + " of operands of two layouts", run(p.shifted, q.reversed), direct);
  CHECK_MESSAGE(run(x(cp::slice(0, 0)), y(cp::slice(0, 1))).size() == 0, what);
  std::int64_t const n = 9;
  auto const few = cp::slice(n);
  same_bits(what + " of a broadcast operand", run(x(cp::slice(0, 1)), y(few)),
            run(cp::broadcast_to(x(cp::slice(0, 1)), {n}).copy(), y(few)));
  same_bits(what + " of a broadcast second operand", run(x(few), y(cp::slice(3, 4))),
            run(x(few), cp::broadcast_to(y(cp::slice(3, 4)), {n}).copy()));
}

/// Rank 0 and strided results need code of their own for each function: two dtypes are checked.
template <class T>
constexpr bool more_layouts = std::is_same_v<T, float> || std::is_same_v<T, cp::int32>;

template <class R>
cp::ndarray<R, 1, cp::host_space> as_row(cp::ndarray<R, 0> const& a) {
  return cp::ndarray<R, 1>(a.memory(), a.data(), {{1}}, {{1}}).to_host();
}

template <char X, char R, class Op>
void unary_of(Op const& op, std::string const& name, reader& expected, tolerance const& allowed) {
  if constexpr (R != '-') {
    using T = type_of<X>;
    auto const x = inputs<T>("unary", 1)[0];
    auto const e = op(x);
    static_assert(code_of<typename decltype(e)::value_type> == R, "the result's dtype differs from NumPy's");
    std::string const what = name + " of " + cp::dtype_traits<T>::name;
    on_arrays<T, type_of<R>, 1> const run = [&op](cp::ndarray<T, 1> const& a) { return cp::eval(op(a)).to_host(); };
    auto const direct = run(x);
    compare(what, direct, expected.next<type_of<R>>().to_host(), allowed, x.to_host());
    unary_layouts<T, type_of<R>>(run, what, x);
    if constexpr (more_layouts<T>) {
      same_bits(what + " of rank 0", as_row(cp::eval(op(element(x, 1)))), direct(cp::slice(1, 2)));
      auto const out = cp::zeros<type_of<R>>({2 * x.size()});
      out(cp::slice(0, cp::end, 2)) = e;
      same_bits(what + " into a strided view", out(cp::slice(0, cp::end, 2)).to_host(), direct);
    }
  }
}
/// Every dtype that NumPy takes: dtype, values and layouts.
template <literal Name, class Op>
void unary(Op const& op, tolerance const& allowed) {
  static constexpr unary_row row = find(unary_rows, Name.text);
  reader expected(Name.text);
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (unary_of<codes[I], row.result[I]>(op, Name.text, expected, allowed), ...);
  }
  (std::make_index_sequence<count>{});
}

template <char X, char R, class Op>
void binary_of(Op const& op, std::string const& name, reader& expected, tolerance const& allowed) {
  if constexpr (R != '-') {
    using T = type_of<X>;
    auto const xy = inputs<T>("binary", 2);
    auto const e = op(xy[0], xy[1]);
    static_assert(code_of<typename decltype(e)::value_type> == R, "the result's dtype differs from NumPy's");
    std::string const what = name + " of " + cp::dtype_traits<T>::name;
    on_arrays<T, type_of<R>, 2> const run = [&op](cp::ndarray<T, 1> const& a, cp::ndarray<T, 1> const& b) {
      return cp::eval(op(a, b)).to_host();
    };
    auto const& [x, y] = std::pair(xy[0], xy[1]);
    auto const direct = run(x, y);
    compare(what, direct, expected.next<type_of<R>>().to_host(), allowed, x.to_host(), y.to_host());
    binary_layouts<T, type_of<R>>(run, what, x, y);
    if constexpr (more_layouts<T>) {
      same_bits(what + " of rank 0", as_row(cp::eval(op(element(x, 1), element(y, 1)))), direct(cp::slice(1, 2)));
      same_bits(what + " with an operand of rank 0", cp::eval(op(x(cp::slice(1, 2)), element(y, 1))).to_host(),
                direct(cp::slice(1, 2)));
      auto const out = cp::zeros<type_of<R>>({2 * x.size()});
      // Backwards other elements fall to the end of the host's vector loop, where the C library's scalar functions take
      // over: these may differ in the last bit.
      auto const places = cp::slice(cp::end, cp::end, allowed.ulp == 0 ? -2 : 2);
      out(places) = e;
      same_bits(what + " into a strided view", out(places).to_host(), direct);
    }
  }
}
/// The same for two operands of one dtype.
template <literal Name, class Op>
void binary(Op const& op, tolerance const& allowed) {
  static constexpr binary_row row = find(binary_rows, Name.text);
  reader expected(Name.text);
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (binary_of<codes[I], row.result[I * count + I]>(op, Name.text, expected, allowed), ...);
  }
  (std::make_index_sequence<count>{});
}

template <char A, char B, class Op>
void mixed_of(Op const& op, std::string const& name, reader& file, tolerance const& allowed) {
  auto const x = file.next<type_of<A>>();
  auto const y = file.next<type_of<B>>();
  auto const e = op(x, y);
  using R = typename std::remove_cvref_t<decltype(e)>::value_type;
  std::string const what =
      name + " of " + cp::dtype_traits<type_of<A>>::name + " and " + cp::dtype_traits<type_of<B>>::name;
  compare(what, cp::eval(e).to_host(), file.next<R>().to_host(), allowed, x.to_host(), y.to_host());
}
/// Pairs of different dtypes.
template <literal Name, class Op>
void mixed(Op const& op, tolerance const& allowed) {
  static constexpr mixed_row row = find(mixed_rows, Name.text);
  static constexpr std::size_t pairs = [] {
    std::size_t n = 0;
    while (row.pairs[n] != '\0') ++n;
    return n / 2;
  }();
  reader file(std::string("mixed_") + Name.text);
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (mixed_of<row.pairs[2 * I], row.pairs[2 * I + 1]>(op, Name.text, file, allowed), ...);
  }
  (std::make_index_sequence<pairs>{});
}

}  // namespace golden

#define UNARY_AS_NUMPY(name, ...) \
  TEST_CASE(#name " gives NumPy's dtypes and values") { golden::unary<#name>(cp::name, __VA_ARGS__); }
#define BINARY_AS_NUMPY(name, ...) \
  TEST_CASE(#name " gives NumPy's dtypes and values") { golden::binary<#name>(cp::name, __VA_ARGS__); }
#define MIXED_AS_NUMPY(name, ...) \
  TEST_CASE(#name " of two dtypes gives NumPy's dtypes and values") { golden::mixed<#name>(cp::name, __VA_ARGS__); }
