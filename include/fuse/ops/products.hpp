// Products of vectors and matrices (dot, vdot, inner, vecdot, outer), and reductions of several operands (average).
#pragma once

#include <cstdint>
#include <fuse/ops/arithmetic.hpp>
#include <fuse/ops/manipulation.hpp>
#include <fuse/ops/matmul.hpp>
#include <fuse/ops/reduction_options.hpp>
#include <fuse/ops/reductions.hpp>
#include <type_traits>
#include <utility>

namespace cp {

/// What cp::weights(w) gives.
template <class W>
struct weights_t {
  W node;  ///< the weights
};
/// The weights of cp::average: of the operand's shape, or one for each place along the axis.
template <expression W>
[[nodiscard]] constexpr auto weights(W&& w) {
  using node = decltype(expr::as_node(std::forward<W>(w)));
  return weights_t<node>{expr::as_node(std::forward<W>(w))};
}
/// The type of cp::returned.
struct returned_t {};
/// Makes cp::average return the sums of the weights too.
inline constexpr returned_t returned{};

namespace ops {

/// Sum of the products of two vectors' elements, the first ones conjugated if `Conjugate`. Computes in the operands'
/// dtype; 16-bit floats in float32.
template <bool Conjugate>
struct inner : fold_by<add, neutral_number<0>> {
  static constexpr char const* qualified_name = Conjugate ? "cp::vdot" : "cp::dot";
  static constexpr int unstretched = 2;
  template <class T, class>
  using result = T;
  template <class T, class>
  using accumulator = wide_type<T>;
  template <class A, class T>
  FUSE_HD static A lift(T const& x, T const& y) {
    if constexpr (Conjugate && complex_floating<T>)
      return scalar::conj(x) * y;
    else
      return cp::detail::wrapping_multiply(static_cast<A>(x), static_cast<A>(y));
  }
};

/// The same along some axes, of operands that broadcast along the others.
struct inner_of_axes : inner<true> {
  static constexpr char const* qualified_name = "cp::vecdot";
  static constexpr int unstretched = 0;
  static constexpr bool whole_along_axes = true;
};

/// Sums of weighted elements and of the weights. `Whole`: operands that are not stretched.
template <class A>
struct weighted {
  A values, weights;
};
template <int Whole>
struct average {
  static constexpr char const* qualified_name = "cp::average";
  static constexpr int unstretched = Whole;
  static constexpr bool whole_along_axes = true;
  static constexpr int cost = 8;
  static constexpr bool has_identity = true;
  template <class T, class>
  using result = T;
  template <class T, class>
  using accumulator = weighted<wide_type<T>>;
  template <class A>
  FUSE_HD static A identity() {
    return {decltype(A::values)(0), decltype(A::values)(0)};
  }
  template <class A, class T>
  FUSE_HD static A lift(T const& x, T const& w) {
    using S = decltype(A::values);
    return {static_cast<S>(x) * static_cast<S>(w), static_cast<S>(w)};
  }
  template <class A>
  FUSE_HD static A combine(A const& a, A const& b) {
    return {a.values + b.values, a.weights + b.weights};
  }
  template <class R, class A>
  FUSE_HD static R finish(A const& a, std::int64_t) {
    return static_cast<R>(a.values / a.weights);
  }
};
template <int Whole>
struct sum_of_weights : average<Whole> {
  template <class R, class A>
  FUSE_HD static R finish(A const& a, std::int64_t) {
    return static_cast<R>(a.weights);
  }
};

}  // namespace ops

namespace detail {

/// Operands cast to their common dtype and folded together along all their axes.
template <class Op, class X, class Y>
auto fold_products(X x, Y y) {
  using common = typename expr::common_dtype<X, Y>::type;
  static_assert(number<common>, "cp: scalar products are of numbers");
  constexpr auto all_axes = static_cast<std::uint32_t>((std::uint64_t{1} << X::rank) - 1);
  return reduce_nodes<Op, expr::known_axes(all_axes), false>(all_axes, expr::cast_to<common>(std::move(x)),
                                                             expr::cast_to<common>(std::move(y)));
}

template <class X, class Y>
auto scalar_product(X x, Y y) {
  return fold_products<ops::inner<false>>(std::move(x), std::move(y));
}

/// Calls f with those options that are no weights and not cp::returned.
template <class F>
auto with_plain_options(F const& f) {
  return f();
}
template <class F, class First, class... More>
auto with_plain_options(F const& f, First const& first, More const&... more) {
  if constexpr (is_a<weights_t, First> || std::is_same_v<First, returned_t>)
    return with_plain_options(f, more...);
  else
    return with_plain_options([&](auto const&... rest) { return f(first, rest...); }, more...);
}

inline int first_axis(std::uint32_t axes) {
  int i = 0;
  while (!(axes >> i & 1)) ++i;
  return i;
}

/// The dtype of an average: integers are float64.
template <class X, class W>
constexpr auto average_dtype() {
  using common = typename expr::common_dtype<X, W>::type;
  using T = typename X::value_type;
  if constexpr (boolean<T> || integral<T> || boolean<common> || integral<common>)
    return std::type_identity<result_type<common, double>>{};
  else
    return std::type_identity<common>{};
}

template <bool Returned, int Whole, class X, class W, class... Option>
auto average_of(X const& x, W const& w, Option const&... option) {
  using R = typename decltype(average_dtype<X, W>())::type;
  using options = reduction_options<X::rank, plain_options, Option...>;
  std::uint32_t const axes = options::mask("cp::average", option...);
  auto const fold = [&]<class Op>(std::type_identity<Op>) {
    return reduce_nodes<Op, options::axes, options::keep>(axes, expr::cast_to<R>(x), expr::cast_to<R>(w));
  };
  auto mean = fold(std::type_identity<ops::average<Whole>>{});
  if constexpr (Returned) {
    auto total = fold(std::type_identity<ops::sum_of_weights<Whole>>{});
    return expression_pair<decltype(mean), decltype(total)>{std::move(mean), std::move(total)};
  } else {
    return mean;
  }
}

/// Of two numbers or arrays: a scalar multiplies, vectors have their scalar product, all else is a product of matrices.
template <template <int, int> class Labels, class A, class B>
constexpr auto product_by_rank(A a, B b) {
  if constexpr (A::rank == 0 || B::rank == 0)
    return multiply(std::move(a), std::move(b));
  else if constexpr (A::rank == 1 && B::rank == 1)
    return scalar_product(std::move(a), std::move(b));
  else
    return make_product<Labels>(std::move(a), std::move(b));
}

}  // namespace detail

/// Product of two operands by NumPy's rule: of vectors the scalar product sum(x * y), one kernel with what feeds it; of
/// matrices (and a matrix and a vector) the product, as cp::matmul; of more axes the sum over the last axis of x and
/// the second last of y; a number or an array of rank 0 multiplies.
///
/// dtype    the operands', promoted; integers wrap around, booleans give whether both are true somewhere. 16-bit floats
///          accumulate in float32
/// throws   shape_error (when evaluated) where the lengths differ
/// numpy    numpy.dot
template <operand X, operand Y>
requires detail::any_expression<X, Y>
[[nodiscard]] constexpr auto dot(X&& x, Y&& y) {
  return detail::product_by_rank<ops::dot_labels>(expr::as_node(std::forward<X>(x)), expr::as_node(std::forward<Y>(y)));
}
/// Sum over the last axes: of vectors the scalar product, else result[i..., j...] = sum(x[i..., :] * y[j..., :]).
///
/// dtype    as of cp::dot
/// throws   shape_error (when evaluated) where the last extents differ
/// numpy    numpy.inner
template <operand X, operand Y>
requires detail::any_expression<X, Y>
[[nodiscard]] constexpr auto inner(X&& x, Y&& y) {
  return detail::product_by_rank<ops::inner_labels>(expr::as_node(std::forward<X>(x)),
                                                    expr::as_node(std::forward<Y>(y)));
}
/// Scalar product of all elements, those of x conjugated: sum(conj(x) * y). Operands of different ranks are flattened
/// (those of one rank must have one shape, where NumPy would flatten them too).
///
/// dtype    as of cp::dot
/// throws   shape_error (when evaluated) where the shapes differ
/// numpy    numpy.vdot
template <expression X, expression Y>
[[nodiscard]] constexpr auto vdot(X&& x, Y&& y) {
  auto a = expr::as_node(std::forward<X>(x));
  auto b = expr::as_node(std::forward<Y>(y));
  if constexpr (decltype(a)::rank == decltype(b)::rank)
    return detail::fold_products<ops::inner<true>>(std::move(a), std::move(b));
  else
    return detail::fold_products<ops::inner<true>>(ravel(a), ravel(b));
}
/// Scalar products of the vectors along an axis (the last one, if none is given), those of x conjugated:
/// sum(conj(x) * y). The other axes broadcast. One kernel with what feeds it.
///
/// dtype    as of cp::dot
/// throws   shape_error (when evaluated) where the vectors' lengths differ, or the other axes do not broadcast
/// numpy    numpy.vecdot
template <expression X, expression Y, int Axis = -1>
[[nodiscard]] constexpr auto vecdot(X const& x, Y const& y, axis_list<Axis> = {}) {
  using common = typename expr::common_dtype<X, Y>::type;
  constexpr int rank = X::rank > Y::rank ? X::rank : Y::rank, lower = X::rank > Y::rank ? Y::rank : X::rank;
  static_assert(number<common>, "cp: scalar products are of numbers");
  static_assert(lower >= 1, "cp::vecdot: operands have at least one axis");
  static_assert(Axis >= -lower && Axis < lower && (Axis < 0 || X::rank == Y::rank),
                "cp::vecdot: the axis is out of bounds (of operands of different ranks it counts from the end)");
  constexpr std::uint32_t mask = std::uint32_t{1} << (Axis < 0 ? Axis + rank : Axis);
  return detail::reduce_nodes<ops::inner_of_axes, expr::known_axes(mask), false>(mask, expr::cast_to<common>(x),
                                                                                 expr::cast_to<common>(y));
}
/// All products of an element of x and one of y: result[i, j] = x[i] * y[j]; operands of more axes are flattened first.
///
/// numpy    numpy.outer
template <expression X, expression Y>
[[nodiscard]] auto outer(X const& x, Y const& y) {
  auto const flat = [](auto const& e) {
    if constexpr (std::remove_cvref_t<decltype(e)>::rank == 1)
      return e;
    else
      return ravel(e);
  };
  return multiply.outer(flat(x), flat(y));
}

/// Weighted mean along axes, sum(x * w) / sum(w), in one kernel; without weights the mean. With cp::returned a pair of
/// expressions, the mean and the sum of the weights: `auto [a, w] = cp::average(...)`. Weights that sum to zero give
/// NaN or an infinity (NumPy throws, which here would mean to wait for the values).
///
/// options  cp::axis<...> or one integer, cp::keepdims, cp::weights(w), cp::returned
/// dtype    float64 for integers and booleans, otherwise the operands', promoted
/// throws   shape_error (when evaluated) where the weights have neither the operand's shape nor, being 1-D, the axis'
///          extent
/// numpy    numpy.average
template <expression X, class... Option>
[[nodiscard]] constexpr auto average(X const& x, Option const&... option) {
  constexpr bool pair = (std::is_same_v<Option, returned_t> || ...);
  constexpr bool has_weights = (detail::is_a<weights_t, Option> || ...);
  return detail::with_plain_options(
      [&](auto const&... plain) {
        if constexpr (!has_weights && !pair) {
          return mean(x, plain...);
        } else if constexpr (!has_weights) {
          using R = typename decltype(mean(x))::value_type;
          return detail::average_of<pair, 1>(x, expr::constant<R, false>(static_cast<R>(1)), plain...);
        } else {
          auto const& w = detail::option_of<weights_t>(option...).node;
          using W = std::remove_cvref_t<decltype(w)>;
          if constexpr (W::rank == X::rank) {
            return detail::average_of<pair, 2>(x, w, plain...);
          } else {
            using options =
                detail::reduction_options<X::rank, detail::plain_options, std::remove_cvref_t<decltype(plain)>...>;
            static_assert(W::rank == 1 && options::has_axes && options::reduced == 1,
                          "cp::average: weights have the operand's shape, or are 1-D beside one axis of a reduction");
            int const axis = detail::first_axis(options::mask("cp::average", plain...));
            return detail::average_of<pair, 1>(x, detail::along_axis<X::rank>(w, axis), plain...);
          }
        }
      },
      option...);
}
FUSE_AXES_IN_BRACES(average)
FUSE_NO_SEQUENCE(average)

}  // namespace cp
