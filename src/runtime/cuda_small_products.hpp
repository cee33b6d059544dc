// Batches of small products of float32 matrices by a kernel of the library's own.
#pragma once

#include <fuse/runtime/blas.hpp>

namespace cp::runtime {

/// Whether a batch is sooner done by this kernel than by cuBLAS: float32, matrices of few rows and columns, many of them,
/// a batch of at most four axes. (H200, bench/gpu_linalg.cpp: 4096 products of 64 x 64 matrices in 0.067 ms, where cuBLAS
/// takes 0.089 and no algorithm of cuBLASLt less than 0.077.)
bool is_small_product(gemm const& g);
/// Does it on the current stream, in float32 throughout. One launch, no workspace.
void small_product(gemm const& g);

}  // namespace cp::runtime
