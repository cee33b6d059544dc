// Assignment: shape_of -> aliasing -> lower -> a kernel form. The only door from expressions to kernels.
#pragma once

#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/core/convert.hpp>
#include <fuse/expr/aliasing.hpp>
#include <fuse/expr/loop_room.hpp>
#include <fuse/expr/lower.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/reduction.hpp>
#include <fuse/expr/shape_of.hpp>
#include <fuse/expr/simplify.hpp>
#include <fuse/expr/stages.hpp>
#include <fuse/expr/stencil.hpp>
#include <fuse/kernels/elementwise/host_elementwise.hpp>
#include <fuse/kernels/fold/host_fold.hpp>
#include <fuse/kernels/loop.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>
#include <type_traits>
#include <utility>
#if FUSE_NVCC
#include <fuse/kernels/elementwise/cuda_elementwise.cuh>
#include <fuse/kernels/fold/cuda_fold_form.cuh>
#include <fuse/kernels/rows/cuda_rows.cuh>
#endif

namespace cp {

namespace expr {

/// Starts the kernel that stores the roots into to...: shapes are right and nothing overlaps.
template <class Space, class Roots, class... T, int Rank>
void run_loop(Roots const& roots, ndarray<T, Rank, Space> const&... to) {
  using signature = signature_of<environment<T...>, Roots, Rank>;
  index_array<Rank> const extents = shape_written(to...);
  if (size_of(extents) == 0) return;
  using f = facts<signature>;
  loop_room<signature, Rank, Space, kernels::max_scalar_bytes> room(extents);
  kernels::loop_builder& loop = room.loop;
  operand_sink sink{loop};
  (sink.array(to), ...);
  collect_roots(roots, sink);
  if constexpr (std::is_same_v<Space, host_space>) {
    kernels::host_start(kernels::detail::host_form<signature>::template kernel<(Rank > 1)>(), f::info, loop);
    throw_failures<signature>();
  } else {
#if FUSE_NVCC
    kernels::cuda_start(kernels::cuda_form<signature, room.axes, f::info.cost, f::most_expensive>::table(), f::info,
                        loop, name_of(roots));
#else
    needs_nvcc<Space>();
#endif
  }
}

template <class... A, class... Tree>
constexpr folded_axes axes_in<traced_outputs<arguments<A...>, Tree...>> = axes_in<arguments<A..., Tree...>>;

/// A bit for each input that is not one element for all.
template <class Inputs>
constexpr std::uint64_t array_inputs = 0;
template <class... Kind>
constexpr std::uint64_t array_inputs<program::inputs<Kind...>> = [] {
  std::uint64_t mask = 0;
  int k = 0;
  ((mask |= std::uint64_t{access_of<Kind> != kernels::access::staying} << k++), ...);
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

/// Starts the kernel that folds along the axes of `f` and stores what the roots compute from that: for each element, or
/// for each result.
template <class Traits, bool Elements, class Space, int Inner, class Roots, class... T, int Rank>
void run_fold(folding<Inner> const& f, Roots const& roots, ndarray<T, Rank, Space> const&... to) {
  using signature = typename Traits::signature;
  constexpr std::uint64_t one_a_result = Elements ? 0 : Traits::late;
  using known = facts<signature, one_a_result>;
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
  if constexpr (std::is_same_v<Space, host_space>) {
    kernels::host_fold_start(kernels::detail::host_fold<signature, Elements>::kernel(), known::info, loop, f.axes,
                             !Elements);
    throw_failures<signature>();
  } else {
#if FUSE_NVCC
    if constexpr (Elements || Traits::levels::count > 1)
      kernels::cuda_rows_start(kernels::cuda_rows_form<signature, room.axes>::table(), known::info, loop, f.axes,
                               !Elements, name_of(roots));
    else
      kernels::cuda_fold_start(kernels::cuda_fold_form<signature, room.axes, known::info.cost>::table(), known::info,
                               loop, f.axes, name_of(roots));
#else
    needs_nvcc<Space>();
#endif
  }
}

// Defined in expr/run_stencil.hpp.
template <class Space, class Roots, class... T, int Rank>
void run_stencils(Roots const& roots, ndarray<T, Rank, Space> const&... to);

template <class Roots>
constexpr bool roots_have_reductions = false;
template <class... E>
constexpr bool roots_have_reductions<arguments<E const&...>> = (has_reductions<E> || ...);
template <class... A, class... Tree>
constexpr bool roots_have_reductions<traced_outputs<arguments<A...>, Tree...>> = (has_reductions<A> || ...) ||
                                                                                 (has_reductions<Tree> || ...);

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

template <class Space, class Roots, class... T, int Rank>
void run_kernel(Roots const& roots, ndarray<T, Rank, Space> const&... to);

/// Starts the kernels of roots that are not one: reductions in the arguments of traced functions and of reductions
/// become arrays, after which the roots may be one kernel; where there are none, all reductions do.
template <class Space, class... E, class... T, int Rank>
void run_resolved(arguments<E const&...> const& roots, ndarray<T, Rank, Space> const&... to) {
  if constexpr (arguments_reduce<arguments<E const&...>>) {
    auto const rest = transform([](auto const& root) { return resolve_arguments(root); }, roots);
    run_kernel<Space>(refer_all(rest), to...);
  } else {
    auto const resolved = transform([](auto const& root) { return resolve(root); }, roots);
    run_loop<Space>(refer_all(resolved), to...);
  }
}
template <class Space, class... A, class... Tree, class... T, int Rank>
void run_resolved(traced_outputs<arguments<A...>, Tree...> const& roots, ndarray<T, Rank, Space> const&... to) {
  if constexpr ((has_reductions<A> || ...))
    with_arguments(roots, transform([](auto const& x) { return resolve(x); }, roots.outputs.a.args),
                   [&](auto const& rest) { run_kernel<Space>(rest, to...); });
  else
    run_resolved<Space>(roots.outputs, to...);
}

/// Starts the kernels that store the roots into to..., which have their shape: one where the roots are elementwise, or
/// computed from reductions of one shape along the same axes; else one for each reduction, into an array, and one for
/// the rest.
template <class Space, class Roots, class... T, int Rank>
void run_kernel(Roots const& roots, ndarray<T, Rank, Space> const&... to) {
  if constexpr (has_by_value<Roots>) {
    if (all_apply(roots)) {
      auto const rest = transform([](auto const& root) { return simplified(root); }, roots);
      return run_kernel<Space>(refer_all(rest), to...);
    }
  }
  if constexpr (has_stages<Roots>) {
    run_stages<Space>(roots, to...);
  } else if constexpr (has_stencils<Roots>) {
    run_stencils<Space>(roots, to...);
  } else if constexpr (!roots_have_reductions<Roots>) {
    run_loop<Space>(roots, to...);
  } else {
    if (run_one_fold<Space>(roots, to...)) return;
    if constexpr (!fold_traits<environment<T...>, Roots, Rank,
                               (axes_in<Roots>.rank < 0 ? 0 : axes_in<Roots>.rank)>::certain) {
      run_resolved<Space>(roots, to...);
    } else {
      throw_unlike_folds();
    }
  }
}

}  // namespace expr

namespace detail {

/// NumPy's order of kinds in its rule `same_kind`: bool, unsigned, signed, float, complex.
constexpr int kind_order(dtype_kind kind) {
  if (kind == dtype_kind::unsigned_integer) return 1;
  if (kind == dtype_kind::signed_integer) return 2;
  return kind == dtype_kind::boolean ? 0 : static_cast<int>(kind);
}
/// Whether assigning From to To keeps the kind of number: what assignment does without being asked.
template <class To, class From>
constexpr bool same_kind = std::is_same_v<To, From> ||
                           (number<To> && number<From> &&
                            kind_order(dtype_traits<To>::kind) >= kind_order(dtype_traits<From>::kind));

template <class To, class E>
constexpr void check_assignable() {
  static_assert(same_kind<To, typename E::value_type> || E::weak,
                "cp: assigning this expression would change its kind of number (float to int, complex to real, ...); "
                "say so with cp::astype<T>(expr)");
}

template <class T, int Rank, class Space, class E>
void assign_elements(ndarray<T, Rank, Space> const& to, E const& from) {
  if constexpr (!expression<E>) {
    expr::check_writable(to, "cp::ndarray: assignment");
    expr::run_kernel<Space>(expr::refer(expr::constant<T, false>(convert_scalar<T>(from))), to);
  } else {
    using space = typename E::space;
    static_assert(
        std::is_void_v<space> || std::is_same_v<space, Space>,
        "cp: the expression's arrays and the array assigned to lie in different spaces; copy with to<Space>() first");
    static_assert(E::rank <= Rank, "cp: an expression of higher rank cannot be assigned to this array");
    check_assignable<T, E>();
    auto const shape = expr::shape_of(from);
    (void)broadcast_strides<Rank>(shape, shape, to.shape(), "cp::ndarray: assignment");
    expr::check_writable(to, "cp::ndarray: assignment");
    if (expr::reads_of(to, from).conflict() || (expr::has_reductions<E> && !expr::is_shape(shape, to.shape()))) {
      auto temporary = make_array<T, E::rank, Space>(shape, "cp::ndarray: assignment");
      runtime::count_temporary();
      expr::run_kernel<Space>(expr::refer(from), temporary);
      expr::run_kernel<Space>(expr::refer(temporary), to);
    } else {
      expr::run_kernel<Space>(expr::refer(from), to);
    }
  }
}

template <class T, int Rank, class Space, class E>
void assign_new(ndarray<T, Rank, Space>& to, E const& from) {
  using space = typename E::space;
  static_assert(
      std::is_void_v<space> || std::is_same_v<space, Space>,
      "cp: the expression's arrays and the array assigned to lie in different spaces; copy with to<Space>() first");
  static_assert(E::rank == Rank, "cp: the array assigned to must have the expression's rank");
  check_assignable<T, E>();
  auto const shape = expr::shape_of(from);
  if (to.memory() && to.shape() == shape && is_contiguous(to.shape(), to.strides())) {
    auto const reads = expr::reads_of(to, from);
    if (to.memory()->references.load(std::memory_order_acquire) == 1 + reads.handles() && !reads.conflict() &&
        runtime::may_reuse(*to.memory().get())) {
      expr::run_kernel<Space>(expr::refer(from), to);
      return;
    }
  }
  auto made = make_array<T, Rank, Space>(shape, "cp::ndarray: assignment");
  expr::run_kernel<Space>(expr::refer(from), made);
  to = std::move(made);
}

}  // namespace detail

/// The space that an expression is evaluated in: its arrays', or the default one if it has none.
template <expression E>
using space_of = expr::space_or_default<typename E::space>;

/// The array that an expression becomes.
template <expression E>
using array_of = ndarray<typename E::value_type, E::rank, space_of<E>>;

/// Evaluates an expression into a new array (an array is returned as it is, a share of its data).
template <expression E>
array_of<E> eval(E const& e) {
  return array_of<E>(e);
}

}  // namespace cp
