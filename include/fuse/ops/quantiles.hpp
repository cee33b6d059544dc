// Order statistics: medians, quantiles, percentiles (NumPy's "Order statistics"), with and without NaN.
#pragma once

#include <cstdint>
#include <fuse/core/error.hpp>
#include <fuse/core/scalar_math.hpp>
#include <fuse/core/sort_order.hpp>
#include <fuse/expr/custom.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/ufunc.hpp>
#include <fuse/ops/arithmetic.hpp>
#include <fuse/ops/creation.hpp>
#include <fuse/ops/manipulation.hpp>
#include <fuse/ops/reduction_options.hpp>
#include <fuse/ops/sorting.hpp>
#include <fuse/ops/ufunc_methods.hpp>
#include <string>
#include <type_traits>
#include <utility>

namespace cp {

/// Which number stands for a quantile that lies between two elements: numpy.quantile's methods, 4 to 9 of Hyndman and
/// Fan ("Sample quantiles in statistical packages", 1996) among them.
enum class quantile_method : unsigned char {
  linear,
  lower,
  higher,
  nearest,
  midpoint,
  inverted_cdf,
  averaged_inverted_cdf,
  closest_observation,
  interpolated_inverted_cdf,
  hazen,
  weibull,
  median_unbiased,
  normal_unbiased
};

namespace detail {

/// Where quantile q of n sorted elements lies: between the places `at` and `at + 1`, by `gamma`.
struct quantile_place {
  double at, gamma;
};
/// Of the methods that are one formula of two numbers.
FUSE_HD constexpr double hyndman_place(double n, double q, double alpha, double beta) {
  return n * q + (alpha + q * (1 - alpha - beta)) - 1;
}
FUSE_HD quantile_place find_quantile(quantile_method method, double n, double q) {
  using enum quantile_method;
  double const whole = (n - 1) * q, part = n * q - 1, x = method == closest_observation ? part - 0.5 : part;
  bool const exact = x == scalar::floor(x);
  switch (method) {
    case lower:
      return {scalar::floor(whole), 0};
    case higher:
      return {scalar::ceil(whole), 0};
    case nearest:
      return {scalar::rint(whole), 0};
    case midpoint:
      return {whole, whole == scalar::floor(whole) ? 0. : 0.5};
    case inverted_cdf:
      return {scalar::floor(x) + (exact ? 0 : 1), 0};
    case closest_observation: {  // from the middle between two to the even one, counted from 1
      double const down = scalar::floor(x);
      return {down + (exact && down != 2 * scalar::floor(down / 2) ? 0 : 1), 0};
    }
    case averaged_inverted_cdf:
      return {x, exact ? 0.5 : 1.};
    default:
      break;
  }
  double const at = method == interpolated_inverted_cdf ? hyndman_place(n, q, 0, 1)
                    : method == hazen                   ? hyndman_place(n, q, 0.5, 0.5)
                    : method == weibull                 ? hyndman_place(n, q, 0, 0)
                    : method == median_unbiased         ? hyndman_place(n, q, 1. / 3, 1. / 3)
                    : method == normal_unbiased         ? hyndman_place(n, q, 3. / 8, 3. / 8)
                                                        : whole;
  return {at, at - scalar::floor(at)};
}

/// Quantiles of sorted rows of n elements.
template <class T, class R>
struct row_quantile {
  using W = std::conditional_t<(sizeof(R) < 4), float, R>;
  T const* data;
  std::int64_t n;
  quantile_method method;
  bool median;    ///< the mean of the two in the middle
  bool skip_nan;  ///< NaN, which comes last, does not count
  bool known = false;
  quantile_place place{};  ///< where it is `known`

