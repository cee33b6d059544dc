// How much one kernel takes.
#pragma once

namespace cp::kernels {

/// Operands: results, and mentions of arrays (each time an expression names one counts; cp::fuse names each once).
constexpr int max_operands = 64;
/// Axes of a loop.
constexpr int max_axes = 32;
/// Bytes of functors and numbers; of a kernel that reduces or scans.
constexpr int max_scalar_bytes = 4096, max_fold_scalar_bytes = 2048;
/// Bytes of arguments that a CUDA kernel can be given (CUDA 12.1 on, compute capability 7.0 on).
constexpr int max_arguments = 32764;

}  // namespace cp::kernels
