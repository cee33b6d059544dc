// Linear algebra: products (einsum, kron, cross, trace), decompositions, solvers, matrix functions, special matrices
// (numpy.linalg, scipy.linalg). cp::dot, cp::matmul and their like come with fuse/fuse.hpp.
#pragma once

#include <fuse/fuse.hpp>
#include <fuse/ops/cross_products.hpp>
#include <fuse/ops/decompositions.hpp>
#include <fuse/ops/einsum.hpp>
#include <fuse/ops/matrix_functions.hpp>
#include <fuse/ops/matrix_products.hpp>
#include <fuse/ops/singular_values.hpp>
#include <fuse/ops/solvers.hpp>
#include <fuse/ops/special_matrices.hpp>
