// Addresses of the matrices of a batch, written on the device.
#pragma once

#include <fuse/library/blas.hpp>

namespace cp::library {

/// Writes the addresses of all matrices a, b and c of the batch (up to 8 axes), one list behind the other, on the
/// current stream: nothing is copied from the host, so that it can be captured.
void write_addresses(gemm const& g, int itemsize, void** to);

}  // namespace cp::library
