// Differences and integrals of neighbours along an axis: diff, ediff1d, trapezoid (NumPy's "Sums, products,
// differences").
#pragma once

#include <cstdint>
#include <fuse/core/divisor.hpp>
#include <fuse/expr/custom.hpp>
#include <fuse/expr/moved.hpp>
#include <fuse/expr/none.hpp>
#include <fuse/expr/trace.hpp>
#include <fuse/expr/view.hpp>
#include <fuse/ops/arithmetic.hpp>
#include <fuse/ops/creation.hpp>
#include <fuse/ops/joining.hpp>
#include <fuse/ops/logic.hpp>
#include <fuse/ops/manipulation.hpp>
#include <fuse/ops/reductions.hpp>
#include <fuse/ops/scans.hpp>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace cp {

/// What cp::prepend(x) and cp::append(x) give.
template <class X, bool Before>
struct joined_t {
  X value;  ///< a number, or an expression of the operand's rank
};
/// As an option of cp::diff: values that come before the operand's along the axis.
template <operand X>
[[nodiscard]] auto prepend(X const& x) {
  return joined_t<X, true>{x};
}
/// As an option of cp::diff: values that come after the operand's along the axis.
template <operand X>
[[nodiscard]] auto append(X const& x) {
  return joined_t<X, false>{x};
}

namespace detail {

/// The elements of an expression that a slice takes along one axis.
template <expression E>
auto sliced(E const& e, int axis, slice const& s) {
  return view_of<E::rank>(e, [=](auto const& shape, auto const& strides) {
    mapping<E::rank> m{0, shape, strides};
    slice_range const r = resolve(s, shape[axis]);
    m.offset = r.extent > 0 ? r.start * strides[axis] : 0;
    m.shape[axis] = r.extent;
    return m;
  });
}
template <expression E>
auto later(E const& e, int axis) {
  return sliced(e, axis, slice(1, end));
}
template <expression E>
auto earlier(E const& e, int axis) {
  return sliced(e, axis, slice(0, -1));
}
template <int N, expression E>
auto differences(E const& e, int axis) {
  static_assert(N >= 0, "cp::diff: the order cannot be negative");
  static_assert(E::rank > 0, "cp::diff: the operand needs at least one axis");
  if constexpr (N == 0)
    return e;
  else if constexpr (N > 1)
    return differences<N - 1>(differences<1>(e, axis), axis);
  else if constexpr (boolean<typename E::value_type>)
    return later(e, axis) != earlier(e, axis);
  else
    return later(e, axis) - earlier(e, axis);
}

/// The array with a part before or after it, along an axis that is known while running; numbers are stretched to
/// extent 1.
template <class A, class X, bool Before>
auto join_along(A const& a, joined_t<X, Before> const& with, int axis) {
  auto const node = expr::as_node(with.value);
  using joined = decltype(node);
  static_assert(joined::rank == 0 || joined::rank == A::rank,
                "cp::diff: what is prepended or appended must be a number or have the operand's rank");
  using T = typename expr::common_dtype<A, std::remove_const_t<joined>>::type;
  auto shape = a.shape();
  std::int64_t more = 1;
  if constexpr (joined::rank > 0) {
    auto const s = expr::shape_of(node);
    for (int i = 0; i < A::rank; ++i)
      if (i != axis && s[i] != shape[i])
        throw_shape("cp::diff", "extents off the joined axis differ:", shape.value, A::rank, s.value, A::rank);
    more = s[axis];
  }
  std::int64_t const n = shape[axis];
  shape[axis] += more;
  auto made = make_array<T, A::rank, typename A::space>(shape, "cp::diff");
  assign_elements(range_of_axis(made, axis, Before ? more : 0, Before ? more + n : n), a);
  assign_elements(range_of_axis(made, axis, Before ? 0 : n, Before ? more : n + more), expr::cast_to<T>(node));
  return made;
}
template <class A>
auto join_all(A const& a, int) {
  return a;
}
template <class A, class First, class... More>
auto join_all(A const& a, int axis, First const& first, More const&... more) {
  return join_all(join_along(a, first, axis), axis, more...);
}

template <class T>
constexpr bool is_joined = false;
template <class X, bool Before>
constexpr bool is_joined<joined_t<X, Before>> = true;

template <class Y, class D>
auto trapezoids(Y const& y, D const& d, int axis) {
  auto const twice = d * (later(y, axis) + earlier(y, axis));
  if constexpr (complex_floating<typename decltype(twice)::value_type>)
    return sum(twice / 2.0, axis);
  else
    return sum(twice * 0.5, axis);
}

}  // namespace detail

