// Planning of the CUDA stencil form: who works on what. No templates, so that it is compiled once, in the library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fuse/kernels/divider.hpp>
#include <fuse/kernels/loop.hpp>
#include <fuse/kernels/stencil/stencil.hpp>
#include <fuse/runtime/launch.hpp>

namespace cp::kernels {

/// The part of a stencil launch that does not depend on types. Axes are in C order; threads of a block lie side by side
/// along the last axis, then along `down`, then along `walk`.
struct stencil_plan {
  std::uint32_t across_log2 = 0, down_log2 = 0, walk_log2 = 0;  ///< threads of a block, as powers of two
  std::uint32_t walk = 1;  ///< places of a thread, one after the other along the axis that it walks
  std::uint32_t lead = 0;  ///< elements by which the first vector of a line begins before it
  bool vector = false;     ///< the outputs and the stencils' inputs move as vectors
  std::uint64_t vectors = 0,
                splats = 0;  ///< 1 bit an operand, of elementwise inputs: read as vectors, as one element for all
};

/// The kernel of one signature, and the numbers that it was made with.
struct cuda_stencil_kernel {
  runtime::kernel_function function;
  stencil_input const* input;  ///< of each input
  int width;                   ///< elements of a vector
  int columns;                 ///< elements of a row that a thread computes where no vectors can be made
  int rows;                    ///< rows that a thread computes at once, along `down`
  int resident;                ///< blocks that a multiprocessor has room for
  int down, walk;              ///< axes; -1 if there is none
  int axes;
  struct {
    std::size_t extent, low, high, by, open, data, strides, scalars;
  } layout;  ///< byte offsets of the arguments
};

/// Plans and starts a stencil's loop. `open`: for each operand a bit an axis along which it has no edge. Counts the
/// launch.
void cuda_stencil_start(cuda_stencil_kernel& kernel, signature_info const& info, loop_builder& loop,
                        std::uint32_t const* open, char const* name);

}  // namespace cp::kernels
