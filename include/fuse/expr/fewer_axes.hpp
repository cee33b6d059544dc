// Parts of an elementwise expression that have fewer axes than the loop, as Morton's bits of a row's number, sines of
// columns, or the rows and weights that an image is resized by: they become arrays of those axes before the kernel,
// which would compute them again for each element of the others. They are made of positions, or of arrays of lower
// rank.
#pragma once

#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/expr/made_once.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/rebuild.hpp>
#include <fuse/expr/reduction.hpp>
#include <fuse/expr/shape_of.hpp>
#include <fuse/program/list.hpp>
#include <type_traits>
#include <utility>

namespace cp::expr::fewer_axes {

/// What a part costs at least (see signature_info::cost), and all of them, as often as they are named: on a device a
/// kernel has room for some beside its loads. How many times as many elements a loop has as such an array, and how many
/// at least: a kernel more has to be worth its launch.
constexpr int worth_cost = 24;
template <class Space>
constexpr int worth_all = std::is_same_v<Space, cuda_space> ? 100 : 40;
/// Operations that a device computes in 32 bits where positions are 64 bits wide, but not from arrays of these: what
/// they may cost, if such are made.
constexpr int wide_rest = 24;
constexpr std::int64_t worth_times = 16, worth_elements = std::int64_t{1} << 18;

/// Of a node: whether it `varies`, having positions or arrays; has `arrays`; has nothing else but numbers (`only`);
/// what its operations cost.
template <bool Varies, bool Arrays, bool Only, int Cost>
struct answers {
  static constexpr bool varies = Varies, arrays = Arrays, only = Only;
  static constexpr int cost = Cost;
};
template <class Node>
struct about : answers<false, false, false, 0> {};
template <int Rank>
struct about<position<Rank>> : answers<true, false, true, 0> {};
template <class T, int Rank, class Space>
struct about<ndarray<T, Rank, Space>> : answers<true, true, true, 0> {};
template <class T, bool Weak>
struct about<constant<T, Weak>> : answers<false, false, true, 0> {};
template <class T, std::uint64_t Bits, bool Weak>
struct about<literal<T, Bits, Weak>> : answers<false, false, true, 0> {};
template <class Op, class... A>
struct about<map<Op, A...>> : answers<(about<A>::varies || ...), (about<A>::arrays || ...), (about<A>::only && ...),
                                      program::sum_up_to(program::most_cost, Op::cost, about<A>::cost...)> {};
template <class Array, class... I>
struct about<gather<Array, I...>> : answers<(about<I>::varies || ...), true, false, 0> {};
/// Which parts are meant: in loops of so many axes; also integers of 64 bits that are made of positions alone; also in
/// indices.
template <int Rank, bool Wide, bool Indices>
struct how {
  static constexpr int rank = Rank;
  static constexpr bool wide = Wide, indices = Indices;
};
/// Where a node stands: it is looked at whole, as an operand of a node where several vary; in an index, whose arrays
/// have all axes of what is picked, most of one element, so that their rank says nothing.
enum where : unsigned { anywhere = 0, whole = 1, in_index = 2 };
template <class How, unsigned Where, class Node>
constexpr bool is_costly = [] {
  if constexpr (!about<Node>::only || !about<Node>::varies || about<Node>::cost < worth_cost ||
                ((Where & in_index) != 0 && !How::indices))
    return false;
  else if constexpr (about<Node>::arrays)
    return Node::rank > 0 && (Node::rank < How::rank || (Where & in_index) != 0);
  else
    return How::wide || !std::is_same_v<typename Node::value_type, std::int64_t>;
}();

/// Whether several operands of a node vary: these may have other axes.
template <class Node>
constexpr bool meets = false;
template <class Op, class... A>
constexpr bool meets<map<Op, A...>> = (0 + ... + about<A>::varies) > 1;
/// Whether the first node of a tree where such meet has a costly operand, so that its operands are what is looked at,
/// and not the tree.
template <class How, unsigned Where, class Node>
constexpr bool parts_at_meeting = false;
template <class How, unsigned Where, class Op, class... A>
requires(about<map<Op, A...>>::varies) constexpr bool parts_at_meeting<How, Where, map<Op, A...>> =
    meets<map<Op, A...>> ? (is_costly<How, Where, A> || ...) : (parts_at_meeting<How, Where, A> || ...);
template <class How, unsigned Where, class Node>
constexpr bool is_part = is_costly<How, Where, Node> && ((Where & whole) != 0 || !parts_at_meeting<How, Where, Node>);
/// Where a node's operands stand.
template <unsigned Where, class Node>
constexpr unsigned beneath = (Where & in_index) | (about<Node>::only && meets<Node> ? whole : anywhere);
template <unsigned Where, class Array, class... I>
constexpr unsigned beneath<Where, gather<Array, I...>> = in_index;

/// The types of the parts of nodes, and what all cost.
template <class How, unsigned Where, class Found, int Cost, class... Node>
struct find {
  using type = Found;
  static constexpr int cost = Cost;
};
template <class How, unsigned Where, class Found, int Cost, class First, class... More>
struct find<How, Where, Found, Cost, First, More...> : find<How, Where, Found, Cost, More...> {};
template <class How, unsigned Where, class Found, int Cost, class First, class... More>
requires is_part<How, Where, First>
struct find<How, Where, Found, Cost, First, More...>
    : find<How, Where,
           typename std::conditional_t<program::contains<First, Found>, std::type_identity<Found>,
                                       program::append<Found, First>>::type,
           program::sum_up_to(program::most_cost, Cost, about<First>::cost), More...> {
};
template <class How, unsigned Where, class Found, int Cost, class Op, class... A, class... More>
requires(about<map<Op, A...>>::varies &&
         !is_part<How, Where, map<Op, A...>>) struct find<How, Where, Found, Cost, map<Op, A...>, More...>
    : find<How, Where, typename find<How, beneath<Where, map<Op, A...>>, Found, Cost, A...>::type,
           find<How, beneath<Where, map<Op, A...>>, Found, Cost, A...>::cost, More...> {
};
template <class How, unsigned Where, class Found, int Cost, class Array, class... I, class... More>
requires(about<gather<Array, I...>>::varies) struct find<How, Where, Found, Cost, gather<Array, I...>, More...>
    : find<How, Where, typename find<How, in_index, Found, Cost, I...>::type,
           find<How, in_index, Found, Cost, I...>::cost, More...> {
};

/// The axes of a part: a bit each, bit 0 the last one; and their extents.
struct part_axes {
  std::uint32_t axes = 0;
  std::int64_t extent[32];

