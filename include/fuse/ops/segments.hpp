// Reductions of segments: runs of an axis that offsets name (reduceat), elements of one key (segment_sum).
#pragma once

#include <cstdint>
#include <fuse/core/error.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/kernels/segments/segments.hpp>
#include <fuse/library/keys.hpp>
#include <fuse/library/sums.hpp>
#include <fuse/ops/reductions.hpp>
#include <fuse/ops/ufunc_methods.hpp>
#include <string>
#include <type_traits>
#include <utility>
#if FUSE_NVCC
#include <fuse/kernels/segments/cuda_segments.cuh>
#endif

namespace cp {

/// What cp::offsets(o) gives.
template <class Node>
struct offsets_t {
  Node node;  ///< the integers
};
/// Where segments begin, as an argument of cp::segment_sum and its like: n + 1 integers that do not fall; segment i has
/// the elements [offsets[i], offsets[i + 1]) of the first axis (as the row pointers of a sparse matrix).
template <expression Offsets>
[[nodiscard]] auto offsets(Offsets&& o) {
  using node = decltype(expr::as_node(std::forward<Offsets>(o)));
  static_assert(node::rank == 1 && integral<typename node::value_type>,
                "cp::offsets takes integers, an array of rank 1");
  return offsets_t<node>{expr::as_node(std::forward<Offsets>(o))};
}

namespace ops {

/// The key of an element as an unsigned number: those outside [0, n) become n, and belong to no segment.
struct bounded_key {
  static constexpr char const* qualified_name = "cp::segment_ids";
  static constexpr int cost = 4;
  template <class...>
  using result = std::uint32_t;
  template <class T>
  FUSE_HD std::uint32_t operator()(T const& key, std::int64_t n) const {
    bool negative = false;
    if constexpr (std::is_signed_v<T>) negative = key < 0;
    return static_cast<std::uint32_t>(negative || static_cast<std::uint64_t>(key) >= static_cast<std::uint64_t>(n)
                                          ? static_cast<std::uint64_t>(n)
                                          : static_cast<std::uint64_t>(key));
  }
};

}  // namespace ops

namespace detail {

template <class Space>
constexpr memory_kind segment_memory = std::is_same_v<Space, host_space> ? memory_kind::host : memory_kind::device;

/// A copy of an expression whose reductions have become arrays; of one with scans or stencils its values.
template <class Node>
auto as_elementwise(Node node) {
  if constexpr (expr::has_stages<Node> || expr::has_stencils<Node>)
    return expr::made_array(node);
  else if constexpr (expr::has_reductions<Node>)
    return expr::resolve(node);
  else
    return node;
}

/// The form of segments.
template <class Signature, int Rank>
struct segment_kernel {
  using known = expr::facts<Signature>;
  static void on_host(kernels::loop_builder& loop, int axis, kernels::segment_bounds const& bounds,
                      std::int64_t stride) {
    kernels::host_segments_start(kernels::detail::host_segments<Signature>::kernel(), known::info, loop, axis, bounds,
                                 stride);
  }
#if FUSE_NVCC
  static void on_device(kernels::loop_builder& loop, char const* name, int axis, kernels::segment_bounds const& bounds,
                        std::int64_t stride) {
    kernels::cuda_segments_start(kernels::cuda_segment_form<Signature, Rank>::table(), known::info, loop, axis, bounds,
                                 stride, name);
  }
#endif
};

/// Starts the kernels that fold the segments of an axis of `root`'s operand into `to`.
template <class Root, class T, int Rank, class Space, class Shape>
void run_segments(Root const& root, Shape const& shape, int axis, kernels::segment_bounds const& bounds,
                  ndarray<T, Rank, Space> const& to) {
  using roots = expr::arguments<Root const&>;
  using signature = expr::signature_of<expr::environment<T>, roots, 1>;
  std::int64_t one[Rank], stride[Rank];
  for (int i = 0; i < Rank; ++i) {
    one[i] = i == axis ? 1 : shape[i];
    stride[i] = i == axis ? 0 : to.strides()[i];
  }
  expr::loop_room<signature, Rank, Space, 2048> room(shape);
  kernels::loop_builder& loop = room.loop;
  loop.add(to.data(), Rank, one, stride, std::is_same_v<Space, cuda_space> ? to.memory().get() : nullptr);
  for (int i = 0; i < Rank; ++i)
    if (i != axis && shape[i] == 1) loop.view.stride(0, i) = 0;
  expr::operand_sink sink{loop};
  expr::collect_roots(expr::refer(root), sink);
  expr::start<segment_kernel<signature, Rank>, Space, signature>(loop, Root::op::qualified_name, axis, bounds,
                                                                 to.strides()[axis]);
}

/// The space of an operand and of what parts it.
template <class X, class Parts>
using segment_space =
    expr::space_or_default<typename expr::common_space<typename X::space, typename Parts::space>::type>;

/// Op of segments along an axis of an expression without reductions.
template <class Op, class Space, class Node>
auto fold_segments(Node const& node, int axis, kernels::segment_bounds bounds) {
  using root = expr::reduce<Op, 1, false, Node>;
  auto const shape = expr::shape_of(node);
  auto result = shape;
  result[axis] = bounds.segments;
  auto to = make_array<typename root::value_type, Node::rank, Space>(result, Op::qualified_name);
  bounds.rows = shape[axis];
  if (to.size() > 0) run_segments(root(expr::make_arguments(node), std::uint32_t{1} << axis), shape, axis, bounds, to);
  return to;
}

/// Throws where an axis has no elements for `segments` segments of at least one.
template <int Rank>
void check_rows(index_array<Rank> const& shape, int axis, std::int64_t segments, char const* where) {
  if (segments > 0 && shape[axis] == 0)
    throw index_error(std::string(where) + ": there are no elements along axis " + std::to_string(axis) + " of shape " +
                      to_string(shape));
}

/// Op of the segments that offsets name.
template <class Op, class X, class Offsets>
auto segments_by_offsets(X&& x, Offsets const& o, std::int64_t given_axis, bool single, char const* where) {
  auto const node = as_elementwise(expr::as_node(std::forward<X>(x)));
  using operand = std::remove_const_t<decltype(node)>;
  static_assert(operand::rank >= 1, "cp: segments are parts of an axis; the operand must have rank 1 or more");
  static_assert(Offsets::rank == 1 && integral<typename Offsets::value_type>,
                "cp: the offsets of segments are integers, an array of rank 1");
  using space = segment_space<operand, Offsets>;
  int const axis = normalize_axis(given_axis, operand::rank, where);
  auto const shape = expr::shape_of(node);
  auto const at = laid_out<std::int64_t, 1, space>(o, expr::shape_of(o), storage_ptr(), where);
  kernels::segment_bounds bounds;
  bounds.offsets = at.data();
  bounds.segments = single ? at.size() : at.size() - 1;
  bounds.single = single;
  bounds.rows = shape[axis];
  if (!single && at.size() == 0)
    throw value_error(std::string(where) + ": n segments take n + 1 offsets; there are none");
  if (single) check_rows(shape, axis, at.size(), where);
  if constexpr (std::is_same_v<space, host_space>) {
    if (!runtime::is_capturing()) kernels::check_segments(bounds, where);
  } else {
    note_use_here(at);
  }
  return fold_segments<Op, space>(node, axis, bounds);
}

/// What elements of T are summed as in bins (library::sum_in_bins) for a result of type R; void where they are not.
/// (What float32 and integers of 4 bytes hold is summed as that for float64, too, which has room for all of its bits.)
template <class T, class R>
struct type_in_bins_of {
  using type = std::conditional_t<
      floating<R>, float,
      std::conditional_t<integral<R>, std::conditional_t<integral<T> && sizeof(T) >= 4, T, R>, void>>;
};
template <class T>
struct type_in_bins_of<T, double> {
  using type = std::conditional_t<
      sizeof(T) >= 8, double,
      std::conditional_t<floating<T>, float, std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>>>;
};
template <class T, class R>
using type_in_bins = typename type_in_bins_of<T, R>::type;
template <class Op, class T, class R>
constexpr bool is_summed_in_bins = false;
template <class To, class T, class R>
constexpr bool is_summed_in_bins<ops::sum<To>, T, R> = !std::is_void_v<type_in_bins<T, R>>;

/// Sums of the elements of an axis that have one key, in bins.
template <class R, class Space, class Node, class Keys>
auto sums_in_bins(Node const& node, Keys const& keys, std::int64_t segments, char const* where) {
  using V = type_in_bins<typename Node::value_type, R>;
  constexpr bool wide = std::is_same_v<R, double> && std::is_same_v<V, float>;
  using sum = std::conditional_t<
      integral<R> || wide, R,
      std::conditional_t<floating<V>, V, std::conditional_t<std::is_signed_v<V>, std::int64_t, std::uint64_t>>>;
  auto const values = laid_out<V, 1, Space>(node, expr::shape_of(node), storage_ptr(), where);
  auto const to = make_array<sum, 1, Space>({{segments}}, where);
  note_use_here(values);
  note_use_here(keys);
  library::sum_in_bins(segment_memory<Space>,
                       {dtype_traits<V>::id, values.data(), keys.data(), int(sizeof(typename Keys::value_type)),
                        values.size(), segments, to.data(), wide});
  if constexpr (std::is_same_v<sum, R>)
    return to;
  else
    return eval(expr::cast_to<R>(to));
}

/// Op of the elements of the first axis that have the same key.
template <class Op, class X, class Keys>
auto segments_by_keys(X&& x, Keys const& keys, std::int64_t segments, char const* where) {
  auto const node = as_elementwise(expr::as_node(std::forward<X>(x)));
  using operand = std::remove_const_t<decltype(node)>;
  static_assert(operand::rank >= 1, "cp: segments are parts of an axis; the operand must have rank 1 or more");
  using key_node = decltype(expr::as_node(keys));
  static_assert(key_node::rank == 1 && integral<typename key_node::value_type>,
                "cp: the keys of segments are integers, an array of rank 1");
  using space = segment_space<operand, key_node>;
  auto const shape = expr::shape_of(node);
  auto const given = expr::shape_of(keys);
  if (given[0] != shape[0])
    throw_shape(where, "there must be a key for each element of the first axis; the shapes are", given.value, 1,
                shape.value, operand::rank);
  if (segments < 0 || segments >= (std::int64_t{1} << 32) - 1)
    throw_value(where, "the number of segments must lie in [0, 2^32 - 2]; it is", segments);
  using T = typename operand::value_type;
  using R = typename expr::reduce<Op, 1, false, operand>::value_type;
  constexpr bool in_bins = operand::rank == 1 && is_summed_in_bins<Op, T, R>;
  bool fits = false;
  if constexpr (in_bins) {
    fits = cp::library::fits_in_bins(segment_memory<space>, dtype_traits<type_in_bins<T, R>>::id, shape[0], segments);
    // Integers of 4 and 8 bytes are keys as they are: negative ones are large numbers without a sign.
    if constexpr (is_array<key_node> && sizeof(typename key_node::value_type) >= 4)
      if (fits && is_contiguous(keys.shape(), keys.strides()))
        return sums_in_bins<R, space>(node, keys, segments, where);
  }
  using count = expr::constant<std::int64_t, false>;
  auto bounded = make_array<std::uint32_t, 1, space>(given, where);
  assign_elements(bounded, expr::map<ops::bounded_key, key_node, count>(
                               expr::make_arguments(expr::as_node(keys), count(segments))));
  if constexpr (in_bins)
    if (fits) return sums_in_bins<R, space>(node, bounded, segments, where);
  bool const wide = shape[0] > std::int64_t{0xffffffff};
  auto const order = make_array<std::uint32_t, 1, space>(index_array<1>{shape[0] * (wide ? 2 : 1)}, where);
  auto const at = make_array<std::int64_t, 1, space>(index_array<1>{segments + 1}, where);
  cp::library::group_keys(segment_memory<space>, bounded.data(), shape[0], segments, order.data(), wide, at.data());
  kernels::segment_bounds bounds;
  bounds.offsets = at.data();
  bounds.segments = segments;
  bounds.order = order.data();
  bounds.wide = wide;
  return fold_segments<Op, space>(node, 0, bounds);
}

template <class Op, class X, class Offsets>
auto reduceat_by(X&& x, Offsets const& o, std::int64_t axis) {
  using op = typename ops::reduction_by<Op>::type;
  using T = typename decltype(expr::as_node(std::forward<X>(x)))::value_type;
  static_assert(
      Op::rule::template accepts<T>,
      "cp: the operand's dtype is outside this ufunc's domain (Op below names it); convert it with cp::astype<T>(x)");
  static std::string const where = std::string(Op::qualified_name) + ".reduceat";
  if constexpr (ops::is_folded_in_order<Op>)
    return ordered<Op, decltype(expr::as_node(std::forward<X>(x)))>::reduceat(expr::as_node(std::forward<X>(x)), o,
                                                                              axis, where.c_str());
  else if constexpr (std::is_same_v<op, ops::folded<Op>>)
    return segments_by_offsets<op>(
        expr::cast_to<typename Op::rule::template loop<T>>(expr::as_node(std::forward<X>(x))), o, axis, true,
        where.c_str());
  else
    return segments_by_offsets<op>(std::forward<X>(x), o, axis, true, where.c_str());
}

}  // namespace detail

/// Sums of segments of the first axis, which offsets name: `cp::segment_sum(x, cp::offsets(rows))`. Evaluated now, x
/// (any expression) by the same kernel. Segments without elements give 0.
///
/// shape    (m, ...) and n + 1 offsets -> (n, ...)
/// dtype    as of cp::sum
/// error    pairwise; the same bits in every run and for any number of threads
/// throws   in host_space index_error where offsets leave [0, m], value_error where they fall. On the device, whose
///          data are not looked at, they are clamped to the axis, and a segment that ends before it begins is empty
/// numpy    numpy.add.reduceat
template <class To = void, expression X, class Node>
[[nodiscard]] auto segment_sum(X&& x, offsets_t<Node> const& o) {
  return detail::segments_by_offsets<ops::sum<To>>(std::forward<X>(x), o.node, 0, false, "cp::segment_sum");
}
/// Sums of the elements of the first axis that have one key: element [k, ...] is the sum of all x[i, ...] whose
/// segment_ids[i] is k. Keys come in any order; those outside [0, num_segments) are left out. Evaluated now, x (any
/// expression) by the kernel that sums. Keys without elements give 0.
///
/// shape    (m, ...) and (m,) -> (num_segments, ...)
/// dtype    as of cp::sum
/// cost     elements of rank 1 are added to bins: on the device as fixed-point numbers, exactly, so that sums are
///          rounded once; on the host float32 in float64, float64 with what its additions round off. Where bins are
///          more than a sixteenth of the elements (of float64 a 64th, on the host a 32nd), and of complex numbers and
///          rows, keys are sorted (on the host counted). The same bits in every run
/// throws   shape_error where there is not one key for each element; value_error for the number of segments
/// numpy    jax.ops.segment_sum
template <class To = void, expression X, expression Keys>
[[nodiscard]] auto segment_sum(X&& x, Keys const& segment_ids, std::int64_t num_segments) {
  return detail::segments_by_keys<ops::sum<To>>(std::forward<X>(x), segment_ids, num_segments, "cp::segment_sum");
}
/// Products of segments; 1 without elements. As cp::segment_sum.
template <class To = void, expression X, class Node>
[[nodiscard]] auto segment_prod(X&& x, offsets_t<Node> const& o) {
  return detail::segments_by_offsets<ops::prod<To>>(std::forward<X>(x), o.node, 0, false, "cp::segment_prod");
}
/// Products of the elements of one key; 1 without elements. As cp::segment_sum.
///
/// numpy    jax.ops.segment_prod
template <class To = void, expression X, expression Keys>
[[nodiscard]] auto segment_prod(X&& x, Keys const& segment_ids, std::int64_t num_segments) {
  return detail::segments_by_keys<ops::prod<To>>(std::forward<X>(x), segment_ids, num_segments, "cp::segment_prod");
}
/// Means of segments, of dtypes as of cp::mean; NaN without elements. As cp::segment_sum.
template <class To = void, expression X, class Node>
[[nodiscard]] auto segment_mean(X&& x, offsets_t<Node> const& o) {
  return detail::segments_by_offsets<ops::mean<To>>(std::forward<X>(x), o.node, 0, false, "cp::segment_mean");
}
/// Means of the elements of one key, of dtypes as of cp::mean; NaN without elements. As cp::segment_sum.
///
/// numpy    tf.math.unsorted_segment_mean
template <class To = void, expression X, expression Keys>
[[nodiscard]] auto segment_mean(X&& x, Keys const& segment_ids, std::int64_t num_segments) {
  return detail::segments_by_keys<ops::mean<To>>(std::forward<X>(x), segment_ids, num_segments, "cp::segment_mean");
}
/// Largest elements of segments; without elements the lowest value of the dtype (minus infinity for floats). As
/// cp::segment_sum.
template <expression X, class Node>
[[nodiscard]] auto segment_max(X&& x, offsets_t<Node> const& o) {
  return detail::segments_by_offsets<ops::max>(std::forward<X>(x), o.node, 0, false, "cp::segment_max");
}
/// Largest elements of one key; without elements the lowest value of the dtype (minus infinity for floats). As
/// cp::segment_sum.
///
/// numpy    jax.ops.segment_max
template <expression X, expression Keys>
[[nodiscard]] auto segment_max(X&& x, Keys const& segment_ids, std::int64_t num_segments) {
  return detail::segments_by_keys<ops::max>(std::forward<X>(x), segment_ids, num_segments, "cp::segment_max");
}
/// Smallest elements of segments; without elements the highest value of the dtype (infinity for floats). As
/// cp::segment_sum.
template <expression X, class Node>
[[nodiscard]] auto segment_min(X&& x, offsets_t<Node> const& o) {
  return detail::segments_by_offsets<ops::min>(std::forward<X>(x), o.node, 0, false, "cp::segment_min");
}
/// Smallest elements of one key; without elements the highest value of the dtype (infinity for floats). As
/// cp::segment_sum.
///
/// numpy    jax.ops.segment_min
template <expression X, expression Keys>
[[nodiscard]] auto segment_min(X&& x, Keys const& segment_ids, std::int64_t num_segments) {
  return detail::segments_by_keys<ops::min>(std::forward<X>(x), segment_ids, num_segments, "cp::segment_min");
}

}  // namespace cp
