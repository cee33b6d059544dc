// The arguments of a node, and what is done with all of them.
#pragma once

#include <fuse/core/config.hpp>
#include <utility>

namespace cp::expr {

/// Selects the constructors that make a node's arguments where they stay.
struct in_place {};

/// The arguments of a node. Named members instead of a std::tuple, which costs nvcc ten times as much. One constructor
/// takes them; the other makes each of an operand, where it stays, since moving a tree moves all arrays in it. The
/// destructor is inlined wherever it is called, the handling of exceptions included: what nobody is given the address
/// of stays in registers, and what was moved on costs nothing.
template <class... A>
struct arguments;
template <>
struct arguments<> {};
template <class A>
struct arguments<A> {
  A a;
  constexpr arguments() = default;
  constexpr arguments(A x) : a(static_cast<A&&>(x)) {}
  template <class Make, class X>
  FUSE_INLINE constexpr arguments(in_place, Make const& make, X&& x) : a(make(std::forward<X>(x))) {}
  arguments(arguments const&) = default;
  arguments(arguments&&) = default;
  arguments& operator=(arguments const&) = default;
  arguments& operator=(arguments&&) = default;
  FUSE_INLINE ~arguments() = default;
};
template <class A, class B>
struct arguments<A, B> {
  A a;
  B b;
  constexpr arguments() = default;
  constexpr arguments(A x, B y) : a(static_cast<A&&>(x)), b(static_cast<B&&>(y)) {}
  template <class Make, class X, class Y>
  FUSE_INLINE constexpr arguments(in_place, Make const& make, X&& x, Y&& y)
      : a(make(std::forward<X>(x))), b(make(std::forward<Y>(y))) {}
  arguments(arguments const&) = default;
  arguments(arguments&&) = default;
  arguments& operator=(arguments const&) = default;
  arguments& operator=(arguments&&) = default;
  FUSE_INLINE ~arguments() = default;
};
template <class A, class B, class C>
struct arguments<A, B, C> {
  A a;
  B b;
  C c;
  constexpr arguments() = default;
  constexpr arguments(A x, B y, C z) : a(static_cast<A&&>(x)), b(static_cast<B&&>(y)), c(static_cast<C&&>(z)) {}
  template <class Make, class X, class Y, class Z>
  FUSE_INLINE constexpr arguments(in_place, Make const& make, X&& x, Y&& y, Z&& z)
      : a(make(std::forward<X>(x))), b(make(std::forward<Y>(y))), c(make(std::forward<Z>(z))) {}
  arguments(arguments const&) = default;
  arguments(arguments&&) = default;
  arguments& operator=(arguments const&) = default;
  arguments& operator=(arguments&&) = default;
  FUSE_INLINE ~arguments() = default;
};
template <class A, class B, class C, class D, class... More>
struct arguments<A, B, C, D, More...> {
  A a;
  B b;
  C c;
  arguments<D, More...> more;
  constexpr arguments() = default;
  constexpr arguments(A x, B y, C z, arguments<D, More...> rest)
      : a(static_cast<A&&>(x)), b(static_cast<B&&>(y)), c(static_cast<C&&>(z)), more(std::move(rest)) {}
  template <class Make, class X, class Y, class Z, class... Rest>
  requires(sizeof...(Rest) > 0) FUSE_INLINE
      constexpr arguments(in_place, Make const& make, X&& x, Y&& y, Z&& z, Rest&&... rest)
      : a(make(std::forward<X>(x))),
        b(make(std::forward<Y>(y))),
        c(make(std::forward<Z>(z))),
        more(in_place{}, make, std::forward<Rest>(rest)...) {}
  arguments(arguments const&) = default;
  arguments(arguments&&) = default;
  arguments& operator=(arguments const&) = default;
  arguments& operator=(arguments&&) = default;
  FUSE_INLINE ~arguments() = default;
};

/// Calls f(argument) for each argument in order.
template <class F>
FUSE_INLINE constexpr void for_each(F&&, arguments<> const&) {}
template <class F, class A>
FUSE_INLINE constexpr void for_each(F&& f, arguments<A> const& x) {
  f(x.a);
}
template <class F, class A, class B>
FUSE_INLINE constexpr void for_each(F&& f, arguments<A, B> const& x) {
  f(x.a), f(x.b);
}
template <class F, class A, class B, class C>
FUSE_INLINE constexpr void for_each(F&& f, arguments<A, B, C> const& x) {
  f(x.a), f(x.b), f(x.c);
}
template <class F, class A, class B, class C, class D, class... More>
FUSE_INLINE constexpr void for_each(F&& f, arguments<A, B, C, D, More...> const& x) {
  f(x.a), f(x.b), f(x.c), for_each(f, x.more);
}

/// Brace-initialises the arguments.
template <class... A>
constexpr arguments<A...> make_arguments(A... x) {
  if constexpr (sizeof...(A) <= 3)
    return {std::move(x)...};
  else
    return [](auto a, auto b, auto c, auto... more) {
      return arguments<A...>{std::move(a), std::move(b), std::move(c), make_arguments(std::move(more)...)};
    }(std::move(x)...);
}

/// References to expressions that outlive the call they are passed to.
template <class A>
constexpr arguments<A const&> refer(A const& a) {
  return {a};
}
template <class A, class B>
constexpr arguments<A const&, B const&> refer(A const& a, B const& b) {
  return {a, b};
}
template <class A, class B, class C>
constexpr arguments<A const&, B const&, C const&> refer(A const& a, B const& b, C const& c) {
  return {a, b, c};
}
template <class A, class B, class C, class... More>
constexpr arguments<A const&, B const&, C const&, More const&...> refer(A const& a, B const& b, C const& c,
                                                                        More const&... more) {
  return {a, b, c, refer(more...)};
}

/// arguments<f(A)...> of arguments<A...>.
template <class F, class... A>
constexpr auto transform(F&& f, arguments<A...> const& x) {
  using result = arguments<decltype(f(std::declval<A const&>()))...>;
  if constexpr (sizeof...(A) == 0)
    return result{};
  else if constexpr (sizeof...(A) == 1)
    return result{f(x.a)};
  else if constexpr (sizeof...(A) == 2)
    return result{f(x.a), f(x.b)};
  else if constexpr (sizeof...(A) == 3)
    return result{f(x.a), f(x.b), f(x.c)};
  else
    return result{f(x.a), f(x.b), f(x.c), transform(f, x.more)};
}

/// References to arguments that outlive the call they are passed to.
template <class... A>
constexpr auto refer_all(arguments<A...> const& x) {
  return transform(
      [](auto const& a) -> auto const& { return a; }, x);
}

/// Argument number `I`.
template <int I, class... A>
constexpr auto const& get(arguments<A...> const& x) {
  if constexpr (I == 0)
    return x.a;
  else if constexpr (I == 1)
    return x.b;
  else if constexpr (I == 2)
    return x.c;
  else
    return get<I - 3>(x.more);
}

constexpr int max_of() { return 0; }
template <class... I>
constexpr int max_of(int first, I... more) {
  int const rest = max_of(more...);
  return first > rest ? first : rest;
}

}  // namespace cp::expr
