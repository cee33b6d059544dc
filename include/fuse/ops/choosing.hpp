// Elements taken and put by indices that are arrays themselves; choices between arrays.
#pragma once

#include <cstdint>
#include <fuse/expr/evaluate.hpp>
#include <fuse/ops/creation.hpp>
#include <fuse/ops/indexing.hpp>
#include <fuse/ops/lists.hpp>
#include <fuse/ops/scans.hpp>
#include <fuse/ops/selection.hpp>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace cp {

/// What becomes of an index outside its axis: it wraps around, or the nearest one is taken (negative ones are below the
/// first then). NumPy's default, to raise, would wait for the values.
enum class index_mode { wraps, clips };

namespace detail {

/// An index made one of [0, n).
struct bounded_index {
  using library_function = void;
  static constexpr int cost = 8;
  static constexpr char const* qualified_name = "cp::index_mode";
  std::int64_t n;
  bool clips;
  template <class I>
  FUSE_HD std::int64_t operator()(I const& index) const noexcept {
    if constexpr (std::is_unsigned_v<I> && sizeof(I) == 8)
      if (index > static_cast<I>(INT64_MAX))
        return clips ? n - 1 : static_cast<std::int64_t>(index % static_cast<I>(n));
    auto const i = static_cast<std::int64_t>(index);
    if (i >= 0 && i < n) return i;
    if (clips) return i < 0 ? 0 : n - 1;
    std::int64_t const r = i % n;
    return r < 0 ? r + n : r;
  }
};
template <class I>
auto bounded(I const& index, std::int64_t n, index_mode mode) {
  auto node = index_node(index);
  using call = expr::call<bounded_index, decltype(node)>;
  return call(bounded_index{n, mode == index_mode::clips}, expr::make_arguments(std::move(node)));
}

template <class A, class I>
void check_along(A const&, I const&) {
  static_assert(I::rank == A::rank,
                "cp: indices along an axis have the array's rank; they broadcast along the other axes");
}

[[noreturn]] void throw_no_values(char const* where);
/// Throws shape_error unless a mask has as many elements as the array.
void check_mask_size(std::int64_t mask, std::int64_t array, char const* where);

/// Writes values where a mask of a's shape is true, repeated in C order.
template <class A, class Mask, class X>
void put_where(A const& a, Mask const& mask, X const& values) {
  if constexpr (!expression<X>) {
    masked(a, mask) = values;
  } else {
    if constexpr (X::rank == A::rank)
      if (expr::shape_of(values) == a.shape()) {
        masked(a, mask) = values;
        return;
      }
    auto const flat = ravel(values);
    if (flat.size() == 0) throw_no_values("cp::putmask");
    masked(a, mask) = gather(flat, expr::position<A::rank>(a.shape(), contiguous_strides(a.shape()), 0));
  }
}

}  // namespace detail

/// Elements a[..., indices[..., i, ...], ...] along an axis: what argsort and its like give, applied. Indices have a's
/// rank, and broadcast with it along the other axes. Lazy; indices wrap around. Throws index_error for an axis that
/// does not exist, shape_error where the others do not broadcast.
///
/// numpy    numpy.take_along_axis
template <expression E, expression I>
[[nodiscard]] auto take_along_axis(E const& e, I const& indices, int axis = -1) {
  detail::check_along(e, indices);
  if constexpr (expr::is_traced<E> || expr::is_traced<I>) {
    return expr::derive([axis](auto const& x, auto const& i) { return take_along_axis(eval(x), i, axis); }, e, indices);
  } else {
    constexpr int rank = E::rank;
    int const along = normalize_axis(axis, rank, "cp::take_along_axis");
    auto const a = eval(e);
    auto extent = a.shape(), step = a.strides();
    extent[along] = 1, step[along] = 0;
    return [&]<class N>(N node) {
      using offset = expr::places<program::offset_itself, rank>;
      return expr::gather<array_of<E>, N, offset>(detail::axis_first(a, along),
                                                  expr::make_arguments(std::move(node), offset(extent, step, 0)));
    }(detail::index_node(indices));
  }
}
/// Writes values, which broadcast with the indices, to the elements that take_along_axis takes. Of an element that is
/// named several times the last value stays.
///
/// numpy    numpy.put_along_axis
template <array_type A, expression I, operand X>
void put_along_axis(A const& a, I const& indices, X const& values, int axis = -1) {
  detail::check_along(a, indices);
  constexpr int rank = A::rank;
  int const along = normalize_axis(axis, rank, "cp::put_along_axis");
  index_array<rank> extent = a.shape();
  extent[along] = 1;
  auto const other = [&](int k) {  // the position along the k-th of the axes that are not indexed
    index_array<rank> step;
    step[k < along ? k : k + 1] = 1;
    return expr::position<rank>(extent, step, 0);
  };
  [&]<int... K>(std::integer_sequence<int, K...>) {
    detail::pick<true>(detail::axis_first(a, along), 0, detail::index_node(indices), other(K)...) = values;
  }
  (std::make_integer_sequence<int, rank - 1>{});
}

