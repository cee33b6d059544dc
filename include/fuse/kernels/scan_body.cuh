// What the CUDA scanning kernels share: a thread's elements, loaded, scanned with its warp's, stored.
#pragma once

#include <cstdint>
#include <fuse/expr/scanned.hpp>
#include <fuse/kernels/cuda_scan_plan.hpp>
#include <fuse/kernels/device_values.cuh>
#include <fuse/kernels/mailbox.cuh>
#include <fuse/kernels/strided.cuh>
#include <fuse/kernels/tuning.hpp>
#include <utility>

namespace cp::kernels::device {

/// Axes are innermost first, those that are scanned before those that stay.
template <int Count, int Axes, int Bytes>
struct scan_arguments {
  scan_plan plan;
  divider by[Axes];
  std::int64_t extent[Axes];
  void* data[Count];
  std::int64_t strides[Count][Axes];
  alignas(16) unsigned char scalars[Bytes];
};

/// A value of the lane `apart` threads before in the warp (of segments of `lanes` threads), or of lane `lane`.
template <class A>
__device__ __forceinline__ A from_lane_before(A const& a, int apart, int lanes) {
  constexpr int words = (int(sizeof(A)) + 3) / 4;
  unsigned int w[words] = {};
  __builtin_memcpy(w, &a, sizeof a);
#pragma unroll
  for (int i = 0; i < words; ++i) w[i] = __shfl_up_sync(0xffffffffu, w[i], static_cast<unsigned>(apart), lanes);
  A other;
  __builtin_memcpy(&other, w, sizeof other);
  return other;
}
template <class A>
__device__ __forceinline__ A from_lane(A const& a, int lane, int lanes) {
  constexpr int words = (int(sizeof(A)) + 3) / 4;
  unsigned int w[words] = {};
  __builtin_memcpy(w, &a, sizeof a);
#pragma unroll
  for (int i = 0; i < words; ++i) w[i] = __shfl_sync(0xffffffffu, w[i], lane, lanes);
  A other;
  __builtin_memcpy(&other, w, sizeof other);
  return other;
}
template <class A>
__device__ __forceinline__ A from_lane_after(A const& a, int apart) {
  constexpr int words = (int(sizeof(A)) + 3) / 4;
  unsigned int w[words] = {};
  __builtin_memcpy(w, &a, sizeof a);
#pragma unroll
  for (int i = 0; i < words; ++i) w[i] = __shfl_down_sync(0xffffffffu, w[i], static_cast<unsigned>(apart));
  A other;
  __builtin_memcpy(&other, w, sizeof other);
  return other;
}
/// One of two values. That compilers may not know why keeps them from making branches of conditions and moving shuffles
/// into these, where threads of a warp part.
template <class A>
__device__ __forceinline__ A choose(bool first, A const& a, A const& b) {
  constexpr int words = (int(sizeof(A)) + 3) / 4;
  unsigned int w[words] = {}, other[words] = {}, which = first ? 1 : 0;
  asm volatile("" : "+r"(which));
  __builtin_memcpy(w, &a, sizeof a);
  __builtin_memcpy(other, &b, sizeof b);
#pragma unroll
  for (int i = 0; i < words; ++i) w[i] = which != 0 ? w[i] : other[i];
  A chosen;
  __builtin_memcpy(&chosen, w, sizeof chosen);
  return chosen;
}
/// Inclusive scan of one value a lane, in segments of `lanes` threads, of which this one is number `lane`.
template <class Scanned, class A>
__device__ __forceinline__ A scan_lanes(A a, int lane, int lanes) {
#pragma unroll
  for (int d = 1; d < 32; d *= 2) {
    A const other = from_lane_before(a, d, lanes);
    a = choose(lane >= d, A(Scanned::combine(other, a)), a);
  }
  return a;
}

template <class Scanned>
struct lifted_value;
template <class Op, class A, class T, class P>
struct lifted_value<program::scanned<Op, A, T, P>> {
  using type = program::store<A, program::apply<program::lifting<Op, A>, P>>;
};

template <class Signature, int Axes>
struct scan_body;

template <class... Kind, int Bytes, class T, class Scanned, int Axes>
struct scan_body<program::signature<program::inputs<Kind...>, Bytes, program::store<T, Scanned>>, Axes> {
  using signature = program::signature<program::inputs<Kind...>, Bytes, program::store<T, Scanned>>;
  using scanned = Scanned;
  using output = T;
  using A = typename Scanned::accumulator;
  using box = mailbox<A>;
  using arguments = scan_arguments<signature::count, Axes, signature::bytes>;
  using sequence = std::make_integer_sequence<int, int(sizeof...(Kind))>;
  using lifted = typename lifted_value<Scanned>::type;
  static constexpr int count = signature::count;
  template <int Width>
  using inputs = values<sequence, Width, Kind...>;

