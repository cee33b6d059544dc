// Small matrices in host memory, as many at once as a vector has numbers: LAPACK takes longer to be called than to
// factor a matrix of 3 x 3 (an inverse .7 us; .01 so).
#pragma once

#include <cstdint>
#include <fuse/core/dtype.hpp>

namespace cp::library::lanes {

/// Rows up to which matrices go this way, however many they are: what a matrix has for a result does not depend on how
/// many others there are.
constexpr std::int64_t most = 16;

// As the members of cp::library::lapack are.
void cholesky(dtype_id type, std::int64_t count, std::int64_t n, bool upper, void* a, int* info);
void factor(dtype_id type, std::int64_t count, std::int64_t n, void* a, int* pivots, int* info);
/// `b` null: the inverse in place of A.
void solve(dtype_id type, std::int64_t count, std::int64_t n, std::int64_t k, void* a, void* b, int* info);

}  // namespace cp::library::lanes
