// Starting a stencil kernel: what evaluate.hpp does for expressions that read neighbours.
#pragma once

#include <cstdint>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/stencil.hpp>
#include <fuse/kernels/stencil/host_stencil.hpp>
#include <type_traits>
#if FUSE_NVCC
#include <fuse/kernels/stencil/cuda_stencil_form.cuh>
#endif

namespace cp::expr {

/// Gives a loop the operands of stencils too, and notes along which of their axes there is no edge: a stretched axis
/// has none, and elements without all neighbours are left out where the boundary says so.
struct stencil_sink : operand_sink {
  std::uint32_t* open;  ///< a bit an axis of the loop, for each operand

  template <class A, program::edge Edge, class Offsets>
  void neighbours(neighbourhood<A, Edge, Offsets> const& n) {
    constexpr bool repeats = Edge != program::edge::constant && Edge != program::edge::valid;
    if constexpr (Edge == program::edge::constant) scalar(n.outside);
    auto const shape = shape_of(n);
    int const skip = loop.view.rank - A::rank;
    std::uint32_t none = Edge == program::edge::valid ? ~0u : 0;
    for (int i = 0; i < A::rank; ++i) {
      if (shape[i] == loop.view.shape[skip + i]) continue;
      if (!repeats && (reach_of<Offsets>::along(i, -1) > 0 || reach_of<Offsets>::along(i, 1) > 0))
        throw_stretched_stencil(shape.value, A::rank, loop.view.shape, loop.view.rank);
      none |= 1u << (skip + i);
    }
    open[loop.next] = none;
    if constexpr (Edge == program::edge::valid)
      array(inner_part(n.of, Offsets{}));
    else
      array(n.of);
  }
};

/// The form of stencils.
template <class Signature, int Rank>
struct stencil_kernel {
  using known = facts<Signature>;
  static void on_host(kernels::loop_builder& loop, std::uint32_t const* open) {
    kernels::host_stencil_start(kernels::detail::host_stencil<Signature>::kernel(), known::info, loop, open);
  }
#if FUSE_NVCC
  static void on_device(kernels::loop_builder& loop, char const* name, std::uint32_t const* open) {
    kernels::cuda_stencil_start(kernels::cuda_stencil_form<Signature, Rank>::table(), known::info, loop, open, name);
  }
#endif
};

/// Starts the kernel of prepared roots that read neighbours.
template <class Space, class Roots, class... T, int Rank>
void run_stencil(Roots const& roots, ndarray<T, Rank, Space> const&... to) {
  using signature = signature_of<environment<T...>, Roots, Rank>;
  index_array<Rank> const extents = shape_written(to...);
  if (size_of(extents) == 0) return;
  loop_room<signature, Rank, Space, kernels::max_scalar_bytes> room(extents);
  std::uint32_t open[signature::count] = {};
  stencil_sink sink{{room.loop}, open};
  (sink.array(to), ...);
  collect_roots(roots, sink);
  start<stencil_kernel<signature, Rank>, Space, signature>(room.loop, expr::name_of(roots), open);
}

template <class Space, class... E, class... T, int Rank>
void run_stencils_of(arguments<E const&...> const& roots, ndarray<T, Rank, Space> const&... to) {
  if constexpr (needs_preparing<arguments<E...>>) {
    auto const prepared = transform([](auto const& root) { return prepare(root); }, roots);
    run_kernel<Space>(refer_all(prepared), to...);
  } else if constexpr ((has_reductions<E> || ...)) {
    auto const resolved = transform([](auto const& root) { return resolve(root); }, roots);
    run_kernel<Space>(refer_all(resolved), to...);
  } else {
    run_stencil<Space>(roots, to...);
  }
}
/// The outputs of one traced call: the arguments are prepared once; outputs that are more than one kernel share no
/// more.
template <class Space, class... A, class... Tree, class... T, int Rank>
void run_stencils_of(traced_outputs<arguments<A...>, Tree...> const& roots, ndarray<T, Rank, Space> const&... to) {
  if constexpr ((needs_preparing<A> || ...) || (has_reductions<A> || ...))
    with_arguments(roots, transform([](auto const& x) { return settled(x); }, roots.outputs.a.args),
                   [&](auto const& prepared) { run_stencils_of<Space>(prepared, to...); });
  else if constexpr ((has_reductions<Tree> || ...) || (needs_preparing<Tree> || ...))
    run_stencils_of<Space>(roots.outputs, to...);
  else
    run_stencil<Space>(roots, to...);
}

template <class Space, class Roots, class... T, int Rank>
void run_stencils(Roots const& roots, ndarray<T, Rank, Space> const&... to) {
  run_stencils_of<Space>(roots, to...);
}

}  // namespace cp::expr