  /// Where an index along the axes [first, last) lies, for each operand: added to `offset`.
  static __device__ __forceinline__ void locate(arguments const& a, std::int64_t index, int first, int last,
                                                std::int64_t* offset) {
    if (last - first == 1) {
#pragma unroll
      for (int k = 0; k < count; ++k) offset[k] += index * a.strides[k][first];
      return;
    }
#pragma unroll 1
    for (int axis = first; axis < last; ++axis) {
      std::int64_t const q = axis + 1 == last ? 0
                             : a.plan.wide    ? index / a.extent[axis]
                                              : a.by[axis].divide(static_cast<std::uint32_t>(index));
      std::int64_t const i = index - q * a.extent[axis];
      index = q;
#pragma unroll
      for (int k = 0; k < count; ++k) offset[k] += i * a.strides[k][axis];
    }
  }
  template <int Width, int... I>
  static __device__ __forceinline__ void load(arguments const& a, inputs<Width>& in, std::int64_t const* offset,
                                              std::uint32_t splats, int axis, std::integer_sequence<int, I...>) {
    (load_along<Kind, I, Width>(
         slot_of<I, Kind, Width>(in),
         static_cast<char const*>(a.data[1 + I]) + (is_single<Kind> ? 0 : offset[1 + I]) * address_unit<Kind>,
         (splats >> I & 1) != 0, is_positions<Kind> ? a.strides[1 + I][axis] : 1),
     ...);
  }
  template <int Width, class Splats>
  static __device__ __forceinline__ void lift(arguments const& a, inputs<Width> const& in, Splats splats, A* to) {
    evaluate_vector<Width, lifted>(in, a.scalars, splats, [&](vector<A, Width> const& x) {
#pragma unroll
      for (int w = 0; w < Width; ++w) to[w] = x.v[w];
    });
  }
  static __device__ __forceinline__ std::int64_t out_step(arguments const& a) {
    return a.plan.folded > 0 ? a.strides[0][0] : 0;
  }

  static __device__ __forceinline__ T result(A const& a) { return static_cast<T>(Scanned::finish(a)); }

  /// What some neighbouring threads of a warp have of a strip: `lanes` vectors are a piece, and `plan.pieces` of these
  /// are a line's; then comes the next line, `apart` lines on.
  struct share {
    std::int64_t base[count];  ///< where the line begins; along one axis, where the share's first element is
    std::int64_t line, apart;
    std::int64_t first;  ///< element of the line
    int elements;        ///< of a line
    int lane, lanes;
    A* room;  ///< in shared memory, for `Vectors` pieces
    bool vectors;        ///< elements are loaded and stored as vectors, which are whole
  };
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
      s.base[k] = k == 0 ? s.first * out_step(a) : p.folded == 1 ? s.first * a.strides[k][0] : 0;
    if (s.line < p.lines) locate(a, s.line, p.folded, p.folded + p.kept, s.base);
    return s;
  }

