// The strided form: any strides and broadcasts; rows of the inner axis, as vectors where every operand allows it.
#pragma once

#include <cstdint>
#include <fuse/kernels/device_values.cuh>
#include <fuse/kernels/elementwise/cuda_elementwise_plan.hpp>
#include <fuse/kernels/tuning.hpp>
#include <utility>

namespace cp::kernels::device {

/// Axes are innermost first; `extents` holds divisors of the axes from 1 on.
template <int Count, int Axes, int Bytes>
struct strided_arguments {
  strided_head head;
  divider extents[Axes];
  void* data[Count];
  std::int64_t strides[Count][Axes];
  alignas(16) unsigned char scalars[Bytes];

  __device__ __forceinline__ reach reach_of(int operand) const { return head.plan.reaches[operand]; }
};
template <class Arguments, int Count, int Axes>
constexpr bool strided_layout_agrees = offsetof(Arguments, data) ==
                                       strided_layout(Count, Axes).data&& offsetof(Arguments, strides) ==
                                       strided_layout(Count, Axes).strides&& offsetof(Arguments, scalars) ==
                                       strided_layout(Count, Axes).scalars;

/// Steps of an operand's address: bytes of an element, or 1 for what is computed from its place.
template <class K>
constexpr int address_unit = is_computed<K> ? 1 : int(sizeof(typename K::type));

/// Loads `Width` elements along the inner axis, from the address of the first. In the scalar path `Width` is 1; in the
/// vector path every array is one vector or one element for all of it, which is spread where it is used (copying it
/// here would wait for the load). `Once`: nobody reads the vector again.
template <class K, int I, int Width, bool Once = false>
__device__ __forceinline__ void load_along(slot<I, K, Width>& s, char const* p, bool splat) {
  using T = typename K::type;
  if constexpr (is_single<K>) {
    s.v[0] = *reinterpret_cast<T const*>(p);
  } else if constexpr (is_computed<K>) {
    return;  // see computed_inputs
  } else if constexpr (Width == 1) {
    auto const* const from = reinterpret_cast<T const*>(p);
    s.v[0] = Once ? load_once(from) : *from;
  } else if (splat) {
    s.v[0] = *reinterpret_cast<T const*>(p);
  } else {
    auto const* const from = reinterpret_cast<vector<T, Width> const*>(p);
    auto const w = Once ? load_once(from) : *from;
#pragma unroll
    for (int v = 0; v < Width; ++v) s.v[v] = w.v[v];
  }
}

/// The words around a vector of narrow elements that may lie anywhere: all those of 8 bytes that hold some of it, and
/// no others. They are loaded first, and shifted into place when they are used.
template <class T, int Width>
struct shifted_words {
  static constexpr int bytes = Width * int(sizeof(T)), pairs = bytes / 8;
  static_assert(bytes % 8 == 0);
  uint2 pair[pairs + 1];
  std::uint32_t first;  // byte of the vector's first element in them

