// Cross products of vectors in space, by one kernel with what is computed from them.
#pragma once

#include <cstdint>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/library.hpp>
#include <fuse/expr/run_join.hpp>
#include <fuse/expr/run_library.hpp>
#include <fuse/expr/ufunc.hpp>
#include <fuse/ops/arithmetic.hpp>
#include <fuse/ops/manipulation.hpp>
#include <string>
#include <type_traits>
#include <utility>

namespace cp {

namespace ops {

/// Component i of vectors along an axis, counted from the end, with that axis; all of what does not vary along it.
template <class E>
auto component_of(E const& e, int axis_from_end, int i) {
  return expr::part_along(e, expr::part_place{-axis_from_end, i, 1});
}

/// Cross products of vectors in space along an axis.
template <class T, int RankA, int RankB>
struct cross {
  using value_type = T;
  static constexpr int rank = RankA > RankB ? RankA : RankB;
  static constexpr char const* qualified_name = "cp::cross";
  int axis;  ///< counted from the end

  index_array<rank> shape(index_array<RankA> const& a, index_array<RankB> const& b) const {
    if (a[axis + RankA] != 3 || b[axis + RankB] != 3)
      cp::detail::throw_shape(qualified_name, "vectors have three components along the axis; the operands' shapes are",
                              a.value, RankA, b.value, RankB);
    return broadcast_shapes(a, b, qualified_name);
  }
  template <class Space, class A, class B>
  void run(ndarray<T, rank, Space> const& to, A const& a, B const& b) const {
    with_minors<Space>(a, b, [&](auto const& u, auto const& v, auto const& w) { store(to, u, v, w); });
  }
  /// Calls use(u, v, w) with the components. (An operand has an element in two of them: what is more than a few
  /// operations becomes an array first.)
  template <class Space, class A, class B, class Use>
  void with_minors(A const& a, B const& b, Use const& use) const {
    auto const x = at_hand<Space>(a);
    auto const y = at_hand<Space>(b);
    auto const minor = [&](int i) {
      int const j = (i + 1) % 3, k = (i + 2) % 3;
      return component_of(x, axis, j) * component_of(y, axis, k) - component_of(x, axis, k) * component_of(y, axis, j);
    };
    use(minor(0), minor(1), minor(2));
  }
  template <class To, int Rank, class Space, class U>
  void store(ndarray<To, Rank, Space> const& to, U const& u, U const& v, U const& w) const {
    expr::run_kernel<Space>(expr::refer(u, v, w), component_of(to, axis, 0), component_of(to, axis, 1),
                            component_of(to, axis, 2));
  }

