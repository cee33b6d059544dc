// Stencils: neighbours of an element inside cp::fuse, and what lies beyond an array's edges.
#pragma once

#include <fuse/expr/run_stencil.hpp>
#include <fuse/expr/ufunc.hpp>
#include <type_traits>
#include <utility>

namespace cp {

namespace detail {
template <program::edge Edge, class E>
constexpr auto make_bounded(E&& e, typename std::remove_cvref_t<E>::value_type outside) {
  using node = std::remove_cvref_t<E>;
  static_assert(!expr::is_bounded<node>, "cp: this argument has a boundary already");
  static_assert(node::rank > 0, "cp: a boundary needs an argument with axes");
  return expr::bounded<node, Edge>(node(std::forward<E>(e)), outside);
}
}  // namespace detail

/// Inside the lambda of cp::fuse: the neighbour of the argument `u` at a fixed offset, one an axis, the last axis last;
/// `cp::at<-1, 0>(u)` is the element above. dtype and shape are the argument's, which names its boundary:
/// `step(cp::wrap(u))`. Offsets go up to 16. However many neighbours are read, the argument is one operand.
///
/// numpy  slices of numpy.pad(u, ...)
template <int... Offset, class U>
[[nodiscard]] constexpr auto at(U const& u) {
  static_assert(
      expr::is_placeholder<U>,
      "cp::at: takes a parameter of the lambda in cp::fuse itself: no array, and no expression of parameters");
  if constexpr (expr::is_placeholder<U>) {
    static_assert(sizeof...(Offset) == U::rank && U::rank > 0,
                  "cp::at: one offset for each axis of the argument, the last axis last");
    static_assert(((Offset >= -16 && Offset <= 16) && ...), "cp::at: offsets go from -16 to 16");
    return expr::neighbour<U, Offset...>(u);
  }
}

/// As an argument of cp::fuse: beyond an edge lies the element at the edge (a a a | a b c | c c c). Other arguments of
/// the call stand beside it as they are; an expression is evaluated into a temporary first.
///
/// numpy  numpy.pad mode "edge"; SciPy and CuPy ndimage mode "nearest"
template <expression E>
[[nodiscard]] constexpr auto nearest(E&& e) {
  return detail::make_bounded<program::edge::nearest>(std::forward<E>(e), {});
}
/// As an argument of cp::fuse: beyond an edge the array begins anew (a b c | a b c | a b c), however far.
///
/// numpy  numpy.pad mode "wrap"; SciPy and CuPy ndimage mode "wrap"
template <expression E>
[[nodiscard]] constexpr auto wrap(E&& e) {
  return detail::make_bounded<program::edge::wrap>(std::forward<E>(e), {});
}
/// As an argument of cp::fuse: the array is mirrored at the edge between elements (c b a | a b c | c b a).
///
/// numpy  numpy.pad mode "symmetric"; SciPy and CuPy ndimage mode "reflect"
template <expression E>
[[nodiscard]] constexpr auto reflect(E&& e) {
  return detail::make_bounded<program::edge::reflect>(std::forward<E>(e), {});
}
/// As an argument of cp::fuse: the array is mirrored at the centre of its last element (c b | a b c | b a).
///
/// numpy  numpy.pad mode "reflect"; SciPy and CuPy ndimage mode "mirror"
template <expression E>
[[nodiscard]] constexpr auto mirror(E&& e) {
  return detail::make_bounded<program::edge::mirror>(std::forward<E>(e), {});
}
/// As an argument of cp::fuse: beyond an edge lies `value`, converted to the argument's dtype. Throws value_error where
/// an axis of extent 1 along which neighbours are read is stretched to the shape of the others: say
/// `cp::broadcast_to(u, shape)` first.
///
/// numpy  numpy.pad mode "constant"; SciPy and CuPy ndimage mode "constant"
template <expression E, scalar_operand V>
[[nodiscard]] constexpr auto constant_boundary(E&& e, V const& value) {
  using T = typename std::remove_cvref_t<E>::value_type;
  return detail::make_bounded<program::edge::constant>(std::forward<E>(e),
                                                       detail::convert_scalar<T>(expr::as_node(value).value));
}
/// As an argument of cp::fuse: only elements all of whose neighbours exist count, so that the argument is as much
/// smaller as the lambda's offsets reach. `v(inner, inner) = step(cp::valid(u))` leaves the frame of v as it is.
///
/// numpy  slices, as u[1:-1]; numpy.convolve mode "valid"
template <expression E>
[[nodiscard]] constexpr auto valid(E&& e) {
  return detail::make_bounded<program::edge::valid>(std::forward<E>(e), {});
}

}  // namespace cp