  __device__ __forceinline__ void load(char const* p) {
    first = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(p)) & 7;
    auto const* const from = reinterpret_cast<uint2 const*>(p - first);
#pragma unroll
    for (int i = 0; i < pairs; ++i) pair[i] = from[i];
    pair[pairs] = from[first != 0 ? pairs : pairs - 1];
  }
  __device__ __forceinline__ std::uint32_t word(int i) const { return i % 2 == 0 ? pair[i / 2].x : pair[i / 2].y; }
  __device__ __forceinline__ void place(T (&to)[Width]) const {
    std::uint32_t from[2 * pairs + 1], out[2 * pairs];
#pragma unroll
    for (int i = 0; i <= 2 * pairs; ++i) from[i] = (first & 4) != 0 ? word(i + 1) : word(i);
#pragma unroll
    for (int i = 0; i < 2 * pairs; ++i) out[i] = __funnelshift_r(from[i], from[i + 1], first << 3);
    __builtin_memcpy(to, out, bytes);
  }
};
template <int I, class K, int Width, bool = is_loaded<K>>
struct shifted_input {
  __device__ __forceinline__ void load(slot<I, K, Width>& s, char const* p, bool) {
    load_along<K, I, Width>(s, p, true);
  }
  __device__ __forceinline__ void place(slot<I, K, Width>&, bool) const {}
};
template <int I, class K, int Width>
struct shifted_input<I, K, Width, true> {
  shifted_words<typename K::type, Width> words;
  __device__ __forceinline__ void load(slot<I, K, Width>& s, char const* p, bool splat) {
    if (splat)
      s.v[0] = *reinterpret_cast<typename K::type const*>(p);
    else
      words.load(p);
  }
  __device__ __forceinline__ void place(slot<I, K, Width>& s, bool splat) const {
    if (!splat) words.place(s.v);
  }
};
template <class Sequence, int Width, class... Kind>
struct shifted_inputs;
template <int... I, int Width, class... Kind>
struct shifted_inputs<std::integer_sequence<int, I...>, Width, Kind...> : shifted_input<I, Kind, Width>... {
  using slots = values<std::integer_sequence<int, I...>, Width, Kind...>;
  template <class Address>
  __device__ __forceinline__ void load(slots& in, Address const& address, std::uint64_t splats) {
    (static_cast<shifted_input<I, Kind, Width>&>(*this).load(slot_of<I, Kind, Width>(in), address(I),
                                                             (splats >> I & 1) != 0),
     ...);
  }
  __device__ __forceinline__ void place(slots& in, std::uint64_t splats) const {
    (static_cast<shifted_input<I, Kind, Width> const&>(*this).place(slot_of<I, Kind, Width>(in),
                                                                    (splats >> I & 1) != 0),
     ...);
  }
};

/// Stores a vector: in one access, where it lies on its boundary.
template <class T, int Width>
__device__ __forceinline__ void store_anywhere(vector<T, Width> const& w, char* p) {
  if (reinterpret_cast<std::uintptr_t>(p) % sizeof w == 0) {
    *reinterpret_cast<vector<T, Width>*>(p) = w;
  } else {
#pragma unroll
    for (int v = 0; v < Width; ++v) reinterpret_cast<T*>(p)[v] = w.v[v];
  }
}

template <class Signature>
struct strided_body;

template <class... Kind, int Bytes, class... Store>
struct strided_body<program::signature<program::inputs<Kind...>, Bytes, Store...>> {
  static constexpr int outputs = sizeof...(Store);
  static constexpr int count = outputs + int(sizeof...(Kind));
  using sequence = std::make_integer_sequence<int, int(sizeof...(Kind))>;

