// The derivative of samples along axes.
#pragma once

#include <cstdint>
#include <fuse/expr/trace.hpp>
#include <fuse/expr/view.hpp>
#include <fuse/ops/arithmetic.hpp>
#include <fuse/ops/creation.hpp>
#include <fuse/ops/manipulation.hpp>
#include <fuse/ops/reductions.hpp>
#include <fuse/ops/stencils.hpp>
#include <tuple>
#include <type_traits>
#include <utility>

namespace cp {

/// The type of cp::edge_order<N>.
template <int N>
struct edge_order_t {};
/// As an option of cp::gradient: the order of its differences at both ends of an axis, 1 or 2.
template <int N>
inline constexpr edge_order_t<N> edge_order{};

namespace detail {

template <class T>
constexpr int edges_of = 0;
template <int N>
constexpr int edges_of<edge_order_t<N>> = N;

/// What gradients of T are computed in: integers in float64.
template <class T>
using gradient_type = std::conditional_t<integral<T>, double, T>;

/// Gradients of equal steps: central differences inside, one-sided ones at both ends, where neighbours that do not
/// exist are given as the element at the end.
template <class T>
struct even_gradient {
  using R = typename dtype_traits<T>::real_type;
  std::int64_t last;
  R one, two;             ///< a step, two steps
  R first[3], behind[3];  ///< what elements count at the ends, for differences of order 2

  even_gradient(std::int64_t last_, double step)
      : last(last_),
        one(static_cast<R>(step)),
        two(static_cast<R>(2 * step)),
        first{static_cast<R>(-1.5 / step), static_cast<R>(2 / step), static_cast<R>(-0.5 / step)},
        behind{static_cast<R>(0.5 / step), static_cast<R>(-2 / step), static_cast<R>(1.5 / step)} {}

  /// The elements before and behind.
  FUSE_HD T operator()(std::int64_t i, T const& a, T const& c) const {
    return static_cast<T>((c - a) / (i == 0 || i == last ? one : two));
  }
  /// Five elements around one.
  FUSE_HD T operator()(std::int64_t i, T const& a, T const& b, T const& c, T const& d, T const& e) const {
    if (i == 0) return static_cast<T>(first[0] * c + first[1] * d + first[2] * e);
    if (i == last) return static_cast<T>(behind[0] * a + behind[1] * b + behind[2] * c);
    return static_cast<T>((d - b) / two);
  }
};
/// Gradients between coordinates, given elements and then their coordinates. `Edge`: the order of differences at both
/// ends.
template <int Edge, class T, class X>
struct uneven_gradient {
  using C = result_type<T, X>;
  std::int64_t last;
  FUSE_HD T operator()(std::int64_t i, T const& a, T const& b, T const& c, X const& x0, X const& x1,
                       X const& x2) const {
    if (i == 0 || i == last)
      return expr::cast<T>{}(expr::cast<C>{}(static_cast<T>(c - a)) / expr::cast<C>{}(static_cast<X>(x2 - x0)));
    return inside(a, b, c, static_cast<X>(x1 - x0), static_cast<X>(x2 - x1));
  }
  FUSE_HD T operator()(std::int64_t i, T const& a, T const& b, T const& c, T const& d, T const& e, X const& x0,
                       X const& x1, X const& x2, X const& x3, X const& x4) const {
    X const d1 = static_cast<X>(i == 0      ? x3 - x2
                                : i == last ? x1 - x0
                                            : x2 - x1),
            d2 = static_cast<X>(i == 0      ? x4 - x3
                                : i == last ? x2 - x1
                                            : x3 - x2);
    if (i == 0) return sum(-(d1 + d1 + d2) / (d1 * (d1 + d2)), c, (d1 + d2) / (d1 * d2), d, -d1 / (d2 * (d1 + d2)), e);
    if (i == last)
      return sum(d2 / (d1 * (d1 + d2)), a, -(d2 + d1) / (d1 * d2), b, (d2 + d2 + d1) / (d2 * (d1 + d2)), c);
    return inside(b, c, d, d1, d2);
  }

