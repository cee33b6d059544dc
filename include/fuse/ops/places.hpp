// Where a condition holds: places in rising order. Their number depends on values, so these functions wait, once.
#pragma once

#include <cstdint>
#include <fuse/core/error.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/ufunc.hpp>
#include <fuse/ops/compaction.hpp>
#include <fuse/ops/manipulation.hpp>
#include <fuse/ops/picking.hpp>
#include <tuple>
#include <type_traits>
#include <utility>

namespace cp {

namespace detail {

/// The coordinate along an axis of a place in C order: place / inner % extent.
struct coordinate {
  using library_function = void;
  static constexpr int cost = 16;
  static constexpr char const* qualified_name = "cp::unravel_index";
  std::int64_t inner, extent;  ///< elements of an axis' step; places of the axis, or 0 for any number
  FUSE_HD std::int64_t operator()(std::int64_t place) const noexcept {
    std::int64_t const whole = inner == 1 ? place : place / inner;
    return extent == 0 ? whole : whole % extent;
  }
};
template <class P>
auto coordinate_of(P const& places, std::int64_t inner, std::int64_t extent) {
  return expr::call<coordinate, P>(coordinate{inner, extent}, expr::make_arguments(P(places)));
}
/// The coordinates of places in an array of this shape, an expression an axis.
template <class P, int N>
auto coordinates_of(P const& places, index_array<N> const& shape) {
  static_assert(N >= 1, "cp: places are of an array that has axes");
  if constexpr (N == 1) {
    return std::make_tuple(places);
  } else {
    index_array<N> const inner = contiguous_strides(shape);
    return [&]<int... Axis>(std::integer_sequence<int, Axis...>) {
      return std::make_tuple(coordinate_of(places, inner[Axis], Axis == 0 ? 0 : shape[Axis])...);
    }
    (std::make_integer_sequence<int, N>{});
  }
}

/// What is not zero, as a mask.
template <class E>
auto truth_of(E const& e) {
  return expr::cast_to<bool>(expr::as_node(e));
}

/// Throws index_error for a condition of more elements than the axis has.
void check_condition(std::int64_t condition, std::int64_t extent, char const* where);

}  // namespace detail

/// The places of elements that are not zero, one int64 array an axis: `a(i, j)` with `auto [i, j] = cp::nonzero(a)`
/// has these. Waits once, for their number.
///
/// numpy    numpy.nonzero
template <expression E>
[[nodiscard]] auto nonzero(E const& e) {
  static_assert(E::rank >= 1, "cp::nonzero needs at least one axis; cp::atleast_1d(x) has one");
  return std::apply([](auto const&... i) { return std::make_tuple(eval(i)...); },
                    detail::coordinates_of(detail::true_places(detail::truth_of(e), "cp::nonzero"), expr::shape_of(e)));
}
/// The places in C order of elements that are not zero, int64. Waits once, for their number.
///
/// numpy    numpy.flatnonzero
template <expression E>
[[nodiscard]] auto flatnonzero(E const& e) {
  return detail::true_places(detail::truth_of(e), "cp::flatnonzero");
}
/// The places of elements that are not zero as rows, int64: shape {how many, e's axes}. Waits once, for their number.
///
/// numpy    numpy.argwhere
template <expression E>
[[nodiscard]] auto argwhere(E const& e) {
  auto const places = detail::true_places(detail::truth_of(e), "cp::argwhere");
  auto rows =
      detail::make_array<std::int64_t, 2, space_of<E>>(index_array<2>{{places.size(), E::rank}}, "cp::argwhere");
  if constexpr (E::rank > 0) {
    int axis = 0;
    std::apply([&](auto const&... i) { ((rows(all, axis++) = i), ...); },
               detail::coordinates_of(places, expr::shape_of(e)));
  }
  return rows;
}
/// Elements, in C order, where a condition of as many elements is not zero. Waits once, for their number; the elements
/// are a lazy expression.
///
/// numpy    numpy.extract
template <expression C, expression X>
[[nodiscard]] auto extract(C const& condition, X const& x) {
  auto const flat = ravel(x);
  detail::check_condition(size_of(expr::shape_of(condition)), flat.size(), "cp::extract");
  return detail::pick_along(flat, 0, detail::true_places(detail::truth_of(condition), "cp::extract"));
}
/// Of an axis the places where a condition of rank 1, which may be shorter, is not zero. Waits once, for their number;
/// the elements are a lazy expression. Throws index_error for a longer condition, and for an axis that does not exist.
///
/// numpy    numpy.compress
template <expression C, expression X>
[[nodiscard]] auto compress(C const& condition, X const& x, int axis) {
  static_assert(C::rank == 1, "cp::compress: the condition has rank 1");
  static_assert(X::rank >= 1, "cp::compress: an array of rank 0 has no axis");
  int const along = normalize_axis(axis, X::rank, "cp::compress");
  auto const a = eval(x);
  detail::check_condition(expr::shape_of(condition)[0], a.shape()[along], "cp::compress");
  return detail::pick_along(a, along, detail::true_places(detail::truth_of(condition), "cp::compress"));
}
/// The same of all elements in C order.
template <expression C, expression X>
[[nodiscard]] auto compress(C const& condition, X const& x) {
  return compress(condition, ravel(x), 0);
}

}  // namespace cp