  /// How many elements of a row are no NaN.
  FUSE_HD std::int64_t numbers(T const* row) const {
    std::int64_t low = 0, high = n;
    while (low < high) {
      std::int64_t const middle = low + (high - low) / 2;
      has_nan(row[middle]) ? high = middle : low = middle + 1;
    }
    return low;
  }
  FUSE_HD static W at(T const* row, std::int64_t i) {
    if constexpr (boolean<T>)
      return static_cast<W>(row[i] ? 1 : 0);
    else
      return static_cast<W>(row[i]);
  }
  FUSE_HD R operator()(std::int64_t which, double q) const {
    T const* const row = data + which * n;
    std::int64_t const count = skip_nan && has_nan(row[n - 1]) ? numbers(row) : n;
    if (has_nan(row[n - 1]) && (!skip_nan || count == 0)) return static_cast<R>(row[n - 1]);
    if (median) {
      std::int64_t const middle = count / 2;
      return static_cast<R>(count % 2 != 0 ? at(row, middle) : (at(row, middle - 1) + at(row, middle)) / W(2));
    }
    quantile_place const p = known ? place : find_quantile(method, static_cast<double>(count), q);
    if (!(p.at > 0)) return static_cast<R>(p.at != p.at ? static_cast<W>(p.at) : at(row, 0));
    if (p.at >= static_cast<double>(count - 1)) return static_cast<R>(at(row, count - 1));
    double const down = scalar::floor(p.at);
    auto const i = static_cast<std::int64_t>(down);
    if (p.gamma == 0) return static_cast<R>(at(row, i));
    W const x = at(row, i), y = at(row, i + 1), step = y - x, t = static_cast<W>(p.gamma);
    // As numpy.lerp: from the nearer end.
    return static_cast<R>(p.gamma >= 0.5 ? y - step * (W(1) - t) : x + step * t);
  }
};

inline void check_quantile(double q, double most, char const* where) {
  if (!(q >= 0 && q <= most))
    throw value_error(std::string(where) + ": a quantile must lie in [0, " + (most == 1 ? "1" : "100") + "]; it is " +
                      std::to_string(q));
}

/// What is asked: the quantiles as an expression, their largest value (1 or 100), the method.
template <class Q>
struct quantile_query {
  Q q;
  double most;
  quantile_method method;
  bool median, skip_nan;
  char const* where;
};

template <class O>
constexpr bool is_keepdims = std::is_same_v<O, keepdims_t>;
template <class... O>
constexpr quantile_method method_in(O const&... o) {
  quantile_method found = quantile_method::linear;
  [[maybe_unused]] auto const look = [&](auto const& x) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(x)>, quantile_method>) found = x;
  };
  (look(o), ...);
  return found;
}

/// The lower one of the two places of a sorted row that a quantile takes.
inline std::int64_t lower_place(quantile_place const& p, std::int64_t n) {
  return !(p.at > 0) ? 0 : p.at < static_cast<double>(n - 1) ? static_cast<std::int64_t>(p.at) : n - 1;
}

/// The rows of an expression along some of its axes: these last, one behind the other, sorted; only what the place
/// `place_of(n)` of n and the one behind it hold, and the last one, if that is not negative. `of_none`: rows may be
/// empty.
template <int Kept, class Node, class PlaceOf>
auto sorted_rows(Node const& node, std::uint32_t folded, char const* where, bool of_none, PlaceOf const& place_of) {
  using array = array_of<Node>;
  using T = typename array::value_type;
  constexpr int rank = Node::rank == 0 ? 1 : Node::rank;
  check_sortable<T>();
  static_assert(!complex_floating<T>, "cp: complex numbers have no quantiles");
  auto const shape = expr::shape_of(node);
  index_array<rank> order, moved;
  moved[0] = 1;
  int to = 0;
  for (int pass = 0; pass < 2; ++pass)
    for (int i = 0; i < Node::rank; ++i)
      if ((folded >> i & 1) == static_cast<unsigned>(pass)) order[to] = i, moved[to++] = shape[i];
  index_array<Kept> kept;
  std::int64_t rows = 1, n = 1;
  for (int i = 0; i < rank; ++i) i < Kept ? rows *= kept[i] = moved[i] : n *= moved[i];
  if (n == 0 && rows != 0 && !of_none) throw value_error(std::string(where) + ": there are no elements along the axes");
  auto const made = [&] {
    if constexpr (std::is_same_v<Node, array> && Node::rank == rank) {
      bool in_order = is_contiguous(node.shape(), node.strides());
      for (int i = 0; i < rank; ++i) in_order = in_order && order[i] == i;
      if (in_order) return node;
    }
    auto const copied = make_array<T, rank, typename array::space>(moved, where);
    index_array<Node::rank> strides;
    for (int i = 0; i < Node::rank; ++i) strides[static_cast<int>(order[i])] = copied.strides()[i];
    assign_elements(array(copied.memory(), copied.data(), shape, strides), node);
    return copied;
  }();
  note_use_here(made);
  auto sorted = make_array<T, 2, typename array::space>({{rows, n}}, where);
  library::rows_of const what{dtype_traits<T>::id, rows, n};
  if (n == 0) return std::make_pair(sorted, kept);
  if (std::int64_t const place = place_of(n); place >= 0)
    library::sort_places(memory_of<typename array::space>, what, place, place + 1 < n ? place + 1 : place, made.data(),
                         sorted.data());
  else
    library::sort(memory_of<typename array::space>, what, made.data(), sorted.data());
  return std::make_pair(sorted, kept);
}

