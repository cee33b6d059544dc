// The flat form: every operand is one contiguous run (or one element); 16-byte vectors, some in flight a thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fuse/kernels/device_values.cuh>
#include <fuse/kernels/elementwise/cuda_elementwise_plan.hpp>
#include <fuse/kernels/evaluate.cuh>
#include <fuse/kernels/tuning.hpp>
#include <utility>

namespace cp::kernels::device {

template <int Count, int Bytes>
struct flat_arguments {
  std::int64_t n;
  void* data[Count];
  alignas(16) unsigned char scalars[Bytes];
};

template <class Arguments>
constexpr std::size_t scalars_offset = offsetof(Arguments, scalars);

/// What a thread that computes elements in order remembers of an input.
template <int I, class Kind>
struct walk {
  __device__ explicit walk(unsigned char const*) {}
};
template <int I, program::in_order_rule Rule, int Offset>
struct walk<I, program::computed<Rule, Offset>> {
  decltype(std::declval<Rule const&>().in_order()) rule;
  __device__ explicit walk(unsigned char const* scalars)
      : rule(program::computed<Rule, Offset>::rule_in(scalars).in_order()) {}
};
template <class Sequence, class... Kind>
struct walks;
template <int... I, class... Kind>
struct walks<std::integer_sequence<int, I...>, Kind...> : walk<I, Kind>... {
#ifdef __CUDA_ARCH__
  __device__ explicit walks(unsigned char const* scalars) : walk<I, Kind>(scalars)... {}

  template <int Width, class At>
  __device__ __forceinline__ void compute(values<std::integer_sequence<int, I...>, Width, Kind...>& in,
                                          unsigned char const* scalars, At const& at) const {
    auto const one = [&]<int J, class K>(slot<J, K, Width>& s, walk<J, K> const& w) {
      if constexpr (is_computed<K>) {
        place_run const p = at(std::integral_constant<int, J>{});
        if constexpr (requires { w.rule; })
          w.rule.template fill<Width>(s.v, p.first, p.step);
        else
          K::template fill<Width>(s.v, p.first, p.step, scalars);
      }
    };
    (one(slot_of<I, Kind, Width>(in), static_cast<walk<I, Kind> const&>(*this)), ...);
  }
#endif
};

template <class Signature>
struct flat_body;

template <class... Kind, int Bytes, class... Store>
struct flat_body<program::signature<program::inputs<Kind...>, Bytes, Store...>> {
  static constexpr int outputs = sizeof...(Store);
  using sequence = std::make_integer_sequence<int, int(sizeof...(Kind))>;

#ifdef __CUDA_ARCH__
  template <int I, class K, int Width>
  static __device__ __forceinline__ void load(slot<I, K, Width>& s, void const* data, std::int64_t i) {
    using T = typename K::type;
    if constexpr (is_single<K>) {
      s.v[0] = *static_cast<T const*>(data);
    } else if constexpr (is_loaded<K>) {
      auto const w = *reinterpret_cast<vector<T, Width> const*>(static_cast<T const*>(data) + i);
#pragma unroll
      for (int v = 0; v < Width; ++v) s.v[v] = w.v[v];
    }
  }
#endif

