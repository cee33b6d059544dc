// What the CUDA scanning kernels share: a thread's elements, loaded, scanned with its warp's, stored.
// (Long: one class template, the body that the scanning kernels share.)
#pragma once

#include <cstdint>
#include <fuse/kernels/axes_arguments.cuh>
#include <fuse/kernels/device_values.cuh>
#include <fuse/kernels/elementwise/cuda_elementwise.cuh>
#include <fuse/kernels/elementwise/strided.cuh>
#include <fuse/kernels/evaluate.cuh>
#include <fuse/kernels/scan/cuda_scan_plan.hpp>
#include <fuse/kernels/scan/mailbox.cuh>
#include <fuse/kernels/scan/scan_inputs.cuh>
#include <fuse/kernels/scan/scan_lanes.cuh>
#include <fuse/kernels/tuning.hpp>
#include <fuse/program/scanned.hpp>
#include <utility>

namespace cp::kernels::device {

template <class Scanned>
struct lifted_value;
template <class Op, class A, class T, class P>
struct lifted_value<program::scanned<Op, A, T, P>> {
  using type = program::store<A, program::apply<program::lifting<Op, A>, P>>;
};

template <class Signature, int Axes>
struct scan_body;

template <class... Kind, int Bytes, class T, class P, int Axes>
struct scan_body<program::signature<program::inputs<Kind...>, Bytes, program::store<T, P>>, Axes> {
  using signature = program::signature<program::inputs<Kind...>, Bytes, program::store<T, P>>;
  using scanned = typename program::scan_in<P>::type;
  using output = T;
  using A = typename scanned::accumulator;
  using within = scanned_within<scanned>;
  using part = typename within::type;
  /// The inputs of the scan, and those of what is computed from it, a bit each.
  static constexpr std::uint64_t reads_before = program::reads_before_scan<P>,
                                 reads_behind = program::reads_behind_scan<P>;
  static constexpr bool has_behind = !std::is_same_v<P, scanned>;
  /// What an element costs, and whether kernels have few copies of its program, in loops that are not unrolled; the
  /// same of what is computed from a scanned element.
  static constexpr int cost = cp::kernels::detail::scan_inputs<signature>::cost;
  static constexpr bool costly = cost > tuning::cheap_cost,
                        costly_behind = cp::kernels::detail::scan_inputs<signature>::behind_cost > tuning::cheap_cost;
  /// Elements that are loaded one by one and are under way at once.
  static constexpr int at_once_apart = costly ? tuning::scan_apart_costly : tuning::scan_apart;
  /// Whether tiles may be summed before they are scanned.
  static constexpr bool sums_ahead = cost <= tuning::scan_ahead_cost;
  using box = mailbox<A>;
  using arguments = axes_arguments<scan_plan, signature::count, Axes, signature::bytes>;
  using sequence = std::make_integer_sequence<int, int(sizeof...(Kind))>;
  using lifted = typename lifted_value<scanned>::type;
  static constexpr int count = signature::count;
  template <int Width>
  using inputs = values<sequence, Width, Kind...>;

#ifdef __CUDA_ARCH__
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
  /// The inputs of `Mask`. `Once`: nobody reads the vectors again (but what is computed from a scan may).
  template <int Width, bool Once = false, std::uint64_t Mask = reads_before, int... I>
  static __device__ __forceinline__ void load(arguments const& a, inputs<Width>& in, std::int64_t const* offset,
                                              std::uint64_t splats, int axis, std::integer_sequence<int, I...>) {
    auto const one = [&]<int J, class K>(slot<J, K, Width>& s) {
      if constexpr ((Mask & program::input_bit(J)) != 0)
        load_along<K, J, Width, (Once && (Mask == reads_behind || reads_behind == 0))>(
            s, static_cast<char const*>(a.data[1 + J]) + (is_single<K> ? 0 : offset[1 + J]) * address_unit<K>,
            (splats >> J & 1) != 0);
    };
    (one(slot_of<I, Kind, Width>(in)), ...);
    computed_inputs<inputs<Width>>::template compute<Mask>(in, a.scalars, [&](auto j) {
      return place_run{place_of(a.data[1 + j]) + offset[1 + j], a.strides[1 + j][axis]};
    });
  }
  /// The same from operands' addresses (places, of what is computed).
  template <int Width, bool Once, std::uint64_t Mask, int... I>
  static __device__ __forceinline__ void load_from(arguments const& a, inputs<Width>& in, char const* const* at,
                                                   std::uint64_t splats, int axis, std::integer_sequence<int, I...>) {
    auto const one = [&]<int J, class K>(slot<J, K, Width>& s) {
      if constexpr ((Mask & program::input_bit(J)) != 0)
        load_along<K, J, Width, Once>(s, is_single<K> ? static_cast<char const*>(a.data[1 + J]) : at[1 + J],
                                      (splats >> J & 1) != 0);
    };
    (one(slot_of<I, Kind, Width>(in)), ...);
    computed_inputs<inputs<Width>>::template compute<Mask>(in, a.scalars, [&](auto j) {
      return place_run{place_of(at[1 + j]), a.strides[1 + j][axis]};
    });
  }
  /// Steps of an operand's address (see address_unit).
  static __device__ __forceinline__ constexpr int unit(int operand) {
    constexpr int all[] = {int(sizeof(T)), address_unit<Kind>...};
    return all[operand];
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
  static __device__ __forceinline__ A element_at(arguments const& a, std::int64_t const* offset, int axis = 0) {
    inputs<1> in;
    load<1, Once>(a, in, offset, 0, axis, sequence{});
    A value;
    lift<1>(a, in, no_splats{}, &value);
    return value;
  }
  /// Elements first, first + 32, ... of a line, into `to`; those from `last` on are identities.
  template <bool Once, int N>
  static __device__ __forceinline__ void every_32nd(arguments const& a, std::int64_t const* base, std::int64_t first,
                                                    std::int64_t last, A (&to)[N]) {
    if (!costly && a.plan.folded != 1) {
#pragma unroll
      for (int j = 0; j < N; ++j)
        to[j] = first + 32 * j < last ? element<Once>(a, base, first + 32 * j) : scanned::identity();
      return;
    }
    bool const one_axis = !costly || a.plan.folded == 1;
    std::int64_t offset[count];
#pragma unroll
    for (int k = 0; k < count; ++k) offset[k] = base[k] + (one_axis ? first * a.strides[k][0] : 0);
    int const left = last - first > 32 * N ? 32 * N : static_cast<int>(last - first);
#pragma unroll
    for (int j = 0; j < N; ++j) {
      if (!one_axis) {
#pragma unroll
        for (int k = 0; k < count; ++k) offset[k] = base[k];
        if (32 * j < left) locate(a, first + 32 * j, 0, a.plan.folded, offset);
      }
      to[j] = 32 * j < left ? element_at<Once>(a, offset) : scanned::identity();
#pragma unroll
      for (int k = 0; k < count; ++k) offset[k] += 32 * a.strides[k][0];
    }
  }
  static __device__ __forceinline__ std::int64_t out_step(arguments const& a) {
    return a.plan.folded > 0 ? a.strides[0][0] : 0;
  }
#endif

  /// How many of `Most` vectors have their inputs of what is computed from the scan on their way at once: 32 bytes.
  template <int Width, int Most>
  static constexpr int behind_at_once = [] {
    int bytes = 0, j = 0;
    ((bytes += (reads_behind & program::input_bit(j++)) != 0 && is_loaded<Kind> ? int(sizeof(typename Kind::type)) : 0),
     ...);
    return bytes == 0 ? 1 : cp::kernels::detail::clamp_power(32 / (bytes * Width), 1, Most);
  }();
#ifdef __CUDA_ARCH__
  /// What is stored of elements that were scanned; `in`: the inputs besides.
  template <int Width, class Splats>
  static __device__ __forceinline__ vector<T, Width> results(arguments const& a, inputs<Width> const& in, Splats splats,
                                                             A const* e) {
    vector<T, Width> x;
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      using elements = context<inputs<Width>, Width, Splats>;
      using value = typename program::type_of<scanned>::type;
      elements const c{in, a.scalars, splats, w};
      if constexpr (has_behind)
        program::evaluate<program::store<T, P>>(
            program::with_value<scanned, value, elements>{c, as_stored(scanned::finish(e[w]))},
            [&](T const& result) { x.v[w] = result; });
      else
        x.v[w] = static_cast<T>(scanned::finish(e[w]));
    }
    return x;
  }
  /// Loads what is needed besides an element of a line, and stores the element.
  static __device__ __forceinline__ void load_behind(arguments const& a, std::int64_t const* base, std::int64_t i,
                                                     inputs<1>& in) {
    if constexpr (reads_behind != 0) {
      std::int64_t offset[count];
#pragma unroll
      for (int k = 0; k < count; ++k) offset[k] = base[k] + (a.plan.folded == 1 ? i * a.strides[k][0] : 0);
      if (a.plan.folded != 1) locate(a, i, 0, a.plan.folded, offset);
      load<1, true, reads_behind>(a, in, offset, 0, 0, sequence{});
    }
  }
  static __device__ __forceinline__ void store_element(arguments const& a, std::int64_t const* base, std::int64_t i,
                                                       inputs<1> const& in, A const& e) {
    store_once(static_cast<T*>(a.data[0]) + base[0] + i * out_step(a), results<1>(a, in, no_splats{}, &e).v[0]);
  }

