// The CUDA scanning kernel of lines whose elements are neighbours in memory, or nothing is, and that a block can hold.
#pragma once

#include <cstdint>
#include <fuse/kernels/scan/scan_body.cuh>
#include <fuse/kernels/scan/scan_places.cuh>
#include <fuse/kernels/tuning.hpp>

namespace cp::kernels::device {

/// What the threads of a strip of lines do.
template <class Signature, int Axes>
struct scan_rows_body : scan_body<Signature, Axes> {
  using base_body = scan_body<Signature, Axes>;
  using A = typename base_body::A;
  using T = typename base_body::output;
  using arguments = typename base_body::arguments;
  using scanned = typename base_body::scanned;
  using part = typename base_body::part;
  static constexpr int count = base_body::count;

  /// What some neighbouring threads of a warp have of a strip: `lanes` vectors are a piece, and `plan.pieces` of these
  /// are a line's; then comes the next line, `apart` lines on.
  struct share {
    std::int64_t base[count];  ///< where the line begins; along one axis, where the share's first element is
    std::int64_t line, apart;
    std::int64_t first;  ///< element of the line
    int elements;        ///< of a line
    int lane, lanes;
    A* room;       ///< in shared memory, for `Vectors` pieces
    bool vectors;  ///< elements are loaded and stored as vectors, which are whole
  };
#ifdef __CUDA_ARCH__
  /// A thread's share of a strip of lines.
  template <int Width, int Vectors>
  static __device__ __forceinline__ share share_of(arguments const& a, std::uint32_t strip, A* room) {
    scan_plan const& p = a.plan;
    share s;
    int const thread = static_cast<int>(threadIdx.x), lanes_log2 = static_cast<int>(p.lanes_log2),
              warps_log2 = lanes_log2 > 5 ? lanes_log2 - 5 : 0;
    s.lanes = 1 << (lanes_log2 - warps_log2);
    s.lane = thread & (s.lanes - 1);
    s.line = std::int64_t{strip} * p.strip_lines + (thread >> lanes_log2);
    s.apart = tuning::scan_threads >> lanes_log2;
    int const per_warp = s.lanes * Width * static_cast<int>(p.pieces), warp = thread >> 5 & ((1 << warps_log2) - 1);
    s.first = warp * per_warp;
    s.elements = static_cast<int>(p.length - s.first < per_warp ? p.length - s.first : per_warp);
    s.room = room + (thread & ~(s.lanes - 1)) * Width * Vectors;
    s.vectors = p.vector && s.elements % Width == 0;
#pragma unroll
    for (int k = 0; k < count; ++k)
      s.base[k] = k == 0 ? s.first * base_body::out_step(a) : p.folded == 1 ? s.first * a.strides[k][0] : 0;
    if (s.line < p.lines) base_body::locate(a, s.line, p.folded, p.folded + p.kept, s.base);
    return s;
  }
#endif

  /// A walk over the vectors of a share: where the piece is that the next one is of.
  template <int Width>
  struct pieces {
    arguments const& a;
    share const& s;
    int length;  ///< of a piece
    std::int64_t line, base[count];
    int at = 0, elements;

#ifdef __CUDA_ARCH__
    __device__ __forceinline__ pieces(arguments const& arguments, share const& of)
        : a(arguments), s(of), length(of.lanes * Width), line(of.line) {
#pragma unroll
      for (int k = 0; k < count; ++k) base[k] = s.base[k];
      elements = line < a.plan.lines ? s.elements : 0;
    }
    /// Calls f(v, base, at, n) for all vectors, `Copies` of them at once: the piece that one is of begins `at` elements
    /// after `base`, and n of its elements exist. v is no constant.
    template <int Copies, class F>
    __device__ __forceinline__ void walk(F const& f) {
#pragma unroll(Copies)
      for (int v = 0; v < static_cast<int>(a.plan.vectors); ++v) step(v, f);
    }
#endif

