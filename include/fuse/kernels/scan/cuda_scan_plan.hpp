// Planning of the CUDA scanning kernels. No templates, so that it is compiled once, in the library.
#pragma once

#include <cstdint>
#include <fuse/kernels/fold/cuda_fold_plan.hpp>
#include <fuse/kernels/loop.hpp>
#include <fuse/runtime/launch.hpp>

namespace cp::kernels {

/// The part of a scanning launch that does not depend on types. Lines, or (across) blocks of lines side by side, are
/// `groups`; each is cut into tiles, which find what comes before them in mailboxes: of the tiles of their row of
/// tiles, of the rows of their sheet, and of all sheets before. Where a line has very many tiles, which would come to
/// wait for one another, other blocks sum them ahead, and what they have read is scanned from the L2 cache.
struct scan_plan {
  std::int64_t length = 1;  ///< elements of a line
  std::int64_t lines = 1;   ///< rows form
  std::uint32_t groups = 1, tiles = 1;
  std::uint32_t blocks = 1;       ///< across: groups along the first axis that stays
  std::uint32_t vectors = 1;      ///< vectors that a thread holds
  std::uint32_t tile_length = 1;  ///< elements of a tile
  std::uint32_t strip_lines = 1;  ///< rows form: lines of a block
  std::uint32_t pieces = 1;       ///< rows form: vectors of a thread that are one line's
  std::uint32_t lanes_log2 = 5;   ///< threads of a line, across: of lines side by side, as a power of two
  std::uint32_t sets_log2 = 0;    ///< across: groups of a block, where one tile holds lines, as a power of two
  std::uint32_t fan_log2 = 5;     ///< tiles of a row, rows of a sheet, as a power of two
  int kept = 0, folded = 0;       ///< axes
  bool vector = false;            ///< all operands are aligned vectors, or stand still
  bool side = false;              ///< all elements of a line lie side by side
  bool wide = false;              ///< indices need 64 bits
  bool wide_vector = false;       ///< for sums: inputs are aligned vectors, or stand still
  std::uint32_t ahead = 0;        ///< rows of tiles that are summed before the first of them is scanned; 0: none is
  std::uint64_t splats = 0;       ///< 1 bit an input: one element stands for a vector
  std::uint32_t* ticket = nullptr;
  unsigned char *tile_boxes = nullptr, *row_boxes = nullptr, *sheet_boxes = nullptr;
};

/// The kernels of one signature, and the numbers that they were made with.
struct cuda_scan_kernels {
  runtime::kernel_function tiles, rows, across,  ///< the symbols of all but tiles are null where there are none
      across_sets,                               ///< of several groups of short lines a block
      down;                                      ///< a thread a line, or a vector of lines
  int width, vectors, row_vectors;               ///< elements of a vector, vectors of a thread
  int across_width, across_vectors;              ///< the same of lines side by side
  int down_vector_bytes, down_bytes;             ///< that a thread has under way of a vector of lines, and of a line
  int sums_width;                                ///< elements of a vector where tiles are summed
  int box_bytes;                                 ///< of a mailbox
  int cost;                                      ///< of an element, without what is computed from it
  int axes;
  fold_layout layout;
};

/// Scans along the axes of a loop whose bits are set in `scanned`. Counts the launch. Bits of the results depend
/// on the loop's extents and on which axes lie side by side, not on alignment.
void cuda_scan_start(cuda_scan_kernels& kernels, signature_info const& info, loop_builder& loop, std::uint32_t scanned,
                     char const* name);

}  // namespace cp::kernels
