// Assignment: shape_of -> aliasing -> lower -> a kernel form. The only door from expressions to kernels.
#pragma once

#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/core/convert.hpp>
#include <fuse/expr/aliasing.hpp>
#include <fuse/expr/fewer_axes.hpp>
#include <fuse/expr/loop_room.hpp>
#include <fuse/expr/lower.hpp>
#include <fuse/expr/made_once.hpp>
#include <fuse/expr/narrowing.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/picked_rows.hpp>
#include <fuse/expr/reduction.hpp>
#include <fuse/expr/repeats_of_all.hpp>
#include <fuse/expr/run_fold.hpp>
#include <fuse/expr/shape_of.hpp>
#include <fuse/expr/simplify.hpp>
#include <fuse/expr/stages.hpp>
#include <fuse/expr/stencil.hpp>
#include <fuse/kernels/elementwise/host_elementwise.hpp>
#include <fuse/kernels/loop.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>
#include <type_traits>
#include <utility>
#if FUSE_NVCC
#include <fuse/expr/results_first.hpp>
#include <fuse/expr/short_folds.hpp>
#include <fuse/kernels/elementwise/cuda_elementwise.cuh>
#endif

namespace cp {

namespace expr {

/// The elementwise form.
template <class Signature, int Rank>
struct elementwise_kernel {
  using known = facts<Signature>;
  using on_floats = typename program::float32_signature<Signature, 0, program::stores::elements>::type;
  static void on_host(kernels::loop_builder& loop) {
    kernels::host_start(kernels::detail::host_form<on_floats>::template kernel<(Rank > 1)>(), facts<on_floats>::info,
                        loop);
  }
#if FUSE_NVCC
  static void on_device(kernels::loop_builder& loop, char const* name) {
    constexpr int axes = Rank == 0 ? 1 : Rank;
    kernels::cuda_start(kernels::cuda_form<Signature, axes, known::info.cost, known::most_expensive>::table(),
                        known::info, loop, name);
  }
#endif
};

/// Starts the kernel that stores the roots into to...: shapes are right and nothing overlaps.
template <class Space, class Roots, class... T, int Rank>
void run_loop(Roots const& roots, ndarray<T, Rank, Space> const&... to) {
  using signature = signature_of<environment<T...>, Roots, Rank>;
  index_array<Rank> const extents = shape_written(to...);
  if (size_of(extents) == 0) return;
  if constexpr (std::is_same_v<Space, host_space> && are_picked_rows<Roots, Rank, T...>)
    if (copy_picked_rows(get<0>(roots), to...)) return;
  using kernel = elementwise_kernel<signature, Rank>;
  using known = facts<std::conditional_t<std::is_same_v<Space, host_space>, typename kernel::on_floats, signature>>;
  loop_room<signature, Rank, Space, kernels::max_scalar_bytes, known> room(extents);
  operand_sink sink{room.loop};
  (sink.array(to), ...);
  collect_roots(roots, sink);
  if constexpr (program::narrows<signature>)
    if (goes_narrow<signature>(room.loop))
      return start<elementwise_kernel<typename program::narrowed_signature<signature>::type, Rank>, Space, signature>(
          room.loop, expr::name_of(roots));
  start<kernel, Space, signature>(room.loop, expr::name_of(roots));
}

// Defined in expr/run_join.hpp.
template <class Space, class Roots, class... T, int Rank>
void run_joined(Roots const& roots, ndarray<T, Rank, Space> const&... to);

// Defined in expr/run_stencil.hpp.
template <class Space, class Roots, class... T, int Rank>
void run_stencils(Roots const& roots, ndarray<T, Rank, Space> const&... to);

template <class Space, class Roots, class... T, int Rank>
void run_kernel(Roots const& roots, ndarray<T, Rank, Space> const&... to);

/// Starts the kernels of roots that are not one: reductions of lower ranks than others, and else those in the arguments
/// of traced functions and of reductions become arrays, after which the roots may be one kernel; where there are none,
/// all reductions do.
template <class Space, class... E, class... T, int Rank>
void run_resolved(arguments<E const&...> const& roots, ndarray<T, Rank, Space> const&... to) {
#if FUSE_NVCC
  if constexpr (std::is_same_v<Space, cuda_space>) {
    if constexpr (short_folds::any<arguments<E const&...>, 0>) {
      bool all = true;
      for_each([&](auto const& root) { all = all && short_folds::apply<0>(root); }, roots);
      if (all) {
        auto const rest = transform([](auto const& root) { return short_folds::replaced<0>(root); }, roots);
        return run_kernel<Space>(refer_all(rest), to...);
      }
    }
  }
#endif
  constexpr int most = fold_rank<arguments<E const&...>>;
  constexpr bool below = folds_below<arguments<E const&...>, most>;
  using repeated = std::conditional_t<below, once::folds_of_less<most>, once::folds_within>;
  if constexpr (once::may_be<repeated, arguments<E const&...>>)
    if (once::with_arrays<repeated>(roots, [&](auto const& rest) { run_kernel<Space>(rest, to...); })) return;
  if constexpr ((dissolves<E> || ...)) {
    auto const rest = transform([](auto const& root) { return dissolved(root); }, roots);
    run_resolved<Space>(refer_all(rest), to...);
  } else if constexpr (below) {
    auto const rest = transform([](auto const& root) { return resolve_below<most>(root); }, roots);
    run_kernel<Space>(refer_all(rest), to...);
  } else if constexpr (arguments_reduce<arguments<E const&...>>) {
    auto const rest = transform([](auto const& root) { return resolve_arguments(root); }, roots);
    run_kernel<Space>(refer_all(rest), to...);
  } else {
    if constexpr (once::may_be<once::folds, arguments<E const&...>>)
      if (once::with_arrays<once::folds>(roots, [&](auto const& rest) { run_kernel<Space>(rest, to...); })) return;
    auto const resolved = transform([](auto const& root) { return resolve(root); }, roots);
    run_loop<Space>(refer_all(resolved), to...);
  }
}
template <class Space, class... A, class... Tree, class... T, int Rank>
void run_resolved(traced_outputs<arguments<A...>, Tree...> const& roots, ndarray<T, Rank, Space> const&... to) {
  if constexpr (((has_reductions<A> || ...)) && !(dissolves<let<Tree, A...>> || ...))
    with_arguments(roots, transform([](auto const& x) { return resolve(x); }, roots.outputs.a.args),
                   [&](auto const& rest) { run_kernel<Space>(rest, to...); });
  else
    run_resolved<Space>(roots.outputs, to...);
}

/// How often an expression names arrays and places.
template <class Node>
constexpr int mentions = is_array<Node>;
template <class Rule, int Rank>
constexpr int mentions<places<Rule, Rank>> = 1;
template <class... A>
constexpr int mentions<arguments<A...>> = (0 + ... + mentions<std::remove_cvref_t<A>>);
template <class Node>
requires(!is_leaf<Node>) constexpr int mentions<Node> = mentions<typename parts_of<Node>::type>;
/// How often each operand of a node may name them so that all fit in a kernel.
template <class Parts, int Outputs>
constexpr int fair_share = 0;
template <class... A, int Outputs>
constexpr int fair_share<arguments<A...>, Outputs> = sizeof...(A) == 0
                                                         ? 0
                                                         : (kernels::max_operands - Outputs) / int(sizeof...(A));
/// What roots that are too much become arrays of: each of several, or the operands of one.
template <class Roots>
struct pieces_of;
template <class... E>
struct pieces_of<arguments<E const&...>> {
  using type = arguments<E...>;
};
template <class E>
struct pieces_of<arguments<E const&>> : parts_of<E> {};
/// Whether one kernel has no room for all that roots name, but has for pieces of them.
template <class Roots, int Outputs>
constexpr bool in_pieces = false;
template <class... E, int Outputs>
requires(!has_stages<arguments<E const&...>> &&
         !has_stencils<arguments<E const&...>>) constexpr bool in_pieces<arguments<E const&...>, Outputs> =
    mentions<arguments<E...>> + Outputs
    > kernels::max_operands&& fair_share<typename pieces_of<arguments<E const&...>>::type, Outputs> > 0;
/// Stores such roots: each by kernels of its own, or one whose operands that name much are arrays before. (Of several
/// the values are arrays first too: a root may read what another one is stored to.)
template <class Space, class... E, class... T, int Rank>
void run_in_pieces(arguments<E const&...> const& roots, ndarray<T, Rank, Space> const&... to) {
  auto const pieces = transform(
      [&](auto const& root) {
        if constexpr (sizeof...(E) > 1)
          return made_array(root);
        else
          return rebuild(root, [](auto const& x) {
            using node = std::remove_cvref_t<decltype(x)>;
            constexpr int share = fair_share<typename pieces_of<arguments<E const&...>>::type, int(sizeof...(T))>;
            if constexpr ((mentions<node>) > share)
              return made_array(x);
            else
              return x;
          });
      },
      roots);
  run_kernel<Space>(refer_all(pieces), to...);
}

/// Whether a library takes all of an expression that is no stage.
template <class Roots>
constexpr bool is_absorbed = false;
template <class E>
requires(!is_stage<E>) constexpr bool is_absorbed<arguments<E const&>> = absorption<E>::is;
/// Whether roots have stages of one type several times, each of which may be made once.
template <class Roots>
constexpr bool has_stages_again = false;
template <class Roots>
requires has_stages<Roots>
constexpr bool has_stages_again<Roots> = once::may_be<once::stages, Roots> && !is_absorbed<Roots>;

/// Whether roots may have another form, depending on what is known when they are evaluated; stores that, if they have.
template <class Roots>
constexpr bool may_be_otherwise = has_simple<by_value, Roots> || may_repeat<Roots>;
template <class Roots>
requires has_reductions<Roots>
constexpr bool may_be_otherwise<Roots> =
    has_simple<by_value, Roots> || may_share_parts<Roots> || has_stages_again<Roots>;
template <class Space, class Roots, class... T, int Rank>
bool run_otherwise(Roots const& roots, ndarray<T, Rank, Space> const&... to) {
  auto const instead = [&](auto const& rest) { run_kernel<Space>(rest, to...); };
  if constexpr (has_simple<by_value, Roots>)
    if (with_simple<by_value>(roots, instead)) return true;
  if constexpr (has_stages_again<Roots>)
    if (once::with_arrays<once::stages>(roots, instead)) return true;
  if constexpr (may_share_parts<Roots>)
    return with_parts_shared(roots, instead);
  else
    return false;
}

/// Starts the kernels that store the roots into to..., which have their shape: one where the roots are elementwise, or
/// computed from reductions of one shape along the same axes; else one for each reduction, into an array, and one for
/// the rest.
template <class Space, class Roots, class... T, int Rank>
void run_kernel(Roots const& roots, ndarray<T, Rank, Space> const&... to) {
  if constexpr ((contents<Roots> & holds_joins) != 0) {
    run_joined<Space>(roots, to...);
  } else {
    if constexpr (std::is_same_v<Space, default_space> && fewer_axes::may_be<Space, Rank, Roots>)
      if (fewer_axes::with_arrays<Space>(roots, shape_written(to...),
                                         [&](auto const& rest) { run_kernel<Space>(rest, to...); }))
        return;
    if constexpr (may_be_otherwise<Roots>)
      if (run_otherwise<Space>(roots, to...)) return;
    if constexpr (in_pieces<Roots, int(sizeof...(T))>) {
      run_in_pieces<Space>(roots, to...);
    } else if constexpr (has_stages<Roots>) {
      run_stages<Space>(roots, to...);
    } else if constexpr (has_stencils<Roots>) {
      run_stencils<Space>(roots, to...);
    } else if constexpr (!has_reductions<Roots>) {
      run_loop<Space>(roots, to...);
    } else {
#if FUSE_NVCC
      if constexpr (results_first::may_apply_to<Roots, Space>)
        if (results_first::run(roots.a, to...)) return;
#endif
      if (run_one_fold<Space>(roots, to...)) return;
      if constexpr (!fold_traits<environment<T...>, Roots, Rank,
                                 (axes_in<Roots>.rank < 0 ? 0 : axes_in<Roots>.rank)>::certain) {
        run_resolved<Space>(roots, to...);
      } else {
        throw_unlike_folds();
      }
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
  } else if constexpr (settles<E>) {
    assign_elements(to, from.settled());
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
  if constexpr (settles<E>) {
    auto const now = from.settled();
    if constexpr (std::is_same_v<decltype(now), ndarray<T, Rank, Space> const>)
      to = now;
    else
      assign_new(to, now);
  } else {
    using space = typename E::space;
    static_assert(
        std::is_void_v<space> || std::is_same_v<space, Space>,
        "cp: the expression's arrays and the array assigned to lie in different spaces; copy with to<Space>() first");
    static_assert(E::rank == Rank, "cp: the array assigned to must have the expression's rank");
    check_assignable<T, E>();
    auto const shape = expr::shape_of(from);
    if (to.memory() && to.shape() == shape && is_contiguous(to.shape(), to.strides())) {
      auto const reads = expr::reads_of(to, from);
      if (to.memory()->references.load(detail::order::acquire) == 1 + reads.handles() && !reads.conflict() &&
          runtime::may_reuse(*to.memory().get())) {
        expr::run_kernel<Space>(expr::refer(from), to);
        return;
      }
    }
    auto made = make_array<T, Rank, Space>(shape, "cp::ndarray: assignment");
    expr::run_kernel<Space>(expr::refer(from), made);
    to = std::move(made);
  }
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
