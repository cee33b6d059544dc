// Folding on the host: who folds what, in an order that depends on the extents, and on which axes lie side by side in
// memory.
#include <algorithm>
#include <bit>
#include <cstring>
#include <fuse/kernels/fold/host_fold.hpp>
#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "host_fold_rows.hpp"
#include "host_fold_task.hpp"
#include "kernels/fold_axes.hpp"
#include "kernels/host_gather.hpp"
#include "kernels/parts.hpp"
#include "kernels/recording.hpp"

namespace cp::kernels {

namespace {

using namespace fold_task;

/// Folds a level of a task's elements, which are one row's.
row_cascade fold_along(fold_job const& j, task_rows const& t, int number, void const* values, workspace& work) {
  host_fold_kernel const& kernel = *j.kernel;
  row_cascade cascade(kernel.level[number], work.cascade());
  walk_along(j, t, kernel.folded, false, work, [&](host_fold_rows const& r) {
    keep_parts(kernel, number, false, r, values);
    cascade.fold(r, 0, values);
  });
  return cascade;
}
/// Folds a level of a task's elements of rows that lie side by side into work.state(): steps one after the other, then
/// as many at once.
void fold_across(fold_job const& j, task_rows const& t, int number, void const* values, workspace& work) {
  host_fold_kernel const& kernel = *j.kernel;
  host_fold_level const& level = kernel.level[number];
  counter_stack steps(work.state(), (level.state_bytes * t.width + 63) / 64 * 64);
  auto const merge = [&](void* earlier, void const* later) { level.merge(earlier, later, t.width); };
  bool fresh = true;
  walk_across(j, t, kernel.folded, false, work, [&](host_fold_rows const& r, std::int64_t next) {
    keep_parts(kernel, number, true, r, values);
    level.across(r, steps.next(), values, fresh);
    fresh = (next - t.first) % j.steps == 0;
    if (fresh) steps.push(merge);
  });
  if (t.first == t.last)
    level.clear(work.state(), t.width);
  else
    steps.total(!fresh, merge);
}

/// Stores an element for each of a task's rows.
void store_results(fold_job const& j, task_rows const& t, void const* values, workspace& work) {
  void* data[max_operands];
  auto const stride = [&](int k) { return j.kept.count > 0 ? j.kept.stride[k][0] : 1; };
  auto const direct = [&](int k) { return lies(j, k, t.width == 1 ? 1 : stride(k)); };
  for (int k = 0; k < j.operands; ++k) {
    data[k] = direct(k) ? static_cast<void*>(address(j, k, t.base[k])) : work.buffer(k);
    if (!direct(k) && is_wanted(j, k, j.kernel->late, false))
      gather(j, k, t.base[k], stride(k), t.width, work.buffer(k));
  }
  j.kernel->across({data, nullptr, j.scalars, work.kept, t.width, 1}, values);
  for (int k = 0; k < j.outputs; ++k)
    if (!direct(k)) scatter_run(address(j, k, t.base[k]), work.buffer(k), stride(k), t.width, j.itemsize[k]);
}

void store_task(fold_job const& j, task_rows const& t, void const* values, workspace& work) {
  host_fold_kernel const& kernel = *j.kernel;
  if (j.to_rows) {
    store_results(j, t, values, work);
  } else if (j.across) {
    walk_across(j, t, kernel.late | (kernel.kept > 0 ? kernel.folded : 0), true, work,
                [&](host_fold_rows const& r, std::int64_t) {
                  keep_parts(kernel, kernel.levels, true, r, values);
                  kernel.across(r, values);
                });
  } else {
    walk_along(j, t, kernel.late | (kernel.kept > 0 ? kernel.folded : 0), true, work, [&](host_fold_rows const& r) {
      keep_parts(kernel, kernel.levels, false, r, values);
      kernel.along(r, values);
    });
  }
}

/// The same of short rows, all of whose elements are at hand: they are brought together once, and so are costly parts
/// computed.
void run_short_rows(fold_job const& j, task_rows const& t, workspace& work) {
  host_fold_kernel const& kernel = *j.kernel;
  void* data[max_operands];
  std::int64_t step[max_operands];
  bring_steps(j, t, work, data, step);
  host_fold_rows const all{data, step, j.scalars, work.kept, t.width, j.count};
  for (int number = 0; number < kernel.levels; ++number) {
    host_fold_level const& level = kernel.level[number];
    if (level.keep_across != nullptr) level.keep_across(all, work.values());
    counter_stack steps(work.state(), (level.state_bytes * t.width + 63) / 64 * 64);
    auto const merge = [&](void* earlier, void const* later) { level.merge(earlier, later, t.width); };
    for (std::int64_t i = 0; i < j.count; i += j.steps) {
      void *from[max_operands], *kept[max_kept];
      for (int k = 0; k < j.operands; ++k) from[k] = static_cast<char*>(data[k]) + i * step[k];
      for (int k = 0; k < kernel.kept; ++k)
        kept[k] = static_cast<char*>(work.kept[k]) + i * t.width * kernel.kept_itemsize[k];
      level.across({from, step, j.scalars, kept, t.width, std::min(j.steps, j.count - i)}, steps.next(), work.values(),
                   true);
      if (i + j.steps <= j.count) steps.push(merge);
    }
    steps.total(j.count % j.steps != 0, merge);
    level.finish(work.state(), t.width, j.count, work.values());
  }
  if (j.to_rows) return store_results(j, t, work.values(), work);
  kernel.across(all, work.values());
  return_steps(j, t, work, data);
}

/// All levels of a task's rows, and what is stored.
void run_task(fold_job const& j, std::int64_t task, workspace& work) {
  task_rows const t = rows_of(j, task);
  if (j.at_hand) return run_short_rows(j, t, work);
  if (j.whole) {
    void* data[max_operands];
    std::int64_t step[max_operands];
    auto const apart_of = [&](int k) {
      return j.kind[k] == access::staying || j.kept.count == 0 ? 0 : j.kept.stride[k][0];
    };
    auto const narrows = [&](int k) { return k < j.outputs && !j.to_rows && is_widened(j.kind[k]); };
    for (int k = 0; k < j.operands; ++k) {
      std::int64_t const apart = apart_of(k);
      data[k] = address(j, k, t.base[k]);
      step[k] = apart * j.itemsize[k];
      if (narrows(k)) {
        data[k] = work.buffer(k);
        step[k] = j.count * buffered_itemsize(j, k);
      }
      if (k < j.outputs || !is_wanted(j, k, inputs_of(j), false) || lies_in_row(j, k)) continue;
      if (int const same = work.twin[k]; same >= 0 && is_wanted(j, same, inputs_of(j), false)) {
        data[k] = data[same];
        step[k] = step[same];
        continue;
      }
      data[k] = work.buffer(k);
      step[k] = apart == 0 ? 0 : j.count * buffered_itemsize(j, k);
      std::int64_t const rows = apart == 0 ? 1 : t.width;
      if (rows == 1 && !j.to_rows && work.holds(k, t.base[k], j.count)) continue;
      if (j.folded.count == 1) {
        gather_operand_rows(work.buffer(k), source_of(j, k), t.base[k], j.folded.stride[k][0], j.count, apart, rows);
        continue;
      }
      for (std::int64_t r = 0; r < rows; ++r)
        for_pieces(j, t, k, 0, j.count,
                   [&](std::int64_t offset, std::int64_t stride, std::int64_t done, std::int64_t m) {
                     gather(j, k, offset + r * apart, stride, m,
                            work.buffer(k) + r * step[k] + done * buffered_itemsize(j, k));
                   });
    }
    run_rows(*j.kernel, {data, step, j.scalars, work.kept, j.count, t.width}, work.values(), work.cascade());
    if (j.to_rows) store_results(j, t, work.values(), work);
    for (int k = 0; k < j.outputs; ++k)
      if (narrows(k))
        scatter_operand_rows(source_of(j, k), t.base[k], j.folded.count > 0 ? j.folded.stride[k][0] : 1, j.count,
                             apart_of(k), t.width, work.buffer(k));
    return;
  }
  for (int level = 0; level < j.kernel->levels; ++level) {
    void const* state = work.state();
    if (j.across)
      fold_across(j, t, level, work.values(), work);
    else
      state = fold_along(j, t, level, work.values(), work).total();
    j.kernel->level[level].finish(state, t.width, j.count, work.values());
  }
  store_task(j, t, work.values(), work);
}

/// Calls run(begin, end) for parts of the tasks, each of so many elements.
template <class F>
void in_tasks(fold_job const& j, std::int64_t tasks, std::int64_t elements, F const& run) {
  in_parts(tasks, 1, time_of(tasks * std::max<std::int64_t>(1, elements), j.cost), run);
}

/// Tasks that share rows: a level after the other.
void fold_in_parts(fold_job& j) {
  std::int64_t const tasks = j.rest * j.blocks * j.parts, elements = std::min(j.count, j.per_part) * j.width,
                     rows = j.kept.size();
  // Of each part a row of states, or the lanes of its one row.
  std::int64_t const room = j.across ? j.width * largest_state(*j.kernel)
                                     : largest(*j.kernel, [](host_fold_level const& l) { return l.lanes_bytes; });
  j.part_bytes = (room + 63) / 64 * 64;
  stack_or_heap<8192> partial(tasks * j.part_bytes);
  stack_or_heap<1024> values(rows * j.kernel->value_bytes);
  j.partial = partial.data();
  j.values = values.data();
  for (int level = 0; level < j.kernel->levels; ++level) {
    host_fold_level const& l = j.kernel->level[level];
    in_tasks(j, tasks, elements, [&](std::int64_t begin, std::int64_t end) {
      workspace work(j);
      for (std::int64_t task = begin; task < end; ++task) {
        task_rows const t = rows_of(j, task);
        unsigned char const* const below = j.values + t.row * j.kernel->value_bytes;
        unsigned char* const to = j.partial + task * j.part_bytes;
        if (j.across) {
          fold_across(j, t, level, below, work);
          std::memcpy(to, work.state(), static_cast<std::size_t>(t.width * l.state_bytes));
        } else {
          std::memcpy(to, fold_along(j, t, level, below, work).lanes(), static_cast<std::size_t>(l.lanes_bytes));
        }
      }
    });
    in_tasks(j, j.rest * j.blocks, j.parts * j.width, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t block = begin; block < end; ++block) {
        task_rows const t = rows_of(j, block * j.parts);
        unsigned char* const first = j.partial + block * j.parts * j.part_bytes;
        for (std::int64_t step = 1; step < j.parts; step *= 2)
          for (std::int64_t p = 0; p + step < j.parts; p += 2 * step) {
            unsigned char *const to = first + p * j.part_bytes, *const from = to + step * j.part_bytes;
            j.across ? l.merge(to, from, t.width) : l.merge_lanes(to, from);
          }
        if (!j.across) l.total(first, first);
        l.finish(first, t.width, j.count, j.values + t.row * j.kernel->value_bytes);
      }
    });
  }
  std::int64_t const stored = j.to_rows ? j.width : elements, apart = j.to_rows ? j.parts : 1;
  in_tasks(j, tasks / apart, stored, [&](std::int64_t begin, std::int64_t end) {
    workspace work(j);
    for (std::int64_t i = begin; i < end; ++i) {
      task_rows const t = rows_of(j, i * apart);
      store_task(j, t, j.values + t.row * j.kernel->value_bytes, work);
    }
  });
}

