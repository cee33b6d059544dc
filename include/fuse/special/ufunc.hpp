// What the functions of cp::special are declared with.
#pragma once

#include <fuse/expr/ufunc.hpp>
#include <fuse/special/exact.hpp>
#include <fuse/special/pack.hpp>
#include <type_traits>
#include <utility>

namespace cp::expr::rules {

/// Real numbers; integers and booleans of all sizes compute in float64.
struct real_as_double : real {
  template <class P>
  using loop = std::conditional_t<boolean<P> || integral<P>, double, P>;
};

}  // namespace cp::expr::rules

namespace cp::special {

namespace ops {

/// Whether a loop over elements computes in packs, which `Self::of(x...)` takes too; and whether it sorts them before
/// by `Self::order(x...)`, numbers from 0 to 15.
enum class packs { none, as_they_lie, in_order };
template <class Self, packs Packs>
struct in_packs {};
#if FUSE_SPECIAL_PACKS
template <class Self>
struct in_packs<Self, packs::in_order> {
  static constexpr bool in_blocks = true;
  template <class... X>
  [[gnu::noinline]] static void block(double* to, int count, X const*... x) {
    using formulas::pack;
    formulas::sorted_block<sizeof...(X)> sorted;
    for (int l = 0; l < count; l += pack::width) Self::order(pack::load(x + l)...).store(sorted.key + l);
    sorted.take(count, x...);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      for (int l = 0; l < count; l += pack::width) Self::of(pack::load(sorted.x[I] + l)...).store(sorted.key + l);
    }
    (std::index_sequence_for<X...>{});
    for (int l = 0; l < count; ++l) to[sorted.place[l]] = sorted.key[l];
  }
};
template <class Self>
struct in_packs<Self, packs::as_they_lie> {
  static constexpr bool in_blocks = true;
  template <class... X>
  [[gnu::noinline]] static void block(double* to, int count, X const*... x) {
    using formulas::pack;
    for (int l = 0; l < count; l += pack::width) Self::of(pack::load(x + l)...).store(to + l);
  }
};
#endif

/// What the functions have in common: `Self::of(x...)` computes in float32 and in float64, 16 bits go through float32.
template <class Self, int Arity, int Cost, packs Packs = packs::none>
struct special_operation : expr::operation<Arity, expr::rules::real_as_double, Cost>, in_packs<Self, Packs> {
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
struct complex_special_operation : expr::operation<1, expr::rules::division, Cost>, in_packs<Self, packs::as_they_lie> {
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
#define FUSE_SPECIAL(NAME, ARITY, COST, PACKS, PARAMETERS, ...)          \
  namespace ops {                                                        \
  struct NAME : special_operation<NAME, ARITY, COST, PACKS> {            \
    static constexpr char const* qualified_name = "cp::special::" #NAME; \
    template <class T>                                                   \
    FUSE_HD static constexpr T of PARAMETERS {                           \
      return static_cast<T>(__VA_ARGS__);                                \
    }                                                                    \
  };                                                                     \
  }                                                                      \
  inline constexpr ufunc<ops::NAME> NAME {}
/// Those whose packs are sorted by formulas::ORDER of the arguments.
#define FUSE_SPECIAL_OF_SORTED_PACKS(NAME, ARITY, COST, PARAMETERS, ORDER, ...) \
  namespace ops {                                                               \
  struct NAME : special_operation<NAME, ARITY, COST, packs::in_order> {         \
    static constexpr char const* qualified_name = "cp::special::" #NAME;        \
    template <class T>                                                          \
    FUSE_HD static constexpr T of PARAMETERS {                                  \
      return static_cast<T>(__VA_ARGS__);                                       \
    }                                                                           \
    template <class T>                                                          \
    FUSE_HD static T order PARAMETERS {                                         \
      return formulas::ORDER;                                                   \
    }                                                                           \
  };                                                                            \
  }                                                                             \
  inline constexpr ufunc<ops::NAME> NAME {}
#define FUSE_SPECIAL_OF_SORTED_PACKS2(NAME, COST, ORDER, ...) \
  FUSE_SPECIAL_OF_SORTED_PACKS(NAME, 2, COST, (T x, T y), ORDER, __VA_ARGS__)
#define FUSE_SPECIAL_OF_SORTED_PACKS3(NAME, COST, ORDER, ...) \
  FUSE_SPECIAL_OF_SORTED_PACKS(NAME, 3, COST, (T x, T y, T z), ORDER, __VA_ARGS__)
#define FUSE_SPECIAL1(NAME, COST, ...) FUSE_SPECIAL(NAME, 1, COST, packs::none, (T x), __VA_ARGS__)
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
#define FUSE_SPECIAL2(NAME, COST, ...) FUSE_SPECIAL(NAME, 2, COST, packs::none, (T x, T y), __VA_ARGS__)
#define FUSE_SPECIAL3(NAME, COST, ...) FUSE_SPECIAL(NAME, 3, COST, packs::none, (T x, T y, T z), __VA_ARGS__)
/// Those that take packs.
#define FUSE_SPECIAL_OF_PACKS1(NAME, COST, ...) FUSE_SPECIAL(NAME, 1, COST, packs::as_they_lie, (T x), __VA_ARGS__)
#define FUSE_SPECIAL_OF_PACKS2(NAME, COST, ...) FUSE_SPECIAL(NAME, 2, COST, packs::as_they_lie, (T x, T y), __VA_ARGS__)
#define FUSE_SPECIAL_OF_PACKS3(NAME, COST, ...) \
  FUSE_SPECIAL(NAME, 3, COST, packs::as_they_lie, (T x, T y, T z), __VA_ARGS__)