/// x[i + 1] - x[i] along the last axis (of booleans: whether they differ), lazily. The extent shrinks by one.
///
/// dtype    as of cp::subtract: unsigned integers wrap around
/// numpy    numpy.diff
template <expression X>
[[nodiscard]] auto diff(X const& x) {
  return detail::differences<1>(x, X::rank - 1);
}
/// The same along an axis known while compiling: `cp::diff(x, cp::axis<0>)`.
template <expression X, int Axis>
[[nodiscard]] auto diff(X const& x, axis_list<Axis>) {
  return detail::differences<1>(x, detail::axis_of<X::rank>(axis<Axis>, "cp::diff"));
}
/// Differences of order `N` as one lazy expression: `cp::diff<2>(x)`, `cp::diff<2>(x, 0)`. Throws index_error for an
/// axis that does not exist.
template <int N, expression X>
[[nodiscard]] auto diff(X const& x, int axis = -1) {
  return detail::differences<N>(x, normalize_axis(axis, X::rank, "cp::diff"));
}
/// Differences of an order known at run time, n, as an array: one kernel an order. `cp::prepend(v)` and `cp::append(v)`
/// may follow: numbers, or arrays of x's rank, that are joined to x first (but for order 0, which leaves x as it is).
///
/// throws   value_error for n < 0, index_error, shape_error where what is joined does not fit
/// numpy    numpy.diff
template <expression X, class... Join>
[[nodiscard]] auto diff(X const& x, std::int64_t n, int axis = -1, Join const&... join) {
  static_assert((detail::is_joined<Join> && ...),
                "cp::diff takes the order, the axis, cp::prepend(v) and cp::append(v)");
  static_assert(X::rank > 0, "cp::diff: the operand needs at least one axis");
  if (n < 0) detail::throw_value("cp::diff", "the order must not be negative, but is", n);
  int const along = normalize_axis(axis, X::rank, "cp::diff");
  auto a = eval(x);
  using array = decltype(detail::join_all(a, along, join...));
  if (n == 0) return array(expr::cast_to<typename array::value_type>(std::move(a)));
  array joined = detail::join_all(a, along, join...);
  for (std::int64_t i = 0; i < n; ++i) joined = array(detail::differences<1>(joined, along));
  return joined;
}

/// Differences of neighbours of all elements in C order, lazily. An expression is evaluated first, as is an array that
/// has to be copied to be one axis.
///
/// numpy    numpy.ediff1d
template <expression X>
[[nodiscard]] auto ediff1d(X const& x) {
  static_assert(!boolean<typename X::value_type>,
                "cp::ediff1d: booleans have no difference; convert them with cp::astype<T>(x)");
  return detail::differences<1>(ravel(x), 0);
}
/// The same before the elements of `to_end` and behind those of `to_begin`: numbers, expressions, or cp::none. An array
/// of x's dtype. Throws value_error where an integer does not fit.
template <expression X, class End, class Begin = none_t>
requires((operand<End> || is_none<End>)&&(operand<Begin> || is_none<Begin>))
    [[nodiscard]] auto ediff1d(X const& x, End const& to_end, Begin const& to_begin = none) {
  using T = typename X::value_type;
  [[maybe_unused]] auto const convert = [](auto const& v) {
    auto const node = expr::as_node(v);
    static_assert(
        decltype(node)::weak ? std::is_same_v<weak_result_type<T, typename decltype(node)::value_type>, T>
                             : detail::same_kind<T, typename decltype(node)::value_type>,
        "cp::ediff1d: to_end and to_begin must be of the operand's kind of number; convert them with cp::astype<T>(v)");
    return ravel(broadcast_to(expr::cast_to<T>(node),
                              [&] {
                                auto const shape = expr::shape_of(node);
                                if constexpr (decltype(node)::rank == 0)
                                  return index_array<1>{{1}};
                                else
                                  return shape;
                              }())
                     .template operator()<>());
  };
  using array = ndarray<T, 1, space_of<X>>;
  if constexpr (!is_none<Begin> && !is_none<End>)
    return eval(concatenate<0>(array(convert(to_begin)), ediff1d(x), array(convert(to_end))));
  else if constexpr (!is_none<Begin>)
    return eval(concatenate<0>(array(convert(to_begin)), ediff1d(x)));
  else if constexpr (!is_none<End>)
    return eval(concatenate<0>(ediff1d(x), array(convert(to_end))));
  else
    return array(ediff1d(x));
}

