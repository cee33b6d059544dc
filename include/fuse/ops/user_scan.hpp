// Running folds by an operation of the user's own.
#pragma once

#include <fuse/ops/scans.hpp>
#include <fuse/ops/user_reduction.hpp>
#include <type_traits>
#include <utility>

namespace cp {

namespace ops {

/// What has been folded of a line, if anything has.
template <class A>
struct running {
  A value;
  bool any;
  FUSE_HD explicit operator A() const { return value; }
};

/// The running fold by a user's function; states begin empty.
template <class Join>
struct user_scan {
  static constexpr char const* qualified_name = "cp::scan";
  static constexpr int cost = 64;
  static constexpr bool of_users = true;
  template <class T>
  using result = T;
  template <class T>
  using accumulator = running<T>;
  template <class A>
  FUSE_HD static A identity() {
    return {};
  }
  template <class A, class T>
  FUSE_HD static A lift(T const& x) {
    return {x, true};
  }
  template <class A>
  FUSE_HD static A combine(A const& a, A const& b) {
    using value = decltype(A::value);
    if (!a.any) return b;
    if (!b.any) return a;
    return {static_cast<value>(detail::stateless<Join>::call(a.value, b.value)), true};
  }
};

/// The running fold from the value of a function, which is known while compiling.
template <class Identity, class Join>
struct user_scan_from {
  static constexpr char const* qualified_name = "cp::scan";
  static constexpr int cost = 64;
  static constexpr bool of_users = true;
  template <class T>
  using result = T;
  template <class T>
  using accumulator = T;
  template <class A>
  FUSE_HD static A identity() {
    return static_cast<A>(detail::stateless<Identity>::call());
  }
  template <class A, class T>
  FUSE_HD static A lift(T const& x) {
    return x;
  }
  template <class A>
  FUSE_HD static A combine(A const& a, A const& b) {
    return static_cast<A>(detail::stateless<Join>::call(a, b));
  }
};

}  // namespace ops

namespace detail {
template <class Op, class T>
void check_scan(Op const& op) {
  check_stateless<Op>();
  static_assert(std::is_invocable_v<Op const&, T, T>, "cp::scan: the operation cannot be called with two elements");
  static_assert(std::is_convertible_v<std::invoke_result_t<Op const&, T, T>, T>,
                "cp::scan: the operation must return what converts to the elements' type");
  stateless<Op>::keep(op);
}
}  // namespace detail

/// What an operation of your own has made of the elements so far, along an axis, or, where none is given, of all in C
/// order: `cp::scan(CP_LAMBDA(float a, float b) { return a > b ? a : b; }, x, 1)`. Lazy: what computes x is part of its
/// kernel. Elements may be of any dtype, structs of yours too.
///
/// op       associative: op(op(a, b), c) is op(a, op(b, c)). It need not commute, since a stands for what comes first;
/// a
///          function object or lambda that captures nothing
/// dtype    x's
/// throws   index_error for an axis that does not exist
/// numpy    numpy.frompyfunc(op, 2, 1).accumulate; jax.lax.associative_scan
template <class Op, expression X, class... Option>
[[nodiscard]] auto scan(Op const& op, X&& x, Option const&... option) {
  detail::check_scan<Op, typename std::remove_cvref_t<X>::value_type>(op);
  return detail::make_scan<ops::user_scan<Op>>(std::forward<X>(x), option...);
}

/// The same with a function that gives what is neutral to the operation, on both sides: GPUs are three times as fast
/// then, since they need not ask whether there is something yet.
/// `cp::scan(CP_LAMBDA() { return 0.0f; }, CP_LAMBDA(float a, float b) { return a + b; }, x, 0)`
template <class Identity, class Op, expression X, class... Option>
requires(std::is_invocable_v<Identity const&> && !expression<Op>)
    [[nodiscard]] auto scan(Identity const& identity, Op const& op, X&& x, Option const&... option) {
  using T = typename std::remove_cvref_t<X>::value_type;
  detail::check_scan<Op, T>(op);
  detail::check_stateless<Identity>();
  static_assert(std::is_convertible_v<std::invoke_result_t<Identity const&>, T>,
                "cp::scan: what is neutral must convert to the elements' type");
  detail::stateless<Identity>::keep(identity);
  return detail::make_scan<ops::user_scan_from<Identity, Op>>(std::forward<X>(x), option...);
}

}  // namespace cp