  void note(int axis, std::int64_t n) { axes |= std::uint32_t{1} << axis, extent[axis] = n; }
  template <class Node>
  void operator()(Node const& x) {
    if constexpr (!is_leaf<Node>) for_each([this](auto const& part) { (*this)(part); }, x.args);
  }
  template <int Rank>
  void operator()(position<Rank> const& p) {
    for (int a = 0; a < Rank; ++a)
      if (p.step[a] != 0 && p.extents[a] != 1) note(Rank - 1 - a, p.extents[a]);
  }
  template <class T, int Rank, class Space>
  void operator()(ndarray<T, Rank, Space> const& x) {
    for (int a = 0; a < Rank; ++a)
      if (x.shape()[a] != 1) note(Rank - 1 - a, x.shape()[a]);
  }
  std::int64_t size() const {
    std::int64_t n = 1;
    for (int a = 0; a < 32; ++a)
      if ((axes >> a & 1) != 0) n *= extent[a];
    return n;
  }
};
/// A part whose positions have no other axes.
template <int Rank>
auto without_axes(position<Rank> p, std::uint32_t axes) {
  for (int a = 0; a < Rank; ++a)
    if ((axes >> (Rank - 1 - a) & 1) == 0) p.extents[a] = 1;
  return p;
}
template <class Node>
auto without_axes(Node const& x, std::uint32_t axes) {
  return rebuild(x, [axes](auto const& part) { return without_axes(part, axes); });
}

template <class How, class Parts>
struct arrays;
template <class How, class... Part>
struct arrays<How, program::list<Part...>> : once::mentions_of<Part>... {
  static constexpr int rank = How::rank;
  index_array<rank> const& shape;  ///< of the loop
  std::int64_t elements = size_of(shape);
  bool fit = true;
  explicit arrays(index_array<rank> const& of) : shape(of) {}

