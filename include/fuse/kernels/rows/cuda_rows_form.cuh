// The CUDA kernels of rows that one signature becomes.
#pragma once

#include <cstdint>
#include <fuse/kernels/fold/cuda_fold_form.cuh>
#include <fuse/kernels/rows/cuda_rows.cuh>
#include <fuse/kernels/rows/rows_staged.cuh>
#include <fuse/kernels/tuning.hpp>
#include <fuse/program/passes.hpp>
#include <type_traits>

namespace cp::kernels {

namespace detail {
/// Elements of a row that a thread holds.
template <class Body>
constexpr int held_elements(int bytes) {
  return clamp_power(bytes / (Body::template held_bytes<64>() > 0 ? Body::template held_bytes<64>() : 1), 1, 32);
}
}  // namespace detail

/// The CUDA kernels of rows of one signature for loops of up to `Axes` axes.
template <class Signature, int Axes>
struct cuda_rows_form {
  using body = device::rows_body<Signature, Axes>;
  using arguments = typename body::arguments;
  /// What rows in registers are computed by: a second pass over them costs less than variances in one. So it does of
  /// float64 where they are short, in parts of a cluster or in shared memory. (H200, 2026-11, layer norm of float64
  /// rows of 16, 320 and 16147 0.19, 0.17 and 0.26 ms, 0.24, 0.25 and 0.31 in one pass; of float32 rows of 1024 0.11
  /// and 0.14; in shared memory of 181 0.153 and 0.148.)
  using in_registers =
      typename std::conditional_t<program::any_in_two_passes<typename body::levels::folds>,
                                  program::with_two_passes<Signature>, std::type_identity<Signature>>::type;
  /// (Several 16-bit inputs are as many floats when they are computed with.)
  static constexpr bool widens =
      detail::fold_inputs<Signature>::largest == 2 && detail::fold_inputs<Signature>::count > 1;
  static constexpr int held = detail::held_elements<body>(widens ? tuning::rows_bytes / 2 : tuning::rows_bytes),
                       most = detail::fold_inputs<Signature>::largest == 2 ? 8 : 4,
                       width = detail::fold_inputs<Signature>::width(held < most ? held : most);
  static constexpr int held_brief = detail::held_elements<body>(tuning::rows_brief_bytes);
  static constexpr bool wide = detail::fold_inputs<Signature>::largest >= 8;
  using at_hand = std::conditional_t<wide, in_registers, Signature>;
  static constexpr int shared_held = body::template shared_bytes<1>(),
                       shared_at_hand = device::rows_body<at_hand, Axes>::template shared_bytes<1>(),
                       shared_bytes = shared_held > shared_at_hand ? shared_held : shared_at_hand;
  static constexpr int held_behind =
      detail::held_elements<body>(wide ? tuning::rows_front_bytes_of_wide : tuning::rows_front_bytes);
  static_assert(device::rows_body<at_hand, Axes>::template largest_state<1>() <= body::template largest_state<1>());
  static_assert(body::template largest_state<1>() <= 128,
                "cp: one kernel's reductions accumulate in more than 128 bytes; evaluate them apart");

  static cuda_rows_kernels& table() {
    void const* front = nullptr;
    if constexpr (width > 1 && held_behind >= width)
      front = reinterpret_cast<void const*>(&device::rows<at_hand, Axes, width, held_behind / width, true, false>);
    void const *cut = nullptr, *again = nullptr, *brief = nullptr, *columns = nullptr;
    if constexpr (width > 1 && held_brief >= width && held_brief < held)
      brief = reinterpret_cast<void const*>(&device::rows<at_hand, Axes, width, held_brief / width, false, false>);
    if constexpr (width > 1) {
      again = reinterpret_cast<void const*>(&device::rows_again<Signature, Axes, width, false>);
      cut = reinterpret_cast<void const*>(&device::rows<in_registers, Axes, width, held / width, false, true>);
    }
    constexpr int columns_width = device::staged_body<at_hand, Axes>::columns;
    if constexpr (columns_width > 1 && Axes > 1)
      columns = reinterpret_cast<void const*>(&device::rows_across<at_hand, Axes, columns_width>);
    static cuda_rows_kernels k{
        runtime::kernel_function(
            reinterpret_cast<void const*>(&device::rows<in_registers, Axes, width, held / width, false, false>)),
        runtime::kernel_function(brief),
        runtime::kernel_function(cut),
        runtime::kernel_function(reinterpret_cast<void const*>(&device::rows_staged<at_hand, Axes>)),
        runtime::kernel_function(reinterpret_cast<void const*>(&device::rows_across<at_hand, Axes, 1>)),
        runtime::kernel_function(columns),
        runtime::kernel_function(front),
        runtime::kernel_function(again),
        runtime::kernel_function(reinterpret_cast<void const*>(&device::rows_again<Signature, Axes, width, true>)),
        width,
        columns_width,
        held,
        held_brief,
        held_behind,
        wide,
        !std::is_same_v<typename body::levels::shared, program::list<>> && body::late == 0,
        device::rows_threads_log2<Signature>,
        device::again_threads_log2<Signature>,
        body::levels::count,
        body::template held_bytes<64>(),
        body::cached,
        shared_bytes,
        body::template largest_state<1>(),
        body::template all_states<1>(),
        Axes,
        fold_layout_of<arguments>()};
    return k;
  }
};

}  // namespace cp::kernels
