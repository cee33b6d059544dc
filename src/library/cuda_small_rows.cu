// The smallest systems on the device: 8 or 16 threads of a warp a matrix, a row of it in the registers of each. (H200,
// 2026-11, 10,000 8x8 float64: solving 9 us for 18 in shared memory, inverting 12 for 26.)
#include <cstdint>
#include <fuse/runtime/launch.hpp>

#include "cuda_kernels.hpp"
#include "cuda_lanes.cuh"
#include "small_rows.hpp"

namespace cp::library::device {

namespace {

constexpr int block_threads = 128;

/// The matrix of a group of N threads.
template <int N>
__device__ std::int64_t matrix_of_group() {
  return (static_cast<std::int64_t>(blockIdx.x) * block_threads + static_cast<int>(threadIdx.x)) / N;
}

/// 16 bytes of a row, or an element.
template <class T>
struct alignas(16) piece {
  static constexpr int size = 16 / static_cast<int>(sizeof(T));
  T v[size];
};

/// A lane's row of a group's matrix where it lies. A row of N neighbours moves in pieces: one by one, each lane's would
/// be parts of what memory moves at once.
template <class T, int N>
struct lying_row {
  T* first;
  std::int64_t step;
  int n;  ///< 0 in a lane without a row

  __device__ lying_row(lanes const& g, int extent, lying const& m, std::int64_t matrix)
      : first(static_cast<T*>(m.data) + matrix * m.matrix + g.lane * m.row),
        step(m.column),
        n(g.lane < extent ? extent : 0) {}
  __device__ bool in_pieces() const { return n == N && step == 1 && reinterpret_cast<std::uintptr_t>(first) % 16 == 0; }
  /// What is not there is 0.
  __device__ void load(T (&a)[N]) const {
    if (in_pieces()) {
#pragma unroll
      for (int j = 0; j < N; j += piece<T>::size) {
        piece<T> const p = *reinterpret_cast<piece<T> const*>(first + j);
#pragma unroll
        for (int i = 0; i < piece<T>::size; ++i) a[j + i] = p.v[i];
      }
    } else {
#pragma unroll
      for (int j = 0; j < N; ++j) a[j] = j < n ? first[j * step] : T(0);
    }
  }
  __device__ void store(T const (&a)[N]) const {
    if (in_pieces()) {
#pragma unroll
      for (int j = 0; j < N; j += piece<T>::size) {
        piece<T> p;
#pragma unroll
        for (int i = 0; i < piece<T>::size; ++i) p.v[i] = a[j + i];
        *reinterpret_cast<piece<T>*>(first + j) = p;
      }
    } else {
#pragma unroll
      for (int j = 0; j < N; ++j)
        if (j < n) first[j * step] = a[j];
    }
  }
};

/// One right-hand side for each matrix.
template <class T, int N>
__global__ void __launch_bounds__(block_threads)
    solve_vector_kernel(std::int64_t count, int n, lying matrices, lying from, lying to, int* info) {
  std::int64_t const matrix = matrix_of_group<N>();
  if (matrix >= count) return;
  lanes const g(N);
  small::factored_rows<T, N> f;
  lying_row<T, N>(g, n, matrices, matrix).load(f.a);
  T const right = g.lane < n ? static_cast<T const*>(from.data)[matrix * from.matrix + g.lane * from.row] : T(0);
  int const status = small::factor_rows(g, n, f);
  T const x = small::substitute_rows(g, n, f, right);
  if (g.lane < n) static_cast<T*>(to.data)[matrix * to.matrix + g.lane * to.row] = x;
  if (g.lane == 0) info[matrix] = status;
}

/// Many right-hand sides, or the identity's columns where there are none: a column a thread, the factors in shared
/// memory. Where X is A or B, it is written after they have been read.
template <class T, int N>
__global__ void __launch_bounds__(block_threads)
    solve_columns_kernel(std::int64_t count, int n, std::int64_t k, lying matrices, lying from, lying to, int* info) {
  std::int64_t const matrix = matrix_of_group<N>();
  if (matrix >= count) return;
  lanes const g(N);
  // One more than a matrix has, so that groups read different banks.
  __shared__ __align__(16) unsigned char memory[block_threads / N * (N * N + 1) * sizeof(T)];
  T* const lu = reinterpret_cast<T*>(memory) + static_cast<int>(threadIdx.x) / N * (N * N + 1);
  small::factored_rows<T, N> f;
  lying_row<T, N>(g, n, matrices, matrix).load(f.a);
  int const status = small::factor_rows(g, n, f);
  if (g.lane < n) {
#pragma unroll
    for (int j = 0; j < N; ++j) lu[f.step * N + j] = f.a[j];
  }
  g.sync();
  T const* const right = static_cast<T const*>(from.data) + matrix * from.matrix;
  T* const solution = static_cast<T*>(to.data) + matrix * to.matrix;
  for (std::int64_t column = g.lane; column < k; column += N) {
    T x[N];
#pragma unroll
    for (int i = 0; i < N; ++i) {
      int const row = i < n ? f.pivot[i] : 0;
      if (from.data == nullptr)
        x[i] = T(row == column ? 1 : 0);
      else
        x[i] = i < n ? right[row * from.row + column * from.column] : T(0);
    }
    small::substitute_column(n, lu, x);
#pragma unroll
    for (int i = 0; i < N; ++i)
      if (i < n) solution[i * to.row + column * to.column] = x[i];
  }
  if (g.lane == 0) info[matrix] = status;
}

/// The lower factors of matrices, or of their conjugates.
template <class T, int N>
__global__ void __launch_bounds__(block_threads)
    cholesky_rows_kernel(std::int64_t count, int n, bool conjugated, lying from, lying to, int* info) {
  std::int64_t const matrix = matrix_of_group<N>();
  if (matrix >= count) return;
  lanes const g(N);
  T a[N];
  lying_row<T, N>(g, n, from, matrix).load(a);
#pragma unroll
  for (int j = 0; j < N; ++j)
    if (conjugated) a[j] = small::conjugate(a[j]);
  int const status = small::cholesky_rows(g, n, a);
#pragma unroll
  for (int j = 0; j < N; ++j) a[j] = j > g.lane ? T(0) : conjugated ? small::conjugate(a[j]) : a[j];
  lying_row<T, N>(g, n, to, matrix).store(a);
  if (g.lane == 0) info[matrix] = status;
}

template <class... A>
void start(void const* kernel, std::int64_t count, int threads, A... argument) {
  runtime::launch_shape shape;
  shape.grid_x = static_cast<unsigned>((count * threads + block_threads - 1) / block_threads);
  shape.block_x = block_threads;
  void* arguments[] = {&count, &argument...};
  runtime::launch(kernel, shape, arguments, nullptr);
}

}  // namespace

void solve_by_rows(dtype_id type, std::int64_t count, int n, std::int64_t k, lying const& a, lying const& b,
                   lying const& x, int* info) {
  with_type(type, [&](auto t) {
    using T = decltype(t);
    int const threads = n > 8 ? 16 : 8;
    if (k == 1 && b.data != nullptr)
      start(n > 8 ? reinterpret_cast<void const*>(&solve_vector_kernel<T, 16>)
                  : reinterpret_cast<void const*>(&solve_vector_kernel<T, 8>),
            count, threads, n, a, b, x, info);
    else
      start(n > 8 ? reinterpret_cast<void const*>(&solve_columns_kernel<T, 16>)
                  : reinterpret_cast<void const*>(&solve_columns_kernel<T, 8>),
            count, threads, n, k, a, b, x, info);
  });
}

void cholesky_by_rows(dtype_id type, std::int64_t count, int n, bool upper, lying const& a, lying const& factor,
                      int* info) {
  // The upper factor is the lower one's adjoint, of which the upper triangle has the rows as columns.
  auto const turned = [&](lying const& m) { return upper ? lying{m.data, m.matrix, m.column, m.row} : m; };
  with_type(type, [&](auto t) {
    using T = decltype(t);
    start(n > 8 ? reinterpret_cast<void const*>(&cholesky_rows_kernel<T, 16>)
                : reinterpret_cast<void const*>(&cholesky_rows_kernel<T, 8>),
          count, n > 8 ? 16 : 8, n, upper, turned(a), turned(factor), info);
  });
}

}  // namespace cp::library::device