namespace detail {
/// A number that others are divided by, as kernels take it.
template <class T>
struct known_period {
  using type = T;
};
template <integral T>
struct known_period<T> {
  using type = scalar::divisor<T>;
};
/// By how much an element and all behind it move: the multiple of the period that brings it next to the one before. (A
/// function, where a tree would take the remainder and the step in several places.)
template <class T>
struct unwrapping_step {
  static constexpr int cost = 104;
  using library_function = void;
  static constexpr char const* qualified_name = "cp::unwrap";
  typename known_period<T>::type whole;
  T half, discontinuity;
  bool ambiguous;

  FUSE_HD T operator()(T const& x, T const& before) const {
    T const step = wrapping_subtract(x, before),
            inside = wrapping_subtract(scalar::remainder(wrapping_add(step, half), whole), half);
    bool const at_edge = inside == static_cast<T>(-half) && step > static_cast<T>(0) && ambiguous;
    T const nearest = wrapping_subtract(select(at_edge, half, inside), step);
    return select(scalar::abs(step) < discontinuity, static_cast<T>(0), nearest);
  }
};

template <class Period, expression X>
auto unwrapped(X const& x, int axis, Period period, Period discontinuity) {
  if constexpr (expr::is_traced<X>) {
    return expr::derive([=](auto const& y) { return unwrapped(y, axis, period, discontinuity); }, x);
  } else {
    using T = weak_result_type<typename X::value_type, Period>;
    T const whole = static_cast<T>(period), half = static_cast<T>(period / 2);
    // The element before; of the first one itself.
    expr::moving<program::stretched, X::rank> before{expr::shape_of(x), {}, "cp::unwrap"};
    before.first[axis] = 1;
    unwrapping_step<T> const step{typename detail::known_period<T>::type(whole), half, static_cast<T>(discontinuity),
                                  !integral<T> || half * 2 == whole};
    auto const change = elementwise(step)(astype<T>(x), astype<T>(expr::moved(x, before)));
    return astype<T>(x) + cumsum<T>(change, axis);
  }
}
}  // namespace detail

/// Elements moved by multiples of a period so that none is further than half of it from the one before, along an axis;
/// steps below `discontinuity` stay as they are. Lazy: a scan, and what is computed from it.
///
/// dtype    the operand's and the period's, promoted: of integers float64, or, with an integer period, theirs
/// throws   index_error for an axis that does not exist
/// numpy    numpy.unwrap
template <expression X, class Period>
requires std::is_arithmetic_v<Period>
[[nodiscard]] auto unwrap(X const& x, int axis, Period period, Period discontinuity) {
  static_assert(X::rank >= 1, "cp::unwrap needs an axis");
  return detail::unwrapped(x, normalize_axis(axis, X::rank, "cp::unwrap"), period, discontinuity);
}
/// The same where steps of half a period and more count.
template <expression X, class Period>
requires std::is_arithmetic_v<Period>
[[nodiscard]] auto unwrap(X const& x, int axis, Period period) {
  return unwrap(x, axis, period, static_cast<Period>(period / 2));
}
/// The same of angles in radians.
template <expression X>
[[nodiscard]] auto unwrap(X const& x, int axis = -1) {
  return unwrap(x, axis, 6.283185307179586);
}

/// The integral of y along an axis (the last one, if none is given) by the trapezoidal rule: sum of
/// d * (y[i] + y[i + 1]) / 2. A lazy reduction, one kernel. `by` is the step, a number, or the coordinates: along one
/// axis, or of y's shape. The axis is an integer or cp::axis<1>.
///
/// dtype    as of that expression: integers give float64
/// throws   index_error, shape_error where coordinates do not fit
/// numpy    numpy.trapezoid
template <expression Y, operand By, class Axis>
[[nodiscard]] auto trapezoid(Y const& y, By const& by, Axis const& axis) {
  static_assert(Y::rank > 0, "cp::trapezoid: the operand needs at least one axis");
  int const along = detail::axis_of<Y::rank>(axis, "cp::trapezoid");
  if constexpr (!expression<By>)
    return detail::trapezoids(y, by, along);
  else if constexpr (By::rank == 1 && Y::rank > 1)
    return detail::trapezoids(y, detail::along_axis<Y::rank>(detail::differences<1>(by, 0), along), along);
  else
    return detail::trapezoids(y, detail::differences<1>(by, along), along);
}
/// The same along the last axis.
template <expression Y, operand By>
[[nodiscard]] auto trapezoid(Y const& y, By const& by) {
  return trapezoid(y, by, -1);
}
/// The same with a step of 1.
template <expression Y, int Axis>
[[nodiscard]] auto trapezoid(Y const& y, axis_list<Axis>) {
  return trapezoid(y, 1.0, Axis);
}
/// The same along the last axis with a step of 1.
template <expression Y>
[[nodiscard]] auto trapezoid(Y const& y) {
  return trapezoid(y, 1.0, -1);
}

}  // namespace cp