  /// Loads inputs of the vector of a line that begins at element i.
  template <int Width, std::uint64_t Mask>
  static __device__ __forceinline__ void load_vector(arguments const& a, std::int64_t const* base, std::int64_t i,
                                                     inputs<Width>& in) {
    std::int64_t offset[count];
#pragma unroll
    for (int k = 0; k < count; ++k) offset[k] = base[k] + i * a.strides[k][0];
    load<Width, true, Mask>(a, in, offset, a.plan.splats, 0, sequence{});
  }
  /// Whether elements of a segment that is no vectors are all there, side by side in memory.
  template <int Elements>
  static __device__ __forceinline__ bool is_run(arguments const& a, std::int64_t first, std::int64_t last, int lanes) {
    return !costly && !costly_behind && a.plan.side && first + Elements * lanes <= last;
  }
  /// Addresses of element i of a line.
  static __device__ __forceinline__ void point(arguments const& a, std::int64_t const* base, std::int64_t i,
                                               char const* (&at)[count]) {
#pragma unroll
    for (int k = 0; k < count; ++k)
      at[k] = static_cast<char const*>(a.data[k]) + (base[k] + i * a.strides[k][0]) * unit(k);
  }
  /// Inputs of element `apart` of a run, which is the same number for all threads.
  template <std::uint64_t Mask, int... I>
  static __device__ __forceinline__ void load_of_run(arguments const& a, inputs<1>& in, char const* const* at,
                                                     int apart, std::integer_sequence<int, I...>) {
    auto const one = [&]<int J, class K>(slot<J, K, 1>& s) {
      if constexpr ((Mask & program::input_bit(J)) != 0)
        load_along<K, J, 1, true>(
            s, is_single<K> ? static_cast<char const*>(a.data[1 + J]) : at[1 + J] + apart * unit(1 + J), false);
    };
    (one(slot_of<I, Kind, 1>(in)), ...);
    computed_inputs<inputs<1>>::template compute<Mask>(in, a.scalars, [&](auto j) {
      std::int64_t const step = a.strides[1 + j][0];
      return place_run{place_of(at[1 + j]) + apart * step, step};
    });
  }
  /// Elements of a line from `first` on: vector v of lane l is number v * lanes + l. Those from `last` on are
  /// identities. `room`: of the lane's segment, for an exchange, so that neighbouring lanes load neighbouring elements
  /// also where those are no vectors. `Whole`: these are aligned vectors, of which a thread has `Vectors`, and all
  /// exist.
  template <int Width, int Vectors, bool Whole = false>
  static __device__ __forceinline__ void load_segment(arguments const& a, std::int64_t const* base, std::int64_t first,
                                                      std::int64_t last, int lane, int lanes, A* room,
                                                      A (&e)[Vectors][Width]) {
    if constexpr (Whole && costly) {
      A* own = room + lane * Width;  // registers have no numbers
#pragma unroll 1
      for (int v = 0; v < Vectors; ++v, own += lanes * Width) {
        inputs<Width> in;
        load_vector<Width, reads_before>(a, base, first + (v * lanes + lane) * Width, in);
        A x[Width];
        lift<Width>(a, in, splat_bits{a.plan.splats}, x);
#pragma unroll
        for (int w = 0; w < Width; ++w) own[w] = x[w];
      }
#pragma unroll
      for (int v = 0; v < Vectors; ++v)
#pragma unroll
        for (int w = 0; w < Width; ++w) e[v][w] = room[(v * lanes + lane) * Width + w];
    } else if constexpr (Whole) {
      inputs<Width> in[Vectors];
#pragma unroll
      for (int v = 0; v < Vectors; ++v)
        load_vector<Width, reads_before>(a, base, first + (v * lanes + lane) * Width, in[v]);
#pragma unroll
      for (int v = 0; v < Vectors; ++v) lift<Width>(a, in[v], splat_bits{a.plan.splats}, e[v]);
    } else {
      constexpr int elements = Vectors * Width, at_once = elements < at_once_apart ? elements : at_once_apart;
      int const vectors = static_cast<int>(a.plan.vectors), held = vectors * Width;
      std::int64_t const end = first + held * std::int64_t{lanes};
      if (is_run<elements>(a, first, last, lanes) && vectors == Vectors && lanes == 32) {
        char const* at[count];
        point(a, base, first + lane, at);
        constexpr int loads = elements < 8 ? elements : 8;
#pragma unroll
        for (int j = 0; j < elements; j += loads) {
          inputs<1> in[loads];
#pragma unroll
          for (int k = 0; k < loads; ++k) load_of_run<reads_before>(a, in[k], at, 32 * (j + k), sequence{});
#pragma unroll
          for (int k = 0; k < loads; ++k) lift<1>(a, in[k], no_splats{}, room + 32 * (j + k) + lane);
        }
      } else {
#pragma unroll 1
        for (int j = 0; j < held; j += at_once) {
          A x[at_once];
          every_32nd<true>(a, base, first + j * lanes + lane, end < last ? end : last, x);
#pragma unroll
          for (int k = 0; k < at_once; ++k) room[(j + k) * lanes + lane] = x[k];
        }
      }
      __syncwarp();
#pragma unroll
      for (int v = 0; v < Vectors; ++v)
#pragma unroll
        for (int w = 0; w < Width; ++w)
          e[v][w] = v < vectors ? room[(v * lanes + lane) * Width + w] : scanned::identity();
      __syncwarp();
    }
  }

