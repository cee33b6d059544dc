// What is in a tree: one walk of its type, whose answers decide which passes an expression goes through.
#pragma once

#include <fuse/expr/node.hpp>
#include <type_traits>

namespace cp::expr {

template <class Node>
constexpr bool is_leaf = is_array<Node>;
template <class Rule, int Rank>
constexpr bool is_leaf<places<Rule, Rank>> = true;
template <class T, bool Weak>
constexpr bool is_leaf<constant<T, Weak>> = true;
template <class T, std::uint64_t Bits, bool Weak>
constexpr bool is_leaf<literal<T, Bits, Weak>> = true;
template <int I, class T, int Rank, bool Weak>
constexpr bool is_leaf<placeholder<I, T, Rank, Weak>> = true;

/// The nodes that a node is computed from, as arguments<A...>; of a leaf there are none. (The tree of a `let` is not
/// among them: its placeholders are its own.)
template <class Node>
struct parts_of {
  static_assert(is_leaf<Node>,
                "cp: this kind of node says nowhere what it is computed from: specialise expr::parts_of");
  using type = arguments<>;
};
template <class Op, class... A>
struct parts_of<map<Op, A...>> {
  using type = arguments<A...>;
};
template <class F, class... A>
struct parts_of<call<F, A...>> {
  using type = arguments<A...>;
};
template <class Array, class... I>
struct parts_of<gather<Array, I...>> {
  using type = arguments<I...>;
};
template <class Op, int Axes, bool Keep, class... A>
struct parts_of<reduce<Op, Axes, Keep, A...>> {
  using type = arguments<A...>;
};
template <class Tree, class... A>
struct parts_of<let<Tree, A...>> {
  using type = arguments<A...>;
};

/// What there may be in a tree, each a bit.
enum : unsigned {
  holds_reductions = 1,  ///< what other elements than its own decide on: reductions, stages
  holds_stages = 2,      ///< what is evaluated on its own (expr/stages.hpp)
  holds_stencils = 4,    ///< neighbours
  holds_unprepared = 8,  ///< what a stencil reads and has to become an array first (expr/stencil.hpp)
  holds_joins = 16,      ///< parts of an axis that are joined (expr/join.hpp)
  holds_other = 31,      ///< any of these; besides,
  holds_positions = 32,  ///< index grids
  holds_picks = 64,      ///< elements picked by expressions
  holds_rank_1 = 128     ///< arrays of one axis; of n: this n - 1 bits higher, up to 16 axes
};

/// Whether a node is evaluated on its own, by a kernel of its own (a scan) or a library (a transform, a product).
template <class Node>
constexpr bool is_stage = false;

/// What is in a tree: what is in its parts, and what the node is itself. Other kinds of node say so beside themselves.
template <class Node>
constexpr unsigned contents = contents<typename parts_of<Node>::type>;
template <class... A>
constexpr unsigned contents<arguments<A...>> = (0u | ... | contents<std::remove_cvref_t<A>>);
template <elementwise_tree Node>
constexpr unsigned contents<Node> = 0;
template <class Op, class... A>
requires(!elementwise_tree<map<Op, A...>>) constexpr unsigned contents<map<Op, A...>> = (0u | ... | contents<A>);
template <class T, int Rank, class Space>
constexpr unsigned contents<ndarray<T, Rank, Space>> = Rank == 0 ? 0u : holds_rank_1 << (Rank > 16 ? 15 : Rank - 1);
template <int Rank>
constexpr unsigned contents<position<Rank>> = holds_positions;
template <class Array, class... I>
constexpr unsigned contents<gather<Array, I...>> = holds_picks | contents<arguments<I...>>;
template <class Op, int Axes, bool Keep, class... A>
constexpr unsigned contents<reduce<Op, Axes, Keep, A...>> = holds_reductions | contents<arguments<A...>> |
                                                            ((contents<arguments<A...>> & holds_stencils) != 0
                                                                 ? holds_unprepared
                                                                 : 0u);
template <class Tree, class... A>
constexpr unsigned contents<let<Tree, A...>> = contents<Tree> | contents<arguments<A...>>;
/// Before a stage is evaluated its operands are. That they read neighbours matters to the lambda that it stands in.
template <class Node>
requires is_stage<Node>
constexpr unsigned contents<Node> =
    holds_reductions | holds_stages | (contents<typename parts_of<Node>::type> & (holds_stencils | holds_joins));

/// Whether a tree has reductions, or stages: it is no part of an elementwise kernel.
template <class Node>
constexpr bool has_reductions = (contents<Node> & holds_reductions) != 0;
/// Whether there is a stage in a tree.
template <class Node>
constexpr bool has_stages = (contents<Node> & holds_stages) != 0;
/// Whether a tree reads neighbours.
template <class Node>
constexpr bool has_stencils = (contents<Node> & holds_stencils) != 0;
/// Whether there are joins in a tree.
template <class Node>
constexpr bool has_joins = (contents<Node> & holds_joins) != 0;
/// Whether something in a tree must become an array first: what has neighbours and is no array, and what a reduction
/// folds if that reads neighbours.
template <class Node>
constexpr bool needs_preparing = (contents<Node> & holds_unprepared) != 0;

}  // namespace cp::expr
