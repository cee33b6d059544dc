// Batches of small products of float32 matrices: a block computes a tile of one product, or the tiles of several.
// Panels of the operands go to shared memory by asynchronous copies, the next one while the last one is multiplied; a
// thread has a small tile of the result in registers.
#include <cstdint>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>

#include "cuda_small_products.hpp"

namespace cp::library {

namespace {

constexpr int most_axes = 4;
/// Of lines along the inner axis: threads of neighbouring lines meet no bank of shared memory twice.
template <int Panel>
constexpr int pitch = Panel + 4;
constexpr std::int64_t most_blocks = (std::int64_t{1} << 31) - 1;

struct small_batch {
  float const *a, *b;
  float* c;
  std::int64_t a_leading, b_leading, c_leading;
  unsigned matrices;
  int m, n, k;
  int row_tiles, column_tiles;
  int axes;
  gemm::batch_axis axis[most_axes];
  float alpha, beta;
  bool a_vectors, b_vectors, c_vectors;  ///< 16 bytes at a time: addresses, steps and extents are multiples of four
};

/// Copies `Width` floats to shared memory, or zeros if there is nothing at the address; before compute capability 8.0
/// at once.
template <int Width>
__device__ void copy_later(float* to, float const* from, bool there) {
#if __CUDA_ARCH__ >= 800
  auto const shared = static_cast<unsigned>(__cvta_generic_to_shared(to));
  int const bytes = there ? 4 * Width : 0;
  if constexpr (Width == 4)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared), "l"(from), "r"(bytes) : "memory");
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(shared), "l"(from), "r"(bytes) : "memory");
#else
  if constexpr (Width == 4)
    *reinterpret_cast<float4*>(to) = there ? *reinterpret_cast<float4 const*>(from) : float4{};
  else
    *to = there ? *from : 0.0f;
#endif
}
/// Ends a group of copies.
__device__ void end_group() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
/// Waits for all groups of this thread's copies but the last one.
__device__ void wait_for_groups_before() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_group 1;" ::: "memory");
#endif
}

/// A panel of an operand: `Tile` lines (rows of a, columns of b) of `Panel` elements of the inner axis. `Along`: the
/// elements of a line lie one behind the other, in memory and here (else the lines do).
template <int Tile, int Threads, int Panel, bool Along, int Width>
__device__ void load_panel(float* to, float const* from, std::int64_t leading, int line, int lines, int inner, int k,
                           int thread) {
  constexpr int fast = Along ? Panel : Tile, slow = Along ? Tile : Panel, row = Along ? pitch<Panel> : Tile;
  constexpr int vectors = fast / Width;
#pragma unroll(Width == 4 ? 4 : 2)
  for (int i = thread; i < vectors * slow; i += Threads) {
    int const x = i % vectors * Width, y = i / vectors;
    int const at_line = line + (Along ? y : x), at_inner = inner + (Along ? x : y);
    bool const there = at_line < lines && at_inner < k;
    std::int64_t const offset = Along ? at_line * leading + at_inner : at_inner * leading + at_line;
    copy_later<Width>(to + y * row + x, there ? from + offset : from, there);
  }
}
template <int Tile, int Threads, int Panel, bool Along>
__device__ void load_panel(float* to, float const* from, std::int64_t leading, int line, int lines, int inner, int k,
                           int thread, bool vectors) {
  if (vectors)
    load_panel<Tile, Threads, Panel, Along, 4>(to, from, leading, line, lines, inner, k, thread);
  else
    load_panel<Tile, Threads, Panel, Along, 1>(to, from, leading, line, lines, inner, k, thread);
}

/// Which of a tile's lines a thread's i-th one is: those of a vector together where it reads them as one.
template <int Threads, bool Along>
__device__ int line_of(int i, int thread) {
  return Along ? thread + i * Threads : (i / 4 * Threads + thread) * 4 + i % 4;
}

/// Four steps along the inner axis of the thread's lines: read at once where lines are contiguous, else step by step.
template <int Lines, int Threads, int Tile, int Panel, bool Along>
struct steps {
  float4 of[Along ? Lines : 1];
  float const* shared;

  __device__ steps(float const* from, int inner, int thread) {
    if constexpr (Along) {
#pragma unroll
      for (int i = 0; i < Lines; ++i)
        of[i] = *reinterpret_cast<float4 const*>(from + line_of<Threads, true>(i, thread) * pitch<Panel> + inner);
    } else {
      shared = from + inner * Tile + thread * 4;
    }
  }
  __device__ void get(int step, float (&to)[Lines]) const {
#pragma unroll
    for (int i = 0; i < Lines; i += Along ? 1 : 4) {
      if constexpr (Along)
        to[i] = step == 0 ? of[i].x : step == 1 ? of[i].y : step == 2 ? of[i].z : of[i].w;
      else
        *reinterpret_cast<float4*>(to + i) = *reinterpret_cast<float4 const*>(shared + step * Tile + i * Threads);
    }
  }
};