template <expression X, class Q, class... Option>
auto quantiles(X const& x, quantile_query<Q> const& query, Option const&... option) {
  constexpr int named = (0 + ... + axes_given<Option>);
  constexpr int kept_rank = named == 0 ? 0 : X::rank - named;
  constexpr bool keeps = (is_keepdims<Option> || ...);
  static_assert(((is_axes<Option> || is_keepdims<Option> || std::is_same_v<Option, quantile_method>)&&...),
                "cp: the options of a quantile are an axis, cp::keepdims and a cp::quantile_method");
  static_assert(kept_rank >= 0, "cp: more axes are named than the array has");
  static_assert(Q::rank <= 1, "cp: quantiles are a number or an array of rank 1");
  using T = typename X::value_type;
  using space = space_of<X>;
  using real = std::conditional_t<floating<T>, T, double>;
  using R = std::conditional_t<Q::weak, real, result_type<real, typename Q::value_type>>;
  std::uint32_t folded = 0;
  if constexpr (named == 0)
    folded = X::rank == 0 ? 0 : ~std::uint32_t{0};
  else
    (note_axes(option, X::rank, folded, query.where), ...);
  // A number of the host's is known before the row is sorted, and so are the places that count.
  constexpr bool is_known = std::is_same_v<Q, expr::constant<typename Q::value_type, true>>;
  [[maybe_unused]] auto const place_among = [&](std::int64_t n) {
    if constexpr (is_known)
      return find_quantile(query.method, static_cast<double>(n), static_cast<double>(query.q.value) / query.most);
    else
      return quantile_place{};
  };
  auto const [sorted, kept] = sorted_rows<kept_rank>(
      expr::as_node(x), folded, query.where, query.median || query.skip_nan, [&](std::int64_t n) {
        if (!is_known || query.skip_nan) return std::int64_t{-1};
        return query.median ? (n - 1) / 2 : lower_place(place_among(n), n);
      });
  index_array<Q::rank + kept_rank> shape;
  auto const asked = expr::shape_of(query.q);
  for (int i = 0; i < Q::rank; ++i) shape[i] = asked[i];
  for (int i = 0; i < kept_rank; ++i) shape[Q::rank + i] = kept[i];
  auto result = make_array<R, Q::rank + kept_rank, space>(shape, query.where);
  std::int64_t const n = sorted.shape()[1];
  if (n == 0) {
    assign_elements(result, static_cast<R>(__builtin_nanf("")));
  } else if (result.size() > 0) {
    note_use_here(sorted);
    row_quantile<T, R> const f{
        sorted.data(), n, query.method, query.median, query.skip_nan, is_known && !query.skip_nan, place_among(n)};
    auto const rows = count_from_0(sorted.shape()[0]);
    auto const fraction = expr::cast_to<double>(query.q) / query.most;
    auto const call = elementwise(f);
    if constexpr (Q::rank == 1)
      assign_elements(result.reshape(asked[0], sorted.shape()[0]), call(rows, fraction(all, newaxis)));
    else
      assign_elements(result.reshape(sorted.shape()[0]), call(rows, fraction));
  }
  if constexpr (!keeps) {
    return result;
  } else {
    index_array<Q::rank + X::rank> wide;
    for (int i = 0; i < Q::rank; ++i) wide[i] = asked[i];
    for (int i = 0, from = 0; i < X::rank; ++i) wide[Q::rank + i] = folded >> i & 1 ? 1 : kept[from++];
    return result.reshape(wide);
  }
}

