// The CUDA folding kernels that one signature becomes.
#pragma once

#include <bit>
#include <cstdint>
#include <fuse/kernels/elementwise/cuda_elementwise.cuh>
#include <fuse/kernels/fold/cuda_fold.cuh>
#include <fuse/kernels/fold/cuda_fold_plan.hpp>
#include <fuse/kernels/fold/fold_alone.cuh>
#include <fuse/kernels/fold/fold_beside.cuh>
#include <fuse/kernels/fold/fold_pairs.cuh>
#include <fuse/kernels/tuning.hpp>

namespace cp::kernels {

namespace detail {
/// Bytes of the largest input's elements, and of an element of each.
template <class Signature>
struct fold_inputs;
template <class... Kind, int Bytes, class... Store>
struct fold_inputs<program::signature<program::inputs<Kind...>, Bytes, Store...>> {
  using moves = traffic<program::signature<program::inputs<Kind...>, Bytes, Store...>>;
  static constexpr int largest = [] {
    int most = 0;
    ((most = moves::template moved<Kind> > most ? moves::template moved<Kind> : most), ...);
    return most;
  }();
  static constexpr int all = (0 + ... + moves::template moved<Kind>),
                       count = (0 + ... + (moves::template moved<Kind> > 0));
  /// Elements of a vector: those that fill 16 bytes of the largest input, at most so many.
  static constexpr int width(int most) { return clamp_power(all > 0 ? 16 / largest : 4, 1, most); }
};
/// Inputs that stand against each other in what is folded.
template <class Signature>
constexpr program::opposed_inputs opposed_in_folds{};
template <class... Kind, int Bytes, class... Store>
constexpr program::opposed_inputs opposed_in_folds<program::signature<program::inputs<Kind...>, Bytes, Store...>> = [] {
  std::uint64_t loaded = 0, i = 0;
  ((loaded |= std::uint64_t{device::is_loaded<Kind> || program::is_row_input<Kind>} << (i++ & 63)), ...);
  if (!(program::has_distances<Store> || ...)) return program::opposed_inputs{};
  program::opposed_inputs const all = (program::opposed_inputs{} | ... | program::opposed_in<Store>);
  return program::opposed_inputs{all.left & loaded, all.right & loaded}.decided();
}();
}  // namespace detail

/// The CUDA folding kernels of one signature for loops of up to `Axes` axes. Expensive programs have less in flight:
/// they wait for arithmetic, not memory, and their code stays small. `Most`: the cost of their most expensive function.
template <class Signature, int Axes, int Cost, int Most>
struct cuda_fold_form {
  using body = device::fold_body<Signature, Axes>;
  using arguments = typename body::arguments;
  using loads = detail::fold_inputs<Signature>;
  static constexpr int state_bytes = int(sizeof(typename body::state));
  static_assert(state_bytes <= 128,
                "cp: one kernel's reductions accumulate in more than 128 bytes; evaluate them apart");
  static constexpr bool cheap = Cost <= tuning::cheap_cost, heavy = Most >= tuning::fold_heavy_cost;
  /// Blocks that a multiprocessor has room for at most; bytes of registers that a thread then has for what it loads,
  /// beside its cursor (see fold_body) and what the arithmetic takes.
  static constexpr bool many = loads::count > tuning::fold_steps_kept;
  static constexpr int most_resident = !cheap || many ? 2 : 4;
  static constexpr int room = tuning::fold_room[most_resident / 4] - (many ? 8 : 16) * loads::count;
  static constexpr int bounded(int width) {
    return width > 1 && width * loads::all > room ? bounded(width / 2) : width;
  }
  /// Elements of a vector; across, as many as a thread has room for states.
  static constexpr int width = bounded(loads::width(cheap ? 16 : heavy ? 1 : 4));
  static constexpr int width_across =
      detail::clamp_power(tuning::fold_state_bytes / state_bytes, 1, width < 8 ? width : 8);
  /// Blocks that a multiprocessor has room for.
  static constexpr int resident = most_resident == 2 ? 2
                                  : state_bytes <= 8 ? 4
                                                     : 3,
                       resident_across = most_resident == 2                 ? 2
                                         : state_bytes * width_across <= 32 ? 4
                                                                            : 3;
  /// Vectors of so many elements that a thread has in flight, where they may take `bytes` bytes.
  static constexpr int in_flight(int elements, int bytes) {
    if (loads::all == 0) return cheap ? 4 : 1;
    if (heavy) return Most >= tuning::heavy_cost ? 1 : 2;
    int const most = room / (loads::all * elements);
    return cheap ? detail::clamp_power(bytes / (loads::all * elements), most < 2 ? 1 : 2, 8)
                 : detail::clamp_power(most, 1, 4);
  }