void fold_now(fold_job& j) {
  if (j.kept.size() == 0 || (j.count == 0 && !j.to_rows)) return;
  if (j.parts > 1) return fold_in_parts(j);
  in_tasks(j, j.rest * j.blocks, j.count * j.width, [&](std::int64_t begin, std::int64_t end) {
    workspace work(j);
    for (std::int64_t t = begin; t < end; ++t) run_task(j, t, work);
  });
}

/// Tasks that keep all threads busy: some more than threads even out what disturbs one of them.
std::int64_t tasks_for(std::int64_t ns) {
  constexpr std::int64_t evened_ns = 50000;
  std::int64_t const threads = ns < runtime::shared_ns ? 1 : host_threads();
  return threads > 1 && ns / threads > evened_ns ? 4 * threads : threads;
}

/// Which rows a task takes. Whatever could change a result's bits is decided by extents alone. Only what cannot change
/// them may depend on the number of threads: how a row is parted, unless parts of its elements are kept (these would be
/// computed in other vectors); how many rows a task has; and, if operations are exact, how many of those whose results
/// are stored side by side, or how many columns.
void part(fold_job& j) {
  host_fold_kernel const& kernel = *j.kernel;
  std::int64_t const count = std::max<std::int64_t>(j.count, 1), columns = j.columns();
  bool const direct = in_place(j, inputs_of(j), !j.to_rows);
  bool const whole = (direct || can_copy_rows(j, !j.to_rows)) && count * kept_bytes_of(kernel) <= kept_bytes;
  // Side by side, states stay in the nearest cache; short rows that lie as they are read are taken several at a time,
  // more of them where they come from a cache.
  std::int64_t elements = task_elements / 4;
  if (!direct)
    elements = copied_elements;
  else if (kernel.levels > 1 || !j.to_rows)
    elements = j.large ? level_elements : 2 * level_elements;
  std::int64_t const rows =
      j.across ? std::clamp<std::int64_t>((j.side_by_side ? 8192 : 1024) / largest_state(kernel), 128, 2048)
      : whole  ? std::clamp<std::int64_t>(elements / count, 1, 64)
               : 1;
  auto const set_width = [&](std::int64_t width) {
    j.width = std::clamp<std::int64_t>(width, 1, columns);
    j.blocks = (columns + j.width - 1) / j.width;
  };
  set_width(rows);
  j.rest = 1;
  for (int a = 1; a < j.kept.count; ++a) j.rest *= j.kept.extent[a];
  std::int64_t const tasks = tasks_for(time_of(j.rest * columns * count, j.cost));
  j.per_part = count;
  // Where there are rows enough for all threads, none is shared unless that loses nothing.
  bool const rows_suffice = (!j.to_rows || kernel.levels > 1) && j.rest * j.blocks >= 64;
  if (j.across && !rows_suffice)
    j.per_part = std::max<std::int64_t>(steps_at_once, task_elements / j.width / steps_at_once * steps_at_once);
  else if (!j.across && kernel.kept > 0)
    j.per_part = rows_suffice ? count : task_elements;
  else if (!j.across && j.rest * j.blocks < tasks && j.width == 1) {
    std::int64_t const parts = 4 * ((tasks + j.rest * j.blocks - 1) / (j.rest * j.blocks));
    j.per_part = std::max(row_cascade::group_length,
                          static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(count / parts))));
  }
  j.parts = (count + j.per_part - 1) / j.per_part;
  if (j.parts == 1) j.per_part = count;
  if (j.rest * j.blocks * j.parts < tasks && (j.exact || (!j.across && !j.to_rows))) {
    std::int64_t const blocks = (tasks + j.rest * j.parts - 1) / (j.rest * j.parts),
                       least = (columns + blocks - 1) / blocks;
    std::int64_t const narrowest = j.across ? narrow : std::clamp<std::int64_t>(narrow_elements / count, 1, 16);
    set_width(std::min(j.width, (least + narrowest - 1) / narrowest * narrowest));
  }
  j.whole = whole && j.parts == 1;
  j.at_hand = j.across && !j.side_by_side && j.count > 0 && j.parts == 1;
  j.buffered = std::max(run_length, j.at_hand            ? j.width * j.count
                                    : j.across           ? std::max(8 * j.width, copied_elements)
                                    : j.whole && !direct ? j.width * count
                                                         : 0);
}

