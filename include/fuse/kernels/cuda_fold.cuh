// The CUDA folding kernels: threads of a block fold a result (or several), and blocks share one where there are few results.
#pragma once

#include <cstdint>
#include <utility>

#include <fuse/kernels/cuda_fold_plan.hpp>
#include <fuse/kernels/cuda_run.cuh>
#include <fuse/kernels/device_values.cuh>
#include <fuse/kernels/early.cuh>
#include <fuse/kernels/flat.cuh>
#include <fuse/kernels/fold.hpp>
#include <fuse/kernels/strided.cuh>
#include <fuse/kernels/tuning.hpp>

namespace cp::kernels {

namespace device {

/// Axes are innermost first, those that are folded before those that stay.
template <int Count, int Axes, int Bytes>
struct fold_arguments {
  fold_plan plan;
  divider by[Axes];
  std::int64_t extent[Axes];
  void* data[Count];
  std::int64_t strides[Count][Axes];
  alignas(16) unsigned char scalars[Bytes];
};

template <class Signature, int Axes>
struct fold_body;

template <class... Kind, int Bytes, class... Store, int Axes>
struct fold_body<program::signature<program::inputs<Kind...>, Bytes, Store...>, Axes> {
  using signature = program::signature<program::inputs<Kind...>, Bytes, Store...>;
  using folds = typename program::find_folds<program::list<>, Store...>::type;
  using state = fold_state<folds>;
  using sequence = std::make_integer_sequence<int, int(sizeof...(Kind))>;
  using arguments = fold_arguments<signature::count, Axes, signature::bytes>;
  static constexpr int outputs = sizeof...(Store);

  template <int Width>
  using inputs = values<sequence, Width, Kind...>;

  /// Where an index along the axes [first, last) lies, for each operand from `from` on: added to `offset`.
  static __device__ __forceinline__ void locate(arguments const& a, std::int64_t index, int first, int last, int from, std::int64_t* offset) {
    if (last - first == 1) {
#pragma unroll
      for (int k = 0; k < signature::count; ++k)
        if (k >= from) offset[k] += index * a.strides[k][first];
      return;
    }
#pragma unroll 1
    for (int axis = first; axis < last; ++axis) {
      std::int64_t const q = axis + 1 == last ? 0 : a.plan.wide ? index / a.extent[axis] : a.by[axis].divide(static_cast<std::uint32_t>(index));
      std::int64_t const i = index - q * a.extent[axis];
      index = q;
#pragma unroll
      for (int k = 0; k < signature::count; ++k)
        if (k >= from) offset[k] += i * a.strides[k][axis];
    }
  }

  /// Loads the inputs in memory, or computes the others: late, so that they take no registers while loads are on their way.
  template <int Width, bool Computed, int... I>
  static __device__ __forceinline__ void load(arguments const& a, inputs<Width>& in, std::int64_t const* offset, std::integer_sequence<int, I...>, int along) {
    if constexpr (Computed)
      compute_inputs(in, a.scalars, [&](auto j) { return place_run{place_of(a.data[outputs + j]) + offset[outputs + j], a.strides[outputs + j][along]}; });
    else
      (load_along<Kind, I, Width>(slot_of<I, Kind, Width>(in), static_cast<char const*>(a.data[outputs + I]) + (is_single<Kind> ? 0 : offset[outputs + I]) * address_unit<Kind>,
                                  false),
       ...);
  }
  /// Loads the vectors along axis `along` at an index of what is folded.
  template <int Width, bool Computed>
  static __device__ __forceinline__ void load_at(arguments const& a, inputs<Width>& in, std::int64_t const* base, std::int64_t index, int along) {
    if constexpr (!Computed || (is_computed<Kind> || ...)) {
      std::int64_t offset[signature::count];
#pragma unroll
      for (int k = 0; k < signature::count; ++k) offset[k] = base[k];
      locate(a, index, 0, a.plan.folded, outputs, offset);
      load<Width, Computed>(a, in, offset, sequence{}, along);
    }
  }
  template <int Width>
  static __device__ __forceinline__ void add(arguments const& a, state& s, inputs<Width> const& in) {
#pragma unroll
    for (int v = 0; v < Width; ++v) s.add(context<inputs<Width>, Width, no_splats>{in, a.scalars, {}, v});
  }

