// Planning of the CUDA scanning kernels. No templates, so that it is compiled once, in the library.
#pragma once

#include <cstdint>
#include <fuse/kernels/cuda_fold_plan.hpp>
#include <fuse/kernels/loop.hpp>
#include <fuse/runtime/launch.hpp>

namespace cp::kernels {

/// The part of a scanning launch that does not depend on types. Lines that one block works on at once are a strip; each
/// strip is cut into tiles, which find in mailboxes what comes before them: the sums of the tiles of their batch, and
/// what comes before the batch.
struct scan_plan {
  std::int64_t length = 1;  ///< elements of a line
  std::int64_t lines = 1;   ///< in all
  std::uint32_t strips = 1, tiles = 1;
  std::uint32_t batches = 1;     ///< of the tiles of a strip
  std::uint32_t strip_lines = 1;
  std::uint32_t blocks = 1;      ///< across: strips along the first axis that stays
  std::uint32_t vectors = 1;     ///< vectors that a thread holds
  std::uint32_t pieces = 1;      ///< rows: those of one line
  std::uint32_t lanes_log2 = 5;  ///< threads of a line (across: along the lines), as a power of two
  int kept = 0, folded = 0;      ///< axes
  bool vector = false;           ///< all operands are aligned vectors, or stand still
  bool wide = false;             ///< indices need 64 bits
  std::uint32_t splats = 0;      ///< 1 bit an input: one element stands for a vector
  std::uint32_t* ticket = nullptr;
  unsigned char *tile_boxes = nullptr, *batch_boxes = nullptr;
};

/// The kernels of one signature, and the numbers that they were made with.
struct cuda_scan_kernels {
  runtime::kernel_function tiles, rows, across;  ///< rows.symbol, across.symbol are null where there are none
  int width, vectors, across_vectors;            ///< elements of a vector, vectors of a thread
  int batch;                                     ///< tiles of a batch
  int box_bytes;                                 ///< of a mailbox
  int axes;
  fold_layout layout;
};

/// Scans along the axes of a loop whose bits are set in `scanned`. Counts the launch (one). Bits of the results depend
/// on the loop's extents and on which axes lie side by side, not on alignment.
void cuda_scan_start(cuda_scan_kernels& kernels, signature_info const& info, loop_builder& loop, std::uint32_t scanned,
                     char const* name);

}  // namespace cp::kernels
