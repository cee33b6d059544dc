// Neighbours in expressions: the nodes that cp::at and boundaries become, and what all passes need to know of them.
#pragma once

#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/expr/aliasing.hpp>
#include <fuse/expr/contents.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/shape_of.hpp>
#include <fuse/expr/ufunc.hpp>
#include <fuse/program/program.hpp>
#include <fuse/runtime/counters.hpp>
#include <type_traits>
#include <utility>

namespace cp::expr {

/// An argument of cp::fuse with what lies beyond its edges, as the user hands it over.
template <class A, program::edge Edge>
struct bounded : expression_tag {
  using argument = A;
  using value_type = typename A::value_type;
  using space = typename A::space;
  static constexpr int rank = A::rank;
  static constexpr bool weak = false;
  static constexpr program::edge edge = Edge;
  A of;
  value_type outside;  ///< edge::constant
  constexpr bounded(A a, value_type x) : of(std::move(a)), outside(x) {}
};
template <class A, program::edge Edge>
struct has_boundary<bounded<A, Edge>> : std::true_type {};

/// The same as an argument of a `let`: with the offsets that the tree reads, of which (0, 0, ...) is the first.
template <class A, program::edge Edge, class Offsets>
struct neighbourhood : expression_tag {
  using value_type = typename A::value_type;
  using space = typename A::space;
  using offsets = Offsets;
  static constexpr int rank = A::rank;
  static constexpr bool weak = false;
  static constexpr program::edge edge = Edge;
  A of;
  value_type outside;
  constexpr neighbourhood(A a, value_type x) : of(std::move(a)), outside(x) {}
};

/// The neighbour of A's element, a placeholder or a neighbourhood.
template <class A, int... O>
struct neighbour : node_members<neighbour<A, O...>> {
  using value_type = typename A::value_type;
  using space = typename A::space;
  static constexpr int rank = A::rank;
  static constexpr bool weak = false;
  A of;
  constexpr neighbour() = default;
  constexpr explicit neighbour(A a) : of(std::move(a)) {}
};

template <class A, int... O>
struct tree_facts<neighbour<A, O...>> : facts_of_tree<bare<A>, false, 0, 1, 0> {};

template <class A>
constexpr bool is_placeholder = false;
template <int I, class T, int Rank, bool Weak>
constexpr bool is_placeholder<placeholder<I, T, Rank, Weak>> = true;

// -- offsets ----------------------------------------------------------------------------------------------------------

template <class Found, class Offset>
struct add_offset;
template <class... Found, class Offset>
struct add_offset<program::offsets<Found...>, Offset> {
  using type = std::conditional_t<(std::is_same_v<Found, Offset> || ...), program::offsets<Found...>,
                                  program::offsets<Found..., Offset>>;
};

template <class Found, class Offsets>
struct join_offsets;
template <class Found>
struct join_offsets<Found, program::offsets<>> {
  using type = Found;
};
template <class Found, class First, class... More>
struct join_offsets<Found, program::offsets<First, More...>>
    : join_offsets<typename add_offset<Found, First>::type, program::offsets<More...>> {};

/// The offsets at which a node reads argument `I`, in the order in which it does first. What occurs again in a tree is
/// looked at once. A `let` inside has placeholders of its own in its tree.
template <int I, class Node>
struct offsets_of;
/// The same of several nodes, added to Found.
template <int I, class Found, class... Node>
struct find_offsets {
  using type = Found;
};
template <int I, class Found, class First, class... More>
struct find_offsets<I, Found, First, More...>
    : find_offsets<I, typename join_offsets<Found, typename offsets_of<I, First>::type>::type, More...> {};
template <int I, class Parts>
struct offsets_in;
template <int I, class... A>
struct offsets_in<I, arguments<A...>> : find_offsets<I, program::offsets<>, A...> {};
template <int I, class Node>
struct offsets_of : offsets_in<I, typename parts_of<Node>::type> {};
template <int I, elementwise_tree Node>
struct offsets_of<I, Node> {
  using type = program::offsets<>;
};

template <int I, class T, int Rank, bool Weak, int... O>
struct offsets_of<I, neighbour<placeholder<I, T, Rank, Weak>, O...>> {
  using type = program::offsets<program::offset<O...>>;
};
template <int I, class A, program::edge Edge, class Offsets>
struct offsets_of<I, neighbourhood<A, Edge, Offsets>> : offsets_of<I, A> {};

template <class Sequence>
struct zero_offset;
template <int... I>
struct zero_offset<std::integer_sequence<int, I...>> {
  using type = program::offset<(I - I)...>;
};
/// (0, 0, ...).
template <int Rank>
using zero = typename zero_offset<std::make_integer_sequence<int, Rank>>::type;

/// How far offsets reach along an axis: down (Sign -1) or up (Sign 1).
template <class Offsets>
struct reach_of;
template <class... Offset>
struct reach_of<program::offsets<Offset...>> {
  static constexpr int along(int axis, int sign) {
    int most = 0;
    ((most = sign * Offset::value[axis] > most ? sign * Offset::value[axis] : most), ...);
    return most;
  }
};

/// An argument of a traced call as a node: with its boundary, if it has one.
template <class X>
FUSE_INLINE constexpr auto as_argument(X&& x) {
  if constexpr (is_bounded<std::remove_cvref_t<X>>)
    return std::remove_cvref_t<X>(std::forward<X>(x));
  else
    return as_node(std::forward<X>(x));
}

/// Argument `I` of a `let` over the trees: one whose neighbours they read becomes a neighbourhood, and no other keeps a
/// boundary.
template <int I, class... Tree, class X>
FUSE_INLINE constexpr auto as_let_argument(X&& x) {
  using A = decltype(as_argument(std::forward<X>(x)));
  using none = program::offsets<zero<A::rank>>;
  using found = typename find_offsets<I, none, Tree...>::type;
  if constexpr (std::is_same_v<typename find_offsets<I, program::offsets<>, Tree...>::type, program::offsets<>>) {
    if constexpr (is_bounded<A>)
      return typename A::argument(std::forward<X>(x).of);
    else
      return as_node(std::forward<X>(x));
  } else {
    static_assert(is_bounded<A>,
                  "cp::at: this argument of cp::fuse has no boundary; say what lies beyond its edges: cp::nearest(u), "
                  "cp::wrap(u), cp::reflect(u), cp::mirror(u), cp::constant_boundary(u, value), or cp::valid(u)");
    if constexpr (is_bounded<A>)
      return neighbourhood<typename A::argument, A::edge, found>(std::forward<X>(x).of, x.outside);
    else
      return as_node(std::forward<X>(x));
  }
}

// -- passes -----------------------------------------------------------------------------------------------------------

/// Which of its placeholder's neighbours are read is asked by offsets_of.
template <class A, int... O>
struct parts_of<neighbour<A, O...>> {
  using type = arguments<>;
};
template <class A, int... O>
constexpr unsigned contents<neighbour<A, O...>> = holds_stencils | (contents<A> & holds_unprepared);
template <class A, program::edge Edge, class Offsets>
constexpr unsigned contents<neighbourhood<A, Edge, Offsets>> = holds_stencils |
                                                               (is_array<A> ? 0u : unsigned{holds_unprepared});

template <class A, program::edge Edge, class Scope>
constexpr auto shape_of(bounded<A, Edge> const&, Scope const&) {
  static_assert(sizeof(A) == 0, "cp: a boundary (cp::wrap(u), cp::nearest(u) ...) belongs to an argument of cp::fuse");
}
/// The array's shape; less what its offsets reach where only elements with all neighbours count.
template <class A, program::edge Edge, class Offsets, class Scope>
constexpr auto shape_of(neighbourhood<A, Edge, Offsets> const& n, Scope const& s) {
  index_array<A::rank> shape = shape_of(n.of, s);
  if constexpr (Edge == program::edge::valid)
    for (int i = 0; i < A::rank; ++i) {
      std::int64_t const left = shape[i] - reach_of<Offsets>::along(i, -1) - reach_of<Offsets>::along(i, 1);
      shape[i] = left > 0 ? left : 0;
    }
  return shape;
}
template <class A, int... O, class Scope>
constexpr auto shape_of(neighbour<A, O...> const& n, Scope const& s) {
  index_array<A::rank> shape = shape_of(n.of, s);
  return shape;
}

/// Neighbours are read at other places than the one that is written.
template <class A, program::edge Edge, class Offsets>
void visit_arrays(neighbourhood<A, Edge, Offsets> const& n, note_arrays const& walk) {
  note_arrays{walk.reads, true}(n.of);
}
template <class A, int... O>
void visit_arrays(neighbour<A, O...> const& n, note_arrays const& walk) {
  walk(n.of);
}

/// The part of an array whose elements have all neighbours.
template <class Offsets, class T, int Rank, class Space>
ndarray<T, Rank, Space> inner_part(ndarray<T, Rank, Space> const& a, Offsets) {
  index_array<Rank> shape = a.shape();
  T* data = a.data();
  for (int i = 0; i < Rank; ++i) {
    std::int64_t const low = reach_of<Offsets>::along(i, -1), left = shape[i] - low - reach_of<Offsets>::along(i, 1);
    if (left > 0) data += low * a.strides()[i];
    shape[i] = left > 0 ? left : 0;
  }
  return ndarray<T, Rank, Space>(a.memory(), data, shape, a.strides());
}

/// The array that a closed expression becomes before the kernel that reads it.
template <class Node>
auto made_array(Node const& node) {
  runtime::count_temporary();
  return ndarray<typename Node::value_type, Node::rank, space_or_default<typename Node::space>>(node);
}

/// An argument of a `let` where its element is asked for, without its neighbours.
template <class A>
constexpr auto const& as_element(A const& a) {
  return a;
}
template <class A, program::edge Edge, class Offsets>
auto as_element(neighbourhood<A, Edge, Offsets> const& n) {
  if constexpr (Edge == program::edge::valid && is_array<A>)
    return inner_part(n.of, Offsets{});
  else if constexpr (Edge == program::edge::valid)
    return inner_part(made_array(n.of), Offsets{});
  else
    return n.of;
}

}  // namespace cp::expr