  /// Folds elements first, first + step * Width, ... of what begins at `base`, `Unroll` vectors in flight. Returns the first that is left over.
  template <int Width, int Unroll>
  static __device__ __forceinline__ std::int64_t run(arguments const& a, state& s, std::int64_t const* base, std::int64_t first, std::int64_t last, std::int64_t step) {
    std::int64_t i = first;
#pragma unroll 1
    for (; i + (Unroll - 1) * step * Width + Width <= last; i += Unroll * step * Width) {
      inputs<Width> in[Unroll];
#pragma unroll
      for (int u = 0; u < Unroll; ++u) {
        load_at<Width, false>(a, in[u], base, i + u * step * Width, 0);
      }
#pragma unroll
      for (int u = 0; u < Unroll; ++u) {
        load_at<Width, true>(a, in[u], base, i + u * step * Width, 0);
        add<Width>(a, s, in[u]);
      }
    }
    return i;
  }

  /// As `run`, `Width` results side by side: element v of a vector goes to state v.
  template <int Width, int Unroll>
  static __device__ __forceinline__ std::int64_t run_across(arguments const& a, state* s, std::int64_t const* base, std::int64_t first, std::int64_t last, std::int64_t step) {
    std::int64_t i = first;
#pragma unroll 1
    for (; i + (Unroll - 1) * step < last; i += Unroll * step) {
      inputs<Width> in[Unroll];
#pragma unroll
      for (int u = 0; u < Unroll; ++u) {
        load_at<Width, false>(a, in[u], base, i + u * step, a.plan.folded);
      }
#pragma unroll
      for (int u = 0; u < Unroll; ++u) {
        load_at<Width, true>(a, in[u], base, i + u * step, a.plan.folded);
#pragma unroll
        for (int v = 0; v < Width; ++v) s[v].add(context<inputs<Width>, Width, no_splats>{in[u], a.scalars, {}, v});
      }
    }
    return i;
  }

  template <int... O>
  static __device__ __forceinline__ void store(arguments const& a, state const& s, std::int64_t const* offset, std::integer_sequence<int, O...>) {
    inputs<1> in;
    load<1, true>(a, in, offset, sequence{}, 0);
    load<1, false>(a, in, offset, sequence{}, 0);  // of which there are left those that are not folded: one element a result
    fold_values<folds> known;
    known.take(s, a.plan.count);
    fold_levels<signature>::evaluate(known, context<inputs<1>, 1, no_splats>{in, a.scalars, {}, 0},
                                     [&](typename Store::type const&... v) { ((static_cast<typename Store::type*>(a.data[O])[offset[O]] = v), ...); });
  }

  /// The state of the lane that stands `apart` threads further in the warp.
  static __device__ __forceinline__ state from_lane(state const& s, int apart) {
    constexpr int words = (int(sizeof(state)) + 3) / 4;
    unsigned int w[words] = {};
    __builtin_memcpy(w, &s, sizeof s);
#pragma unroll
    for (int i = 0; i < words; ++i) w[i] = __shfl_down_sync(0xffffffffu, w[i], static_cast<unsigned>(apart));
    state other;
    __builtin_memcpy(&other, w, sizeof other);
    return other;
  }

