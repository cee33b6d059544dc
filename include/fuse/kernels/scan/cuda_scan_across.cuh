// The CUDA scanning kernel of lines that lie side by side in memory: neighbouring threads have neighbouring lines.
#pragma once

#include <cstdint>
#include <fuse/kernels/scan/scan_body.cuh>
#include <fuse/kernels/scan/scan_places.cuh>

namespace cp::kernels::device {

/// A block's tile is `values` lines by rows of elements. `lanes` threads side by side have `Width` lines each
/// (neighbours where they are vectors, else `lanes` apart, so that those of one step are in one run) and `Vectors`
/// elements of each. Value q = w * lanes + lane, of line w of a lane, has the q-th mailbox.
template <class Signature, int Axes, int Width, int Vectors>
struct across_body : scan_body<Signature, Axes> {
  using base_body = scan_body<Signature, Axes>;
  using A = typename base_body::A;
  using arguments = typename base_body::arguments;
  using scanned = typename base_body::scanned;
  /// Values of all threads of a block.
  static constexpr int all_values = tuning::scan_threads * Width;

#ifdef __CUDA_ARCH__
  /// Elements [row, row + Vectors) of the thread's lines, those that exist; identities elsewhere.
  static __device__ __forceinline__ void load_rows(arguments const& a, std::int64_t const* base, std::int64_t row,
                                                   std::int64_t lines, int lane, A (&e)[Vectors][Width]) {
    scan_plan const& p = a.plan;
    int const along = p.folded;  // the axis of lines
    using many = typename base_body::template inputs<Width>;
    if constexpr (base_body::costly) {
      // One copy of a row's code; its elements are in memory then.
#pragma unroll 1
      for (int v = 0; v < Vectors; ++v) {
        A x[Width];
        if (p.vector && Width > 1) {
#pragma unroll
          for (int w = 0; w < Width; ++w) x[w] = scanned::identity();
          if (row + v < p.length && lane * Width < lines) {
            many in;
            std::int64_t offset[Signature::count];
            place(a, base, row + v, lane * Width, offset);
            base_body::template load<Width>(a, in, offset, p.splats, along, typename base_body::sequence{});
            base_body::template lift<Width>(a, in, splat_bits{p.splats}, x);
          }
        } else {
#pragma unroll
          for (int w = 0; w < Width; ++w) x[w] = one_of(a, base, row + v, lines, (w << p.lanes_log2) + lane);
        }
#pragma unroll
        for (int w = 0; w < Width; ++w) e[v][w] = x[w];
      }
      return;
    }
    if (p.vector && Width > 1) {
      many in[Vectors];
#pragma unroll
      for (int v = 0; v < Vectors; ++v)
        if (row + v < p.length && lane * Width < lines) {
          std::int64_t offset[Signature::count];
          place(a, base, row + v, lane * Width, offset);
          base_body::template load<Width>(a, in[v], offset, p.splats, along, typename base_body::sequence{});
        }
#pragma unroll
      for (int v = 0; v < Vectors; ++v) {
        if (row + v < p.length && lane * Width < lines) {
          base_body::template lift<Width>(a, in[v], splat_bits{p.splats}, e[v]);
        } else {
#pragma unroll
          for (int w = 0; w < Width; ++w) e[v][w] = scanned::identity();
        }
      }
      return;
    }
#pragma unroll
    for (int v = 0; v < Vectors; ++v)
#pragma unroll
      for (int w = 0; w < Width; ++w) e[v][w] = one_of(a, base, row + v, lines, (w << p.lanes_log2) + lane);
  }
  /// An element of a line, or an identity.
  static __device__ __forceinline__ A one_of(arguments const& a, std::int64_t const* base, std::int64_t row,
                                             std::int64_t lines, int line) {
    if (row >= a.plan.length || line >= lines) return scanned::identity();
    std::int64_t offset[Signature::count];
    place(a, base, row, line, offset);
    return base_body::template element_at<false>(a, offset, a.plan.folded);
  }
  static __device__ __forceinline__ void place(arguments const& a, std::int64_t const* base, std::int64_t row,
                                               std::int64_t line, std::int64_t* offset) {
    int const along = a.plan.folded;
#pragma unroll
    for (int k = 0; k < Signature::count; ++k)
      offset[k] = base[k] + (along > 0 ? row * a.strides[k][0] : 0) + line * a.strides[k][along];
  }
  static __device__ __forceinline__ void store_rows(arguments const& a, std::int64_t const* base, std::int64_t row,
                                                    std::int64_t lines, int lane, A const (&before)[Width],
                                                    A (&e)[Vectors][Width]) {
    using T = typename base_body::output;
    constexpr int at_once = base_body::costly_behind ? 1 : base_body::template behind_at_once<Width, Vectors>;
    scan_plan const& p = a.plan;
    bool const vectors = p.vector && Width > 1;
    constexpr int copies = base_body::costly_behind ? 1 : Vectors;
#pragma unroll(copies)
    for (int u = 0; u < Vectors; u += at_once) {
      typename base_body::template inputs<Width> in[at_once];
      typename base_body::template inputs<1> one[at_once][Width];
#pragma unroll
      for (int v = 0; v < at_once; ++v)
        if (base_body::reads_behind != 0 && row + u + v < p.length)
          load_behind(a, base, row + u + v, lines, lane, in[v], one[v]);
#pragma unroll
      for (int v = 0; v < at_once; ++v) {
        T* const out = static_cast<T*>(a.data[0]) + base[0] + (row + u + v) * base_body::out_step(a);
        bool const there = row + u + v < p.length;
#pragma unroll
        for (int w = 0; w < Width; ++w) e[u + v][w] = scanned::combine(before[w], e[u + v][w]);
        if (vectors) {
          bool const stored = there && lane * Width < lines;
          vector<T, Width> x = {};
          if (stored) x = base_body::template results<Width>(a, in[v], splat_bits{p.splats}, e[u + v]);
          store_side_by_side<false>(reinterpret_cast<vector<T, Width>*>(out + lane * Width), x, stored, lane,
                                    1 << p.lanes_log2);
        } else if (there) {
#pragma unroll
          for (int w = 0; w < Width; ++w) {
            int const line = (w << p.lanes_log2) + lane;
            if (line < lines)
              out[line * a.strides[0][p.folded]] =
                  base_body::template results<1>(a, one[v][w], no_splats{}, &e[u + v][w]).v[0];
          }
        }
      }
    }
  }
  /// Loads what is needed besides a row of the thread's scanned elements: into `in` where they are a vector.
  static __device__ __forceinline__ void load_behind(arguments const& a, std::int64_t const* base, std::int64_t row,
                                                     std::int64_t lines, int lane,
                                                     typename base_body::template inputs<Width>& in,
                                                     typename base_body::template inputs<1> (&one)[Width]) {
    constexpr std::uint64_t mask = base_body::reads_behind;
    constexpr typename base_body::sequence all{};
    std::int64_t offset[Signature::count];
    if (a.plan.vector && Width > 1) {
      if (lane * Width >= lines) return;
      place(a, base, row, lane * Width, offset);
      base_body::template load<Width, true, mask>(a, in, offset, a.plan.splats, a.plan.folded, all);
      return;
    }
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      int const line = (w << a.plan.lanes_log2) + lane;
      if (line >= lines) continue;
      place(a, base, row, line, offset);
      base_body::template load<1, true, mask>(a, one[w], offset, 0, a.plan.folded, all);
    }
  }

