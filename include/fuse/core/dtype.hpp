// The element types: NumPy's names, their kinds, and which type an operation on two of them computes in.
#pragma once

#include <cstdint>
#include <fuse/core/complex.hpp>
#include <fuse/core/config.hpp>
#include <fuse/core/dtype_id.hpp>
#include <fuse/core/half.hpp>

namespace cp {

using bool_ = bool;            ///< numpy.bool
using int8 = std::int8_t;      ///< numpy.int8
using int16 = std::int16_t;    ///< numpy.int16
using int32 = std::int32_t;    ///< numpy.int32
using int64 = std::int64_t;    ///< numpy.int64
using uint8 = std::uint8_t;    ///< numpy.uint8
using uint16 = std::uint16_t;  ///< numpy.uint16
using uint32 = std::uint32_t;  ///< numpy.uint32
using uint64 = std::uint64_t;  ///< numpy.uint64
using float32 = float;         ///< numpy.float32
using float64 = double;        ///< numpy.float64

/// What an element type counts with, from narrow to wide.
enum class dtype_kind : unsigned char { boolean, signed_integer, unsigned_integer, floating, complex_floating, other };

namespace detail {

inline constexpr int dtype_count = 15;
static_assert(static_cast<int>(dtype_id::other) == dtype_count);

struct dtype_row {
  char const* name;
  dtype_kind kind;
  unsigned char itemsize;
  dtype_id float_for;  // NumPy's result of a unary float function
};

inline constexpr dtype_row dtype_rows[dtype_count + 1] = {
    {"bool", dtype_kind::boolean, 1, dtype_id::float16},
    {"int8", dtype_kind::signed_integer, 1, dtype_id::float16},
    {"int16", dtype_kind::signed_integer, 2, dtype_id::float32},
    {"int32", dtype_kind::signed_integer, 4, dtype_id::float64},
    {"int64", dtype_kind::signed_integer, 8, dtype_id::float64},
    {"uint8", dtype_kind::unsigned_integer, 1, dtype_id::float16},
    {"uint16", dtype_kind::unsigned_integer, 2, dtype_id::float32},
    {"uint32", dtype_kind::unsigned_integer, 4, dtype_id::float64},
    {"uint64", dtype_kind::unsigned_integer, 8, dtype_id::float64},
    {"float16", dtype_kind::floating, 2, dtype_id::float16},
    {"bfloat16", dtype_kind::floating, 2, dtype_id::bfloat16},
    {"float32", dtype_kind::floating, 4, dtype_id::float32},
    {"float64", dtype_kind::floating, 8, dtype_id::float64},
    {"complex64", dtype_kind::complex_floating, 8, dtype_id::complex64},
    {"complex128", dtype_kind::complex_floating, 16, dtype_id::complex128},
    {"other", dtype_kind::other, 0, dtype_id::other},
};

FUSE_HD constexpr bool is_integer(dtype_kind k) {
  return k == dtype_kind::signed_integer || k == dtype_kind::unsigned_integer;
}

constexpr dtype_row row_of(dtype_id id) { return dtype_rows[static_cast<int>(id)]; }

// The smallest dtype that holds both: numpy.result_type on arrays. bfloat16 is as in ml_dtypes where that has an answer
// (it has none for integers of 16 bits and more); with an integer, as float16 would be.
constexpr dtype_id promote(dtype_id a, dtype_id b) {
  using enum dtype_id;
  if (a == b) return a;
  if (a == other || b == other) return other;
  if (row_of(a).kind > row_of(b).kind || (row_of(a).kind == row_of(b).kind && a > b)) {
    dtype_id const t = a;
    a = b;
    b = t;
  }  // now a is the narrower kind, or the smaller of one kind
  dtype_row const x = row_of(a), y = row_of(b);
  if (x.kind == dtype_kind::boolean) return b;
  if (x.kind == y.kind) return a == float16 && b == bfloat16 ? float32 : b;
  if (y.kind == dtype_kind::unsigned_integer) {  // with a signed one
    if (x.itemsize > y.itemsize) return a;
    return y.itemsize == 1 ? int16 : y.itemsize == 2 ? int32 : y.itemsize == 4 ? int64 : float64;
  }
  bool const is_int = is_integer(x.kind);
  // the bytes of the parts that hold a's values: 8-bit integers fit into any float, 16-bit ones into float32
  int const need = is_int ? (x.itemsize <= 2 ? 2 * x.itemsize : 8) : x.itemsize;
  if (y.kind == dtype_kind::floating) return need > 4 || y.itemsize == 8 ? float64 : need > y.itemsize ? float32 : b;
  return need > 4 || y.itemsize == 16 ? complex128 : complex64;
}

// NumPy 2's rule for an array with a Python scalar: only a scalar of a higher kind changes the array's dtype.
constexpr dtype_id promote_weak(dtype_id array, dtype_id scalar) {
  using enum dtype_id;
  dtype_row const x = row_of(array), y = row_of(scalar);
  if (x.kind == dtype_kind::other || y.kind == dtype_kind::other) return array == scalar ? array : other;
  if (y.kind == dtype_kind::complex_floating && x.kind < dtype_kind::complex_floating) {
    return x.kind == dtype_kind::floating && x.itemsize <= 4 ? complex64 : complex128;
  }
  if (y.kind == dtype_kind::floating && x.kind < dtype_kind::floating) return float64;
  if (is_integer(y.kind) && x.kind == dtype_kind::boolean) return int64;
  return array;
}

template <dtype_id Id>
struct type_of_id {
  using type = void;
};

// One specialisation an element type: `type` is the fixed-width type that it is the same as.
template <class T>
struct dtype_base {
  static constexpr dtype_id id = dtype_id::other;
  using type = T;
};

template <class T, dtype_id Id>
struct known_dtype {
  static constexpr dtype_id id = Id;
  using type = T;
};

template <int Bytes, bool Signed>
struct fixed_integer;
template <>
struct fixed_integer<1, true> : known_dtype<int8, dtype_id::int8> {};
template <>
struct fixed_integer<2, true> : known_dtype<int16, dtype_id::int16> {};
template <>
struct fixed_integer<4, true> : known_dtype<int32, dtype_id::int32> {};
template <>
struct fixed_integer<8, true> : known_dtype<int64, dtype_id::int64> {};
template <>
struct fixed_integer<1, false> : known_dtype<uint8, dtype_id::uint8> {};
template <>
struct fixed_integer<2, false> : known_dtype<uint16, dtype_id::uint16> {};
template <>
struct fixed_integer<4, false> : known_dtype<uint32, dtype_id::uint32> {};
template <>
struct fixed_integer<8, false> : known_dtype<uint64, dtype_id::uint64> {};

template <>
struct dtype_base<bool> : known_dtype<bool, dtype_id::bool_> {};
template <>
struct dtype_base<char> : fixed_integer<1, (static_cast<char>(-1) < 0)> {};
template <>
struct dtype_base<signed char> : fixed_integer<1, true> {};
template <>
struct dtype_base<unsigned char> : fixed_integer<1, false> {};
template <>
struct dtype_base<short> : fixed_integer<sizeof(short), true> {};
template <>
struct dtype_base<unsigned short> : fixed_integer<sizeof(short), false> {};
template <>
struct dtype_base<int> : fixed_integer<sizeof(int), true> {};
template <>
struct dtype_base<unsigned int> : fixed_integer<sizeof(int), false> {};
template <>
struct dtype_base<long> : fixed_integer<sizeof(long), true> {};
template <>
struct dtype_base<unsigned long> : fixed_integer<sizeof(long), false> {};
template <>
struct dtype_base<long long> : fixed_integer<sizeof(long long), true> {};
template <>
struct dtype_base<unsigned long long> : fixed_integer<sizeof(long long), false> {};
template <>
struct dtype_base<float16> : known_dtype<float16, dtype_id::float16> {};
template <>
struct dtype_base<bfloat16> : known_dtype<bfloat16, dtype_id::bfloat16> {};
template <>
struct dtype_base<float> : known_dtype<float, dtype_id::float32> {};
template <>
struct dtype_base<double> : known_dtype<double, dtype_id::float64> {};
template <>
struct dtype_base<complex64> : known_dtype<complex64, dtype_id::complex64> {};
template <>
struct dtype_base<complex128> : known_dtype<complex128, dtype_id::complex128> {};
template <class T>
struct dtype_base<T const> : dtype_base<T> {};

template <>
struct type_of_id<dtype_id::bool_> {
  using type = bool;
};
template <>
struct type_of_id<dtype_id::int8> {
  using type = int8;
};
template <>
struct type_of_id<dtype_id::int16> {
  using type = int16;
};
template <>
struct type_of_id<dtype_id::int32> {
  using type = int32;
};
template <>
struct type_of_id<dtype_id::int64> {
  using type = int64;
};
template <>
struct type_of_id<dtype_id::uint8> {
  using type = uint8;
};
template <>
struct type_of_id<dtype_id::uint16> {
  using type = uint16;
};
template <>
struct type_of_id<dtype_id::uint32> {
  using type = uint32;
};
template <>
struct type_of_id<dtype_id::uint64> {
  using type = uint64;
};
template <>
struct type_of_id<dtype_id::float16> {
  using type = float16;
};
template <>
struct type_of_id<dtype_id::bfloat16> {
  using type = bfloat16;
};
template <>
struct type_of_id<dtype_id::float32> {
  using type = float32;
};
template <>
struct type_of_id<dtype_id::float64> {
  using type = float64;
};
template <>
struct type_of_id<dtype_id::complex64> {
  using type = complex64;
};
template <>
struct type_of_id<dtype_id::complex128> {
  using type = complex128;
};

template <class A, class B>
struct promoted {
  using type = typename type_of_id<promote(dtype_base<A>::id, dtype_base<B>::id)>::type;
};
template <class A>
struct promoted<A, A> {
  using type = typename dtype_base<A>::type;
};

template <class A, class S>
struct weakly_promoted {
  using type = typename type_of_id<promote_weak(dtype_base<A>::id, dtype_base<S>::id)>::type;
};
template <class A>
struct weakly_promoted<A, A> {
  using type = typename dtype_base<A>::type;
};

template <class T, bool Integer>
struct default_of {
  using type = T;
};
template <class T>
struct default_of<T, true> {
  using type = int64;
};

template <class T>
struct real_part {
  using type = T;
};
template <class T>
struct real_part<complex<T>> {
  using type = T;
};

}  // namespace detail

/// The fixed-width element type that T is the same as: long long -> int64, char -> int8. A user's struct is itself.
template <class T>
using canonical = typename detail::dtype_base<T>::type;

/// Facts about an element type: its id, kind, NumPy's name, and the type of its parts.
template <class T>
struct dtype_traits {
  /// Which dtype it is.
  static constexpr dtype_id id = detail::dtype_base<T>::id;
  /// What it counts with.
  static constexpr dtype_kind kind = detail::row_of(id).kind;
  /// NumPy's name.
  static constexpr char const* name = detail::row_of(id).name;
  using real_type = typename detail::real_part<canonical<T>>::type;  ///< float of complex64, otherwise T
};

/// bool.
template <class T>
concept boolean = dtype_traits<T>::kind == dtype_kind::boolean;
/// A signed or unsigned integer; not bool.
template <class T>
concept integral = detail::is_integer(dtype_traits<T>::kind);
/// float16, bfloat16, float32 or float64.
template <class T>
concept floating = dtype_traits<T>::kind == dtype_kind::floating;
/// complex64 or complex128.
template <class T>
concept complex_floating = dtype_traits<T>::kind == dtype_kind::complex_floating;
/// Any element type but a user's struct.
template <class T>
concept number = dtype_traits<T>::kind != dtype_kind::other;

/// An element type as a run-time value.
struct dtype {
  dtype_id id;   ///< which one
  int itemsize;  ///< bytes of an element

