// Planning of the CUDA kernel of transforms along rows. No templates, so that it is compiled once, in the library.
#pragma once

#include <cstdint>
#include <fuse/kernels/fold/cuda_fold_plan.hpp>
#include <fuse/kernels/loop.hpp>
#include <fuse/runtime/launch.hpp>

namespace cp::kernels {

/// The kernel of one signature, and the numbers that it was made with. Its plan is that of folds: `results` rows of
/// `count` elements, of which `length` are given, 2^`lanes_log2` threads each.
struct cuda_fft_rows_kernels {
  runtime::kernel_function rows;
  int number_bytes;     ///< of a complex number
  std::uint64_t given;  ///< the inputs of which no more is read than is given of a row
  int axes;
  fold_layout layout;
};

/// Whether the kernel takes the rows of a loop, which lie along its last axis: they have a power of two elements, from
/// 32 to 4096, which for each operand lie near each other. Not while this thread has a current plan, or transforms are
/// spread over devices.
bool fits_fft_rows(loop_view const& v);

/// Transforms the rows of a loop, and stores what is computed from them: one launch, which is counted. `given`:
/// elements of a row that its first operand has; the others are 0. Returns false, and does nothing, where it does not
/// take them.
bool cuda_fft_rows_start(cuda_fft_rows_kernels& kernels, signature_info const& info, loop_builder& loop,
                         std::int64_t given, char const* name);

}  // namespace cp::kernels
