// Products of matrices of integers, which wrap around, and of booleans: the library's own kernels.
#pragma once

#include <fuse/library/blas.hpp>

namespace cp::library {

/// At once, on the host's threads. Rows of b (k x n) are contiguous unless n is 1.
void host_integer_gemm(gemm const& g);
/// On the current stream; any strides of a and b.
void device_integer_gemm(gemm const& g);

}  // namespace cp::library
