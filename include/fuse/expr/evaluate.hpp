// Assignment: shape_of -> aliasing -> lower -> a kernel form. The only door from expressions to kernels.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include <fuse/expr/aliasing.hpp>
#include <fuse/expr/lower.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/reduction.hpp>
#include <fuse/expr/shape_of.hpp>
#include <fuse/kernels/host_fold.hpp>
#include <fuse/kernels/host_loop.hpp>
#include <fuse/kernels/loop.hpp>
#include <fuse/ndarray.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>
#if FUSE_NVCC
#include <fuse/kernels/cuda_fold.cuh>
#include <fuse/kernels/cuda_run.cuh>
#endif

namespace cp {

namespace expr {

/// The kinds of a signature's inputs and the sizes of its operands, as planning wants them.
template <class Kind>
constexpr kernels::access access_of = kernels::access::element;
template <class T>
constexpr kernels::access access_of<program::single<T>> = kernels::access::staying;
template <>
inline constexpr kernels::access access_of<program::positions> = kernels::access::counting;

/// About how long an operation takes, to part host work.
template <class Program>
constexpr int cost_of = 4;
template <class Op, class... P>
constexpr int cost_of<program::apply<Op, P...>> = (Op::cost + ... + cost_of<P>);
template <int Offset, class F, class... P>
constexpr int cost_of<program::invoke<Offset, F, P...>> = (64 + ... + cost_of<P>);

template <class Signature>
struct facts;
template <class... Kind, int Bytes, class... T, class... P>
struct facts<program::signature<program::inputs<Kind...>, Bytes, program::store<T, P>...>> {
  using signature = program::signature<program::inputs<Kind...>, Bytes, program::store<T, P>...>;
  static constexpr std::int32_t itemsize[] = {std::int32_t(sizeof(T))...,
                                              std::int32_t(access_of<Kind> == kernels::access::counting ? 1 : sizeof(typename Kind::type))...};
  static constexpr kernels::access kind[] = {(static_cast<void>(sizeof(T)), kernels::access::element)..., access_of<Kind>...};
  static constexpr kernels::signature_info info{
      signature::outputs,
      signature::count,
      signature::bytes,
      (0 + ... + (4 + cost_of<P>)),
      ((access_of<Kind> == kernels::access::counting) || ...),
      (0 + ... + (access_of<Kind> == kernels::access::element ? std::int32_t(sizeof(typename Kind::type)) : 0)),
      (0 + ... + std::int32_t(sizeof(T))),
      itemsize,
      kind};
};

/// Gives an expression's operands to a loop, in the order of its program's inputs.
struct operand_sink {
  kernels::loop_builder& loop;