  /// Merges the states of the lanes of each result; the first lane gets the whole. All threads of the block call it.
  static __device__ __forceinline__ void merge_lanes(state& s, state* shared, int lane, int lanes, bool across) {
    int const t = static_cast<int>(threadIdx.x);
    if (!across) {
      for (int w = (lanes < 32 ? lanes : 32) / 2; w > 0; w /= 2) {
        state const other = from_lane(s, w);
        if ((lane & (2 * w - 1)) < w) s.merge(other);
      }
      if (lanes <= 32) return;
      if ((t & 31) == 0) shared[t >> 5] = s;
      __syncthreads();
      if (lane == 0)
        for (int w = 1; w < lanes / 32; ++w) s.merge(shared[(t >> 5) + w]);
      return;
    }
    int const apart = tuning::fold_threads / lanes;
    shared[t] = s;
    for (int w = lanes / 2; w > 0; w /= 2) {
      __syncthreads();
      if (lane < w) {
        s.merge(shared[t + w * apart]);
        shared[t] = s;
      }
    }
  }
};

template <class Signature, int Axes, int Width, int Unroll>
__global__ void __launch_bounds__(tuning::fold_threads) fold(__grid_constant__ typename fold_body<Signature, Axes>::arguments const a) {
  using body = fold_body<Signature, Axes>;
  using state = typename body::state;
  __shared__ alignas(16) unsigned char memory[tuning::fold_threads * sizeof(state)];
  fold_plan const& p = a.plan;
  int const t = static_cast<int>(threadIdx.x), lanes = 1 << p.lanes_log2, slots = tuning::fold_threads >> p.lanes_log2;
  int const lane = p.across ? t / slots : t & (lanes - 1), slot = p.across ? t & (slots - 1) : t >> p.lanes_log2;
  std::int64_t const part = blockIdx.x % p.parts, result = std::int64_t{blockIdx.x / p.parts} * slots + slot;
  bool const valid = result < p.results;
  let_next_kernel_begin();
  std::int64_t base[Signature::count];
#pragma unroll
  for (int k = 0; k < Signature::count; ++k) base[k] = 0;
  state s;
  s.clear();
  if (valid) {
    body::locate(a, result, p.folded, p.folded + p.kept, 0, base);
    std::int64_t const first = part * p.per_part, last = first + p.per_part < p.count ? first + p.per_part : p.count;
    std::int64_t i = first;
    if constexpr (Width > 1) {
      if (p.vector) {
        i = body::template run<Width, Unroll>(a, s, base, first + lane * Width, last, lanes);
        if constexpr (Unroll > 1) i = body::template run<Width, 1>(a, s, base, i, last, lanes);
        // What is left is shorter than a vector.
        std::int64_t const whole = first + (last - first) / Width * Width;
        body::template run<1, 1>(a, s, base, whole + lane, last, lanes);
        i = last;
      }
    }
    if (i < last || !p.vector) {
      i = body::template run<1, Unroll>(a, s, base, first + lane, last, lanes);
      if constexpr (Unroll > 1) body::template run<1, 1>(a, s, base, i, last, lanes);
    }
  }
  if (lanes > 1) body::merge_lanes(s, reinterpret_cast<state*>(memory), lane, lanes, p.across);
  if (!valid || lane != 0) return;
  if (p.parts > 1)
    static_cast<state*>(p.partial)[result * p.parts + part] = s;
  else
    body::store(a, s, base, std::make_integer_sequence<int, Signature::outputs>{});
}

/// The same where results lie side by side: a thread folds `Width` neighbours, of which each load brings one element.
template <class Signature, int Axes, int Width, int Unroll>
__global__ void __launch_bounds__(tuning::fold_threads) fold_across(__grid_constant__ typename fold_body<Signature, Axes>::arguments const a) {
  using body = fold_body<Signature, Axes>;
  using state = typename body::state;
  __shared__ alignas(16) unsigned char memory[Width * tuning::fold_threads * sizeof(state)];
  fold_plan const& p = a.plan;
  int const t = static_cast<int>(threadIdx.x), lanes = 1 << p.lanes_log2, slots = tuning::fold_threads >> p.lanes_log2;
  int const lane = t / slots, slot = t & (slots - 1);
  std::int64_t const part = blockIdx.x % p.parts, result = (std::int64_t{blockIdx.x / p.parts} * slots + slot) * Width;
  bool const valid = result < p.results;
  let_next_kernel_begin();
  std::int64_t base[Signature::count];
#pragma unroll
  for (int k = 0; k < Signature::count; ++k) base[k] = 0;
  state s[Width];
#pragma unroll
  for (int v = 0; v < Width; ++v) s[v].clear();
  if (valid) {
    body::locate(a, result, p.folded, p.folded + p.kept, 0, base);
    std::int64_t const first = part * p.per_part, last = first + p.per_part < p.count ? first + p.per_part : p.count;
    std::int64_t const i = body::template run_across<Width, Unroll>(a, s, base, first + lane, last, lanes);
    if constexpr (Unroll > 1) body::template run_across<Width, 1>(a, s, base, i, last, lanes);
  }
  state* const shared = reinterpret_cast<state*>(memory);
#pragma unroll
  for (int v = 0; v < Width; ++v) shared[v * tuning::fold_threads + t] = s[v];
  for (int w = lanes / 2; w > 0; w /= 2) {
    __syncthreads();
    if (lane < w) {
#pragma unroll
      for (int v = 0; v < Width; ++v) {
        s[v].merge(shared[v * tuning::fold_threads + t + w * slots]);
        shared[v * tuning::fold_threads + t] = s[v];
      }
    }
  }
  if (!valid || lane != 0) return;
#pragma unroll
  for (int v = 0; v < Width; ++v) {
    if (p.parts > 1) {
      static_cast<state*>(p.partial)[(result + v) * p.parts + part] = s[v];
    } else {
      body::store(a, s[v], base, std::make_integer_sequence<int, Signature::outputs>{});
#pragma unroll
      for (int k = 0; k < Signature::count; ++k) base[k] += a.strides[k][p.folded];
    }
  }
}

/// Merges the parts of each result, a block a result. Begins while the last parts are being folded.
template <class Signature, int Axes>
__global__ void __launch_bounds__(tuning::fold_threads) fold_parts(__grid_constant__ typename fold_body<Signature, Axes>::arguments const a) {
  using body = fold_body<Signature, Axes>;
  using state = typename body::state;
  __shared__ alignas(16) unsigned char memory[tuning::fold_threads * sizeof(state)];
  int const t = static_cast<int>(threadIdx.x);
  std::int64_t const result = blockIdx.x;
  state s;
  s.clear();
  wait_for_kernels_before();
  for (std::int64_t i = t; i < a.plan.parts; i += tuning::fold_threads) s.merge(static_cast<state const*>(a.plan.partial)[result * a.plan.parts + i]);
  body::merge_lanes(s, reinterpret_cast<state*>(memory), t, tuning::fold_threads, false);
  if (t != 0) return;
  std::int64_t base[Signature::count];
#pragma unroll
  for (int k = 0; k < Signature::count; ++k) base[k] = 0;
  body::locate(a, result, a.plan.folded, a.plan.folded + a.plan.kept, 0, base);
  body::store(a, s, base, std::make_integer_sequence<int, Signature::outputs>{});
}

}  // namespace device

namespace detail {
template <class Signature>
constexpr int fold_width = 1;
template <class... Kind, int Bytes, class... Store>
constexpr int fold_width<program::signature<program::inputs<Kind...>, Bytes, Store...>> = [] {
  int largest = 4;
  ((largest = traffic<program::signature<program::inputs<Kind...>, Bytes, Store...>>::template moved<Kind> > largest
                  ? traffic<program::signature<program::inputs<Kind...>, Bytes, Store...>>::template moved<Kind>
                  : largest),
   ...);
  return clamp_power(16 / largest, 1, 4);
}();
/// Vectors that a thread has in flight: one where nothing is loaded and all is computed.
template <class Signature>
constexpr int fold_unroll = traffic<Signature>::has_arrays ? 4 : 1;
}  // namespace detail

/// The CUDA folding kernels of one signature for loops of up to `Axes` axes.
template <class Signature, int Axes>
struct cuda_fold_form {
  using body = device::fold_body<Signature, Axes>;
  using arguments = typename body::arguments;
  static constexpr int width = detail::fold_width<Signature>, unroll = detail::fold_unroll<Signature>;
  static_assert(sizeof(typename body::state) <= 128, "cp: one kernel's reductions accumulate in more than 128 bytes; evaluate them apart");

  static cuda_fold_kernels& table() {
    void const* across = nullptr;
    if constexpr (Axes > 1 && width > 1 && sizeof(typename body::state) <= 32) across = reinterpret_cast<void const*>(&device::fold_across<Signature, Axes, width, unroll>);
    static cuda_fold_kernels k{runtime::kernel_function(reinterpret_cast<void const*>(&device::fold<Signature, Axes, width, unroll>)),
                               runtime::kernel_function(across),
                               runtime::kernel_function(reinterpret_cast<void const*>(&device::fold_parts<Signature, Axes>)),
                               width,
                               int(sizeof(typename body::state)),
                               Axes,
                               fold_layout_of<arguments>()};
    return k;
  }
};

}  // namespace cp::kernels
