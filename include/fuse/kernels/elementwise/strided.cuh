// The strided form: any strides and broadcasts; rows of the inner axis, as vectors where every operand allows it.
#pragma once

#include <cstdint>
#include <fuse/kernels/device_values.cuh>
#include <fuse/kernels/early.cuh>
#include <fuse/kernels/elementwise/cuda_elementwise_plan.hpp>
#include <fuse/kernels/elementwise/strided_moves.cuh>
#include <fuse/kernels/elementwise/strided_place.cuh>
#include <fuse/kernels/evaluate.cuh>
#include <fuse/kernels/tuning.hpp>
#include <utility>

namespace cp::kernels::device {

/// How many inputs are computed, and the number of the first that is not.
template <class... Kind>
constexpr int computed_inputs_of = (0 + ... + is_computed<Kind>);
template <class... Kind>
constexpr int first_loaded_of = 0;
template <class First, class... More>
requires is_computed<First>
constexpr int first_loaded_of<First, More...> = 1 + first_loaded_of<More...>;

template <class Signature>
struct strided_body;

template <class... Kind, int Bytes, class... Store>
struct strided_body<program::signature<program::inputs<Kind...>, Bytes, Store...>> {
  static constexpr int outputs = sizeof...(Store);
  static constexpr int count = outputs + int(sizeof...(Kind));
  static constexpr int turns = turns_of_inputs<Kind...>;
  using sequence = std::make_integer_sequence<int, int(sizeof...(Kind))>;

#ifdef __CUDA_ARCH__
  static __device__ __forceinline__ constexpr int unit(int operand) {
    constexpr int all[] = {int(sizeof(typename Store::type))..., address_unit<Kind>...};
    return all[operand];
  }
  static __device__ __forceinline__ constexpr bool single(int operand) {
    constexpr bool all[] = {(sizeof(typename Store::type) == 0)..., is_single<Kind>...};
    return all[operand];
  }
  static __device__ __forceinline__ constexpr bool computed(int operand) {
    constexpr bool all[] = {(sizeof(typename Store::type) == 0)..., is_computed<Kind>...};
    return all[operand];
  }
  /// Computed inputs before each operand, and the operands that they are. (Tables: what a loop finds may be an index
  /// that is not known while compiling, and arrays indexed so lie in memory.)
  struct computed_operands {
    int before[count + 1] = {}, operand[count + 1] = {};
    constexpr computed_operands() {
      constexpr bool all[] = {(sizeof(typename Store::type) == 0)..., is_computed<Kind>...};
      int n = 0;
      for (int c = 0; c < count; ++c) {
        before[c] = n;
        if (all[c]) operand[n++] = c;
      }
    }
  };
  static __device__ __forceinline__ constexpr int computed_before(int operand) {
    constexpr computed_operands all;
    return all.before[operand];
  }
  static __device__ __forceinline__ constexpr int computed_operand(int n) {
    constexpr computed_operands all;
    return all.operand[n];
  }
  static constexpr int first_loaded = outputs + first_loaded_of<Kind...>;
  /// Inputs that are no more than places, which have nothing to wait for: they are computed where they are used, and
  /// take no registers until then. One bit each.
  static constexpr std::uint64_t places_alone = [] {
    std::uint64_t bits = 0, bit = 1;
    ((bits |= program::is_position<Kind> ? bit : 0, bit <<= 1), ...);
    return bits;
  }();
  static __device__ __forceinline__ constexpr bool place_alone(int operand) {
    return operand >= outputs && (places_alone >> (operand - outputs) & 1) != 0;
  }
#endif

