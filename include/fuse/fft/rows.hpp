// Transforms along rows that fit on chip, with what happens to their elements before, between and behind them: one
// kernel.
#pragma once

#include <cstdint>
#include <fuse/core/complex.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/explain.hpp>
#include <fuse/expr/library.hpp>
#include <fuse/expr/ufunc.hpp>
#include <fuse/kernels/transform/cuda_fft_plan.hpp>
#include <fuse/program/transformed.hpp>
#include <string>
#include <type_traits>
#include <utility>
#if FUSE_NVCC
#include <fuse/kernels/transform/cuda_fft_rows.cuh>
#endif

namespace cp::fft::detail {

/// Whether a transform's operand may have fewer elements along a row than are transformed, or more. (One that is
/// computed from other transforms has not.)
template <class Library>
constexpr bool may_end_early = false;
template <class Op, class A>
constexpr bool may_end_early<expr::library<Op, A>> = Op::sized && !expr::has_stages<A>;

/// Gives operands that are `length` long along their last axis to another sink, as if they were as long as a whole row:
/// the kernel knows where they end.
template <class Sink>
struct part_sink {
  Sink& sink;
  std::int64_t length, whole;

  template <class T, int Rank, class Space>
  void array(ndarray<T, Rank, Space> const& a) {
    sink.array(ndarray<T, Rank, Space>(a.memory(), a.data(), lengthened(a.shape()), a.strides()));
  }
  template <class Rule, int Rank>
  void computed(expr::places<Rule, Rank> p) {
    p.extents = lengthened(p.extents);
    sink.computed(p);
  }
  template <class T>
  void scalar(T const& value) {
    sink.scalar(value);
  }

 private:
  template <int Rank>
  index_array<Rank> lengthened(index_array<Rank> shape) const {
    if constexpr (Rank >= 1)
      if (shape[Rank - 1] == length) shape[Rank - 1] = whole;
    return shape;
  }
};

}  // namespace cp::fft::detail

namespace cp::expr {

/// Its terms are given to what is computed from them as a number that the kernel knows.
template <class Op, class A, class N, class Env>
requires(Op::on_rows) struct lower<library<Op, A>, N, Env> {
  using real = typename Op::real;
  using number = complex<real>;
  using numbered = typename std::conditional_t<Op::scales, with_scalar<N, real>, std::type_identity<N>>::type;
  using argument = lower<decltype(cast_to<number>(std::declval<A const&>())), numbered, Env>;
  using program = cp::program::transformed<Op::sign, number, Op::scales ? N::template offset<real> : -1,
                                           fft::detail::may_end_early<library<Op, A>>, typename argument::program>;
  using next = typename argument::next;
};
template <class Op, class A, class Sink>
requires(Op::on_rows) constexpr void collect(library<Op, A> const& l, collect_into<Sink> const& to) {
  std::int64_t const n = shape_of(l)[Op::rank - 1];
  if constexpr (Op::scales) to.sink.scalar(l.with.row_factor(n));
  if constexpr (fft::detail::may_end_early<library<Op, A>>) {
    fft::detail::part_sink<Sink> part{to.sink, shape_of(l.args.a)[Op::rank - 1], n};
    collect_into<fft::detail::part_sink<Sink>>{part}(l.args.a);
  } else {
    to(l.args.a);
  }
}

}  // namespace cp::expr

namespace cp::fft::detail {

/// Whether a tree is elementwise but for transforms along rows, of parts of type Real.
template <class Node, class Real>
constexpr bool is_row_work = expr::is_leaf<Node>;
template <class Op, class... A, class Real>
constexpr bool is_row_work<expr::map<Op, A...>, Real> = (is_row_work<A, Real> && ...);
template <class F, class... A, class Real>
constexpr bool is_row_work<expr::call<F, A...>, Real> = (is_row_work<A, Real> && ...);
template <class Array, class... I, class Real>
constexpr bool is_row_work<expr::gather<Array, I...>, Real> =
    !(expr::has_stages<I> || ...) && (is_row_work<I, Real> && ...);
template <class Tree, class... A, class Real>
constexpr bool is_row_work<expr::let<Tree, A...>, Real> =
    !expr::has_stages<Tree> && is_row_work<Tree, Real> && (is_row_work<A, Real> && ...);
template <class Op, class A, class Real>
requires(Op::on_rows) constexpr bool is_row_work<expr::library<Op, A>, Real> =
    std::is_same_v<typename Op::real, Real> && is_row_work<A, Real>;

/// Whether transforms along rows and elementwise work are all there is in a tree.
template <class Node>
constexpr bool is_work_on_rows = is_row_work<Node, float> || is_row_work<Node, double>;
/// Whether there are some in it, but not at its root.
template <class Node>
constexpr bool is_work_behind_rows = expr::has_stages<Node> && !expr::is_stage<Node> && is_work_on_rows<Node>;

/// Whether all transforms of a tree are along its rows, of n elements, and how many of these the first one's operand
/// has.
struct row_lengths {
  std::int64_t n, given = n;
  bool same = true;

