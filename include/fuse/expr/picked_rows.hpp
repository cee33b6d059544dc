// Rows that an index array picks, stored on the host: where they lie one behind the other they are copied whole.
#pragma once

#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/library/rows.hpp>
#include <type_traits>

namespace cp::expr {

/// Whether what is stored in arrays of `To` axes, as elements of type T, is what one index array picks along with whole
/// axes.
template <class Roots, int To, class... T>
constexpr bool are_picked_rows = false;
template <class Array, class I, int Rank, class T>
constexpr bool are_picked_rows<arguments<gather<Array, I, places<program::offset_itself, Rank>> const&>, Rank, T> =
    std::is_same_v<typename Array::value_type, T>&& is_array<I> &&
    (std::is_same_v<typename I::value_type, std::int64_t> || std::is_same_v<typename I::value_type, std::int32_t>);

/// Copies rows; false, and nothing is done, where they are short or do not lie one behind the other.
template <class Array, class T, int Count, int Rank>
bool copy_picked_rows(gather<Array, ndarray<T, Count, host_space>, places<program::offset_itself, Rank>> const& g,
                      ndarray<typename Array::value_type, Rank, host_space> const& to) {
  constexpr auto size = static_cast<std::int64_t>(sizeof(typename Array::value_type));
  constexpr std::int64_t least = 64;  // bytes of a row that are worth a copy
  auto const& index = g.index.a;
  auto const& whole = g.index.b;
  // The step of the index along an axis of what is picked.
  auto const step_of_index = [&](int axis) -> std::int64_t {
    int const own = axis - (Rank - Count);
    return own < 0 || index.shape()[own] == 1 ? 0 : index.strides()[own];
  };
  std::int64_t row = 1;
  int rank = Rank;
  for (int k = Rank; k-- > 0 && step_of_index(k) == 0 && to.strides()[k] == row && whole.step[k] == row &&
                     whole.extents[k] == to.shape()[k];
       rank = k)
    row *= to.shape()[k];
  if (row * size < least) return false;
  cp::library::rows_job job{};
  job.to = reinterpret_cast<unsigned char*>(to.data());
  job.from = reinterpret_cast<unsigned char const*>(g.array.data() + whole.start);
  job.index = reinterpret_cast<unsigned char const*>(index.data());
  job.index_bytes = sizeof(T);
  job.extent = g.array.shape()[0], job.step = g.array.strides()[0] * size;
  job.row_bytes = row * size;
  job.rank = rank;
  for (int k = 0; k < rank; ++k) {
    job.shape[k] = to.shape()[k];
    job.to_stride[k] = to.strides()[k] * size;
    job.from_stride[k] = whole.extents[k] == 1 ? 0 : whole.step[k] * size;
    job.index_stride[k] = step_of_index(k) * static_cast<std::int64_t>(sizeof(T));
  }
  cp::library::copy_rows(job);
  return true;
}

}  // namespace cp::expr
