// Compares elementwise functions with what NumPy gave (tests/data/ops, written by scripts/make_ops_data.py). What does
// not depend on the function is compiled once, in golden.cpp.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <fuse/fuse.hpp>
#include <fuse/io.hpp>
#include <initializer_list>
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

/// The elements of a one-dimensional array of any of the dtypes, in host memory, as comparing sees them.
class values {
 public:
  template <class T>
  values(cp::ndarray<T, 1> const& a);  // NOLINT(google-explicit-constructor): an array is its values

  char code() const { return code_; }
  std::int64_t size() const { return size_; }
  /// The elements from first on: that many.
  values part(std::int64_t first, std::int64_t size) const;
  /// Element 0, that many times.
  values repeated(std::int64_t size) const;
  std::string text(std::int64_t i) const;
  double magnitude(std::int64_t i) const;

  template <class T>
  T const& at(std::int64_t i) const {
    return reinterpret_cast<T const*>(bytes_.data())[i];
  }

 private:
  char code_ = '-';
  std::int64_t size_ = 0;
  std::vector<std::byte> bytes_;
};

/// One failed check a pair of arrays, naming the first elements that are wrong, by their operands, and how many are.
void compare(std::string const& what, values const& got, values const& want, tolerance const& allowed,
             std::initializer_list<values> operands);
template <class... X>
void compare(std::string const& what, values const& got, values const& want, tolerance const& allowed, X const&... x) {
  compare(what, got, want, allowed, std::initializer_list<values>{x...});
}

/// Two ways of computing one result: equal in every bit, but for the bits of NaN.
void same_bits(std::string const& what, values const& got, values const& want);

/// A data file, read from its start.
class reader {
 public:
  explicit reader(std::string const& name) : source_(FUSE_TEST_DATA "/ops/" + name + ".npy") {}
  template <class T>
  cp::ndarray<T, 1> next();

 private:
  cp::io::file_source source_;
};

/// The same elements at every second place, backwards, and one element off the start of their memory.
template <class T>
struct layouts {
  cp::ndarray<T, 1> strided, reversed, shifted;

  explicit layouts(cp::ndarray<T, 1> const& x);
};

/// One element as a view of rank 0.
template <class T>
cp::ndarray<T, 0> element(cp::ndarray<T, 1> const& x, std::int64_t i) {
  return cp::ndarray<T, 0>(x.memory(), x.data() + i * x.strides()[0], {}, {});
}
template <class T>
values as_row(cp::ndarray<T, 0> const& a) {
  return cp::ndarray<T, 1>(a.memory(), a.data(), {{1}}, {{1}});
}

/// The arrays of dtype T that all functions of that many operands are given, one or two.
template <class T>
std::vector<cp::ndarray<T, 1>> inputs(int operands);

/// A function of arrays of one dtype.
template <class T>
using on_array = std::function<values(cp::ndarray<T, 1> const&)>;
template <class T>
using on_arrays = std::function<values(cp::ndarray<T, 1> const&, cp::ndarray<T, 1> const&)>;

/// Compares a function of every layout of the operands with what is expected; gives its result.
template <class T>
values check_unary(std::string const& what, cp::ndarray<T, 1> const& x, on_array<T> const& run, values const& want,
                   tolerance const& allowed);
template <class T>
values check_binary(std::string const& what, cp::ndarray<T, 1> const& x, cp::ndarray<T, 1> const& y,
                    on_arrays<T> const& run, values const& want, tolerance const& allowed);

#define FUSE_GOLDEN_DTYPE(extern_or_nothing, T)                                                                      \
  extern_or_nothing template values::values(cp::ndarray<T, 1> const&);                                               \
  extern_or_nothing template cp::ndarray<T, 1> reader::next<T>();                                                    \
  extern_or_nothing template struct layouts<T>;                                                                      \
  extern_or_nothing template std::vector<cp::ndarray<T, 1>> inputs<T>(int);                                          \
  extern_or_nothing template values check_unary<T>(std::string const&, cp::ndarray<T, 1> const&, on_array<T> const&, \
                                                   values const&, tolerance const&);                                 \
  extern_or_nothing template values check_binary<T>(std::string const&, cp::ndarray<T, 1> const&,                    \
                                                    cp::ndarray<T, 1> const&, on_arrays<T> const&, values const&,    \
                                                    tolerance const&);
