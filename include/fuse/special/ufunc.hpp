// What the functions of cp::special are declared with.
#pragma once

#include <fuse/expr/ufunc.hpp>
#include <type_traits>

namespace cp::expr::rules {

/// Real numbers; integers and booleans of all sizes compute in float64.
struct real_as_double : real {
  template <class P>
  using loop = std::conditional_t<boolean<P> || integral<P>, double, P>;
};

}  // namespace cp::expr::rules

namespace cp::special {

/// Numbers of float32 and float64: what the formulas compute in.
template <class T>
concept native = detail::native_float<T>;

namespace formulas {

namespace libm = detail::libm;

/// The constant of a dtype.
template <class T>
inline constexpr T infinity = static_cast<T>(__builtin_huge_val());
template <class T>
inline constexpr T not_a_number = static_cast<T>(__builtin_nan(""));
/// The distance of 1 from the next number.
template <class T>
inline constexpr T epsilon = static_cast<T>(sizeof(T) == 8 ? 0x1p-52 : 0x1p-23);

FUSE_HD float fma(float x, float y, float z) { return libm::fmaf(x, y, z); }
FUSE_HD double fma(double x, double y, double z) { return libm::fma(x, y, z); }

/// c ? first() : second(). On the host both are computed, as detail::select's are, and loops stay vectors; on the
/// device one, unless threads of a warp differ.
template <class First, class Second>
FUSE_HD auto either(bool c, First const& first, Second const& second) {
#if defined(__CUDA_ARCH__)
  return c ? first() : second();
#else
  return detail::select(c, first(), second());
#endif
}

/// 1 / sqrt(x).
template <native T>
FUSE_HD T rsqrt(T x) {
#if defined(__CUDA_ARCH__)
  return ::rsqrt(x);
#else
  return 1 / scalar::sqrt(x);
#endif
}

/// x * x - `rounded`, which is x * x rounded. Without fused multiply-adds by Dekker's splitting, which needs |x| < 2^50
/// (float32: 2^50 too): beyond, what it is a part of has overflowed.
template <native T>
FUSE_HD T square_rest(T x, T rounded) {
#if defined(__CUDA_ARCH__) || defined(__FMA__) || defined(__ARM_FEATURE_FMA)
  return fma(x, x, -rounded);
#else
  T const far = static_cast<T>(sizeof(T) == 8 ? 134217729.0 : 4097.0) * x;
  T const high = far - (far - x), low = x - high;
  return ((high * high - rounded) + 2 * high * low) + low * low;
#endif
}

}  // namespace formulas

namespace ops {

/// What the functions have in common: `Self::of(x...)` computes in float32 and in float64, 16 bits go through float32.
template <class Self, int Arity, int Cost>
struct special_operation : expr::operation<Arity, expr::rules::real_as_double, Cost> {
  template <class T, class...>
  using result = T;
  template <class T, class... More>
  FUSE_HD constexpr T operator()(T const& x, More const&... more) const {
    if constexpr (sizeof(T) < sizeof(float))
      return static_cast<T>(Self::of(static_cast<float>(x), static_cast<float>(more)...));
    else
      return static_cast<T>(Self::of(x, more...));
  }
};

}  // namespace ops

}  // namespace cp::special

/// A function of cp::special in one line: name, arity, cost on the host, parameters (of type T, float32 or float64) in
/// parentheses, formula.
#define FUSE_SPECIAL(NAME, ARITY, COST, PARAMETERS, ...)                 \
  namespace ops {                                                        \
  struct NAME : special_operation<NAME, ARITY, COST> {                   \
    static constexpr char const* qualified_name = "cp::special::" #NAME; \
    template <class T>                                                   \
    FUSE_HD static constexpr T of PARAMETERS {                           \
      return static_cast<T>(__VA_ARGS__);                                \
    }                                                                    \
  };                                                                     \
  }                                                                      \
  inline constexpr ufunc<ops::NAME> NAME {}
#define FUSE_SPECIAL1(NAME, COST, ...) FUSE_SPECIAL(NAME, 1, COST, (T x), __VA_ARGS__)
#define FUSE_SPECIAL2(NAME, COST, ...) FUSE_SPECIAL(NAME, 2, COST, (T x, T y), __VA_ARGS__)
#define FUSE_SPECIAL3(NAME, COST, ...) FUSE_SPECIAL(NAME, 3, COST, (T x, T y, T z), __VA_ARGS__)
