// The CUDA kernel of two products of matrices with a softmax between them: a block has some rows of the result and goes
// through keys and values once, tile by tile. Scores stay in registers, as tensor cores leave them and as they take
// them (m16n8k16); the softmax is found as tiles come, what was added before being scaled where a larger score appears
// (Milakov and Gimelshein 2018; Dao et al. 2022).
// (Long: one class template.)
#pragma once

#include <cstdint>
#include <fuse/core/dtype.hpp>
#include <fuse/kernels/attention/cuda_attention_plan.hpp>
#include <fuse/kernels/device_values.cuh>
#include <fuse/kernels/elementwise/strided_moves.cuh>
#include <fuse/program/folds.hpp>
#include <fuse/program/scores.hpp>
#include <type_traits>
#include <utility>

namespace cp::kernels {

namespace device {

#ifdef __CUDA_ARCH__
/// Four 8 x 8 matrices of 16-bit elements from shared memory, where each lane says one row; turned around.
__device__ __forceinline__ void load_matrices(std::uint32_t (&m)[4], std::uint32_t at) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3])
               : "r"(at));
}
__device__ __forceinline__ void load_turned(std::uint32_t (&m)[4], std::uint32_t at) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3])
               : "r"(at));
}
/// c += a b of 16 x 16 and 16 x 8 elements.
template <class T>
__device__ __forceinline__ void multiply_add(float (&c)[4], std::uint32_t const (&a)[4], std::uint32_t b0,
                                             std::uint32_t b1) {
  if constexpr (std::is_same_v<T, float16>)
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, "
        "%3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
  else
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, "
        "%2, %3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
/// Two numbers, rounded to 16 bits each, the first one below.
template <class T>
__device__ __forceinline__ std::uint32_t pack(float below, float above) {
  std::uint32_t both;
  if constexpr (std::is_same_v<T, float16>)
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(above), "f"(below));
  else
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(above), "f"(below));
  return both;
}
/// 2 to the power x, to 2^-22.
__device__ __forceinline__ float power_of_two(float x) {
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}
__device__ __forceinline__ int smaller(int a, int b) { return a < b ? a : b; }
/// Begins to copy 16 bytes to shared memory, zeros if they are not there.
__device__ __forceinline__ void copy_or_clear(std::uint32_t to, void const* from, bool there) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(there ? 16 : 0) : "memory");
}
__device__ __forceinline__ void end_of_copies() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int Later>
__device__ __forceinline__ void wait_for_copies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(Later) : "memory");
}
#endif

template <int Bytes>
struct score_numbers {
  alignas(16) unsigned char scalars[Bytes];
};

