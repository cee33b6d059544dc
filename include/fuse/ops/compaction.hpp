// Elements where a mask is true, one behind the other. How many there are is known when the mask is: one wait, or none
// where the count stays in memory.
#pragma once

#include <cstdint>
#include <fuse/expr/evaluate.hpp>
#include <fuse/library/select.hpp>
#include <fuse/ops/ufunc_methods.hpp>
#include <type_traits>
#if FUSE_NVCC
#include <fuse/kernels/elementwise/compact.cuh>
#endif

namespace cp {

namespace detail {

/// Whether an expression is the elements' places in C order.
template <class X>
constexpr bool is_places = false;
template <int Rank>
constexpr bool is_places<expr::position<Rank>> = true;

template <class Space>
constexpr memory_kind selected_in = std::is_same_v<Space, host_space> ? memory_kind::host : memory_kind::device;

/// Starts a selection from `n` elements of a mask. `values` null: of places.
template <class Space, int Rank, class T>
void start_select(ndarray<bool, Rank, Space> const& mask, T const* values, T* to, std::int64_t* count) {
  note_use_here(mask);
  library::select(selected_in<Space>, {mask.data(), mask.size(), values, sizeof(T)}, to, count);
}

/// Whether a kernel can compute both a value and whether it is chosen.
template <class X, class M>
constexpr bool is_compacted_at_once = !(expr::has_reductions<X> || expr::has_stages<X> || expr::has_stencils<X> ||
                                        expr::has_reductions<M> || expr::has_stages<M> || expr::has_stencils<M>);

/// Writes the elements of x where the mask is true to `to`, which has room for all of `shape`; their number to `count`.
template <class T, class Space, int Rank, class X, class M>
void compact_into(index_array<Rank> const& shape, X const& x, M const& mask, ndarray<T, 1, Space> const& to,
                  std::int64_t* count, char const* where) {
#if FUSE_NVCC
  if constexpr (std::is_same_v<Space, cuda_space> && is_compacted_at_once<X, M>) {
    auto const roots = expr::refer(x, mask);
    using signature = expr::signature_of<expr::environment<T, bool>, std::remove_const_t<decltype(roots)>, Rank>;
    expr::loop_room<signature, Rank, Space, kernels::max_scalar_bytes> room(shape);
    auto const strides = contiguous_strides(shape);
    for (int output = 0; output < 2; ++output)  // the mask is stored nowhere
      room.loop.add(to.data(), Rank, shape.value, strides.value, to.memory().get());
    expr::operand_sink sink{room.loop};
    expr::collect_roots(roots, sink);
    if (kernels::cuda_compact_start(kernels::cuda_compact_form<signature>::table(), expr::facts<signature>::info,
                                    room.loop, count, where))
      return;
  }
#endif
  auto const flags = laid_out<bool, Rank, Space>(mask, shape, storage_ptr(), where);
  if constexpr (is_places<X>) {
    start_select<Space>(flags, static_cast<T const*>(nullptr), to.data(), count);
  } else {
    auto const values = laid_out<T, Rank, Space>(x, shape, storage_ptr(), where);
    note_use_here(values);
    start_select<Space>(flags, static_cast<T const*>(values.data()), to.data(), count);
  }
}

template <class X, class M>
using compact_space = expr::space_or_default<typename expr::common_space<typename X::space, typename M::space>::type>;

/// The elements of x, in C order, where the mask is true. Waits once.
template <expression X, expression M>
auto chosen(X const& x, M const& mask, char const* where) {
  using T = typename X::value_type;
  using space = compact_space<X, M>;
  auto const shape = broadcast_shapes(expr::shape_of(x), expr::shape_of(mask), where);
  std::int64_t const all = size_of(shape);
  auto const to = make_array<T, 1, space>({{all}}, where);
  if (all == 0) return to;
  auto const count = make_array<std::int64_t, 0, space>({}, where);
  compact_into(shape, x, mask, to, count.data(), where);
  ndarray<T, 1, space> const found = to(slice(count.item()));
  return 2 * found.size() >= all ? found : found.copy();  // much room that is not used is given back
}

/// The places, in C order, where a mask is true. Waits once.
template <expression M>
auto true_places(M const& mask, char const* where) {
  auto const shape = expr::shape_of(mask);
  return chosen(expr::position<M::rank>(shape, contiguous_strides(shape), 0), mask, where);
}

}  // namespace detail

/// What cp::compact gives.
template <class T, class Space>
struct compacted {
  ndarray<T, 1, Space> values;            ///< room for all elements; the first `count` are those that were chosen
  ndarray<std::int64_t, 0, Space> count;  ///< how many there are
};

/// The elements of `x`, in C order, where `mask` is true, without waiting for how many there are: they stand first in
/// an array that has room for all (what follows them is not specified), and their number stays in memory. Works inside
/// graphs: neighbour lists, active sets.
///
/// shape    both broadcast; n elements -> (n,) and ()
/// cost     one kernel computes both and reads each operand once (operands that do not lie one behind the other: a
///          kernel for the mask, one for x, and a selection)
/// throws   shape_error where the shapes do not broadcast
/// example  auto [active, n] = cp::compact(cp::arange(x.size()), x > 0)
template <expression X, expression M>
[[nodiscard]] auto compact(X const& x, M const& mask) {
  static_assert(boolean<typename M::value_type>, "cp::compact: a mask must be boolean");
  constexpr char const* where = "cp::compact";
  using T = typename X::value_type;
  using space = detail::compact_space<X, M>;
  auto const shape = broadcast_shapes(expr::shape_of(x), expr::shape_of(mask), where);
  compacted<T, space> result{detail::make_array<T, 1, space>({{size_of(shape)}}, where),
                             detail::make_array<std::int64_t, 0, space>({}, where)};
  if (result.values.size() == 0)
    result.count.fill(0);
  else
    detail::compact_into(shape, x, mask, result.values, result.count.data(), where);
  return result;
}

}  // namespace cp