/// `Group` tiles of Tile x Tile a block, Rows x Columns of one a thread. `AlongA`: a's rows are contiguous; `AlongB`:
/// b's columns are.
template <int Tile, int Panel, int Rows, int Columns, int Group, int Blocks, bool AlongA, bool AlongB>
__global__ void __launch_bounds__(Tile / Rows * (Tile / Columns) * Group, Blocks)
    multiply(__grid_constant__ small_batch const x) {
  constexpr int across = Tile / Columns, down = Tile / Rows, threads = across * down;
  constexpr int a_size = Tile * (AlongA ? pitch<Panel> : Panel), b_size = Tile * (AlongB ? pitch<Panel> : Panel);
  __shared__ __align__(16) float shared[Group][2][a_size + b_size];
  int const group = threadIdx.x / threads, thread = threadIdx.x % threads;
  int const tx = thread % across, ty = thread / across;

  unsigned const tiles = x.row_tiles * x.column_tiles;
  unsigned place = blockIdx.x * Group + group;
  bool const any = place < x.matrices * tiles;
  if (!any) place = 0;  // works along, and stores nothing
  int const tile = static_cast<int>(place % tiles);
  int const row = tile / x.column_tiles * Tile, column = tile % x.column_tiles * Tile;
  unsigned rest = place / tiles;
  std::int64_t a_at = 0, b_at = 0, c_at = 0;
  for (int i = x.axes - 1; i >= 0; --i) {
    auto const extent = static_cast<unsigned>(x.axis[i].extent);
    std::int64_t const at = i == 0 ? rest : rest % extent;
    rest /= extent;
    a_at += at * x.axis[i].a, b_at += at * x.axis[i].b, c_at += at * x.axis[i].c;
  }
  float const* const a = x.a + a_at;
  float const* const b = x.b + b_at;
  float* const c = x.c + c_at;

  auto const load = [&](int number) {
    float* const to = shared[group][number % 2];
    if (number * Panel < x.k) {
      load_panel<Tile, threads, Panel, AlongA>(to, a, x.a_leading, row, x.m, number * Panel, x.k, thread, x.a_vectors);
      load_panel<Tile, threads, Panel, AlongB>(to + a_size, b, x.b_leading, column, x.n, number * Panel, x.k, thread,
                                               x.b_vectors);
    }
    end_group();
  };
  float sum[Rows][Columns] = {};
  int const panels = (x.k + Panel - 1) / Panel;
  load(0), load(1);
  for (int p = 0; p < panels; ++p) {
    wait_for_groups_before();
    __syncthreads();
    float const* const from = shared[group][p % 2];
    int const inner = x.k - p * Panel < Panel ? x.k - p * Panel : Panel;  // zeros behind k, up to a multiple of four
#pragma unroll 2
    for (int l = 0; l < inner; l += 4) {
      steps<Rows, down, Tile, Panel, AlongA> const rows(from, l, ty);
      steps<Columns, across, Tile, Panel, AlongB> const columns(from + a_size, l, tx);
#pragma unroll
      for (int s = 0; s < 4; ++s) {
        float u[Rows], v[Columns];
        rows.get(s, u), columns.get(s, v);
#pragma unroll
        for (int i = 0; i < Rows; ++i)
#pragma unroll
          for (int j = 0; j < Columns; ++j) sum[i][j] = fmaf(u[i], v[j], sum[i][j]);
      }
    }
    __syncthreads();
    load(p + 2);
  }
  if (!any) return;
#pragma unroll
  for (int i = 0; i < Rows; ++i) {
    int const r = row + line_of<down, AlongA>(i, ty);
    if (r >= x.m) continue;
    float* const to = c + r * x.c_leading;
    if (!AlongB && x.c_vectors) {
#pragma unroll
      for (int j = 0; j < Columns; j += 4) {
        int const q = column + line_of<across, false>(j, tx);
        if (q >= x.n) continue;
        float4 v = {x.alpha * sum[i][j], x.alpha * sum[i][j + 1], x.alpha * sum[i][j + 2], x.alpha * sum[i][j + 3]};
        if (x.beta != 0) {
          float4 const old = *reinterpret_cast<float4 const*>(to + q);
          v = {v.x + x.beta * old.x, v.y + x.beta * old.y, v.z + x.beta * old.z, v.w + x.beta * old.w};
        }
        *reinterpret_cast<float4*>(to + q) = v;
      }
    } else {
#pragma unroll
      for (int j = 0; j < Columns; ++j) {
        int const q = column + line_of<across, AlongB>(j, tx);
        if (q < x.n) to[q] = x.beta != 0 ? x.alpha * sum[i][j] + x.beta * to[q] : x.alpha * sum[i][j];
      }
    }
  }
}

