// Planning and starting the CUDA kernels of rows.
#include <algorithm>
#include <bit>
#include <fuse/kernels/fold/cuda_fold_plan.hpp>
#include <fuse/kernels/tuning.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/device.hpp>
#include <fuse/runtime/storage.hpp>

#include "kernels/device_limits.hpp"
#include "kernels/fold/fold_arguments.hpp"
#include "kernels/rows/rows_launch.hpp"

namespace cp::kernels {

namespace {

/// Long rows whose first elements are kept in shared memory, of which two blocks share a multiprocessor's: a block
/// each, or a cluster.
runtime::kernel_function* behind_front(rows_launch& l) {
  cuda_rows_kernels& k = l.kernels;
  fold_plan& p = l.plan;
  if (!p.vector || !p.aligned || k.front.symbol == nullptr || k.held_bytes == 0) return nullptr;
  auto const divide_up = [](std::int64_t n, std::int64_t by) { return (n + by - 1) / by; };
  constexpr std::int64_t reserved = 1024;  // bytes of a block
  // Bytes of shared memory, elements that a block's registers have, and that it has room for.
  std::int64_t const room = (limits().shared_bytes + reserved) / 2 - reserved - k.shared_bytes,
                     behind = std::int64_t{k.held_behind} * tuning::rows_front_threads,
                     most = behind + room / k.held_bytes / 16 * 16;
  std::int64_t parts = divide_up(p.count, most);
  if (parts > 1) {
    std::int64_t const wanted = (k.wide ? tuning::rows_cluster_part_of_wide : tuning::rows_cluster_part) * behind,
                       near = (p.count + wanted / 2) / wanted;
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
  p.lanes_log2 = tuning::rows_front_threads_log2;
  p.cache_pitch = front;
  p.parts = static_cast<std::uint32_t>(parts);
  p.per_part = part;
  return &k.front;
}

/// Whether inputs m and k are the same elements.
bool are_equal(rows_launch const& l, loop_view const& v, int m, int k) {
  bool same =
      v.data[m] == v.data[k] && v.itemsize[m] == v.itemsize[k] && l.folded.stride[m][0] == l.folded.stride[k][0];
  for (int a = 0; a < l.kept.count; ++a) same = same && l.kept.stride[m][a] == l.kept.stride[k][a];
  return same;
}
/// Notes which operands have room in shared memory, and whether those of a block are one run: all that are written must
/// be runs. Counts the bytes of an element. False if no input is a run, or rows are short and apart.
bool find_runs(rows_launch& l, loop_view const& v, std::int64_t& bytes) {
  fold_plan& p = l.plan;
  bool together = l.kept.count <= 1;
  std::int64_t least = 16, read = 0;
  bytes = 0;
  p.staged = p.stage_twins = p.stage_strided = 0, p.stage_alias = 0;
  for (int k = 0; k < v.count; ++k) {
    // What all short rows have in common is copied for each, so that they stay together.
    bool const written = k < v.outputs,
               common = !written && l.kept.count == 1 && l.kept.stride[k][0] == 0 && p.results > 1 &&
                        p.count * v.itemsize[k] < tuning::rows_run_bytes,
               run = l.folded.stride[k][0] == 1 && !common;
    std::uint64_t const bit = std::uint64_t{1} << k;
    if (written ? p.to_rows : v.kind[k] != access::element || (l.kernels.cached >> (k - v.outputs) & 1) == 0) continue;
    bool const whole = 16 % v.itemsize[k] == 0 && reinterpret_cast<std::uintptr_t>(v.data[k]) % v.itemsize[k] == 0;
    if ((written && !run) || !whole) return false;
    for (int m = v.outputs; !written && m < k; ++m)
      if ((p.staged >> m & 1) != 0 && are_equal(l, v, m, k)) p.stage_twins |= bit;
    if ((p.stage_twins & bit) != 0) continue;
    p.staged |= bit;
    if (!run) p.stage_strided |= bit;
    together = together && (p.results == 1 || !run || l.kept.stride[k][0] == p.count);
    least = run ? std::min<std::int64_t>(least, v.itemsize[k]) : least;
    bytes += v.itemsize[k];
    read += !written && run;
  }
  if (read == 0 || (!together && p.count * least < tuning::rows_run_bytes)) return false;
  p.stage_units = together ? 1 : 0;
  p.stage_located = p.to_rows || l.has_computed;
  // What is written first may take the place of what is read, if both lie alike.
  auto const lies_alike = [&](int k) {
    bool alike = (p.staged >> k & 1) != 0 && (p.stage_strided >> k & 1) == 0 && v.itemsize[k] == v.itemsize[0] &&
                 reinterpret_cast<std::uintptr_t>(v.data[k]) % 16 == reinterpret_cast<std::uintptr_t>(v.data[0]) % 16;
    for (int a = 0; a < l.kept.count; ++a)
      alike = alike && (l.kept.stride[k][a] - l.kept.stride[0][a]) * v.itemsize[0] % 16 == 0;
    return alike;
  };
  for (int k = v.outputs; !p.to_rows && p.stage_alias == 0 && k < v.count; ++k)
    if (lies_alike(k)) p.stage_alias = k, bytes -= v.itemsize[k];
  return true;
}

/// Whether most of what is read of long rows are the same elements, which are loaded once where they are at hand.
bool are_mostly_twins(rows_launch const& l, loop_view const& v) {
  if (l.folded.count != 1 || l.plan.count < tuning::rows_twins_least) return false;
  std::int64_t once = 0;
  for (int k = v.outputs; k < v.count; ++k) {
    if (v.kind[k] != access::element || (l.kernels.cached >> (k - v.outputs) & 1) == 0) continue;
    bool twin = false;
    for (int m = v.outputs; m < k && !twin; ++m) twin = v.kind[m] == access::element && are_equal(l, v, m, k);
    once += twin ? 0 : v.itemsize[k];
  }
  return l.kernels.held_bytes >= 3 * once;
}

/// Rows that fit into shared memory and are runs of it. (Long vectors are read again instead.)
runtime::kernel_function* staged(rows_launch& l, loop_view const& v) {
  cuda_rows_kernels& k = l.kernels;
  fold_plan& p = l.plan;
  std::int64_t bytes = 0;
  if (p.vector && p.count >= tuning::rows_again_least) return nullptr;
  if (l.folded.count != 1 || p.count == 0 || p.count > index_limit / 64 || !find_runs(l, v, bytes)) return nullptr;
  bool const together = p.stage_units == 1;
  std::int64_t const each = k.wide ? tuning::rows_staged_of_wide : tuning::rows_staged_elements;
  p.lanes_log2 = log2_up_to((p.count + each - 1) / each, tuning::rows_front_threads_log2);
  l.shape.block_x = std::max(static_cast<unsigned>(tuning::rows_staged_threads), 1u << p.lanes_log2);
  std::int64_t const slots = l.shape.block_x >> p.lanes_log2, row = p.count * bytes;
  // Short rows: a thread has several, so that enough is on its way to shared memory.
  std::int64_t turns = 1;
  if (together && p.lanes_log2 <= 5)
    turns = std::clamp<std::int64_t>(
        std::min(tuning::rows_staged_bytes / (slots * row), p.results / (slots * limits().multiprocessors * 4)), 1, 8);
  p.stage_turns = static_cast<int>(turns);
  p.stage_units = together ? 1 : static_cast<int>(slots);
  p.stage_elements = static_cast<int>(together ? slots * turns * p.count : p.count);
  std::int64_t room = 0;
  for (int i = 0; i < v.count; ++i)
    if ((p.staged >> i & 1) != 0 && !(i == 0 && p.stage_alias > 0))
      room += (std::int64_t{p.stage_elements} * v.itemsize[i] + 31) / 16 * 16 * p.stage_units;
  if (room + k.shared_bytes > limits().shared_bytes) {
    p.stage_turns = 1;
    l.shape = {};
    return nullptr;
  }
  l.shape.shared_bytes = static_cast<unsigned>(room);
  return &k.staged;
}

/// Whether as many rows side by side as a thread has are vectors, of all that is in shared memory or written.
bool columns_are_vectors(rows_launch const& l, loop_view const& v) {
  std::int64_t const width = l.kernels.columns_width;
  if (l.kernels.columns.symbol == nullptr || l.kept.extent[0] % width != 0) return false;
  for (int k = 0; k < v.count; ++k) {
    if (k < v.outputs ? l.plan.to_rows : v.kind[k] != access::element || (l.kernels.cached >> (k - v.outputs) & 1) == 0)
      continue;
    if (l.kept.stride[k][0] != 1 || l.folded.stride[k][0] % width != 0 || shift_of(v, k, static_cast<int>(width)) != 0)
      return false;
    for (int a = 1; a < l.kept.count; ++a)
      if (l.kept.stride[k][a] % width != 0) return false;
  }
  return true;
}

/// Chooses the threads of rows side by side of which each has 2^width_log2: whole lines of memory, or parts of them
/// where rows are long. False if these do not fit into shared memory. `bytes` of an element of all inputs, the
/// `largest` of them.
bool share_staged_columns(rows_launch& l, loop_view const& v, std::int64_t bytes, std::int64_t largest,
                          int width_log2) {
  cuda_rows_kernels const& k = l.kernels;
  fold_plan& p = l.plan;
  // (Of 2^columns_log2 rows.)
  auto const room_of = [&](std::int64_t columns_log2) {
    std::int64_t const slots_log2 = columns_log2 - width_log2;
    p.lanes_log2 = std::clamp<std::uint32_t>(log2_up_to(p.count / 8, 9), 1, static_cast<std::uint32_t>(9 - slots_log2));
    p.stage_elements = static_cast<int>(p.count << columns_log2);
    p.cache_from = ((k.largest_state << (columns_log2 + p.lanes_log2)) + 15) / 16 * 16;
    return p.cache_from + (p.count << columns_log2) * bytes + 16 * v.count;
  };
  std::int64_t const least = 3 + width_log2, shared = limits().shared_bytes;
  std::int64_t columns_log2 = std::max<std::int64_t>(log2_up_to(tuning::rows_line / largest, 7), least),
               room = room_of(columns_log2);
  while (columns_log2 > least && room > shared / 3) room = room_of(--columns_log2);
  while (columns_log2 < 9 && tuning::rows_columns_threads > std::int64_t{1}
                                                                << (columns_log2 - width_log2 + p.lanes_log2))
    room = room_of(++columns_log2);
  if (room + k.shared_bytes > shared) return false;
  l.shape.block_x = 1u << (columns_log2 - width_log2 + p.lanes_log2);
  l.shape.shared_bytes = static_cast<unsigned>(room);
  p.together = 1 << width_log2;
  return true;
}

/// Rows side by side that fit into shared memory.
runtime::kernel_function* staged_across(rows_launch& l, loop_view const& v) {
  cuda_rows_kernels& k = l.kernels;
  fold_plan& p = l.plan;
  p.staged = p.stage_twins = 0;
  if (l.folded.count != 1 || p.count == 0 || p.count > index_limit / 64) return nullptr;
  std::int64_t bytes = 0, largest = 1;
  for (int i = v.outputs; i < v.count; ++i) {
    if (v.kind[i] != access::element || (k.cached >> (i - v.outputs) & 1) == 0) continue;
    std::uint64_t const bit = std::uint64_t{1} << i;
    for (int m = v.outputs; m < i; ++m)
      if ((p.staged >> m & 1) != 0 && are_equal(l, v, m, i)) p.stage_twins |= bit;
    if ((p.stage_twins & bit) != 0) continue;
    p.staged |= bit;
    bytes += v.itemsize[i];
    largest = std::max<std::int64_t>(largest, v.itemsize[i]);
  }
  if (bytes == 0) return nullptr;
  bool const few = p.count * largest <= tuning::rows_columns_bytes || (largest <= 2 && k.largest_state <= 16);
  if (few && columns_are_vectors(l, v) &&
      share_staged_columns(l, v, bytes, largest, static_cast<int>(log2_up_to(k.columns_width, 3))))
    return &k.columns;
  if (share_staged_columns(l, v, bytes, largest, 0)) return &k.across;
  p.cache_from = 0;
  return nullptr;
}

/// Rows that fit into the registers of a block's threads.
runtime::kernel_function* in_registers(rows_launch& l) {
  cuda_rows_kernels& k = l.kernels;
  fold_plan& p = l.plan;
  if (!p.vector || p.count > std::int64_t{k.held} << k.threads_log2) return nullptr;
  // Neighbouring lanes make whole sectors of memory of a short row (rows of 64 float32: 4 lanes 0.94 to 0.98, 8 lanes
  // 0.68 to 0.79).
  constexpr std::uint32_t few_log2 = 2;
  bool const brief = p.aligned && k.brief.symbol != nullptr && p.count <= std::int64_t{k.held_brief} << few_log2;
  std::int64_t const held = brief ? k.held_brief : k.held;
  p.lanes_log2 = std::max(log2_up_to((p.count + held - 1) / held, static_cast<std::uint32_t>(k.threads_log2)),
                          log2_up_to(p.count / k.width, few_log2));
  // Short rows that threads are full of come in small blocks, some of which load while others store.
  bool const full = p.count * 2 >= held << p.lanes_log2;
  auto const least =
      full ? std::clamp(tuning::rows_short_rows << p.lanes_log2, tuning::rows_short_threads, tuning::fold_threads)
           : tuning::fold_threads;
  l.shape.block_x = std::max(static_cast<unsigned>(least), 1u << p.lanes_log2);
  if (brief) return &k.brief;
  return p.aligned ? &k.vectors : &k.cut;
}

/// Threads of rows that are read again and lie side by side: as many rows as all that lie side by side if these are
/// few, so that what a block reads at once is a run of memory, or about a warp's.
void share_columns(rows_launch& l) {
  fold_plan& p = l.plan;
  std::int64_t const columns = l.kept.extent[0], groups = columns <= tuning::rows_columns ? 1 : (columns + 31) / 32,
                     slots = (columns + groups - 1) / groups, states = 48 * 1024 / l.kernels.largest_state / slots;
  p.slots = static_cast<int>(slots);
  p.lanes =
      static_cast<int>(std::max<std::int64_t>(1, std::min({(std::int64_t{1} << l.kernels.again_threads_log2) / slots,
                                                           states, std::max<std::int64_t>(p.count / 8, 2)})));
  l.shape.block_x = static_cast<unsigned>(p.slots * p.lanes);
}
/// Blocks that share rows which lie side by side: as few as keep nearly all multiprocessors busy, of which each has one
/// at a time, since every block merges what all have folded.
std::int64_t sharing_columns(std::int64_t groups) {
  std::int64_t const each = limits().multiprocessors;
  std::int64_t best = 1;
  double most = 0;
  for (std::int64_t n = 1; n == 1 || n * groups <= 2 * each; ++n) {
    double const busy = static_cast<double>(n * groups) / static_cast<double>((n * groups + each - 1) / each * each);
    if (busy > most + 0.04) best = n, most = busy;
  }
  return best;
}
/// The launch that stores rows which lie side by side, after those that folded them: blocks of as many rows as they
/// have threads, or halves or thirds of all, so that what they write is whole lines of memory. (H200, 2026-11, softmax
/// along axis 0 of 50000 x 675 float32: 0.228 ms, 0.263 by blocks of 31 rows; of 32768 x 900 float16 0.145 and 0.141.)
void store_columns(rows_launch& l, loop_view const& v) {
  fold_plan& p = l.plan;
  if (v.itemsize[0] < 4) return;
  std::int64_t const columns = l.kept.extent[0], threads = std::int64_t{1} << l.kernels.again_threads_log2;
  for (std::int64_t groups = (columns + threads - 1) / threads; groups * tuning::rows_columns <= columns; ++groups) {
    std::int64_t const slots = (columns + groups - 1) / groups, lanes = threads / slots;
    bool const full = slots * lanes * 20 >= threads * 17, fits = slots * lanes * l.kernels.largest_state <= 48 * 1024;
    if (!full || !fits || p.results % columns != 0) continue;
    p.slots = static_cast<int>(slots), p.lanes = static_cast<int>(lanes);
    l.shape.block_x = static_cast<unsigned>(slots * lanes);
    l.shape.shared_bytes = l.shape.block_x * static_cast<unsigned>(l.kernels.largest_state);
    std::int64_t const all = (p.results + slots - 1) / slots,
                       parts = std::min(sharing_columns(all), std::max<std::int64_t>(1, p.count / lanes));
    p.per_part = (p.count + parts - 1) / parts;
    p.parts = static_cast<std::uint32_t>((p.count + p.per_part - 1) / p.per_part);
    l.shape.grid_x = static_cast<unsigned>(all * p.parts);
    return;
  }
}
/// Rows that are read again: a block each, or several in a launch for each level.
void read_again(rows_launch& l) {
  cuda_rows_kernels& k = l.kernels;
  fold_plan& p = l.plan;
  bool const uncached = p.vector && p.count >= tuning::rows_again_least && p.count <= tuning::rows_again_uncached &&
                        k.held_bytes <= 2 * std::popcount(k.cached);
  if (p.across) {
    p.vector = false;
    p.splats = 0;
    share_columns(l);
  } else {
    p.lanes_log2 = std::max<std::uint32_t>(
        log2_up_to(p.count / 8, static_cast<std::uint32_t>(k.again_threads_log2) - (uncached ? 1u : 0u)),
        log2_up_to(p.count, 5));
    l.shape.block_x = std::max(static_cast<unsigned>(tuning::fold_threads), 1u << p.lanes_log2);
    p.lanes = 1 << p.lanes_log2;
    p.slots = static_cast<int>(l.shape.block_x >> p.lanes_log2);
  }
  std::int64_t const slots = p.slots, lanes = p.lanes, groups = (p.results + slots - 1) / slots;
  p.cache_from = p.across ? static_cast<std::int32_t>(l.shape.block_x) * k.largest_state : k.shared_bytes;
  p.cache_from = (p.cache_from + 15) / 16 * 16;
  std::int64_t const pitch = (p.count + 15) / 16 * 16, room = p.cache_from + slots * pitch * k.held_bytes;
  p.per_part = p.count;
  if (!p.across && !uncached && k.held_bytes > 0 && room <= limits().shared_bytes) {
    p.cache_pitch = pitch;
    p.cache_row = static_cast<std::int32_t>(pitch * k.held_bytes);
    l.shape.shared_bytes = static_cast<unsigned>(room);
    return;
  }
  l.shape.shared_bytes = static_cast<unsigned>(p.cache_from);
  // A block of a long row has a multiprocessor for itself: of 133 on 132 the last one would work alone, as long again.
  std::int64_t const each = limits().multiprocessors, turns = (groups + each - 1) / each;
  bool const few = groups * 2 <= tuning::rows_blocks,
             idle = !few && p.count >= tuning::rows_long && groups * 4 < turns * each * 3;
  if (!few && !idle) return;
  std::int64_t const blocks = few ? tuning::rows_blocks : 4 * each,
                     wanted = p.across && few ? sharing_columns(groups) : (blocks + groups - 1) / groups,
                     most = std::max<std::int64_t>(1, p.count / (lanes * tuning::fold_least));
  p.per_part = std::max<std::int64_t>(1, (p.count + std::min(wanted, most) - 1) / std::min(wanted, most));
  p.per_part = (p.per_part + k.width - 1) / k.width * k.width;
  p.parts = static_cast<std::uint32_t>((p.count + p.per_part - 1) / p.per_part);
}

}  // namespace

void cuda_rows_start(cuda_rows_kernels& k, signature_info const& info, loop_builder& loop, std::uint32_t mask,
                     bool to_rows, char const* name) {
  loop_view const& v = loop.view;
  rows_launch l(k, info.has_computed);
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
  if (!p.vector && !p.across) p.vector = rows_are_shifted_vectors(l, v);
  if (!p.vector) p.splats = 0;
  runtime::kernel_function* kernel = nullptr;
  if (!p.across && l.folded.count <= 1) {
    // A block that has all registers of a multiprocessor waits for memory with it.
    if (are_mostly_twins(l, v)) kernel = staged(l, v);
    if (kernel == nullptr && p.count * 2 > std::int64_t{k.held} << k.threads_log2) kernel = behind_front(l);
    if (kernel == nullptr && p.vector && !p.aligned && had_better_be_whole(l)) kernel = staged(l, v);
    if (kernel == nullptr) kernel = in_registers(l);
    if (kernel == nullptr) kernel = staged(l, v);
  }
  if (p.across) kernel = staged_across(l, v);
  bool const again = kernel == nullptr;
  if (again) {
    // Few columns of few elements would be no block: there neighbouring threads have neighbouring elements of one.
    std::int64_t const columns = l.kept.count > 0 ? l.kept.extent[0] : 1;
    p.across =
        p.across || (lies_across(l.kept, l.folded, v) && columns > 1 && p.count >= tuning::fold_threads * 8 / columns);
    read_again(l);
    kernel = p.vector && p.aligned && k.again.symbol != nullptr ? &k.again : &k.any;
  } else {
    p.slots = static_cast<int>(l.shape.block_x >> p.lanes_log2) * p.stage_turns * p.together;
  }
  std::int64_t const groups = (p.results + p.slots - 1) / p.slots;
  l.shape.grid_x = static_cast<unsigned>(groups * p.parts);
  storage_ptr partial;
  bool const by_level = again && p.parts > 1;
  if (by_level) {
    partial = storage_ptr(runtime::allocate(memory_kind::device, p.results * p.parts * k.all_states + 16 * k.levels));
    p.partial = partial->data;
  }
  alignas(16) unsigned char bytes[max_arguments];
  void* arguments[] = {bytes};
  std::int64_t const read = bytes_of(v, info.outputs, info.count);
  int const launches = by_level ? k.levels + 1 : 1;
  p.merged_parts = p.parts;
  for (p.first_level = 1; p.first_level <= launches; ++p.first_level) {
    if (by_level && p.across && !to_rows && p.first_level == launches) store_columns(l, v);
    write_arguments(bytes, k.layout, k.axes, p, l.folded, l.kept, v, loop.scalars, info.bytes);
    runtime::launch(*kernel, l.shape, arguments, name);
    runtime::count_launch(read, p.first_level == launches ? bytes_of(v, 0, info.outputs) : 0);
  }
}

}  // namespace cp::kernels