/// T: of the matrices. `Condition`: where the program takes scores (void: everywhere). `Depth`: room for a row.
/// `Tiles`: of 16 rows, that a warp has.
template <class Signature, class Condition, class T, int Depth, int Tiles>
struct attention_body;
template <class... Kind, int Bytes, class P, class Condition, class T, int Depth, int Tiles>
struct attention_body<program::signature<program::inputs<Kind...>, Bytes, program::store<float, P>>, Condition, T,
                      Depth, Tiles> {
  static constexpr int warps = 4, threads = 32 * warps, rows = 16 * Tiles * warps, keys = 64;
  static constexpr int row_bytes = Depth * 2, tile_bytes = keys * row_bytes, chunks = Depth / 8;
  static constexpr int shared_bytes = rows * row_bytes + 4 * tile_bytes;
  static constexpr int count = sizeof...(Kind);
  using sequence = std::make_integer_sequence<int, count>;
  using inputs = values<sequence, 1, Kind...>;
  using plain = context<inputs, 1, no_splats>;
  static constexpr bool masks = !std::is_void_v<Condition>;

#ifdef __CUDA_ARCH__
  attention_job const& job;
  unsigned char const* scalars;
  int first_row, last_row;    ///< rows of the result that the block has; the last one that there is
  char const* at[count + 1];  ///< the inputs of this problem, and
  char const *queries_at, *keys_at, *values_at;
  char* result_at;

  /// Copies rows of a matrix into shared memory; of rows and elements that are not there, zeros.
  template <int Rows>
  __device__ __forceinline__ static void copy_rows(std::uint32_t to, char const* from, std::int64_t apart, int there,
                                                   int bytes) {
    int const t = static_cast<int>(threadIdx.x), chunk = t % chunks, first = t / chunks;
    constexpr int step = threads / chunks;
    char const* p = from + first * apart + chunk * 16;
    std::uint32_t const at = to + first * row_bytes + ((chunk ^ (first & 7)) << 4);
    static_assert(step % 8 == 0);
    bool const inside = chunk * 16 < bytes;
#pragma unroll
    for (int i = 0; i < Rows / step; ++i) {
      bool const is = inside && first + i * step < there;
      copy_or_clear(at + i * step * row_bytes, is ? p : from, is);
      p += step * apart;
    }
  }

  /// A program's value of a score at a row and a column that there are.
  template <class Q, int... I>
  __device__ __forceinline__ float value(float score, int row, int column, std::integer_sequence<int, I...>) const {
    constexpr std::uint64_t reads = program::reads_besides<Q>;
    inputs in;
    auto const one = [&]<int J, class K>(slot<J, K, 1>& to) {
      if constexpr ((reads >> J & 1) != 0)
        load_along<K, J, 1>(
            to, at[J] + (is_single<K> ? 0 : (row * job.row[J] + column * job.column[J]) * address_unit<K>), false);
    };
    (one(slot_of<I, Kind, 1>(in)), ...);
    computed_inputs<inputs>::template compute<reads>(in, scalars, [&](auto j) {
      return place_run{place_of(at[j]) + row * job.row[j] + column * job.column[j], 0};
    });
    plain const c{in, scalars, {}, 0};
    float result = 0;
    using whole = program::with_value<program::score<float>, float, plain>;
    whole const exact{c, score};
    program::evaluate<program::store<float, Q>>(program::with_value<program::score<T>, T, whole>{exact, T(score)},
                                                [&](float x) { result = x; });
    return result;
  }

  /// Where the positions of an input lie in a tile.
  struct tile {
    attention_body const& of;
    int row, last_row, column, last_column;
    template <int I>
    __device__ program::range operator()(std::integral_constant<int, I>) const {
      auto const up = static_cast<double>((last_row - row) * of.job.row[I]),
                 along = static_cast<double>((last_column - column) * of.job.column[I]),
                 low = static_cast<double>(place_of(of.at[I]) + row * of.job.row[I] + column * of.job.column[I]);
      return {low + (up < 0 ? up : 0) + (along < 0 ? along : 0), low + (up > 0 ? up : 0) + (along > 0 ? along : 0)};
    }
  };
  /// Of 32 tiles from `window` on, a bit each: whether scores of the block's rows count, of the warp's, all of these.
  struct tiles_ahead {
    int window = -32;
    std::uint32_t of_block = 0, of_warp = 0, whole = 0;
  };
  /// Whether scores of some rows in a tile count, and whether all do.
  __device__ __forceinline__ program::range look(int row, int end, int column) const {
    return program::tile_range<Condition>::of(
        tile{*this, row, smaller(end - 1, last_row), column, smaller(column + keys, static_cast<int>(job.keys)) - 1},
        scalars);
  }
  /// The first tile from one on in which scores of the block's rows count (`tiles` where there is none): whether some
  /// of the warp's do, and all.
  __device__ __forceinline__ int next_tile(tiles_ahead& ahead, int t, int tiles, bool& some, bool& all) const {
    some = true, all = false;
    if constexpr (masks) {
      if (!job.masks) return t;
      int const lane = static_cast<int>(threadIdx.x) & 31, warp = static_cast<int>(threadIdx.x) >> 5;
      while (t < tiles) {
        if (t - ahead.window >= 32) {
          ahead.window = t;
          int const column = smaller(t + lane, tiles - 1) * keys, row = first_row + warp * 16 * Tiles;
          program::range const block = look(first_row, first_row + rows, column),
                               own = look(row, row + 16 * Tiles, column);
          ahead.of_block = __ballot_sync(~0u, block.high > 0);
          ahead.of_warp = __ballot_sync(~0u, own.high > 0);
          ahead.whole = __ballot_sync(~0u, own.low > 0);
        }
        std::uint32_t const left = ahead.of_block >> (t - ahead.window);
        if (left == 0) {
          t = ahead.window + 32;
          continue;
        }
        t += __ffs(static_cast<int>(left)) - 1;
        some = (ahead.of_warp >> (t - ahead.window) & 1) != 0, all = (ahead.whole >> (t - ahead.window) & 1) != 0;
        break;
      }
    }
    return smaller(t, tiles);
  }

  using scores = float[Tiles][keys / 8][4];
  /// What the program makes of scores.
  template <class Q, bool Part>
  __device__ __forceinline__ void apply(scores& s, int row, int column) const {
    int const n = static_cast<int>(job.keys);
#pragma unroll
    for (int m = 0; m < Tiles; ++m)
#pragma unroll
      for (int k = 0; k < keys / 8; ++k)
#pragma unroll
        for (int e = 0; e < 4; ++e) {
          int const j = column + 8 * k + (e & 1);
          float& x = s[m][k][e];
          x = value<Q>(x, smaller(row + 16 * m + 8 * (e >> 1), last_row), Part ? smaller(j, n - 1) : j, sequence{});
          if (Part && j >= n) x = -INFINITY;
        }
  }

  using sums = float[Tiles][Depth / 8][4];
  using rows_of = float[Tiles][2];

  /// Where the matrices of a problem are.
  __device__ __forceinline__ void locate(unsigned problem) {
    std::int64_t query = 0, key = 0, value = 0, result = 0, each[count + 1] = {};
#pragma unroll 1
    for (int a = job.batch_axes - 1; a >= 0; --a) {
      auto const n = static_cast<unsigned>(job.batch[a]);
      std::int64_t const i = problem % n;
      problem /= n;
      query += i * job.query.batch[a];
      key += i * job.key.batch[a];
      value += i * job.value.batch[a];
      result += i * job.result.batch[a];
#pragma unroll
      for (int k = 0; k < count; ++k) each[k] += i * job.each[k][a];
    }
    constexpr int unit[] = {address_unit<Kind>..., 1};
#pragma unroll
    for (int k = 0; k < count; ++k) at[k] = static_cast<char const*>(job.data[k]) + each[k] * unit[k];
    queries_at = static_cast<char const*>(job.query.data) + (query + first_row * job.query.row) * 2;
    keys_at = static_cast<char const*>(job.key.data) + key * 2;
    values_at = static_cast<char const*>(job.value.data) + value * 2;
    result_at = static_cast<char*>(job.result.data) + result * 2;
  }
  /// Begins to copy a tile of keys and values.
  __device__ __forceinline__ void begin_tile(int column, std::uint32_t to) const {
    int const there = static_cast<int>(job.keys) - column;
    if (there > 0) {
      copy_rows<keys>(to, keys_at + column * job.key.row * 2, job.key.row * 2, there, job.depth * 2);
      copy_rows<keys>(to + tile_bytes, values_at + column * job.value.row * 2, job.value.row * 2, there, job.width * 2);
    }
    end_of_copies();
  }
  /// Scores of the warp's queries and a tile's keys.
  __device__ __forceinline__ static void multiply_keys(scores& s, std::uint32_t const (&q)[Tiles][Depth / 16][4],
                                                       std::uint32_t tile) {
    int const lane = static_cast<int>(threadIdx.x) & 31, turned = lane & 7;
#pragma unroll
    for (int k = 0; k < Depth / 16; ++k)
#pragma unroll
      for (int n = 0; n < keys / 16; ++n) {
        std::uint32_t b[4];
        int const r = n * 16 + (lane >> 4) * 8 + turned;
        load_matrices(b, tile + r * row_bytes + (((2 * k + (lane >> 3 & 1)) ^ turned) << 4));
#pragma unroll
        for (int m = 0; m < Tiles; ++m) {
          multiply_add<T>(s[m][2 * n], q[m][k], b[0], b[1]);
          multiply_add<T>(s[m][2 * n + 1], q[m][k], b[2], b[3]);
        }
      }
  }
  /// What scores weigh: their powers by the largest one so far, by which what was added before is scaled.
  __device__ __forceinline__ static void weigh(scores& s, rows_of& most, rows_of& total, sums& o) {
    constexpr float log2e = 1.44269504f;
#pragma unroll
    for (int m = 0; m < Tiles; ++m)
#pragma unroll
      for (int h = 0; h < 2; ++h) {
        float top = most[m][h];
#pragma unroll
        for (int k = 0; k < keys / 8; ++k) top = fmaxf(top, fmaxf(s[m][k][2 * h], s[m][k][2 * h + 1]));
        top = fmaxf(top, __shfl_xor_sync(~0u, top, 1));
        top = fmaxf(top, __shfl_xor_sync(~0u, top, 2));
        // Where there was nothing but -inf, it stays 0 times what is added.
        float const from = top == -INFINITY ? 0 : top * log2e, scale = power_of_two(most[m][h] * log2e - from);
        most[m][h] = top;
        float sum = 0;
#pragma unroll
        for (int k = 0; k < keys / 8; ++k)
#pragma unroll
          for (int e = 0; e < 2; ++e) {
            float& x = s[m][k][2 * h + e];
            x = power_of_two(fmaf(x, log2e, -from));
            sum += x;
          }
        total[m][h] = total[m][h] * scale + sum;
#pragma unroll
        for (int n = 0; n < Depth / 8; ++n) o[m][n][2 * h] *= scale, o[m][n][2 * h + 1] *= scale;
      }
  }
  /// Adds a tile's values by their weights.
  __device__ __forceinline__ static void add_values(sums& o, scores const& s, std::uint32_t tile) {
    int const lane = static_cast<int>(threadIdx.x) & 31, turned = lane & 7;
#pragma unroll
    for (int k = 0; k < keys / 16; ++k) {
      std::uint32_t a[Tiles][4];
#pragma unroll
      for (int m = 0; m < Tiles; ++m)
#pragma unroll
        for (int e = 0; e < 4; ++e) {
          float const(&w)[4] = s[m][2 * k + (e >> 1)];
          a[m][e] = pack<T>(w[2 * (e & 1)], w[2 * (e & 1) + 1]);
        }
#pragma unroll
      for (int n = 0; n < Depth / 16; ++n) {
        std::uint32_t b[4];
        int const r = k * 16 + (lane >> 3 & 1) * 8 + turned;
        load_turned(b, tile + r * row_bytes + (((2 * n + (lane >> 4)) ^ turned) << 4));
#pragma unroll
        for (int m = 0; m < Tiles; ++m) {
          multiply_add<T>(o[m][2 * n], a[m], b[0], b[1]);
          multiply_add<T>(o[m][2 * n + 1], a[m], b[2], b[3]);
        }
      }
    }
  }
  /// Stores the warp's rows, divided by the sums of their weights.
  __device__ __forceinline__ void store(sums const& o, rows_of const& total, int row, int lane) const {
#pragma unroll
    for (int m = 0; m < Tiles; ++m)
#pragma unroll
      for (int h = 0; h < 2; ++h) {
        float sum = total[m][h];
        sum += __shfl_xor_sync(~0u, sum, 1);
        sum += __shfl_xor_sync(~0u, sum, 2);
        float const by = 1 / sum;
        int const i = row + m * 16 + 8 * h + (lane >> 2);
        if (i > last_row) continue;
        char* const to = result_at + (i * job.result.row + 2 * (lane & 3)) * 2;
#pragma unroll
        for (int n = 0; n < Depth / 8; ++n)
          if (8 * n < job.width)
            *reinterpret_cast<std::uint32_t*>(to + 16 * n) = pack<T>(o[m][n][2 * h] * by, o[m][n][2 * h + 1] * by);
      }
  }

  __device__ __forceinline__ static void run(attention_job const& job, unsigned char const* scalars) {
    extern __shared__ __align__(16) unsigned char shared[];
    int const lane = static_cast<int>(threadIdx.x) & 31, warp = static_cast<int>(threadIdx.x) >> 5;
    auto const blocks = static_cast<unsigned>((job.queries + rows - 1) / rows),
               problems = static_cast<unsigned>(job.problems);
    // Rows at the end first: masks mostly leave them more to do.
    unsigned const problem = job.problems_first ? blockIdx.x % problems : blockIdx.x / blocks,
                   turn = job.problems_first ? blockIdx.x / problems : blockIdx.x % blocks;
    int const first = static_cast<int>((blocks - 1 - turn) * rows), row = first + warp * 16 * Tiles;
    attention_body body{job, scalars, first, smaller(static_cast<int>(job.queries), first + rows) - 1};
    body.locate(problem);
    auto const to_queries = static_cast<std::uint32_t>(__cvta_generic_to_shared(shared)),
               to_tiles = to_queries + rows * row_bytes;
    int const tiles = static_cast<int>((job.keys + keys - 1) / keys);
    tiles_ahead ahead;
    bool some, all, some_next, all_next;
    int t = body.next_tile(ahead, 0, tiles, some, all);
    copy_rows<rows>(to_queries, body.queries_at, job.query.row * 2, static_cast<int>(job.queries) - first,
                    job.depth * 2);
    body.begin_tile(t * keys, to_tiles);

    sums o = {};
    rows_of most, total = {};
#pragma unroll
    for (int m = 0; m < Tiles; ++m) most[m][0] = most[m][1] = -INFINITY;
    std::uint32_t q[Tiles][Depth / 16][4];
    wait_for_copies<0>();
    __syncthreads();
#pragma unroll
    for (int m = 0; m < Tiles; ++m)
#pragma unroll
      for (int k = 0; k < Depth / 16; ++k)
        load_matrices(q[m][k], to_queries + (row - first + m * 16 + (lane & 15)) * row_bytes +
                                   (((2 * k + (lane >> 4)) ^ (lane & 7)) << 4));
    int stage = 0;
#pragma unroll 1
    while (t < tiles) {
      int const next = body.next_tile(ahead, t + 1, tiles, some_next, all_next);
      body.begin_tile(next * keys, to_tiles + (stage ^ 1) * 2 * tile_bytes);
      if (some) {
        std::uint32_t const tile = to_tiles + stage * 2 * tile_bytes;
        scores s = {};
        multiply_keys(s, q, tile);
        int const i = row + (lane >> 2), j = t * keys + 2 * (lane & 3);
        if ((t + 1) * keys > job.keys)
          body.template apply<P, true>(s, i, j);
        else if (masks && all)
          body.template apply<typename program::masked<P>::score, false>(s, i, j);
        else
          body.template apply<P, false>(s, i, j);
        weigh(s, most, total, o);
        add_values(o, s, tile + tile_bytes);
      }
      wait_for_copies<0>();
      __syncthreads();
      t = next, some = some_next, all = all_next, stage ^= 1;
    }
    body.store(o, total, row, lane);
  }
#endif
};