 private:
  template <class Space, class E>
  static auto at_hand(E const& e) {
    if constexpr (std::is_same_v<E, ndarray<T, E::rank, Space>>)
      return e;
    else if constexpr (expr::repeats::about<E>::walked && !expr::repeats::about<E>::heavy && !expr::has_reductions<E>)
      return expr::cast_to<T>(e);
    else
      return ndarray<T, E::rank, Space>(expr::cast_to<T>(e));
  }
};

/// Cross products in a tree of elementwise operations.
template <class Node>
constexpr int crosses_in = 0;
template <class T, int RankA, int RankB, class... A>
constexpr int crosses_in<expr::library<cross<T, RankA, RankB>, A...>> = 1;
template <class Op, class... A>
constexpr int crosses_in<expr::map<Op, A...>> = (0 + ... + crosses_in<A>);
/// Whether there is nothing else in it that is evaluated on its own.
template <class Node>
constexpr bool crosses_alone = (expr::contents<Node> & expr::holds_other) == 0;
template <class T, int RankA, int RankB, class... A>
constexpr bool crosses_alone<expr::library<cross<T, RankA, RankB>, A...>> = true;
template <class Op, class... A>
requires(crosses_in<expr::map<Op, A...>> > 0) constexpr bool crosses_alone<expr::map<Op, A...>> = (crosses_alone<A> &&
                                                                                                   ...);

/// The cross product in a tree that has one.
template <class Node>
auto const& cross_in(Node const& node) {
  if constexpr (expr::is_stage<Node>)
    return node;
  else
    return cross_among(node.args);
}
template <class... A>
auto const& cross_among(expr::arguments<A...> const& args) {
  constexpr int at = [] {
    constexpr int counts[] = {crosses_in<A>...};
    int k = 0;
    while (counts[k] == 0) ++k;
    return k;
  }();
  return cross_in(expr::get<at>(args));
}
/// Component i of a tree whose cross product has this one there.
template <class Node, class Minor>
auto component_around(Node const& node, int axis, int i, Minor const& minor) {
  if constexpr (expr::is_stage<Node>)
    return minor;
  else if constexpr (crosses_in<Node> > 0)
    return expr::rebuild(node, [&](auto const& x) { return component_around(x, axis, i, minor); });
  else
    return component_of(node, axis, i);
}

}  // namespace ops

namespace expr {

/// What is computed element by element from one cross product.
template <class E>
requires(!is_stage<E> && ops::crosses_in<E> == 1 && ops::crosses_alone<E>) struct absorption<E> {
  static constexpr bool is = true;
  template <class T, int Rank, class Space>
  static bool store(E const& e, ndarray<T, Rank, Space> const& to) {
    if (to.size() == 0) return true;
    auto const& l = ops::cross_in(e);
    int const axis = l.with.axis;
    if (Rank + axis < 0 || to.shape()[Rank + axis] != 3) return false;
    call_with(
        [&](auto const& a, auto const& b) {
          l.with.template with_minors<Space>(a, b, [&](auto const& u, auto const& v, auto const& w) {
            l.with.store(to, ops::component_around(e, axis, 0, u), ops::component_around(e, axis, 1, v),
                         ops::component_around(e, axis, 2, w));
          });
        },
        l.args);
    return true;
  }
  static std::string plan(E const&) { return "one kernel computes vectors and what follows from them\n"; }
};

}  // namespace expr

/// Cross products of vectors of three components along an axis (the last one; of operands of different ranks it counts
/// from the end); the other axes broadcast. One kernel, with what is computed element by element from one product.
///
/// dtype    the operands', promoted
/// throws   index_error; shape_error where there are not three components, or the operands do not broadcast
/// numpy    numpy.cross, numpy.linalg.cross
template <expression A, expression B>
[[nodiscard]] auto cross(A const& a, B const& b, int axis = -1) {
  using T = typename expr::common_dtype<A, B>::type;
  static_assert(number<T> && !boolean<T>, "cp::cross: takes numbers; booleans cannot be subtracted");
  static_assert(A::rank >= 1 && B::rank >= 1, "cp::cross: operands have at least one axis");
  constexpr int lower = A::rank < B::rank ? A::rank : B::rank;
  if (A::rank != B::rank && axis >= 0)
    detail::throw_value("cp::cross", "of operands of different ranks the axis counts from the end; it is", axis);
  int const at = normalize_axis(axis, lower, "cp::cross") - lower;
  return expr::library_node(ops::cross<T, A::rank, B::rank>{at}, a, b);
}

/// The same of vectors along axis `axisa` of a and `axisb` of b, which stand along axis `axisc` of the result.
template <expression A, expression B>
[[nodiscard]] auto cross(A const& a, B const& b, int axisa, int axisb, int axisc = -1) {
  constexpr int rank = A::rank > B::rank ? A::rank : B::rank;
  int const to = normalize_axis(axisc, rank, "cp::cross");
  return moveaxis(cross(moveaxis(a, normalize_axis(axisa, A::rank, "cp::cross"), -1),
                        moveaxis(b, normalize_axis(axisb, B::rank, "cp::cross"), -1)),
                  -1, to);
}

namespace linalg {

/// As cp::cross.
template <expression A, expression B>
[[nodiscard]] auto cross(A const& a, B const& b, int axis = -1) {
  return cp::cross(a, b, axis);
}

}  // namespace linalg
}  // namespace cp