  /// A thread works on `Items` places at once, `Batches` times: one below the other along axis 1 or, where there are
  /// few rows, one beside the other. Addresses are found once, and advance from place to place. `Alike`: all inputs'
  /// elements lie alike, so that one distance from the first ones is enough. `Shifted`: rows are of narrow elements
  /// that may begin anywhere; a thread's elements are those of a vector of the first output.
  template <int Axes, int Width, int Items, int Batches, bool Alike, bool Shifted, class Arguments, int... I, int... O>
  static __device__ __forceinline__ void run(Arguments const& a, std::integer_sequence<int, I...>,
                                             std::integer_sequence<int, O...>) {
    using inputs = values<sequence, Width, Kind...>;
    constexpr int unit[] = {int(sizeof(typename Store::type))..., address_unit<Kind>...};
    auto const& plan = a.head.plan;
    std::uint32_t const log2 = plan.block_log2;
    std::uint32_t const tile_row = plan.inner_tiles.divide(blockIdx.x);
    std::uint32_t const tile = blockIdx.x - tile_row * plan.inner_tiles.divisor;
    std::uint32_t const j = ((tile << log2) * plan.items_across + (threadIdx.x & ((1u << log2) - 1))) * Width;
    std::uint32_t const thread_row = (tile_row << (tuning::block_log2 - log2)) + (threadIdx.x >> log2);
    if (j >= plan.inner + (Shifted ? Width - 1 : 0) || thread_row >= plan.thread_rows) return;
    std::uint32_t part = thread_row >> plan.beside_log2, rest = 0;
    if constexpr (Axes > 2) {
      rest = plan.parts.divide(part);
      part -= rest * plan.parts.divisor;
    }
    std::uint32_t const row =
        (part * plan.items_down << plan.beside_log2) + (thread_row & ((1u << plan.beside_log2) - 1));
    if (row >= plan.rows) return;
    // How many places the thread really has, and the step from one to the next.
    bool const down = plan.items_down > 1;
    std::uint32_t const step_log2 = down ? plan.beside_log2 : log2;
    std::uint32_t const j_step = down ? 0 : static_cast<std::uint32_t>(Width) << log2,
                        row_step = down ? 1u << step_log2 : 0;
    std::uint32_t const places = (((down ? plan.rows - row : (plan.inner - j) / Width) - 1) >> step_log2) + 1;
    // Where operands have the place: addresses, or one distance of inputs from their first elements.
    constexpr int separate = Alike ? outputs + 1 : count;
    char* p[separate] = {};
    std::int64_t distance = 0, advance[separate];
    auto const move = [&](int c, std::int64_t by) {
      if (Alike && c == outputs)
        distance += by;
      else
        p[c] += by;
    };
    auto const address = [&](int c) {
      return Alike && c >= outputs ? static_cast<char*>(a.data[c]) + distance : p[Alike && c >= outputs ? 0 : c];
    };
#pragma unroll
    for (int c = 0; c < separate; ++c) {
      std::int64_t const inner_step = a.strides[c][0] * unit[c],
                         row_bytes = Axes > 1 ? a.strides[c][Axes > 1] * unit[c] : 0;
      p[c] = static_cast<char*>(a.data[c]);
      move(c, j * inner_step + row * row_bytes);
      advance[c] = down ? row_step * row_bytes : j_step * inner_step;
    }
    if constexpr (Axes > 2) {
#pragma unroll 1
      for (int axis = 2; axis < a.head.rank; ++axis) {
        std::uint32_t const above = axis == a.head.rank - 1 ? 0 : a.extents[axis].divide(rest);
        std::int64_t const i = rest - above * a.extents[axis].divisor;
        rest = above;
#pragma unroll
        for (int c = 0; c < separate; ++c) move(c, i * (a.strides[c][axis] * unit[c]));
      }
    }
    if constexpr (Shifted) {
      // Of the elements of a vector of the first output, those that are the row's: all of them as a rule.
      int const lead = static_cast<int>(reinterpret_cast<std::uintptr_t>(p[0]) % (Width * unit[0])) / unit[0];
      int const left = static_cast<int>(j) - lead, inner = static_cast<int>(plan.inner);
      auto const at = [&](int c, int v) {
        return (plan.splats >> c & 1) != 0 ? address(c) : address(c) + (v - lead) * unit[c];
      };
      auto const places = [&](int v) {
        return [&, v](auto i) {
          std::int64_t const step = a.strides[outputs + i][0];
          return place_run{place_of(address(outputs + i)) + (v - lead) * step, step};
        };
      };
      if (left >= 0 && left + Width <= inner) {
        inputs in;
        shifted_inputs<sequence, Width, Kind...> raw;
        raw.load(
            in, [&](int i) { return at(outputs + i, 0); }, plan.splats >> outputs);
        raw.place(in, plan.splats >> outputs);
        compute_inputs(in, a.scalars, places(0));
        evaluate_vector<Width, Store...>(
            in, a.scalars, splat_bits{plan.splats >> outputs},
            [&](vector<typename Store::type, Width> const&... w) { (store_anywhere(w, at(O, 0)), ...); });
      } else {
#pragma unroll 1
        for (int v = left < 0 ? -left : 0; v < Width && left + v < inner; ++v) {
          values<sequence, 1, Kind...> one;
          (load_along<Kind, I, 1>(slot_of<I, Kind, 1>(one), at(outputs + I, v), false), ...);
          compute_inputs(one, a.scalars, places(v));
          evaluate_vector<1, Store...>(one, a.scalars, no_splats{}, [&](vector<typename Store::type, 1> const&... w) {
            ((*reinterpret_cast<typename Store::type*>(at(O, v)) = w.v[0]), ...);
          });
        }
      }
      return;
    }
    inputs in[Items];
    auto const load = [&](int k) {
      (load_along<Kind, I, Width>(slot_of<I, Kind, Width>(in[k]), address(outputs + I),
                                  (plan.splats >> (outputs + I) & 1) != 0),
       ...);
      compute_inputs(in[k], a.scalars, [&](auto i) {
        return place_run{place_of(address(outputs + i)), a.strides[outputs + i][0]};
      });
    };
#pragma unroll 1
    for (std::uint32_t done = 0; done < Batches * Items && (Batches == 1 || done < places); done += Items) {
#pragma unroll
      for (int k = 0; k < Items; ++k) {
        if constexpr (Alike) {
          // Places that are not there are read at the last one that is: no branches between loads.
          load(k);
          distance += done + k + 1 < places ? advance[outputs] : 0;
        } else {
          if (done + k < places) load(k);
          (move(outputs + I, advance[outputs + I]), ...);
        }
      }
#pragma unroll
      for (int k = 0; k < Items; ++k) {
        if (done + k < places)
          evaluate_vector<Width, Store...>(in[k], a.scalars, splat_bits{plan.splats >> outputs},
                                           [&](vector<typename Store::type, Width> const&... w) {
                                             ((*reinterpret_cast<vector<typename Store::type, Width>*>(address(O)) = w),
                                              ...);
                                           });
#pragma unroll
        for (int c = 0; c < outputs; ++c) move(c, advance[c]);
      }
    }
  }
};

