// Evaluating joins: by a kernel with an output for each part.
#pragma once

#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/join.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/rebuild.hpp>
#include <fuse/expr/view.hpp>
#include <type_traits>
#include <utility>

namespace cp::detail {
/// The axis' range [begin, end) of an array.
template <array_type A>
A range_of_axis(A const& a, int axis, std::int64_t begin, std::int64_t end) {
  auto shape = a.shape();
  shape[axis] = end - begin;
  return A(a.memory(), a.data() + (end > begin ? begin * a.strides()[axis] : 0), shape, a.strides());
}
}  // namespace cp::detail

namespace cp::expr {

/// The join in an expression that is elementwise but for it, which it names once.
template <class Node>
constexpr int joins_in = 0;
template <class... A>
constexpr int joins_in<arguments<A...>> = (0 + ... + joins_in<A>);
template <class Op, class... A>
constexpr int joins_in<map<Op, A...>> = joins_in<arguments<A...>>;
template <class T, int Rank, class... E>
constexpr int joins_in<join<T, Rank, E...>> = (contents<arguments<E...>> & holds_other) == 0 ? 1 : 2;
template <class E>
constexpr bool joins_once = (contents<E> & holds_other) == holds_joins&& joins_in<E> == 1;

template <class Node>
auto const* join_in(Node const& node) {
  if constexpr (is_join<Node>)
    return &node;
  else
    return join_among(node.args);
}
template <class A, class... More>
auto const* join_among(arguments<A, More...> const& args) {
  return [&]<int... I>(std::integer_sequence<int, I...>) {
    constexpr bool has[] = {has_joins<A>, has_joins<More>...};
    constexpr int at = [&] {
      int i = 0;
      while (!has[i]) ++i;
      return i;
    }();
    return join_in(get<at>(args));
  }
  (std::make_integer_sequence<int, 1 + sizeof...(More)>{});
}

/// Where a part is along an axis, counted from the last one.
struct part_place {
  int from_end;
  std::int64_t begin, extent;
};
/// That part of an expression; all of what does not vary along the axis.
template <class Node>
auto part_along(Node const& node, part_place const& at) {
  if constexpr (Node::rank == 0)
    return node;
  else
    return detail::view_of<Node::rank>(node, [at](auto const& shape, auto const& strides) {
      detail::mapping<Node::rank> m{0, shape, strides};
      int const axis = Node::rank - at.from_end;
      if (axis < 0 || shape[axis] == 1) return m;
      m.shape[axis] = at.extent;
      if (at.extent > 0) m.offset = at.begin * strides[axis];
      return m;
    });
}
/// What an expression with one join has in part K, and beside it.
template <int K, class Node>
auto part_of_join(Node const& node, part_place const& at) {
  if constexpr (is_join<Node>) {
    return cast_to<typename Node::value_type>(get<K>(node.args));
  } else if constexpr (has_joins<Node>) {
    return rebuild(node, [&](auto const& x) { return part_of_join<K>(x, at); });
  } else {
    return part_along(node, at);
  }
}

/// Calls use(part...) with what an expression has in each part of its join, if these are of one size and one kernel
/// takes all they name; whether they are.
template <class E, class Join, class Use, int... K>
bool with_like_parts(E const& e, Join const& j, Use const& use, std::integer_sequence<int, K...>) {
  using roots = arguments<decltype(part_of_join<K>(e, part_place{}))...>;
  if constexpr (mentions<roots> + int(sizeof...(K)) > kernels::max_operands) {
    return false;
  } else {
    for (int k = 1; k < Join::count; ++k)
      if (j.extent(k) != j.extent(0)) return false;
    use(part_of_join<K>(e, part_place{Join::rank - j.axis, j.begin[K], j.extent(K)})...);
    return true;
  }
}
template <class E, class Join, class Use>
bool with_like_parts(E const& e, Join const& j, Use const& use) {
  return with_like_parts(e, j, use, std::make_integer_sequence<int, Join::count>{});
}
template <class Space, class E, class T, int Rank>
bool store_joined(E const& e, ndarray<T, Rank, Space> const& to) {
  auto const& j = *join_in(e);
  if constexpr (std::remove_cvref_t<decltype(j)>::rank != Rank) {
    return false;
  } else {
    if (!is_shape(shape_of(e), to.shape()) || to.size() == 0) return false;
    return with_like_parts(e, j, [&](auto const&... part) {
      [&]<int... K>(std::integer_sequence<int, K...>) {
        run_kernel<Space>(refer(part...), detail::range_of_axis(to, j.axis, j.begin[K], j.begin[K] + j.extent(K))...);
      }
      (std::make_integer_sequence<int, sizeof...(part)>{});
    });
  }
}

template <class Space, class... E, class... T, int Rank>
void run_joined_of(arguments<E const&...> const& roots, ndarray<T, Rank, Space> const&... to) {
  if constexpr (sizeof...(E) == 1 && (joins_once<E> && ...))
    if (store_joined<Space>(roots.a, to...)) return;
  auto const rest = transform([](auto const& root) { return without_joins(root); }, roots);
  run_kernel<Space>(refer_all(rest), to...);
}
template <class Space, class... A, class... Tree, class... T, int Rank>
void run_joined_of(traced_outputs<arguments<A...>, Tree...> const& roots, ndarray<T, Rank, Space> const&... to) {
  with_arguments(roots, transform([](auto const& x) { return without_joins(x); }, roots.outputs.a.args),
                 [&](auto const& rest) { run_kernel<Space>(rest, to...); });
}

/// Starts the kernels that store roots of which some have joins.
template <class Space, class Roots, class... T, int Rank>
void run_joined(Roots const& roots, ndarray<T, Rank, Space> const&... to) {
  run_joined_of<Space>(roots, to...);
}

}  // namespace cp::expr
