// Many small systems on the device: a group of 8, 16 or 32 threads of a warp a matrix, which is in shared memory.
#include <cstdint>
#include <fuse/runtime/launch.hpp>

#include "cuda_kernels.hpp"
#include "cuda_lanes.cuh"
#include "small_systems.hpp"

namespace cp::library::device {

namespace {

using small::real;

constexpr int rounded(int bytes) { return (bytes + 15) / 16 * 16; }

/// A matrix' part of shared memory, handed out piece by piece.
struct shared_room {
  unsigned char* next;

  template <class T>
  __device__ T* take(int n) {
    T* const p = reinterpret_cast<T*>(next);
    next += rounded(n * static_cast<int>(sizeof(T)));
    return p;
  }
};
template <class T>
constexpr int bytes_for(int n) {
  return rounded(n * static_cast<int>(sizeof(T)));
}

/// How a batch is spread: `threads` a matrix, `groups` matrices a block, `bytes` of shared memory a matrix.
struct spread {
  int threads, groups, bytes;
};

/// Where a group finds its work.
struct place {
  std::int64_t matrix;
  shared_room room;

  __device__ explicit place(spread const& s)
      : matrix(static_cast<std::int64_t>(blockIdx.x) * s.groups + static_cast<int>(threadIdx.x) / s.threads),
        room{nullptr} {
    extern __shared__ __align__(16) unsigned char memory[];
    room.next = memory + static_cast<int>(threadIdx.x) / s.threads * s.bytes;
  }
};

template <class T>
__device__ void load(lanes const& g, int m, int n, T const* from, int ld, T* to) {
  for (int i = g.lane; i < m * n; i += g.size) to[i / m * ld + i % m] = from[i];
}
template <class T>
__device__ void store(lanes const& g, int m, int n, T const* from, int ld, T* to) {
  for (int i = g.lane; i < m * n; i += g.size) to[i] = from[i / m * ld + i % m];
}
/// What a matrix that cannot be decomposed has instead of values.
template <class T>
__device__ void zero(lanes const& g, int n, T* to) {
  for (int i = g.lane; i < n; i += g.size) to[i] = T(0);
}
/// Of matrices as they lie: neighbouring threads along the axis whose elements are neighbours.
struct element_of {
  std::int64_t row, column;
  __device__ explicit element_of(lying const& a) : row(a.row), column(a.column) {}
  template <class F>
  __device__ void each(lanes const& g, int m, int n, F f) const {
    bool const along_rows = column == 1;
    for (int e = g.lane; e < m * n; e += g.size) {
      int const i = along_rows ? e / n : e % m, j = along_rows ? e % n : e / m;
      f(i, j, i * row + j * column);
    }
  }
};
__host__ __device__ constexpr int leading(int n) { return n | 1; }

constexpr int most_threads = 128;

template <class T>
__global__ void __launch_bounds__(most_threads)
    cholesky_kernel(spread s, std::int64_t count, int n, bool upper, T* all, int* info) {
  place p(s);
  if (p.matrix >= count) return;
  lanes const g(s.threads);
  int const ld = leading(n);
  T* const a = all + p.matrix * n * n;
  T* const l = p.room.take<T>(ld * n);
  // The upper factor is the lower one of the same matrix, whose upper triangle is read by rows.
  for (int i = g.lane; i < n * n; i += g.size) {
    int const row = i % n, column = i / n;
    if (upper)
      l[row * ld + column] = small::conjugate(a[i]);
    else
      l[column * ld + row] = a[i];
  }
  g.sync();
  int const status = small::cholesky(g, n, ld, l);
  g.sync();
  for (int i = g.lane; i < n * n; i += g.size) {
    int const row = i % n, column = i / n;
    if (upper)
      a[i] = row <= column ? small::conjugate(l[row * ld + column]) : T(0);
    else
      a[i] = row >= column ? l[column * ld + row] : T(0);
  }
  if (g.lane == 0) info[p.matrix] = status;
}

template <class T>
__global__ void __launch_bounds__(most_threads)
    factor_kernel(spread s, std::int64_t count, int n, T* all, int* all_pivots, int* info) {
  place p(s);
  if (p.matrix >= count) return;
  lanes const g(s.threads);
  int const ld = leading(n);
  T* const a = p.room.take<T>(ld * n);
  int* const pivots = p.room.take<int>(n);
  load(g, n, n, all + p.matrix * n * n, ld, a);
  g.sync();
  int const status = small::factor(g, n, ld, a, pivots);
  g.sync();
  store(g, n, n, a, ld, all + p.matrix * n * n);
  small::share(g, 0, n, [&](int i) { all_pivots[p.matrix * n + i] = pivots[i] + 1; });
  if (g.lane == 0) info[p.matrix] = status;
}

/// `chunk` right-hand sides at a time, or the identity's columns where there are none. Where x is a or b, they are read
/// before it is written.
template <class T>
__global__ void __launch_bounds__(most_threads)
    solve_kernel(spread s, std::int64_t count, int n, std::int64_t k, int chunk, lying matrices, lying from, lying to,
                 int* info) {
  place p(s);
  if (p.matrix >= count) return;
  lanes const g(s.threads);
  int const ld = leading(n);
  T* const a = p.room.take<T>(ld * n);
  T* const b = p.room.take<T>(ld * chunk);
  int* const pivots = p.room.take<int>(n);
  T const* const matrix = static_cast<T const*>(matrices.data) + p.matrix * matrices.matrix;
  T const* const right = static_cast<T const*>(from.data) + p.matrix * from.matrix;
  T* const solution = static_cast<T*>(to.data) + p.matrix * to.matrix;
  element_of(matrices).each(g, n, n, [&](int i, int j, std::int64_t at) { a[j * ld + i] = matrix[at]; });
  g.sync();
  int const status = small::factor(g, n, ld, a, pivots);
  for (std::int64_t first = 0; first < k; first += chunk) {
    int const columns = static_cast<int>(k - first < chunk ? k - first : chunk);
    g.sync();
    if (from.data == nullptr)
      for (int e = g.lane; e < n * columns; e += g.size) b[e / n * ld + e % n] = T(e % n == first + e / n ? 1 : 0);
    else
      element_of(from).each(g, n, columns,
                            [&](int i, int j, std::int64_t at) { b[j * ld + i] = right[first * from.column + at]; });
    g.sync();
    small::exchange_rows(g, n, pivots, columns, ld, b);
    small::substitute(g, n, ld, static_cast<T const*>(a), false, transposition::none, true, columns, ld, b);
    small::substitute(g, n, ld, static_cast<T const*>(a), true, transposition::none, false, columns, ld, b);
    g.sync();
    element_of(to).each(g, n, columns,
                        [&](int i, int j, std::int64_t at) { solution[first * to.column + at] = b[j * ld + i]; });
  }
  if (g.lane == 0) info[p.matrix] = status;
}

template <class T>
__global__ void __launch_bounds__(most_threads)
    triangular_kernel(spread s, std::int64_t count, int n, std::int64_t k, int chunk, bool upper, transposition how,
                      bool unit, T const* all, T* right) {
  place p(s);
  if (p.matrix >= count) return;
  lanes const g(s.threads);
  int const ld = leading(n);
  T* const a = p.room.take<T>(ld * n);
  T* const b = p.room.take<T>(ld * chunk);
  load(g, n, n, all + p.matrix * n * n, ld, a);
  for (std::int64_t first = 0; first < k; first += chunk) {
    int const columns = static_cast<int>(k - first < chunk ? k - first : chunk);
    T* const to = right + (p.matrix * k + first) * n;
    g.sync();
    load(g, n, columns, to, ld, b);
    g.sync();
    small::substitute(g, n, ld, static_cast<T const*>(a), upper, how, unit, columns, ld, b);
    store(g, n, columns, b, ld, to);
  }
}

template <class T>
__global__ void __launch_bounds__(most_threads)
    eigh_kernel(spread s, std::int64_t count, int n, bool want, T* all, real<T>* values, int* info) {
  place p(s);
  if (p.matrix >= count) return;
  lanes const g(s.threads);
  if (info[p.matrix] != 0) {
    zero(g, n, values + p.matrix * n);
    return;
  }
  int const ld = leading(n);
  T* const a = p.room.take<T>(ld * n);
  T* const v = want ? p.room.take<T>(ld * n) : nullptr;
  auto* const by = p.room.take<small::rotation<T>>(small::pairs(n));
  auto* const w = p.room.take<real<T>>(n);
  int* const order = p.room.take<int>(n);
  load(g, n, n, all + p.matrix * n * n, ld, a);
  g.sync();
  int const status = small::eigh(g, n, ld, a, v, by);
  small::share(g, 0, n, [&](int i) { w[i] = small::real_part(a[i * ld + i]); });
  g.sync();
  small::sort(g, n, w, true, order);
  small::share(g, 0, n, [&](int i) { values[p.matrix * n + i] = w[order[i]]; });
  if (want)
    for (int i = g.lane; i < n * n; i += g.size) all[p.matrix * n * n + i] = v[order[i / n] * ld + i % n];
  g.sync();
  if (g.lane == 0) info[p.matrix] = status;
}

template <class T>
__global__ void __launch_bounds__(most_threads)
    svd_kernel(spread s, std::int64_t count, int m, int n, int columns, T const* all, real<T>* values, T* left,
               T* right, int* info) {
  place p(s);
  if (p.matrix >= count) return;
  lanes const g(s.threads);
  if (info[p.matrix] != 0) {
    zero(g, n, values + p.matrix * n);
    if (columns > 0) {
      zero(g, m * columns, left + p.matrix * m * columns);
      zero(g, n * n, right + p.matrix * n * n);
    }
    return;
  }
  int const ld = leading(m), ldv = leading(n);
  bool const want = columns > 0;
  T* const a = p.room.take<T>(ld * n);
  T* const v = want ? p.room.take<T>(ldv * n) : nullptr;
  T* const u = want ? p.room.take<T>(ld * columns) : nullptr;
  auto* const by = p.room.take<small::rotation<T>>(small::pairs(n));
  auto* const sorted = p.room.take<real<T>>(n);
  auto* const lengths = p.room.take<real<T>>(n);
  int* const order = p.room.take<int>(n);
  T* const work = p.room.take<T>(m);
  load(g, m, n, all + p.matrix * m * n, ld, a);
  g.sync();
  int const status = small::svd(g, m, n, ld, a, ldv, v, columns, u, by, sorted, lengths, order, work);
  small::share(g, 0, n, [&](int i) { values[p.matrix * n + i] = sorted[i]; });
  if (want) {
    store(g, m, columns, u, ld, left + p.matrix * m * columns);
    for (int i = g.lane; i < n * n; i += g.size)
      right[p.matrix * n * n + i] = small::conjugate(v[order[i % n] * ldv + i / n]);
  }
  g.sync();
  if (g.lane == 0) info[p.matrix] = status;
}

/// As many matrices a block as leave room for several blocks, or at least one.
spread spread_of(int n, int bytes) {
  spread s;
  s.threads = n <= 8 ? 8 : n <= 16 ? 16 : 32;
  s.bytes = bytes;
  int const fit = 48 * 1024 / bytes;
  int const most = most_threads / s.threads;
  s.groups = fit < 1 ? 1 : fit < most ? fit : most;
  return s;
}

template <class... A>
void start(void const* kernel, spread s, std::int64_t count, A... argument) {
  runtime::launch_shape shape;
  shape.grid_x = static_cast<unsigned>((count + s.groups - 1) / s.groups);
  shape.block_x = static_cast<unsigned>(s.threads * s.groups);
  shape.shared_bytes = static_cast<unsigned>(s.groups * s.bytes);
  void* arguments[] = {&s, &count, &argument...};
  runtime::launch(kernel, shape, arguments, nullptr);
}

int chunk_of(std::int64_t k) { return static_cast<int>(k < 16 ? (k < 1 ? 1 : k) : 16); }

}  // namespace

void small_cholesky(dtype_id type, std::int64_t count, int n, bool upper, void* a, int* info) {
  if (n <= rows_extent) {
    lying const matrices{a, static_cast<std::int64_t>(n) * n, 1, n};
    return cholesky_by_rows(type, count, n, upper, matrices, matrices, info);
  }
  with_type(type, [&](auto t) {
    using T = decltype(t);
    spread const s = spread_of(n, bytes_for<T>(leading(n) * n));
    start(reinterpret_cast<void const*>(&cholesky_kernel<T>), s, count, n, upper, static_cast<T*>(a), info);
  });
}

void small_factor(dtype_id type, std::int64_t count, int n, void* a, int* pivots, int* info) {
  with_type(type, [&](auto t) {
    using T = decltype(t);
    spread const s = spread_of(n, bytes_for<T>(leading(n) * n) + bytes_for<int>(n));
    start(reinterpret_cast<void const*>(&factor_kernel<T>), s, count, n, static_cast<T*>(a), pivots, info);
  });
}

void small_solve(dtype_id type, std::int64_t count, int n, std::int64_t k, lying const& a, lying const& b,
                 lying const& x, int* info) {
  if (n <= rows_extent) return solve_by_rows(type, count, n, k, a, b, x, info);
  with_type(type, [&](auto t) {
    using T = decltype(t);
    int const chunk = b.data == nullptr ? n : chunk_of(k);
    spread const s = spread_of(n, bytes_for<T>(leading(n) * n) + bytes_for<T>(leading(n) * chunk) + bytes_for<int>(n));
    start(reinterpret_cast<void const*>(&solve_kernel<T>), s, count, n, k, chunk, a, b, x, info);
  });
}

void small_triangular(dtype_id type, std::int64_t count, int n, std::int64_t k, bool upper, transposition how,
                      bool unit, void const* a, void* b) {
  with_type(type, [&](auto t) {
    using T = decltype(t);
    int const chunk = chunk_of(k);
    spread const s = spread_of(n, bytes_for<T>(leading(n) * n) + bytes_for<T>(leading(n) * chunk));
    start(reinterpret_cast<void const*>(&triangular_kernel<T>), s, count, n, k, chunk, upper, how, unit,
          static_cast<T const*>(a), static_cast<T*>(b));
  });
}

void small_eigh(dtype_id type, std::int64_t count, int n, bool want, void* a, void* w, int* info) {
  with_type(type, [&](auto t) {
    using T = decltype(t);
    int const bytes = (want ? 2 : 1) * bytes_for<T>(leading(n) * n) + bytes_for<small::rotation<T>>(small::pairs(n)) +
                      bytes_for<real<T>>(n) + bytes_for<int>(n);
    start(reinterpret_cast<void const*>(&eigh_kernel<T>), spread_of(n, bytes), count, n, want, static_cast<T*>(a),
          static_cast<real<T>*>(w), info);
  });
}

void small_svd(dtype_id type, std::int64_t count, int m, int n, vectors want, void const* a, void* s, void* u, void* vh,
               int* info) {
  with_type(type, [&](auto t) {
    using T = decltype(t);
    int const columns = want == vectors::none ? 0 : want == vectors::reduced ? n : m;
    int const bytes = bytes_for<T>(leading(m) * n) +
                      (columns > 0 ? bytes_for<T>(leading(n) * n) + bytes_for<T>(leading(m) * columns) : 0) +
                      bytes_for<small::rotation<T>>(small::pairs(n)) + 2 * bytes_for<real<T>>(n) + bytes_for<int>(n) +
                      bytes_for<T>(m);
    start(reinterpret_cast<void const*>(&svd_kernel<T>), spread_of(m, bytes), count, m, n, columns,
          static_cast<T const*>(a), static_cast<real<T>*>(s), static_cast<T*>(u), static_cast<T*>(vh), info);
  });
}

}  // namespace cp::library::device
