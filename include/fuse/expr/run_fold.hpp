// Evaluating reductions: the kernel of those that fold one shape along the same axes.
#pragma once

#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/expr/loop_room.hpp>
#include <fuse/expr/lower.hpp>
#include <fuse/expr/narrowing.hpp>
#include <fuse/expr/reduction.hpp>
#include <fuse/expr/shape_of.hpp>
#include <fuse/kernels/fold/host_fold.hpp>
#include <fuse/program/passes.hpp>
#include <type_traits>
#if FUSE_NVCC
#include <fuse/kernels/fold/cuda_fold_form.cuh>
#include <fuse/kernels/rows/cuda_rows_form.cuh>
#endif

namespace cp::expr {

template <class... A, class... Tree>
constexpr folded_axes axes_in<traced_outputs<arguments<A...>, Tree...>> = axes_in<arguments<A..., Tree...>>;

/// A bit for each input that is not one element for all.
template <class Inputs>
constexpr std::uint64_t array_inputs = 0;
template <class... Kind>
constexpr std::uint64_t array_inputs<program::inputs<Kind...>> = [] {
  std::uint64_t mask = 0;
  int k = 0;
  ((mask |= std::uint64_t{access_of<Kind> != kernels::access::staying} << k++ % 64), ...);  // of more see loop_room
  return mask;
}();

/// What a kernel of folds is made from, and which shapes it can have.
template <class Types, class Roots, int Rank, int Inner>
struct fold_traits {
  using signature = signature_of<Types, Roots, 1>;
  using levels = kernels::fold_levels<signature>;
  static constexpr std::uint64_t arrays = array_inputs<typename signature::inputs>;
  static constexpr std::uint64_t folded = levels::folded_inputs & arrays, late = levels::late_inputs & arrays;
  /// Roots may have an element for each one that is folded; for each result.
  static constexpr bool elements = Rank == Inner && late != 0, results = (late & folded) == 0;
  static constexpr folded_axes axes = axes_in<Roots>;
  /// It is certain that all reductions fold one shape along the same axes, and that the roots fit.
  static constexpr bool certain = axes.known && axes.rank == Inner && program::fold_alike<typename levels::folds> &&
                                  (elements ? late == folded && axes.aligned : late == 0) &&
                                  (levels::count == 1 || axes.aligned);
};

/// The same with integers of positions in 32 bits.
template <class Traits>
struct narrow_fold_traits : Traits {
  using signature = typename program::narrowed_signature<typename Traits::signature>::type;
  using levels = kernels::fold_levels<signature>;
};

/// Gives the operands of a kernel of folds to its loop; inputs in `Results` have the shape of its results.
template <int Inner, int Root, std::uint64_t Results>
struct fold_sink {
  kernels::loop_builder& loop;
  folding<Inner> const& f;
  int next = 0;

