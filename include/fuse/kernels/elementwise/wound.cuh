// Rows that are wound up: every array is one run over all rows, or is broadcast, and vectors go on from one row to the
// next. For rows that vectors do not divide, beside positions or broadcast arrays.
#pragma once

#include <cstdint>
#include <fuse/kernels/device_values.cuh>
#include <fuse/kernels/elementwise/cuda_elementwise_plan.hpp>
#include <fuse/kernels/elementwise/strided.cuh>
#include <fuse/kernels/elementwise/words.cuh>
#include <fuse/kernels/evaluate.cuh>
#include <fuse/kernels/tuning.hpp>
#include <utility>

namespace cp::kernels::device {

/// The words around a vector of an input of narrow elements.
template <int I, class K, int Width>
struct words_slot {};
template <int I, class K, int Width>
requires(is_loaded<K> && sizeof(typename K::type) <= 2 &&
         Width * sizeof(typename K::type) % 8 == 0) struct words_slot<I, K, Width> {
  shifted_words<typename K::type, Width> words;
};
template <class Sequence, int Width, class... Kind>
struct words_around;
template <int... I, int Width, class... Kind>
struct words_around<std::integer_sequence<int, I...>, Width, Kind...> : words_slot<I, Kind, Width>... {};

template <class Signature>
struct wound_body;

template <class... Kind, int Bytes, class... Store>
struct wound_body<program::signature<program::inputs<Kind...>, Bytes, Store...>> {
  static constexpr int outputs = sizeof...(Store), inputs = sizeof...(Kind);
  using sequence = std::make_integer_sequence<int, inputs>;

  /// Where inputs have a vector's elements: `first`, then a step apart, and `jump` further from the `left`-th on, which
  /// is the next row's. (No row is shorter than a vector.) Strides from axis 1 on are what a place advances by besides
  /// where that axis goes on, so that counts of elements, rows, ... from the loop's beginning are enough.
  struct places {
    std::int64_t first[inputs + 1], jump[inputs + 1];
    std::uint32_t left;

#ifdef __CUDA_ARCH__
    template <int Axes, class Arguments>
    __device__ __forceinline__ places(Arguments const& a, std::uint32_t element, std::integral_constant<int, Axes>) {
      std::uint32_t count = a.head.plan.inner_tiles.divide(element);
      left = a.head.plan.inner - (element - count * a.head.plan.inner);
#pragma unroll
      for (int c = 0; c < inputs; ++c) {
        first[c] = element * a.strides[outputs + c][0] + count * a.strides[outputs + c][1];
        jump[c] = a.strides[outputs + c][1];
      }
      bool goes_on = true;
#pragma unroll
      for (int axis = 2; axis < Axes; ++axis) {
        std::uint32_t const above = a.extents[axis - 1].divide(count);
        goes_on = goes_on && (above + 1) * a.extents[axis - 1].divisor == count + 1;
        count = above;
#pragma unroll
        for (int c = 0; c < inputs; ++c) {
          first[c] += count * a.strides[outputs + c][axis];
          jump[c] += goes_on ? a.strides[outputs + c][axis] : 0;
        }
      }
    }
#endif
  };

#ifdef __CUDA_ARCH__
  /// Loads or computes the vector of input I.
  template <int I, class K, int Width, class Arguments>
  static __device__ __forceinline__ void fill(slot<I, K, Width>& s, Arguments const& a, places const& at,
                                              std::uint32_t element) {
    using T = typename K::type;
    void const* const data = a.data[outputs + I];
    std::int64_t const step = a.strides[outputs + I][0];
    auto const distance = [&](int v) {
      return at.first[I] + v * step + (static_cast<std::uint32_t>(v) < at.left ? 0 : at.jump[I]);
    };
    if constexpr (is_single<K>) {
      s.v[0] = *static_cast<T const*>(data);
    } else if constexpr (is_computed<K>) {
      std::int64_t const start = place_of(data);
      // Quickly computed ones without branches.
      if (K::rule::cost >= 8 && static_cast<std::uint32_t>(Width) <= at.left) {
        K::template fill<Width, turns_of_inputs<Kind...> <= tuning::few_turns>(s.v, start + at.first[I], step,
                                                                               a.scalars);
      } else if constexpr (Width > 4 && requires { K::rule::turns; }) {
        T x[Width];
        if constexpr (turns_of_inputs<Kind...> <= tuning::few_turns)
          K::rule_in(a.scalars).template fill_apart<Width>(x, start + at.first[I], step, at.left, at.jump[I]);
        else
          K::rule_in(a.scalars).template fill_bent<Width>(x, start + at.first[I], step, at.left, at.jump[I]);
#pragma unroll
        for (int v = 0; v < Width; ++v) s.v[v] = x[v];
      } else {
#pragma unroll
        for (int v = 0; v < Width; ++v) {
          T one[1];
          K::template fill<1, true, true>(one, start + distance(v), step, a.scalars);
          s.v[v] = one[0];
        }
      }
    } else if ((a.head.plan.runs >> I & 1) != 0) {
      auto const w = *reinterpret_cast<vector<T, Width> const*>(static_cast<T const*>(data) + element);
#pragma unroll
      for (int v = 0; v < Width; ++v) s.v[v] = w.v[v];
    } else {
#pragma unroll
      for (int v = 0; v < Width; ++v) s.v[v] = static_cast<T const*>(data)[distance(v)];
    }
  }

