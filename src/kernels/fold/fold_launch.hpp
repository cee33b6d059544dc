// What planning a fold's launch works on.
#pragma once

#include <cstdint>
#include <fuse/kernels/fold/cuda_fold_plan.hpp>
#include <fuse/kernels/loop.hpp>
#include <fuse/runtime/launch.hpp>

#include "fold_arguments.hpp"

namespace cp::kernels {

struct fold_launch {
  fold_launch(cuda_fold_kernels& k, signature_info const& i, loop_view const& v)
      : kernels(k), info(i), view(v) {}  // leaves the axes' rooms as they are
  cuda_fold_kernels& kernels;
  signature_info const& info;
  loop_view const& view;
  axis_set kept, folded;
  fold_plan plan;
  std::int64_t room = 1;   ///< blocks that the device has room for
  std::int64_t begin = 0;  ///< results along the first axis that threads begin at, where theirs are apart

  bool reads(int k) const { return k >= view.outputs && view.kind[k] == access::element; }
};

/// Threads of a block that fold elements of the same result: few, so that each has much to do where there are results
/// enough, but whole lines of memory.
void plan_along(fold_launch& l);
/// Whether rows beside what all have in common are so short and so many that each thread had better have several.
/// Chooses the threads of a row: so many that few are idle, with whole sectors of memory side by side.
bool plan_beside(fold_launch& l);

/// The kernel of pairs, where results keep all multiprocessors busy; else null.
runtime::kernel_function* plan_pairs(fold_launch& l, unsigned char const* scalars);
/// The kernel whose threads fold whole results, several each, where these are short, or inputs are shared by many.
runtime::kernel_function* plan_each(fold_launch& l, bool are_short);

}  // namespace cp::kernels
