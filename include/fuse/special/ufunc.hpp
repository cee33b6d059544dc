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

}  // namespace cp::special

/// A function of cp::special in one line: name, cost on the host, formula in x (float32 or float64; 16 bits compute in
/// float32).
#define FUSE_SPECIAL1(NAME, COST, ...)                                   \
  namespace ops {                                                        \
  struct NAME : expr::operation<1, expr::rules::real_as_double, COST> {  \
    static constexpr char const* qualified_name = "cp::special::" #NAME; \
    template <class T>                                                   \
    using result = T;                                                    \
    template <class T>                                                   \
    FUSE_HD constexpr T operator()(T const& x) const {                   \
      if constexpr (sizeof(T) < sizeof(float))                           \
        return static_cast<T>((*this)(static_cast<float>(x)));           \
      else                                                               \
        return static_cast<T>(__VA_ARGS__);                              \
    }                                                                    \
  };                                                                     \
  }                                                                      \
  inline constexpr ufunc<ops::NAME> NAME {}

/// The same of x and y.
#define FUSE_SPECIAL2(NAME, COST, ...)                                                \
  namespace ops {                                                                     \
  struct NAME : expr::operation<2, expr::rules::real_as_double, COST> {               \
    static constexpr char const* qualified_name = "cp::special::" #NAME;              \
    template <class T, class>                                                         \
    using result = T;                                                                 \
    template <class T>                                                                \
    FUSE_HD constexpr T operator()(T const& x, T const& y) const {                    \
      if constexpr (sizeof(T) < sizeof(float))                                        \
        return static_cast<T>((*this)(static_cast<float>(x), static_cast<float>(y))); \
      else                                                                            \
        return static_cast<T>(__VA_ARGS__);                                           \
    }                                                                                 \
  };                                                                                  \
  }                                                                                   \
  inline constexpr ufunc<ops::NAME> NAME {}

/// The same of x, y and z.
#define FUSE_SPECIAL3(NAME, COST, ...)                                                                       \
  namespace ops {                                                                                            \
  struct NAME : expr::operation<3, expr::rules::real_as_double, COST> {                                      \
    static constexpr char const* qualified_name = "cp::special::" #NAME;                                     \
    template <class T, class, class>                                                                         \
    using result = T;                                                                                        \
    template <class T>                                                                                       \
    FUSE_HD constexpr T operator()(T const& x, T const& y, T const& z) const {                               \
      if constexpr (sizeof(T) < sizeof(float))                                                               \
        return static_cast<T>((*this)(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z))); \
      else                                                                                                   \
        return static_cast<T>(__VA_ARGS__);                                                                  \
    }                                                                                                        \
  };                                                                                                         \
  }                                                                                                          \
  inline constexpr ufunc<ops::NAME> NAME {}