  /// An operand of the results' shape (or one that broadcasts to it): stride 0 along what is folded.
  template <int Rank>
  void add_result(void const* data, index_array<Rank> const& shape, index_array<Rank> const& strides,
                  runtime::storage* memory) {
    constexpr int axes = Inner == 0 ? 1 : Inner;
    std::int64_t extent[axes] = {1}, stride[axes] = {0};
    int k = Rank - Root;
    for (int i = 0; i < Inner; ++i) {
      bool const folded = (f.axes >> i & 1) != 0, has = Root == Inner || !folded;
      extent[i] = folded || !has || k < 0 ? 1 : shape.value[k];
      stride[i] = folded || !has || k < 0 || shape.value[k] == 1 ? 0 : strides.value[k];
      k += has;
    }
    loop.add(data, axes, extent, stride, memory);
  }
  template <class T, int Rank, class Space>
  void array(ndarray<T, Rank, Space> const& a) {
    runtime::storage* const memory = std::is_same_v<Space, cuda_space> ? a.memory().get() : nullptr;
    if ((Results >> next++ & 1) != 0)
      add_result(a.data(), a.shape(), a.strides(), memory);
    else
      loop.add(a.data(), Rank, a.shape().value, a.strides().value, memory);
  }
  template <class Rule, int Rank>
  void computed(places<Rule, Rank> const& p) {
    if ((Results >> next++ & 1) != 0)
      add_result(reinterpret_cast<void*>(static_cast<std::intptr_t>(p.start)), p.extents, p.step, nullptr);
    else
      loop.add_computed(p.start, Rank, p.extents.value, p.step.value);
  }
  template <class T>
  void scalar(T const& value) {
    loop.add_scalar(value);
  }
};

/// The forms of folds and of rows.
template <class Traits, bool Elements, int Inner>
struct fold_kernel {
  using signature = typename Traits::signature;
  static constexpr std::uint64_t one_a_result = Elements ? 0 : Traits::late;
  using known = facts<signature, one_a_result>;
  using on_floats = typename program::float32_signature<
      signature, one_a_result, Elements ? program::stores::elements_of_rows : program::stores::results>::type;
  static void on_host(kernels::loop_builder& loop, std::uint32_t axes) {
    using passes =
        typename std::conditional_t<program::any_in_two_passes<typename Traits::levels::folds>,
                                    program::with_two_passes<on_floats>, std::type_identity<on_floats>>::type;
    kernels::host_fold_start(kernels::detail::host_fold<passes, Elements>::kernel(),
                             facts<on_floats, one_a_result>::info, loop, axes, !Elements);
  }
#if FUSE_NVCC
  static void on_device(kernels::loop_builder& loop, char const* name, std::uint32_t axes) {
    constexpr int inner = Inner == 0 ? 1 : Inner;
    if constexpr (Elements || Traits::levels::count > 1)
      kernels::cuda_rows_start(kernels::cuda_rows_form<signature, inner>::table(), known::info, loop, axes, !Elements,
                               name);
    else
      kernels::cuda_fold_start(
          kernels::cuda_fold_form<signature, inner, known::info.cost, known::most_expensive>::table(), known::info,
          loop, axes, name);
  }
#endif
};

/// Starts the kernel that folds along the axes of `f` and stores what the roots compute from that: for each element, or
/// for each result.
template <class Traits, bool Elements, class Space, int Inner, class Roots, class... T, int Rank>
void run_fold(folding<Inner> const& f, Roots const& roots, ndarray<T, Rank, Space> const&... to) {
  using signature = typename Traits::signature;
  using kernel = fold_kernel<Traits, Elements, Inner>;
  constexpr std::uint64_t one_a_result = kernel::one_a_result;
  using known = std::conditional_t<std::is_same_v<Space, host_space>, facts<typename kernel::on_floats, one_a_result>,
                                   typename kernel::known>;
  loop_room<signature, Inner, Space, kernels::max_fold_scalar_bytes, known> room(f.shape);
  kernels::loop_builder& loop = room.loop;
  fold_sink<Inner, Rank, one_a_result> sink{loop, f};
  auto const add = [&](auto const& a) {
    runtime::storage* const memory = std::is_same_v<Space, cuda_space> ? a.memory().get() : nullptr;
    if constexpr (Elements)
      loop.add(a.data(), Rank, a.shape().value, a.strides().value, memory);
    else
      sink.add_result(a.data(), a.shape(), a.strides(), memory);
  };
  (add(to), ...);
  loop.contiguous = true;  // from here on: the inputs
  collect_roots(roots, sink);
  if constexpr (program::narrows<signature>)
    if (goes_narrow<signature>(loop))
      return start<fold_kernel<narrow_fold_traits<Traits>, Elements, Inner>, Space, signature>(
          loop, expr::name_of(roots), f.axes);
  start<kernel, Space, signature>(loop, expr::name_of(roots), f.axes);
}

/// The roots of a kernel as expressions.
template <class... E>
auto const& roots_of(arguments<E const&...> const& roots) {
  return roots;
}
template <class... A, class... Tree>
auto const& roots_of(traced_outputs<arguments<A...>, Tree...> const& roots) {
  return roots.outputs;
}

/// What one kernel of folds can store for roots of some shape: nothing, where their reductions do not fold one shape
/// along the same axes.
enum class stored { nothing, results, elements };
template <class Traits, int Inner, int Rank, class Roots>
stored one_fold(folding<Inner>& f, Roots const& roots, index_array<Rank> const& extents) {
  no_scope const outside;
  for_each(visit_reductions<folding<Inner>, no_scope>{f, outside, false}, roots_of(roots));
  if (!f.same || !f.aligned) return stored::nothing;
  if (Traits::results && f.has_results(extents)) return stored::results;
  if (Traits::elements && is_shape(extents, f.shape) && f.aligned_all) return stored::elements;
  return stored::nothing;
}

/// Starts the kernel of roots whose reductions fold one shape along the same axes; false if they do not.
template <class Space, class Roots, class... T, int Rank>
bool run_one_fold(Roots const& roots, ndarray<T, Rank, Space> const&... to) {
  constexpr int inner = axes_in<Roots>.rank;
  if constexpr (inner < 0) {
    return false;
  } else {
    using traits = fold_traits<environment<T...>, Roots, Rank, inner>;
    index_array<Rank> const extents = shape_written(to...);
    folding<inner> f;
    stored const kind = one_fold<traits>(f, roots, extents);
    if constexpr (traits::results)
      if (kind == stored::results) run_fold<traits, false, Space>(f, roots, to...);
    if constexpr (traits::elements)
      if (kind == stored::elements) run_fold<traits, true, Space>(f, roots, to...);
    return kind != stored::nothing;
  }
}

}  // namespace cp::expr
