// The CUDA scanning kernels that one signature becomes.
#pragma once

#include <fuse/kernels/elementwise/cuda_elementwise.cuh>
#include <fuse/kernels/scan/cuda_scan_across.cuh>
#include <fuse/kernels/scan/cuda_scan_down.cuh>
#include <fuse/kernels/scan/cuda_scan_rows.cuh>
#include <fuse/kernels/scan/cuda_scan_tiles.cuh>
#include <fuse/kernels/tuning.hpp>

namespace cp::kernels {

namespace detail {
/// Elements of a thread's vector: the widest input or accumulator fills 16 bytes; 32 where less is summed in a warp.
template <class Signature, class A, class Part = typename device::scan_body<Signature, 1>::part>
constexpr int scan_width = clamp_power((sizeof(Part) < sizeof(A) ? 32 : 16) /
                                           program::largest_of(int(sizeof(A)), scan_inputs<Signature>::largest),
                                       1, 8);
/// Of lines side by side: the widest input or accumulator fills 16 bytes.
template <class Signature, class A>
constexpr int scan_across_width = clamp_power(16 / program::largest_of(int(sizeof(A)), scan_inputs<Signature>::largest),
                                              1, 8);
/// Vectors that a thread holds: 64 bytes of accumulators, but 4 elements at least and 16 at most.
template <class Signature, class A>
constexpr int scan_vectors = clamp_power(clamp_power(64 / int(sizeof(A)), 4, 16) / scan_width<Signature, A>, 1, 16);
/// Vectors that a thread of short lines holds: neither accumulators nor inputs take more than `scan_row_bytes`.
template <class Signature, class A>
constexpr int scan_row_vectors = [] {
  int const inputs = scan_inputs<Signature>::loaded - 1, largest = inputs > int(sizeof(A)) ? inputs : int(sizeof(A));
  return clamp_power(clamp_power(tuning::scan_row_bytes / largest, 1, 32) / scan_width<Signature, A>, 1, 32);
}();
/// Elements of a vector where only inputs are moved: the widest fills 16 bytes.
template <class Signature>
constexpr int scan_sums_width = clamp_power(16 / scan_inputs<Signature>::largest, 1, 8);
}  // namespace detail

/// The CUDA scanning kernels of one signature for loops of up to `Axes` axes. `OneLine`: all axes are scanned as one.
template <class Signature, int Axes, bool OneLine>
struct cuda_scan_form {
  using body = device::scan_body<Signature, Axes>;
  using A = typename body::A;
  static constexpr int width = detail::scan_width<Signature, A>, vectors = detail::scan_vectors<Signature, A>;
  static constexpr int row_vectors = detail::scan_row_vectors<Signature, A>;
  static constexpr int across_width = detail::scan_across_width<Signature, A>,
                       across_vectors = detail::clamp_power(2 * vectors * width / across_width, 1, 8);
  static constexpr int sums_width = detail::scan_sums_width<Signature> < width * vectors
                                        ? detail::scan_sums_width<Signature>
                                        : width * vectors;  // of large accumulators
  static constexpr int sums_loads =
      body::costly
          ? 1
          : detail::clamp_power(tuning::scan_sums_bytes / (sums_width * detail::scan_inputs<Signature>::loaded), 1, 8);
  /// Elements of a thread's lines that are under way at once, of vectors of lines and of single ones.
  static constexpr int down_loads(int lines) {
    int const each =
        lines * (detail::scan_inputs<Signature>::loaded > 1 ? detail::scan_inputs<Signature>::loaded - 1 : 1);
    return detail::clamp_power(tuning::scan_down_bytes / each, tuning::scan_run, 4 * tuning::scan_run);
  }
  static constexpr bool has_down = !OneLine && !body::costly && !body::costly_behind && sizeof(A) <= 16;
  static_assert(tuning::scan_threads * width * vectors % (32 * sums_width * sums_loads) == 0);
  static_assert(sizeof(A) <= 32, "cp: a scan accumulates in more than 32 bytes");

  static cuda_scan_kernels& table() {
    void const *rows = nullptr, *across = nullptr, *across_sets = nullptr, *down = nullptr;
    if constexpr (has_down)
      down = reinterpret_cast<void const*>(
          &device::scan_down<Signature, Axes, across_width, down_loads(across_width), down_loads(1)>);
    if constexpr (!OneLine) {
      rows = reinterpret_cast<void const*>(&device::scan_rows<Signature, Axes, width, row_vectors>);
      across =
          reinterpret_cast<void const*>(&device::scan_across<Signature, Axes, across_width, across_vectors, false>);
      across_sets =
          reinterpret_cast<void const*>(&device::scan_across<Signature, Axes, across_width, across_vectors, true>);
    }
    static cuda_scan_kernels k{runtime::kernel_function(reinterpret_cast<void const*>(
                                   &device::scan_tiles<Signature, Axes, width, vectors, sums_width, sums_loads>)),
                               runtime::kernel_function(rows),
                               runtime::kernel_function(across),
                               runtime::kernel_function(across_sets),
                               runtime::kernel_function(down),
                               width,
                               vectors,
                               row_vectors,
                               across_width,
                               across_vectors,
                               down_loads(across_width) * across_width * (detail::scan_inputs<Signature>::loaded - 1),
                               down_loads(1) * (detail::scan_inputs<Signature>::loaded - 1),
                               sums_width,
                               body::box::bytes,
                               detail::scan_inputs<Signature>::cost,
                               Axes,
                               fold_layout_of<typename body::arguments>()};
    return k;
  }
};

}  // namespace cp::kernels
