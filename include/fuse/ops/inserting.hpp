// Elements inserted into arrays, left out and appended; arrays made longer.
#pragma once

#include <concepts>
#include <cstdint>
#include <fuse/core/shape.hpp>
#include <fuse/ops/creation.hpp>
#include <fuse/ops/joining.hpp>
#include <fuse/ops/rearranging.hpp>
#include <vector>

namespace cp {

namespace detail {

/// An index counted from 0 of `n` places. Throws index_error.
std::int64_t place_among(char const* where, std::int64_t i, std::int64_t n);
/// Where the elements of an axis of `n` come from when those behind them are inserted before `indices`, in which one is
/// that of all `count`. Throws index_error.
std::vector<std::int64_t> inserted_places(std::vector<std::int64_t> indices, std::int64_t n, std::int64_t count);
/// The places of `n` that are not among `indices`. Throws index_error.
std::vector<std::int64_t> places_left(std::vector<std::int64_t> const& indices, std::int64_t n);

/// What names places of an axis: a slice, or an array of integers or booleans.
template <class Which>
concept place_list = std::same_as<Which, slice> || expression<Which>;
/// The places, of `n`; waits for those of an array. Throws value_error for booleans that are not as many.
template <place_list Which>
std::vector<std::int64_t> listed_places(char const* where, Which const& which, std::int64_t n) {
  std::vector<std::int64_t> places;
  if constexpr (std::same_as<Which, slice>) {
    auto const r = resolve(which, n);
    for (std::int64_t i = 0; i < r.extent; ++i) places.push_back(r.start + i * r.step);
  } else {
    using T = typename Which::value_type;
    static_assert(Which::rank == 1 && (integral<T> || boolean<T>),
                  "cp: places are named by integers or booleans of one axis");
    auto const list = eval(which).to_host();
    if (boolean<T> && list.size() != n)
      throw_value(where, "a mask has an element for each place of the axis, not so many:", list.size());
    for (std::int64_t i = 0; i < list.size(); ++i)
      if (!boolean<T> || list(i)) places.push_back(boolean<T> ? i : static_cast<std::int64_t>(list(i)));
  }
  return places;
}

/// What is to be inserted, with as many axes as the array: `count` elements along the axis or, at one place (-1), as
/// many as there are. `first`: along the first axis of the values.
template <expression E, operand V>
auto values_to_insert(E const& e, V const& values, int axis, bool first, std::int64_t count) {
  using T = typename E::value_type;
  constexpr int rank = E::rank;
  auto shape = expr::shape_of(e);
  if constexpr (!expression<V>) {
    index_array<rank> one;
    for (std::int64_t& n : one.value) n = 1;
    shape[axis] = count < 0 ? 1 : count;
    return broadcast_for("cp::insert", full<T, space_of<E>>(one, values), shape);
  } else {
    static_assert(V::rank <= rank, "cp::insert: the values have more axes than the array");
    auto const wide = at_least<rank>(values);
    auto const turned = moveaxis(wide, 0, first ? axis : 0);
    shape[axis] = count < 0 ? expr::shape_of(turned)[axis] : count;
    return expr::cast_to<T>(broadcast_for("cp::insert", turned, shape));
  }
}

}  // namespace detail

/// Values put in before place `index` of an axis: as many as they have along it, or one. Lazy, part of the kernel that
/// uses it. dtype: the array's. Throws index_error, shape_error where values do not broadcast.
///
/// numpy    numpy.insert
template <expression E, std::integral I, operand V>
[[nodiscard]] auto insert(E const& e, I index, V const& values, int axis) {
  static_assert(E::rank >= 1, "cp::insert along an axis needs one");
  int const k = normalize_axis(axis, E::rank, "cp::insert");
  std::int64_t const n = expr::shape_of(e)[k], i = static_cast<std::int64_t>(index),
                     at = i == n ? n : detail::place_among("cp::insert", i, n);
  return detail::join<E::rank>("cp::insert", {}, k, detail::part_of_axis(e, k, 0, at),
                               detail::values_to_insert(e, values, k, true, -1),
                               detail::part_of_axis(e, k, at, n - at));
}
/// The same before several places of the axis as it is, a value each (or one for all). An array.
template <expression E, operand V>
[[nodiscard]] auto insert(E const& e, std::vector<std::int64_t> const& indices, V const& values, int axis) {
  static_assert(E::rank >= 1, "cp::insert along an axis needs one");
  int const k = normalize_axis(axis, E::rank, "cp::insert");
  bool const one = indices.size() == 1;
  auto const both = eval(detail::join<E::rank>(
      "cp::insert", {}, k, e,
      detail::values_to_insert(e, values, k, false, one ? -1 : static_cast<std::int64_t>(indices.size()))));
  std::int64_t const n = expr::shape_of(e)[k];
  auto const from = detail::inserted_places(indices, n, both.shape()[k] - n);
  return array_of<E>(detail::gather_along(both, k, asarray<space_of<E>>(from)));
}
/// The same before what a slice or an array of integers or booleans names, for which it waits.
template <expression E, detail::place_list Which, operand V>
[[nodiscard]] auto insert(E const& e, Which const& which, V const& values, int axis) {
  int const k = normalize_axis(axis, E::rank, "cp::insert");
  return insert(e, detail::listed_places("cp::insert", which, expr::shape_of(e)[k]), values, k);
}
/// The same into all elements in C order.
template <expression E, detail::place_list Which, operand V>
[[nodiscard]] auto insert(E const& e, Which const& which, V const& values) {
  return insert(ravel(e), which, values, 0);
}
template <expression E, operand V>
[[nodiscard]] auto insert(E const& e, std::vector<std::int64_t> const& indices, V const& values) {
  return insert(ravel(e), indices, values, 0);
}
template <expression E, std::integral I, operand V>
[[nodiscard]] auto insert(E const& e, I index, V const& values) {
  return insert(ravel(e), index, values, 0);
}

/// The elements without those at place `index` of an axis. Lazy, part of the kernel that uses it. Throws index_error.
///
/// numpy    numpy.delete (a keyword of C++)
template <expression E, std::integral I>
[[nodiscard]] auto delete_(E const& e, I index, int axis) {
  static_assert(E::rank >= 1, "cp::delete_ along an axis needs one");
  int const k = normalize_axis(axis, E::rank, "cp::delete_");
  std::int64_t const n = expr::shape_of(e)[k],
                     at = detail::place_among("cp::delete_", static_cast<std::int64_t>(index), n);
  return detail::join<E::rank>("cp::delete_", {}, k, detail::part_of_axis(e, k, 0, at),
                               detail::part_of_axis(e, k, at + 1, n - at - 1));
}
/// The same without several places, which may occur more than once. An array.
template <expression E>
[[nodiscard]] auto delete_(E const& e, std::vector<std::int64_t> const& indices, int axis) {
  static_assert(E::rank >= 1, "cp::delete_ along an axis needs one");
  int const k = normalize_axis(axis, E::rank, "cp::delete_");
  auto const a = eval(e);
  auto const from = detail::places_left(indices, a.shape()[k]);
  return array_of<E>(detail::gather_along(a, k, asarray<space_of<E>>(from)));
}
/// The same without what a slice, or an array of integers or booleans, for which it waits, names. An array.
template <expression E, detail::place_list Which>
[[nodiscard]] auto delete_(E const& e, Which const& which, int axis) {
  int const k = normalize_axis(axis, E::rank, "cp::delete_");
  return delete_(e, detail::listed_places("cp::delete_", which, expr::shape_of(e)[k]), k);
}
/// The same of all elements in C order.
template <expression E, class Which>
[[nodiscard]] auto delete_(E const& e, Which const& which) {
  return delete_(ravel(e), which, 0);
}
template <expression E>
[[nodiscard]] auto delete_(E const& e, std::vector<std::int64_t> const& indices) {
  return delete_(ravel(e), indices, 0);
}

/// Values behind the elements along an axis: concatenate of the two. Lazy. Throws shape_error.
///
/// numpy    numpy.append
template <int Axis, expression E, expression V>
[[nodiscard]] auto append(E const& e, V const& values) {
  static_assert(Axis >= -E::rank && Axis < E::rank, "cp::append: the axis is out of bounds");
  return detail::joined_by(detail::of_rank<0>{"cp::append"}, Axis < 0 ? Axis + E::rank : Axis, e, values);
}
template <int Axis, expression E, expression V>
[[nodiscard]] auto append(E const& e, V const& values, axis_list<Axis>) {
  return append<Axis>(e, values);
}
/// The same of all elements in C order; a number is one element.
template <expression E, operand V>
[[nodiscard]] auto append(E const& e, V const& values) {
  if constexpr (expression<V>)
    return concatenate(ravel(e), ravel(values));
  else
    return concatenate(ravel(e), ravel(asarray<space_of<E>>(values)));
}

/// An array of a shape with the elements in C order, over and over where there are not enough; zeros where there are
/// none. Lazy. Throws shape_error.
///
/// numpy    numpy.resize
template <expression E, int N>
[[nodiscard]] auto resize(E const& e, index_array<N> const& shape) {
  using T = typename E::value_type;
  auto const a = ravel(e);
  std::int64_t const size = detail::checked_size("cp::resize", shape.value, N, 1);
  expr::moving<program::periodic, 1> const m{index_array<1>{{size}}, {}, "cp::resize"};
  return detail::folded_axis<N>(expr::moved(a.size() > 0 ? a : zeros<T, space_of<E>>(index_array<1>{{1}}), m), shape);
}
template <expression E, int N>
[[nodiscard]] auto resize(E const& e, extent const (&shape)[N]) {
  return resize(e, make_shape(shape));
}
template <expression E, std::integral I, std::integral... More>
[[nodiscard]] auto resize(E const& e, I n, More... more) {
  return resize(e, detail::one_extent(n, more...));
}

}  // namespace cp