#define FUSE_GOLDEN_DTYPES(extern_or_nothing)         \
  FUSE_GOLDEN_DTYPE(extern_or_nothing, bool)          \
  FUSE_GOLDEN_DTYPE(extern_or_nothing, cp::int8)      \
  FUSE_GOLDEN_DTYPE(extern_or_nothing, cp::int16)     \
  FUSE_GOLDEN_DTYPE(extern_or_nothing, cp::int32)     \
  FUSE_GOLDEN_DTYPE(extern_or_nothing, cp::int64)     \
  FUSE_GOLDEN_DTYPE(extern_or_nothing, cp::uint8)     \
  FUSE_GOLDEN_DTYPE(extern_or_nothing, cp::uint16)    \
  FUSE_GOLDEN_DTYPE(extern_or_nothing, cp::uint32)    \
  FUSE_GOLDEN_DTYPE(extern_or_nothing, cp::uint64)    \
  FUSE_GOLDEN_DTYPE(extern_or_nothing, cp::float16)   \
  FUSE_GOLDEN_DTYPE(extern_or_nothing, float)         \
  FUSE_GOLDEN_DTYPE(extern_or_nothing, double)        \
  FUSE_GOLDEN_DTYPE(extern_or_nothing, cp::complex64) \
  FUSE_GOLDEN_DTYPE(extern_or_nothing, cp::complex128)
FUSE_GOLDEN_DTYPES(extern)

/// Rank 0 and strided results need code of their own for each function: two dtypes are checked.
template <class T>
constexpr bool more_layouts = std::is_same_v<T, float> || std::is_same_v<T, cp::int32>;

template <char X, char R, class Op>
void unary_of(Op const& op, std::string const& name, reader& expected, tolerance const& allowed) {
  if constexpr (R != '-') {
    using T = type_of<X>;
    auto const x = inputs<T>(1)[0];
    auto const e = op(x);
    static_assert(code_of<typename decltype(e)::value_type> == R, "the result's dtype differs from NumPy's");
    std::string const what = name + " of " + cp::dtype_traits<T>::name;
    values const direct = check_unary<T>(
        what, x, [&op](cp::ndarray<T, 1> const& a) -> values { return cp::eval(op(a)); }, expected.next<type_of<R>>(),
        allowed);
    if constexpr (more_layouts<T>) {
      same_bits(what + " of rank 0", as_row(cp::eval(op(element(x, 1)))), direct.part(1, 1));
      auto const out = cp::zeros<type_of<R>>({2 * x.size()});
      out(cp::slice(0, cp::end, 2)) = e;
      same_bits(what + " into a strided view", out(cp::slice(0, cp::end, 2)), direct);
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
    auto const xy = inputs<T>(2);
    auto const &x = xy[0], &y = xy[1];
    auto const e = op(x, y);
    static_assert(code_of<typename decltype(e)::value_type> == R, "the result's dtype differs from NumPy's");
    std::string const what = name + " of " + cp::dtype_traits<T>::name;
    values const direct = check_binary<T>(
        what, x, y,
        [&op](cp::ndarray<T, 1> const& a, cp::ndarray<T, 1> const& b) -> values { return cp::eval(op(a, b)); },
        expected.next<type_of<R>>(), allowed);
    if constexpr (more_layouts<T>) {
      same_bits(what + " of rank 0", as_row(cp::eval(op(element(x, 1), element(y, 1)))), direct.part(1, 1));
      same_bits(what + " with an operand of rank 0", cp::eval(op(x(cp::slice(1, 2)), element(y, 1))),
                direct.part(1, 1));
      auto const out = cp::zeros<type_of<R>>({2 * x.size()});
      // Backwards other elements fall to the end of the host's vector loop, where the C library's scalar functions take
      // over: these may differ in the last bit.
      auto const places = cp::slice(cp::end, cp::end, allowed.ulp == 0 ? -2 : 2);
      out(places) = e;
      same_bits(what + " into a strided view", out(places), direct);
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
  compare(what, cp::eval(e), file.next<R>(), allowed, x, y);
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
