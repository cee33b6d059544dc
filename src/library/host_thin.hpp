// Products of matrices in host memory that add up few numbers an element, of which what they take is the writing of the
// result, and those of few columns, of which it is the reading of the other matrix.
#pragma once

#include <cstdint>

namespace cp::library {

/// c = alpha op(a) op(b) + beta c, of m x k and k x n, row-major as CBLAS has it: false, and nothing done, where BLAS
/// is as quick.
bool thin_product(bool ta, bool tb, std::int64_t m, std::int64_t n, std::int64_t k, float alpha, float const* a,
                  std::int64_t lda, float const* b, std::int64_t ldb, float beta, float* c, std::int64_t ldc);
bool thin_product(bool ta, bool tb, std::int64_t m, std::int64_t n, std::int64_t k, double alpha, double const* a,
                  std::int64_t lda, double const* b, std::int64_t ldb, double beta, double* c, std::int64_t ldc);

}  // namespace cp::library