  /// Scans a segment's elements; returns what all of them come to, in every lane.
  template <int Width, int Vectors>
  static __device__ __forceinline__ A scan_segment(int lane, int lanes, A (&e)[Vectors][Width]) {
    A before = scanned::identity();
#pragma unroll
    for (int v = 0; v < Vectors; ++v) {
      part x[Width];
      scan_thread(x, e[v]);
      part const upto = scan_lanes<within>(x[Width - 1], lane, lanes);
      A const left = static_cast<A>(from_lane_before(upto, 1, lanes));
      A const offset = lane == 0 ? before : scanned::combine(before, left);
#pragma unroll
      for (int w = 0; w < Width; ++w) e[v][w] = scanned::combine(offset, static_cast<A>(x[w]));
      before = scanned::combine(before, static_cast<A>(from_lane(upto, lanes - 1, lanes)));
    }
    return before;
  }
  /// The elements of a vector, each with those before it.
  template <int Width>
  static __device__ __forceinline__ void scan_thread(part (&x)[Width], A const (&e)[Width]) {
    x[0] = static_cast<part>(e[0]);
#pragma unroll
    for (int w = 1; w < Width; ++w) x[w] = within::combine(x[w - 1], static_cast<part>(e[w]));
  }

  /// Stores all vectors of a segment.
  template <int Width, int Vectors>
  static __device__ __forceinline__ void store_vectors(arguments const& a, std::int64_t const* base, std::int64_t first,
                                                       int lane, int lanes, A* room, A const (&e)[Vectors][Width]) {
    constexpr int at_once = behind_at_once<Width, Vectors>;
    T* const out = static_cast<T*>(a.data[0]) + base[0];
    if constexpr (costly_behind) {
      A* own = room + lane * Width;
#pragma unroll
      for (int v = 0; v < Vectors; ++v)
#pragma unroll
        for (int w = 0; w < Width; ++w) own[v * lanes * Width + w] = e[v][w];
      std::int64_t i = first + lane * Width;
#pragma unroll 1
      for (int v = 0; v < Vectors; ++v, own += lanes * Width, i += lanes * Width) {
        inputs<Width> in;
        if constexpr (reads_behind != 0) load_vector<Width, reads_behind>(a, base, i, in);
        store_side_by_side<true>(reinterpret_cast<vector<T, Width>*>(out + i),
                                 results<Width>(a, in, splat_bits{a.plan.splats}, own), true, lane, lanes);
      }
      return;
    }
#pragma unroll
    for (int u = 0; u < Vectors; u += at_once) {
      inputs<Width> in[at_once];
      auto const place = [&](int v) { return first + ((u + v) * lanes + lane) * Width; };
      if constexpr (reads_behind != 0) {
#pragma unroll
        for (int v = 0; v < at_once; ++v) load_vector<Width, reads_behind>(a, base, place(v), in[v]);
      }
#pragma unroll
      for (int v = 0; v < at_once; ++v)
        store_side_by_side<true>(reinterpret_cast<vector<T, Width>*>(out + place(v)),
                                 results<Width>(a, in[v], splat_bits{a.plan.splats}, e[u + v]), true, lane, lanes);
    }
  }

