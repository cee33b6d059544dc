// Planning and starting the CUDA kernels of rows.
#include <algorithm>
#include <fuse/kernels/fold/cuda_fold_plan.hpp>
#include <fuse/kernels/tuning.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/device.hpp>
#include <fuse/runtime/storage.hpp>

#include "kernels/device_limits.hpp"
#include "kernels/fold/fold_arguments.hpp"

namespace cp::kernels {

namespace {

/// Whether rows are aligned vectors: every operand runs along them or (inputs) stands still. Notes which stand still.
bool rows_are_vectors(axis_set const& folded, axis_set const& kept, loop_view const& v, int width, bool to_rows,
                      std::uint64_t& splats) {
  if (folded.count > 1 || folded.size() % width != 0) return false;
  splats = 0;
  for (int k = 0; k < v.count; ++k) {
    if (v.kind[k] != access::element || (to_rows && k < v.outputs)) continue;
    std::int64_t const step = folded.count == 0 ? 1 : folded.stride[k][0];
    if (step == 0 && k >= v.outputs) {
      splats |= std::uint64_t{1} << (k - v.outputs);
      continue;
    }
    if (step != 1) return false;
    if (width == 1) continue;
    if (reinterpret_cast<std::uintptr_t>(v.data[k]) % 16 != 0) return false;
    for (int a = 0; a < kept.count; ++a)
      if (kept.stride[k][a] % width != 0) return false;
  }
  return true;
}

struct rows_launch {
  explicit rows_launch(cuda_rows_kernels& k) : kernels(k) {}  // leaves the axes' rooms as they are
  cuda_rows_kernels& kernels;
  axis_set kept, folded;
  fold_plan plan;
  runtime::launch_shape shape;
};

/// Long rows whose first elements are kept in shared memory, of which two blocks share a multiprocessor's: a block
/// each, or a cluster.
runtime::kernel_function* behind_front(rows_launch& l) {
  cuda_rows_kernels& k = l.kernels;
  fold_plan& p = l.plan;
  if (!p.vector || k.front.symbol == nullptr || k.held_bytes == 0) return nullptr;
  auto const divide_up = [](std::int64_t n, std::int64_t by) { return (n + by - 1) / by; };
  constexpr std::int64_t reserved = 1024;  // bytes of a block
  // Bytes of shared memory, elements that a block's registers have, and that it has room for.
  std::int64_t const room = (limits().shared_bytes + reserved) / 2 - reserved - k.shared_bytes,
                     behind = std::int64_t{k.held_behind} * tuning::rows_front_threads,
                     most = behind + room / k.held_bytes / 16 * 16;
  std::int64_t parts = divide_up(p.count, most);
  if (parts > 1) {
    std::int64_t const wanted = tuning::rows_cluster_part * behind, near = (p.count + wanted / 2) / wanted;
    parts = std::max(parts, std::min<std::int64_t>(near, runtime::most_cluster));
  }
  std::int64_t const part = divide_up(divide_up(p.count, parts), 16) * 16,
                     front = std::max<std::int64_t>(divide_up(part - behind, 16) * 16, 0);
  if (part > most || (parts == 1 && front == 0) || p.results * parts > index_limit) return nullptr;
  runtime::launch_shape shape;
  shape.block_x = tuning::rows_front_threads;
  shape.shared_bytes = static_cast<unsigned>(room);
  if (parts > 1 && parts > runtime::largest_cluster(k.front, shape)) return nullptr;
  shape.shared_bytes = static_cast<unsigned>(front * k.held_bytes);
  shape.cluster_x = static_cast<unsigned>(parts);
  l.shape = shape;
  p.lanes_log2 = tuning::rows_threads_log2 - 1;
  p.cache_pitch = front;
  p.parts = static_cast<std::uint32_t>(parts);
  p.per_part = part;
  return &k.front;
}

/// Rows that fit into the registers of a block's threads.
runtime::kernel_function* in_registers(rows_launch& l) {
  cuda_rows_kernels& k = l.kernels;
  fold_plan& p = l.plan;
  if (p.count > std::int64_t{k.held} * tuning::rows_threads) return nullptr;
  // Neighbouring lanes make whole sectors of memory of a short row (rows of 64 float32: 4 lanes 0.94 to 0.98, 8 lanes
  // 0.68 to 0.79).
  p.lanes_log2 = std::max(log2_up_to((p.count + k.held - 1) / k.held, tuning::rows_threads_log2),
                          p.vector ? log2_up_to(p.count / k.width, 2) : log2_up_to(p.count, 5));
  // Short rows that threads are full of come in small blocks, some of which load while others store.
  bool const full = p.vector && p.count * 2 >= std::int64_t{k.held} << p.lanes_log2;
  auto const least =
      full ? std::clamp(tuning::rows_short_rows << p.lanes_log2, tuning::rows_short_threads, tuning::fold_threads)
           : tuning::fold_threads;
  l.shape.block_x = std::max(static_cast<unsigned>(least), 1u << p.lanes_log2);
  return p.vector ? &k.vectors : &k.elements;
}

/// Rows that are read again: a block each, or several in a launch for each level.
void read_again(rows_launch& l) {
  cuda_rows_kernels& k = l.kernels;
  fold_plan& p = l.plan;
  if (p.across) {
    p.vector = false;
    p.splats = 0;
    p.lanes_log2 = std::clamp<std::uint32_t>(log2_up_to(p.count / 8, 5), 1, 5);
    while (p.lanes_log2 > 1 && (std::int64_t{32} << p.lanes_log2) * k.largest_state > 48 * 1024) --p.lanes_log2;
    l.shape.block_x = 32u << p.lanes_log2;
  } else {
    p.lanes_log2 = std::max<std::uint32_t>(log2_up_to(p.count / 8, tuning::rows_threads_log2), log2_up_to(p.count, 5));
    l.shape.block_x = std::max(static_cast<unsigned>(tuning::fold_threads), 1u << p.lanes_log2);
  }
  std::int64_t const slots = l.shape.block_x >> p.lanes_log2, lanes = std::int64_t{1} << p.lanes_log2,
                     groups = (p.results + slots - 1) / slots;
  p.cache_from = p.across ? static_cast<std::int32_t>(l.shape.block_x) * k.largest_state : k.shared_bytes;
  p.cache_from = (p.cache_from + 15) / 16 * 16;
  std::int64_t const pitch = (p.count + 15) / 16 * 16, room = p.cache_from + slots * pitch * k.held_bytes;
  p.per_part = p.count;
  if (!p.across && k.held_bytes > 0 && room <= limits().shared_bytes) {
    p.cache_pitch = pitch;
    p.cache_row = static_cast<std::int32_t>(pitch * k.held_bytes);
    l.shape.shared_bytes = static_cast<unsigned>(room);
    return;
  }
  l.shape.shared_bytes = static_cast<unsigned>(p.cache_from);
  if (groups * 2 > tuning::rows_blocks) return;
  std::int64_t const wanted = (tuning::rows_blocks + groups - 1) / groups,
                     most = std::max<std::int64_t>(1, p.count / (lanes * tuning::fold_least));
  p.per_part = std::max<std::int64_t>(1, (p.count + std::min(wanted, most) - 1) / std::min(wanted, most));
  p.per_part = (p.per_part + k.width - 1) / k.width * k.width;
  p.parts = static_cast<std::uint32_t>((p.count + p.per_part - 1) / p.per_part);
}

}  // namespace

void cuda_rows_start(cuda_rows_kernels& k, signature_info const& info, loop_builder& loop, std::uint32_t mask,
                     bool to_rows, char const* name) {
  loop_view const& v = loop.view;
  rows_launch l(k);
  take_axes(l.kept, v, mask, false);
  take_axes(l.folded, v, mask, true);
  fold_plan& p = l.plan;
  p.results = l.kept.size();
  p.count = l.folded.size();
  if (p.results == 0 || (p.count == 0 && !to_rows)) return;
  p.kept = l.kept.count;
  p.folded = l.folded.count;
  p.wide = p.results > index_limit || p.count > index_limit;
  p.to_rows = to_rows;
  p.across = lies_across(l.kept, l.folded, v) && l.kept.extent[0] >= 32;
  p.vector = !p.across && rows_are_vectors(l.folded, l.kept, v, k.width, to_rows, p.splats);
  if (!p.vector) p.splats = 0;
  runtime::kernel_function* kernel = nullptr;
  if (!p.across && l.folded.count <= 1) {
    // A block that has all registers of a multiprocessor waits for memory with it.
    if (p.count * 2 > std::int64_t{k.held} * tuning::rows_threads) kernel = behind_front(l);
    if (kernel == nullptr) kernel = in_registers(l);
  }
  if (kernel == nullptr) {
    kernel = &k.again;
    read_again(l);
  }
  std::int64_t const slots = l.shape.block_x >> p.lanes_log2, groups = (p.results + slots - 1) / slots;
  l.shape.grid_x = static_cast<unsigned>(groups * p.parts);
  storage_ptr partial;
  bool const by_level = kernel == &k.again && p.parts > 1;
  if (by_level) {
    partial = storage_ptr(runtime::allocate(memory_kind::device, p.results * p.parts * k.all_states + 16 * k.levels));
    p.partial = partial->data;
  }
  alignas(16) unsigned char bytes[max_arguments];
  void* arguments[] = {bytes};
  std::int64_t const read = bytes_of(v, info.outputs, info.count);
  int const launches = by_level ? k.levels + 1 : 1;
  for (p.first_level = 1; p.first_level <= launches; ++p.first_level) {
    write_arguments(bytes, k.layout, k.axes, p, l.folded, l.kept, v, loop.scalars, info.bytes);
    runtime::launch(*kernel, l.shape, arguments, name);
    runtime::count_launch(read, p.first_level == launches ? bytes_of(v, 0, info.outputs) : 0);
  }
}

}  // namespace cp::kernels
