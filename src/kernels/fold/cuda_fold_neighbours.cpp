// Planning the CUDA folds whose threads hold rows, or have several neighbouring results.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fuse/kernels/fold/cuda_fold_plan.hpp>
#include <fuse/kernels/tuning.hpp>

#include "fold_launch.hpp"
#include "kernels/device_limits.hpp"

namespace cp::kernels {

namespace {

/// Threads that have up to `most` results along an axis each, of which so many share them that all multiprocessors are
/// busy; whether they are. Neighbouring threads have neighbouring results where no step to a thread's next one is too
/// long.
bool plan_neighbours(fold_launch& l, std::int64_t most, int axis = 0) {
  fold_plan& p = l.plan;
  std::int64_t const side = l.kept.count > 0 ? l.kept.extent[axis] : 1;
  if (side > index_limit - 2 * most) return false;  // threads ask for results beyond its end, in 32 bits
  std::int64_t const wanted = limits().multiprocessors * tuning::neighbour_threads;
  std::int64_t const of_side = (side + most - 1) / most, columns = p.results / side * of_side;
  std::uint32_t lanes = 0;
  while (lanes < tuning::fold_threads_log2 && columns << lanes < wanted && p.length >> lanes >= tuning::neighbour_least)
    ++lanes;
  // Blocks share the elements of few results.
  std::int64_t const threads = columns << lanes, most_parts = p.length / (tuning::neighbour_part << lanes),
                     parts = threads >= wanted / 4
                                 ? 1
                                 : std::clamp<std::int64_t>(wanted / threads, 1, std::max<std::int64_t>(most_parts, 1));
  if (threads * parts < wanted / 4) return false;
  bool short_steps = true;
  for (int k = 0; k < l.view.count && l.kept.count > 0; ++k)
    short_steps =
        short_steps && std::abs(l.kept.stride[k][axis]) * of_side * std::max(1, l.view.itemsize[k]) <= index_limit;
  std::int64_t below = 1;
  for (int a = 0; a < axis; ++a) below *= l.kept.extent[a];
  p.side = axis;
  p.of_below = divider(static_cast<std::uint32_t>(below));
  p.apart = short_steps ? of_side : 1;
  p.together = static_cast<int>(p.apart == 1 ? most : 1);
  p.of_side = divider(static_cast<std::uint32_t>(of_side));
  p.columns = columns;
  p.lanes_log2 = lanes;
  p.slots = tuning::fold_threads >> lanes;
  p.groups = (columns + p.slots - 1) / p.slots;
  p.blocks = std::min(p.groups, limits().multiprocessors * tuning::neighbour_blocks);
  std::int64_t const of_part = (p.length + parts - 1) / parts;
  p.per_part = p.step = std::max<std::int64_t>((of_part + (std::int64_t{1} << lanes) - 1) >> lanes, 1) << lanes;
  p.parts = static_cast<std::uint32_t>(std::max<std::int64_t>((p.length + p.step - 1) / p.step, 1));
  return true;
}

/// Which kernel holds all rows that are folded: `pair_kernels` where there is none.
int kernel_of_rows(cuda_fold_kernels const& k, unsigned char const* scalars) {
  program::row_lengths const rows = k.row_lengths(scalars);
  int n = 0;
  while (n < pair_kernels && (rows.fewest != pair_rows[n] || rows.most != pair_rows[n])) ++n;
  return n;
}

/// Whether it is few bytes from each input's element to the next, and to that of the next result.
bool steps_are_short(fold_launch const& l) {
  auto const is_short = [&](axis_set const& s, int k) {
    return s.count == 0 || std::abs(s.stride[k][0]) * std::max(1, l.view.itemsize[k]) <= index_limit;
  };
  for (int k = l.view.outputs; k < l.view.count; ++k)
    if (!is_short(l.kept, k) || !is_short(l.folded, k)) return false;
  return true;
}

/// Which of the inputs that stand against each other neighbouring results have in common, where each of the others has
/// one element, or row, a result: 0: the left ones, 1: the right ones, -1: neither.
int side_in_common(fold_launch const& l) {
  if (l.kernels.outer[0][0].symbol == nullptr || l.kept.count == 0) return -1;
  program::opposed_inputs const& sides = l.kernels.opposed;
  auto const stand = [&](std::uint64_t common, std::uint64_t own) {
    for (int k = l.view.outputs; k < l.view.count; ++k) {
      std::uint64_t const bit = std::uint64_t{1} << (k - l.view.outputs);
      if ((common & bit) != 0 && l.kept.stride[k][0] != 0) return false;
      if ((own & bit) != 0 && l.folded.stride[k][0] != 0) return false;
    }
    return true;
  };
  return stand(sides.left, sides.right) ? 0 : stand(sides.right, sides.left) ? 1 : -1;
}

/// Whether each input is the same for all elements of a result, or for results side by side: arithmetic decides then.
bool is_shared(fold_launch const& l) {
  bool some = false;
  for (int k = l.view.outputs; k < l.view.count; ++k) {
    if (!l.reads(k)) continue;
    if (l.kept.stride[k][0] != 0 && l.folded.stride[k][0] != 0) return false;
    some = some || l.kept.stride[k][0] == 0;
  }
  return some;
}

/// Whether short rows had better be folded by threads that have several each: all are those of several results, or one
/// input's are not, but are very short.
bool are_brief(fold_launch const& l) {
  int own = 0;
  std::int64_t bytes = 0, narrowest = 8;
  for (int k = l.view.outputs; k < l.view.count; ++k) {
    if (!l.reads(k) || l.folded.stride[k][0] == 0) continue;
    bool all = true;
    for (int a = 0; a < l.kept.count; ++a) all = all && l.kept.stride[k][a] != 0;
    if (!all) continue;
    ++own;
    narrowest = std::min<std::int64_t>(narrowest, l.view.itemsize[k]);
    bytes = std::max(bytes, l.view.itemsize[k] * l.plan.length);
  }
  return own == 0 || (own == 1 && bytes <= tuning::each_bytes && narrowest >= 4);
}

/// Along which axis threads had better have up to `most` results each, of short rows: that of which a warp, whose
/// threads are neighbours along the first axis, loads fewest lines of memory for a result.
int axis_of_results(fold_launch const& l, std::int64_t most) {
  int best = 0;
  double fewest = 0;
  for (int axis = 0; axis < std::min(l.kept.count, 2); ++axis) {
    std::int64_t const results = std::min(most, l.kept.extent[axis]);
    std::int64_t lines = 0;
    for (int k = l.view.outputs; k < l.view.count; ++k) {
      if (!l.reads(k)) continue;
      std::int64_t const step = std::abs(l.kept.stride[k][0]) * l.view.itemsize[k];
      lines +=
          (l.kept.stride[k][axis] == 0 ? 1 : results) * (step == 0 ? 1 : std::clamp<std::int64_t>(step / 4, 1, 32));
    }
    double const each = static_cast<double>(lines) / static_cast<double>(results);
    if (axis == 0 || each < fewest) best = axis, fewest = each;
  }
  return best;
}

}  // namespace

runtime::kernel_function* plan_pairs(fold_launch& l, unsigned char const* scalars) {
  cuda_fold_kernels& k = l.kernels;
  bool const of_rows = k.row_lengths != nullptr;
  if ((!of_rows && k.outer[0][0].symbol == nullptr) || l.folded.count != 1 || l.plan.wide || !steps_are_short(l))
    return nullptr;
  int const kernel = of_rows ? kernel_of_rows(k, scalars) : 0, side = kernel < outer_kernels ? side_in_common(l) : -1;
  if (side >= 0 && plan_neighbours(l, k.outer_results)) return &k.outer[kernel][side];
  return of_rows && kernel < pair_kernels && plan_neighbours(l, 1) ? &k.pairs[kernel] : nullptr;
}

runtime::kernel_function* plan_each(fold_launch& l, bool are_short) {
  cuda_fold_kernels& k = l.kernels;
  bool const fits = k.each.symbol != nullptr && l.folded.count == 1 && l.kept.count > 0 && !l.plan.wide &&
                    ((are_short && are_brief(l)) || (l.plan.count <= k.each_most && is_shared(l))) &&
                    steps_are_short(l);
  if (!fits) return nullptr;
  int const axis = are_short ? axis_of_results(l, k.each_results) : 0;
  return plan_neighbours(l, k.each_results, axis) ? &k.each : nullptr;
}

}  // namespace cp::kernels
