// Evaluating scans: the kernel of one, and what becomes an array before it.
#pragma once

#include <cstdint>
#include <fuse/expr/run_stages.hpp>
#include <fuse/expr/scan.hpp>
#include <fuse/kernels/scan/host_scan.hpp>
#include <type_traits>
#if FUSE_NVCC
#include <fuse/kernels/scan/cuda_scan.cuh>
#endif

namespace cp::expr {

/// The loop of a scan's operands: its argument's shape, in which the output is strided as a reshaped one where all axes
/// are scanned as one.
template <class Space, class Op, bool Flat, class A, class T, int Rank>
void add_operands(kernels::loop_builder& loop, scan<Op, Flat, A> const& s, index_array<A::rank> const& shape,
                  ndarray<T, Rank, Space> const& to) {
  index_array<A::rank> strides;
  if constexpr (Flat) {
    strides = contiguous_strides(shape);
    for (int i = 0; i < A::rank; ++i) strides[i] *= to.strides()[0];
  } else {
    strides = to.strides();
  }
  loop.add(to.data(), A::rank, shape.value, strides.value,
           std::is_same_v<Space, cuda_space> ? to.memory().get() : nullptr);
  operand_sink sink{loop};
  collect_into<operand_sink>{sink}(s);
}

/// A bit for each axis that a scan runs along.
template <class Op, bool Flat, class A>
constexpr std::uint32_t scanned_axes(scan<Op, Flat, A> const& s) {
  return Flat ? ~std::uint32_t{0} : std::uint32_t{1} << s.axis;
}

/// The form of scans.
template <class Signature, int Axes, bool Flat>
struct scan_kernel {
  using known = facts<Signature>;
  static void on_host(kernels::loop_builder& loop, std::uint32_t axes) {
    kernels::host_scan_start(kernels::detail::host_scan<Signature>::kernel(), known::info, loop, axes);
  }
#if FUSE_NVCC
  static void on_device(kernels::loop_builder& loop, char const* name, std::uint32_t axes) {
    kernels::cuda_scan_start(kernels::cuda_scan_form<Signature, Axes, (Flat || Axes == 1)>::table(), known::info, loop,
                             axes, name);
  }
#endif
};

/// Starts the kernel of a scan whose argument is elementwise, without neighbours: the shape is right and nothing
/// overlaps.
template <class Space, class Op, bool Flat, class A, class T, int Rank>
void run_scan(scan<Op, Flat, A> const& s, ndarray<T, Rank, Space> const& to) {
  static_assert(!has_reductions<A> && !has_stencils<A>);
  using signature = signature_of<environment<T>, arguments<scan<Op, Flat, A> const&>, 1>;
  auto const extents = shape_of(s.args.a, no_scope{});
  if (size_of(extents) == 0) return;
  loop_room<signature, A::rank, Space, kernels::max_fold_scalar_bytes> room(extents);
  add_operands<Space>(room.loop, s, extents, to);
  start<scan_kernel<signature, room.axes, Flat>, Space, signature>(room.loop, name_of(s.args.a), scanned_axes(s));
}

/// The scan that a traced function returns, as one whose argument is the traced function.
template <class Op, bool Flat, class B, class... A>
auto scan_of_let(let<scan<Op, Flat, B>, A...> const& l) {
  return scan_on<Op, Flat>(l.tree.axis, let<B, A...>(l.tree.args.a, l.args, l.name));
}

/// Stores a scan where it belongs.
template <class Space, class Op, bool Flat, class A, class T, int Rank>
void store_stage(scan<Op, Flat, A> const& s, ndarray<T, Rank, Space> const& to) {
  if constexpr (has_stencils<A>)
    run_scan<Space>(scan_on<Op, Flat>(s.axis, made_array(s.args.a)), to);
  else if constexpr (has_reductions<A>)
    run_scan<Space>(scan_on<Op, Flat>(s.axis, resolve(without_stages(s.args.a))), to);
  else
    run_scan<Space>(s, to);
}
template <class Space, class Op, bool Flat, class B, class... A, class T, int Rank>
void store_stage(let<scan<Op, Flat, B>, A...> const& l, ndarray<T, Rank, Space> const& to) {
  store_stage<Space>(scan_of_let(l), to);
}

}  // namespace cp::expr
