// Index arrays of grids, triangles and places; arrays joined by slices of numbers; walks over indices on the host.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <fuse/core/range.hpp>
#include <fuse/ops/choosing.hpp>
#include <fuse/ops/creation.hpp>
#include <fuse/ops/joining.hpp>
#include <fuse/ops/sequences.hpp>
#include <tuple>
#include <type_traits>
#include <utility>

namespace cp {

namespace detail {

/// Throws value_error unless a number is a place of an array of `size` elements.
void check_place(char const* where, std::int64_t place, std::int64_t size);

}  // namespace detail

/// The coordinates of places in C order of an array of this shape, a std::tuple of int64 expressions, one an axis:
/// `a(i, j)` with `auto [i, j] = cp::unravel_index(cp::argmax(a), a.shape())`. Lazy; places wrap around. Of an integer
/// they are numbers; throws value_error where it is no place of the array.
///
/// numpy    numpy.unravel_index
template <expression P, int N>
[[nodiscard]] auto unravel_index(P const& places, index_array<N> const& shape) {
  static_assert(N >= 1, "cp::unravel_index: the shape has no axes");
  return detail::coordinates_of(detail::bounded(places, size_of(shape), index_mode::wraps), shape);
}
template <std::integral P, int N>
[[nodiscard]] index_array<N> unravel_index(P place, index_array<N> const& shape) {
  auto rest = static_cast<std::int64_t>(place);
  detail::check_place("cp::unravel_index", rest, size_of(shape));
  index_array<N> at;
  for (int axis = N; axis-- > 0; rest /= shape[axis]) at[axis] = rest % shape[axis];
  return at;
}
template <class P, int N>
requires(expression<P> || std::integral<P>)
    [[nodiscard]] auto unravel_index(P const& places, extent const (&shape)[N]) {
  return unravel_index(places, make_shape(shape));
}

namespace detail {
template <class Index, int N, std::size_t... Axis>
auto place_among(Index const& index, index_array<N> const& shape, index_mode mode, std::index_sequence<Axis...>) {
  index_array<N> const inner = contiguous_strides(shape);
  auto const one = [&](auto const& i, int axis) {
    if constexpr (expression<std::remove_cvref_t<decltype(i)>>)
      return bounded(i, shape[axis], mode) * inner[axis];
    else
      return inner[axis] * bounded_index{shape[axis], mode == index_mode::clips}(i);
  };
  return (... + one(std::get<Axis>(index), int(Axis)));
}
}  // namespace detail

/// The places in C order of coordinates, a std::tuple of integer expressions, one an axis of this shape. Lazy; indices
/// outside their axis wrap around, or with cp::index_mode::clips become the nearest one. Integers alone give a number.
///
/// numpy    numpy.ravel_multi_index
template <class... I, int N>
[[nodiscard]] auto ravel_multi_index(std::tuple<I...> const& index, index_array<N> const& shape,
                                     index_mode mode = index_mode::wraps) {
  static_assert(sizeof...(I) == N && N > 0, "cp::ravel_multi_index: there is an index for each axis of the shape");
  return detail::place_among(index, shape, mode, std::index_sequence_for<I...>{});
}
template <class... I, int N>
[[nodiscard]] auto ravel_multi_index(std::tuple<I...> const& index, extent const (&shape)[N],
                                     index_mode mode = index_mode::wraps) {
  return ravel_multi_index(index, make_shape(shape), mode);
}

namespace detail {

/// The rows of an n x m matrix, each of as many elements as lie at or below its diagonal k, or above it.
struct triangle {
  std::int64_t n, m, k;
  bool upper;
  FUSE_HD static std::int64_t within(std::int64_t x, std::int64_t low, std::int64_t high) {
    return x < low ? low : x > high ? high : x;
  }
  /// Elements of row i up to column i + k.
  FUSE_HD std::int64_t below(std::int64_t i, std::int64_t diagonal) const { return within(i + diagonal + 1, 0, m); }
  /// Those of the rows before row i.
  FUSE_HD std::int64_t below_before(std::int64_t i, std::int64_t diagonal) const {
    std::int64_t const first = within(-diagonal, 0, i), full = within(m - diagonal - 1, first, i);
    std::int64_t const rising = full - first;  // rows of first + diagonal + 1 elements, and one more each
    return rising * (first + diagonal + 1) + rising * (rising - 1) / 2 + (i - full) * m;
  }
  FUSE_HD std::int64_t before(std::int64_t i) const {
    return upper ? i * m - below_before(i, k - 1) : below_before(i, k);
  }
  FUSE_HD std::int64_t begin(std::int64_t i) const { return upper ? below(i, k - 1) : 0; }
};
/// The row, or the column, of an element of a triangle in C order.
struct triangle_index {
  using library_function = void;
  static constexpr int cost = 400;
  static constexpr char const* qualified_name = "cp::tril_indices";
  triangle t;
  bool column;
  FUSE_HD std::int64_t operator()(std::int64_t place) const noexcept {
    std::int64_t low = 0, high = t.n - 1;  // the last row before which there are at most `place` elements
    while (low < high) {
      std::int64_t const middle = low + (high - low + 1) / 2;
      if (t.before(middle) <= place)
        low = middle;
      else
        high = middle - 1;
    }
    return column ? t.begin(low) + place - t.before(low) : low;
  }
};
/// Throws value_error for negative extents; diagonals beyond the matrix are as good as those at its edge.
triangle make_triangle(char const* where, std::int64_t n, std::int64_t m, std::int64_t k, bool upper);
inline auto triangle_indices(triangle const& t) {
  index_array<1> const size{{t.before(t.n)}};
  auto const part = [&](bool column) {
    using call = expr::call<triangle_index, expr::position<1>>;
    return call(triangle_index{t, column}, expr::make_arguments(expr::position<1>(size, index_array<1>{{1}}, 0)));
  };
  return std::make_tuple(part(false), part(true));
}
template <class E>
index_array<2> matrix_shape(E const& e) {
  static_assert(E::rank == 2, "cp: the triangles of an array have indices where it has two axes");
  return expr::shape_of(e);
}

}  // namespace detail

/// The indices of elements at or below diagonal k of an n x m matrix (m: n), in C order: `a(i, j)` with `auto [i, j] =
/// cp::tril_indices(n)`. Lazy. dtype: int64. Throws value_error for negative extents.
///
/// numpy    numpy.tril_indices
[[nodiscard]] inline auto tril_indices(std::int64_t n, std::int64_t k, std::int64_t m) {
  return detail::triangle_indices(detail::make_triangle("cp::tril_indices", n, m, k, false));
}
[[nodiscard]] inline auto tril_indices(std::int64_t n, std::int64_t k = 0) { return tril_indices(n, k, n); }
/// The indices of elements at or above diagonal k; see cp::tril_indices.
///
/// numpy    numpy.triu_indices
[[nodiscard]] inline auto triu_indices(std::int64_t n, std::int64_t k, std::int64_t m) {
  return detail::triangle_indices(detail::make_triangle("cp::triu_indices", n, m, k, true));
}
[[nodiscard]] inline auto triu_indices(std::int64_t n, std::int64_t k = 0) { return triu_indices(n, k, n); }
/// The same of a matrix.
///
/// numpy    numpy.tril_indices_from
template <expression E>
[[nodiscard]] auto tril_indices_from(E const& e, std::int64_t k = 0) {
  auto const shape = detail::matrix_shape(e);
  return tril_indices(shape[0], k, shape[1]);
}
/// The same of a matrix.
///
/// numpy    numpy.triu_indices_from
template <expression E>
[[nodiscard]] auto triu_indices_from(E const& e, std::int64_t k = 0) {
  auto const shape = detail::matrix_shape(e);
  return triu_indices(shape[0], k, shape[1]);
}
/// The indices of elements that mask_function(ones, k), as cp::triu, leaves other than zero in an n x n matrix. Waits
/// once, for their number.
///
/// numpy    numpy.mask_indices
template <space Space = default_space, class F, class K = int>
[[nodiscard]] auto mask_indices(std::int64_t n, F const& mask_function, K const& k = 0) {
  return nonzero(mask_function(ones<std::int64_t, Space>(index_array<2>{{n, n}}), k));
}

namespace detail {

/// A part of cp::r_ as an expression: of a slice its numbers.
template <class X>
auto joined_part(X const& x) {
  if constexpr (std::same_as<X, slice>) {
    std::int64_t const start = x.start == slice::open ? 0 : x.start;
    if (x.stop == slice::open) throw_value("cp::r_", "a slice needs an end; this one begins with", start);
    std::int64_t const n =
        range_length(wide_integer{start}, wide_integer{x.stop}, wide_integer{x.step}, dtype_id::int64);
    return expr::position<1>(index_array<1>{{n}}, index_array<1>{{x.step}}, start);
  } else {
    return expr::as_node(x);
  }
}
/// The dtype of all parts: arrays promoted, then numbers, which are weak.
template <class T, class... Node>
struct strong_dtype {
  using type = T;
};
template <class T, class First, class... More>
struct strong_dtype<T, First, More...> : strong_dtype<typename decltype(expr::join_strong<T, First>())::type, More...> {
};
template <class T, class... Node>
struct parts_dtype {
  using type = T;
};
template <class T, class First, class... More>
struct parts_dtype<T, First, More...> : parts_dtype<typename decltype(expr::join_weak<T, First>())::type, More...> {};
template <class First, class... More>
struct parts_dtype<void, First, More...>
    : promote_all<default_dtype<typename First::value_type>, default_dtype<typename More::value_type>...> {};

/// A part as an expression of dtype T that has axes.
template <class T, class Node>
auto part_with_axes(Node const& node) {
  if constexpr (Node::rank == 0) {
    auto const stretched = [](auto const& x) {
      return where(expr::position<1>(index_array<1>{{1}}, index_array<1>{{0}}, 0) == 0, x, x);
    };
    if constexpr (Node::weak)
      return stretched(expr::constant<T, false>(expr::cast_to<T>(node).value));
    else
      return stretched(expr::cast_to<T>(node));
  } else {
    return expr::cast_to<T>(node);
  }
}
template <class F, class... X>
auto join_parts(F const& f, X const&... x) {
  static_assert(sizeof...(X) >= 1, "cp::r_: there is nothing to join");
  return [&]<class... Node>(Node const&... node) {
    using T = typename parts_dtype<typename strong_dtype<void, Node...>::type, Node...>::type;
    return f(part_with_axes<T>(node)...);
  }(joined_part(x)...);
}

}  // namespace detail

/// Arrays, numbers and slices, which stand for their numbers (`cp::slice(0, 5)`: 0, 1, 2, 3, 4), joined along the first
/// axis: `cp::r_(cp::slice(0, 3), x, 7)`. dtype: all promoted; C++ numbers are weak. Throws shape_error; value_error
/// for a slice without an end.
///
/// numpy    numpy.r_
template <class... X>
[[nodiscard]] auto r_(X const&... x) {
  return detail::join_parts([](auto const&... part) { return concatenate<0>(part...); }, x...);
}
/// The same with vectors as columns, joined along the last axis.
///
/// numpy    numpy.c_
template <class... X>
[[nodiscard]] auto c_(X const&... x) {
  return detail::join_parts([](auto const&... part) { return concatenate<-1>(detail::as_columns{}(part)...); }, x...);
}

}  // namespace cp
