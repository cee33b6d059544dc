// Compares elementwise functions with what NumPy gave (tests/data/ops, written by tests/data/make_ops.py). What does
// not depend on the function is compiled once, in golden.cpp.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <fuse/io.hpp>
#include <initializer_list>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "data.hpp"

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

/// A one-dimensional array of any of the dtypes.
struct any_array {
  cp::storage_ptr memory;
  void* data = nullptr;
  std::int64_t size = 0, stride = 0;
  char code = '-';

  any_array() = default;
  template <class T>
  any_array(cp::ndarray<T, 1> const& a)  // NOLINT(google-explicit-constructor): it is the same array
      : memory(a.memory()), data(a.data()), size(a.size()), stride(a.strides()[0]), code(code_of<T>) {}
  template <class T>
  cp::ndarray<T, 1> as() const {
    return cp::ndarray<T, 1>(memory, static_cast<T*>(data), {{size}}, {{stride}});
  }
};

/// The elements of a one-dimensional array, in host memory, as comparing sees them.
class values {
 public:
  values() = default;
  values(any_array const& a);  // NOLINT(google-explicit-constructor): an array is its values
  template <class T>
  values(cp::ndarray<T, 1> const& a) : values(any_array(a)) {}  // NOLINT(google-explicit-constructor)

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
  explicit reader(std::string const& name) : source_(tests::data_folder() + "/ops/" + name + ".npy") {}
  template <class T>
  cp::ndarray<T, 1> next() {
    return next(code_of<T>).template as<T>();
  }
  any_array next(char code);

 private:
  cp::io::file_source source_;
};

/// The same elements at every second place, backwards, and one element off the start of their memory.
struct any_layouts {
  any_array strided, reversed, shifted;

  explicit any_layouts(any_array const& x);
};
template <class T>
struct layouts {
  cp::ndarray<T, 1> strided, reversed, shifted;

  explicit layouts(any_layouts const& x)
      : strided(x.strided.as<T>()), reversed(x.reversed.as<T>()), shifted(x.shifted.as<T>()) {}
  explicit layouts(cp::ndarray<T, 1> const& x) : layouts(any_layouts(x)) {}
};

/// One element as a view of rank 0.
template <class T>
cp::ndarray<T, 0> element(any_array const& x, std::int64_t i) {
  return cp::ndarray<T, 0>(x.memory, static_cast<T*>(x.data) + i * x.stride, {}, {});
}
template <class T>
any_array as_row(cp::ndarray<T, 0> const& a) {
  return cp::ndarray<T, 1>(a.memory(), a.data(), {{1}}, {{1}});
}

// A function with operands of some dtypes, compiled: what compares it is compiled once, in golden.cpp.

/// Rank 0 and strided results need code of their own for each function: two dtypes are checked.
template <class T>
constexpr bool more_layouts = std::is_same_v<T, float> || std::is_same_v<T, cp::int32>;

/// Whether this build compiles what takes the dtype: FUSE_TEST_EVERYTHING, or one of each kind and size class.
constexpr bool is_built(char code) {
#if FUSE_TEST_EVERYTHING
  return code != '-';
#else
  return code == 'b' || code == 'l' || code == 'e' || code == 'f' || code == 'F';
#endif
}

struct unary_case {
  char operand = '-', result = '-';  ///< NumPy's; no result: it refuses the dtype
  any_array (*of)(any_array const& x) = nullptr;
  any_array (*of_element)(any_array const& x, std::int64_t i) = nullptr;
  void (*into)(any_array const& x, any_array const& out) = nullptr;  ///< a strided one
};
template <class Op, char X, char R>
constexpr unary_case unary_case_of() {
  static_assert(std::is_empty_v<Op>);
  unary_case c{X, R};
  if constexpr (R != '-' && is_built(X)) {
    using T = type_of<X>;
    using result = typename decltype(Op{}(std::declval<cp::ndarray<T, 1> const&>()))::value_type;
    static_assert(code_of<result> == R, "the result's dtype differs from NumPy's");
    c.of = [](any_array const& x) -> any_array { return cp::eval(Op{}(x.as<T>())); };
    if constexpr (more_layouts<T>) {
      c.of_element = [](any_array const& x, std::int64_t i) { return as_row(cp::eval(Op{}(element<T>(x, i)))); };
      c.into = [](any_array const& x, any_array const& out) { out.as<result>()(cp::all) = Op{}(x.as<T>()); };
    }
  }
  return c;
}
/// Every dtype that NumPy takes: values and layouts.
void check_unary(std::string const& name, unary_case const (&cases)[count], tolerance const& allowed);
template <literal Name, class Op>
void unary(Op const&, tolerance const& allowed) {
  static constexpr unary_row row = find(unary_rows, Name.text);
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    static constexpr unary_case cases[] = {unary_case_of<Op, codes[I], row.result[I]>()...};
    check_unary(Name.text, cases, allowed);
  }
  (std::make_index_sequence<count>{});
}

