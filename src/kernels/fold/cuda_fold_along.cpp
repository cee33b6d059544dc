// Planning folds whose threads have neighbouring elements of a row: of vectors or elements, of one row or of several.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fuse/kernels/fold/cuda_fold_plan.hpp>
#include <fuse/kernels/tuning.hpp>

#include "fold_arguments.hpp"
#include "fold_launch.hpp"
#include "kernels/device_limits.hpp"

namespace cp::kernels {

namespace {

/// Whether rows are vectors but for a few elements at their ends: all inputs begin each row equally far from a
/// boundary. Notes how far that is.
bool is_vector_within(fold_launch& l) {
  int const width = l.kernels.width;
  fold_plan& p = l.plan;
  if (width == 1 || l.folded.count == 0) return false;
  p.aligned = true;
  int guide = -1;
  for (int k = l.view.outputs; k < l.view.count; ++k) {
    if (!l.reads(k)) continue;
    if (l.folded.stride[k][0] != 1) return false;
    int const shift = shift_of(l.view, k, width);
    if (guide < 0) guide = k, p.shift = shift;
    if (shift != p.shift) return false;
    p.aligned = p.aligned && shift == 0;
    for (int a = 0; a < l.kept.count + l.folded.count - 1; ++a) {
      axis_set const& s = a < l.kept.count ? l.kept : l.folded;
      int const axis = a < l.kept.count ? a : a - l.kept.count + 1;
      if ((s.stride[k][axis] - s.stride[guide][axis]) % width != 0) return false;
      p.aligned = p.aligned && s.stride[k][axis] % width == 0;
    }
  }
  return p.aligned || p.length >= tuning::fold_least * width;
}

/// Whether rows that do not begin on boundaries had better be read as vectors nevertheless, as they lie: those beside
/// what all have in common, and short ones of one array. Notes which inputs lie so.
bool is_loose(fold_launch& l) {
  int const width = l.kernels.width;
  fold_plan& p = l.plan;
  if (l.kernels.loose.symbol == nullptr || l.folded.count == 0 || p.length < tuning::fold_loose * width) return false;
  std::uint64_t loose = 0;
  int inputs = 0, narrow = 0;
  bool common = false;
  for (int k = l.view.outputs; k < l.view.count; ++k) {
    if (!l.reads(k)) continue;
    if (l.folded.stride[k][0] != 1) return false;
    ++inputs;
    narrow += l.view.itemsize[k] <= 2;
    bool lies = shift_of(l.view, k, width) == 0, apart = false;
    for (int a = 0; a < l.kept.count; ++a) {
      lies = lies && l.kept.stride[k][a] % width == 0;
      apart = apart || l.kept.stride[k][a] != 0;
    }
    common = common || !apart;
    for (int a = 1; a < l.folded.count; ++a) lies = lies && l.folded.stride[k][a] % width == 0;
    if (!lies) loose |= std::uint64_t{1} << (k - l.view.outputs);
  }
  std::int64_t const most = narrow > 0 ? tuning::fold_loose_most_narrow : tuning::fold_loose_most;
  if (!common && (inputs > 1 || p.length > most * width)) return false;
  p.loose = loose;
  p.aligned = true;
  return true;
}

/// Bytes from an operand's first element to its farthest one, along some axes.
std::int64_t span_of(axis_set const& s, int k, std::int64_t itemsize) {
  std::int64_t bytes = itemsize;
  for (int a = 0; a < s.count; ++a) bytes += std::abs(s.stride[k][a]) * (s.extent[a] - 1) * itemsize;
  return bytes;
}

}  // namespace

void plan_along(fold_launch& l) {
  fold_plan& p = l.plan;
  constexpr std::uint32_t all = tuning::fold_threads_log2;
  p.vector = is_vector_within(l);
  if ((!p.vector || !p.aligned) && is_loose(l)) p.vector = true;
  std::int64_t const width = p.vector ? l.kernels.width : 1, loads = (p.length + width - 1) / width,
                     at_once = p.vector ? l.kernels.vectors : l.kernels.elements;
  std::int64_t step = 0, bytes = 1;
  for (int k = l.view.outputs; l.folded.count > 0 && k < l.view.count; ++k)
    if (l.reads(k))
      step = std::max(step, std::abs(l.folded.stride[k][0]) * l.view.itemsize[k]),
      bytes = std::max<std::int64_t>(bytes, l.view.itemsize[k] * width);
  // Elements: lanes that read whole lines, or a row that is shorter. Vectors: about one round of loads for each lane,
  // of long rows several.
  std::uint32_t const least =
      p.vector ? 0 : log2_up_to(std::min(tuning::fold_line / bytes, step * p.length * 2 / tuning::fold_line), all);
  std::uint32_t const wanted = p.vector ? log2_up_to((loads + tuning::fold_vectors - 1) / tuning::fold_vectors,
                                                     loads > tuning::fold_long ? 5 : 4)
                                        : std::max(least, log2_up_to(loads / tuning::fold_loads, 5));
  std::uint32_t const most = std::max(wanted, log2_up_to((loads + at_once - 1) / at_once, all));
  p.row_log2 = most;
  while (p.row_log2 > wanted && p.results * p.rows >> (all - p.row_log2 + 1) >= l.room) --p.row_log2;
  p.lanes_log2 = std::min(all, p.row_log2 + log2_up_to(p.rows, all));
  while (p.lanes_log2 > std::max<std::uint32_t>(5, p.row_log2) && p.results >> (all - p.lanes_log2 + 1) >= l.room)
    --p.lanes_log2;
  p.lanes = 1 << p.lanes_log2;
  p.row_lanes = 1 << (p.lanes_log2 - p.row_log2);
  p.slots = tuning::fold_threads >> p.lanes_log2;
  p.groups = (p.results + p.slots - 1) / p.slots;
}

bool plan_beside(fold_launch& l) {
  fold_plan& p = l.plan;
  if (l.kernels.beside.symbol == nullptr || l.kept.count == 0 || l.folded.count != 1 || p.wide || p.length == 0)
    return false;
  bool const within = is_vector_within(l), vector = within && p.aligned && p.length % l.kernels.width == 0;
  if (!within && is_loose(l)) {
    p.loose = 0;
    return false;
  }
  std::int64_t const width = vector ? l.kernels.width : 1,
                     rows = vector ? l.kernels.beside_vectors : l.kernels.beside_elements,
                     loads = (p.length + width - 1) / width;
  std::int64_t bytes = 1, most = 0;
  int inputs = 0;
  bool common = false;
  for (int k = 0; k < l.view.count; ++k) {
    if (l.reads(k)) {
      ++inputs;
      most = std::max<std::int64_t>(most, l.view.itemsize[k]);
      bool apart = false;
      for (int a = 0; a < l.kept.count; ++a) apart = apart || l.kept.stride[k][a] != 0;
      common = common || !apart;
    }
    std::int64_t const itemsize = l.view.itemsize[k], along = std::abs(l.folded.stride[k][0]) * itemsize,
                       down = std::abs(l.kept.stride[k][0]) * itemsize;
    if (std::max(along * width, down * rows) * tuning::fold_threads > index_limit) return false;
    if (l.kept.count > 1 && span_of(l.kept, k, itemsize) > index_limit) return false;
    if (l.reads(k) && along != 0) bytes = std::max(bytes, itemsize * width);
  }
  if (!common) return false;
  std::uint32_t const least = log2_up_to(std::min(loads, tuning::fold_line / bytes), 5);
  std::int64_t const room = limits().multiprocessors * tuning::fold_beside_blocks;
  auto const groups_of = [&](std::uint32_t lanes_log2) {
    std::int64_t const slots = (tuning::fold_threads >> lanes_log2) * rows;
    return (p.results + slots - 1) / slots;
  };
  // Blocks in so many rounds, the last of which may leave most multiprocessors idle.
  auto const rounds_of = [&](std::int64_t groups) { return (groups + room - 1) / room; };
  std::int64_t fewest = 0;
  for (std::uint32_t n = least; n <= tuning::fold_threads_log2; ++n) {
    std::int64_t const groups = groups_of(n);
    if (n < tuning::fold_threads_log2 && groups < room) continue;
    // What a load and its arithmetic take, and what merging takes; warps wait for each other.
    std::int64_t const cost = ((((loads - 1) >> n) + 1) << n) * (8 + 4 * width) + (std::int64_t{6 * n} << n) +
                              (n > 5 ? std::int64_t{32} << n : 0),
                       all = cost * rounds_of(groups) * room / groups;
    if (fewest == 0 || all < fewest) fewest = all, p.lanes_log2 = n;
  }
  std::int64_t const slots = (tuning::fold_threads >> p.lanes_log2) * rows, groups = groups_of(p.lanes_log2),
                     rounds = rounds_of(groups);
  if (loads > tuning::fold_beside_turns << p.lanes_log2 || groups < room) return false;
  // Warps share rows where much is read besides. (H200, 2026-11: sum(x * w + b) of 8192 rows of 4096 float32 0.036 ms
  // so, 0.051 with a row each; max(x - w) of 5000 rows of 8192 float16 0.028 and 0.027, float32 0.047 and 0.048.)
  if (p.lanes_log2 > 5 && (rounds * room * 3 > groups * 4 || loads < std::int64_t{1} << p.lanes_log2 ||
                           (inputs < 3 && (most < 4 || rounds < 4))))
    return false;
  p.vector = vector;
  p.together = static_cast<int>(rows);
  p.lanes = 1 << p.lanes_log2;
  p.slots = static_cast<int>(slots);
  p.groups = groups;
  // (H200, 2026-11, sum(x * w + b) of float32, 80000 rows of 512, 40000 of 1024 and 65536 of 512 0.047, 0.048 and
  // 0.038 ms so, 0.073, 0.054 and 0.038 without a look at the last round; 4096 rows of 1024 0.0128 both.)
  std::int64_t const turns = rounds > tuning::fold_turns + 2                                     ? tuning::fold_turns
                             : rounds <= tuning::fold_turns && rounds * room * 10 <= groups * 11 ? rounds
                                                                                                 : 1;
  p.blocks = (groups + turns - 1) / turns;
  return true;
}

}  // namespace cp::kernels