  /// Calls f(v, base, at, n) for each vector: the piece that it is of begins `at` elements after `base`, and n of its
  /// elements exist. `Unroll`: v is a constant.
  template <int Width, int Vectors, bool Unroll, class F>
  static __device__ __forceinline__ void each_piece(arguments const& a, share const& s, F f) {
    int const length = s.lanes * Width, vectors = static_cast<int>(a.plan.vectors),
              end = static_cast<int>(a.plan.pieces) * length;
    std::int64_t line = s.line, base[count];
#pragma unroll
    for (int k = 0; k < count; ++k) base[k] = s.base[k];
    int at = 0, elements = line < a.plan.lines ? s.elements : 0;
    auto const step = [&](int v) {
      f(v, base, at, elements - at < length ? elements - at : length);
      at += length;
      if (at == end) {
        at = 0;
        line += s.apart;
        elements = line < a.plan.lines ? s.elements : 0;
#pragma unroll
        for (int k = 0; k < count; ++k) base[k] += s.apart * a.strides[k][a.plan.folded];
      }
    };
    if constexpr (Unroll) {
#pragma unroll
      for (int v = 0; v < Vectors; ++v)
        if (v < vectors) step(v);
    } else {
#pragma unroll 2
      for (int v = 0; v < vectors; ++v) step(v);
    }
  }
  /// The element i places behind a share's base, as an accumulator.
  static __device__ __forceinline__ A element(arguments const& a, std::int64_t const* base, std::int64_t first, int i) {
    std::int64_t offset[count];
#pragma unroll
    for (int k = 0; k < count; ++k) offset[k] = base[k];
    if (a.plan.folded == 1) {
#pragma unroll
      for (int k = 0; k < count; ++k) offset[k] += i * a.strides[k][0];
    } else {
      locate(a, first + i, 0, a.plan.folded, offset);
    }
    inputs<1> in;
    load<1>(a, in, offset, 0, 0, sequence{});
    A value;
    lift<1>(a, in, no_splats{}, &value);
    return value;
  }

  /// Loads a share; what does not exist is an identity.
  template <int Width, int Vectors>
  static __device__ __forceinline__ void load_share(arguments const& a, share const& s, A (&e)[Vectors][Width]) {
    if (s.vectors) {
      inputs<Width> in[Vectors] = {};  // else what a condition leaves alone would be kept from tile to tile
      std::uint32_t there = 0;
      each_piece<Width, Vectors, true>(a, s, [&](int v, std::int64_t const* base, int at, int n) {
        if (s.lane * Width >= n) return;
        std::int64_t offset[count];
#pragma unroll
        for (int k = 0; k < count; ++k) offset[k] = base[k] + std::int64_t{at + s.lane * Width} * static_cast<int>(a.strides[k][0]);
        load<Width>(a, in[v], offset, a.plan.splats, 0, sequence{});
        there |= 1u << v;
      });
#pragma unroll
      for (int v = 0; v < Vectors; ++v) {
        if ((there >> v & 1) != 0) {
          lift<Width>(a, in[v], splat_bits{a.plan.splats}, e[v]);
        } else {
#pragma unroll
          for (int w = 0; w < Width; ++w) e[v][w] = Scanned::identity();
        }
      }
      return;
    }
    // Neighbouring threads load neighbouring elements; then each takes a run of them.
    A* to = s.room + s.lane;
    each_piece<Width, Vectors, false>(a, s, [&](int, std::int64_t const* base, int at, int n) {
      A x[Width];
#pragma unroll
      for (int w = 0; w < Width; ++w)
        x[w] = w * s.lanes + s.lane < n ? element(a, base, s.first, at + w * s.lanes + s.lane) : Scanned::identity();
#pragma unroll
      for (int w = 0; w < Width; ++w) to[w * s.lanes] = x[w];
      to += Width * s.lanes;
    });
    __syncwarp();
#pragma unroll
    for (int v = 0; v < Vectors; ++v)
#pragma unroll
      for (int w = 0; w < Width; ++w)
        e[v][w] =
            v < static_cast<int>(a.plan.vectors) ? s.room[(v * s.lanes + s.lane) * Width + w] : Scanned::identity();
    __syncwarp();
  }

