// What the CUDA scanning kernels share: a thread's elements, loaded, scanned with its warp's, stored.
#pragma once

#include <cstdint>
#include <fuse/kernels/axes_arguments.cuh>
#include <fuse/kernels/device_values.cuh>
#include <fuse/kernels/elementwise/strided.cuh>
#include <fuse/kernels/lanes.cuh>
#include <fuse/kernels/scan/cuda_scan_plan.hpp>
#include <fuse/kernels/scan/mailbox.cuh>
#include <fuse/kernels/tuning.hpp>
#include <fuse/program/scanned.hpp>
#include <utility>

namespace cp::kernels::device {

/// Inclusive scan of one value a lane.
template <class Scanned, class A>
__device__ __forceinline__ A scan_lanes(A a, int lane, int lanes) {
#pragma unroll
  for (int d = 1; d < 32; d *= 2) {
    A const other = from_lane_before(a, d, lanes);
    if (lane >= d && d < lanes) a = Scanned::combine(other, a);
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
  using arguments = axes_arguments<scan_plan, signature::count, Axes, signature::bytes>;
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
  /// `Once`: nobody reads the vectors again.
  template <int Width, bool Once = false, int... I>
  static __device__ __forceinline__ void load(arguments const& a, inputs<Width>& in, std::int64_t const* offset,
                                              std::uint64_t splats, int axis, std::integer_sequence<int, I...>) {
    (load_along<Kind, I, Width, Once>(
         slot_of<I, Kind, Width>(in),
         static_cast<char const*>(a.data[1 + I]) + (is_single<Kind> ? 0 : offset[1 + I]) * address_unit<Kind>,
         (splats >> I & 1) != 0),
     ...);
    compute_inputs(in, a.scalars, [&](auto j) {
      return place_run{place_of(a.data[1 + j]) + offset[1 + j], a.strides[1 + j][axis]};
    });
  }
  template <int Width, class Splats>
  static __device__ __forceinline__ void lift(arguments const& a, inputs<Width> const& in, Splats splats, A* to) {
    evaluate_vector<Width, lifted>(in, a.scalars, splats, [&](vector<A, Width> const& x) {
#pragma unroll
      for (int w = 0; w < Width; ++w) to[w] = x.v[w];
    });
  }
  /// The element at an index along the scanned axes, as an accumulator.
  template <bool Once = false>
  static __device__ __forceinline__ A element(arguments const& a, std::int64_t const* base, std::int64_t i) {
    std::int64_t offset[count];
#pragma unroll
    for (int k = 0; k < count; ++k) offset[k] = base[k];
    locate(a, i, 0, a.plan.folded, offset);
    return element_at<Once>(a, offset);
  }
  template <bool Once>
  static __device__ __forceinline__ A element_at(arguments const& a, std::int64_t const* offset) {
    inputs<1> in;
    load<1, Once>(a, in, offset, 0, 0, sequence{});
    A value;
    lift<1>(a, in, no_splats{}, &value);
    return value;
  }
  /// Elements first, first + 32, ... of a line, into `to`; those from `last` on are identities.
  template <bool Once, int N>
  static __device__ __forceinline__ void every_32nd(arguments const& a, std::int64_t const* base, std::int64_t first,
                                                    std::int64_t last, A (&to)[N]) {
    if (a.plan.folded != 1) {
#pragma unroll
      for (int j = 0; j < N; ++j)
        to[j] = first + 32 * j < last ? element<Once>(a, base, first + 32 * j) : Scanned::identity();
      return;
    }
    std::int64_t offset[count];
#pragma unroll
    for (int k = 0; k < count; ++k) offset[k] = base[k] + first * a.strides[k][0];
    int const left = last - first > 32 * N ? 32 * N : static_cast<int>(last - first);
#pragma unroll
    for (int j = 0; j < N; ++j) {
      to[j] = 32 * j < left ? element_at<Once>(a, offset) : Scanned::identity();
#pragma unroll
      for (int k = 0; k < count; ++k) offset[k] += 32 * a.strides[k][0];
    }
  }
  static __device__ __forceinline__ std::int64_t out_step(arguments const& a) {
    return a.plan.folded > 0 ? a.strides[0][0] : 0;
  }

  /// Elements of a line from `first` on: vector v of lane l is number v * lanes + l. Those from `last` on are
  /// identities. `room`: of the lane's segment, for an exchange, so that neighbouring lanes load neighbouring elements
  /// also where those are no vectors. `Whole`: these are aligned vectors, of which a thread has `Vectors`, and all
  /// exist.
  template <int Width, int Vectors, bool Whole = false>
  static __device__ __forceinline__ void load_segment(arguments const& a, std::int64_t const* base, std::int64_t first,
                                                      std::int64_t last, int lane, int lanes, A* room,
                                                      A (&e)[Vectors][Width]) {
    int const vectors = Whole ? Vectors : static_cast<int>(a.plan.vectors);
    if (Whole || a.plan.vector) {
      inputs<Width> in[Vectors];
#pragma unroll
      for (int v = 0; v < Vectors; ++v) {
        std::int64_t const i = first + (v * lanes + lane) * Width;
        if (Whole || (v < vectors && i + Width <= last)) {
          std::int64_t offset[count];
#pragma unroll
          for (int k = 0; k < count; ++k) offset[k] = base[k] + i * a.strides[k][0];
          load<Width, true>(a, in[v], offset, a.plan.splats, 0, sequence{});
        }
      }
#pragma unroll
      for (int v = 0; v < Vectors; ++v) {
        std::int64_t const i = first + (v * lanes + lane) * Width;
        if (Whole || (v < vectors && i + Width <= last)) {
          lift<Width>(a, in[v], splat_bits{a.plan.splats}, e[v]);
        } else {
#pragma unroll
          for (int w = 0; w < Width; ++w)
            e[v][w] = v < vectors && i + w < last ? element<true>(a, base, i + w) : Scanned::identity();
        }
      }
      return;
    }
    std::int64_t const end = first + vectors * Width * std::int64_t{lanes};
    A x[Vectors * Width];
    every_32nd<true>(a, base, first + lane, end < last ? end : last, x);
#pragma unroll
    for (int j = 0; j < Vectors * Width; ++j) e[j / Width][j % Width] = x[j];
    if constexpr (Width > 1) {
#pragma unroll
      for (int j = 0; j < Vectors * Width; ++j) room[j * lanes + lane] = e[j / Width][j % Width];
      __syncwarp();
#pragma unroll
      for (int v = 0; v < Vectors; ++v)
#pragma unroll
        for (int w = 0; w < Width; ++w) e[v][w] = room[(v * lanes + lane) * Width + w];
      __syncwarp();
    }
  }

  /// Scans a segment's elements; returns what all of them come to, in every lane.
  template <int Width, int Vectors, bool Whole = false>
  static __device__ __forceinline__ A scan_segment(arguments const& a, int lane, int lanes, A (&e)[Vectors][Width]) {
    A before = Scanned::identity();
#pragma unroll
    for (int v = 0; v < Vectors; ++v) {
      if (!Whole && v >= static_cast<int>(a.plan.vectors)) break;
#pragma unroll
      for (int w = 1; w < Width; ++w) e[v][w] = Scanned::combine(e[v][w - 1], e[v][w]);
      A const upto = scan_lanes<Scanned>(e[v][Width - 1], lane, lanes);
      A const left = from_lane_before(upto, 1, lanes);
      A const offset = lane == 0 ? before : Scanned::combine(before, left);
#pragma unroll
      for (int w = 0; w < Width; ++w) e[v][w] = Scanned::combine(offset, e[v][w]);
      before = Scanned::combine(before, from_lane(upto, lanes - 1, lanes));
    }
    return before;
  }

  static __device__ __forceinline__ T result(A const& a) { return static_cast<T>(Scanned::finish(a)); }

  /// Stores a segment's elements, each after `before`.
  template <int Width, int Vectors, bool Whole = false>
  static __device__ __forceinline__ void store_segment(arguments const& a, std::int64_t const* base, std::int64_t first,
                                                       std::int64_t last, int lane, int lanes, A* room, A const& before,
                                                       A (&e)[Vectors][Width]) {
    int const vectors = Whole ? Vectors : static_cast<int>(a.plan.vectors);
    T* const out = static_cast<T*>(a.data[0]) + base[0];
    std::int64_t const step = out_step(a);
#pragma unroll
    for (int v = 0; v < Vectors; ++v)
#pragma unroll
      for (int w = 0; w < Width; ++w) e[v][w] = Scanned::combine(before, e[v][w]);
    if (Whole || a.plan.vector) {
#pragma unroll
      for (int v = 0; v < Vectors; ++v) {
        std::int64_t const i = first + (v * lanes + lane) * Width;
        if (!Whole && (v >= vectors || i >= last)) continue;
        if (Whole || i + Width <= last) {
          vector<T, Width> x;
#pragma unroll
          for (int w = 0; w < Width; ++w) x.v[w] = result(e[v][w]);
          store_once(reinterpret_cast<vector<T, Width>*>(out + i), x);
        } else {
#pragma unroll
          for (int w = 0; w < Width; ++w)
            if (i + w < last) out[i + w] = result(e[v][w]);
        }
      }
      return;
    }
    if constexpr (!Whole) {
      if constexpr (Width > 1) {
#pragma unroll
        for (int v = 0; v < Vectors; ++v)
#pragma unroll
          for (int w = 0; w < Width; ++w) room[(v * lanes + lane) * Width + w] = e[v][w];
        __syncwarp();
#pragma unroll
        for (int j = 0; j < Vectors * Width; ++j) e[j / Width][j % Width] = room[j * lanes + lane];
        __syncwarp();
      }
#pragma unroll
      for (int j = 0; j < Vectors * Width; ++j) {
        std::int64_t const i = first + j * lanes + lane;
        if (j < vectors * Width && i < last) store_once(out + i * step, result(e[j / Width][j % Width]));
      }
    }
  }
};

}  // namespace cp::kernels::device
