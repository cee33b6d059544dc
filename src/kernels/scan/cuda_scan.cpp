// Planning and starting the CUDA scanning kernels.
#include <algorithm>
#include <cstdlib>
#include <fuse/core/error.hpp>
#include <fuse/kernels/scan/cuda_scan_plan.hpp>
#include <fuse/kernels/tuning.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/storage.hpp>

#include "kernels/device_limits.hpp"
#include "kernels/fold/fold_arguments.hpp"

namespace cp::kernels {

namespace {

std::int64_t parts_of(std::int64_t n, std::int64_t each) { return (n + each - 1) / each; }

/// Whether every operand's elements along the first axis of `inner` are aligned vectors wherever the other axes begin,
/// or (inputs) stand still: notes which do.
bool is_vector(axis_set const& inner, axis_set const& others, loop_view const& v, int width, std::uint64_t& splats) {
  if (width == 1 || inner.count == 0) return false;
  std::uint64_t still = 0;
  for (int k = 0; k < v.count; ++k) {
    if (v.kind[k] == access::computed && std::abs(inner.stride[k][0]) > index_limit) return false;
    if (v.kind[k] != access::element) continue;
    if (inner.stride[k][0] == 0 && k >= v.outputs) {
      still |= std::uint64_t{1} << (k - v.outputs);
      continue;
    }
    if (inner.stride[k][0] != 1 || reinterpret_cast<std::uintptr_t>(v.data[k]) % 16 != 0) return false;
    for (int a = 1; a < inner.count; ++a)
      if (inner.stride[k][a] % width != 0) return false;
    for (int a = 0; a < others.count; ++a)
      if (others.stride[k][a] % width != 0) return false;
  }
  splats = still;
  return true;
}

/// Whether all elements of lines lie side by side, vectors or not.
bool is_run(axis_set const& scanned, loop_view const& v) {
  if (scanned.count != 1) return false;
  for (int k = 0; k < v.count; ++k)
    if (v.kind[k] == access::element && scanned.stride[k][0] != 1) return false;
  return true;
}

struct scan_launch {
  cuda_scan_kernels& kernels;
  axis_set kept, scanned;
  scan_plan plan;
  std::int64_t values = 1;  ///< lines of a group
  std::int64_t blocks = 1;  ///< of the grid
};

runtime::kernel_function& plan_across(scan_launch& l, loop_view const& v) {
  cuda_scan_kernels& k = l.kernels;
  scan_plan& p = l.plan;
  p.vector = l.kept.extent[0] % k.across_width == 0 && is_vector(l.kept, l.scanned, v, k.across_width, p.splats);
  // As many threads side by side as there are vectors of lines, up to a warp.
  p.lanes_log2 = log2_up_to(parts_of(l.kept.extent[0], k.across_width), 5);
  l.values = std::int64_t{k.across_width} << p.lanes_log2;
  std::int64_t const rows = (tuning::scan_threads >> p.lanes_log2) * std::int64_t{k.across_vectors},
                     blocks = parts_of(l.kept.extent[0], l.values);
  p.blocks = static_cast<std::uint32_t>(blocks);
  std::int64_t const groups = l.kept.size() / l.kept.extent[0] * blocks;
  p.groups = static_cast<std::uint32_t>(groups);
  p.tiles = static_cast<std::uint32_t>(parts_of(p.length, rows));
  p.fan_log2 = 3;
  while (p.fan_log2 < 5 && p.tiles >> (2 * p.fan_log2) >= tuning::scan_sheets) ++p.fan_log2;
  // Where lines are so short that threads are left over, these have other groups.
  if (p.tiles == 1 && groups <= index_limit) {
    int const rest = tuning::scan_threads_log2 - static_cast<int>(p.lanes_log2);
    p.sets_log2 = static_cast<std::uint32_t>(rest) - log2_up_to(parts_of(p.length, k.across_vectors), rest);
  }
  l.blocks = parts_of(groups, std::int64_t{1} << p.sets_log2) * p.tiles;
  return p.sets_log2 > 0 ? k.across_sets : k.across;
}

/// Whether there are so many lines side by side that a thread each, or for a vector of them, keeps memory busy.
bool goes_down(scan_launch& l) {
  cuda_scan_kernels& k = l.kernels;
  if (k.down.symbol == nullptr || l.plan.length > tuning::scan_down_most || l.plan.lines > index_limit) return false;
  // (By extents alone: bits do not depend on alignment.)
  bool const vectors = l.kept.extent[0] % k.across_width == 0;
  std::int64_t const bytes =
      vectors ? l.plan.lines / k.across_width * k.down_vector_bytes : l.plan.lines * k.down_bytes;
  return bytes >= tuning::scan_down_under_way;
}
runtime::kernel_function& plan_down(scan_launch& l, loop_view const& v) {
  cuda_scan_kernels& k = l.kernels;
  scan_plan& p = l.plan;
  p.vector = l.kept.extent[0] % k.across_width == 0 && is_vector(l.kept, l.scanned, v, k.across_width, p.splats);
  std::int64_t const width = p.vector ? k.across_width : 1;
  p.blocks = static_cast<std::uint32_t>(l.kept.extent[0] / width);
  p.groups = static_cast<std::uint32_t>(p.lines / width);
  l.blocks = parts_of(p.groups, tuning::scan_down_threads);
  return k.down;
}

runtime::kernel_function& plan_rows(scan_launch& l, loop_view const& v) {
  cuda_scan_kernels& k = l.kernels;
  scan_plan& p = l.plan;
  // Up to a warp a line, as many threads as vectors; from there on, as few as can hold it.
  std::int64_t const vectors = parts_of(p.length, k.width);
  p.lanes_log2 =
      std::max(log2_up_to(vectors, 5), log2_up_to(parts_of(vectors, k.row_vectors), tuning::scan_threads_log2));
  p.pieces = static_cast<std::uint32_t>(parts_of(vectors, std::int64_t{1} << p.lanes_log2));
  // Several lines a thread where one is short: a constant number of lines apart, so along one axis, and not far.
  bool const near = !has_long_steps(l.kept, v, tuning::scan_threads);
  std::int64_t const lines = p.lanes_log2 > 5 || p.kept > 1 || !near ? 1 : k.row_vectors / p.pieces;
  p.vectors = static_cast<std::uint32_t>(lines) * p.pieces;
  p.strip_lines = static_cast<std::uint32_t>((tuning::scan_threads >> p.lanes_log2) * lines);
  l.blocks = parts_of(p.lines, p.strip_lines);
  return k.rows;
}

/// Bytes that a scanned element reads of memory: an operand that is named twice is read once.
std::int64_t bytes_of_element(axis_set const& scanned, loop_view const& v) {
  std::int64_t bytes = 0;
  for (int k = v.outputs; k < v.count; ++k) {
    if (v.kind[k] != access::element || scanned.stride[k][0] == 0) continue;
    bool const again = std::any_of(v.data + v.outputs, v.data + k, [&](void* data) { return data == v.data[k]; });
    if (!again) bytes += v.itemsize[k];
  }
  return std::max<std::int64_t>(bytes, 1);
}

runtime::kernel_function& plan_tiles(scan_launch& l, loop_view const& v) {
  cuda_scan_kernels& k = l.kernels;
  scan_plan& p = l.plan;
  std::int64_t const at_once = std::int64_t{tuning::scan_threads} * k.width;
  p.vectors = static_cast<std::uint32_t>(std::min<std::int64_t>(k.vectors, parts_of(p.length, at_once)));
  p.groups = static_cast<std::uint32_t>(p.lines);
  p.tile_length = static_cast<std::uint32_t>(at_once * p.vectors);
  p.tiles = static_cast<std::uint32_t>(parts_of(p.length, p.tile_length));
  l.blocks = p.lines * p.tiles;
  if (p.tiles < tuning::scan_ahead_least || k.cost > tuning::scan_ahead_cost) return k.tiles;
  if (p.folded == 1) {
    std::uint64_t splats = 0;
    p.wide_vector = p.vector && is_vector(l.scanned, l.kept, v, k.sums_width, splats);
  }
  constexpr std::int64_t fan = 32, sums = fan / (tuning::scan_threads / 32);
  std::int64_t const rows = p.lines * parts_of(p.tiles, fan),
                     wanted = limits().l2_bytes / 3 / (bytes_of_element(l.scanned, v) * fan * p.tile_length);
  p.ahead = static_cast<std::uint32_t>(std::min(std::max(wanted, tuning::scan_ahead_rows), rows));
  l.blocks = rows * (fan + sums);
  return k.tiles;
}

/// Empty mailboxes for the tiles, and the tickets, in one piece of memory.
storage_ptr make_boxes(scan_launch& l) {
  scan_plan& p = l.plan;
  if (p.tiles <= 1) return {};
  constexpr std::int64_t head = 64;
  std::int64_t const each = p.groups * l.values * l.kernels.box_bytes, rows = ((p.tiles - 1) >> p.fan_log2) + 1,
                     sheets = ((p.tiles - 1) >> 2 * p.fan_log2) + 1;
  std::int64_t const bytes = head + (p.tiles + rows + 2 * sheets) * each;
  storage_ptr memory(runtime::allocate(memory_kind::device, bytes));
  runtime::set_bytes(memory->data, memory_kind::device, 0, bytes);
  auto* const at = static_cast<unsigned char*>(memory->data);
  p.ticket = reinterpret_cast<std::uint32_t*>(at);
  p.tile_boxes = at + head;
  p.row_boxes = p.tile_boxes + p.tiles * each;
  p.sheet_boxes = p.row_boxes + rows * each;
  return memory;
}

}  // namespace

void cuda_scan_start(cuda_scan_kernels& k, signature_info const& info, loop_builder& loop, std::uint32_t mask,
                     char const* name) {
  loop_view const& v = loop.view;
  scan_launch l{k, {}, {}, {}};
  take_axes(l.kept, v, mask, false);
  take_axes(l.scanned, v, mask, true);
  scan_plan& p = l.plan;
  p.length = l.scanned.size();
  p.lines = l.kept.size();
  p.kept = l.kept.count;
  p.folded = l.scanned.count;
  p.wide = p.lines > index_limit || p.length > index_limit;
  bool const across = k.across.symbol != nullptr && p.folded <= 1 && lies_across(l.kept, l.scanned, v) &&
                      l.kept.extent[0] >= tuning::scan_across_least;
  if (!across) p.vector = p.folded == 1 && is_vector(l.scanned, l.kept, v, k.width, p.splats);
  p.side = is_run(l.scanned, v);
  bool const short_lines =
      k.rows.symbol != nullptr && p.length <= std::int64_t{tuning::scan_threads} * k.width * k.row_vectors;
  bool const down = across && goes_down(l);
  runtime::kernel_function& kernel = down          ? plan_down(l, v)
                                     : across      ? plan_across(l, v)
                                     : short_lines ? plan_rows(l, v)
                                                   : plan_tiles(l, v);
  if (l.blocks > index_limit) throw value_error("cp: a scan of this shape needs more than 2^31 blocks");
  storage_ptr const boxes = make_boxes(l);
  alignas(16) unsigned char bytes[max_arguments];
  write_arguments(bytes, k.layout, k.axes, p, l.scanned, l.kept, v, loop.scalars, info.bytes);
  void* arguments[] = {bytes};
  runtime::launch_shape shape;
  shape.grid_x = static_cast<unsigned>(l.blocks);
  shape.block_x = down ? tuning::scan_down_threads : tuning::scan_threads;
  std::int64_t const read = bytes_of(v, info.outputs, info.count);
  runtime::launch(kernel, shape, arguments, name);
  runtime::count_launch(read, bytes_of(v, 0, info.outputs));
}

}  // namespace cp::kernels
