// Elements at other places of a new array: rolled, tiled, repeated. Lazy: parts of the kernel that uses them.
#pragma once

#include <concepts>
#include <cstdint>
#include <fuse/expr/moved.hpp>
#include <fuse/ops/creation.hpp>
#include <fuse/ops/indexing.hpp>
#include <fuse/ops/joining.hpp>
#include <fuse/ops/manipulation.hpp>
#include <fuse/ops/reductions.hpp>
#include <fuse/ops/scans.hpp>
#include <fuse/ops/ufunc_methods.hpp>
#include <type_traits>

namespace cp {

namespace detail {

/// An expression of one axis as one of `N`, whose last axis goes on where a row ends. A view.
template <int N, expression E>
auto folded_axis(E const& e, index_array<N> const& to) {
  static_assert(E::rank == 1);
  return view_of<N>(e, [to](auto const&, auto const& strides) {
    mapping<N> m{0, to, contiguous_strides(to)};
    for (std::int64_t& s : m.strides.value) s = wrapping_product(s, strides[0]);
    return m;
  });
}

/// The shape whose axis `axis` is `times` as long. Throws shape_error, value_error for negative counts.
template <int N>
index_array<N> lengthened(char const* where, index_array<N> shape, int axis, std::int64_t times) {
  if (times < 0) throw_value(where, "counts cannot be negative, as", times);
  if (__builtin_mul_overflow(shape[axis], times, &shape[axis])) shape[axis] = INT64_MAX;
  checked_size(where, shape.value, N, 1);
  return shape;
}

template <int R, expression E>
auto rolled(E const& e, index_array<R> const& shift) {
  if constexpr (expr::is_traced<E>) {
    return expr::derive([shift](auto const& x) { return rolled<R>(x, shift); }, e);
  } else {
    expr::moving<program::rotated, R> m{expr::shape_of(e), {}, "cp::roll"};
    for (int i = 0; i < R; ++i)
      if (m.shape[i] > 0) m.first[i] = program::wrapped(shift[i], m.shape[i]);
    return expr::moved(e, m);
  }
}

}  // namespace detail

/// Elements moved on by `shift` places along an axis; those beyond an end come in at the other. Lazy, part of the
/// kernel that uses it. Throws index_error.
///
/// numpy    numpy.roll
template <expression E>
[[nodiscard]] auto roll(E const& e, std::int64_t shift, int axis) {
  static_assert(E::rank >= 1, "cp::roll along an axis needs one");
  index_array<E::rank> by;
  by[normalize_axis(axis, E::rank, "cp::roll")] = shift;
  return detail::rolled<E::rank>(e, by);
}
/// The same along several axes, by a shift each or one for all: `roll(a, {1, 2}, {0, 1})`. Shifts along an axis that is
/// named twice add up.
template <expression E, int N>
[[nodiscard]] auto roll(E const& e, std::int64_t const (&shifts)[N], int const (&axes)[N]) {
  index_array<E::rank> by;
  for (int i = 0; i < N; ++i) {
    std::int64_t& to = by[normalize_axis(axes[i], E::rank, "cp::roll")];
    to = static_cast<std::int64_t>(static_cast<std::uint64_t>(to) + static_cast<std::uint64_t>(shifts[i]));
  }
  return detail::rolled<E::rank>(e, by);
}
template <expression E, int N>
[[nodiscard]] auto roll(E const& e, std::int64_t shift, int const (&axes)[N]) {
  std::int64_t shifts[N];
  for (std::int64_t& s : shifts) s = shift;
  return roll(e, shifts, axes);
}
template <expression E, int... Axis>
requires(sizeof...(Axis) > 1) [[nodiscard]] auto roll(E const& e, std::int64_t shift, axis_list<Axis...>) {
  return roll(e, shift, {Axis...});
}
/// The same along all axes as one, in C order; what is not contiguous becomes an array first.
template <expression E>
[[nodiscard]] auto roll(E const& e, std::int64_t shift) {
  if constexpr (E::rank == 1) {
    return roll(e, shift, 0);
  } else if constexpr (expr::is_traced<E>) {
    return expr::derive([shift](auto const& x) { return roll(x, shift); }, e);
  } else {
    auto const a = eval(e);
    return detail::folded_axis<E::rank>(roll(ravel(a), shift, 0), a.shape());
  }
}

/// The array over and over, `reps[i]` times along axis i. Fewer counts than axes are those of the last axes; more make
/// axes in front. Lazy, part of the kernel that uses it. Throws value_error for negative counts, shape_error.
///
/// numpy    numpy.tile
template <expression E, int N>
[[nodiscard]] auto tile(E const& e, extent const (&reps)[N]) {
  return tile(e, make_shape(reps));
}
template <expression E, int N>
[[nodiscard]] auto tile(E const& e, index_array<N> const& reps) {
  constexpr int rank = N > E::rank ? N : E::rank;
  if constexpr (expr::is_traced<E>) {
    return expr::derive([reps](auto const& x) { return tile(x, reps); }, e);
  } else {
    auto const whole = detail::at_least<rank>(e);
    expr::moving<program::periodic, rank> m{expr::shape_of(whole), {}, "cp::tile"};
    for (int i = 0; i < N; ++i) m.shape = detail::lengthened("cp::tile", m.shape, i + rank - N, reps[i]);
    return expr::moved(whole, m);
  }
}
template <expression E, std::integral I, std::integral... More>
[[nodiscard]] auto tile(E const& e, I reps, More... more) {
  return tile(e, detail::one_extent(reps, more...));
}

/// Each element `count` times, along an axis. Lazy, part of the kernel that uses it. Throws index_error, value_error
/// for a negative count.
///
/// numpy    numpy.repeat
template <expression E, std::integral I>
[[nodiscard]] auto repeat(E const& e, I count, int axis) {
  static_assert(E::rank >= 1, "cp::repeat along an axis needs one");
  std::int64_t const times = extent(count).value;
  int const k = normalize_axis(axis, E::rank, "cp::repeat");
  if constexpr (expr::is_traced<E>) {
    return expr::derive([times, k](auto const& x) { return repeat(x, times, k); }, e);
  } else {
    expr::moving<program::repeated, E::rank> m{expr::shape_of(e), {}, "cp::repeat"};
    m.shape = detail::lengthened("cp::repeat", m.shape, k, times);
    for (int i = 0; i < E::rank; ++i) m.first[i] = i == k && times > 0 ? times : 1;
    return expr::moved(e, m);
  }
}
/// The same of all elements in C order.
template <expression E, std::integral I>
[[nodiscard]] auto repeat(E const& e, I count) {
  return repeat(ravel(e), count, 0);
}

namespace detail {
/// The elements of an array at places of one axis, which are an array.
template <array_type A, array_type I>
auto gather_along(A const& a, int axis, I const& places) {
  constexpr int rank = A::rank;
  auto shape = a.shape();
  shape[axis] = places.size();
  return [&]<int... J>(std::integer_sequence<int, J...>) {
    auto const index = [&](int k) {
      index_array<rank> step, stride;
      step[k] = 1, stride[k] = places.size() > 1 ? places.strides()[0] : 0;
      auto along = shape;
      for (int i = 0; i < rank && k != axis; ++i) along[i] = 1;
      return where(k == axis,
                   ndarray<std::int64_t, rank, typename I::space>(places.memory(), places.data(), along, stride),
                   expr::position<rank>(shape, step, 0));
    };
    return gather(a, index(J)...);
  }
  (std::make_integer_sequence<int, rank>{});
}

/// The places of 0, 1, ... in a row in which number i comes counts[i] times. Waits for their sum.
template <class Space, class C>
auto repeated_places(C const& counts) {
  static_assert(integral<typename C::value_type>, "cp::repeat: counts must be integers");
  auto const n = eval(astype<std::int64_t>(counts));
  std::int64_t const total = where(any(n < 0), std::int64_t{-1}, sum(n)).item();
  if (total < 0) throw value_error("cp::repeat: counts cannot be negative");
  // A mark where the next number begins: as many marks as have been passed, less one, is the number.
  auto const marks = zeros<std::int64_t, Space>(total + 1);
  add.at(marks, eval(cumsum(n) - n), std::int64_t{1});
  return eval(cumsum(marks) - 1)(slice(0, total));
}
}  // namespace detail

/// Element i along an axis `counts[i]` times; one count is that of all. An array, whose size is waited for. Throws
/// index_error, shape_error, value_error for negative counts.
///
/// numpy    numpy.repeat
template <expression E, expression C>
[[nodiscard]] auto repeat(E const& e, C const& counts, int axis) {
  static_assert(E::rank >= 1 && C::rank == 1, "cp::repeat takes an array with axes and counts of one axis");
  int const k = normalize_axis(axis, E::rank, "cp::repeat");
  auto const a = eval(e);
  index_array<1> const n{{a.shape()[k]}};
  auto const place =
      detail::repeated_places<typename decltype(a)::space>(detail::broadcast_for("cp::repeat", counts, n));
  return array_of<E>(detail::gather_along(a, k, place));
}
template <expression E, expression C>
[[nodiscard]] auto repeat(E const& e, C const& counts) {
  return repeat(ravel(e), counts, 0);
}

template <class Element, int Rank, class Space>
template <class Count, class... Axis>
auto ndarray<Element, Rank, Space>::repeat(Count const& count, Axis... axis) const {
  return cp::repeat(*this, count, axis...);
}

}  // namespace cp