/// The axis of most elements.
int longest_axis(axis_set const& s) {
  int axis = 0;
  for (int a = 1; a < s.count; ++a)
    if (s.extent[a] > s.extent[axis]) axis = a;
  return axis;
}
void swap_axes(axis_set& s, int a, int b, int operands) {
  std::swap(s.extent[a], s.extent[b]);
  for (int k = 0; k < operands; ++k) std::swap(s.stride[k][a], s.stride[k][b]);
}

}  // namespace

void host_fold_start(host_fold_kernel const& kernel, signature_info const& info, loop_builder& loop,
                     std::uint32_t folded, bool to_rows) try {
  if (fold_small(kernel, info, loop, folded, to_rows) || fold_bands(kernel, info, loop, folded, to_rows)) return;
  loop_view const& v = loop.view;
  fold_job j;
  j.kernel = &kernel;
  j.cost = info.host_cost;
  j.exact = info.is_exact;
  j.operands = v.count;
  j.outputs = v.outputs;
  j.to_rows = to_rows;
  take_axes(j.kept, v, folded, false);
  take_axes(j.folded, v, folded, true);
  if (j.kept.size() == 0 || (loop.size == 0 && !to_rows)) return;
  runtime::count_launch(bytes_of(v, info.outputs, info.count), bytes_of(v, 0, info.outputs));
  std::copy_n(v.data, v.count, j.data);
  std::copy_n(v.itemsize, v.count, j.itemsize);
  std::copy_n(v.kind, v.count, j.kind);
  j.computed = v.computed;
  j.count = j.folded.size();
  j.side_by_side = lies_across<true>(j.kept, j.folded, v);
  j.across = j.side_by_side || are_short(kernel, j.count, j.columns(), to_rows);
  if (int const axis = longest_axis(j.kept);
      (j.columns() < few_columns || !j.across) &&
      are_short(kernel, j.count, j.kept.count > 0 ? j.kept.extent[axis] : 0, to_rows)) {
    swap_axes(j.kept, 0, axis, v.count);
    j.side_by_side = false;
    j.across = true;
  }
  j.steps = j.side_by_side ? steps_at_once : short_steps;
  j.large = loop.size * info.read_bytes > large_bytes;
  j.scalars = loop.scalars;
  part(j);
  run_or_record<fold_now>(j, info.bytes);
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp::kernels