/// A number of the host's, or an expression, checked where that can be seen without waiting.
template <operand Q>
auto quantile_node(Q const& q, double most, char const* where) {
  if constexpr (expression<Q>) {
    if constexpr (std::is_same_v<space_of<Q>, host_space>) {
      auto const values = laid_out<double, Q::rank, host_space>(q, expr::shape_of(q), storage_ptr(), where);
      if (!runtime::is_capturing())
        for (std::int64_t i = 0; i < values.size(); ++i) check_quantile(values.data()[i], most, where);
    }
  } else {
    check_quantile(static_cast<double>(q), most, where);
  }
  return expr::as_node(q);
}
template <bool SkipNan, expression X, operand Q, class... Option>
auto quantile_by(X const& x, Q const& q, double most, char const* where, Option const&... option) {
  auto const node = quantile_node(q, most, where);
  return quantiles(
      x, quantile_query<std::remove_const_t<decltype(node)>>{node, most, method_in(option...), false, SkipNan, where},
      option...);
}
template <bool SkipNan, expression X, class... Option>
auto median_by(X const& x, char const* where, Option const&... option) {
  using half = expr::constant<double, true>;
  return quantiles(x, quantile_query<half>{half(0.5), 1, quantile_method::linear, true, SkipNan, where}, option...);
}

}  // namespace detail

/// The number below which the fraction q of the elements along axes lies: of the sorted elements the one at place
/// q (n - 1), between two by linear interpolation, or by another cp::quantile_method. q: a number, or an array of rank
/// 1, whose axis comes first in the result. NaN where an element is NaN. Evaluated now; does not wait.
///
/// options  cp::axis<...> or one integer (all axes if none is given), cp::keepdims, a cp::quantile_method
/// dtype    float64 for integers and booleans, otherwise the operand's; with an array of q promoted with its dtype
/// cost     a sort of each row
/// throws   value_error for q outside [0, 1] (of arrays in host memory: on the device they are not looked at), and
///          where there are no elements; index_error, value_error for axes
/// numpy    numpy.quantile
template <expression X, operand Q, class... Option>
[[nodiscard]] auto quantile(X const& x, Q const& q, Option const&... option) {
  return detail::quantile_by<false>(x, q, 1, "cp::quantile", option...);
}
/// cp::quantile of q / 100.
///
/// numpy    numpy.percentile
template <expression X, operand Q, class... Option>
[[nodiscard]] auto percentile(X const& x, Q const& q, Option const&... option) {
  return detail::quantile_by<false>(x, q, 100, "cp::percentile", option...);
}
/// The element in the middle of the sorted ones along axes, or the mean of the two there; NaN where there are none.
/// Options and dtype as of cp::quantile.
///
/// numpy    numpy.median
template <expression X, class... Option>
[[nodiscard]] auto median(X const& x, Option const&... option) {
  return detail::median_by<false>(x, "cp::median", option...);
}
FUSE_AXES_IN_BRACES(median)
FUSE_NO_SEQUENCE(median)
/// cp::quantile without the elements that are NaN; NaN where there are no others, or none at all.
///
/// numpy    numpy.nanquantile
template <expression X, operand Q, class... Option>
[[nodiscard]] auto nanquantile(X const& x, Q const& q, Option const&... option) {
  return detail::quantile_by<true>(x, q, 1, "cp::nanquantile", option...);
}
/// cp::percentile without the elements that are NaN.
///
/// numpy    numpy.nanpercentile
template <expression X, operand Q, class... Option>
[[nodiscard]] auto nanpercentile(X const& x, Q const& q, Option const&... option) {
  return detail::quantile_by<true>(x, q, 100, "cp::nanpercentile", option...);
}
/// cp::median without the elements that are NaN.
///
/// numpy    numpy.nanmedian
template <expression X, class... Option>
[[nodiscard]] auto nanmedian(X const& x, Option const&... option) {
  return detail::median_by<true>(x, "cp::nanmedian", option...);
}
FUSE_AXES_IN_BRACES(nanmedian)

/// Several q in braces: `percentile(x, {25, 75})`.
#define FUSE_QUANTILES_IN_BRACES(NAME)                                                \
  template <expression X, std::size_t N, class... Option>                             \
  [[nodiscard]] auto NAME(X const& x, double const(&q)[N], Option const&... option) { \
    return NAME(x, ndarray<double, 1, space_of<X>>(q), option...);                    \
  }
FUSE_QUANTILES_IN_BRACES(quantile)
FUSE_QUANTILES_IN_BRACES(percentile)
FUSE_QUANTILES_IN_BRACES(nanquantile)
FUSE_QUANTILES_IN_BRACES(nanpercentile)
#undef FUSE_QUANTILES_IN_BRACES

}  // namespace cp
