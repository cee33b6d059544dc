// Grids of coordinates.
#pragma once

#include <cstdint>
#include <fuse/ops/creation.hpp>
#include <fuse/ops/joining.hpp>
#include <fuse/ops/manipulation.hpp>
#include <tuple>
#include <type_traits>

namespace cp {

/// Which axis of a grid the first two coordinates run along: `xy` the second and the first (as plots have it), `ij` the
/// first and the second.
enum class indexing : unsigned char { xy, ij };

/// Coordinates of all points of a grid whose axes have these 1-D coordinates: a std::tuple of views, as many as
/// operands. `cp::meshgrid<cp::indexing::ij>(x, y)`; `Sparse`: with extent 1 along the axes of others.
///
/// numpy    numpy.meshgrid
template <indexing Indexing = indexing::xy, bool Sparse = false, expression... X>
[[nodiscard]] auto meshgrid(X const&... x) {
  constexpr int rank = sizeof...(X);
  static_assert(rank > 0 && ((X::rank <= 1) && ...), "cp::meshgrid takes 1-D arrays, one an axis");
  int i = 0;
  auto const axis_of_next = [&i] {
    int const k = i++;
    return Indexing == indexing::ij || rank < 2 || k > 1 ? k : 1 - k;
  };
  // Braces: operands are numbered in order.
  std::tuple axes{detail::along_axis<rank>(atleast_1d(x), axis_of_next())...};
  if constexpr (Sparse || rank == 1)
    return axes;
  else
    return std::apply([](auto const&... e) { return broadcast_arrays(e...); }, axes);
}

/// Coordinates from `start` in steps to below `stop`: NumPy's `start:stop:step` in a grid.
struct grid_steps {
  double start;  ///< the first coordinate
  double stop;   ///< what the coordinates stay below
  double step;   ///< from one to the next
};
/// `count` coordinates from `start` to `stop`, that one among them: NumPy's `start:stop:count*1j` in a grid.
struct grid_points {
  double start;        ///< the first coordinate
  double stop;         ///< the last one
  std::int64_t count;  ///< how many
};

namespace detail {
/// How a coordinate of a grid runs.
struct grid_range {
  double start, step;
  std::int64_t count;
  bool whole;  ///< integers

  grid_range(slice const& s);
  grid_range(grid_steps const& s);
  grid_range(grid_points const& p);
};
template <bool Whole, int Rank>
auto grid_coordinate(index_array<Rank> const& shape, int axis, grid_range const& r) {
  index_array<Rank> step;
  if constexpr (Whole) {
    step[axis] = static_cast<std::int64_t>(r.step);
    return expr::position<Rank>(shape, step, static_cast<std::int64_t>(r.start));
  } else {
    step[axis] = 1;
    return astype<double>(expr::position<Rank>(shape, step, 0)) * r.step + r.start;
  }
}
template <class... Range>
constexpr bool are_whole = (std::is_same_v<Range, slice> && ...);
template <class Range>
constexpr bool is_grid_range =
    std::is_same_v<Range, slice> || std::is_same_v<Range, grid_steps> || std::is_same_v<Range, grid_points>;
}  // namespace detail

/// Open grids: a std::tuple of coordinates, each along its own axis, `cp::ogrid(cp::slice(0, 5), cp::slice(0, 3))`; of
/// one range its numbers.
/// dtype: int64, or float64 where a range has floats (cp::grid_steps, cp::grid_points). Lazy, of no memory.
///
/// throws   value_error for ranges without end
/// numpy    numpy.ogrid
template <class... Range>
requires(detail::is_grid_range<Range>&&...) [[nodiscard]] auto ogrid(Range const&... range) {
  constexpr int rank = sizeof...(Range);
  int axis = 0;
  auto const one = [&](detail::grid_range const& r) {
    index_array<rank> shape;
    for (std::int64_t& n : shape.value) n = 1;
    shape[axis] = r.count;
    return detail::grid_coordinate<detail::are_whole<Range...>>(shape, axis++, r);
  };
  if constexpr (rank == 1)
    return one(range...);
  else
    return std::tuple{one(range)...};
}
/// Dense grids: the coordinates of all points, those of axis i at index i of the first axis; of one
/// range its numbers. As cp::ogrid; lazy.
///
/// numpy    numpy.mgrid
template <class... Range>
requires(detail::is_grid_range<Range>&&...) [[nodiscard]] auto mgrid(Range const&... range) {
  constexpr int rank = sizeof...(Range);
  detail::grid_range const ranges[] = {range...};
  index_array<rank> shape;
  for (int i = 0; i < rank; ++i) shape[i] = ranges[i].count;
  detail::checked_size("cp::mgrid", shape.value, rank, 8);
  if constexpr (rank == 1)
    return detail::grid_coordinate<detail::are_whole<Range...>>(shape, 0, ranges[0]);
  else
    return [&]<int... I>(std::integer_sequence<int, I...>) {
      return stack(detail::grid_coordinate<detail::are_whole<Range...>>(shape, I, ranges[I])...);
    }
  (std::make_integer_sequence<int, rank>{});
}

}  // namespace cp
