// Elements picked by indices from the first axes of an array: how x(i) becomes a gather.
#pragma once

#include <cstdint>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/view.hpp>
#include <type_traits>
#include <utility>

namespace cp::detail {

/// The array whose axes are those of `a` in this order.
template <class T, int Rank, class Space, class Order>
ndarray<T, Rank, Space> in_axes_order(ndarray<T, Rank, Space> const& a, Order const& order) {
  index_array<Rank> shape, strides;
  for (int k = 0; k < Rank; ++k) shape[k] = a.shape()[order[k]], strides[k] = a.strides()[order[k]];
  return {a.memory(), a.data(), shape, strides};
}

/// `a` with `axis` first.
template <class T, int Rank, class Space>
ndarray<T, Rank, Space> axis_first(ndarray<T, Rank, Space> const& a, int axis) {
  int order[Rank];
  order[0] = axis;
  for (int k = 1; k < Rank; ++k) order[k] = k <= axis ? k - 1 : k;
  return in_axes_order(a, order);
}

/// An index as an expression of `Rank` axes, its own ending before axis `end`.
template <int Rank, class I>
auto index_among(I const& index, int end) {
  if constexpr (Rank == I::rank || I::rank == 0)
    return index;
  else
    return view_of<Rank>(index, [end](auto const& shape, auto const& strides) {
      mapping<Rank> m;
      for (int k = 0; k < Rank; ++k) m.shape[k] = 1;
      for (int k = 0; k < I::rank; ++k)
        m.shape[end - I::rank + k] = shape[k], m.strides[end - I::rank + k] = strides[k];
      return m;
    });
}

/// The elements that indices pick along the first axes of an array. The axes of what they pick stand behind `place` of
/// the other axes.
template <bool Writes, class T, int Rank, class Space, class... I>
auto pick(ndarray<T, Rank, Space> const& a, int place, I const&... index) {
  constexpr int indexed = sizeof...(I), whole = Rank - indexed, picked = expr::max_of(I::rank...);
  static_assert(indexed >= 1 && whole >= 0, "cp: more indices than the array has axes");
  auto const gathered = [&]<class... N>(N... node) {
    if constexpr (Writes)
      return expr::gather<expr::written_through<ndarray<T, Rank, Space>>, N...>(
          {a, place}, expr::make_arguments(std::move(node)...));
    else
      return expr::gather<ndarray<T, Rank, Space>, N...>(a, expr::make_arguments(std::move(node)...));
  };
  if constexpr (whole == 0) {
    return gathered(index...);
  } else {
    index_array<whole + picked> extent, step;
    for (int k = 0; k < picked; ++k) extent[place + k] = 1;
    for (int k = 0; k < whole; ++k) {
      int const to = k < place ? k : k + picked;
      extent[to] = a.shape()[indexed + k], step[to] = a.strides()[indexed + k];
    }
    return gathered(index_among<whole + picked>(index, place + picked)...,
                    expr::places<program::offset_itself, whole + picked>(extent, step, 0));
  }
}

/// The elements that an index picks along one axis of an array, in whose place the index' axes stand.
template <class T, int Rank, class Space, class I>
auto pick_along(ndarray<T, Rank, Space> const& a, int axis, I const& index) {
  return pick<false>(axis_first(a, axis), axis, index);
}

}  // namespace cp::detail
