// How a CUDA thread goes through a vector's places whose elements are no run of neighbours.
#pragma once

#include <cstdint>

namespace cp::program {

#ifdef __CUDA_ARCH__
/// Elements `step` apart, from the one of number `left` on `jump` further, of which one(place) is each: some at once.
template <int Width, class T, class One>
__device__ __forceinline__ void fill_each(T* to, std::int64_t place, std::int64_t step, std::uint32_t left,
                                          std::int64_t jump, One const& one) {
  constexpr int some = Width < 4 ? Width : 4;
#pragma unroll 1
  for (int first = 0; first < Width; first += some) {
    T x[some];
#pragma unroll
    for (int v = 0; v < some; ++v)
      x[v] = one(place + step * (first + v) + (static_cast<std::uint32_t>(first + v) < left ? 0 : jump));
#pragma unroll
    for (int v = 0; v < some; ++v) to[first + v] = x[v];
  }
}

/// Neighbours, from the one of number `left` on `jump` further: run(to, place, n) fills some of n from a place on, and
/// returns how many. What a run's elements have in common is found once.
template <int Width, class T, class Run>
__device__ __forceinline__ void fill_by_runs(T* to, std::int32_t place, std::uint32_t left, std::int32_t jump,
                                             Run const& run) {
  auto const here = left < static_cast<std::uint32_t>(Width) ? static_cast<std::int32_t>(left) : Width;
#pragma unroll 1
  for (std::int32_t v = 0; v < Width;)
    v += v < here ? run(to + v, place + v, here - v) : run(to + v, place + v + jump, Width - v);
}
#endif

}  // namespace cp::program