   private:
#ifdef __CUDA_ARCH__
    template <class F>
    __device__ __forceinline__ void step(int v, F const& f) {
      f(v, base, at, elements - at < length ? elements - at : length);
      at += length;
      if (at == static_cast<int>(a.plan.pieces) * length) {
        at = 0;
        line += s.apart;
        elements = line < a.plan.lines ? s.elements : 0;
#pragma unroll
        for (int k = 0; k < count; ++k) base[k] += s.apart * a.strides[k][a.plan.folded];
      }
    }
#endif
  };
  /// A walk over a thread's vectors of a share: where the next one lies.
  template <int Width>
  struct own_vectors {
    arguments const& a;
    std::int64_t offset[count];
    int at, elements, first, length, piece = 0, lines;

#ifdef __CUDA_ARCH__
    __device__ __forceinline__ own_vectors(arguments const& arguments, share const& s)
        : a(arguments), first(s.lane * Width), length(s.lanes * Width) {
      std::int64_t const left =
          (a.plan.lines - s.line + s.apart - 1) >> (tuning::scan_threads_log2 - a.plan.lanes_log2);
      lines = left < index_most ? static_cast<int>(left) : index_most;
      at = first;
      elements = lines > 0 ? s.elements : 0;
#pragma unroll
      for (int k = 0; k < count; ++k) offset[k] = s.base[k] + wide_product(first, static_cast<int>(a.strides[k][0]));
    }
    /// Calls f(v, offset, there) for vectors [first, last).
    template <class F>
    __device__ __forceinline__ void walk(int first, int last, F const& f) {
#pragma unroll
      for (int v = first; v < last; ++v)
        if (v < static_cast<int>(a.plan.vectors)) step(v, f);
    }
    /// The same for all vectors; v is no constant.
    template <class F>
    __device__ __forceinline__ void walk(F const& f) {
#pragma unroll 1
      for (int v = 0; v < static_cast<int>(a.plan.vectors); ++v) step(v, f);
    }
#endif

   private:
    static constexpr int index_most = 1 << 30;
#ifdef __CUDA_ARCH__
    template <class F>
    __device__ __forceinline__ void step(int v, F const& f) {
      f(v, offset, at < elements);
      int const pieces = static_cast<int>(a.plan.pieces);
      bool const ends = ++piece == pieces;
      at = ends ? first : at + length;
      if (ends) piece = 0, --lines;
      if (lines <= 0) elements = 0;
#pragma unroll
      for (int k = 0; k < count; ++k) {
        int const along = length * static_cast<int>(a.strides[k][0]),
                  down = (tuning::scan_threads >> a.plan.lanes_log2) * static_cast<int>(a.strides[k][a.plan.folded]);
        offset[k] += ends ? down - (pieces - 1) * along : along;
      }
    }
#endif
  };
#ifdef __CUDA_ARCH__
  /// Loads inputs of the element i places behind a share's base.
  template <std::uint64_t Mask>
  static __device__ __forceinline__ void load_element(arguments const& a, std::int64_t const* base, std::int64_t first,
                                                      int i, typename base_body::template inputs<1>& in) {
    std::int64_t offset[count];
#pragma unroll
    for (int k = 0; k < count; ++k) offset[k] = base[k];
    if (a.plan.folded == 1) {
#pragma unroll
      for (int k = 0; k < count; ++k) offset[k] += i * a.strides[k][0];
    } else {
      base_body::locate(a, first + i, 0, a.plan.folded, offset);
    }
    base_body::template load<1, false, Mask>(a, in, offset, 0, 0, typename base_body::sequence{});
  }
  /// The same element as an accumulator.
  static __device__ __forceinline__ A element(arguments const& a, std::int64_t const* base, std::int64_t first, int i) {
    typename base_body::template inputs<1> in;
    load_element<base_body::reads_before>(a, base, first, i, in);
    A value;
    base_body::template lift<1>(a, in, no_splats{}, &value);
    return value;
  }
  /// Loads inputs of a thread's vector.
  template <int Width, std::uint64_t Mask>
  static __device__ __forceinline__ void load_vector(arguments const& a, std::int64_t const* offset,
                                                     typename base_body::template inputs<Width>& in) {
    base_body::template load<Width, false, Mask>(a, in, offset, a.plan.splats, 0, typename base_body::sequence{});
  }

