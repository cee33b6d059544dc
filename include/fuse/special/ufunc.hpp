// What the functions of cp::special are declared with.
#pragma once

#include <fuse/expr/ufunc.hpp>
#include <fuse/special/exact.hpp>
#include <type_traits>

namespace cp::expr::rules {

/// Real numbers; integers and booleans of all sizes compute in float64.
struct real_as_double : real {
  template <class P>
  using loop = std::conditional_t<boolean<P> || integral<P>, double, P>;
};

}  // namespace cp::expr::rules

namespace cp::special {

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

/// The same of functions of one argument that take complex numbers too, which compute in complex128.
template <class Self, int Cost>
struct complex_special_operation : expr::operation<1, expr::rules::division, Cost> {
  template <class T>
  using result = T;
  template <class T>
  FUSE_HD constexpr T operator()(T const& x) const {
    if constexpr (complex_floating<T>)
      return static_cast<T>(Self::of(static_cast<complex128>(x)));
    else if constexpr (sizeof(T) < sizeof(float))
      return static_cast<T>(Self::of(static_cast<float>(x)));
    else
      return Self::of(x);
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
/// One that takes complex numbers too: the formula is formulas::NAME.
#define FUSE_SPECIAL_COMPLEX1(NAME, COST)                                \
  namespace ops {                                                        \
  struct NAME : complex_special_operation<NAME, COST> {                  \
    static constexpr char const* qualified_name = "cp::special::" #NAME; \
    template <class T>                                                   \
    FUSE_HD static constexpr T of(T x) {                                 \
      return formulas::NAME(x);                                          \
    }                                                                    \
  };                                                                     \
  }                                                                      \
  inline constexpr ufunc<ops::NAME> NAME {}
#define FUSE_SPECIAL2(NAME, COST, ...) FUSE_SPECIAL(NAME, 2, COST, (T x, T y), __VA_ARGS__)
#define FUSE_SPECIAL3(NAME, COST, ...) FUSE_SPECIAL(NAME, 3, COST, (T x, T y, T z), __VA_ARGS__)