  /// Where operands have a thread's place, and how far it is to the next one. `Alike`: inputs' elements lie in so many
  /// ways (1 or 2; 0: any number), so that a distance from the first ones for each is enough; behind them are the
  /// places of computed inputs.
  template <int Axes, int Alike, class Arguments>
  struct addresses {
    static constexpr int places_from = outputs + Alike,
                         separate = Alike > 0 ? places_from + computed_inputs_of<Kind...> : count;
    Arguments const& a;
    char* p[separate] = {};
    std::int64_t distance[Alike + 1] = {}, advance[separate];

#ifdef __CUDA_ARCH__
    /// Bytes from an element to the next one along an axis.
    __device__ __forceinline__ std::int64_t step(int c, int axis) const {
      if (Alike > 1 && c == outputs + 1) return a.strides[outputs + a.head.plan.other][axis] * a.head.plan.other_unit;
      int const operand = operand_of(c);
      return a.strides[operand][axis] * unit(operand);
    }
    /// How far a thread's element `i` along an axis is from the first one. (Steps between elements in memory are
    /// numbers of 32 bits, or the loop is cut.)
    __device__ __forceinline__ std::int64_t distance_to(int c, std::uint32_t i, int axis) const {
      if (computed(operand_of(c))) return i * step(c, axis);
      return wide_product(static_cast<int>(i), static_cast<int>(step(c, axis)));
    }
    /// The operand whose address, or way to lie, is the one of this number.
    static __device__ __forceinline__ constexpr int operand_of(int c) {
      if (Alike == 0 || c < outputs) return c;
      return c < places_from ? first_loaded : computed_operand(c - places_from);
    }
    __device__ __forceinline__ addresses(Arguments const& arguments, thread_place const& t) : a(arguments) {
#pragma unroll
      for (int c = 0; c < separate; ++c) {
        p[c] = static_cast<char*>(a.data[operand_of(c)]);
        move(c, distance_to(c, t.j, 0));
        if constexpr (Axes > 1) move(c, distance_to(c, t.row, 1));
        advance[c] = Axes > 1 && a.head.plan.items_down > 1 ? t.row_step * step(c, Axes > 1) : t.j_step * step(c, 0);
      }
      if constexpr (Axes == 3) {
#pragma unroll
        for (int c = 0; c < separate; ++c) move(c, distance_to(c, t.rest, 2));
      } else if constexpr (Axes > 3) {
        std::uint32_t rest = t.rest;
#pragma unroll 1
        for (int axis = 2; axis < a.head.rank; ++axis) {
          std::uint32_t const above = axis == a.head.rank - 1 ? 0 : a.extents[axis].divide(rest),
                              i = rest - above * a.extents[axis].divisor;
          rest = above;
#pragma unroll
          for (int c = 0; c < separate; ++c) move(c, distance_to(c, i, axis));
        }
      }
    }
    __device__ __forceinline__ void move(int c, std::int64_t by) {
      if (Alike > 0 && c >= outputs && c < places_from)
        distance[c - outputs] += by;
      else
        p[c] += by;
    }
    __device__ __forceinline__ char* of(int c) const {
      if (Alike == 0 || c < outputs) return p[c];
      if (computed(c)) return p[places_from + computed_before(c)];
      if (single(c)) return static_cast<char*>(a.data[c]);
      std::int64_t by = distance[0];
      if constexpr (Alike > 1)
        if ((a.head.plan.others >> (c - outputs) & 1) != 0) by = distance[1];
      return static_cast<char*>(a.data[c]) + by;
    }
    /// (Inputs that lie alike are all vectors, or their code is not chosen.)
    __device__ __forceinline__ bool is_splat(int c) const { return Alike == 0 && (a.head.plan.splats >> c & 1) != 0; }
#endif
  };

#ifdef __CUDA_ARCH__
  /// A thread works on `Items` places: one below the other along axis 1 or, where there are few rows, one beside the
  /// other; and then on the next ones, if there are `Turns`. Addresses are found once, and advance from place to place.
  template <int Axes, int Width, int Items, int Turns, int Alike, class Arguments, int... I, int... O>
  static __device__ __forceinline__ void run(Arguments const& a, std::integer_sequence<int, I...>,
                                             std::integer_sequence<int, O...>) {
    thread_place t;
    if (!t.find<Axes, Width, false>(a.head.plan)) return;
    addresses<Axes, Alike, Arguments> at(a, t);
    int places = static_cast<int>(t.places);
#pragma unroll 1
    do {
      values<sequence, Width, Kind...> in[Items];
      auto const place = [&](auto i) { return place_run{place_of(at.of(outputs + i)), a.strides[outputs + i][0]}; };
      auto const load = [&](int k) {
        (load_along<Kind, I, Width>(slot_of<I, Kind, Width>(in[k]), at.of(outputs + I), at.is_splat(outputs + I)), ...);
        compute_inputs<true, ~places_alone>(in[k], a.scalars, place);
      };
#pragma unroll
      for (int k = 0; k < Items; ++k) {
        if constexpr (Alike > 0) {
          // Places that are not there are read at the last one that is: no branches between loads.
          load(k);
          bool const more = k + 1 < places;
#pragma unroll
          for (int c = outputs; c < at.separate; ++c)
            if (!place_alone(at.operand_of(c))) at.move(c, more ? at.advance[c] : 0);
        } else {
          if (k < places) load(k);
          ((place_alone(outputs + I) ? void() : at.move(outputs + I, at.advance[outputs + I])), ...);
        }
      }
#pragma unroll
      for (int k = 0; k < Items; ++k) {
        if (k < places) {
          compute_inputs<true, places_alone>(in[k], a.scalars, place);
          (spread_loaded<Kind, I, Width>(slot_of<I, Kind, Width>(in[k]), at.is_splat(outputs + I)), ...);
          store<Width>(a, in[k], at, std::integer_sequence<int, O...>{});
        }
#pragma unroll
        for (int c = 0; c < at.separate; ++c)
          if (c < outputs || place_alone(at.operand_of(c))) at.move(c, at.advance[c]);
      }
      places -= Items;
    } while (Turns > 1 && places > 0);
  }
  template <int Width, class In, class Addresses, class Arguments, int... O>
  static __device__ __forceinline__ void store(Arguments const& a, In const& in, Addresses const& at,
                                               std::integer_sequence<int, O...>) {
    evaluate_vector<Width, Store...>(in, a.scalars, no_splats{}, [&](vector<typename Store::type, Width> const&... w) {
      (store_whole(reinterpret_cast<vector<typename Store::type, Width>*>(at.of(O)), w), ...);
    });
  }