  /// Loads a share; what does not exist is an identity.
  template <int Width, int Vectors>
  static __device__ __forceinline__ void load_share(arguments const& a, share const& s, A (&e)[Vectors][Width]) {
    if (base_body::costly && s.vectors) {
      A* own = s.room + s.lane * Width;
      own_vectors<Width>(a, s).walk([&](int, std::int64_t const* offset, bool there) {
        typename base_body::template inputs<Width> in = {};
        A x[Width];
#pragma unroll
        for (int w = 0; w < Width; ++w) x[w] = scanned::identity();
        if (there) {
          load_vector<Width, base_body::reads_before>(a, offset, in);
          base_body::template lift<Width>(a, in, splat_bits{a.plan.splats}, x);
        }
#pragma unroll
        for (int w = 0; w < Width; ++w) own[w] = x[w];
        own += Width * s.lanes;
      });
      return take<Width, Vectors>(a, s, e);
    }
    if (!base_body::costly && s.vectors) {
      typename base_body::template inputs<Width> in[Vectors] = {};
      std::uint32_t which = 0;
      own_vectors<Width>(a, s).walk(0, Vectors, [&](int v, std::int64_t const* offset, bool there) {
        if (!there) return;
        load_vector<Width, base_body::reads_before>(a, offset, in[v]);
        which |= 1u << v;
      });
#pragma unroll
      for (int v = 0; v < Vectors; ++v) {
        if ((which >> v & 1) != 0) {
          base_body::template lift<Width>(a, in[v], splat_bits{a.plan.splats}, e[v]);
        } else {
#pragma unroll
          for (int w = 0; w < Width; ++w) e[v][w] = scanned::identity();
        }
      }
      return;
    }
    // Neighbouring threads load neighbouring elements; then each takes a run of them.
    A* to = s.room + s.lane;
    constexpr int copies = base_body::costly ? 1 : 2;
    pieces<Width>(a, s).template walk<copies>([&](int, std::int64_t const* base, int at, int n) {
      A x[Width];
#pragma unroll
      for (int w = 0; w < Width; ++w)
        x[w] = w * s.lanes + s.lane < n ? element(a, base, s.first, at + w * s.lanes + s.lane) : scanned::identity();
#pragma unroll
      for (int w = 0; w < Width; ++w) to[w * s.lanes] = x[w];
      to += Width * s.lanes;
    });
    __syncwarp();
    take<Width, Vectors>(a, s, e);
    __syncwarp();
  }
  /// A thread's vectors from shared memory.
  template <int Width, int Vectors>
  static __device__ __forceinline__ void take(arguments const& a, share const& s, A (&e)[Vectors][Width]) {
#pragma unroll
    for (int v = 0; v < Vectors; ++v)
#pragma unroll
      for (int w = 0; w < Width; ++w)
        e[v][w] =
            v < static_cast<int>(a.plan.vectors) ? s.room[(v * s.lanes + s.lane) * Width + w] : scanned::identity();
  }

  /// Scans elements, of which every `pieces` vectors are a line's; returns what those of the last line come to, in
  /// every lane.
  template <int Width, int Vectors>
  static __device__ __forceinline__ A scan_share(int vectors, int pieces, int lane, int lanes, A (&e)[Vectors][Width]) {
    constexpr int at_once = Vectors < 4 ? Vectors : 4;  // chains of shuffles
    A before = scanned::identity();
    int piece = 0;
#pragma unroll
    for (int u = 0; u < Vectors; u += at_once) {
      if (u >= vectors) break;
      part x[at_once][Width], upto[at_once];
#pragma unroll
      for (int v = 0; v < at_once; ++v) {
        base_body::scan_thread(x[v], e[u + v]);
        upto[v] = x[v][Width - 1];
      }
#pragma unroll
      for (int d = 1; d < 32; d *= 2)
#pragma unroll
        for (int v = 0; v < at_once; ++v) {
          part const other = from_lane_before(upto[v], d, lanes);
          upto[v] = choose(lane >= d, part(base_body::within::combine(other, upto[v])), upto[v]);
        }
#pragma unroll
      for (int v = 0; v < at_once; ++v) {
        A const left = static_cast<A>(from_lane_before(upto[v], 1, lanes)),
                all = static_cast<A>(from_lane(upto[v], lanes - 1, lanes));
        before = choose(piece == pieces && u + v < vectors, scanned::identity(), before);
        piece = piece == pieces ? 1 : piece + 1;
        A const offset = choose(lane == 0, before, A(scanned::combine(before, left)));
#pragma unroll
        for (int w = 0; w < Width; ++w) e[u + v][w] = scanned::combine(offset, static_cast<A>(x[v][w]));
        before = scanned::combine(before, all);
      }
    }
    return before;
  }

