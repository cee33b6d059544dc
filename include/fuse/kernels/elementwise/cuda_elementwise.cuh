// The CUDA kernels that one signature becomes.
#pragma once

#include <cstdint>
#include <fuse/kernels/elementwise/alike.cuh>
#include <fuse/kernels/elementwise/cuda_elementwise_plan.hpp>
#include <fuse/kernels/elementwise/flat.cuh>
#include <fuse/kernels/elementwise/strided.cuh>
#include <fuse/kernels/elementwise/tiled.cuh>
#include <fuse/kernels/elementwise/wound.cuh>
#include <fuse/kernels/loop.hpp>
#include <fuse/kernels/tuning.hpp>

namespace cp::kernels {

namespace detail {

constexpr int clamp_power(int n, int low, int high) {
  int p = low;
  while (p * 2 <= n && p * 2 <= high) p *= 2;
  return p;
}

/// How many of `n` things, one at least, fit into room where each takes some.
constexpr int fitting(int n, int room, int each) { return each * n <= room ? n : each >= room ? 1 : room / each; }

/// Sizes of what a program moves.
template <class Signature>
struct traffic;
template <class... Kind, int Bytes, class... Store>
struct traffic<program::signature<program::inputs<Kind...>, Bytes, Store...>> {
  template <class K>
  static constexpr int moved = device::is_loaded<K> ? int(sizeof(typename K::type)) : 0;
  static constexpr int largest() {
    int m = 1;
    ((m = moved<Kind> > m ? moved<Kind> : m), ...);
    ((m = int(sizeof(typename Store::type)) > m ? int(sizeof(typename Store::type)) : m), ...);
    return m;
  }
  static constexpr int smallest() {
    int m = 16;
    ((m = moved<Kind> > 0 && moved<Kind> < m ? moved<Kind> : m), ...);
    ((m = int(sizeof(typename Store::type)) < m ? int(sizeof(typename Store::type)) : m), ...);
    return m;
  }
  /// Bytes that an element's inputs take, and bytes of the registers that hold one element of each.
  static constexpr int loaded() { return (1 + ... + moved<Kind>); }
  template <class K>
  static constexpr int held_by = [] {
    if constexpr (device::is_computed<K>)
      if (K::rule::cost < 16) return 4;  // quickly computed where it is used, most of it
    return int(sizeof(typename K::type) + 3) / 4 * 4;
  }();
  static constexpr int held() { return (0 + ... + held_by<Kind>); }
  static constexpr int largest_store() {
    int m = 1;
    ((m = int(sizeof(typename Store::type)) > m ? int(sizeof(typename Store::type)) : m), ...);
    return m;
  }
  /// Elements of a thread's vector in the flat form: the narrowest operand fills 16 bytes, but no load is wider than 32
  /// bytes and no store than 16 (a warp's wider stores would write every sector in parts).
  static constexpr int flat_width() {
    int w = 16 / smallest();
    if (w * largest() > 32) w = 32 / largest();
    if (w * largest_store() > 16) w = 16 / largest_store();
    return clamp_power(w, 1, 16);
  }
  static constexpr bool has_arrays = ((moved<Kind> > 0) || ...);
  template <class K>
  static constexpr bool is_in_order = [] {
    if constexpr (device::is_computed<K>) return program::in_order_rule<typename K::rule>;
    return false;
  }();
  static constexpr bool in_order = (false || ... || is_in_order<Kind>);
  static constexpr bool has_computed = (false || ... || device::is_computed<Kind>);
  /// Inputs that are not, those of 1 and 2 bytes among them, and whether those that are are no more than places.
  static constexpr int loaded_inputs = (0 + ... + !device::is_computed<Kind>);
  static constexpr int narrow_inputs = (0 + ... + (moved<Kind> > 0 && moved<Kind> <= 2));
  static constexpr bool only_places = (true && ... && (program::is_position<Kind> || !device::is_computed<Kind>));
  /// Whether all inputs are arrays of one type of 4 or 8 bytes, as slices of one are, and what is stored is as large.
  template <class First>
  static constexpr bool all_as = (sizeof(typename First::type) == 4 || sizeof(typename First::type) == 8) &&
                                 std::is_same_v<First, program::elements<typename First::type>> &&
                                 (std::is_same_v<First, Kind> && ...) &&
                                 ((sizeof(typename Store::type) == sizeof(typename First::type)) && ...);
  static constexpr bool of_one_type = (false || ... || all_as<Kind>);
  static constexpr int turns = device::turns_of_inputs<Kind...>;
};

}  // namespace detail

/// The CUDA kernels of one signature for loops of up to `Axes` axes. Expensive programs do less at once a thread: they
/// wait for arithmetic, not memory, and their code stays small. `Most`: the cost of their most expensive function.
template <class Signature, int Axes, int Cost, int Most>
struct cuda_form {
  using moves = detail::traffic<Signature>;
  static constexpr bool cheap = Cost <= tuning::cheap_cost, heavy = Most >= tuning::heavy_cost;
  /// Elements of a vector at most: of narrow ones a long program of many inputs holds few in registers.
  static constexpr int most_width =
      Cost >= tuning::long_cost && moves::largest() <= 2 && Signature::inputs::count >= tuning::many_inputs
          ? tuning::long_width
          : 16;
  static constexpr int flat_width = heavy ? 1 : detail::clamp_power(moves::flat_width(), 1, most_width);
  static constexpr bool in_order = moves::in_order && !heavy;
  /// What waits for no memory: what threads have in common is worth sharing among several vectors.
  static constexpr bool in_turn = moves::has_computed && !moves::has_arrays && !in_order && !heavy;
  /// Copies of a program, `n` at most, that a kernel has room for.
  static constexpr int few_turns(int n) { return detail::fitting(n, tuning::most_turns, moves::turns + 1); }
  static constexpr int flat_unroll = in_order ? tuning::in_order_vectors
                                     : cheap  ? tuning::flat_unroll
                                     : heavy  ? 1
                                              : few_turns(tuning::costly_unroll);
  /// A loop of one axis that is not flat has strides or misaligned runs, of which no vectors can be made.
  static constexpr int strided_width =
      Axes == 1 || heavy
          ? 1
          : detail::clamp_power(detail::fitting(16 / moves::largest(), tuning::strided_vector_room, moves::held()), 1,
                                most_width);
  /// Elements of 1 and 2 bytes, single ones of which would take as many instructions as vectors of them.
  static constexpr int shifted_width = [] {
    if (!moves::has_arrays || moves::largest() > 2 || heavy) return 1;
    int w = 16 / moves::largest();
    while (w * moves::smallest() > 8 && Signature::inputs::count * (w * moves::largest() + 8) > tuning::shifted_room)
      w /= 2;
    return w;
  }();
  /// Long loops of many rolls and pads are slices (see turned_signature): what rolls leave needs no form of its own.
  static constexpr bool has_slices = turned_signature<Signature>::is && Axes > 1 && moves::turns > tuning::few_turns,
                        sliced = has_slices && turned_signature<Signature>::round;
  /// Elements of 8 bytes take as few instructions one by one.
  static constexpr int wound_width =
      Axes > 1 && !heavy && !sliced && flat_width >= 4 && (moves::has_computed || shifted_width > 1) ? flat_width : 1;
  static constexpr bool wound_words = most_width > tuning::long_width;
  static constexpr int inputs = Axes > 1 ? Signature::inputs::count : 1;
  static constexpr int wanted_items = heavy                           ? 1
                                      : !cheap                        ? tuning::costly_unroll
                                      : inputs >= tuning::many_inputs ? tuning::strided_items_of_many
                                                                      : tuning::strided_items;
  static constexpr int strided_room = Axes > 2 ? tuning::strided_room_of_alike : tuning::strided_room;
  static constexpr int held_items = detail::fitting(few_turns(wanted_items), strided_room, moves::held());
  static constexpr int strided_items =
      Axes < 3 && held_items == 1 && wanted_items > 1 && 2 * inputs <= tuning::strided_loads ? 2 : held_items;
  /// Costly programs do few at once, and several in turn: of single elements addresses take as long.
  static constexpr int strided_turns = Axes > 1 && !cheap && !heavy ? tuning::strided_turns : 1;
  /// The same of vectors, where nothing is read, or many inputs are: what threads have in common is worth sharing.
  static constexpr int vector_turns = moves::has_computed && !moves::has_arrays ? strided_turns
                                      : Axes > 2 && !heavy && inputs >= tuning::vector_turns_inputs
                                          ? tuning::strided_turns
                                          : 1;
  /// Whether narrow elements are loaded beside wide ones, or to become such.
  static constexpr bool mixed = Axes > 1 && moves::largest() == 4 && moves::only_places && !heavy
                                && moves::narrow_inputs >= tuning::alike_least_of_narrow;
  /// Whether inputs that lie alike, or in two ways, have kernels of their own.
  static constexpr bool alike_apart =
      moves::only_places && !heavy &&
      moves::loaded_inputs >= (shifted_width > 1 ? tuning::alike_least_of_narrow : tuning::alike_least);
  static constexpr int alike_places = shifted_width > 1
                                          ? detail::clamp_power(tuning::alike_loads / moves::loaded_inputs, 1, 4)
                                          : 1;
  /// Whether slices that begin one element after the other have a kernel of their own, of vectors: where loads, not
  /// arithmetic, take the time.
  static constexpr bool windows = moves::of_one_type && Signature::outputs == 1 && Most <= tuning::window_cost &&
                                  Signature::inputs::count >= tuning::window_least &&
                                  Signature::inputs::count <= tuning::window_most;
  static constexpr int window_blocks =
      (Signature::inputs::count + 16 / moves::largest()) * moves::largest() <= tuning::window_bytes ? 4 : 2;
  static constexpr int mixed_width =
      moves::loaded_inputs > tuning::alike_mixed_most ? tuning::alike_mixed_width / 2 : tuning::alike_mixed_width;
  /// Narrow elements that lie so are vectors where they are side by side.
  static constexpr int alike_width = windows ? 16 / moves::largest()
                                     : mixed ? mixed_width
                                     : alike_apart && shifted_width > 1 &&
                                             (moves::largest() == 1 ||
                                              moves::loaded_inputs <= tuning::alike_vectors_most)
                                         ? tuning::alike_vector_bytes / moves::largest()
                                         : 1;
  static constexpr int alike_blocks = Cost >= tuning::long_cost ? tuning::alike_blocks_of_long : tuning::alike_blocks;
  /// Elements of a thread in rows of elements side by side, of as many runs of a warp. (Of 8 bytes loads take as long
  /// as their addresses.)
  static constexpr int runs_side = alike_apart && Axes > 1 && moves::largest() <= 4 && (windows || alike_width == 1)
                                       ? detail::clamp_power(tuning::runs_bytes / (moves::held() + 1), 1,
                                                             tuning::runs_side)
                                       : 1;
  static constexpr int runs_blocks = runs_side * moves::held() <= tuning::runs_bytes_of_many ? 4 : 3;
  static constexpr int vector_items =
      detail::clamp_power(detail::fitting(few_turns(tuning::strided_bytes / (strided_width * moves::loaded())),
                                          tuning::strided_vector_room, strided_width* moves::held()),
                          1, 4);
  static constexpr int strided_blocks = [] {
    constexpr int all = Signature::inputs::count;
    if (shifted_width > 1)
      return !cheap || all > tuning::many_inputs ? tuning::shifted_blocks
             : all == tuning::many_inputs        ? tuning::shifted_blocks_of_some
                                                 : tuning::shifted_blocks_of_few;
    // (Told of no number, ptxas may take 32 registers and spill, as it did of concatenate's in three axes.)
    constexpr int any = moves::has_computed ? tuning::strided_blocks_at_least : 0;
    if (Axes > 2) return all >= tuning::many_inputs || moves::has_computed ? tuning::strided_blocks_of_many : 0;
    if (Axes == 1 || !cheap || all > tuning::very_many_inputs) return any;
    if (all >= tuning::many_inputs) return moves::has_computed ? any : tuning::strided_blocks_of_some;
    return moves::has_computed || Cost >= tuning::strided_costly ? tuning::strided_blocks_of_computed
                                                                 : tuning::strided_blocks_of_few;
  }();
  static constexpr int tile = moves::largest() <= 4 ? tuning::tile_small : tuning::tile_large;
  static constexpr bool has_tiled = Axes > 1 && !sliced && moves::has_arrays && moves::largest() <= 16;
  static constexpr int tiled_width = strided_width > 4 ? 4 : strided_width, tiled_rows = few_turns(8);

