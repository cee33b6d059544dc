// Linear algebra: what cp::linalg has, einsum, kron, cross, trace. (cp::dot, cp::matmul and their like come with
// fuse/fuse.hpp.)
#pragma once

#include <fuse/fuse.hpp>
#include <fuse/ops/einsum.hpp>
#include <fuse/ops/linalg_products.hpp>
