// Folds from the left: the methods of ufuncs whose operation is not associative, and of functions of the user's.
#pragma once

#include <cstdint>
#include <fuse/core/shape.hpp>
#include <fuse/expr/custom.hpp>
#include <fuse/expr/derived.hpp>
#include <fuse/ops/segments.hpp>
#include <type_traits>
#include <utility>

namespace cp::detail {

/// What one thread does of a line of contiguous memory: it folds it, or a segment of it, from the left.
template <class F, class T>
struct ordered_walk {
  T const* from;
  T* to = nullptr;             ///< where running folds go (null: nowhere)
  bool const* mask = nullptr;  ///< which elements are taken (null: all)
  kernels::segment_bounds bounds{};
  std::int64_t block;  ///< how far the elements of a line are apart
  T start{};
  bool starts = false;  ///< whether the fold begins with `start`
  F f;

  FUSE_HD T operator()(std::int64_t place) const {
    std::int64_t const inner = place % block;
    std::int64_t line = place / block, first = 0, last = bounds.rows;
    if (bounds.offsets != nullptr) {
      bounds.find(line % bounds.segments, first, last);
      line /= bounds.segments;
    }
    std::int64_t const base = line * bounds.rows * block + inner;
    T folded = start;
    bool any = starts;
    for (std::int64_t i = first; i < last; ++i) {
      std::int64_t const at = base + i * block;
      if (mask != nullptr && !mask[at]) continue;
      folded = any ? static_cast<T>(f(folded, from[at])) : from[at];
      any = true;
      if (to != nullptr) to[at] = folded;
    }
    return folded;
  }
};

/// An operand laid out in memory as elements of T, and the walk over it.
template <class T, class Space, class F, class Node>
auto walk_over(Node const& node, F const& f, int axis, char const* where) {
  auto const shape = expr::shape_of(node);
  auto const array = laid_out<T, Node::rank, Space>(node, shape, storage_ptr(), where);
  ordered_walk<F, T> walk{.from = array.data(), .block = 1, .f = f};
  for (int i = axis + 1; i < Node::rank; ++i) walk.block *= shape[i];
  walk.bounds.rows = shape[axis];
  return std::pair(array, walk);
}
/// The results of a walk, at the places of an array or a view.
template <class T, int Rank, class Space, class Walk>
void walk_into(ndarray<T, Rank, Space> const& to, Walk const& walk) {
  using place = expr::position<Rank>;
  assign_elements(
      to, expr::call<Walk, place>(walk, expr::make_arguments(place(to.shape(), contiguous_strides(to.shape()), 0))));
}

/// `folded` without its axis of extent 1.
template <bool Keep, class T, int Rank, class Space>
auto without_axis(ndarray<T, Rank, Space> const& folded, int axis) {
  if constexpr (Keep) {
    return folded;
  } else {
    return view_of<Rank - 1>(folded, [axis](auto const& shape, auto const& strides) {
      mapping<Rank - 1> m;
      for (int i = 0; i < Rank - 1; ++i) m.shape[i] = shape[i + (i >= axis)], m.strides[i] = strides[i + (i >= axis)];
      return m;
    });
  }
}

/// f along one axis, from the left: `reduce` of what is not associative, of elements that count as T.
template <class T, class X, class F, class... Option>
auto fold_in_order(X const& x, F const& f, char const* where, Option const&... option) {
  constexpr int rank = X::rank;
  static_assert(((is_axes<Option> || std::is_same_v<Option, keepdims_t> || is_a<initial_t, Option> ||
                  is_a<where_t, Option>)&&...),
                "cp: reduce takes an axis (an integer, or cp::axis<1>), cp::keepdims, cp::initial and cp::where");
  constexpr bool keep = (std::is_same_v<Option, keepdims_t> || ...);
  constexpr bool begins = (is_a<initial_t, Option> || ...), masked = (is_a<where_t, Option> || ...);
  static_assert((0 + ... + axes_given<Option>) <= 1,
                "cp: reduce of an operation that is not associative folds one axis, from the left");
  static_assert(!masked || begins,
                "cp: reduce with cp::where needs cp::initial here, since the operation has no identity");
  if constexpr (expr::is_traced<X>) {
    return expr::derive([=](auto const& e) { return fold_in_order<T>(e, f, where, option...); }, x);
  } else if constexpr (rank == 0) {
    auto const line = view_of<1>(eval(x), [](auto const&, auto const&) { return mapping<1>{0, {{1}}, {{1}}}; });
    return without_axis<!keep>(fold_in_order<T>(line, f, where, option...), 0);
  } else {
    using space = expr::space_or_default<typename X::space>;
    std::uint32_t named = 0;
    (note_axes(option, rank, named, where), ...);
    int axis = 0;
    while (named != 0 && (named >> axis & 1) == 0) ++axis;
    auto shape = expr::shape_of(x);
    std::int64_t const extent = std::exchange(shape[axis], 1);
    auto const to = make_array<T, rank, space>(shape, where);
    if (to.size() > 0) {
      if (!begins && extent == 0)
        throw_value(where, "the operation has no identity, and its axis no elements (pass cp::initial); the axis is",
                    axis);
      auto laid = walk_over<T, space>(x, f, axis, where);
      auto const& array = laid.first;
      auto& walk = laid.second;
      if constexpr (begins) {
        walk.starts = true;
        walk.start = convert_scalar<T>(option_of<initial_t>(option...).value);
      }
      auto const mask = [&] {
        if constexpr (masked)
          return laid_out<bool, rank, space>(option_of<where_t>(option...).mask, array.shape(), storage_ptr(), where);
        else
          return array;
      }();
      if constexpr (masked) walk.mask = mask.data();
      note_use_here(array);
      note_use_here(mask);
      walk_into(to, walk);
    }
    return without_axis<keep>(to, axis);
  }
}

/// The running folds along an axis, from the left.
template <class T, class X, class F, class Axis = axis_list<0>>
auto accumulate_in_order(X const& x, F const& f, char const* where, Axis const& given = {}) {
  constexpr int rank = X::rank;
  static_assert(axes_given<Axis> == 1, "cp: accumulate runs along one axis (an integer, or cp::axis<1>)");
  static_assert(rank > 0, "cp: accumulate needs an operand of at least one axis");
  if constexpr (expr::is_traced<X>) {
    return expr::derive([=](auto const& e) { return accumulate_in_order<T>(e, f, where, given); }, x);
  } else {
    using space = expr::space_or_default<typename X::space>;
    int const axis = axis_of<rank>(given, where);
    auto const to = make_array<T, rank, space>(expr::shape_of(x), where);
    if (to.size() == 0) return to;
    auto laid = walk_over<T, space>(x, f, axis, where);
    auto const& array = laid.first;
    auto& walk = laid.second;
    walk.to = to.data();
    note_use_here(array);
    note_use_here(to);
    // Each thread writes a line, and returns the last element of it.
    walk_into(view_of<rank>(to,
                            [axis](auto const& shape, auto const& strides) {
                              mapping<rank> m{0, shape, strides};
                              m.offset = (shape[axis] - 1) * strides[axis];
                              m.shape[axis] = 1;
                              return m;
                            }),
              walk);
    return to;
  }
}

/// Segments of an axis, each folded from the left.
template <class T, class X, class F, class Offsets>
auto reduceat_in_order(X const& x, F const& f, Offsets const& o, std::int64_t given_axis, char const* where) {
  constexpr int rank = X::rank;
  static_assert(rank >= 1, "cp: segments are parts of an axis; the operand must have rank 1 or more");
  static_assert(Offsets::rank == 1 && integral<typename Offsets::value_type>,
                "cp: the offsets of segments are integers, an array of rank 1");
  using space = segment_space<X, Offsets>;
  int const axis = normalize_axis(given_axis, rank, where);
  auto const at = laid_out<std::int64_t, 1, space>(o, expr::shape_of(o), storage_ptr(), where);
  auto shape = expr::shape_of(x);
  check_rows(shape, axis, at.size(), where);
  shape[axis] = at.size();
  auto const to = make_array<T, rank, space>(shape, where);
  auto laid = walk_over<T, space>(x, f, axis, where);
  auto const& array = laid.first;
  auto& walk = laid.second;
  walk.bounds.offsets = at.data();
  walk.bounds.segments = at.size();
  walk.bounds.single = true;
  if constexpr (std::is_same_v<space, host_space>) {
    if (!runtime::is_capturing()) kernels::check_segments(walk.bounds, where);
  }
  if (to.size() > 0) {
    note_use_here(array);
    note_use_here(at);
    walk_into(to, walk);
  }
  return to;
}

/// The folds of an operation that is not associative. What it makes of its dtype has to be of that dtype again.
template <class Op, class Node>
struct ordered {
  using type = typename Op::rule::template loop<typename Node::value_type>;
  static_assert(Op::rule::template accepts<typename Node::value_type>,
                "cp: the operand's dtype is outside this ufunc's domain (Op below names it); convert it with "
                "cp::astype<T>(x)");
  static_assert(std::is_same_v<typename Op::template result<type, type>, type>,
                "cp: reduce, accumulate and reduceat need an operation whose result has the dtype that it computes in "
                "(of comparisons: operands of bool)");

