// Expressions whose elements are read elsewhere than where they are used: rolled, repeated, joined, padded. Each leaf
// becomes one that is computed from its place, of the same kind as an index grid, so that all passes know it.
#pragma once

#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/expr/aliasing.hpp>
#include <fuse/expr/lower.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/shape_of.hpp>
#include <fuse/expr/view.hpp>
#include <fuse/program/joined.hpp>
#include <fuse/program/moved.hpp>
#include <type_traits>

namespace cp::expr {

/// How one of the sources of moved elements lies, an entry an axis: see program::moved.
struct source_axes {
  std::int64_t *first, *extent, *stride;
};
/// Numbers positions: fields of places, of axes that can be joined one. The axes of sources become those of fields;
/// `step` is what a place advances by along each axis, `field` where it has got its field. Returns the first field.
/// Throws shape_error where 62 bits are too few.
std::int32_t number_places(char const* where, int rank, bool shifts, std::int64_t const* shape,
                           source_axes const* sources, int count, std::int32_t* shift, std::int64_t* step,
                           std::int32_t* field);
/// Whether 32 bits suffice for places so numbered, with vectors beyond the last, and for distances in a source.
bool are_narrow(int rank, std::int64_t const* shape, std::int64_t const* step, source_axes const& source,
                std::int32_t begin);

template <class Leaf>
struct moved_source;
template <class T, int Rank, class Space>
struct moved_source<ndarray<T, Rank, Space>> {
  using type = program::in_memory<T>;
};
template <class Rule, int Rank>
struct moved_source<places<Rule, Rank>> {
  using type = program::in_places<typename program::launched_rule<Rule>::type>;
};

/// The rule of a moved leaf, with the leaf.
template <class Leaf, class Map, int Axes>
struct moved_rule {
  using type = typename Leaf::value_type;
  using space = typename Leaf::space;
  using source = typename moved_source<Leaf>::type;
  using launched = program::moved<source, Map, Axes>;
  static constexpr char const* name = launched::name;
  Leaf leaf;
  launched how;  ///< but for the source

  /// Calls use(leaf) for all that is read.
  template <class F>
  void each_leaf(F const& use) const {
    use(leaf);
  }
  friend launched for_launch(moved_rule const& rule) {
    launched r = rule.how;
    if constexpr (is_array<Leaf>) {
      cp::detail::note_use_here(rule.leaf);
      r.source.data = rule.leaf.data();
    } else {
      r.source.first = rule.leaf.start;
      if constexpr (requires { for_launch(rule.leaf.rule); })
        r.source.rule = for_launch(rule.leaf.rule);
      else
        r.source.rule = rule.leaf.rule;
    }
    return r;
  }
};

/// What axes without index add to a gather's place stays that where it moves.
template <class Rule, int From, class Map, int Axes, int Rank>
constexpr bool is_offset<places<moved_rule<places<Rule, From>, Map, Axes>, Rank>> = is_offset<places<Rule, From>>;

/// How an expression moves, as what makes a view of it: a result of `shape`, whose positions `Map` finds in the leaves
/// by `first`. Where there is nothing stands `outside` (of arrays of its dtype).
template <class Map, int Rank, class Outside = void>
struct moving {
  index_array<Rank> shape, first;
  char const* where;
  Outside const* outside = nullptr;
};
template <class Map, int Rank, class Outside>
constexpr bool moves_elements<moving<Map, Rank, Outside>> = true;

template <class Leaf, class Map, int Rank, class Outside>
auto moved_leaf(Leaf leaf, index_array<Rank> const& from, index_array<Rank> const& strides,
                moving<Map, Rank, Outside> const& m) {
  using rule = moved_rule<Leaf, Map, Rank>;
  typename rule::launched how{};
  if constexpr (std::is_same_v<Outside, typename Leaf::value_type>)
    if (m.outside != nullptr) how.outside = *m.outside;
  index_array<Rank> step;
  for (int i = 0; i < Rank; ++i) how.first[i] = m.first[i], how.extent[i] = from[i], how.stride[i] = strides[i];
  source_axes const axes{how.first, how.extent, how.stride};
  std::int32_t field[Rank];
  how.begin = number_places(m.where, Rank, Map::shifts, m.shape.value, &axes, 1, how.shift, step.value, field);
  how.narrow = are_narrow(Rank, m.shape.value, step.value, axes, how.begin);
  return places<rule, Rank>(m.shape, step, 0, rule{std::move(leaf), how});
}
template <int To, class T, int Rank, class Space, int From, class Map, class Outside>
auto remap(ndarray<T, Rank, Space> const& a, index_array<From> const& shape, moving<Map, From, Outside> const& m) {
  static_assert(To == From);
  if constexpr (Rank == 0)
    return a;
  else
    return moved_leaf(a, shape, cp::detail::broadcast_strides<From>(a.shape(), a.strides(), shape, m.where), m);
}
/// A grid of indices that is placed goes on around its place.
template <int To, class Rule, int Rank, int From, class Map, class Outside>
auto remap(places<Rule, Rank> const& p, index_array<From> const& shape, moving<Map, From, Outside> const& m) {
  static_assert(To == From);
  auto const step = cp::detail::broadcast_strides<From>(p.extents, p.step, shape, m.where);
  if constexpr (std::is_same_v<Rule, program::place_itself> && std::is_same_v<Map, program::placed>) {
    std::int64_t start = p.start;
    for (int i = 0; i < From; ++i) start -= m.first[i] * step[i];
    return places<Rule, From>(m.shape, step, start, p.rule);
  } else {
    return moved_leaf(p, shape, step, m);
  }
}

/// The expression moved.
template <class E, class Map, int Rank, class Outside>
auto moved(E const& e, moving<Map, Rank, Outside> const& m) {
  static_assert(E::rank == Rank);
  return remap<Rank>(e, shape_of(e), m);
}

/// The rule of arrays that are joined, with the arrays.
template <class Array, int Parts>
struct joined_rule {
  using type = typename Array::value_type;
  using space = typename Array::space;
  using launched = program::joined_parts<type, Parts, Array::rank>;
  static constexpr char const* name = launched::name;
  Array leaf[Parts];
  launched how;  ///< but for their data