  /// Stores a share's elements, each after `before`.
  template <int Width, int Vectors>
  static __device__ __forceinline__ void store_share(arguments const& a, share const& s, A const& before,
                                                     A (&e)[Vectors][Width]) {
    T* const out = static_cast<T*>(a.data[0]);
    std::int64_t const step = base_body::out_step(a);
#pragma unroll
    for (int v = 0; v < Vectors; ++v)
#pragma unroll
      for (int w = 0; w < Width; ++w) e[v][w] = scanned::combine(before, e[v][w]);
    if (base_body::costly_behind && s.vectors) {
      A* own = s.room + s.lane * Width;
#pragma unroll
      for (int v = 0; v < Vectors; ++v)
#pragma unroll
        for (int w = 0; w < Width; ++w) own[v * s.lanes * Width + w] = e[v][w];
      own_vectors<Width>(a, s).walk([&](int, std::int64_t const* offset, bool there) {
        typename base_body::template inputs<Width> in = {};
        vector<T, Width> x = {};
        if (there) {
          if constexpr (base_body::reads_behind != 0) load_vector<Width, base_body::reads_behind>(a, offset, in);
          x = base_body::template results<Width>(a, in, splat_bits{a.plan.splats}, own);
        }
        store_side_by_side<false>(reinterpret_cast<vector<T, Width>*>(out + offset[0]), x, there, s.lane, s.lanes);
        own += Width * s.lanes;
      });
      return;
    }
    if (!base_body::costly_behind && s.vectors) {
      constexpr int at_once = base_body::template behind_at_once<Width, Vectors>;
      own_vectors<Width> walk(a, s);
#pragma unroll
      for (int u = 0; u < Vectors; u += at_once) {
        typename base_body::template inputs<Width> in[at_once];
        if constexpr (base_body::reads_behind != 0)
          own_vectors<Width>(walk).walk(u, u + at_once, [&](int v, std::int64_t const* offset, bool there) {
            if (there) load_vector<Width, base_body::reads_behind>(a, offset, in[v - u]);
          });
        walk.walk(u, u + at_once, [&](int v, std::int64_t const* offset, bool there) {
          vector<T, Width> x = {};
          if (base_body::reads_behind == 0 || there)
            x = base_body::template results<Width>(a, in[v - u], splat_bits{a.plan.splats}, e[v]);
          store_side_by_side<false>(reinterpret_cast<vector<T, Width>*>(out + offset[0]), x, there, s.lane, s.lanes);
        });
      }
      return;
    }
#pragma unroll
    for (int v = 0; v < Vectors; ++v)
#pragma unroll
      for (int w = 0; w < Width; ++w) s.room[(v * s.lanes + s.lane) * Width + w] = e[v][w];
    __syncwarp();
    A const* from = s.room + s.lane;
    constexpr int copies = base_body::costly_behind ? 1 : 2;
    pieces<Width>(a, s).template walk<copies>([&](int, std::int64_t const* base, int at, int n) {
      typename base_body::template inputs<1> in[Width];
      if constexpr (base_body::reads_behind != 0) {
#pragma unroll
        for (int w = 0; w < Width; ++w)
          if (w * s.lanes + s.lane < n)
            load_element<base_body::reads_behind>(a, base, s.first, at + w * s.lanes + s.lane, in[w]);
      }
#pragma unroll
      for (int w = 0; w < Width; ++w)
        if (w * s.lanes + s.lane < n)
          out[base[0] + (at + w * s.lanes + s.lane) * step] =
              base_body::template results<1>(a, in[w], no_splats{}, from + w * s.lanes).v[0];
      from += Width * s.lanes;
    });
    __syncwarp();
  }
#endif
};

/// 1 to 256 threads a line; those of a warp or less have several lines each.
template <class Signature, int Axes, int Width, int Vectors>
__global__ void __launch_bounds__(tuning::scan_threads, tuning::scan_row_blocks)
    scan_rows(__grid_constant__ typename scan_body<Signature, Axes>::arguments const a) {
#ifdef __CUDA_ARCH__
  using body = scan_rows_body<Signature, Axes>;
  using A = typename body::A;
  using scanned = typename body::scanned;
  __shared__ shared_values<A, tuning::scan_threads * Width * Vectors> room;
  __shared__ shared_values<A, scan_warps> sums;
  scan_plan const& p = a.plan;
  auto const s = body::template share_of<Width, Vectors>(a, blockIdx.x, room.data());
  A e[Vectors][Width];
  body::template load_share<Width, Vectors>(a, s, e);
  A const sum = body::template scan_share<Width, Vectors>(static_cast<int>(p.vectors), static_cast<int>(p.pieces),
                                                          s.lane, s.lanes, e);
  A before = scanned::identity();
  if (p.lanes_log2 > 5) {
    int const warp = static_cast<int>(threadIdx.x >> 5), line_warps_log2 = static_cast<int>(p.lanes_log2) - 5;
    if (s.lane == 0) sums.data()[warp] = sum;
    __syncthreads();
#pragma unroll
    for (int w = 0; w < scan_warps; ++w)
      if (w < warp && w >> line_warps_log2 == warp >> line_warps_log2)
        before = scanned::combine(before, sums.data()[w]);
  }
  body::template store_share<Width, Vectors>(a, s, before, e);
#endif
}

}  // namespace cp::kernels::device
