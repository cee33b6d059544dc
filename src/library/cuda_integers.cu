// Products of matrices of integers and booleans on the device: tiles in shared memory, a thread 4 x 4 elements.
#include <cstdint>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>
#include <type_traits>

#include "integers.hpp"

namespace cp::library {

namespace {

constexpr int tile = 64;   // rows and columns of the result a block
constexpr int depth = 16;  // of what is summed at once
constexpr int threads = 256;
constexpr int listed = 8;  // axes of the batch in one launch

struct operands {
  void const *a, *b;
  void* c;
  std::int64_t m, n, k;
  std::int64_t a_row, a_column, b_row, b_column, c_row;
  std::int64_t alpha, beta;
  std::int64_t first;  // matrix of the launch's first block along z
  int axes;
  gemm::batch_axis axis[listed];
};

template <class T>
struct wrapping {
  using type = T;
  using sum = std::conditional_t<(sizeof(T) < 4), std::uint32_t, T>;
  static __device__ sum add(sum s, T x, T y) { return s + sum(x) * sum(y); }
  static __device__ T finish(std::int64_t alpha, sum s) { return static_cast<T>(static_cast<sum>(alpha) * s); }
  static __device__ T finish(std::int64_t alpha, sum s, std::int64_t beta, T c) {
    return static_cast<T>(static_cast<sum>(alpha) * s + static_cast<sum>(beta) * c);
  }
};
struct logical {
  using type = std::uint8_t;
  using sum = std::uint32_t;
  static __device__ sum add(sum s, type x, type y) { return s | (x & y); }
  static __device__ type finish(std::int64_t alpha, sum s) { return static_cast<type>(alpha != 0 ? s : 0); }
  static __device__ type finish(std::int64_t alpha, sum s, std::int64_t, type c) {
    return static_cast<type>((alpha != 0 ? s : 0) | c);
  }
};

template <class Ring>
__global__ void __launch_bounds__(threads) multiply(__grid_constant__ operands const x) {
  using T = typename Ring::type;
  __shared__ T a_tile[depth][tile + 1];
  __shared__ T b_tile[depth][tile + 1];
  std::int64_t rest = x.first + blockIdx.z, at_a = 0, at_b = 0, at_c = 0;
  for (int i = x.axes - 1; i >= 0; --i) {
    std::int64_t const at = rest % x.axis[i].extent;
    rest /= x.axis[i].extent;
    at_a += at * x.axis[i].a, at_b += at * x.axis[i].b, at_c += at * x.axis[i].c;
  }
  T const* const a = static_cast<T const*>(x.a) + at_a;
  T const* const b = static_cast<T const*>(x.b) + at_b;
  T* const c = static_cast<T*>(x.c) + at_c;
  std::int64_t const row = std::int64_t{blockIdx.x} * tile;
  bool const a_by_rows = x.a_row == 1, b_by_rows = x.b_row == 1;
  int const i0 = threadIdx.x / 16, j0 = threadIdx.x % 16;
  for (std::int64_t column = std::int64_t{blockIdx.y} * tile; column < x.n; column += std::int64_t{gridDim.y} * tile) {
    typename Ring::sum sums[4][4] = {};
    for (std::int64_t l = 0; l < x.k; l += depth) {
      for (int e = threadIdx.x; e < tile * depth; e += threads) {
        // Neighbouring threads read neighbouring elements, whichever way a matrix lies.
        int const i = a_by_rows ? e % tile : e / depth, p = a_by_rows ? e / tile : e % depth;
        a_tile[p][i] = row + i < x.m && l + p < x.k ? a[(row + i) * x.a_row + (l + p) * x.a_column] : T(0);
        int const j = b_by_rows ? e / depth : e % tile, q = b_by_rows ? e % depth : e / tile;
        b_tile[q][j] = column + j < x.n && l + q < x.k ? b[(l + q) * x.b_row + (column + j) * x.b_column] : T(0);
      }
      __syncthreads();
      for (int p = 0; p < depth; ++p) {
        T u[4], v[4];
        for (int i = 0; i < 4; ++i) u[i] = a_tile[p][i0 + 16 * i], v[i] = b_tile[p][j0 + 16 * i];
        for (int i = 0; i < 4; ++i)
          for (int j = 0; j < 4; ++j) sums[i][j] = Ring::add(sums[i][j], u[i], v[j]);
      }
      __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) {
        std::int64_t const r = row + i0 + 16 * i, s = column + j0 + 16 * j;
        if (r >= x.m || s >= x.n) continue;
        T& to = c[r * x.c_row + s];
        to = x.beta == 0 ? Ring::finish(x.alpha, sums[i][j]) : Ring::finish(x.alpha, sums[i][j], x.beta, to);
      }
  }
}

template <class Ring>
void start(gemm const& g) {
  using T = typename Ring::type;
  int const outer = g.axes > listed ? g.axes - listed : 0;
  operands x;
  x.m = g.m, x.n = g.n, x.k = g.k;
  x.a_row = g.a.row, x.a_column = g.a.column, x.b_row = g.b.row, x.b_column = g.b.column, x.c_row = g.c_leading;
  x.alpha = g.alpha.integer, x.beta = g.beta.integer;
  x.axes = g.axes - outer;
  std::int64_t matrices = 1;
  for (int i = 0; i < x.axes; ++i) matrices *= (x.axis[i] = g.batch[outer + i]).extent;
  std::int64_t const columns = (g.n + tile - 1) / tile;
  runtime::launch_shape shape;
  shape.grid_x = static_cast<unsigned>((g.m + tile - 1) / tile);
  shape.grid_y = static_cast<unsigned>(columns < 65535 ? columns : 65535);
  shape.block_x = threads;
  for_each_matrix(g, outer, [&](std::int64_t a, std::int64_t b, std::int64_t c) {
    x.a = static_cast<T const*>(g.a.data) + a;
    x.b = static_cast<T const*>(g.b.data) + b;
    x.c = static_cast<T*>(g.c) + c;
    for (x.first = 0; x.first < matrices; x.first += 65535) {
      std::int64_t const left = matrices - x.first;
      shape.grid_z = static_cast<unsigned>(left < 65535 ? left : 65535);
      void* arguments[] = {&x};
      runtime::launch(reinterpret_cast<void const*>(&multiply<Ring>), shape, arguments, "cp::matmul of integers");
    }
  });
}

}  // namespace

void device_integer_gemm(gemm const& g) {
  if (g.m == 0 || g.n == 0) return;
  switch (g.dtype) {
    case dtype_id::bool_:
      return start<logical>(g);
    case dtype_id::int8:
    case dtype_id::uint8:
      return start<wrapping<std::uint8_t>>(g);
    case dtype_id::int16:
    case dtype_id::uint16:
      return start<wrapping<std::uint16_t>>(g);
    case dtype_id::int32:
    case dtype_id::uint32:
      return start<wrapping<std::uint32_t>>(g);
    default:
      return start<wrapping<std::uint64_t>>(g);
  }
}

}  // namespace cp::library