  /// Scans elements, of which every `pieces` vectors are a line's; returns what those of the last line come to, in every
  /// lane.
  template <int Width, int Vectors>
  static __device__ __forceinline__ A scan_share(int vectors, int pieces, int lane, int lanes,
                                                 A (&e)[Vectors][Width]) {
    constexpr int at_once = Vectors < 4 ? Vectors : 4;  // chains of shuffles
    A before = Scanned::identity();
    int piece = 0;
#pragma unroll
    for (int u = 0; u < Vectors; u += at_once) {
      if (u >= vectors) break;
      A upto[at_once];
#pragma unroll
      for (int v = 0; v < at_once; ++v) {
#pragma unroll
        for (int w = 1; w < Width; ++w) e[u + v][w] = Scanned::combine(e[u + v][w - 1], e[u + v][w]);
        upto[v] = e[u + v][Width - 1];
      }
#pragma unroll
      for (int d = 1; d < 32; d *= 2)
#pragma unroll
        for (int v = 0; v < at_once; ++v) {
          A const other = from_lane_before(upto[v], d, lanes);
          upto[v] = choose(lane >= d, A(Scanned::combine(other, upto[v])), upto[v]);
        }
#pragma unroll
      for (int v = 0; v < at_once; ++v) {
        A const left = from_lane_before(upto[v], 1, lanes), all = from_lane(upto[v], lanes - 1, lanes);
        before = choose(piece == pieces, Scanned::identity(), before);
        piece = piece == pieces ? 1 : piece + 1;
        A const offset = choose(lane == 0, before, A(Scanned::combine(before, left)));
#pragma unroll
        for (int w = 0; w < Width; ++w) e[u + v][w] = Scanned::combine(offset, e[u + v][w]);
        before = Scanned::combine(before, all);
      }
    }
    return before;
  }

  /// Stores a share's elements, each after `before`.
  template <int Width, int Vectors>
  static __device__ __forceinline__ void store_share(arguments const& a, share const& s, A const& before,
                                                     A (&e)[Vectors][Width]) {
    T* const out = static_cast<T*>(a.data[0]);
    std::int64_t const step = out_step(a);
#pragma unroll
    for (int v = 0; v < Vectors; ++v)
#pragma unroll
      for (int w = 0; w < Width; ++w) e[v][w] = Scanned::combine(before, e[v][w]);
    if (s.vectors) {
      each_piece<Width, Vectors, true>(a, s, [&](int v, std::int64_t const* base, int at, int n) {
        if (s.lane * Width >= n) return;
        vector<T, Width> x;
#pragma unroll
        for (int w = 0; w < Width; ++w) x.v[w] = result(e[v][w]);
        *reinterpret_cast<vector<T, Width>*>(out + base[0] + (at + s.lane * Width)) = x;
      });
      return;
    }
#pragma unroll
    for (int v = 0; v < Vectors; ++v)
#pragma unroll
      for (int w = 0; w < Width; ++w) s.room[(v * s.lanes + s.lane) * Width + w] = e[v][w];
    __syncwarp();
    A const* from = s.room + s.lane;
    each_piece<Width, Vectors, false>(a, s, [&](int, std::int64_t const* base, int at, int n) {
#pragma unroll
      for (int w = 0; w < Width; ++w)
        if (w * s.lanes + s.lane < n)
          out[base[0] + (at + w * s.lanes + s.lane) * step] = result(from[w * s.lanes]);
      from += Width * s.lanes;
    });
    __syncwarp();
  }
};

}  // namespace cp::kernels::device