/// Whether there is code for inputs that lie alike: where their addresses would take more than the program.
template <class Signature, int Axes>
constexpr bool has_alike = Signature::inputs::count >= (Axes > 2    ? tuning::many_inputs
                                                        : Axes == 2 ? tuning::very_many_inputs
                                                                    : max_operands);

/// `Width` of vectors, `Shifted` of vectors of narrow elements that may lie anywhere; 1: there are none.
template <class Signature, int Axes, int Width, int Items, int Batches, int VectorItems, int Shifted>
__global__ void __launch_bounds__(tuning::block_threads, Shifted > 1 ? tuning::shifted_blocks
                                                         : Axes > 2 && Signature::inputs::count >= tuning::many_inputs
                                                             ? tuning::strided_blocks_of_many
                                                             : 0)
    strided(__grid_constant__ strided_arguments<Signature::count, Axes, Signature::bytes> const a) {
  static_assert(
      strided_layout_agrees<strided_arguments<Signature::count, Axes, Signature::bytes>, Signature::count, Axes>);
  using body = strided_body<Signature>;
  auto const run = [&]<int W, int N, int B, bool Alike, bool S>(std::bool_constant<Alike>, std::bool_constant<S>,
                                                                std::integer_sequence<int, W, N, B>) {
    body::template run<Axes, W, N, B, Alike, S>(a, typename body::sequence{},
                                                std::make_integer_sequence<int, Signature::outputs>{});
  };
  constexpr std::false_type no;
  constexpr std::true_type yes;
  if constexpr (Width > 1) {
    if (a.head.plan.vector) return run(no, no, std::integer_sequence<int, Width, VectorItems, 1>{});
  }
  if constexpr (Shifted > 1) {
    if (a.head.plan.shifted) {
      if constexpr (has_alike<Signature, Axes>)
        if (a.head.plan.alike) return run(yes, yes, std::integer_sequence<int, Shifted, 1, 1>{});
      return run(no, yes, std::integer_sequence<int, Shifted, 1, 1>{});
    }
  } else if constexpr (has_alike<Signature, Axes>) {
    if (a.head.plan.alike) return run(yes, no, std::integer_sequence<int, 1, Items, Batches>{});
  }
  run(no, no, std::integer_sequence<int, 1, Items, Batches>{});
}

}  // namespace cp::kernels::device
