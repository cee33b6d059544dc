// Whether arrays lie on the same memory.
#pragma once

#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/expr/aliasing.hpp>
#include <type_traits>
#include <utility>

namespace cp {

/// The addresses of the first byte of an array and behind its last one; of one without elements both of its data.
///
/// numpy    numpy.lib.array_utils.byte_bounds
template <class T, int Rank, class Space>
[[nodiscard]] std::pair<std::uintptr_t, std::uintptr_t> byte_bounds(ndarray<T, Rank, Space> const& a) {
  std::uintptr_t const at = reinterpret_cast<std::uintptr_t>(a.data());
  if (a.size() == 0) return {at, at};
  std::int64_t low = 0, high = sizeof(T);
  for (int i = 0; i < Rank; ++i) {
    std::int64_t const reach = (a.shape()[i] - 1) * a.strides()[i] * static_cast<std::int64_t>(sizeof(T));
    (reach < 0 ? low : high) += reach;
  }
  return {at + static_cast<std::uintptr_t>(low), at + static_cast<std::uintptr_t>(high)};
}

/// Whether the bytes from the first to the last of two arrays overlap. Arrays of two spaces never do.
///
/// numpy    numpy.may_share_memory
template <class T, int Rank, class Space, class U, int N, class Other>
[[nodiscard]] bool may_share_memory(ndarray<T, Rank, Space> const& a, ndarray<U, N, Other> const& b) {
  auto const x = byte_bounds(a), y = byte_bounds(b);
  return std::is_same_v<Space, Other> && x.first < y.second && y.first < x.second && a.size() > 0 && b.size() > 0;
}

/// Whether two arrays have a byte in common: exact, except that arrays which would take long to tell apart count as
/// sharing one. Arrays of two spaces never do.
///
/// numpy    numpy.shares_memory
template <class T, int Rank, class Space, class U, int N, class Other>
[[nodiscard]] bool shares_memory(ndarray<T, Rank, Space> const& a, ndarray<U, N, Other> const& b) {
  return may_share_memory(a, b) && expr::may_overlap(a.data(), Rank, a.shape().value, a.strides().value, sizeof(T),
                                                     b.data(), N, b.shape().value, b.strides().value, sizeof(U));
}

}  // namespace cp