struct binary_case {
  char first = '-', second = '-', result = '-';  ///< no result: NumPy refuses the dtypes
  any_array (*of)(any_array const& x, any_array const& y) = nullptr;
  any_array (*of_elements)(any_array const& x, any_array const& y, std::int64_t i) = nullptr;
  any_array (*of_row)(any_array const& x, any_array const& y, std::int64_t i) = nullptr;  ///< with an element of y
  void (*into)(any_array const& x, any_array const& y, any_array const& out) = nullptr;   ///< a strided one
};
/// `R`: the result's dtype, or `?` for whatever it is (where that is not built, it is found out all the same).
template <class Op, char X, char Y, char R, bool Layouts>
constexpr binary_case binary_case_of() {
  static_assert(std::is_empty_v<Op>);
  binary_case c{X, Y, R};
  if constexpr (R == '?' || (R != '-' && is_built(X) && is_built(Y))) {
    using T = type_of<X>;
    using U = type_of<Y>;
    using result = typename decltype(
        Op{}(std::declval<cp::ndarray<T, 1> const&>(), std::declval<cp::ndarray<U, 1> const&>()))::value_type;
    static_assert(R == '?' || code_of<result> == R, "the result's dtype differs from NumPy's");
    c.result = code_of<result>;
  }
  if constexpr (R != '-' && is_built(X) && is_built(Y)) {
    using T = type_of<X>;
    using U = type_of<Y>;
    c.of = [](any_array const& x, any_array const& y) -> any_array { return cp::eval(Op{}(x.as<T>(), y.as<U>())); };
    if constexpr (Layouts && more_layouts<T>) {
      using result = type_of<R>;
      c.of_elements = [](any_array const& x, any_array const& y, std::int64_t i) {
        return as_row(cp::eval(Op{}(element<T>(x, i), element<U>(y, i))));
      };
      c.of_row = [](any_array const& x, any_array const& y, std::int64_t i) -> any_array {
        return cp::eval(Op{}(x.as<T>(), element<U>(y, i)));
      };
      c.into = [](any_array const& x, any_array const& y, any_array const& out) {
        out.as<result>()(cp::all) = Op{}(x.as<T>(), y.as<U>());
      };
    }
  }
  return c;
}
/// The same for two operands of one dtype.
void check_binary(std::string const& name, binary_case const (&cases)[count], tolerance const& allowed);
template <literal Name, class Op>
void binary(Op const&, tolerance const& allowed) {
  static constexpr binary_row row = find(binary_rows, Name.text);
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    static constexpr binary_case cases[] = {
        binary_case_of<Op, codes[I], codes[I], row.result[I * count + I], true>()...};
    check_binary(Name.text, cases, allowed);
  }
  (std::make_index_sequence<count>{});
}

/// Pairs of different dtypes.
void check_mixed(std::string const& name, binary_case const* cases, std::size_t pairs, tolerance const& allowed);
template <literal Name, class Op>
void mixed(Op const&, tolerance const& allowed) {
  static constexpr mixed_row row = find(mixed_rows, Name.text);
  static constexpr std::size_t pairs = [] {
    std::size_t n = 0;
    while (row.pairs[n] != '\0') ++n;
    return n / 2;
  }();
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    static constexpr binary_case cases[] = {
        binary_case_of<Op, row.pairs[2 * I], row.pairs[2 * I + 1], '?', false>()...};
    check_mixed(Name.text, cases, pairs, allowed);
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