template <int Tile, int Panel, int Rows, int Columns, int Group, int Blocks>
void start(small_batch x, bool along_a, bool along_b) {
  void const* const kernel =
      along_a
          ? (along_b ? reinterpret_cast<void const*>(&multiply<Tile, Panel, Rows, Columns, Group, Blocks, true, true>)
                     : reinterpret_cast<void const*>(&multiply<Tile, Panel, Rows, Columns, Group, Blocks, true, false>))
          : (along_b
                 ? reinterpret_cast<void const*>(&multiply<Tile, Panel, Rows, Columns, Group, Blocks, false, true>)
                 : reinterpret_cast<void const*>(&multiply<Tile, Panel, Rows, Columns, Group, Blocks, false, false>));
  x.row_tiles = (x.m + Tile - 1) / Tile, x.column_tiles = (x.n + Tile - 1) / Tile;
  std::int64_t const tiles = std::int64_t{x.matrices} * x.row_tiles * x.column_tiles;
  runtime::launch_shape s;
  s.grid_x = static_cast<unsigned>((tiles + Group - 1) / Group);
  s.block_x = Tile / Rows * (Tile / Columns) * Group;
  void* arguments[] = {&x};
  runtime::launch(kernel, s, arguments, "small products");
}

bool fours(std::int64_t n) { return n % 4 == 0; }
/// Whether a matrix of every product of the batch can be read (written) 16 bytes at a time.
bool fours(void const* data, std::int64_t leading, std::int64_t contiguous, gemm const& g,
           std::int64_t gemm::batch_axis::*step) {
  bool all = reinterpret_cast<std::uintptr_t>(data) % 16 == 0 && fours(leading) && fours(contiguous);
  for (int i = 0; i < g.axes; ++i) all = all && fours(g.batch[i].*step);
  return all;
}
bool a_by_fours(gemm const& g) {
  return fours(g.a.data, g.a.leading, g.a.transposed ? g.m : g.k, g, &gemm::batch_axis::a);
}
bool b_by_fours(gemm const& g) {
  return fours(g.b.data, g.b.leading, g.b.transposed ? g.k : g.n, g, &gemm::batch_axis::b);
}

/// Counts the launch: of each operand the matrices that are not repeated are read once.
void count_product(gemm const& g) {
  auto const matrices = [&](std::int64_t gemm::batch_axis::*step) {
    std::int64_t n = 1;
    for (int i = 0; i < g.axes; ++i) n *= g.batch[i].*step == 0 ? 1 : g.batch[i].extent;
    return n;
  };
  constexpr std::int64_t itemsize = sizeof(float);
  std::int64_t const written = matrices(&gemm::batch_axis::c) * g.m * g.n;
  runtime::count_launch(itemsize * (matrices(&gemm::batch_axis::a) * g.m * g.k +
                                    matrices(&gemm::batch_axis::b) * g.k * g.n + (g.beta.is(0) ? 0 : written)),
                        itemsize * written);
}

/// The side of a tile that holds a whole matrix.
int tile_of(gemm const& g) {
  std::int64_t const widest = g.m > g.n ? g.m : g.n;
  return widest <= 16 ? 16 : widest <= 32 ? 32 : 64;
}

}  // namespace

bool is_small_product(gemm const& g) {
  constexpr std::int64_t widest = 64, longest = 1024, fewest = 64;
  if (g.dtype != dtype_id::float32 || g.axes == 0 || g.axes > most_axes || g.m < 2 || g.n < 2 || g.m > widest ||
      g.n > widest || g.k > longest || batch_size(g) < fewest || batch_size(g) > most_blocks)
    return false;
  int const tile = tile_of(g);
  if (tile == 16) return true;
  if (2 * (g.m < g.n ? g.m : g.n) <= tile) return false;  // cuBLAS has tiles that are not square
  return tile == 32 || (g.k <= 128 && a_by_fours(g) && b_by_fours(g));
}

void small_product(gemm const& g) {
  small_batch x{};
  x.a = static_cast<float const*>(g.a.data), x.b = static_cast<float const*>(g.b.data), x.c = static_cast<float*>(g.c);
  x.a_leading = g.a.leading, x.b_leading = g.b.leading, x.c_leading = g.c_leading;
  x.matrices = static_cast<unsigned>(batch_size(g));
  x.m = static_cast<int>(g.m), x.n = static_cast<int>(g.n), x.k = static_cast<int>(g.k);
  x.alpha = static_cast<float>(g.alpha.re), x.beta = static_cast<float>(g.beta.re);
  x.axes = g.axes;
  for (int i = 0; i < g.axes; ++i) x.axis[i] = g.batch[i];
  x.a_vectors = a_by_fours(g), x.b_vectors = b_by_fours(g);
  x.c_vectors = fours(g.c, g.c_leading, g.n, g, &gemm::batch_axis::c);
  bool const along_a = !g.a.transposed, along_b = g.b.transposed;
  switch (tile_of(g)) {
    case 16:
      start<16, 16, 4, 4, 4, 10>(x, along_a, along_b);
      break;
    case 32:
      start<32, 32, 4, 4, 2, 6>(x, along_a, along_b);
      break;
    default:
      start<64, 32, 4, 8, 1, 5>(x, along_a, along_b);
  }
  count_product(g);
}

}  // namespace cp::library
