// Matrices of short rows times a vector: a few threads a row, which hold the vector's elements.
#include <algorithm>
#include <cstdint>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>

#include "cuda_short_rows.hpp"

namespace cp::library {

namespace {

constexpr int threads = 256, of_thread = 4;  // threads of a block; elements of a row that a thread has
constexpr std::int64_t longest = 32 * of_thread, fewest = 4096, most_blocks = 1 << 16;

template <class T>
struct short_rows {
  T const *matrix, *x;
  T* y;
  std::int64_t leading, rows, step_x, step_y;
  int length;
  T alpha, beta;
};

/// `Lanes` threads a row. `Vectors`: the elements of a thread are neighbours and come in one or two loads of 16 bytes.
template <class T, int Lanes, bool Vectors>
__global__ void __launch_bounds__(threads) multiply_rows(__grid_constant__ short_rows<T> const v) {
  int const lane = static_cast<int>(threadIdx.x) % Lanes;
  auto const place = [&](int j) { return Vectors ? lane * of_thread + j : lane + j * Lanes; };
  T x[of_thread];
#pragma unroll
  for (int j = 0; j < of_thread; ++j) x[j] = place(j) < v.length ? v.x[place(j) * v.step_x] : T(0);
  std::int64_t const step = std::int64_t{gridDim.x} * (threads / Lanes);
  std::int64_t const first = std::int64_t{blockIdx.x} * (threads / Lanes) + threadIdx.x / 32 * (32 / Lanes);
  for (std::int64_t begin = first; begin < v.rows; begin += step) {  // of a warp, all of which works along
    std::int64_t const row = begin + static_cast<int>(threadIdx.x) % 32 / Lanes;
    bool const there = row < v.rows;
    T const* const from = v.matrix + (there ? row : 0) * v.leading;
    T a[of_thread];
    if constexpr (Vectors) {
      bool const mine = lane * of_thread < v.length;
#pragma unroll
      for (int j = 0; j < of_thread; j += int(16 / sizeof(T))) {
        alignas(16) T w[16 / sizeof(T)] = {};
        if (mine) *reinterpret_cast<float4*>(w) = *reinterpret_cast<float4 const*>(from + place(j));
#pragma unroll
        for (int i = 0; i < int(16 / sizeof(T)); ++i) a[j + i] = w[i];
      }
    } else {
#pragma unroll
      for (int j = 0; j < of_thread; ++j) a[j] = place(j) < v.length ? from[place(j)] : T(0);
    }
    T sum = 0;
#pragma unroll
    for (int j = 0; j < of_thread; ++j)
      if (place(j) < v.length) sum = fma(a[j], x[j], sum);
#pragma unroll
    for (int w = Lanes / 2; w > 0; w /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, w);
    if (!there || lane != 0) continue;
    T* const to = v.y + row * v.step_y;
    *to = v.beta != T(0) ? v.alpha * sum + v.beta * *to : v.alpha * sum;
  }
}

template <class T, int Lanes = 1>
void start(rows_by_vector const& v) {
  if constexpr (Lanes < 32)
    if (v.length > Lanes * of_thread) return start<T, Lanes * 2>(v);
  short_rows<T> arguments{static_cast<T const*>(v.matrix),
                          static_cast<T const*>(v.x),
                          static_cast<T*>(v.y),
                          v.leading,
                          v.rows,
                          v.step_x,
                          v.step_y,
                          int(v.length),
                          static_cast<T>(v.alpha),
                          static_cast<T>(v.beta)};
  bool const vectors =
      reinterpret_cast<std::uintptr_t>(v.matrix) % 16 == 0 && v.leading % of_thread == 0 && v.length % of_thread == 0;
  void const* const kernel = vectors ? reinterpret_cast<void const*>(&multiply_rows<T, Lanes, true>)
                                     : reinterpret_cast<void const*>(&multiply_rows<T, Lanes, false>);
  runtime::launch_shape s;
  s.grid_x = static_cast<unsigned>(std::min(most_blocks, (v.rows * Lanes + threads - 1) / threads));
  s.block_x = threads;
  void* list[] = {&arguments};
  runtime::launch(kernel, s, list, "rows times a vector");
}

}  // namespace

bool are_short_rows(rows_by_vector const& v) {
  return (v.dtype == dtype_id::float32 || v.dtype == dtype_id::float64) && v.length > 0 && v.length <= longest &&
         v.rows >= fewest;
}

void multiply_short_rows(rows_by_vector const& v) {
  std::int64_t const itemsize = v.dtype == dtype_id::float32 ? 4 : 8;
  if (v.dtype == dtype_id::float32)
    start<float>(v);
  else
    start<double>(v);
  runtime::count_launch(itemsize * (v.rows * v.length + v.length + (v.beta != 0 ? v.rows : 0)), itemsize * v.rows);
}

}  // namespace cp::library
