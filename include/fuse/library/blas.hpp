// BLAS as a plain function: products of matrices of any dtype that BLAS has, on the host or the device.
#pragma once

#include <cstdint>
#include <fuse/library/contraction.hpp>

namespace cp::library {

/// A matrix as BLAS takes it: rows or, `transposed`, columns lie one behind the other.
struct blas_matrix {
  void const* data = nullptr;
  std::int64_t row = 0, column = 0;  ///< strides
  std::int64_t leading = 1;          ///< from one row (column) to the next
  bool transposed = false;
  bool conjugated = false;  ///< only where transposed
};

/// c = alpha a b + beta c, m x n by k, for each matrix of a batch. Rows of c are contiguous, `leading` elements apart.
struct gemm {
  static constexpr int most_axes = contraction::most_axes;
  struct batch_axis {
    std::int64_t extent, a, b, c;
  };
  dtype_id dtype{};
  std::int64_t m = 1, n = 1, k = 1;
  blas_matrix a, b;
  void* c = nullptr;
  std::int64_t c_leading = 1;
  coefficient alpha{1}, beta{};
  finish last;   ///< its bias has n elements
  int axes = 0;  ///< of the batch, outermost first
  batch_axis batch[most_axes];
};

/// How many matrices there are.
inline std::int64_t batch_size(gemm const& g) {
  std::int64_t n = 1;
  for (int i = 0; i < g.axes; ++i) n *= g.batch[i].extent;
  return n;
}

/// Calls f(a, b, c) with the offsets, in elements, of each combination of the first `axes` axes of the batch.
template <class F>
void for_each_matrix(gemm const& g, int axes, F const& f) {
  std::int64_t at[gemm::most_axes] = {}, a = 0, b = 0, c = 0;
  for (;;) {
    f(a, b, c);
    int i = axes - 1;
    for (; i >= 0; --i) {
      auto const& x = g.batch[i];
      a += x.a, b += x.b, c += x.c;
      if (++at[i] < x.extent) break;
      a -= x.extent * x.a, b -= x.extent * x.b, c -= x.extent * x.c;
      at[i] = 0;
    }
    if (i < 0) return;
  }
}

/// Whether this build has products of floats in host memory (a BLAS); without, they throw value_error.
bool host_has_blas();
/// Throws value_error in a build without.
void expect_host_blas();
/// By BLAS, at once: float32, float64, complex64, complex128; 16-bit floats by way of float32. Where host_has_blas().
void host_gemm(gemm const& g);
/// By cuBLAS, or a kernel of the library's own where matrices are small and many, on the current stream. False if
/// `last` is left to be done, true where there is none. Throws cuda_error.
bool device_gemm(gemm const& g);

}  // namespace cp::library
