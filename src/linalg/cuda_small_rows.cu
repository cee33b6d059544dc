// The smallest systems on the device: 8 or 16 threads of a warp a matrix, a row of it in the registers of each.
#include <cstdint>
#include <fuse/runtime/launch.hpp>

#include "cuda_kernels.hpp"
#include "cuda_lanes.cuh"
#include "small_rows.hpp"

namespace cp::runtime::device {

namespace {

constexpr int block_threads = 128;

/// The matrix of a group of N threads.
template <int N>
__device__ std::int64_t matrix_of_group() {
  return (static_cast<std::int64_t>(blockIdx.x) * block_threads + static_cast<int>(threadIdx.x)) / N;
}

/// C right-hand sides at a time. Where X is A or B, it is written after they have been read.
template <class T, int N, int C>
__global__ void __launch_bounds__(block_threads)
    solve_rows_kernel(std::int64_t count, int n, std::int64_t k, lying matrices, lying from, lying to, int* info) {
  std::int64_t const matrix = matrix_of_group<N>();
  if (matrix >= count) return;
  lanes const g(N);
  bool const mine = g.lane < n;
  small::factored_rows<T, N> f;
  T const* const row = static_cast<T const*>(matrices.data) + matrix * matrices.matrix + g.lane * matrices.row;
#pragma unroll
  for (int j = 0; j < N; ++j) f.a[j] = mine && j < n ? row[j * matrices.column] : T(0);
  int const status = small::factor_rows(g, n, f);
  T const* const right = static_cast<T const*>(from.data) + matrix * from.matrix + g.lane * from.row;
  T* const solution = static_cast<T*>(to.data) + matrix * to.matrix + g.lane * to.row;
  for (std::int64_t first = 0; first < k; first += C) {
    T b[C];
#pragma unroll
    for (int c = 0; c < C; ++c) {
      if (from.data == nullptr)
        b[c] = first + c == g.lane ? T(1) : T(0);
      else
        b[c] = mine && first + c < k ? right[(first + c) * from.column] : T(0);
    }
    small::substitute_rows(g, n, f, b);
#pragma unroll
    for (int c = 0; c < C; ++c)
      if (mine && first + c < k) solution[(first + c) * to.column] = b[c];
  }
  if (g.lane == 0) info[matrix] = status;
}

template <class T, int N>
__global__ void __launch_bounds__(block_threads)
    cholesky_rows_kernel(std::int64_t count, int n, bool upper, T* all, int* info) {
  std::int64_t const matrix = matrix_of_group<N>();
  if (matrix >= count) return;
  lanes const g(N);
  bool const mine = g.lane < n;
  // The upper factor is the lower one of the same matrix, whose upper triangle is read by rows.
  T* const row = all + matrix * n * n + (upper ? n : 1) * g.lane;
  int const step = upper ? 1 : n;
  T a[N];
#pragma unroll
  for (int j = 0; j < N; ++j) {
    a[j] = mine && j <= g.lane ? row[j * step] : T(0);
    if (upper) a[j] = small::conjugate(a[j]);
  }
  int const status = small::cholesky_rows(g, n, a);
#pragma unroll
  for (int j = 0; j < N; ++j)
    if (mine && j < n) row[j * step] = j > g.lane ? T(0) : upper ? small::conjugate(a[j]) : a[j];
  if (g.lane == 0) info[matrix] = status;
}

template <class... A>
void start(void const* kernel, std::int64_t count, int threads, A... argument) {
  launch_shape shape;
  shape.grid_x = static_cast<unsigned>((count * threads + block_threads - 1) / block_threads);
  shape.block_x = block_threads;
  void* arguments[] = {&count, &argument...};
  launch(kernel, shape, arguments, nullptr);
}

}  // namespace

void solve_by_rows(dtype_id type, std::int64_t count, int n, std::int64_t k, lying const& a, lying const& b,
                   lying const& x, int* info) {
  with_type(type, [&](auto t) {
    using T = decltype(t);
    void const* const kernels[2][2] = {
        {reinterpret_cast<void const*>(&solve_rows_kernel<T, 8, 1>),
         reinterpret_cast<void const*>(&solve_rows_kernel<T, 8, 4>)},
        {reinterpret_cast<void const*>(&solve_rows_kernel<T, 16, 1>),
         reinterpret_cast<void const*>(&solve_rows_kernel<T, 16, 4>)}};
    start(kernels[n > 8][k > 1], count, n > 8 ? 16 : 8, n, k, a, b, x, info);
  });
}

void cholesky_by_rows(dtype_id type, std::int64_t count, int n, bool upper, void* a, int* info) {
  with_type(type, [&](auto t) {
    using T = decltype(t);
    start(n > 8 ? reinterpret_cast<void const*>(&cholesky_rows_kernel<T, 16>)
                : reinterpret_cast<void const*>(&cholesky_rows_kernel<T, 8>),
          count, n > 8 ? 16 : 8, n, upper, static_cast<T*>(a), info);
  });
}

}  // namespace cp::runtime::device
