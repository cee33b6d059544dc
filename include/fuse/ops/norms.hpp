// Norms of vectors and matrices (numpy.linalg.norm): one kernel with what feeds them, but for those that are extremes
// of sums, and those of singular values, which come first.
#pragma once

#include <fuse/core/error.hpp>
#include <fuse/ops/arithmetic.hpp>
#include <fuse/ops/manipulation.hpp>
#include <fuse/ops/norm_algebra.hpp>
#include <fuse/ops/reduction_options.hpp>
#include <fuse/ops/reductions.hpp>
#include <fuse/ops/singular_values.hpp>
#include <type_traits>

namespace cp {

/// The type of cp::ord<N>.
template <int N>
struct ord_t {};
/// The order of a norm: `cp::linalg::norm(x, cp::ord<1>, cp::axis<0>)`.
template <int N>
inline constexpr ord_t<N> ord{};

/// The type of cp::ord_inf.
struct ord_inf_t {};
/// The largest magnitude of a vector, the largest sum of a matrix' row.
inline constexpr ord_inf_t ord_inf{};

/// The type of cp::ord_minus_inf.
struct ord_minus_inf_t {};
/// The smallest magnitude of a vector, the smallest sum of a matrix' row.
inline constexpr ord_minus_inf_t ord_minus_inf{};

/// The type of cp::ord_fro.
struct ord_fro_t {};
/// The Frobenius norm of a matrix.
inline constexpr ord_fro_t ord_fro{};

/// The type of cp::ord_nuc.
struct ord_nuc_t {};
/// The nuclear norm of a matrix, which takes a singular value decomposition.
inline constexpr ord_nuc_t ord_nuc{};

/// What cp::ord_p(p) gives.
struct ord_p_t {
  double p;  ///< the order
};
/// A vector norm of any finite order but 0, known at run time: sum(|x|^p)^(1/p). Throws value_error for 0, infinities
/// and NaN.
[[nodiscard]] inline ord_p_t ord_p(double p) {
  if (p == 0 || p - p != 0)
    throw value_error(
        "cp::ord_p: the order must be finite and not 0; cp::ord<0>, cp::ord_inf and cp::ord_minus_inf are the others");
  return {p};
}

namespace detail {

template <class Ord>
constexpr bool is_ord =
    std::is_same_v<Ord, ord_inf_t> || std::is_same_v<Ord, ord_minus_inf_t> || std::is_same_v<Ord, ord_fro_t> ||
    std::is_same_v<Ord, ord_nuc_t> || std::is_same_v<Ord, ord_p_t>;
template <int N>
constexpr bool is_ord<ord_t<N>> = true;

/// Integers as float64.
template <class X>
auto inexact(X const& x) {
  using T = typename X::value_type;
  if constexpr (boolean<T> || integral<T>)
    return astype<double>(x);
  else
    return x;
}

template <class X, class P, class... Option>
auto power_norm(X const& x, P p, Option const&... option) {
  return power(sum(power(abs(inexact(x)), p), option...), 1.0 / p);
}

template <class X, class Ord, class... Option>
auto vector_norm(X const& x, [[maybe_unused]] Ord ord, Option const&... option) {
  static_assert(!std::is_same_v<Ord, ord_fro_t> && !std::is_same_v<Ord, ord_nuc_t>,
                "cp::linalg::norm: cp::ord_fro and cp::ord_nuc are norms of matrices");
  if constexpr (std::is_same_v<Ord, ord_t<2>>)
    return make_reduction<ops::euclidean, unsigned{plain_options}>(x, option...);
  else if constexpr (std::is_same_v<Ord, ord_t<1>>)
    return sum(abs(inexact(x)), option...);
  else if constexpr (std::is_same_v<Ord, ord_t<0>>)
    return astype<typename ops::euclidean::result<typename X::value_type>>(count_nonzero(x, option...));
  else if constexpr (std::is_same_v<Ord, ord_inf_t>)
    return max(abs(inexact(x)), initial(0), option...);
  else if constexpr (std::is_same_v<Ord, ord_minus_inf_t>)
    return min(abs(inexact(x)), option...);
  else if constexpr (std::is_same_v<Ord, ord_p_t>)
    return power_norm(x, ord.p, option...);
  else
    return []<int N>(X const& operand, ord_t<N>, Option const&... o) {
      return power_norm(operand, static_cast<double>(N), o...);
    }(x, ord, option...);
}

template <class Ord>
constexpr bool takes_singular_values =
    std::is_same_v<Ord, ord_t<2>> || std::is_same_v<Ord, ord_t<-2>> || std::is_same_v<Ord, ord_nuc_t>;

/// Of the singular values of the matrices along axes Row and Column, which are computed at once.
template <class X, class Ord, int Row, int Column, class... Keep>
auto singular_norm(X const& x, Ord, axis_list<Row, Column>, Keep...) {
  constexpr int rank = X::rank, row = Row < 0 ? Row + rank : Row, column = Column < 0 ? Column + rank : Column;
  static_assert(row >= 0 && row < rank && column >= 0 && column < rank && row != column,
                "cp::linalg::norm: the axes are two different ones of the operand's");
  auto const matrices = moveaxis(moveaxis(x, row, -1), column > row ? column - 1 : column, -1);
  auto const values = [&] {
    auto const s = linalg::svdvals(matrices);
    if constexpr (std::is_same_v<Ord, ord_t<2>>)
      return max(s, axis_list<-1>{}, initial(0));
    else if constexpr (std::is_same_v<Ord, ord_t<-2>>)
      return min(s, axis_list<-1>{});
    else
      return sum(s, axis_list<-1>{});
  }();
  if constexpr (sizeof...(Keep) > 0)
    return expand_dims(expand_dims(values, row < column ? row : column), row < column ? column : row);
  else
    return values;
}

/// Of the matrices along axes Row and Column.
template <class X, class Ord, int Row, int Column, class... Keep>
auto matrix_norm(X const& x, Ord, axis_list<Row, Column>, Keep... keep) {
  constexpr bool known = std::is_same_v<Ord, ord_fro_t> || std::is_same_v<Ord, ord_t<1>> ||
                         std::is_same_v<Ord, ord_t<-1>> || std::is_same_v<Ord, ord_inf_t> ||
                         std::is_same_v<Ord, ord_minus_inf_t> || takes_singular_values<Ord>;
  static_assert(
      known,
      "cp::linalg::norm: a matrix has the norms cp::ord_fro, cp::ord<1>, cp::ord<-1>, cp::ord<2>, cp::ord<-2>, "
      "cp::ord_nuc, cp::ord_inf and cp::ord_minus_inf");
  constexpr axis_list<Row, Column> both{};
  if constexpr (takes_singular_values<Ord>)
    return singular_norm(x, Ord{}, both, keep...);
  else if constexpr (std::is_same_v<Ord, ord_fro_t>)
    return vector_norm(x, ord_t<2>{}, both, keep...);
  else if constexpr (std::is_same_v<Ord, ord_t<1>>)
    return max(sum(abs(inexact(x)), axis_list<Row>{}, keepdims), both, initial(0), keep...);
  else if constexpr (std::is_same_v<Ord, ord_t<-1>>)
    return min(sum(abs(inexact(x)), axis_list<Row>{}, keepdims), both, keep...);
  else if constexpr (std::is_same_v<Ord, ord_inf_t>)
    return max(sum(abs(inexact(x)), axis_list<Column>{}, keepdims), both, initial(0), keep...);
  else
    return min(sum(abs(inexact(x)), axis_list<Column>{}, keepdims), both, keep...);
}

/// With the axes behind cp::keepdims.
template <class X, class Ord, int Row, int Column>
auto matrix_norm(X const& x, Ord ord, keepdims_t, axis_list<Row, Column> axes) {
  return matrix_norm(x, ord, axes, keepdims);
}

template <class X, class Ord, class... Option>
auto norm(X const& x, Ord ord, Option const&... option) {
  constexpr bool has_axes = (is_axes<Option> || ...);
  constexpr int axes = (0 + ... + axes_given<Option>);
  if constexpr (!has_axes && X::rank == 2) {
    return matrix_norm(x, ord, axis_list<0, 1>{}, option...);
  } else if constexpr (!has_axes) {
    static_assert(
        X::rank == 1,
        "cp::linalg::norm: with an order and no axes the operand must be a vector or a matrix; give one axis or two");
    return vector_norm(x, ord, option...);
  } else if constexpr (axes == 2) {
    static_assert(((axes_given<Option> != 1) && ...),
                  "cp::linalg::norm: name the two axes of a matrix norm as cp::axis<0, 1>");
    return matrix_norm(x, ord, option...);
  } else {
    static_assert(axes == 1,
                  "cp::linalg::norm: a norm of some order is taken along one axis (of vectors) or two (of matrices)");
    return vector_norm(x, ord, option...);
  }
}

/// Without an order: of all elements, or along all axes that are given.
struct no_order {};
template <class X, class... Option>
auto norm(X const& x, no_order, Option const&... option) {
  return vector_norm(x, ord<2>, option...);
}

/// Calls f with the order and the other options. The order comes first; `otherwise` stands for it if there is none.
template <class F, class Ord>
constexpr auto with_order(F const& f, Ord otherwise) {
  return f(otherwise);
}
template <class F, class Ord, class First, class... More>
constexpr auto with_order(F const& f, Ord otherwise, First const& first, More const&... more) {
  static_assert((!is_ord<More> && ...), "cp::linalg::norm: the order comes before the other options");
  if constexpr (is_ord<First>)
    return f(first, more...);
  else
    return f(otherwise, first, more...);
}

}  // namespace detail

/// Linear algebra (NumPy's numpy.linalg).
namespace linalg {

/// Norm of a vector or matrix: without an order the square root of the sum of squared magnitudes along all axes or
/// those given; without overflow or underflow where the result has none. With an order that of NumPy: of vectors (a 1-D
/// operand, or one axis) cp::ord<N>, cp::ord_p(p), cp::ord_inf, cp::ord_minus_inf, of matrices (a 2-D operand, or two
/// axes) cp::ord_fro, cp::ord<1>, cp::ord<-1>, cp::ord_inf, cp::ord_minus_inf, and of singular values, which are
/// computed at once, cp::ord<2> (the largest), cp::ord<-2> (the smallest), cp::ord_nuc (their sum). The order comes
/// before the other options.
///
/// dtype    float64 for integers and booleans, otherwise the real part's
/// throws   value_error for the smallest of no elements; for singular values as cp::linalg::svdvals
/// numpy    numpy.linalg.norm
/// example  cp::linalg::norm(x, cp::ord<1>, cp::axis<0>, cp::keepdims)
template <expression X, class... Option>
[[nodiscard]] constexpr auto norm(X const& x, Option const&... option) {
  return detail::with_order([&](auto order, auto const&... other) { return detail::norm(x, order, other...); },
                            detail::no_order{}, option...);
}

/// Norm of the vectors along an axis, or of all elements: as cp::linalg::norm of a 1-D operand; the order, 2 if none is
/// given, comes first.
///
/// numpy    numpy.linalg.vector_norm
template <expression X, class... Option>
[[nodiscard]] constexpr auto vector_norm(X const& x, Option const&... option) {
  return detail::with_order([&](auto order, auto const&... other) { return detail::vector_norm(x, order, other...); },
                            ord<2>, option...);
}

/// Norm of the matrices along the last two axes: as cp::linalg::norm of a 2-D operand; the order, Frobenius if none is
/// given, comes first.
///
/// numpy    numpy.linalg.matrix_norm
template <expression X, class... Option>
[[nodiscard]] constexpr auto matrix_norm(X const& x, Option const&... option) {
  static_assert(X::rank >= 2, "cp::linalg::matrix_norm: the operand has two axes or more");
  return detail::with_order(
      [&](auto order, auto const&... other) { return detail::matrix_norm(x, order, axis<-2, -1>, other...); }, ord_fro,
      option...);
}

}  // namespace linalg

}  // namespace cp
