// fuse: NumPy for C++, compiled ahead of time. Arrays, elementwise operations, views, user kernels, printing, the
// runtime.
#pragma once

#include <fuse/array/ndarray.hpp>
#include <fuse/array/space.hpp>
#include <fuse/core/config.hpp>
#include <fuse/core/constants.hpp>
#include <fuse/core/dtype.hpp>
#include <fuse/core/dtype_tools.hpp>
#include <fuse/core/error.hpp>
#include <fuse/core/limits.hpp>
#include <fuse/core/shape.hpp>
#include <fuse/expr/custom.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/explain.hpp>
#include <fuse/expr/multiple.hpp>
#include <fuse/expr/view.hpp>
#include <fuse/io/print.hpp>
#include <fuse/ops/activations.hpp>
#include <fuse/ops/arithmetic.hpp>
#include <fuse/ops/array_methods.hpp>
#include <fuse/ops/blocks.hpp>
#include <fuse/ops/choosing.hpp>
#include <fuse/ops/closeness.hpp>
#include <fuse/ops/creation.hpp>
#include <fuse/ops/differences.hpp>
#include <fuse/ops/explog.hpp>
#include <fuse/ops/filling.hpp>
#include <fuse/ops/gradient.hpp>
#include <fuse/ops/grids.hpp>
#include <fuse/ops/indexing.hpp>
#include <fuse/ops/inserting.hpp>
#include <fuse/ops/joining.hpp>
#include <fuse/ops/logic.hpp>
#include <fuse/ops/manipulation.hpp>
#include <fuse/ops/members.hpp>
#include <fuse/ops/methods.hpp>
#include <fuse/ops/names.hpp>
#include <fuse/ops/nan_reductions.hpp>
#include <fuse/ops/norms.hpp>
#include <fuse/ops/padding.hpp>
#include <fuse/ops/places.hpp>
#include <fuse/ops/polynomials.hpp>
#include <fuse/ops/products.hpp>
#include <fuse/ops/rearranging.hpp>
#include <fuse/ops/reductions.hpp>
#include <fuse/ops/rounding.hpp>
#include <fuse/ops/scans.hpp>
#include <fuse/ops/segments.hpp>
#include <fuse/ops/selection.hpp>
#include <fuse/ops/sequences.hpp>
#include <fuse/ops/special.hpp>
#include <fuse/ops/splitting.hpp>
#include <fuse/ops/stencils.hpp>
#include <fuse/ops/trigonometric.hpp>
#include <fuse/ops/ufunc_methods.hpp>
#include <fuse/ops/user_reduction.hpp>
#include <fuse/ops/user_scan.hpp>
#include <fuse/ops/windows.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/device.hpp>
#include <fuse/runtime/graph.hpp>
#include <fuse/runtime/memory_pool.hpp>
#include <fuse/runtime/parallel.hpp>
#include <fuse/runtime/stream.hpp>

namespace cp {

template <class Element, int Rank, class Space>
template <class To>
auto ndarray<Element, Rank, Space>::astype() const {
  return cp::astype<To>(*this);
}

}  // namespace cp
