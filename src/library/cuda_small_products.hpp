// Batches of small products of float32 matrices by a kernel of the library's own.
#pragma once

#include <fuse/library/blas.hpp>

namespace cp::library {

/// Whether a batch is sooner done by this kernel than by cuBLAS: float32, at least 64 matrices of up to 64 rows and
/// columns that fill its square tiles, a batch of at most four axes.
bool is_small_product(gemm const& g);
/// Does it on the current stream, in float32 throughout. One launch, which is counted; no workspace.
void small_product(gemm const& g);

}  // namespace cp::library