  /// Stores a segment's elements, each after `before`.
  template <int Width, int Vectors, bool Whole = false>
  static __device__ __forceinline__ void store_segment(arguments const& a, std::int64_t const* base, std::int64_t first,
                                                       std::int64_t last, int lane, int lanes, A* room, A const& before,
                                                       A (&e)[Vectors][Width]) {
#pragma unroll
    for (int v = 0; v < Vectors; ++v)
#pragma unroll
      for (int w = 0; w < Width; ++w) e[v][w] = scanned::combine(before, e[v][w]);
    if constexpr (Whole) {
      store_vectors<Width, Vectors>(a, base, first, lane, lanes, room, e);
    } else {
      constexpr int elements = Vectors * Width, loads = behind_at_once<1, elements>, most = elements < 4 ? elements : 4,
                    at_once = loads < most ? most : loads;
#pragma unroll
      for (int v = 0; v < Vectors; ++v)
#pragma unroll
        for (int w = 0; w < Width; ++w) room[(v * lanes + lane) * Width + w] = e[v][w];
      __syncwarp();
      std::int64_t const end = first + static_cast<int>(a.plan.vectors) * Width * std::int64_t{lanes},
                         stop = end < last ? end : last;
      A const* from = room + lane;
      if (is_run<elements>(a, first, last, lanes) && static_cast<int>(a.plan.vectors) == Vectors && lanes == 32) {
        char const* at[count];
        point(a, base, first + lane, at);
#pragma unroll
        for (int j = 0; j < elements; j += at_once) {
          inputs<1> in[at_once];
          if constexpr (reads_behind != 0)
#pragma unroll
            for (int k = 0; k < at_once; ++k) load_of_run<reads_behind>(a, in[k], at, 32 * (j + k), sequence{});
#pragma unroll
          for (int k = 0; k < at_once; ++k)
            store_once(reinterpret_cast<T*>(const_cast<char*>(at[0])) + 32 * (j + k),
                       results<1>(a, in[k], no_splats{}, from + 32 * (j + k)).v[0]);
        }
        __syncwarp();
        return;
      }
#pragma unroll 1
      for (std::int64_t start = first + lane; start < stop; start += at_once * lanes, from += at_once * lanes) {
        inputs<1> in[at_once];
#pragma unroll
        for (int j = 0; j < at_once; ++j)
          if (start + j * lanes < stop) load_behind(a, base, start + j * lanes, in[j]);
#pragma unroll
        for (int j = 0; j < at_once; ++j)
          if (start + j * lanes < stop) store_element(a, base, start + j * lanes, in[j], from[j * lanes]);
      }
      __syncwarp();
    }
  }
#endif
};

}  // namespace cp::kernels::device
