// Planning of the CUDA folding kernels. No templates, so that it is compiled once, in the library.
#pragma once

#include <cstddef>
#include <cstdint>

#include <fuse/kernels/divider.hpp>
#include <fuse/kernels/loop.hpp>
#include <fuse/runtime/launch.hpp>

namespace cp::kernels {

/// The part of a folding launch that does not depend on types.
struct fold_plan {
  std::int64_t results = 1, count = 1;  ///< results; elements folded for each
  std::int64_t per_part = 1;            ///< elements that one block folds for a result
  std::uint32_t parts = 1;              ///< blocks that share a result
  std::uint32_t lanes_log2 = 0;         ///< threads that fold one result, as a power of two
  int kept = 0, folded = 0;             ///< axes
  bool across = false;                  ///< neighbouring threads have neighbouring results, not neighbouring elements of one
  bool vector = false;                  ///< elements of a result (across: results) are contiguous and aligned
  bool wide = false;                    ///< indices need 64 bits
  void* partial = nullptr;              ///< states of the parts
};

/// The kernels of one signature, and the numbers that they were made with.
struct cuda_fold_kernels {
  runtime::kernel_function fold, across, parts;  ///< across.symbol is null where there is none
  int width, state_bytes, axes;
  struct {
    std::size_t by, extent, data, strides, scalars, size;
  } layout;  ///< byte offsets of the arguments
};

/// Folds the axes of a loop whose bits are set in `folded`. Counts its launches: one, or two where blocks share results. Bits of the results depend on the
/// loop's extents and alignment alone.
void cuda_fold_start(cuda_fold_kernels& kernels, signature_info const& info, loop_builder& loop, std::uint32_t folded, char const* name);

}  // namespace cp::kernels