  /// Rows of a thread that has several short ones: as many as registers hold an element, or a vector, of each.
  static constexpr bool has_beside = Axes > 1 && !heavy && loads::count > 1 &&
                                     Signature::inputs::count <= tuning::fold_beside_inputs &&
                                     !device::computed_inputs<typename body::template inputs<width>>::has_blocks;
  static constexpr int beside_rows(int elements) {
    if (!has_beside) return 1;
    // (A single element takes a register of its own, and an address.)
    int const each = elements > 1                    ? loads::all * elements
                     : loads::all < 4 * loads::count ? 12 * loads::count
                                                     : loads::all + 8 * loads::count;
    return detail::clamp_power(tuning::fold_beside_bytes / each, 1,
                               detail::clamp_power(tuning::fold_beside_states / state_bytes, 1, 8));
  }

  /// Results of a thread that folds all with all, and registers that they take, beside addresses.
  static constexpr program::opposed_inputs opposed = detail::opposed_in_folds<Signature>;
  static constexpr bool of_rows = program::folds_rows_alone<Signature>,
                        has_rows = program::reads_rows<Signature>;  // (held in registers, or none may be)
  static constexpr int outer_words(int results) {
    int const sides = std::popcount(opposed.left), others = Signature::inputs::count - 2 * sides;
    int const each = (of_rows ? pair_rows[outer_kernels - 1] : 1) * (loads::largest > 4 ? 2 : 1);
    return (results + 1) * sides * each + results * (others + (state_bytes + 3) / 4);
  }
  static constexpr bool has_outer = Axes > 1 && of_rows == has_rows&& opposed.left != 0 && opposed.right != 0 &&
                                    outer_words(2) <= tuning::outer_words &&
                                    !device::computed_inputs<typename body::template inputs<1>>::has_blocks;
  static constexpr int outer_results = (heavy && !of_rows) || outer_words(4) > tuning::outer_words ? 2 : 4;
  /// Registers that so many results of a thread take which folds whole ones, of any inputs; whether one does, and how
  /// many it has.
  static constexpr int each_words(int results) {
    return results * ((loads::all + 3) / 4 + (state_bytes + 3) / 4) + 4 * loads::count;
  }
  static constexpr bool has_each = Axes > 1 && !has_rows && loads::count > 0 &&
                                   Signature::inputs::count <=
                                       tuning::fold_beside_inputs&& each_words(2) <= tuning::outer_words
                                   && !device::computed_inputs<typename body::template inputs<1>>::has_blocks;
  static constexpr int each_results = heavy || each_words(4) > tuning::outer_words  ? 2
                                      : cheap&& each_words(8) <= tuning::each_words ? 8
                                                                                    : 4;
  /// Elements up to which it folds what many results share: of two inputs, or where arithmetic takes long, any number.
  static constexpr std::int64_t each_most = loads::count > 2 && cheap ? tuning::each_most : std::int64_t{1} << 31;
  template <std::uint64_t Common, std::uint64_t Own, int... N>
  static constexpr void outer_of(void const* (&to)[outer_kernels][2], int side, std::integer_sequence<int, N...>) {
    int i = 0;
    ((to[i++][side] =
          reinterpret_cast<void const*>(&device::fold_pairs<Signature, Axes, N, Common, Own, outer_results>)),
     ...);
  }