/// Writes values, which are repeated as often as needed, to the elements of a in C order at `indices`. Of an element
/// that is named several times the last value stays. Throws index_error for an empty array, value_error for no values.
///
/// numpy    numpy.put
template <array_type A, operand I, operand X>
void put(A const& a, I const& indices, X const& values, index_mode mode = index_mode::wraps) {
  auto const at = [&] {
    if constexpr (expression<I>)
      return ravel(indices);
    else
      return full<std::int64_t, typename A::space>(1, static_cast<std::int64_t>(indices));
  }();
  if (at.size() == 0) return;
  if (a.size() == 0) throw index_error("cp::put: there are no elements in an array of shape " + to_string(a.shape()));
  auto const place = eval(detail::bounded(at, a.size(), mode));
  auto const picked = std::apply([&](auto const&... i) { return detail::pick<true>(a, 0, i...); },
                                 detail::coordinates_of(place, a.shape()));
  if constexpr (expression<X>) {
    auto const flat = ravel(values);
    if (flat.size() == 0) detail::throw_no_values("cp::put");
    detail::write_picked(picked, gather(flat, index<0>(at.shape())));
  } else {
    detail::write_picked(picked, values);
  }
}

/// Writes values, which are repeated as often as needed, to the elements where a mask of as many elements is true: the
/// first value to the first of them. Throws shape_error for a mask of another size, value_error for no values.
///
/// numpy    numpy.place
template <array_type A, expression Mask, expression X>
void place(A const& a, Mask const& mask, X const& values) {
  auto const flat = ravel(values);
  auto const m = eval(detail::truth_of(mask));
  detail::check_mask_size(m.size(), a.size(), "cp::place");
  if (a.size() == 0) return;
  if (flat.size() == 0) detail::throw_no_values("cp::place");
  auto const counted = reshape(cumsum<std::int64_t>(m), a.shape());
  masked(a, reshape(m, a.shape())) = gather(flat, counted - 1);
}

/// Writes values where a mask of as many elements is true. An array of a's size gives each element its own value, one
/// of another size is repeated in C order as often as needed. One kernel. Throws shape_error for a mask of another
/// size, value_error for no values.
///
/// numpy    numpy.putmask
template <array_type A, expression Mask, operand X>
void putmask(A const& a, Mask const& mask, X const& values) {
  auto const shape = expr::shape_of(mask);
  detail::check_mask_size(size_of(shape), a.size(), "cp::putmask");
  if (a.size() == 0) return;
  if constexpr (Mask::rank == A::rank)
    if (shape == a.shape()) return detail::put_where(a, detail::truth_of(mask), values);
  detail::put_where(a, reshape(detail::truth_of(mask), a.shape()), values);
}
/// One number wherever the mask is true.
template <array_type A, expression Mask, operand X>
requires(!expression<X>) void place(A const& a, Mask const& mask, X const& value) {
  detail::check_mask_size(size_of(expr::shape_of(mask)), a.size(), "cp::place");
  putmask(a, mask, value);
}

namespace detail {

template <int K, class I, class Last>
auto choose_from(I const&, Last const& last) {
  return last;
}
template <int K, class I, class X, class Next, class... More>
auto choose_from(I const& i, X const& x, Next const& next, More const&... more) {
  return where(i == K, x, choose_from<K + 1>(i, next, more...));
}

template <std::size_t K, class Conditions, class Choices, class Default>
auto select_by(Conditions const& conditions, Choices const& choices, Default const& otherwise) {
  if constexpr (K + 1 == std::tuple_size_v<Conditions>)
    return where(std::get<K>(conditions), std::get<K>(choices), otherwise);
  else
    return where(std::get<K>(conditions), std::get<K>(choices), select_by<K + 1>(conditions, choices, otherwise));
}

}  // namespace detail

