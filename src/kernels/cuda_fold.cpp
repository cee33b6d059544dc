// Planning and starting the CUDA folding kernels.
#include <fuse/kernels/cuda_fold_plan.hpp>

#include <algorithm>

#include <fuse/kernels/tuning.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/storage.hpp>

#include "fold_arguments.hpp"

namespace cp::kernels {

namespace {

/// Whether every input's elements along the first axis of `along` are aligned vectors wherever the other axes begin.
bool is_vector(axis_set const& along, axis_set const& others, loop_view const& v, int width) {
  if (width == 1 || along.count == 0) return false;
  for (int k = v.outputs; k < v.count; ++k) {
    if (v.kind[k] != access::element) continue;
    if (along.stride[k][0] != 1 || reinterpret_cast<std::uintptr_t>(v.data[k]) % 16 != 0) return false;
    for (int a = 1; a < along.count; ++a)
      if (along.stride[k][a] % width != 0) return false;
    for (int a = 0; a < others.count; ++a)
      if (others.stride[k][a] % width != 0) return false;
  }
  return true;
}

}  // namespace

void cuda_fold_start(cuda_fold_kernels& k, signature_info const& info, loop_builder& loop, std::uint32_t mask, char const* name) {
  loop_view const& v = loop.view;
  axis_set kept, folded;
  take_axes(kept, v, mask, false);
  take_axes(folded, v, mask, true);
  fold_plan p;
  p.results = kept.size();
  p.count = folded.size();
  if (p.results == 0) return;
  p.kept = kept.count;
  p.folded = folded.count;
  p.across = lies_across(kept, folded, v);
  if (p.across)
    p.vector = k.across.symbol != nullptr && kept.extent[0] % k.width == 0 && is_vector(kept, folded, v, k.width);
  else
    p.vector = folded.count == 1 && is_vector(folded, kept, v, k.width);
  p.wide = p.results > index_limit || p.count > index_limit;

  constexpr std::uint32_t all = tuning::fold_threads_log2;
  std::int64_t const columns = p.across && p.vector ? p.results / k.width : p.results;  // threads that stand side by side
  if (p.across)
    p.lanes_log2 = std::min(log2_up_to(p.count, all), std::max<std::uint32_t>(3, all - log2_up_to(columns, all)));
  else
    p.lanes_log2 = log2_up_to(p.count / (p.vector ? k.width : 1), all);
  // Where there are results enough, a warp each: no thread waits for another warp.
  while (!p.across && p.lanes_log2 > 5 && p.results >> (all - p.lanes_log2 + 1) >= 2 * tuning::fold_blocks) --p.lanes_log2;
  std::int64_t const lanes = std::int64_t{1} << p.lanes_log2, slots = tuning::fold_threads / lanes;
  std::int64_t const groups = (columns + slots - 1) / slots;
  // Blocks share results where there would be too few of them, as long as each has enough to do.
  std::int64_t const wanted = (tuning::fold_blocks + groups - 1) / groups, most = std::max<std::int64_t>(1, p.count / (lanes * tuning::fold_least));
  std::int64_t const unit = lanes * k.width * 4;
  p.per_part = (p.count + std::min(wanted, most) - 1) / std::max<std::int64_t>(1, std::min(wanted, most));
  p.per_part = std::max<std::int64_t>(unit, (p.per_part + unit - 1) / unit * unit);
  p.parts = static_cast<std::uint32_t>(std::max<std::int64_t>(1, (p.count + p.per_part - 1) / p.per_part));

  storage_ptr partial;
  if (p.parts > 1) {
    partial = storage_ptr(runtime::allocate(memory_kind::device, p.results * p.parts * k.state_bytes));
    p.partial = partial->data;
  }
  alignas(16) unsigned char bytes[largest_arguments];
  write_arguments(bytes, k.layout, k.axes, p, folded, kept, v, loop.scalars, info.bytes);
  void* arguments[] = {bytes};
  runtime::launch_shape shape;
  shape.grid_x = static_cast<unsigned>(groups * p.parts);
  shape.block_x = tuning::fold_threads;
  runtime::launch(p.across && p.vector ? k.across : k.fold, shape, arguments, name);
  runtime::count_launch(bytes_of(v, info.outputs, info.count), bytes_of(v, 0, info.outputs));
  if (p.parts == 1) return;
  shape.grid_x = static_cast<unsigned>(p.results);
  shape.early = true;
  runtime::launch(k.parts, shape, arguments, name);
  runtime::count_launch(p.results * p.parts * k.state_bytes, 0);
}

}  // namespace cp::kernels