  static cuda_fold_kernels& table() {
    constexpr int bytes = state_bytes <= 16 ? tuning::fold_bytes : tuning::fold_bytes / 2;
    constexpr int elements = in_flight(1, tuning::fold_bytes), vectors = in_flight(width, bytes),
                  vectors_across = in_flight(width_across, tuning::fold_bytes),
                  apart = !cheap || loads::count > 2 ? 1 : (vectors_across + 1) / 2;  // each has addresses of its own
    void const* across = nullptr;
    if constexpr (Axes > 1)
      across = reinterpret_cast<void const*>(
          &device::fold_across<Signature, Axes, width_across, vectors_across, apart, resident_across>);
    void const* alone = nullptr;
    if constexpr (Axes > 1 && loads::count > 0 && !device::computed_inputs<typename body::template inputs<1>>::any) {
      // (A single element takes a register of its own.)
      constexpr int some = (tuning::fold_alone_loads - (state_bytes * width_across > 32 ? 8 : 0)) / width_across,
                    alone_vectors = detail::clamp_power(4 * some / loads::all, 1, vectors_across),
                    alone_elements = detail::clamp_power(some / loads::count, 1, apart);
      alone = reinterpret_cast<void const*>(
          &device::fold_alone<Signature, Axes, width_across, alone_vectors, alone_elements, resident_across>);
    }
    void const *beside = nullptr, *loose = nullptr;
    if constexpr (body::takes_loose && width > 1)
      loose = reinterpret_cast<void const*>(&device::fold<Signature, Axes, width, vectors, 1, resident, true>);
    constexpr int beside_vectors = beside_rows(width), beside_elements = beside_rows(1);
    if constexpr (has_beside)
      beside =
          reinterpret_cast<void const*>(&device::fold_beside<Signature, Axes, width, beside_vectors, beside_elements>);
    void const* outer[outer_kernels][2] = {};
    if constexpr (has_outer) {
      constexpr std::uint64_t left = opposed.left, right = opposed.right;
      using lengths = std::conditional_t<of_rows, std::integer_sequence<int, pair_rows[0], pair_rows[1], pair_rows[2]>,
                                         std::integer_sequence<int, 0>>;
      outer_of<left, right>(outer, 0, lengths{});
      outer_of<right, left>(outer, 1, lengths{});
    }
    void const* each = nullptr;
    if constexpr (has_each)
      each = reinterpret_cast<void const*>(&device::fold_pairs<Signature, Axes, 0, 0, 0, each_results>);
    void const* pairs[pair_kernels] = {};
    program::row_lengths (*row_lengths)(unsigned char const*) = nullptr;
    if constexpr (program::folds_rows_alone<Signature>) {
      [&]<int... I>(std::integer_sequence<int, I...>) {
        ((pairs[I] = reinterpret_cast<void const*>(&device::fold_pairs<Signature, Axes, pair_rows[I], 0, 0, 1>)), ...);
      }
      (std::make_integer_sequence<int, pair_kernels>{});
      row_lengths = &program::lengths_of<Signature>::with;
    }
    static cuda_fold_kernels k{
        runtime::kernel_function(
            reinterpret_cast<void const*>(&device::fold<Signature, Axes, width, vectors, elements, resident>)),
        runtime::kernel_function(loose),
        runtime::kernel_function(across),
        runtime::kernel_function(alone),
        runtime::kernel_function(beside),
        runtime::kernel_function(reinterpret_cast<void const*>(&device::fold_parts<Signature, Axes>)),
        width,
        width_across,
        vectors,
        elements,
        beside_vectors,
        beside_elements,
        resident,
        resident_across,
        state_bytes,
        Axes,
        fold_layout_of<arguments>(),
        {runtime::kernel_function(pairs[0]), runtime::kernel_function(pairs[1]), runtime::kernel_function(pairs[2]),
         runtime::kernel_function(pairs[3]), runtime::kernel_function(pairs[4]), runtime::kernel_function(pairs[5]),
         runtime::kernel_function(pairs[6])},
        row_lengths,
        {{runtime::kernel_function(outer[0][0]), runtime::kernel_function(outer[0][1])},
         {runtime::kernel_function(outer[1][0]), runtime::kernel_function(outer[1][1])},
         {runtime::kernel_function(outer[2][0]), runtime::kernel_function(outer[2][1])}},
        opposed,
        outer_results,
        runtime::kernel_function(each),
        each_results,
        each_most};
    return k;
  }
};

}  // namespace cp::kernels