  template <class... Option>
  static auto reduce(Node const& node, Option const&... option) {
    return fold_in_order<type>(node, Op{}, method_name<Op, false>.text, option...);
  }
  template <class... Axis>
  static auto accumulate(Node const& node, Axis const&... axis) {
    return accumulate_in_order<type>(node, Op{}, method_name<Op, true>.text, axis...);
  }
  template <class Offsets>
  static auto reduceat(Node const& node, Offsets const& offsets, std::int64_t axis, char const* where) {
    return reduceat_in_order<type>(node, Op{}, offsets, axis, where);
  }
};

/// The folds by a function of the user's.
template <class F>
struct ordered_by {
  template <class X>
  static void check() {
    using T = typename X::value_type;
    static_assert(std::is_invocable_v<F const&, T, T>,
                  "cp::elementwise: reduce and accumulate need a function that can be called with two elements");
    if constexpr (std::is_invocable_v<F const&, T, T>)
      static_assert(std::is_convertible_v<std::invoke_result_t<F const&, T, T>, T>,
                    "cp::elementwise: reduce and accumulate need a function that returns what converts to the "
                    "elements' type");
  }
  template <class X, class... Option>
  static auto reduce(F const& f, X const& x, Option const&... option) {
    check<X>();
    return fold_in_order<typename X::value_type>(expr::as_node(x), f, "cp::elementwise.reduce", option...);
  }
  template <class X, class... Axis>
  static auto accumulate(F const& f, X const& x, Axis const&... axis) {
    check<X>();
    return accumulate_in_order<typename X::value_type>(expr::as_node(x), f, "cp::elementwise.accumulate", axis...);
  }
};

}  // namespace cp::detail
