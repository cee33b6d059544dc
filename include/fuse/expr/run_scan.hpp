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
  start<scan_kernel<signature, room.axes, Flat>, Space, signature>(room.loop, expr::name_of(s.args.a), scanned_axes(s));
}

/// The scan that a traced function returns, as one whose argument is the traced function.
template <class Op, bool Flat, class B, class... A>
auto scan_of_let(let<scan<Op, Flat, B>, A...> const& l) {
  return scan_on<Op, Flat>(l.tree.axis, let<B, A...>(l.tree.args.a, l.args, l.name));
}

/// The kernel of what is computed from a scan.
template <class E, class T>
struct behind_scan {
  using signature = signature_of<environment<T>, arguments<E const&>, 1>;
  template <class Signature>
  struct stored;
  template <class Inputs, int Bytes, class P>
  struct stored<program::signature<Inputs, Bytes, program::store<T, P>>> : program::scan_in<P> {};
  /// Whether there is one: of one scan, whose operands and numbers one kernel takes.
  static constexpr bool is = stored<signature>::is && signature::count <= kernels::max_operands &&
                             signature::bytes <= kernels::max_fold_scalar_bytes;

  /// Calls use(loop, axes) with the loop of that kernel; false where the scan has another shape than what is stored, or
  /// there are two along several axes.
  template <class Space, int Rank, class Use>
  static bool with_loop(E const& e, ndarray<T, Rank, Space> const& to, Use const& use) {
    scanning<Rank> f{to.shape()};
    no_scope const outside;
    visit_reductions<scanning<Rank>, no_scope>{f, outside, false}(e);
    if (!f.same) return false;
    loop_room<signature, Rank, Space, kernels::max_fold_scalar_bytes> room(to.shape());
    operand_sink sink{room.loop};
    sink.array(to);
    collect_into<operand_sink>{sink}(e);
    use(room.loop, std::uint32_t{1} << f.axis);
    return true;
  }
};
/// Stores what is computed from a scan, in its kernel; false where that cannot be.
template <class Space, class E, class T, int Rank>
bool store_behind_scan(E const& e, ndarray<T, Rank, Space> const& to) {
  if constexpr (!is_behind_scans<E>) {
    return false;
  } else if constexpr (!behind_scan<E, T>::is) {
    return false;
  } else {
    using kernel = behind_scan<E, T>;
    using form = scan_kernel<typename kernel::signature, Rank, false>;
    if (size_of(to.shape()) == 0) return true;
    return kernel::template with_loop<Space>(e, to, [&](kernels::loop_builder& loop, std::uint32_t axes) {
      start<form, Space, typename kernel::signature>(loop, expr::name_of(e), axes);
    });
  }
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