  template <class T, int Rank, class Space>
  void array(ndarray<T, Rank, Space> const& a) {
    loop.add(a.data(), Rank, a.shape().value, a.strides().value, std::is_same_v<Space, cuda_space> ? a.memory().get() : nullptr);
  }
  template <int Rank>
  void counting(position<Rank> const& p) {
    loop.add_positions(p.start, Rank, p.extents.value, p.step.value);
  }
  template <class T>
  void scalar(T const& value) {
    loop.add_scalar(value);
  }
};

/// Starts the kernel that stores the roots into to...: shapes are right and nothing overlaps.
template <class Space, class Roots, class... T, int Rank>
void run_loop(Roots const& roots, ndarray<T, Rank, Space> const&... to) {
  using signature = signature_of<environment<T...>, Roots, Rank>;
  static_assert(signature::count <= 32, "cp: one kernel takes at most 32 arrays; evaluate a part of the expression first");
  static_assert(signature::bytes <= 4096, "cp: the functors and numbers of one kernel take more than 4096 bytes");
  constexpr int axes = Rank == 0 ? 1 : Rank;
  // By value: g++ 13 takes a reference that a call returns for a dangling one.
  index_array<Rank> const extents = [](auto const& first, auto const&...) { return first.shape(); }(to...);
  std::int64_t const n = size_of(extents);
  if (n == 0) return;
  std::int64_t shape[axes] = {1};
  for (int i = 0; i < Rank; ++i) shape[i] = extents[i];
  void* data[signature::count];
  std::int64_t strides[signature::count * axes];
  alignas(16) unsigned char scalars[signature::bytes];
  using f = facts<signature>;
  kernels::loop_builder loop{{axes, signature::count, signature::outputs, shape, data, strides, axes, f::itemsize, f::kind}, scalars, nullptr, n};
  if constexpr (std::is_same_v<Space, cuda_space>) loop.stream = current_stream().handle;
  operand_sink sink{loop};
  (sink.array(to), ...);
  collect_roots(roots, sink);
  if constexpr (std::is_same_v<Space, host_space>) {
    kernels::host_start(kernels::detail::host_form<signature>::kernel(), f::info, loop);
  } else {
#if FUSE_NVCC
    kernels::cuda_start(kernels::cuda_form<signature, axes, f::info.cost>::table(), f::info, loop, name_of(roots));
#else
    static_assert(sizeof(Space) == 0,
                  "cp: an expression on cuda_space becomes a CUDA kernel here, so nvcc must compile this file (name it .cu or set its LANGUAGE to CUDA); "
                  "or use host_space arrays");
#endif
  }
}

/// The cost of an element's folding, to part host work.
template <class Op, class Accumulator, class T, class... P>
constexpr int cost_of<program::fold<Op, Accumulator, T, P...>> = (Op::cost + ... + cost_of<P>);

/// Starts the kernel that folds along the axes of `f` and stores what the roots compute from that.
template <class Space, int Inner, class Roots, class... T, int Rank>
void run_fold(folding<Inner> const& f, Roots const& roots, ndarray<T, Rank, Space> const&... to) {
  using signature = signature_of<environment<T...>, Roots, 1>;
  static_assert(signature::count <= 32, "cp: one kernel takes at most 32 arrays; evaluate a part of the expression first");
  static_assert(signature::bytes <= 2048, "cp: the functors and numbers of one reduction take more than 2048 bytes");
  constexpr int axes = Inner == 0 ? 1 : Inner;
  std::int64_t shape[axes] = {1};
  for (int i = 0; i < Inner; ++i) shape[i] = f.shape[i];
  void* data[signature::count];
  std::int64_t strides[signature::count * axes];
  alignas(16) unsigned char scalars[signature::bytes];
  using known = facts<signature>;
  kernels::loop_builder loop{{axes, signature::count, signature::outputs, shape, data, strides, axes, known::itemsize, known::kind}, scalars, nullptr, size_of(f.shape)};
  if constexpr (std::is_same_v<Space, cuda_space>) loop.stream = current_stream().handle;
  // An output has extent 1, and so stride 0, along what is folded.
  auto const add = [&](auto const& a) {
    std::int64_t extent[axes] = {1}, stride[axes] = {0};
    int k = 0;
    for (int i = 0; i < Inner; ++i) {
      bool const folded = (f.axes >> i & 1) != 0;
      extent[i] = folded ? 1 : shape[i];
      stride[i] = folded ? 0 : a.strides().value[Rank == Inner ? i : k];
      k += !folded;
    }
    loop.add(a.data(), axes, extent, stride, std::is_same_v<Space, cuda_space> ? a.memory().get() : nullptr);
  };
  (add(to), ...);
  operand_sink sink{loop};
  collect_roots(roots, sink);
  if constexpr (std::is_same_v<Space, host_space>) {
    kernels::host_fold_start(kernels::detail::host_fold<signature>::kernel(), known::info, loop, f.axes);
  } else {
#if FUSE_NVCC
    kernels::cuda_fold_start(kernels::cuda_fold_form<signature, axes>::table(), known::info, loop, f.axes, name_of(roots));
#else
    static_assert(sizeof(Space) == 0,
                  "cp: an expression on cuda_space becomes a CUDA kernel here, so nvcc must compile this file (name it .cu or set its LANGUAGE to CUDA); "
                  "or use host_space arrays");
#endif
  }
}

// Defined in expr/run_stencil.hpp.
template <class Space, class Roots, class... T, int Rank>
void run_stencils(Roots const& roots, ndarray<T, Rank, Space> const&... to);

template <class Roots>
constexpr bool are_epilogues = false;
template <class... E>
constexpr bool are_epilogues<arguments<E const&...>> = (is_epilogue<E> && ...) && (has_reductions<E> && ...);
template <class Roots>
constexpr int roots_folded_rank = -1;
template <class... E>
constexpr int roots_folded_rank<arguments<E const&...>> = first_folded_rank<E...>();

template <class Roots>
constexpr bool roots_have_reductions = false;
template <class... E>
constexpr bool roots_have_reductions<arguments<E const&...>> = (has_reductions<E> || ...);
template <class... A, class... Tree>
constexpr bool roots_have_reductions<traced_outputs<arguments<A...>, Tree...>> = (has_reductions<A> || ...) || (has_reductions<Tree> || ...);

/// Starts the kernels that store the roots into to...: one where the roots are elementwise, or computed from reductions of one shape along the same axes.
template <class Space, class Roots, class... T, int Rank>
void run_kernel(Roots const& roots, ndarray<T, Rank, Space> const&... to) {
  if constexpr (has_stencils<Roots>) {
    run_stencils<Space>(roots, to...);
  } else if constexpr (!roots_have_reductions<Roots>) {
    run_loop<Space>(roots, to...);
  } else if constexpr (requires { roots.outputs; }) {
    static_assert(sizeof(Roots) == 0, "cp::fuse: several outputs with reductions inside are not supported; return one, or use cp::evaluate");
  } else {
    if constexpr (are_epilogues<Roots>) {
      folding<roots_folded_rank<Roots>> f;
      bool fits = true;
      for_each(
          [&](auto const& root) {
            visit_reductions(root, [&](auto const& r) {
              check_not_empty(r);
              f.note(r);
            });
            if constexpr (std::remove_cvref_t<decltype(root)>::rank == Rank)
              ((fits = fits && shape_of(root) == to.shape()), ...);
            else
              fits = false;
          },
          roots);
      if (fits && f.same) return run_fold<Space>(f, roots, to...);
    }
    auto const resolved = transform([](auto const& root) { return resolve(root); }, roots);
    run_loop<Space>(transform([](auto const& root) -> auto const& { return root; }, resolved), to...);
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
constexpr bool same_kind = std::is_same_v<To, From> || (number<To> && number<From> && kind_order(dtype_traits<To>::kind) >= kind_order(dtype_traits<From>::kind));

template <class To, class E>
constexpr void check_assignable() {
  static_assert(same_kind<To, typename E::value_type> || E::weak,
                "cp: assigning this expression would change its kind of number (float to int, complex to real, ...); say so with cp::astype<T>(expr)");
}

template <class T, int Rank, class Space, class E>
void assign_elements(ndarray<T, Rank, Space> const& to, E const& from) {
  if constexpr (!expression<E>) {
    expr::check_writable(Rank, to.shape().value, to.strides().value, "cp::ndarray: assignment");
    expr::run_kernel<Space>(expr::refer(expr::constant<T, false>(static_cast<T>(from))), to);
  } else {
    using space = typename E::space;
    static_assert(std::is_void_v<space> || std::is_same_v<space, Space>,
                  "cp: the expression's arrays and the array assigned to lie in different spaces; copy with to<Space>() first");
    static_assert(E::rank <= Rank, "cp: an expression of higher rank cannot be assigned to this array");
    check_assignable<T, E>();
    auto const shape = expr::shape_of(from);
    (void)broadcast_strides<Rank>(shape, shape, to.shape(), "cp::ndarray: assignment");
    expr::check_writable(Rank, to.shape().value, to.strides().value, "cp::ndarray: assignment");
    if (expr::needs_temporary(to, from)) {
      auto temporary = make_array<T, Rank, Space>(to.shape(), "cp::ndarray: assignment");
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
  static_assert(std::is_void_v<space> || std::is_same_v<space, Space>,
                "cp: the expression's arrays and the array assigned to lie in different spaces; copy with to<Space>() first");
  static_assert(E::rank == Rank, "cp: the array assigned to must have the expression's rank");
  check_assignable<T, E>();
  auto const shape = expr::shape_of(from);
  if (to.memory() && to.shape() == shape && to.memory()->references.load(std::memory_order_acquire) == 1 + expr::handles_on(from, to.memory()) &&
      is_contiguous(to.shape(), to.strides()) && !expr::needs_temporary(to, from)) {
    expr::run_kernel<Space>(expr::refer(from), to);
    return;
  }
  auto made = make_array<T, Rank, Space>(shape, "cp::ndarray: assignment");
  expr::run_kernel<Space>(expr::refer(from), made);
  to = std::move(made);
}

}  // namespace detail

/// The space that an expression is evaluated in: its arrays', or the default one if it has none.
template <expression E>
using space_of = std::conditional_t<std::is_void_v<typename E::space>, default_space, typename E::space>;

/// The array that an expression becomes.
template <expression E>
using array_of = ndarray<typename E::value_type, E::rank, space_of<E>>;

/// Evaluates an expression into a new array (an array is returned as it is, a share of its data).
template <expression E>
array_of<E> eval(E const& e) {
  return array_of<E>(e);
}

}  // namespace cp

#include <fuse/expr/run_stencil.hpp>