  /// Notes whether each part of a node is so much smaller than the loop.
  template <unsigned Where, class Node>
  void note(Node const& x) {
    if constexpr (is_part<How, Where, Node>) {
      part_axes own;
      own(x);
      fit = fit && own.size() <= elements / worth_times;
    } else if constexpr (about<Node>::varies && !is_leaf<Node>) {
      for_each([this](auto const& part) { this->template note<beneath<Where, Node>>(part); }, repeats::operands_of(x));
    }
  }
  /// The node with arrays for its parts.
  template <unsigned Where, class Node>
  auto made(Node const& x) {
    if constexpr (is_part<How, Where, Node>) {
      auto& array = once::mentions_of<Node>::of(x).made;
      if (!array.memory()) {
        part_axes own;
        own(x);
        array = made_array(without_axes(x, own.axes));
      }
      return array;
    } else if constexpr (about<Node>::varies && !is_leaf<Node>) {
      return rebuild(x, [this](auto const& part) { return this->template made<beneath<Where, Node>>(part); });
    } else {
      return x;
    }
  }
};

/// Of roots: which parts are meant, their types, and what all cost.
template <class Space, int Rank, class Roots>
struct parts_of_roots {
  static constexpr int cost = 0;
};
template <class Space, int Rank, bool Wide, class... E>
struct parts_found {
  /// (A device finds an index again in less time than it loads one: a picture resized to 8 million pixels took .31 ms
  /// with arrays of rows and columns on an H200, .23 without.)
  using meant = how<Rank, Wide, std::is_same_v<Space, host_space>>;
  using found = find<meant, anywhere, program::list<>, 0, E...>;
  using type = typename found::type;
  static constexpr int cost = found::cost;
};
/// Whether roots have what parts are made of. (Most have arrays of one rank: nothing more is asked of them.)
template <int Rank, class Roots>
constexpr bool may_vary = (contents<Roots> &
                           (holds_positions | holds_picks |
                            (Rank > 16 ? ~0u << 7 : (holds_rank_1 << (Rank < 1 ? 0 : Rank - 1)) - holds_rank_1))) != 0;
/// Whether a device may have arrays of wide integers for parts.
template <int Rank, class... E>
constexpr bool takes_wide = (about<E>::only && ...) &&
                            (0 + ... + about<E>::cost) - parts_found<cuda_space, Rank, true, E...>::cost <= wide_rest;
template <class Space, int Rank, class... E>
requires(!has_reductions<arguments<E const&...>> && !has_stages<arguments<E const&...>> &&
         !has_stencils<arguments<E const&...>> &&
         (0 + ... + tree_facts<E>::nodes) <=
             repeats::most_nodes) struct parts_of_roots<Space, Rank, arguments<E const&...>>
    : parts_found<Space, Rank, std::is_same_v<Space, host_space> || takes_wide<Rank, E...>, E...> {
};
template <class Space, int Rank, class Roots>
constexpr bool may_be = false;
template <class Space, int Rank, class Roots>
requires(may_vary<Rank, Roots>) constexpr bool may_be<Space, Rank, Roots> = parts_of_roots<Space, Rank, Roots>::cost
                                                                            >= worth_all<Space>;

/// Whether all such parts are worth it in a loop of this shape.
template <class Space, class... E, int Rank>
bool apply_to(arguments<E const&...> const& roots, index_array<Rank> const& shape) {
  if (size_of(shape) < worth_elements) return false;
  using parts = parts_of_roots<Space, Rank, arguments<E const&...>>;
  arrays<typename parts::meant, typename parts::type> found(shape);
  for_each([&](auto const& root) { found.template note<anywhere>(root); }, roots);
  return found.fit;
}
/// Calls use(roots) with arrays for such parts, if they are worth it; whether they are.
template <class Space, class... E, int Rank, class Use>
bool with_arrays(arguments<E const&...> const& roots, index_array<Rank> const& shape, Use const& use) {
  if (!apply_to<Space>(roots, shape)) return false;
  using parts = parts_of_roots<Space, Rank, arguments<E const&...>>;
  arrays<typename parts::meant, typename parts::type> found(shape);
  auto const rest = transform([&](auto const& root) { return found.template made<anywhere>(root); }, roots);
  use(refer_all(rest));
  return true;
}

}  // namespace cp::expr::fewer_axes
