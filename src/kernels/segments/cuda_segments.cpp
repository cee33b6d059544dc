// Planning and starting the CUDA kernels of segments.
#include <algorithm>
#include <cstring>
#include <fuse/kernels/segments/cuda_segments_plan.hpp>
#include <fuse/kernels/tuning.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/storage.hpp>

#include "kernels/fold/fold_arguments.hpp"
#include "segment_axes.hpp"

namespace cp::kernels {

namespace {

/// Who folds what. Depends on extents alone, and so do the results' bits.
segment_plan plan_of(segment_bounds const& bounds, std::int64_t columns, std::int64_t step, int together) {
  segment_plan p;
  p.bounds = bounds;
  p.columns = columns;
  p.step = step;
  p.width_log2 = log2_up_to(columns, 5);
  p.tiles = (columns + (std::int64_t{1} << p.width_log2) - 1) >> p.width_log2;
  std::int64_t const mean = bounds.rows / std::max<std::int64_t>(1, bounds.segments);
  p.lanes_log2 = log2_up_to((mean + 3) / 4, 5 - p.width_log2);
  // Of many short segments a group has several in hand.
  if (p.tiles == 1 && mean <= 4 << p.lanes_log2 && bounds.segments >= tuning::segments_together) p.together = together;
  p.part = p.width_log2 == 0 && p.lanes_log2 >= 2 ? tuning::segment_part : tuning::segment_part / 4;
  p.parts = (bounds.rows + p.part - 1) / p.part;
  return p;
}

}  // namespace

void cuda_segments_start(cuda_segment_kernels& k, signature_info const& info, loop_builder& loop, int axis,
                         segment_bounds const& bounds, std::int64_t step, char const* name) {
  loop_view const& v = loop.view;
  axis_set kept, folded;
  take_axes(kept, v, std::uint32_t{1} << axis, false);
  take_axis(folded, v, axis);
  segment_plan p = plan_of(bounds, kept.size(), step, k.together);
  if (p.columns == 0 || bounds.segments == 0) return;
  fold_plan f;
  f.results = p.columns;
  f.count = bounds.rows;
  f.kept = kept.count;
  f.folded = 1;
  f.wide = p.columns > index_limit || bounds.rows > index_limit;

  storage_ptr memory, partial;
  bool const in_parts = bounds.rows > p.part;
  if (in_parts) {
    std::int64_t const words = 2 + 2 * p.parts;
    memory = storage_ptr(runtime::allocate(memory_kind::device, (words + p.parts) * 8));
    partial = storage_ptr(runtime::allocate(memory_kind::device, 2 * p.parts * p.columns * k.state_bytes));
    p.found = static_cast<std::int64_t*>(memory->data);
    p.owner = p.found + 2;
    p.list = p.found + words;
    p.partial = partial->data;
    runtime::set_bytes(p.found, memory_kind::device, 0, words * 8);
  }
  alignas(16) unsigned char bytes[max_arguments];
  write_arguments(bytes, k.layout, k.axes, f, folded, kept, v, loop.scalars, info.bytes);
  std::memcpy(bytes + k.plan_at, &p, sizeof p);
  void* arguments[] = {bytes};
  runtime::launch_shape shape;
  shape.block_x = tuning::fold_threads;
  std::int64_t const threads = (bounds.segments * p.tiles) << (p.width_log2 + p.lanes_log2),
                     of_block = tuning::fold_threads * p.together;
  shape.grid_x = static_cast<unsigned>((threads + of_block - 1) / of_block);
  runtime::launch(p.together > 1 ? k.segments_together : k.segments, shape, arguments, name);
  runtime::count_launch(bytes_of(v, info.outputs, info.count) + bounds.segments * 8,
                        bytes_of(v, 0, info.outputs) * bounds.segments);
  if (!in_parts) return;
  std::int64_t const warps = 2 * p.parts * p.tiles, per_block = tuning::fold_threads / 32;
  shape.grid_x = static_cast<unsigned>(std::min((warps + per_block - 1) / per_block, tuning::segment_blocks));
  runtime::launch(k.parts, shape, arguments, name);
  runtime::count_launch(0, 0);
  shape.grid_x = static_cast<unsigned>(std::min(p.parts * p.tiles, tuning::segment_blocks / 2));
  runtime::launch(k.merge, shape, arguments, name);
  runtime::count_launch(0, 0);
}

}  // namespace cp::kernels