  /// Rows of narrow elements that may begin anywhere: a thread's elements are those of a vector of the first output,
  /// all of which are the row's as a rule.
  template <int Axes, int Width, int Alike, class Arguments, int... I, int... O>
  static __device__ __forceinline__ void run_shifted(Arguments const& a, std::integer_sequence<int, I...>,
                                                     std::integer_sequence<int, O...>) {
    thread_place t;
    if (!t.find<Axes, Width, true>(a.head.plan)) return;
    addresses<Axes, Alike, Arguments> const at(a, t);
    int const lead = static_cast<int>(reinterpret_cast<std::uintptr_t>(at.of(0)) % (Width * unit(0))) / unit(0);
    std::int64_t const left = std::int64_t{t.j} - lead, inner = a.head.plan.inner;
    auto const address = [&](int c, int v) { return at.of(c) + (at.is_splat(c) ? 0 : (v - lead) * unit(c)); };
    auto const places = [&](int v) {
      return [&, v](auto i) {
        std::int64_t const step = a.strides[outputs + i][0];
        return place_run{place_of(at.of(outputs + i)) + (v - lead) * step, step};
      };
    };
    if (left >= 0 && left + Width <= inner) {
      std::uint64_t const splats = Alike > 0 ? 0 : a.head.plan.splats >> outputs;
      values<sequence, Width, Kind...> in;
      shifted_inputs<sequence, Width, Kind...> raw;
      raw.load(
          in, [&](int i) { return address(outputs + i, 0); }, splats);
      raw.place(in);
      compute_inputs(in, a.scalars, places(0));
      evaluate_vector<Width, Store...>(
          in, a.scalars, no_splats{},
          [&](vector<typename Store::type, Width> const&... w) { (store_anywhere(w, address(O, 0)), ...); });
    } else {
      // Some at once, since a thread waits for each of its loads.
      constexpr int most = turns > tuning::few_turns ? 1 : 4, some = Width < most ? Width : most;
#pragma unroll 1
      for (int first = 0; first < Width; first += some) {
        auto const is_there = [&](int v) { return left + first + v >= 0 && left + first + v < inner; };
        values<sequence, 1, Kind...> one[some];
#pragma unroll
        for (int v = 0; v < some; ++v)
          if (is_there(v)) {
            (load_along<Kind, I, 1>(slot_of<I, Kind, 1>(one[v]), address(outputs + I, first + v), false), ...);
            compute_inputs<true>(one[v], a.scalars, places(first + v));
          }
#pragma unroll
        for (int v = 0; v < some; ++v)
          if (is_there(v))
            evaluate_vector<1, Store...>(
                one[v], a.scalars, no_splats{}, [&](vector<typename Store::type, 1> const&... w) {
                  ((*reinterpret_cast<typename Store::type*>(address(O, first + v)) = w.v[0]), ...);
                });
      }
    }
  }
#endif
};

/// Whether there is code for inputs that lie alike: where their addresses would take more than the program.
template <class Signature, int Axes>
constexpr bool has_alike = Signature::inputs::count >= (Axes > 2 ? tuning::many_inputs : tuning::very_many_inputs) &&
                           strided_body<Signature>::first_loaded < strided_body<Signature>::count;

/// Parts of one loop run beside each other: a kernel lets the next one begin, and does not end before those before it
/// have, as kernels of other loops expect: for them its grid has one block more, which waits (see start_part). Whether
/// this is that block.
#ifdef __CUDA_ARCH__
__device__ __forceinline__ bool waits_for_others(cuda_plan const& plan) {
  let_next_kernel_begin();
  if (blockIdx.x < plan.blocks) return false;
  wait_for_kernels_before();
  return true;
}
/// What a block of the strided form does.
template <class Signature, int Axes, int Width, int Items, int Turns, int VectorItems, int VectorTurns, int Shifted,
          bool AlikeApart, class Arguments>
__device__ __forceinline__ void run_strided(Arguments const& a) {
  using body = strided_body<Signature>;
  constexpr typename body::sequence inputs{};
  constexpr std::make_integer_sequence<int, Signature::outputs> outputs{};
  constexpr bool alike = has_alike<Signature, Axes> && !AlikeApart;
  if constexpr (Width > 1) {
    if (a.head.plan.vector) return body::template run<Axes, Width, VectorItems, VectorTurns, 0>(a, inputs, outputs);
  }
  if constexpr (Shifted > 1) {
    if (a.head.plan.shifted) {
      if (alike && a.head.plan.alike == 1 && a.head.plan.splats >> Signature::outputs == 0)
        return body::template run_shifted < Axes, Shifted, alike ? 1 : 0 > (a, inputs, outputs);
      return body::template run_shifted<Axes, Shifted, 0>(a, inputs, outputs);
    }
  } else if constexpr (alike) {
    if (a.head.plan.alike == 1) return body::template run<Axes, 1, Items, Turns, 1>(a, inputs, outputs);
  }
  body::template run<Axes, 1, Items, Turns, 0>(a, inputs, outputs);
}
#endif

/// `Width` of vectors, `Shifted` of vectors of narrow elements that may lie anywhere; 1: there are none.
/// `AlikeApart`: inputs that lie alike have a kernel of their own. `Blocks` of a multiprocessor have registers.
template <class Signature, int Axes, int Width, int Items, int Turns, int VectorItems, int VectorTurns, int Shifted,
          bool AlikeApart, int Blocks>
__global__ void __launch_bounds__(tuning::block_threads, Blocks)
    strided(__grid_constant__ strided_arguments<Signature::count, Axes, Signature::bytes> const a) {
#ifdef __CUDA_ARCH__
  static_assert(
      strided_layout_agrees<strided_arguments<Signature::count, Axes, Signature::bytes>, Signature::count, Axes>);
  if (waits_for_others(a.head.plan)) return;
  run_strided<Signature, Axes, Width, Items, Turns, VectorItems, VectorTurns, Shifted, AlikeApart>(a);
#endif
}

}  // namespace cp::kernels::device