  /// Begins to load the words around the vector of input I, if it is no run and elements lie side by side; puts them in
  /// place, or loads the vector.
  template <int I, class K, int Width, class Arguments>
  static __device__ __forceinline__ void fill_words(words_slot<I, K, Width>& around, Arguments const& a,
                                                    places const& at) {
    if constexpr (requires { around.words; })
      if (moves_as_words(a, I))
        around.words.load(static_cast<char const*>(a.data[outputs + I]) +
                          at.first[I] * std::int64_t{sizeof(typename K::type)});
  }
  template <int I, class K, int Width, class Arguments>
  static __device__ __forceinline__ void take_words(slot<I, K, Width>& s, words_slot<I, K, Width> const& around,
                                                    Arguments const& a, places const& at, std::uint32_t element) {
    if constexpr (requires { around.words; })
      if (moves_as_words(a, I)) return around.words.place(s.v);
    fill<I, K>(s, a, at, element);
  }
  template <class Arguments>
  static __device__ __forceinline__ bool moves_as_words(Arguments const& a, int i) {
    return (a.head.plan.runs >> i & 1) == 0 && a.strides[outputs + i][0] == 1;
  }

  template <int Axes, int Width, bool Words, class Arguments, int... I, int... O>
  static __device__ __forceinline__ void run(Arguments const& a, std::uint32_t element,
                                             std::integer_sequence<int, I...>, std::integer_sequence<int, O...>) {
    places const at(a, element, std::integral_constant<int, Axes>{});
    values<sequence, Width, Kind...> in;
    constexpr bool narrow =
        Words && !(is_computed<Kind> || ...) && (requires { words_slot<I, Kind, Width>::words; } || ...);
    if (narrow && static_cast<std::uint32_t>(Width) <= at.left) {
      words_around<sequence, Width, Kind...> around;
      (fill_words<I, Kind, Width>(around, a, at), ...);
      (take_words<I, Kind, Width>(slot_of<I, Kind, Width>(in), around, a, at, element), ...);
    } else {
      (fill<I, Kind>(slot_of<I, Kind, Width>(in), a, at, element), ...);
    }
    evaluate_vector<Width, Store...>(in, a.scalars, no_splats{}, [&](vector<typename Store::type, Width> const&... w) {
      (store_whole(reinterpret_cast<vector<typename Store::type, Width>*>(
                       static_cast<typename Store::type*>(a.data[O]) + element),
                   w),
       ...);
    });
  }
#endif
};

/// A vector a thread, or, `InTurn`, one after the other until all is done; those that are not whole at the end element
/// by element. `Words`: narrow elements that lie side by side may be slices.
template <class Signature, int Axes, int Width, bool InTurn, bool Words>
__global__ void __launch_bounds__(tuning::block_threads)
    wound(__grid_constant__ strided_arguments<Signature::count, Axes, Signature::bytes> const a) {
#ifdef __CUDA_ARCH__
  using body = wound_body<Signature>;
  constexpr typename body::sequence in{};
  constexpr std::make_integer_sequence<int, Signature::outputs> out{};
  std::uint32_t element = (blockIdx.x * tuning::block_threads + threadIdx.x) * Width;
  std::uint32_t const last = a.head.plan.thread_rows * a.head.plan.inner;
  if constexpr (InTurn) {
    // (No sum overflows: less than 2^31 elements, and no more threads than vectors.)
#pragma unroll 1
    for (; element + Width <= last; element += gridDim.x * (tuning::block_threads * Width))
      body::template run<Axes, Width, Words>(a, element, in, out);
  } else if (element + Width <= last) {
    return body::template run<Axes, Width, Words>(a, element, in, out);
  }
#pragma unroll 1
  for (; element < last; ++element) body::template run<Axes, 1, Words>(a, element, in, out);
#endif
}

}  // namespace cp::kernels::device
