// The CUDA scanning kernel of lines that lie side by side in memory: neighbouring threads have neighbouring lines.
#pragma once

#include <cstdint>
#include <fuse/kernels/scan/scan_body.cuh>
#include <fuse/kernels/scan/scan_places.cuh>
#include <fuse/kernels/tuning.hpp>

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
  /// Where an element of a line is, for each operand, and where those below it are: bytes of what is in memory, places
  /// of what is computed.
  struct places {
    char const* at[Signature::count];

    __device__ __forceinline__ places(arguments const& a, std::int64_t const* base, std::int64_t row,
                                      std::int64_t line) {
#pragma unroll
      for (int k = 0; k < Signature::count; ++k)
        at[k] = static_cast<char const*>(a.data[k]) +
                (base[k] + (a.plan.folded > 0 ? row * a.strides[k][0] : 0) + line * a.strides[k][a.plan.folded]) *
                    base_body::unit(k);
    }
    /// Goes to the next row, if there are more.
    __device__ __forceinline__ void move(arguments const& a, bool more) {
#pragma unroll
      for (int k = 0; k < Signature::count; ++k)
        at[k] += more && a.plan.folded > 0 ? a.strides[k][0] * base_body::unit(k) : 0;
    }
  };
  /// How many of a thread's rows there are, and lines.
  struct extents {
    int rows, lines;

    __device__ __forceinline__ extents(arguments const& a, std::int64_t row, std::int64_t line_count) {
      std::int64_t const below = a.plan.length - row, most = Width << a.plan.lanes_log2;
      rows = line_count <= 0 || below <= 0 ? 0 : below < Vectors ? static_cast<int>(below) : Vectors;
      lines = line_count <= 0 ? 0 : static_cast<int>(line_count < most ? line_count : most);
    }
    /// The line of a lane's element w, where they are no vectors; one that is not there is the last one.
    __device__ __forceinline__ int line(arguments const& a, int w, int lane) const {
      int const i = (w << a.plan.lanes_log2) + lane;
      return i < lines ? i : lines - 1;
    }
    __device__ __forceinline__ bool has(arguments const& a, int w, int lane) const {
      return (w << a.plan.lanes_log2) + lane < lines;
    }
    /// Whether a lane's vector is there; the first one of it, or of the last vector.
    __device__ __forceinline__ bool has_vector(int lane) const { return lane * Width < lines; }
    __device__ __forceinline__ int vector(int lane) const { return has_vector(lane) ? lane * Width : lines - Width; }
  };
  /// (What is computed from a scan reads its operands last.)
  template <int W, bool Behind>
  static __device__ __forceinline__ void load_at(arguments const& a, typename base_body::template inputs<W>& in,
                                                 places const& p) {
    constexpr std::uint64_t mask = Behind ? base_body::reads_behind : base_body::reads_before;
    base_body::template load_from<W, Behind, mask>(a, in, p.at, W > 1 ? a.plan.splats : 0, a.plan.folded,
                                                   typename base_body::sequence{});
  }

  /// A thread's elements of its lines from `row` on; identities where there are none. What is read of rows and lines
  /// that are not there is what the last ones have: no branches between loads.
  static __device__ __forceinline__ void load_rows(arguments const& a, std::int64_t const* base, std::int64_t row,
                                                   extents const& there, int lane, A (&e)[Vectors][Width]) {
    bool const vectors = a.plan.vector && Width > 1;
    if (there.rows == 0) {
#pragma unroll
      for (int v = 0; v < Vectors; ++v)
#pragma unroll
        for (int w = 0; w < Width; ++w) e[v][w] = scanned::identity();
      return;
    }
    if constexpr (base_body::costly) {
      // One copy of a row's code; its elements are in memory then.
#pragma unroll 1
      for (int v = 0; v < Vectors; ++v) {
        A x[Width];
#pragma unroll
        for (int w = 0; w < Width; ++w) x[w] = scanned::identity();
        if (v < there.rows) {
          if (vectors) {
            typename base_body::template inputs<Width> in;
            load_at<Width, false>(a, in, places(a, base, row + v, there.vector(lane)));
            base_body::template lift<Width>(a, in, splat_bits{a.plan.splats}, x);
          } else {
#pragma unroll
            for (int w = 0; w < Width; ++w) {
              typename base_body::template inputs<1> in;
              load_at<1, false>(a, in, places(a, base, row + v, there.line(a, w, lane)));
              base_body::template lift<1>(a, in, no_splats{}, x + w);
            }
          }
        }
#pragma unroll
        for (int w = 0; w < Width; ++w)
          e[v][w] = (vectors ? there.has_vector(lane) : there.has(a, w, lane)) ? x[w] : scanned::identity();
      }
    } else if (vectors) {
      typename base_body::template inputs<Width> in[Vectors];
      places p(a, base, row, there.vector(lane));
#pragma unroll
      for (int v = 0; v < Vectors; ++v) {
        load_at<Width, false>(a, in[v], p);
        p.move(a, v + 1 < there.rows);
      }
#pragma unroll
      for (int v = 0; v < Vectors; ++v) {
        base_body::template lift<Width>(a, in[v], splat_bits{a.plan.splats}, e[v]);
#pragma unroll
        for (int w = 0; w < Width; ++w)
          e[v][w] = v < there.rows && there.has_vector(lane) ? e[v][w] : scanned::identity();
      }
    } else {
#pragma unroll
      for (int w = 0; w < Width; ++w) {
        typename base_body::template inputs<1> in[Vectors];
        places p(a, base, row, there.line(a, w, lane));
#pragma unroll
        for (int v = 0; v < Vectors; ++v) {
          load_at<1, false>(a, in[v], p);
          p.move(a, v + 1 < there.rows);
        }
#pragma unroll
        for (int v = 0; v < Vectors; ++v) {
          A x;
          base_body::template lift<1>(a, in[v], no_splats{}, &x);
          e[v][w] = v < there.rows && there.has(a, w, lane) ? x : scanned::identity();
        }
      }
    }
  }
  static __device__ __forceinline__ void store_rows(arguments const& a, std::int64_t const* base, std::int64_t row,
                                                    extents const& there, int lane, A const (&before)[Width],
                                                    A (&e)[Vectors][Width]) {
    if (a.plan.vector && Width > 1)
      store_vectors(a, base, row, there, lane, before, e);
    else if (there.rows > 0)
      store_elements(a, base, row, there, lane, before, e);
  }
  /// (All lanes of the warp call it.)
  static __device__ __forceinline__ void store_vectors(arguments const& a, std::int64_t const* base, std::int64_t row,
                                                       extents const& there, int lane, A const (&before)[Width],
                                                       A (&e)[Vectors][Width]) {
    using T = typename base_body::output;
    constexpr int at_once = base_body::costly_behind ? 1 : base_body::template behind_at_once<Width, Vectors>;
    constexpr int copies = base_body::costly_behind ? 1 : Vectors;
    places p(a, base, row, there.rows > 0 ? there.vector(lane) : 0), to = p;
#pragma unroll(copies)
    for (int u = 0; u < Vectors; u += at_once) {
      typename base_body::template inputs<Width> in[at_once];
      if (base_body::reads_behind != 0 && there.rows > 0) {
#pragma unroll
        for (int v = 0; v < at_once; ++v) {
          load_at<Width, true>(a, in[v], p);
          p.move(a, u + v + 1 < there.rows);
        }
      }
#pragma unroll
      for (int v = 0; v < at_once; ++v) {
#pragma unroll
        for (int w = 0; w < Width; ++w) e[u + v][w] = scanned::combine(before[w], e[u + v][w]);
        bool const stored = u + v < there.rows && there.has_vector(lane);
        vector<T, Width> x = {};
        if (stored) x = base_body::template results<Width>(a, in[v], splat_bits{a.plan.splats}, e[u + v]);
        store_side_by_side<false>(reinterpret_cast<vector<T, Width>*>(const_cast<char*>(to.at[0])), x, stored, lane,
                                  1 << a.plan.lanes_log2);
        to.move(a, true);
      }
    }
  }
  static __device__ __forceinline__ void store_elements(arguments const& a, std::int64_t const* base, std::int64_t row,
                                                        extents const& there, int lane, A const (&before)[Width],
                                                        A (&e)[Vectors][Width]) {
    using T = typename base_body::output;
    constexpr int at_once = base_body::costly_behind ? 1 : base_body::template behind_at_once<1, Vectors>;
    constexpr int copies = base_body::costly_behind ? 1 : Vectors;
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      bool const has = there.has(a, w, lane);
      places p(a, base, row, there.line(a, w, lane)), to = p;
#pragma unroll(copies)
      for (int u = 0; u < Vectors; u += at_once) {
        typename base_body::template inputs<1> in[at_once];
        if constexpr (base_body::reads_behind != 0) {
#pragma unroll
          for (int v = 0; v < at_once; ++v) {
            load_at<1, true>(a, in[v], p);
            p.move(a, u + v + 1 < there.rows);
          }
        }
#pragma unroll
        for (int v = 0; v < at_once; ++v) {
          A const x = scanned::combine(before[w], e[u + v][w]);
          if (u + v < there.rows && has)
            *reinterpret_cast<T*>(const_cast<char*>(to.at[0])) =
                base_body::template results<1>(a, in[v], no_splats{}, &x).v[0];
          to.move(a, true);
        }
      }
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
    extents const there(a, row, lines);
    load_rows(a, base, row, there, lane, e);
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
    store_rows(a, base, row, there, lane, before, e);
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