/// The element of the choice that an integer names: choices[a[i]][i], all broadcast. dtype: the choices promoted. Lazy.
/// `choose(a, std::tuple(x, y, 0), cp::index_mode::clips)`.
///
/// numpy    numpy.choose
template <expression I, class... X>
[[nodiscard]] auto choose(I const& a, std::tuple<X...> const& choices, index_mode mode = index_mode::wraps) {
  static_assert(sizeof...(X) >= 1, "cp::choose: there is no choice");
  static_assert((operand<X> && ...), "cp::choose: a choice is an array, an expression or a number");
  auto const index = detail::bounded(a, sizeof...(X), mode);
  return std::apply([&](auto const&... x) { return detail::choose_from<0>(index, x...); }, choices);
}
template <expression I, expression X, std::size_t N>
[[nodiscard]] auto choose(I const& a, X const (&choices)[N], index_mode mode = index_mode::wraps) {
  return choose(a, detail::of_braces([](auto const&... e) { return std::tuple(e...); }, choices), mode);
}
template <expression I, class Item = detail::any_operand, std::size_t N>
detail::of_mixed_lists<Item> choose(I const&, detail::any_operand const (&)[N], index_mode = index_mode::wraps) {
  return {};
}
/// The same where the choices lie along the first axis of an array. Throws value_error where it is empty.
template <expression I, expression X>
[[nodiscard]] auto choose(I const& a, X const& choices, index_mode mode = index_mode::wraps) {
  static_assert(X::rank >= 1, "cp::choose: the choices lie along the first axis of an array");
  if constexpr (expr::is_traced<I> || expr::is_traced<X>) {
    return expr::derive([mode](auto const& i, auto const& x) { return choose(i, eval(x), mode); }, a, choices);
  } else {
    auto const table = eval(choices);
    if (table.shape()[0] == 0) detail::throw_no_values("cp::choose");
    auto index = detail::bounded(a, table.shape()[0], mode);
    if constexpr (X::rank == 1) {
      return gather(table, index);
    } else {
      using offset = expr::places<program::offset_itself, X::rank - 1>;
      auto const whole = table(0);
      return expr::gather<array_of<X>, decltype(index), offset>(
          table, expr::make_arguments(std::move(index), offset(whole.shape(), whole.strides(), 0)));
    }
  }
}

/// The element of the first choice whose condition holds, or `otherwise`; all broadcast. dtype: the choices and
/// `otherwise` promoted. Lazy. `select(std::tuple(x < 0, x > 9), std::tuple(-x, x * x), 1)`.
///
/// numpy    numpy.select
template <class... C, class... X, operand Default = int>
[[nodiscard]] auto select(std::tuple<C...> const& conditions, std::tuple<X...> const& choices,
                          Default const& otherwise = 0) {
  static_assert(sizeof...(C) == sizeof...(X), "cp::select: there is a choice for each condition");
  static_assert(sizeof...(C) >= 1, "cp::select: there is no condition");
  static_assert((boolean<typename C::value_type> && ...), "cp::select: conditions are boolean");
  return detail::select_by<0>(conditions, choices, otherwise);
}

/// Of one type each: `select({x < 0, x < 9}, {a, b}, 1)`.
template <expression C, std::size_t N, expression X, operand Default = int>
[[nodiscard]] auto select(C const (&conditions)[N], X const (&choices)[N], Default const& otherwise = 0) {
  auto const all_of = [](auto const&... e) { return std::tuple(e...); };
  return select(detail::of_braces(all_of, conditions), detail::of_braces(all_of, choices), otherwise);
}
template <class Item = detail::any_operand, std::size_t N, std::size_t M>
detail::of_mixed_lists<Item> select(detail::any_operand const (&)[N], detail::any_operand const (&)[M],
                                    detail::any_operand const& = 0) {
  return {};
}

/// Views of 1-D index arrays that broadcast to their grid: `a(i, j)` with `auto [i, j] = cp::ix_(rows, columns)`. Of a
/// mask the places where it is true, for whose number it waits, once.
///
/// numpy    numpy.ix_
template <expression... I>
[[nodiscard]] auto ix_(I const&... i) {
  static_assert(((I::rank == 1 && (integral<typename I::value_type> || boolean<typename I::value_type>)) && ...),
                "cp::ix_ takes 1-D arrays of integers, and masks");
  auto const places = []<class X>(X const& x) {
    if constexpr (detail::is_mask<X>)
      return detail::true_places(x, "cp::ix_");
    else
      return x;
  };
  return [&]<int... Axis>(std::integer_sequence<int, Axis...>) {
    return std::make_tuple(detail::along_axis<sizeof...(I)>(places(i), Axis)...);
  }
  (std::make_integer_sequence<int, sizeof...(I)>{});
}

}  // namespace cp
