// Planning and starting the CUDA folding kernels.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fuse/kernels/fold/cuda_fold_plan.hpp>
#include <fuse/kernels/fold/merged_at_once.hpp>
#include <fuse/kernels/tuning.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/device.hpp>
#include <fuse/runtime/storage.hpp>
#include <limits>

#include "fold_arguments.hpp"
#include "fold_launch.hpp"
#include "kernels/device_limits.hpp"

namespace cp::kernels {

namespace {

/// Bytes between neighbours along an axis, of all inputs together: axes along which none moves come last.
std::int64_t step_along(fold_launch const& l, int axis) {
  std::int64_t bytes = 0;
  for (int k = l.view.outputs; k < l.view.count; ++k)
    if (l.reads(k)) bytes += std::abs(l.view.stride(k, axis)) * l.view.itemsize[k];
  return bytes > 0 ? bytes : std::numeric_limits<std::int64_t>::max();
}

/// Turns an axis that no input crosses upwards.
void turn_upwards(fold_launch const& l, int axis) {
  loop_view const& v = l.view;
  bool downwards = false;
  for (int k = v.outputs; k < v.count; ++k) {
    if (!l.reads(k)) continue;
    if (v.stride(k, axis) > 0) return;
    downwards = downwards || v.stride(k, axis) < 0;
  }
  if (!downwards) return;
  for (int k = 0; k < v.count; ++k) {
    v.data[k] = static_cast<char*>(v.data[k]) + v.stride(k, axis) * (v.shape[axis] - 1) * v.itemsize[k];
    v.stride(k, axis) = -v.stride(k, axis);
  }
}

/// Axes of the loop of one kind in the order of the inputs' memory, innermost first, joined where every operand crosses
/// them with one step. Where elements' positions matter, those that are folded stay in their order.
void take_axes_by_step(axis_set& s, fold_launch const& l, std::uint32_t folded, bool wanted) {
  loop_view const& v = l.view;
  bool const any_order = !wanted || !l.info.has_computed;
  int order[max_axes], count = 0;
  std::int64_t steps[max_axes];
  for (int i = v.rank - 1; i >= 0; --i) {
    if (((folded >> i & 1) != 0) != wanted || v.shape[i] == 1) continue;
    if (any_order) turn_upwards(l, i);
    std::int64_t const step = any_order ? step_along(l, i) : 0;
    int at = count++;
    for (; at > 0 && steps[at - 1] > step; --at) order[at] = order[at - 1], steps[at] = steps[at - 1];
    order[at] = i, steps[at] = step;
  }
  for (int n = 0; n < count; ++n) append_axis(s, v, order[n]);
}

/// Whether results lie nearer to each other in the inputs' memory than what is folded to one; where nothing is in
/// memory, in the places of what is computed for each of them.
bool lies_nearer(fold_launch const& l) {
  if (l.kept.count == 0 || l.folded.count == 0) return l.kept.count > 0;
  std::int64_t kept = 0, folded = 0;
  for (access const kind : {access::element, access::computed}) {
    if (kind == access::computed && (kept != 0 || folded != 0)) continue;
    for (int k = l.view.outputs; k < l.view.count; ++k) {
      if (l.view.kind[k] != kind || (kind == access::computed && l.kept.stride[k][0] == 0)) continue;
      std::int64_t const unit = kind == access::element ? l.view.itemsize[k] : 1;
      kept += std::abs(l.kept.stride[k][0]) * unit;
      folded += std::abs(l.folded.stride[k][0]) * unit;
    }
  }
  return kept < folded;
}

/// Whether every input's elements along the first axis of `along` are aligned vectors wherever the other axes begin.
bool is_aligned(axis_set const& along, axis_set const& others, fold_launch const& l, int width) {
  if (width == 1 || along.count == 0 || along.extent[0] % width != 0) return false;
  for (int k = l.view.outputs; k < l.view.count; ++k) {
    if (!l.reads(k)) continue;
    if (along.stride[k][0] != 1 || shift_of(l.view, k, width) != 0) return false;
    for (int a = 1; a < along.count; ++a)
      if (along.stride[k][a] % width != 0) return false;
    for (int a = 0; a < others.count; ++a)
      if (others.stride[k][a] % width != 0) return false;
  }
  return true;
}

/// Blocks that share a result: as many as there is room for, if each has enough to do.
std::int64_t parts_of(fold_launch const& l) {
  return std::max<std::int64_t>(1,
                                std::min(l.room / l.plan.groups, l.plan.count / (l.plan.lanes * tuning::fold_least)));
}

/// Whether a thread had better fold whole results: they are short, and there are enough of them to keep all threads
/// busy.
bool are_short(fold_launch const& l) {
  if (l.kept.count == 0 || l.plan.count > tuning::fold_short || l.plan.results < l.room * tuning::fold_threads)
    return false;
  std::int64_t bytes = 0, inputs = 0, widest = 0;
  for (int k = l.view.outputs; k < l.view.count; ++k)
    if (l.reads(k) && l.folded.count > 0) {
      bytes = std::max(bytes, std::abs(l.folded.stride[k][0]) * l.folded.extent[0] * l.view.itemsize[k]);
      widest = std::max<std::int64_t>(widest, l.view.itemsize[k]);
      ++inputs;
    }
  if (l.folded.count != 1) return bytes <= tuning::fold_short_bytes;
  if (inputs == 1)
    return bytes <= tuning::fold_short_bytes && (widest > 2 || l.plan.count <= tuning::fold_short_of_narrow);
  // (What many results have in common is read once: few bytes a result.)
  bool const vectors = is_aligned(l.folded, l.kept, l, l.kernels.width) &&
                       bytes_of(l.view, l.view.outputs, l.view.count) > bytes_of(l.view, 0, l.view.outputs);
  return vectors ? bytes <= tuning::fold_short_bytes && widest > 4 : bytes <= tuning::fold_short_bytes_of_several;
}

/// Whether a thread that has results side by side folds them quickly without help.
bool are_few(fold_launch const& l) {
  int inputs = 0;
  for (int k = l.view.outputs; k < l.view.count; ++k) inputs += l.reads(k);
  return l.plan.count <= (inputs > 1      ? tuning::fold_few_of_several
                          : l.plan.vector ? tuning::fold_few
                                          : tuning::fold_few_apart);
}
/// Whether a thread that needs no help finds all elements by steps of 32 bits, in bytes.
bool are_near(fold_launch const& l) {
  fold_plan const& p = l.plan;
  auto const fits = [](std::int64_t elements, std::int64_t stride, std::int64_t itemsize) {
    return std::abs(stride) <= index_limit / itemsize / elements;
  };
  for (int k = l.view.outputs; k < l.view.count; ++k) {
    if (!l.reads(k)) continue;
    std::int64_t const itemsize = l.view.itemsize[k];
    if (p.folded > 0 && !fits(p.folded > 1 ? p.length : 1, l.folded.stride[k][0], itemsize)) return false;
    if (p.folded > 1 && !fits(1, l.folded.stride[k][1], itemsize)) return false;
    if (p.apart > 0 && !fits(p.apart * p.together, l.kept.stride[k][0], itemsize)) return false;
  }
  return true;
}
/// Whether results side by side are aligned vectors wherever the other axes begin.
bool results_are_vectors(fold_launch const& l) {
  int const width = l.kernels.width_across;
  for (int k = 0; k < l.view.outputs; ++k) {
    if (l.kept.stride[k][0] != 1 || shift_of(l.view, k, width) != 0) return false;
    for (int a = 1; a < l.kept.count; ++a)
      if (l.kept.stride[k][a] % width != 0) return false;
  }
  return true;
}

/// Results of a thread that are no neighbours: as many as of neighbours, unless too many would be another thread's too.
void plan_apart(fold_launch& l) {
  fold_plan& p = l.plan;
  std::int64_t const along = l.kept.extent[0], width = l.kernels.width_across, rest = along % width;
  bool const many = rest * 8 <= along;
  p.together = many ? static_cast<int>(width) : 1;
  p.apart = many && width > 1 ? along / width : 0;
  l.begin = along - (p.together - 1) * p.apart;
  p.columns = p.results / along * l.begin;
}

/// Shares out all columns, `slots` a block.
void share_out(fold_launch& l, std::int64_t slots) {
  fold_plan& p = l.plan;
  p.groups = (p.columns + slots - 1) / slots;
  p.slots = static_cast<int>((p.columns + p.groups - 1) / p.groups);
  p.lanes = static_cast<int>(std::clamp<std::int64_t>(p.count, 1, tuning::fold_threads / p.slots));
}

/// Takes a short inner axis that is folded, with others, for a part of the inner one that is kept, where its elements
/// and the results beside each other are one run: threads then read vectors of several results, or of parts of one, and
/// merge states that are of one result when all is folded. Changes the axes, unless there are no such vectors. (H200,
/// 2026-11, sums of rows of 4 and 8 float16, where nothing else is folded, 0.072 and 0.070 ms so, 0.030 and 0.028 not.)
bool join_inner(fold_launch& l) {
  int const width = l.kernels.width_across;
  if (l.kernels.across.symbol == nullptr || l.kept.count == 0 || l.folded.count < 2) return false;
  std::int64_t const n = l.folded.extent[0];
  if (n < 2 || n > width || (n & (n - 1)) != 0) return false;
  for (int k = l.view.outputs; k < l.view.count; ++k)
    if (l.view.kind[k] != access::staying && (!l.reads(k) || l.folded.stride[k][0] != 1 || l.kept.stride[k][0] != n))
      return false;
  axis_set kept = l.kept, folded = l.folded;
  kept.extent[0] *= n;
  --folded.count;
  for (int k = 0; k < l.view.count; ++k) {
    if (l.reads(k)) kept.stride[k][0] = 1;
    for (int a = 0; a < folded.count; ++a) folded.stride[k][a] = folded.stride[k][a + 1];
  }
  for (int a = 0; a < folded.count; ++a) folded.extent[a] = folded.extent[a + 1];
  if (!is_aligned(kept, folded, l, width)) return false;
  l.kept = kept;
  l.folded = folded;
  l.plan.joined_log2 = log2_up_to(n, 31);
  return true;
}

/// Results of a block that lie side by side: whole lines of memory, with few threads idle.
void plan_across(fold_launch& l, bool are_short) {
  fold_plan& p = l.plan;
  p.vector = p.joined_log2 > 0 || (!are_short && is_aligned(l.kept, l.folded, l, l.kernels.width_across));
  if (p.vector) {
    p.together = l.kernels.width_across;
    p.columns = (p.results << p.joined_log2) / p.together;
  } else {
    plan_apart(l);
  }
  std::int64_t const columns = p.columns;
  if (are_short || (columns >= l.room * tuning::fold_threads && are_few(l))) {
    share_out(l, tuning::fold_threads);
    p.lanes = 1;
  } else if (columns > tuning::fold_slots * l.room) {
    // As many for each block, in as few turns as keep its threads busy.
    std::int64_t const most = tuning::fold_most_slots;
    std::int64_t const fewest = (columns + l.room * most - 1) / (l.room * most);
    std::int64_t best = fewest, best_lanes = 0;
    for (std::int64_t turns = fewest; turns < fewest + 4; ++turns) {
      std::int64_t const lanes = tuning::fold_threads / ((columns + l.room * turns - 1) / (l.room * turns));
      if (lanes * best * 10 > best_lanes * turns * 11) best = turns, best_lanes = lanes;
    }
    share_out(l, (columns + l.room * best - 1) / (l.room * best));
  } else {
    // Blocks share results, unless the lines would be too short. They take whole rows where these keep threads busy and
    // states are few.
    std::int64_t const states = l.room * p.results * l.kernels.state_bytes,
                       read = bytes_of(l.view, l.info.outputs, l.info.count);
    bool const whole = tuning::fold_threads / columns * columns >= tuning::fold_whole_threads &&
                       states * tuning::fold_whole_times <= read;
    std::int64_t slots = whole ? std::max(tuning::fold_slots, columns) : tuning::fold_slots;
    share_out(l, slots);
    while (slots >= 2 * tuning::fold_least_slots && p.groups * parts_of(l) * 2 <= l.room) share_out(l, slots /= 2);
  }
  p.lanes_log2 = log2_up_to(p.lanes, tuning::fold_threads_log2);
  p.row_lanes = p.rows > p.length ? p.lanes : 1;
}

/// Blocks fold equally many groups of results. Where there would be too few they share results: they have rows of their
/// own, or a piece of each.
void plan_parts(fold_launch& l) {
  fold_plan& p = l.plan;
  std::int64_t const wanted = parts_of(l), turns = (p.groups + l.room - 1) / l.room;
  bool const brief =
      p.across ? p.lanes == 1 : p.count <= tuning::fold_long * l.kernels.width && l.kernels.state_bytes <= 16;
  std::int64_t const times = brief ? std::min(turns, tuning::fold_turns) : turns;
  p.blocks = (p.groups + times - 1) / times;
  p.per_part = p.length;
  p.rows_per_part = p.rows;
  if (wanted > 1 && p.rows >= wanted * p.row_lanes) {
    p.rows_per_part = p.rows_step = (p.rows + wanted - 1) / wanted;
    p.parts = static_cast<std::uint32_t>((p.rows + p.rows_step - 1) / p.rows_step);
  } else if (wanted > 1) {
    std::int64_t const unit = std::int64_t{p.lanes / p.row_lanes} * (p.across ? 1 : l.kernels.width);
    p.per_part = p.step = ((p.length + wanted - 1) / wanted + unit - 1) / unit * unit;
    p.parts = static_cast<std::uint32_t>((p.length + p.step - 1) / p.step);
  }
}

/// How many results' parts a block merges.
void plan_merging(fold_launch& l) {
  fold_plan& p = l.plan;
  p.merged_log2 = log2_up_to(std::min(p.results, std::max<std::int64_t>(1, 32 / l.kernels.state_bytes)), 5);
  while (p.merged_log2 > 0 &&
         (tuning::fold_threads >> p.merged_log2) * merged_at_once(l.kernels.state_bytes) < static_cast<int>(p.parts))
    --p.merged_log2;
}

}  // namespace

void cuda_fold_start(cuda_fold_kernels& k, signature_info const& info, loop_builder& loop, std::uint32_t mask,
                     char const* name) {
  loop_view const& v = loop.view;
  fold_launch l(k, info, v);
  take_axes_by_step(l.kept, l, mask, false);
  take_axes_by_step(l.folded, l, mask, true);
  fold_plan& p = l.plan;
  auto const count_axes = [&] {
    p.count = l.folded.size();
    p.kept = l.kept.count;
    p.folded = l.folded.count;
    p.length = p.folded > 0 ? l.folded.extent[0] : 1;
    p.rows = p.length > 0 ? p.count / p.length : 0;
  };
  p.results = l.kept.size();
  if (p.results == 0) return;
  count_axes();
  p.wide = p.results > index_limit || p.count > index_limit || has_long_steps(l.kept, v, 1);
  runtime::kernel_function* pairs = plan_pairs(l, loop.scalars);
  bool const nearer = lies_nearer(l);
  l.room = limits().multiprocessors * k.resident_across;
  bool const brief = k.across.symbol != nullptr && are_short(l);
  if (pairs == nullptr) pairs = plan_each(l, brief);
  axis_set const kept = l.kept, folded = l.folded;
  std::int64_t const count = p.count;
  bool const joined = pairs == nullptr && join_inner(l);
  if (joined) {
    count_axes();
    p.wide = p.wide || l.kept.size() > index_limit;
  }
  p.across = pairs == nullptr && k.across.symbol != nullptr && (nearer || brief || joined);
  bool const beside = pairs == nullptr && !p.across && plan_beside(l);
  if (!p.across) l.room = limits().multiprocessors * k.resident;
  if (p.across)
    plan_across(l, brief);
  else if (!beside && pairs == nullptr)
    plan_along(l);
  if (!beside && pairs == nullptr) plan_parts(l);
  plan_merging(l);
  p.results_are_vectors = p.across && p.vector && !joined && results_are_vectors(l);
  p.count = count;  // of a result, whose parts are merged

  storage_ptr partial;
  if (p.parts > 1) {
    partial = storage_ptr(runtime::allocate(memory_kind::device, p.results * p.parts * k.state_bytes));
    p.partial = partial->data;
  }
  alignas(16) unsigned char bytes[max_arguments];
  std::int64_t const along = l.kept.extent[0];
  if (l.begin > 0) l.kept.extent[0] = l.begin;
  write_arguments(bytes, k.layout, k.axes, p, l.folded, l.kept, v, loop.scalars, info.bytes);
  void* arguments[] = {bytes};
  runtime::launch_shape shape;
  shape.grid_x = static_cast<unsigned>(p.blocks * p.parts);
  shape.block_x = tuning::fold_threads;
  bool const alone =
      p.across && p.lanes == 1 && p.parts == 1 && !p.wide && p.folded <= 2 && k.alone.symbol != nullptr && are_near(l);
  runtime::kernel_function& kernel = pairs != nullptr ? *pairs
                                     : alone          ? k.alone
                                     : p.across       ? k.across
                                     : beside         ? k.beside
                                     : p.loose != 0   ? k.loose
                                                      : k.fold;
  runtime::launch(kernel, shape, arguments, name);
  runtime::count_launch(bytes_of(v, info.outputs, info.count), bytes_of(v, 0, info.outputs));
  if (p.parts == 1) return;
  l.kept.extent[0] = along;
  if (joined) {
    l.kept = kept;
    l.folded = folded;
    count_axes();
  }
  write_arguments(bytes, k.layout, k.axes, p, l.folded, l.kept, v, loop.scalars, info.bytes);
  std::int64_t const merged = std::int64_t{1} << p.merged_log2;
  shape.grid_x = static_cast<unsigned>((p.results + merged - 1) / merged);
  shape.early = true;
  runtime::launch(k.parts, shape, arguments, name);
  runtime::count_launch(p.results * p.parts * k.state_bytes, 0);
}

}  // namespace cp::kernels