  /// The kernels, with the handles that launches find. `Plain`: only those of the strided form.
  template <bool Plain = false>
  static cuda_kernels& table() {
    void const* tiled = nullptr;
    if constexpr (has_tiled && !Plain)
      tiled = reinterpret_cast<void const*>(&device::tiled<Signature, Axes, tiled_width, tile, tiled_rows>);
    void const *wound = nullptr, *alike[2] = {}, *vectors_alike[2] = {}, *runs = nullptr;
    if constexpr (alike_apart) {
      alike[0] =
          reinterpret_cast<void const*>(&device::strided_alike<Signature, Axes, 1, 1, alike_places, alike_blocks>);
      alike[1] =
          reinterpret_cast<void const*>(&device::strided_alike<Signature, Axes, 2, 1, alike_places, alike_blocks>);
    }
    if constexpr (runs_side > 1)
      runs = reinterpret_cast<void const*>(&device::strided_runs<Signature, Axes, runs_side, runs_blocks>);
    if constexpr (windows) {
      vectors_alike[0] =
          reinterpret_cast<void const*>(&device::strided_window<Signature, Axes, alike_width, window_blocks>);
    } else if constexpr (alike_width > 1) {
      vectors_alike[0] =
          reinterpret_cast<void const*>(&device::strided_alike<Signature, Axes, 1, alike_width, 1, alike_blocks>);
      vectors_alike[1] =
          reinterpret_cast<void const*>(&device::strided_alike<Signature, Axes, 2, alike_width, 1, alike_blocks>);
    }
    if constexpr (wound_width > 1 && !Plain)
      wound = reinterpret_cast<void const*>(&device::wound<Signature, Axes, wound_width, in_turn, wound_words>);
    void const* flat = nullptr;
    if constexpr (Plain)
      flat = nullptr;
    else if constexpr (in_order)
      flat = reinterpret_cast<void const*>(&device::flat_in_order<Signature, flat_width>);
    else
      flat = reinterpret_cast<void const*>(&device::flat<Signature, flat_width, flat_unroll, in_turn>);
    static cuda_kernels k{
        runtime::kernel_function(flat),
        runtime::kernel_function(reinterpret_cast<void const*>(
            &device::strided<Signature, Axes, strided_width, strided_items, strided_turns, vector_items, vector_turns,
                             shifted_width, alike_apart, strided_blocks>)),
        runtime::kernel_function(tiled),
        runtime::kernel_function(wound),
        {runtime::kernel_function(alike[0]), runtime::kernel_function(alike[1])},
        {runtime::kernel_function(vectors_alike[0]), runtime::kernel_function(vectors_alike[1])},
        runtime::kernel_function(runs),
        flat_width,
        flat_unroll,
        in_order,
        in_turn,
        strided_width,
        strided_items * strided_turns,
        vector_items * vector_turns,
        shifted_width,
        alike_width,
        windows,
        mixed ? tuning::alike_mixed_items : 1,
        runs_side,
        Plain ? 1 : wound_width,
        wound_words,
        tile,
        Axes,
        (moves::turns > 0)};
    using turned = turned_signature<Signature>;
    if constexpr (has_slices && !Plain) {
      k.plain = &cuda_form<typename turned::plain, Axes, Cost, Most>::template table<true>();
      k.turned = turned::readers;
    }
    return k;
  }
};

}  // namespace cp::kernels