  /// What comes before the tile in each of its lines; sums: of each step's elements, `values` a step, of which there
  /// are `steps`. All threads of the block call it.
  static __device__ __forceinline__ void before_tile(box_places const& at, A const* sums, int steps, int lane,
                                                     A (&before)[Width]) {
    __shared__ shared_values<A, 5 * 32 * Width> room;
    int const values = static_cast<int>(at.values), lanes = values / Width;
    A* const found = room.data();  // as in cuda_scan_tiles.cuh, `values` of each
    for (int i = static_cast<int>(threadIdx.x); i < 3 * values; i += tuning::scan_threads) {
      int const level = i / values, q = i - level * values;
      std::uint32_t const apart = at.values * at.bytes, place = static_cast<std::uint32_t>(q) * at.bytes;
      if (level == 0) {
        A sum = scanned::identity();
        for (int k = 0; k < steps; ++k) sum = scanned::combine(sum, sums[k * values + q]);
        if (!at.is_last()) base_body::box::put(at.of_tile(at.tile) + place, sum);
        A const row =
            base_body::box::template fold<scanned>(at.of_tile(at.tile - at.in_row()) + place, apart, at.in_row());
        A const whole = scanned::combine(row, sum);
        if (at.ends_row()) base_body::box::put(at.of_row(at.row()) + place, whole);
        found[q] = row;
        found[values + q] = whole;
      } else if (level == 1) {
        found[2 * values + q] =
            base_body::box::template fold<scanned>(at.of_row(at.row() - at.in_sheet()) + place, apart, at.in_sheet());
      } else {
        found[3 * values + q] =
            at.sheet() > 0 ? base_body::box::get(at.of_sheet(at.sheet(), 0) + place) : scanned::identity();
        found[4 * values + q] =
            at.sheet() > 0 ? base_body::box::get(at.of_sheet(at.sheet(), 1) + place) : scanned::identity();
      }
    }
    __syncthreads();
    if (at.ends_sheet())
      for (int q = static_cast<int>(threadIdx.x); q < values; q += tuning::scan_threads)
        put_sheet<base_body>(at, static_cast<std::uint32_t>(q), found[3 * values + q], found[4 * values + q],
                             scanned::combine(found[2 * values + q], found[values + q]));
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      int const q = w * lanes + lane;
      A const sheets = scanned::combine(found[3 * values + q], found[4 * values + q]),
              rows = scanned::combine(found[2 * values + q], found[q]);
      before[w] = scanned::combine(scanned::combine(sheets, rows), before[w]);
    }
  }

  /// `Sets`: a block has several groups of lines (else all that its threads have in common can be in registers that
  /// they share).
  template <bool Sets>
  static __device__ __forceinline__ void run(arguments const& a, A* sums) {
    scan_plan const& p = a.plan;
    // Threads that are left over beside each other have further rows, and where there are none, other groups.
    int const lanes = 1 << p.lanes_log2, values = lanes * Width, sets_log2 = Sets ? static_cast<int>(p.sets_log2) : 0,
              steps = tuning::scan_threads >> p.lanes_log2 >> sets_log2, thread = static_cast<int>(threadIdx.x),
              lane = thread & (lanes - 1), all_steps = thread >> p.lanes_log2,
              step = Sets ? all_steps & (steps - 1) : all_steps;
    std::uint32_t const ticket = take_ticket(p), tile = Sets ? 0 : ticket / p.groups,
                        group = Sets ? (ticket << sets_log2) +
                                           static_cast<std::uint32_t>(thread >> (tuning::scan_threads_log2 - sets_log2))
                                     : ticket - tile * p.groups,
                        rest = group / p.blocks, block = group - rest * p.blocks;
    std::int64_t base[Signature::count];
#pragma unroll
    for (int k = 0; k < Signature::count; ++k) base[k] = std::int64_t{block} * values * a.strides[k][p.folded];
    if (p.kept > 1) base_body::locate(a, rest, p.folded + 1, p.folded + p.kept, base);
    std::int64_t const row = (std::int64_t{tile} * steps + step) * Vectors,
                       lines = Sets && group >= p.groups ? 0 : a.extent[p.folded] - std::int64_t{block} * values;
    A* const set_sums = sums + (all_steps - step) * values;
    A e[Vectors][Width];
    load_rows(a, base, row, lines, lane, e);
#pragma unroll
    for (int v = 1; v < Vectors; ++v)
#pragma unroll
      for (int w = 0; w < Width; ++w) e[v][w] = scanned::combine(e[v - 1][w], e[v][w]);
#pragma unroll
    for (int w = 0; w < Width; ++w) set_sums[step * values + w * lanes + lane] = e[Vectors - 1][w];
    __syncthreads();
    A before[Width];
#pragma unroll
    for (int w = 0; w < Width; ++w) before[w] = scanned::identity();
    for (int k = 0; k < step; ++k)
#pragma unroll
      for (int w = 0; w < Width; ++w) before[w] = scanned::combine(before[w], set_sums[k * values + w * lanes + lane]);
    if (!Sets && p.tiles > 1)
      before_tile(box_places{p, group, tile, static_cast<std::uint32_t>(values), base_body::box::bytes}, sums, steps,
                  lane, before);
    store_rows(a, base, row, lines, lane, before, e);
  }
#endif
};

template <class Signature, int Axes, int Width, int Vectors, bool Sets>
__global__ void __launch_bounds__(tuning::scan_threads, 3)
    scan_across(__grid_constant__ typename scan_body<Signature, Axes>::arguments const a) {
#ifdef __CUDA_ARCH__
  using body = across_body<Signature, Axes, Width, Vectors>;
  __shared__ shared_values<typename body::A, body::all_values> sums;
  body::template run<Sets>(a, sums.data());
#endif
}

}  // namespace cp::kernels::device