template <class Signature, class Condition, class T, int Depth, int Tiles, int Bytes>
__global__ void __launch_bounds__(128, 2)
    attention(__grid_constant__ attention_job const job, __grid_constant__ score_numbers<Bytes> const numbers) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  attention_body<Signature, Condition, T, Depth, Tiles>::run(job, numbers.scalars);
#endif
}

}  // namespace device

/// Whether all code of this compilation has the kernel: tensor cores of bfloat16 came with compute capability 8.0.
constexpr bool has_attention = [] {
#ifdef __CUDA_ARCH_LIST__
  for (int arch : {__CUDA_ARCH_LIST__})
    if (arch < 800) return false;
#endif
  return true;
}();

/// The kernels of one program of scores, that takes them where `Condition` (of positions in 64 bits) is true.
template <class Signature, class Condition, class T>
struct cuda_attention_form;
template <class Inputs, int Bytes, class P, class Condition, class T>
struct cuda_attention_form<program::signature<Inputs, Bytes, program::store<float, P>>, Condition, T> {
  // Put together again: see cuda_fft_rows_form.
  using signature = program::signature<Inputs, Bytes, program::store<float, P>>;
  template <int Depth, int Tiles>
  static runtime::kernel_function kernel() {
    return runtime::kernel_function(
        reinterpret_cast<void const*>(&device::attention<signature, Condition, T, Depth, Tiles, signature::bytes>));
  }
  static cuda_attention_kernels& table() {
    using narrow = device::attention_body<signature, Condition, T, 64, 2>;
    using wide = device::attention_body<signature, Condition, T, 128, 1>;
    static cuda_attention_kernels k{
        {kernel<64, 2>(), kernel<128, 1>()}, {narrow::rows, wide::rows}, {narrow::shared_bytes, wide::shared_bytes}};
    return k;
  }
};

}  // namespace cp::kernels