 private:
  FUSE_HD static T inside(T const& a, T const& b, T const& c, X const& d1, X const& d2) {
    return sum(-d2 / (d1 * (d1 + d2)), a, (d2 - d1) / (d1 * d2), b, d1 / (d2 * (d1 + d2)), c);
  }
  template <class W>
  FUSE_HD static T sum(W const& u, T const& a, W const& v, T const& b, W const& w, T const& c) {
    return expr::cast<T>{}(times(u, a) + times(v, b) + times(w, c));
  }
  template <class W>
  FUSE_HD static C times(W const& u, T const& a) {
    return static_cast<C>(expr::cast<C>{}(static_cast<X>(u)) * expr::cast<C>{}(a));
  }
};

/// The neighbour of a placeholder's element that lies `Offset` places off along axis `K`.
template <int K, int Offset, class U, int... I>
auto neighbour_along(U const& u, std::integer_sequence<int, I...>) {
  return expr::cast_to<gradient_type<typename U::value_type>>(expr::neighbour<U, (I == K ? Offset : 0)...>(u));
}
/// f called with the position along axis `K`, and with the elements of each placeholder that a gradient needs.
template <int K, int Edge, class F, class P, class... U>
auto call_near(F const& f, P const& position, U const&... u) {
  auto const near = []<class V>(V const& v) {
    constexpr auto axes = std::make_integer_sequence<int, V::rank>{};
    if constexpr (Edge == 2)
      return std::make_tuple(neighbour_along<K, -2>(v, axes), neighbour_along<K, -1>(v, axes),
                             neighbour_along<K, 0>(v, axes), neighbour_along<K, 1>(v, axes),
                             neighbour_along<K, 2>(v, axes));
    else if constexpr (sizeof...(U) == 2)
      return std::make_tuple(neighbour_along<K, -1>(v, axes), neighbour_along<K, 0>(v, axes),
                             neighbour_along<K, 1>(v, axes));
    else
      return std::make_tuple(neighbour_along<K, -1>(v, axes), neighbour_along<K, 1>(v, axes));
  };
  return std::apply(
      [&]<class... A>(A const&... a) { return expr::call<F, P, A...>(f, expr::make_arguments(position, a...)); },
      std::tuple_cat(near(u)...));
}

template <int K, int Edge, class A>
auto gradient_along(A const& f, double step) {
  even_gradient<gradient_type<typename A::value_type>> const rule(f.shape()[K] - 1, step);
  return make_let(call_near<K, Edge>(rule, expr::placeholder<0, std::int64_t, A::rank, false>{},
                                     expr::placeholder<1, typename A::value_type, A::rank, false>{}),
                  "cp::gradient", index<K>(f.shape()), make_bounded<program::edge::nearest>(f, {}));
}
template <int K, int Edge, class A, expression E>
auto gradient_along(A const& f, E const& coordinates) {
  static_assert(E::rank == 1 && !complex_floating<typename E::value_type> && !boolean<typename E::value_type>,
                "cp::gradient: coordinates are real, along one axis");
  auto const x = eval(coordinates);
  using X = typename E::value_type;
  using rule = uneven_gradient<Edge, gradient_type<typename A::value_type>, gradient_type<X>>;
  std::int64_t const n = f.shape()[K];
  if (x.shape()[0] != n)
    throw value_error("cp::gradient: " + std::to_string(x.shape()[0]) + " coordinates came for axis " +
                      std::to_string(K) + " of shape " + to_string(f.shape()));
  return make_let(call_near<K, Edge>(rule{n - 1}, expr::placeholder<0, std::int64_t, A::rank, false>{},
                                     expr::placeholder<1, typename A::value_type, A::rank, false>{},
                                     expr::placeholder<2, X, A::rank, false>{}),
                  "cp::gradient", index<K>(f.shape()), make_bounded<program::edge::nearest>(f, {}),
                  make_bounded<program::edge::nearest>(along_axis<A::rank>(x, K), {}));
}

template <int K, int Edge, class A, class H>
auto checked_gradient(A const& f, H const& h) {
  static_assert(K >= -A::rank && K < A::rank, "cp::gradient: an axis is out of bounds");
  constexpr int axis = K < 0 ? K + A::rank : K;
  if (f.shape()[axis] < Edge + 1)
    throw_value("cp::gradient",
                Edge == 1 ? "each axis needs at least 2 elements, one has"
                          : "each axis needs at least 3 elements for edge_order<2>, one has",
                f.shape()[axis]);
  if constexpr (expression<H>)
    return gradient_along<axis, Edge>(f, h);
  else
    return gradient_along<axis, Edge>(f, static_cast<double>(h));
}

template <int Edge, class A, class... H, int... K>
auto gradients(A const& f, std::tuple<H...> const& h, axis_list<K...>) {
  static_assert(sizeof...(K) > 0, "cp::gradient: the operand needs at least one axis");
  static_assert(sizeof...(H) <= 1 || sizeof...(H) == sizeof...(K),
                "cp::gradient takes no step, one number for all axes, or a number or coordinates for each axis");
  auto const step = [&]<std::size_t I>(std::integral_constant<std::size_t, I>) -> decltype(auto) {
    if constexpr (sizeof...(H) == 0)
      return 1.0;
    else
      return std::get<(sizeof...(H) == 1 ? 0 : I)>(h);
  };
  if constexpr (sizeof...(H) == 1 && sizeof...(K) > 1)
    static_assert((!expression<H> && ...), "cp::gradient: coordinates are needed for each axis");
  auto all = [&]<std::size_t... I>(std::index_sequence<I...>) {
    return std::make_tuple(checked_gradient<K, Edge>(f, step(std::integral_constant<std::size_t, I>{}))...);
  }
  (std::make_index_sequence<sizeof...(K)>{});
  if constexpr (sizeof...(K) == 1)
    return std::get<0>(std::move(all));
  else
    return all;
}
template <class Sequence>
struct axes_from;
template <int... I>
struct axes_from<std::integer_sequence<int, I...>> {
  using type = axis_list<I...>;
};
template <int Rank, class... Arg>
struct axes_among {
  using type = typename axes_from<std::make_integer_sequence<int, Rank>>::type;
};
template <int Rank, class First, class... More>
struct axes_among<Rank, First, More...>
    : std::conditional_t<is_axis_list<First>, std::type_identity<First>, axes_among<Rank, More...>> {};

}  // namespace detail

/// The derivative along axes: central differences inside, one-sided ones of `cp::edge_order<1>` (the default) or
/// `cp::edge_order<2>` at the ends. Lazy: one expression for one axis, a std::tuple of them for several
/// (`cp::axis<0, 2>`; all of the operand's axes if none are given). An expression is evaluated first.
///
/// shape    as the operand's
/// dtype    floats and complex numbers stay, integers give float64
/// steps    none (1), a number for all axes, or for each axis a number or its coordinates: `cp::gradient(f, 0.1)`,
///          `cp::gradient(f, x, y)`. Coordinates that happen to be equally far apart are not treated apart, as they are
///          in NumPy: last bits may differ
/// throws   value_error for an axis of too few elements, or coordinates of another number than the axis has
/// numpy    numpy.gradient
template <expression F, class... Arg>
[[nodiscard]] auto gradient(F const& f, Arg const&... arg) {
  static_assert(!boolean<typename F::value_type>,
                "cp::gradient: booleans have no difference; convert them with cp::astype<T>(f)");
  constexpr int edges = (0 + ... + detail::edges_of<Arg>);
  static_assert((0 + ... + (detail::edges_of<Arg> != 0)) <= 1 && edges >= 0 && edges <= 2,
                "cp::gradient: the order at the edges is 1 or 2, given once");
  auto const steps = std::tuple_cat([&] {
    if constexpr (detail::is_axis_list<Arg> || detail::edges_of<Arg> != 0) {
      return std::tuple<>{};
    } else {
      static_assert(expression<Arg> || std::is_arithmetic_v<Arg>,
                    "cp::gradient takes steps (numbers or coordinates), cp::axis<...> and cp::edge_order<N>");
      return std::make_tuple(arg);
    }
  }()...);
  using axes = typename detail::axes_among<F::rank, Arg...>::type;
  if constexpr (expr::is_traced<F>) {
    static_assert(
        []<int... K>(axis_list<K...>) { return sizeof...(K) == 1; }(axes{}),
        "cp::gradient: in a lambda of cp::fuse, name one axis: cp::axis<0>");
    return expr::derive([arg...](auto const& x) { return gradient(x, arg...); }, f);
  } else {
    return detail::gradients<(edges == 0 ? 1 : edges)>(eval(f), steps, axes{});
  }
}

}  // namespace cp
