// Planning of the CUDA kernels of segments. No templates, so that it is compiled once, in the library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fuse/kernels/fold/cuda_fold_plan.hpp>
#include <fuse/kernels/segments/segments.hpp>
#include <fuse/runtime/launch.hpp>

namespace cp::kernels {

/// What a CUDA kernel knows of segments besides its operands.
struct segment_plan {
  segment_bounds bounds;
  std::int64_t columns = 1, tiles = 1;           ///< results of a segment; groups of threads that share them
  std::uint32_t width_log2 = 0, lanes_log2 = 0;  ///< threads of a group: side by side, and one segment's
  int together = 1;                              ///< segments that a group has in hand at once
  std::int64_t step = 0;                         ///< elements of the output from a segment to the next
  // Segments of more than `part` elements are folded in parts, at multiples of it.
  std::int64_t part = 0, parts = 0;
  std::int64_t* found = nullptr;  ///< [0]: number of long segments; [1]: whether segments may overlap
  std::int64_t* owner = nullptr;  ///< of each part, the long segment that holds its first element, and the one that
                                  ///< begins behind that: plus 1
  std::int64_t* list = nullptr;   ///< long segments, `parts` at most
  void* partial = nullptr;        ///< states [part][2][column]
};

/// The kernels of one signature, and the numbers that they were made with.
struct cuda_segment_kernels {
  runtime::kernel_function segments, segments_together, parts, merge;  ///< together: null where a group has one in hand
  int state_bytes, axes, together;
  fold_layout layout;   ///< of the operands
  std::size_t plan_at;  ///< byte of the segment_plan
};

/// Folds the segments of axis `axis` of a loop, whose first operand is the output: `step` elements from a segment to
/// the next. Counts its launches: one where no segment can be long, else three and a fill.
void cuda_segments_start(cuda_segment_kernels& kernels, signature_info const& info, loop_builder& loop, int axis,
                         segment_bounds const& bounds, std::int64_t step, char const* name);

}  // namespace cp::kernels
