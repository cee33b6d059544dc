// Planning of the CUDA forms that follow strides: who works on what. No templates, so that it is compiled once, in the library.
#pragma once

#include <cstdint>

#include <fuse/kernels/divider.hpp>
#include <fuse/kernels/loop.hpp>

namespace cp::kernels {

/// How a thread reaches an operand's elements along the inner axis.
enum class reach : unsigned char {
  scalar,  ///< one at a time, along the stride
  vector,  ///< as one aligned vector
  splat,   ///< one element for all (stride 0)
  tile     ///< through the block's tile in shared memory (tiled form)
};

/// The part of a strided or tiled launch that does not depend on types. Axis 0 is the inner one.
struct cuda_plan {
  std::uint32_t inner = 1;         ///< extent of axis 0
  std::uint32_t rows = 1;          ///< product of the extents of all other axes
  std::uint32_t blocks = 1;        ///< of the grid
  std::uint32_t block_log2 = 8;    ///< threads along the inner axis, as a power of two
  bool vector = false;             ///< the strided form moves vectors
  bool tiled = false;
  int tile_axis = 1;               ///< tiled form: the axis that flagged operands run along (moved to axis 1)
  std::uint64_t reaches = 0;       ///< 2 bits an operand
  divider inner_tiles;             ///< tiles along the inner axis
  divider tile_rows;               ///< tiled form: tiles along axis 1
};

/// Chooses form and shape for a simplified loop whose extents and products fit 31 bits. `vector_width` is the number of elements of a thread's vector,
/// `tile` the side of a tile or 0 if the program has no tiled form. May swap axes >= 1 of the loop.
cuda_plan plan_cuda(loop_view const& view, int vector_width, int rows_per_thread, int tile);

/// Calls launch(part, context) for parts of a simplified loop whose extents fit 31 bits each and together; mostly once, with the loop itself.
void for_each_part(loop_view const& view, void (*launch)(loop_view const& part, void* context), void* context);

}  // namespace cp::kernels
