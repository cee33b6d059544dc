// Arrays and expressions joined along an axis, as they were written: stored by a kernel with an output for each part
// where these are of one size (expr/run_join.hpp), and for all other use one expression that picks each element's part.
#pragma once

#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/expr/aliasing.hpp>
#include <fuse/expr/contents.hpp>
#include <fuse/expr/moved.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/rebuild.hpp>
#include <fuse/expr/shape_of.hpp>
#include <fuse/expr/ufunc.hpp>
#include <type_traits>
#include <utility>

namespace cp::ops {
/// Where the parts of an axis begin, from the second one on.
template <int N>
struct places_in {
  std::int64_t begin[N];
};
/// Of as many values as there are parts that of place `i`.
struct pick {
  static constexpr int cost = 4;
  static constexpr char const* qualified_name = "cp::concatenate";
  template <class, class, class T, class...>
  using result = T;
  template <int N, class T, class... More>
  FUSE_HD T operator()(std::int64_t i, places_in<N> const& parts, T const& first, More const&... more) const {
    T value = first;
    int k = 0;
    ((value = i >= parts.begin[k++] ? more : value), ...);
    return value;
  }
};
}  // namespace cp::ops

namespace cp::expr {

/// Operands of one rank side by side along an axis, as numbers of dtype T.
template <class T, int Rank, class... E>
struct join : node_members<join<T, Rank, E...>> {
  using value_type = T;
  using space = typename common_space<typename E::space...>::type;
  static constexpr int rank = Rank;
  static constexpr bool weak = false;
  static constexpr int count = sizeof...(E);
  arguments<E...> args;
  index_array<Rank> shape;
  int axis;
  std::int64_t begin[count];  ///< where each part begins
  char const* where;          ///< for errors

  /// The places of a part along the axis.
  std::int64_t extent(int part) const { return (part + 1 < count ? begin[part + 1] : shape[axis]) - begin[part]; }
};

template <class T, int Rank, class... E>
struct parts_of<join<T, Rank, E...>> {
  using type = arguments<E...>;
};
template <class T, int Rank, class... E>
constexpr unsigned contents<join<T, Rank, E...>> = holds_joins | contents<arguments<E...>>;
template <class Node>
constexpr bool is_join = false;
template <class T, int Rank, class... E>
constexpr bool is_join<join<T, Rank, E...>> = true;

template <class T, int Rank, class... B>
auto join_on(arguments<B...> args, index_array<Rank> const& shape, int axis, std::int64_t const* begin,
             char const* where) {
  join<T, Rank, B...> j{{}, std::move(args), shape, axis, {}, where};
  for (int i = 0; i < j.count; ++i) j.begin[i] = begin[i];
  return j;
}
template <class T, int Rank, class... E, class F>
auto rebuild(join<T, Rank, E...> const& j, F const& f) {
  return join_on<T>(transform(f, j.args), j.shape, j.axis, j.begin, j.where);
}
template <class T, int Rank, class... E, class Scope>
constexpr index_array<Rank> shape_of(join<T, Rank, E...> const& j, Scope const&) {
  return j.shape;
}
template <class T, int Rank, class... E>
void visit_arrays(join<T, Rank, E...> const& j, note_arrays const& walk) {
  for_each(note_arrays{walk.reads, true}, j.args);
}

template <class Place, class Bounds, class... Part>
auto pick_of(Place place, Bounds bounds, arguments<Part...> parts) {
  return call_with(
      [&](auto const&... part) {
        return map<ops::pick, Place, Bounds, Part...>(make_arguments(place, bounds, part...));
      },
      parts);
}
/// The same as an elementwise expression: each part is read where the result's place along the axis is one of its own.
template <class T, int Rank, class... E>
auto picked(join<T, Rank, E...> const& j) {
  constexpr int count = sizeof...(E);
  // Along the first axis places of elements tell as much as places along it, and need no rows.
  ops::places_in<count - 1> bounds;
  index_array<Rank> step;
  if (j.axis == 0) step = contiguous_strides(j.shape);
  step[j.axis] = j.axis == 0 ? step[0] : 1;
  for (int i = 1; i < count; ++i) bounds.begin[i - 1] = j.begin[i] * step[j.axis];
  auto const part = [&](auto const& x, std::int64_t at) {
    using node = std::remove_cvref_t<decltype(x)>;
    using map = std::conditional_t<calls_users_of<node>, program::stretched, program::placed>;
    moving<map, Rank> m{j.shape, {}, j.where};
    m.first[j.axis] = at;
    return cast_to<T>(moved(x, m));
  };
  int i = 0;
  auto parts = transform([&](auto const& x) { return part(x, j.begin[i++]); }, j.args);
  return pick_of(position<Rank>(j.shape, step, 0), constant<decltype(bounds), false>(bounds), std::move(parts));
}
/// An expression with its joins so.
template <class Node>
auto without_joins(Node const& node) {
  if constexpr (!has_joins<Node>)
    return node;
  else if constexpr (is_join<Node>)
    return picked(rebuild(node, [](auto const& x) { return without_joins(x); }));
  else
    return rebuild(node, [](auto const& x) { return without_joins(x); });
}
/// A view of a join, or one that is moved, is that of what picks its elements.
template <int To, class T, int Rank, class... E, int From, class View>
auto remap(join<T, Rank, E...> const& j, index_array<From> const& shape, View const& view) {
  return remap<To>(without_joins(j), shape, view);
}

}  // namespace cp::expr
