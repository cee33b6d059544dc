// Thin products: rows of the result as sums of a few rows, points times small matrices, and rows times few columns.
#include "host_thin.hpp"

#include <algorithm>
#include <fuse/runtime/parallel.hpp>
#include <fuse/runtime/storage.hpp>
#include <utility>

#include "runtime/clones.hpp"

// Vectors longer than the machine's are passed by no function: all are inlined.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace cp::library {

namespace {

constexpr int most_terms = 8;
constexpr std::int64_t tile = 512;    ///< columns whose numbers of b are in the nearest cache
constexpr std::int64_t least = 4096;  ///< elements of results for which BLAS is not called

template <class T>
struct thin {
  bool ta;
  std::int64_t m, n, k;
  T alpha;
  T const* a;
  std::int64_t lda;
  T beta;
  T* c;
  std::int64_t ldc;

  T at(std::int64_t i, std::int64_t l) const { return alpha * (ta ? a[l * lda + i] : a[i * lda + l]); }
};

/// Rows [begin, end) of columns [first, first + n), whose numbers of b are rows of `tile`.
template <int K, class T>
[[gnu::always_inline]] inline void rows_of(thin<T> const& x, T const* b, std::int64_t first, std::int64_t n,
                                           std::int64_t begin, std::int64_t end) {
  for (std::int64_t i = begin; i < end; ++i) {
    T by[K];
    for (int l = 0; l < K; ++l) by[l] = x.at(i, l);
    T* const c = x.c + i * x.ldc + first;
    if (x.beta == T(0)) {
#pragma omp simd
      for (std::int64_t j = 0; j < n; ++j) {
        T sum = by[0] * b[j];
        for (int l = 1; l < K; ++l) sum += by[l] * b[l * tile + j];
        c[j] = sum;
      }
    } else {
#pragma omp simd
      for (std::int64_t j = 0; j < n; ++j) {
        T sum = by[0] * b[j];
        for (int l = 1; l < K; ++l) sum += by[l] * b[l * tile + j];
        c[j] = sum + x.beta * c[j];
      }
    }
  }
}
template <class T>
[[gnu::always_inline]] inline void rows_by(thin<T> const& x, T const* b, std::int64_t first, std::int64_t n,
                                           std::int64_t begin, std::int64_t end) {
  [&]<int... K>(std::integer_sequence<int, K...>) __attribute__((always_inline)) {
    ((x.k == K + 1 ? rows_of<K + 1>(x, b, first, n, begin, end) : void()), ...);
  }
  (std::make_integer_sequence<int, most_terms>{});
}
// (Overloads: templates have no clones.)
FUSE_CLONED void some_rows(thin<float> const& x, float const* b, std::int64_t first, std::int64_t n, std::int64_t begin,
                           std::int64_t end) {
  rows_by(x, b, first, n, begin, end);
}
FUSE_CLONED void some_rows(thin<double> const& x, double const* b, std::int64_t first, std::int64_t n,
                           std::int64_t begin, std::int64_t end) {
  rows_by(x, b, first, n, begin, end);
}

/// Points of K numbers, one behind the other, to points of N.
template <int K, int N, class T>
[[gnu::always_inline]] inline void points_of(T const* __restrict a, T const* b, T* __restrict c, std::int64_t count) {
  T by[K][N];
  for (int l = 0; l < K; ++l)
    for (int j = 0; j < N; ++j) by[l][j] = b[l * N + j];
  for (std::int64_t i = 0; i < count; ++i)
    for (int j = 0; j < N; ++j) {
      T sum = a[i * K] * by[0][j];
      for (int l = 1; l < K; ++l) sum += a[i * K + l] * by[l][j];
      c[i * N + j] = sum;
    }
}
template <class T>
[[gnu::always_inline]] inline void points_by(std::int64_t k, std::int64_t n, T const* a, T const* b, T* c,
                                             std::int64_t count) {
  auto const columns = [&]<int K>(std::integral_constant<int, K>) __attribute__((always_inline)) {
    if (n == 2) points_of<K, 2>(a, b, c, count);
    if (n == 3) points_of<K, 3>(a, b, c, count);
    if (n == 4) points_of<K, 4>(a, b, c, count);
  };
  if (k == 2) columns(std::integral_constant<int, 2>{});
  if (k == 3) columns(std::integral_constant<int, 3>{});
  if (k == 4) columns(std::integral_constant<int, 4>{});
}
FUSE_CLONED void some_points(std::int64_t k, std::int64_t n, float const* a, float const* b, float* c,
                             std::int64_t count) {
  points_by(k, n, a, b, c, count);
}
FUSE_CLONED void some_points(std::int64_t k, std::int64_t n, double const* a, double const* b, double* c,
                             std::int64_t count) {
  points_by(k, n, a, b, c, count);
}

constexpr std::int64_t most_columns = 16, term_block = 256;
constexpr int rows_at_once = 6;
/// Numbers of a row of the narrow matrix, with zeros behind.
template <class T>
struct narrow_row {
  static constexpr int count = 64 / int(sizeof(T));
  typedef T numbers __attribute__((vector_size(64), aligned(16)));  // as memory of the pool is
};

/// `R` rows from row i on, of columns in `P` vectors, added up in blocks: of many small numbers one sum would lose
/// more.
template <int R, int P, class T>
[[gnu::always_inline]] inline void narrow_rows(thin<T> const& x, typename narrow_row<T>::numbers const* b,
                                               std::int64_t i) {
  using numbers = typename narrow_row<T>::numbers;
  numbers all[R][P] = {};
  for (std::int64_t first = 0; first < x.k; first += term_block) {
    std::int64_t const end = std::min(x.k, first + term_block);
    numbers sum[R][P] = {};
    for (std::int64_t l = first; l < end; ++l)
      for (int r = 0; r < R; ++r)
        for (int p = 0; p < P; ++p) sum[r][p] += x.a[(i + r) * x.lda + l] * b[l * P + p];
    for (int r = 0; r < R; ++r)
      for (int p = 0; p < P; ++p) all[r][p] += sum[r][p];
  }
  for (int r = 0; r < R; ++r) {
    T* const c = x.c + (i + r) * x.ldc;
    for (std::int64_t j = 0; j < x.n; ++j) {
      T const sum = x.alpha * all[r][j / narrow_row<T>::count][j % narrow_row<T>::count];
      c[j] = x.beta == T(0) ? sum : sum + x.beta * c[j];
    }
  }
}
template <int P, class T>
[[gnu::always_inline]] inline void narrow_by(thin<T> const& x, typename narrow_row<T>::numbers const* b,
                                             std::int64_t begin, std::int64_t end) {
  constexpr int rows = rows_at_once / P;
  std::int64_t i = begin;
  for (; i + rows <= end; i += rows) narrow_rows<rows, P>(x, b, i);
  for (; i < end; ++i) narrow_rows<1, P>(x, b, i);
}
FUSE_CLONED void some_narrow(thin<float> const& x, narrow_row<float>::numbers const* b, std::int64_t begin,
                             std::int64_t end) {
  narrow_by<1>(x, b, begin, end);
}
FUSE_CLONED void some_narrow(thin<double> const& x, narrow_row<double>::numbers const* b, std::int64_t begin,
                             std::int64_t end) {
  if (x.n <= narrow_row<double>::count)
    narrow_by<1>(x, b, begin, end);
  else
    narrow_by<2>(x, b, begin, end);
}

template <class F>
void in_threads(std::int64_t n, std::int64_t step, std::int64_t ns, F const& f) {
  runtime::parallel_for(
      n, step, ns,
      [](void* context, std::int64_t begin, std::int64_t end) { (*static_cast<F const*>(context))(begin, end); },
      const_cast<void*>(static_cast<void const*>(&f)));
}

template <class T>
bool product(thin<T> const& x, bool tb, T const* b, std::int64_t ldb) {
  auto const of_b = [&](std::int64_t l, std::int64_t j) { return tb ? b[j * ldb + l] : b[l * ldb + j]; };
  // (Of fewer columns BLAS' ways for vectors are quicker, with few rows of somewhat more.)
  if (x.k > most_terms && x.k <= 65536 && x.n >= 5 && x.n <= most_columns && !x.ta && x.m >= (x.n < 8 ? 512 : 64) &&
      x.m * x.k >= 16384) {
    using row = narrow_row<T>;
    std::int64_t const width = (x.n + row::count - 1) / row::count * row::count;
    storage_ptr const memory(runtime::allocate(memory_kind::host, x.k * width * static_cast<std::int64_t>(sizeof(T))));
    auto* const rows = static_cast<typename row::numbers*>(memory->data);
    for (std::int64_t l = 0; l < x.k; ++l)
      for (std::int64_t j = 0; j < width; ++j)
        rows[(l * width + j) / row::count][j % row::count] = j < x.n ? of_b(l, j) : T(0);
    in_threads(x.m, rows_at_once, x.m * x.k * static_cast<std::int64_t>(sizeof(T)) / 16,
               [&](std::int64_t begin, std::int64_t end) { some_narrow(x, rows, begin, end); });
    return true;
  }
  if (x.k < 1 || x.k > most_terms || x.m * x.n < least) return false;
  std::int64_t const ns = x.m * x.n * static_cast<std::int64_t>(sizeof(T)) / 8;
  if (x.k >= 2 && x.k <= 4 && x.n >= 2 && x.n <= 4 && !x.ta && x.lda == x.k && x.ldc == x.n && x.beta == T(0)) {
    T by[16];
    for (std::int64_t l = 0; l < x.k; ++l)
      for (std::int64_t j = 0; j < x.n; ++j) by[l * x.n + j] = x.alpha * of_b(l, j);
    in_threads(x.m, 64, ns, [&](std::int64_t begin, std::int64_t end) {
      some_points(x.k, x.n, x.a + begin * x.k, by, x.c + begin * x.n, end - begin);
    });
    return true;
  }
  if (x.n < 16 || (tb && x.m < 8)) return false;
  auto const tiles = [&](std::int64_t from, std::int64_t to, std::int64_t begin, std::int64_t end) {
    alignas(64) T numbers[most_terms * tile];
    for (std::int64_t first = from * tile; first < std::min(x.n, to * tile); first += tile) {
      std::int64_t const n = std::min(tile, x.n - first);
      for (std::int64_t l = 0; l < x.k; ++l)
        for (std::int64_t j = 0; j < n; ++j) numbers[l * tile + j] = of_b(l, first + j);
      some_rows(x, numbers, first, n, begin, end);
    }
  };
  std::int64_t const count = (x.n + tile - 1) / tile;
  if (x.m >= count)
    in_threads(x.m, 1, ns, [&](std::int64_t begin, std::int64_t end) { tiles(0, count, begin, end); });
  else
    in_threads(count, 1, ns, [&](std::int64_t begin, std::int64_t end) { tiles(begin, end, 0, x.m); });
  return true;
}

}  // namespace

bool thin_product(bool ta, bool tb, std::int64_t m, std::int64_t n, std::int64_t k, float alpha, float const* a,
                  std::int64_t lda, float const* b, std::int64_t ldb, float beta, float* c, std::int64_t ldc) {
  return product(thin<float>{ta, m, n, k, alpha, a, lda, beta, c, ldc}, tb, b, ldb);
}
bool thin_product(bool ta, bool tb, std::int64_t m, std::int64_t n, std::int64_t k, double alpha, double const* a,
                  std::int64_t lda, double const* b, std::int64_t ldb, double beta, double* c, std::int64_t ldc) {
  return product(thin<double>{ta, m, n, k, alpha, a, lda, beta, c, ldc}, tb, b, ldb);
}

}  // namespace cp::library
