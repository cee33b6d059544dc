// Linear algebra: decompositions, solvers, matrix functions, special matrices (numpy.linalg, scipy.linalg).
#pragma once

#include <fuse/fuse.hpp>
#include <fuse/ops/decompositions.hpp>
#include <fuse/ops/matrix_functions.hpp>
#include <fuse/ops/singular_values.hpp>
#include <fuse/ops/solvers.hpp>
#include <fuse/ops/special_matrices.hpp>