  template <class F>
  void each_leaf(F const& use) const {
    for (Array const& a : leaf) use(a);
  }
  friend launched for_launch(joined_rule const& rule) {
    launched r = rule.how;
    for (int p = 0; p < Parts; ++p) {
      cp::detail::note_use_here(rule.leaf[p]);
      r.part[p].source.data = rule.leaf[p].data();
    }
    return r;
  }
};
/// Arrays one behind the other along an axis, part p from begin[p] on, as one leaf of `shape`.
template <class Array, class... More>
auto joined_leaf(char const* where, int axis, index_array<Array::rank> const& shape, std::int64_t const* begin,
                 Array const& a, More const&... more) {
  constexpr int rank = Array::rank, parts = 1 + sizeof...(More);
  joined_rule<Array, parts> rule{{a, more...}, {}};
  source_axes axes[parts];
  for (int p = 0; p < parts; ++p) {
    auto& part = rule.how.part[p];
    for (int i = 0; i < rank; ++i)
      part.first[i] = i == axis ? begin[p] : 0, part.extent[i] = rule.leaf[p].shape()[i],
      part.stride[i] = rule.leaf[p].strides()[i];
    axes[p] = {part.first, part.extent, part.stride};
  }
  index_array<rank> step;
  std::int32_t field[rank], shift[rank];
  std::int32_t const first = number_places(where, rank, true, shape.value, axes, parts, shift, step.value, field);
  bool narrow = true;
  for (auto& part : rule.how.part) {
    part.begin = first;
    for (int i = 0; i < rank; ++i) part.shift[i] = shift[i];
    narrow = narrow && are_narrow(rank, shape.value, step.value, {part.first, part.extent, part.stride}, first);
  }
  for (auto& part : rule.how.part) part.narrow = narrow;
  rule.how.axis = field[axis];
  return places<joined_rule<Array, parts>, rank>(shape, step, 0, std::move(rule));
}

/// Whether an expression calls functions of the user's: these are given no elements that are not there.
template <class Node>
constexpr bool calls_users_of = false;
template <class... A>
constexpr bool calls_users_of<arguments<A...>> = (calls_users_of<A> || ...);
template <class Node>
requires(!elementwise_tree<Node> &&
         !is_leaf<Node>) constexpr bool calls_users_of<Node> = calls_users_of<typename parts_of<Node>::type>;
template <class F, class... A>
constexpr bool calls_users_of<call<F, A...>> = !is_library_function<F> || (calls_users_of<A> || ...);
template <class Tree, class... A>
constexpr bool calls_users_of<let<Tree, A...>> = calls_users_of<Tree> || (calls_users_of<A> || ...);

}  // namespace cp::expr
