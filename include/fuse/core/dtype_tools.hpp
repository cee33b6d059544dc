// Questions about dtypes, answered while compiling or at run time: which converts to which, what floats and integers
// hold.
#pragma once

#include <cstdint>
#include <fuse/core/dtype.hpp>

namespace cp {

/// How far a conversion of dtypes may go (NumPy's `casting`).
enum class casting {
  no,         ///< the same dtype
  equiv,      ///< the same dtype (there are no byte orders)
  safe,       ///< every value stays
  same_kind,  ///< safe, or within a kind, or up in the order bool, unsigned, signed, float, complex
  unsafe      ///< any numbers
};

/// What issubdtype and isdtype ask for: NumPy's abstract dtypes.
enum class dtype_group {
  generic,
  boolean,
  number,
  integer,
  signedinteger,
  unsignedinteger,
  inexact,
  floating,
  complexfloating
};

namespace detail {

/// Throws dtype_error: `where` wants `expected`, and was given another dtype (or two).
[[noreturn]] void throw_dtype(char const* where, char const* expected, dtype came);
[[noreturn]] void throw_no_common_dtype(char const* where, dtype a, dtype b);

constexpr dtype dtype_with(dtype_id id) { return {id, row_of(id).itemsize}; }
/// The order of kinds in the rule same_kind: bool, unsigned, signed, float, complex.
constexpr int order_of(dtype_kind k) {
  return k == dtype_kind::signed_integer ? 2 : k == dtype_kind::unsigned_integer ? 1 : static_cast<int>(k);
}

template <class A>
concept has_common_type = number<typename A::value_type> && !boolean<typename A::value_type>;

/// A float as its mantissa and exponent make it.
struct float_format {
  int bits, nmant, nexp, precision;
};
constexpr float_format format_of(dtype_id id) {
  switch (id) {
    case dtype_id::float16:
      return {16, 10, 5, 3};
    case dtype_id::bfloat16:
      return {16, 7, 8, 2};
    case dtype_id::float32:
    case dtype_id::complex64:
      return {32, 23, 8, 6};
    case dtype_id::float64:
    case dtype_id::complex128:
      return {64, 52, 11, 15};
    default:
      return {0, 0, 0, 0};
  }
}
constexpr double power_of(double base, int n) {
  double p = 1;
  for (; n > 0; --n) p *= base;
  for (; n < 0; ++n) p /= base;
  return p;
}

/// What there is to know of a float; the values are of type T, those of whole numbers are the same for every T.
template <class T>
struct float_values {
  int bits;              ///< bits of an element
  int nmant;             ///< bits of the mantissa without the leading one
  int nexp;              ///< bits of the exponent
  int precision;         ///< decimal digits that are kept
  int machep;            ///< eps is 2^machep
  int negep;             ///< epsneg is 2^negep
  int minexp;            ///< tiny is 2^minexp
  int maxexp;            ///< the least power of two that is too large
  T eps;                 ///< the distance of 1 from the next larger number
  T epsneg;              ///< the distance of 1 from the next smaller number
  T max;                 ///< the largest finite number
  T min;                 ///< -max
  T tiny;                ///< the smallest positive number of full precision
  T smallest_normal;     ///< the same
  T smallest_subnormal;  ///< the smallest positive number
  T resolution;          ///< 10^-precision
};
template <class T>
constexpr float_values<T> values_of_format(float_format f) {
  int const high = 1 << (f.nexp - 1), low = 2 - high;
  double const eps = power_of(2, -f.nmant), max = (2 - eps) * power_of(2, high - 1), tiny = power_of(2, low);
  return {f.bits,
          f.nmant,
          f.nexp,
          f.precision,
          -f.nmant,
          -f.nmant - 1,
          low,
          high,
          static_cast<T>(eps),
          static_cast<T>(eps / 2),
          static_cast<T>(max),
          static_cast<T>(-max),
          static_cast<T>(tiny),
          static_cast<T>(tiny),
          static_cast<T>(tiny * eps),
          static_cast<T>(1 / power_of(10, f.precision))};
}

}  // namespace detail

/// Whether elements of dtype `from` may become `to` under a casting rule; at compile time too:
/// `can_cast(dtype_of<int>, dtype_of<float>)`. A user's struct becomes nothing else.
///
/// numpy    numpy.can_cast
[[nodiscard]] constexpr bool can_cast(dtype from, dtype to, casting rule = casting::safe) {
  if (from == to) return true;
  if (rule < casting::safe || from.kind() == dtype_kind::other || to.kind() == dtype_kind::other) return false;
  if (rule == casting::unsafe || detail::promote(from.id, to.id) == to.id) return true;
  return rule == casting::same_kind && detail::order_of(from.kind()) <= detail::order_of(to.kind());
}

/// The smallest dtype to which both may be cast safely; `cp::result_type<A, B>` is the type. Throws dtype_error for a
/// user's struct with anything else.
///
/// numpy    numpy.promote_types
[[nodiscard]] constexpr dtype promote_types(dtype a, dtype b) {
  if (a == b) return a;
  dtype_id const id = detail::promote(a.id, b.id);
  if (id == dtype_id::other) detail::throw_no_common_dtype("cp::promote_types", a, b);
  return detail::dtype_with(id);
}

/// The smallest dtype that holds a number (a float by its magnitude, not its digits); of an array its own.
///
/// numpy    numpy.min_scalar_type
template <class X>
[[nodiscard]] constexpr dtype min_scalar_type(X const& x) {
  using enum dtype_id;
  if constexpr (requires { x.dtype(); }) {
    return x.dtype();
  } else if constexpr (integral<X>) {
    bool const below_zero = static_cast<X>(-1) < static_cast<X>(1) && x < X{0};
    std::uint64_t const u = static_cast<std::uint64_t>(x), most = below_zero ? ~u : u;
    if (below_zero)
      return detail::dtype_with(most < 0x80 ? int8 : most < 0x8000 ? int16 : most < 0x80000000u ? int32 : int64);
    return detail::dtype_with(most <= 0xff ? uint8 : most <= 0xffff ? uint16 : most <= 0xffffffffu ? uint32 : uint64);
  } else if constexpr (floating<X>) {
    double const y = static_cast<double>(x), m = y < 0 ? -y : y;
    bool const finite = m <= 1.7976931348623157e308;
    return detail::dtype_with(!finite || m < 65000 ? float16 : m < 3.4e38 ? float32 : float64);
  } else if constexpr (requires { x.real(); }) {
    bool const wide = min_scalar_type(x.real()).id == float64 || min_scalar_type(x.imag()).id == float64;
    return detail::dtype_with(wide ? complex128 : complex64);
  } else {
    return dtype_of<X>;
  }
}

/// The inexact dtype that holds what is in all arrays; integers count as float64. Booleans and structs do not compile.
///
/// numpy    numpy.common_type
template <class First, class... More>
[[nodiscard]] constexpr dtype common_type(First const&, More const&...) {
  static_assert(detail::has_common_type<First> && (detail::has_common_type<More> && ...),
                "cp::common_type takes arrays of integers, floats and complex numbers");
  dtype_id id = dtype_id::other;
  dtype_id const given[] = {dtype_traits<typename First::value_type>::id,
                            dtype_traits<typename More::value_type>::id...};
  for (dtype_id const next : given) {
    dtype_id const inexact = detail::is_integer(detail::row_of(next).kind) ? dtype_id::float64 : next;
    id = id == dtype_id::other ? inexact : detail::promote(id, inexact);
  }
  return detail::dtype_with(id);
}

/// Whether a dtype belongs to one of NumPy's abstract dtypes: `issubdtype(x.dtype(), cp::dtype_group::floating)`.
///
/// numpy    numpy.issubdtype
[[nodiscard]] constexpr bool issubdtype(dtype d, dtype_group group) {
  dtype_kind const k = d.kind();
  switch (group) {
    case dtype_group::generic:
      return true;
    case dtype_group::boolean:
      return k == dtype_kind::boolean;
    case dtype_group::number:
      return k != dtype_kind::boolean && k != dtype_kind::other;
    case dtype_group::integer:
      return detail::is_integer(k);
    case dtype_group::signedinteger:
      return k == dtype_kind::signed_integer;
    case dtype_group::unsignedinteger:
      return k == dtype_kind::unsigned_integer;
    case dtype_group::inexact:
      return k == dtype_kind::floating || k == dtype_kind::complex_floating;
    case dtype_group::floating:
      return k == dtype_kind::floating;
    case dtype_group::complexfloating:
      return k == dtype_kind::complex_floating;
  }
  return false;
}
/// Whether both are the same dtype.
[[nodiscard]] constexpr bool issubdtype(dtype d, dtype other) { return d == other; }
/// Whether a dtype is one of several dtypes or groups: `isdtype(d, cp::dtype_group::integer, cp::dtype_of<float>)`.
///
/// numpy    numpy.isdtype
template <class Kind, class... More>
[[nodiscard]] constexpr bool isdtype(dtype d, Kind kind, More... more) {
  return issubdtype(d, kind) || (issubdtype(d, more) || ...);
}

/// What floats of a dtype hold: `cp::finfo<float>::eps` while compiling, of complex dtypes that of their parts;
/// `cp::finfo(x.dtype()).eps` at run time, as double.
///
/// numpy    numpy.finfo
template <class T = void>
struct finfo {
  static_assert(floating<T> || complex_floating<T>, "cp::finfo is of a float or complex dtype");
  using value_type = typename dtype_traits<T>::real_type;  ///< the float
  static constexpr detail::float_values<value_type> values =
      detail::values_of_format<value_type>(detail::format_of(dtype_traits<T>::id));  ///< all of it
  static constexpr cp::dtype dtype = dtype_of<value_type>;                           ///< the float's dtype
  static constexpr int bits = values.bits;                                           ///< bits of a float
  static constexpr int nmant = values.nmant;           ///< bits of the mantissa without the leading one
  static constexpr int nexp = values.nexp;             ///< bits of the exponent
  static constexpr int precision = values.precision;   ///< decimal digits that are kept
  static constexpr int machep = values.machep;         ///< eps is 2^machep
  static constexpr int negep = values.negep;           ///< epsneg is 2^negep
  static constexpr int minexp = values.minexp;         ///< tiny is 2^minexp
  static constexpr int maxexp = values.maxexp;         ///< the least power of two that is too large
  static constexpr value_type eps = values.eps;        ///< the distance of 1 from the next larger number
  static constexpr value_type epsneg = values.epsneg;  ///< the distance of 1 from the next smaller number
  static constexpr value_type max = values.max;        ///< the largest finite number
  static constexpr value_type min = values.min;        ///< -max
  static constexpr value_type tiny = values.tiny;      ///< the smallest positive number of full precision
  static constexpr value_type smallest_normal = tiny;  ///< the same
  static constexpr value_type smallest_subnormal = values.smallest_subnormal;  ///< the smallest positive number
  static constexpr value_type resolution = values.resolution;                  ///< 10^-precision
};
/// The same of a dtype known at run time. Throws dtype_error for other kinds.
template <>
struct finfo<void> : detail::float_values<double> {
  cp::dtype dtype;  ///< the float's dtype
  /// Of a float or complex dtype.
  explicit constexpr finfo(cp::dtype d) : detail::float_values<double>{}, dtype(d) {
    if (!issubdtype(d, dtype_group::inexact)) detail::throw_dtype("cp::finfo", "a float or complex dtype", d);
    if (d.id == dtype_id::complex64) dtype = dtype_of<float>;
    if (d.id == dtype_id::complex128) dtype = dtype_of<double>;
    static_cast<detail::float_values<double>&>(*this) = detail::values_of_format<double>(detail::format_of(d.id));
  }
};
finfo(cp::dtype)->finfo<void>;

/// What integers of a dtype hold: `cp::iinfo<int>::max` while compiling, `cp::iinfo(x.dtype()).max` at run time.
///
/// numpy    numpy.iinfo
template <class T = void>
struct iinfo {
  static_assert(integral<T>, "cp::iinfo is of an integer dtype");
  static constexpr cp::dtype dtype = dtype_of<canonical<T>>;    ///< the dtype
  static constexpr int bits = 8 * static_cast<int>(sizeof(T));  ///< bits of an element
  static constexpr T max =
      static_cast<T>(~std::uint64_t{0} >> (64 - bits + (static_cast<T>(-1) < static_cast<T>(1))));    ///< the largest
  static constexpr T min = static_cast<T>(-1) < static_cast<T>(1) ? static_cast<T>(-max - 1) : T{0};  ///< the smallest
};
/// The same of a dtype known at run time. Throws dtype_error for other kinds.
template <>
struct iinfo<void> {
  cp::dtype dtype;    ///< the dtype
  int bits;           ///< bits of an element
  std::int64_t min;   ///< the smallest number
  std::uint64_t max;  ///< the largest number
  /// Of an integer dtype.
  explicit constexpr iinfo(cp::dtype d) : dtype(d), bits(8 * d.itemsize), min(0), max(0) {
    if (!issubdtype(d, dtype_group::integer)) detail::throw_dtype("cp::iinfo", "an integer dtype", d);
    bool const below_zero = d.kind() == dtype_kind::signed_integer;
    max = ~std::uint64_t{0} >> (64 - bits + (below_zero ? 1 : 0));
    if (below_zero) min = -static_cast<std::int64_t>(max) - 1;
  }
};
iinfo(cp::dtype)->iinfo<void>;

}  // namespace cp