  template <class Node>
  void operator()(Node const& x) {
    if constexpr (expr::has_stages<Node>) walk(x);
  }

 private:
  template <class Node>
  void walk(Node const& x) {
    expr::for_each([this](auto const& part) { (*this)(part); }, x.args);
  }
  template <class Op, class A>
  void walk(expr::library<Op, A> const& l) {
    same = same && l.with.with.axis[0] == Op::rank - 1 && expr::shape_of(l)[Op::rank - 1] == n;
    if constexpr (Op::sized) {
      std::int64_t const length = expr::shape_of(l.args.a)[Op::rank - 1];
      if (may_end_early<expr::library<Op, A>>)
        given = length < n ? length : n;
      else
        same = same && length == n;
    }
    (*this)(l.args.a);
  }
};

/// Whether a node is a transform that has a factor: of an array, that one kernel is the library's (fft/passes.hpp).
template <class Node>
constexpr bool may_scale = false;
template <class Op, class A>
constexpr bool may_scale<expr::library<Op, A>> = Op::scales;

/// Calls use(the kernel's form, loop, elements given of a row) for the one kernel that stores a tree of transforms and
/// what is around them into `to`, and returns what it says; false where there is no such kernel: on the host, of trees
/// with other work in them, and, but for `Alone`, of what is a transform of an array and nothing else.
template <bool Alone, class Root, class T, int Rank, class Space, class Use>
bool with_rows([[maybe_unused]] Root const& root, [[maybe_unused]] ndarray<T, Rank, Space> const& to,
               [[maybe_unused]] Use const& use) {
#if FUSE_NVCC
  if constexpr (std::is_same_v<Space, cuda_space> && is_work_on_rows<Root>) {
    using signature = expr::signature_of<expr::environment<T>, expr::arguments<Root const&>, Rank>;
    // What is too much for one kernel is the library's, and kernels' of parts.
    if constexpr ((Alone || kernels::worth_of_rows<signature>)&&signature::count <= 32 && signature::bytes <= 2048) {
      row_lengths rows{to.shape()[Rank - 1]};
      rows(root);
      if (!rows.same) return false;
      expr::loop_room<signature, Rank, Space, 2048> room(to.shape());
      expr::operand_sink sink{room.loop};
      sink.array(to);
      expr::collect_into<expr::operand_sink>{sink}(root);
      return use(std::type_identity<kernels::cuda_fft_rows_form<signature, room.axes>>{}, room.loop, rows.given);
    }
  }
#endif
  return false;
}

/// Stores such a tree, if its rows are of a length and lie as the kernel can read them.
template <bool Alone = false, class Root, class T, int Rank, class Space>
bool run_rows(Root const& root, ndarray<T, Rank, Space> const& to) {
  return with_rows<Alone>(
      root, to, [&]<class Form>(std::type_identity<Form>, kernels::loop_builder& loop, std::int64_t given) {
        return kernels::cuda_fft_rows_start(Form::table(), expr::facts<typename Form::signature>::info, loop, given,
                                            expr::name_of(root));
      });
}

}  // namespace cp::fft::detail

namespace cp::expr {

/// The kernel of rows takes transforms and what is elementwise before, between and behind them.
template <class E>
requires(has_stages<E>&& fft::detail::is_work_on_rows<E>) struct absorption<E> {
  static constexpr bool is = true;
  template <class T, int Rank, class Space>
  static bool store(E const& e, ndarray<T, Rank, Space> const& to) {
    if constexpr (Rank >= 1)
      return to.size() > 0 && fft::detail::run_rows(e, to);
    else
      return false;
  }
  static std::string plan(E const& e) {
    std::string text;
    if constexpr (E::rank >= 1) {
      using array = array_of<E>;
      auto const shape = shape_of(e);
      if constexpr (fft::detail::may_scale<E>)
        if (e.with.row_factor(shape[E::rank - 1]) == 1) return text;
      fft::detail::with_rows<fft::detail::may_scale<E>>(
          e, array({}, nullptr, shape, contiguous_strides(shape)),
          [&]<class Form>(std::type_identity<Form>, kernels::loop_builder& loop, std::int64_t) {
            text = rows_text(facts<typename Form::signature>::info, loop, space_of<E>::name);
            return true;
          });
    }
    return text;
  }
};

}  // namespace cp::expr