  /// What it counts with.
  [[nodiscard]] constexpr dtype_kind kind() const { return detail::dtype_rows[static_cast<int>(id)].kind; }
  /// NumPy's name, as "float32"; "other" for a user's struct.
  [[nodiscard]] constexpr char const* name() const { return detail::dtype_rows[static_cast<int>(id)].name; }
  friend constexpr bool operator==(dtype a, dtype b) { return a.id == b.id && a.itemsize == b.itemsize; }
};

/// The run-time value that stands for T.
template <class T>
inline constexpr dtype dtype_of{dtype_traits<T>::id, static_cast<int>(sizeof(T))};

/// The dtype in which an operation on arrays of A and B computes: numpy.result_type; bfloat16 as in ml_dtypes.
/// void if there is none (a user's struct with anything else).
template <class A, class B>
using result_type = typename detail::promoted<A, B>::type;

/// The dtype of an array of A with a C++ scalar of type S, which is weak as a Python scalar is: float32 with double
/// stays float32, int8 with int stays int8, integers with double become float64.
template <class A, class S>
using weak_result_type = typename detail::weakly_promoted<A, S>::type;

/// The dtype of a C++ number where nothing else gives one: int64 for integers of any type, as of Python's.
template <class T>
using default_dtype = typename detail::default_of<canonical<T>, detail::is_integer(dtype_traits<T>::kind)>::type;

/// The dtype in which NumPy's float functions (exp, sqrt ...) compute for arguments of T: int8 -> float16, int64 ->
/// float64.
template <class T>
using float_for = typename detail::type_of_id<detail::row_of(dtype_traits<T>::id).float_for>::type;

}  // namespace cp