  /// Without memory: inputs are computed from their places alone.
  struct no_walks {
#ifdef __CUDA_ARCH__
    template <int Width, class In, class At>
    __device__ __forceinline__ void compute(In& in, unsigned char const* scalars, At const& at) const {
      compute_inputs(in, scalars, at);
    }
#endif
  };

#ifdef __CUDA_ARCH__
  /// `Unroll` vectors from element `first` on, a block's threads apart: all loads, then the arithmetic and the stores.
  template <int Width, int Unroll, class Arguments, class Walks, int... I, int... O>
  static __device__ __forceinline__ void run(Arguments const& a, std::int64_t first, Walks const& walks,
                                             std::integer_sequence<int, I...>, std::integer_sequence<int, O...>) {
    constexpr std::int64_t apart = std::int64_t{tuning::block_threads} * Width;
    using inputs = values<sequence, Width, Kind...>;
    inputs in[Unroll];
#pragma unroll
    for (int u = 0; u < Unroll; ++u)
      (load<I, Kind>(slot_of<I, Kind, Width>(in[u]), a.data[outputs + I], first + u * apart), ...);
#pragma unroll
    for (int u = 0; u < Unroll; ++u) {
      walks.template compute<Width>(in[u], a.scalars, [&](auto j) {
        return place_run{place_of(a.data[outputs + j]) + first + u * apart, 1};
      });
      evaluate_vector<Width, Store...>(
          in[u], a.scalars, no_splats{}, [&](vector<typename Store::type, Width> const&... w) {
            (store_whole(reinterpret_cast<vector<typename Store::type, Width>*>(
                             static_cast<typename Store::type*>(a.data[O]) + first + u * apart),
                         w),
             ...);
          });
    }
  }
  /// The elements from `first` to `last`, one vector after the other.
  template <int Width, class Arguments, class Outputs>
  static __device__ __forceinline__ void run_in_order(Arguments const& a, std::int64_t first, std::int64_t last,
                                                      Outputs outputs) {
    walks<sequence, Kind...> const w(a.scalars);
#pragma unroll 1
    for (; first + Width <= last; first += Width) run<Width, 1>(a, first, w, sequence{}, outputs);
#pragma unroll 1
    for (; first < last; ++first) run<1, 1>(a, first, w, sequence{}, outputs);
  }
#endif
};

/// `InTurn`: blocks go on until all is done.
template <class Signature, int Width, int Unroll, bool InTurn>
__global__ void __launch_bounds__(tuning::block_threads)
    flat(__grid_constant__ flat_arguments<Signature::count, Signature::bytes> const a) {
#ifdef __CUDA_ARCH__
  static_assert(scalars_offset<flat_arguments<Signature::count, Signature::bytes>> ==
                flat_layout(Signature::count).scalars);
  using body = flat_body<Signature>;
  using outputs = std::make_integer_sequence<int, Signature::outputs>;
  constexpr std::int64_t per_block = std::int64_t{tuning::block_threads} * Width * Unroll;
  std::int64_t begin = blockIdx.x * per_block;
  auto const whole = [&] {
    body::template run<Width, Unroll>(a, begin + threadIdx.x * Width, typename body::no_walks{},
                                      typename body::sequence{}, outputs{});
  };
  auto const rest = [&] {
#pragma unroll 1
    for (std::int64_t i = begin + threadIdx.x; i < a.n; i += tuning::block_threads)
      body::template run<1, 1>(a, i, typename body::no_walks{}, typename body::sequence{}, outputs{});
  };
  if constexpr (InTurn) {
#pragma unroll 1
    for (; begin + per_block <= a.n; begin += gridDim.x * per_block) whole();
    if (begin < a.n) rest();
  } else {
    if (begin + per_block <= a.n)
      whole();
    else
      rest();
  }
#endif
}

/// Each thread has a run of its own: for programs of which a place is quicker computed from the one before.
template <class Signature, int Width>
__global__ void __launch_bounds__(tuning::block_threads)
    flat_in_order(__grid_constant__ flat_arguments<Signature::count, Signature::bytes> const a) {
#ifdef __CUDA_ARCH__
  std::int64_t const threads = std::int64_t{gridDim.x} * tuning::block_threads,
                     each = ((a.n + Width - 1) / Width + threads - 1) / threads * Width;
  std::int64_t const first = (std::int64_t{blockIdx.x} * tuning::block_threads + threadIdx.x) * each,
                     last = first + each;
  flat_body<Signature>::template run_in_order<Width>(a, first, last < a.n ? last : a.n,
                                                     std::make_integer_sequence<int, Signature::outputs>{});
#endif
}

}  // namespace cp::kernels::device
