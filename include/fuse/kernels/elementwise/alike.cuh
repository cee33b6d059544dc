// The strided form of many inputs that lie alike: whose elements lie at the same distances from their first ones, or in
// two ways. Threads find one place, or two, and need few registers.
#pragma once

#include <cstdint>
#include <fuse/kernels/device_values.cuh>
#include <fuse/kernels/elementwise/strided.cuh>
#include <fuse/kernels/elementwise/strided_moves.cuh>
#include <fuse/kernels/elementwise/strided_place.cuh>
#include <fuse/kernels/elementwise/words.cuh>
#include <fuse/kernels/evaluate.cuh>
#include <fuse/kernels/tuning.hpp>
#include <type_traits>
#include <utility>

namespace cp::kernels::device {

#ifdef __CUDA_ARCH__
template <class Signature>
struct alike_body;

template <class... Kind, int Bytes, class... Store>
struct alike_body<program::signature<program::inputs<Kind...>, Bytes, Store...>>
    : strided_body<program::signature<program::inputs<Kind...>, Bytes, Store...>> {
  using base = strided_body<program::signature<program::inputs<Kind...>, Bytes, Store...>>;
  using base::outputs;
  using typename base::sequence;
  template <int Axes, int Alike, class Arguments>
  using addresses = typename base::template addresses<Axes, Alike, Arguments>;

  /// Single elements, `Some` places at once, of whose loads enough are under way, and then the next ones.
  template <int Axes, int Items, int Some, int Alike, class Arguments, int... I, int... O>
  static __device__ __forceinline__ void run_in_turn(Arguments const& a, std::integer_sequence<int, I...>,
                                                     std::integer_sequence<int, O...>) {
    thread_place t;
    if (!t.find<Axes, 1, false>(a.head.plan)) return;
    addresses<Axes, Alike, Arguments> at(a, t);
    auto const places = static_cast<int>(t.places < Items ? t.places : Items);
    auto const load = [&](auto& in) {
      (load_along<Kind, I, 1>(slot_of<I, Kind, 1>(in), at.of(outputs + I), false), ...);
      compute_inputs<true>(in, a.scalars, [&](auto i) {
        return place_run{place_of(at.of(outputs + i)), a.strides[outputs + i][0]};
      });
#pragma unroll
      for (int c = outputs; c < at.separate; ++c) at.move(c, at.advance[c]);
    };
    auto const finish = [&](auto const& in) {
      base::template store<1>(a, in, at, std::integer_sequence<int, O...>{});
#pragma unroll
      for (int c = 0; c < outputs; ++c) at.move(c, at.advance[c]);
    };
    int k = 0;
#pragma unroll 1
    for (; k + Some <= places; k += Some) {
      values<sequence, 1, Kind...> in[Some];
#pragma unroll
      for (auto& one : in) load(one);
#pragma unroll
      for (auto const& one : in) finish(one);
    }
    if constexpr (Some > 1)
#pragma unroll 1
      for (; k < places; ++k) {
        values<sequence, 1, Kind...> in;
        load(in);
        finish(in);
      }
  }

  /// Elements side by side, in rows of `Side` runs of a warp and more: a thread has one of each run. An address is
  /// found once for all of them.
  template <int Axes, int Side, class Arguments, int... I, int... O>
  static __device__ __forceinline__ void run_runs(Arguments const& a, std::integer_sequence<int, I...>,
                                                  std::integer_sequence<int, O...>) {
    thread_place t;
    int before;
    if (!t.find_runs<Axes, Side>(a.head.plan, before)) return;
    before -= static_cast<int>(threadIdx.x & 31);
    addresses<Axes, 1, Arguments> at(a, t);
#pragma unroll 1
    for (auto left = static_cast<int>(t.places); left > 0; --left) {
      values<sequence, 1, Kind...> in[Side];
      auto const load = [&]<int J, class K>(std::integral_constant<int, J>, std::type_identity<K>) {
        if constexpr (is_computed<K>) return;
        char const* const from = at.of(outputs + J);
#pragma unroll
        for (int s = 0; s < Side; ++s)
          load_along<K, J, 1>(slot_of<J, K, 1>(in[s]), from + (is_single<K> ? 0 : 32 * s * base::unit(outputs + J)),
                              false);
      };
      (load(std::integral_constant<int, I>{}, std::type_identity<Kind>{}), ...);
#pragma unroll
      for (int s = 0; s < Side; ++s) {
        compute_inputs<true>(in[s], a.scalars, [&](auto i) {
          std::int64_t const step = a.strides[outputs + i][0];
          return place_run{place_of(at.of(outputs + i)) + 32 * s * step, step};
        });
        evaluate_vector<1, Store...>(in[s], a.scalars, no_splats{}, [&](vector<typename Store::type, 1> const&... w) {
          if (32 * s >= before) ((reinterpret_cast<typename Store::type*>(at.of(O))[32 * s] = w.v[0]), ...);
        });
      }
#pragma unroll
      for (int c = 0; c < at.separate; ++c) at.move(c, at.advance[c]);
    }
  }

  /// Calls evaluate(at, first, wanted) for a thread's vector of each of its rows, one after the other: the elements
  /// from `wanted` on are those of an aligned vector of operand `guide`; where some of these are none of the row, the
  /// vector is the row's first or last one, from `first` on, of which a thread stores what is wanted.
  template <int Axes, int Width, int Alike, class Arguments, class Evaluate>
  static __device__ __forceinline__ void each_vector(Arguments const& a, int guide, Evaluate const& evaluate) {
    thread_place t;
    if (!t.find<Axes, Width, true>(a.head.plan)) return;
    addresses<Axes, Alike, Arguments> at(a, t);
    int const j = static_cast<int>(t.j), last = static_cast<int>(a.head.plan.inner) - Width;
    int moved = 0;
#pragma unroll 1
    for (std::uint32_t left = t.places; left > 0; --left) {
      int const lead = static_cast<int>(reinterpret_cast<std::uintptr_t>(at.of(guide) - moved * base::unit(guide)) %
                                        (Width * base::unit(guide))) /
                       base::unit(guide),
                wanted = j - lead,
                first = wanted < 0      ? 0
                        : wanted > last ? last
                                        : wanted;
#pragma unroll
      for (int c = 0; c < at.separate; ++c) at.move(c, (first - j - moved) * at.step(c, 0));
      moved = first - j;
      if (wanted < last + Width) evaluate(at, first, wanted);
#pragma unroll
      for (int c = 0; c < at.separate; ++c) at.move(c, at.advance[c]);
    }
  }
  /// Stores what is wanted of a vector, one by one.
  template <int Width, class At, int... O, class... W>
  static __device__ __forceinline__ void store_some(At const& at, int first, int wanted,
                                                    std::integer_sequence<int, O...>, W const&... w) {
#pragma unroll
    for (int v = 0; v < Width; ++v)
      if (first + v >= wanted && first + v < wanted + Width)
        ((reinterpret_cast<typename Store::type*>(at.of(O))[v] = w.v[v]), ...);
  }

  /// Rows of narrow elements that lie in one or two ways, side by side.
  template <int Axes, int Width, int Alike, class Arguments, int... I, int... O>
  static __device__ __forceinline__ void run_vectors(Arguments const& a, std::integer_sequence<int, I...>,
                                                     std::integer_sequence<int, O...> all) {
    each_vector<Axes, Width, Alike>(a, 0, [&](auto const& at, int first, int wanted) {
      values<sequence, Width, Kind...> in;
      (load_loose<Kind, I, Width>(slot_of<I, Kind, Width>(in), at.of(outputs + I)), ...);
      compute_inputs(in, a.scalars, [&](auto i) {
        return place_run{place_of(at.of(outputs + i)), a.strides[outputs + i][0]};
      });
      evaluate_vector<Width, Store...>(in, a.scalars, no_splats{}, [&](auto const&... w) {
        if (first == wanted)
          (store_anywhere(w, at.of(O)), ...);
        else
          store_some<Width>(at, first, wanted, all, w...);
      });
    });
  }
};
#endif

#ifdef __CUDA_ARCH__
template <class Signature>
struct window_body;

template <class T, class... More, int Bytes, class... Store>
struct window_body<program::signature<program::inputs<program::elements<T>, More...>, Bytes, Store...>>
    : alike_body<program::signature<program::inputs<program::elements<T>, More...>, Bytes, Store...>> {
  using base = alike_body<program::signature<program::inputs<program::elements<T>, More...>, Bytes, Store...>>;
  using base::outputs;
  using typename base::sequence;

  /// Rows of slices that begin one element after the other: a thread has an aligned vector of the first one and what
  /// follows it, of which the others are parts.
  template <int Axes, int Width, class Arguments, int... I, int... O>
  static __device__ __forceinline__ void run(Arguments const& a, std::integer_sequence<int, I...>,
                                             std::integer_sequence<int, O...> all) {
    constexpr int held = int(sizeof...(I)) + Width - 1, each = 16 / int(sizeof(T)), loads = (held + each - 1) / each;
    base::template each_vector<Axes, Width, 1>(a, outputs, [&](auto const& at, int first, int wanted) {
      T window[loads * each];
      auto const* const from = reinterpret_cast<T const*>(at.of(outputs));
      if (first == wanted) {
#pragma unroll
        for (int c = 0; c < loads; ++c) {
          auto const v = reinterpret_cast<vector<T, each> const*>(from)[c];
#pragma unroll
          for (int i = 0; i < each; ++i) window[c * each + i] = v.v[i];
        }
      } else {
#pragma unroll
        for (int i = 0; i < held; ++i) window[i] = from[i];
      }
      values<sequence, Width, program::elements<T>, More...> in;
      auto const take = [&]<int J>(slot<J, program::elements<T>, Width>& s) {
#pragma unroll
        for (int v = 0; v < Width; ++v) s.v[v] = window[J + v];
      };
      (take(slot_of<I, program::elements<T>, Width>(in)), ...);
      bool const aligned =
          first == wanted && ((reinterpret_cast<std::uintptr_t>(at.of(O)) % (Width * sizeof(T)) == 0) && ...);
      evaluate_vector<Width, Store...>(in, a.scalars, no_splats{}, [&](auto const&... w) {
        if (aligned)
          ((*reinterpret_cast<std::remove_cvref_t<decltype(w)>*>(at.of(O)) = w), ...);
        else
          base::template store_some<Width>(at, first, wanted, all, w...);
      });
    });
  }
};
#endif

/// Slices of one array that begin one element after the other.
template <class Signature, int Axes, int Width, int Blocks>
__global__ void __launch_bounds__(tuning::block_threads, Blocks)
    strided_window(__grid_constant__ strided_arguments<Signature::count, Axes, Signature::bytes> const a) {
#ifdef __CUDA_ARCH__
  if (waits_for_others(a.head.plan)) return;
  window_body<Signature>::template run<Axes, Width>(a, typename window_body<Signature>::sequence{},
                                                    std::make_integer_sequence<int, Signature::outputs>{});
#endif
}

/// Inputs that lie in one or two ways: single elements, `Some` places at once, by threads that need few registers; or
/// (`Width` above 1) vectors of narrow elements side by side.
template <class Signature, int Axes, int Alike, int Width, int Some, int Blocks>
__global__ void __launch_bounds__(tuning::block_threads, Blocks)
    strided_alike(__grid_constant__ strided_arguments<Signature::count, Axes, Signature::bytes> const a) {
#ifdef __CUDA_ARCH__
  using body = alike_body<Signature>;
  constexpr typename body::sequence inputs{};
  constexpr std::make_integer_sequence<int, Signature::outputs> outputs{};
  if (waits_for_others(a.head.plan)) return;
  if constexpr (Width > 1)
    body::template run_vectors<Axes, Width, Alike>(a, inputs, outputs);
  else
    body::template run_in_turn<Axes, tuning::alike_items, Some, Alike>(a, inputs, outputs);
#endif
}

/// Inputs that lie in one way, side by side: `Side` elements of a row at once.
template <class Signature, int Axes, int Side, int Blocks>
__global__ void __launch_bounds__(tuning::block_threads, Blocks)
    strided_runs(__grid_constant__ strided_arguments<Signature::count, Axes, Signature::bytes> const a) {
#ifdef __CUDA_ARCH__
  using body = alike_body<Signature>;
  if (waits_for_others(a.head.plan)) return;
  body::template run_runs<Axes, Side>(a, typename body::sequence{},
                                      std::make_integer_sequence<int, Signature::outputs>{});
#endif
}

}  // namespace cp::kernels::device
