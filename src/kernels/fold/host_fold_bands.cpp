// Folding on the host where what lies side by side are a few results, or a few elements of each: mean(x, 0) of rows of
// 3, mean(x, {0, 2}) of (n, 8, 9). A band is a run of such elements, long enough for vectors, each of which has a state
// of its own; bands follow one another along the folded axis outside, and the states of a result are merged at the end.
#include <algorithm>
#include <bit>
#include <cstring>
#include <fuse/kernels/fold/host_fold.hpp>
#include <utility>

#include "band_job.hpp"
#include "host_fold_rows.hpp"
#include "host_fold_task.hpp"
#include "kernels/fold_axes.hpp"
#include "kernels/host_gather.hpp"
#include "kernels/parts.hpp"
#include "kernels/recording.hpp"

namespace cp::kernels {

namespace {

using namespace fold_task;

/// A thread's memory, and where its operands lie.
class band_room {
 public:
  explicit band_room(band_job const& j)
      : job_(j), memory_(bytes_of(j)), states_(memory_.data()), values_(states_ + state_bytes(j)) {
    unsigned char* at = values_ + round(j.kernel->value_bytes * j.width());
    auto const next = [&](std::int64_t bytes) { return std::exchange(at, at + round(bytes)); };
    for (int k = 0; k < j.operands; ++k) buffer_[k] = next(j.buffer_bytes(k));
    for (int k = 0; k < j.kernel->kept; ++k) kept_[k] = next(j.kernel->kept_itemsize[k] * j.width());
  }

  /// Goes to a row of results.
  void go_to(std::int64_t rest) {
    if (rest == rest_) return;
    rest_ = rest;
    for (int k = 0; k < job_.operands; ++k) {
      base_[k] = job_.how[k] == reached::staying ? 0 : offset_of(job_.rest, k, rest, 0);
      if (job_.how[k] != reached::spread) continue;
      std::int64_t const bytes = job_.step_width() * source_of(job_, k).buffered_itemsize();
      bring(k, 0, 1);
      for (std::int64_t b = 1; b < job_.beside; ++b)
        std::memcpy(buffer_[k] + b * bytes, buffer_[k], static_cast<std::size_t>(bytes));
    }
  }
  /// Gives each element of a band its result's values.
  void spread_values(void const* of_results) {
    std::int64_t const bytes = job_.kernel->value_bytes;
    unsigned char* to = values_;
    for (std::int64_t b = 0; b < job_.beside; ++b)
      for (std::int64_t c = 0; c < job_.results; ++c)
        for (std::int64_t f = 0; f < job_.inner; ++f, to += bytes)
          std::memcpy(to, static_cast<unsigned char const*>(of_results) + c * bytes, static_cast<std::size_t>(bytes));
  }
  /// Calls use(rows) for the steps [first, last), with some inputs (a bit each), and the outputs if it writes: some
  /// bands at a time, at last the steps that do not fill one.
  template <class Use>
  void walk(std::int64_t first, std::int64_t last, std::uint64_t inputs, bool writes, Use const& use) {
    while (first < last) {
      std::int64_t const bands = std::min(job_.at_once, (last - first) / job_.beside),
                         done = bands > 0 ? bands * job_.beside : last - first;
      for (int k = 0; k < job_.operands; ++k) {
        std::int64_t const item = source_of(job_, k).buffered_itemsize();
        data_[k] = job_.how[k] == reached::staying ? job_.data[k] : buffer_[k];
        bytes_[k] = 0;
        if (job_.of_results[k] || !is_wanted(job_, k, inputs, writes)) continue;
        if (job_.how[k] == reached::lying) {
          std::int64_t const step = job_.steps_of.stride[k][0];
          data_[k] = static_cast<char*>(job_.data[k]) + (base_[k] + first * step) * item;
          bytes_[k] = step * job_.beside * item;
        } else if (job_.how[k] == reached::brought) {
          bytes_[k] = job_.width() * item;
          if (int const same = job_.twin[k]; same >= 0 && is_wanted(job_, same, inputs, writes))
            data_[k] = data_[same];
          else if (k >= job_.outputs)
            bring(k, first, done);
        }
      }
      use(host_fold_rows{data_, bytes_, job_.scalars, kept_, bands > 0 ? job_.width() : done * job_.step_width(),
                         std::max<std::int64_t>(bands, 1), job_.large});
      for (int k = 0; writes && k < job_.outputs; ++k)
        if (job_.how[k] == reached::brought) take_back(k, first, done);
      first += done;
    }
  }
  /// Calls use(rows) for the row of results.
  template <class Use>
  void at_results(Use const& use) {
    auto const place = [&](int k, std::int64_t c) { return base_[k] + offset_of(job_.run, k, c * job_.inner, 0); };
    for (int k = 0; k < job_.operands; ++k) {
      bool const late = k < job_.outputs || (job_.kernel->late >> (k - job_.outputs) & 1) != 0;
      data_[k] = job_.how[k] == reached::staying ? job_.data[k] : buffer_[k];
      if (!job_.of_results[k] || !late || job_.how[k] == reached::staying) continue;
      if (job_.how[k] == reached::lying)
        data_[k] = static_cast<char*>(job_.data[k]) + base_[k] * job_.itemsize[k];
      else if (k >= job_.outputs)
        for (std::int64_t c = 0; c < job_.results; ++c)
          gather_operand(buffer_[k] + c * source_of(job_, k).buffered_itemsize(), source_of(job_, k), place(k, c), 1,
                         1);
    }
    use(host_fold_rows{data_, nullptr, job_.scalars, kept_, job_.results, 1});
    for (int k = 0; k < job_.outputs; ++k)
      for (std::int64_t c = 0, item = job_.itemsize[k]; job_.how[k] == reached::brought && c < job_.results; ++c)
        std::memcpy(static_cast<char*>(job_.data[k]) + place(k, c) * item, buffer_[k] + c * item,
                    static_cast<std::size_t>(item));
  }
  unsigned char* states() { return states_; }
  void* values() { return values_; }

 private:
  static std::int64_t round(std::int64_t bytes) { return (bytes + 63) / 64 * 64; }
  static std::int64_t state_bytes(band_job const& j) {
    return round(largest_state(*j.kernel) * j.width()) *
           counter_stack::depth(j.per_part / j.beside / steps_at_once + 2);
  }
  static std::int64_t bytes_of(band_job const& j) {
    std::int64_t bytes = state_bytes(j) + round(j.kernel->value_bytes * j.width());
    for (int k = 0; k < j.operands; ++k) bytes += round(j.buffer_bytes(k));
    for (int k = 0; k < j.kernel->kept; ++k) bytes += round(j.kernel->kept_itemsize[k] * j.width());
    return bytes;
  }
  /// Calls piece(offset, stride, n, step, rows, place) for rows of n elements, `step` apart, that make up some steps of
  /// an operand.
  template <class Piece>
  void for_pieces(int k, std::int64_t first, std::int64_t steps, Piece const& piece) {
    axis_set const &run = job_.run, &of = job_.steps_of;
    std::int64_t const width = job_.step_width(), extent = of.extent[0];
    for (std::int64_t done = 0, some = 0; done < steps; done += some) {
      std::int64_t const i = first + done, at = base_[k] + offset_of(of, k, i, 0);
      some = std::min(extent - i % extent, steps - done);
      if (run.count == 1) {
        piece(at, run.stride[k][0], width, of.stride[k][0], some, done * width);
        continue;
      }
      std::int64_t const n = run.extent[0], rows = run.extent[1];
      for (std::int64_t s = 0; s < some; ++s)
        for (std::int64_t o = 0; o < width / (n * rows); ++o)
          piece(at + s * of.stride[k][0] + offset_of(run, k, o, 2), run.stride[k][0], n, run.stride[k][1], rows,
                (done + s) * width + o * n * rows);
    }
  }
  void bring(int k, std::int64_t first, std::int64_t steps) {
    source const from = source_of(job_, k);
    std::int64_t const item = from.buffered_itemsize();
    for_pieces(k, first, steps,
               [&](std::int64_t offset, std::int64_t stride, std::int64_t n, std::int64_t step, std::int64_t rows,
                   std::int64_t place) {
                 gather_operand_rows(buffer_[k] + place * item, from, offset, stride, n, step, rows);
               });
  }
  void take_back(int k, std::int64_t first, std::int64_t steps) {
    source const to = source_of(job_, k);
    std::int64_t const item = to.buffered_itemsize();
    for_pieces(k, first, steps,
               [&](std::int64_t offset, std::int64_t stride, std::int64_t n, std::int64_t step, std::int64_t rows,
                   std::int64_t place) {
                 scatter_operand_rows(to, offset, stride, n, step, rows, buffer_[k] + place * item);
               });
  }

  band_job const& job_;
  stack_or_heap<32768> memory_;
  unsigned char *states_, *values_;
  unsigned char* buffer_[max_operands];
  void *kept_[max_kept], *data_[max_operands];
  std::int64_t base_[max_operands], bytes_[max_operands], rest_ = -1;
};

/// Folds a level of steps [first, last); where the states are.
unsigned char* fold_steps(band_job const& j, int number, std::int64_t first, std::int64_t last, band_room& room) {
  host_fold_level const& level = j.kernel->level[number];
  std::int64_t const width = j.width();
  counter_stack states(room.states(), (level.state_bytes * width + 63) / 64 * 64);
  auto const merge = [&](void* earlier, void const* later) { level.merge(earlier, later, width); };
  std::int64_t taken = 0;
  room.walk(first, last, j.kernel->folded, false, [&](host_fold_rows const& r) {
    keep_parts(*j.kernel, number, true, r, room.values());
    bool const fresh = taken == 0 && r.n == width;
    if (r.n < width) {
      if (taken > 0) states.push(merge);
      level.clear(states.next(), width);
      taken = steps_at_once;
    }
    level.across(r, states.next(), room.values(), fresh);
    taken += r.rows;
    if (taken < steps_at_once) return;
    states.push(merge);
    taken = 0;
  });
  return states.total(taken > 0, merge);
}
/// What a result's states come to, side by side with those of the other results.
void join_states(band_job const& j, host_fold_level const& level, unsigned char* states) {
  std::int64_t const bytes = level.state_bytes, width = j.step_width();
  for (std::int64_t half = j.beside / 2; half > 0; half /= 2)
    level.merge(states, states + half * width * bytes, half * width);
  for (std::int64_t c = 0; j.inner > 1 && c < j.results; ++c) {
    unsigned char* const first = states + c * j.inner * bytes;
    for (std::int64_t n = j.inner; n > 1; n -= n / 2) level.merge(first, first + (n - n / 2) * bytes, n / 2);
    std::memmove(states + c * bytes, first, static_cast<std::size_t>(bytes));
  }
}
void store(band_job const& j, std::int64_t first, std::int64_t last, void const* of_results, band_room& room) {
  if (j.to_rows) return room.at_results([&](host_fold_rows const& r) { j.kernel->across(r, of_results); });
  std::uint64_t const inputs = j.kernel->late | (j.kernel->kept > 0 ? j.kernel->folded : 0);
  room.walk(first, last, inputs, true, [&](host_fold_rows const& r) {
    keep_parts(*j.kernel, j.kernel->levels, true, r, room.values());
    j.kernel->across(r, room.values());
  });
}

/// Calls run(begin, end) for parts of the tasks, each of so many steps.
template <class F>
void in_tasks(band_job const& j, std::int64_t tasks, std::int64_t steps, F const& run) {
  in_parts(tasks, 1, time_of(tasks * steps * j.step_width(), j.cost), run);
}

void fold_now(band_job& j) {
  host_fold_kernel const& kernel = *j.kernel;
  std::int64_t const rows = j.rest.size(), tasks = rows * j.parts, bytes = kernel.value_bytes * j.results,
                     room_of_part = (largest_state(kernel) * j.width() + 63) / 64 * 64;
  bool const shared = j.parts > 1;
  stack_or_heap<4096> values((shared ? rows : 1) * bytes);
  if (!shared) {
    in_tasks(j, rows, j.steps, [&](std::int64_t begin, std::int64_t end) {
      band_room room(j);
      stack_or_heap<4096> own(bytes);
      for (std::int64_t row = begin; row < end; ++row) {
        room.go_to(row);
        for (int l = 0; l < kernel.levels; ++l) {
          unsigned char* const states = fold_steps(j, l, 0, j.steps, room);
          join_states(j, kernel.level[l], states);
          kernel.level[l].finish(states, j.results, j.count, own.data());
          room.spread_values(own.data());
        }
        store(j, 0, j.steps, own.data(), room);
      }
    });
    return;
  }
  stack_or_heap<8192> partial(tasks * room_of_part);
  auto const in_parts_of_rows = [&](auto const& use) {
    in_tasks(j, tasks, j.per_part, [&](std::int64_t begin, std::int64_t end) {
      band_room room(j);
      for (std::int64_t task = begin; task < end; ++task) {
        std::int64_t const row = task / j.parts, first = task % j.parts * j.per_part;
        room.go_to(row);
        room.spread_values(values.data() + row * bytes);
        use(room, task, first, std::min(first + j.per_part, j.steps), values.data() + row * bytes);
      }
    });
  };
  for (int l = 0; l < kernel.levels; ++l) {
    host_fold_level const& level = kernel.level[l];
    in_parts_of_rows([&](band_room& room, std::int64_t task, std::int64_t first, std::int64_t last, void const*) {
      std::memcpy(partial.data() + task * room_of_part, fold_steps(j, l, first, last, room),
                  static_cast<std::size_t>(level.state_bytes * j.width()));
    });
    in_tasks(j, rows, j.parts, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t row = begin; row < end; ++row) {
        unsigned char* const states = partial.data() + row * j.parts * room_of_part;
        for (std::int64_t step = 1; step < j.parts; step *= 2)
          for (std::int64_t p = 0; p + step < j.parts; p += 2 * step)
            level.merge(states + p * room_of_part, states + (p + step) * room_of_part, j.width());
        join_states(j, level, states);
        level.finish(states, j.results, j.count, values.data() + row * bytes);
      }
    });
  }
  if (!j.to_rows) {
    in_parts_of_rows([&](band_room& room, std::int64_t, std::int64_t first, std::int64_t last, void const* of_results) {
      store(j, first, last, of_results, room);
    });
    return;
  }
  band_room room(j);
  for (std::int64_t row = 0; row < rows; ++row) {
    room.go_to(row);
    store(j, 0, 0, values.data() + row * bytes, room);
  }
}

}  // namespace

bool fold_bands(host_fold_kernel const& kernel, signature_info const& info, loop_builder const& loop,
                std::uint32_t folded, bool to_rows) {
  loop_view const& v = loop.view;
  if (folded == 0 || loop.size == 0) return false;
  band_job j;
  j.kernel = &kernel;
  j.to_rows = to_rows;
  if (!find_axes(j, v, folded)) return false;
  // Extents alone decide who folds: bits of results do not depend on where operands lie.
  std::int64_t const width = j.step_width();
  if (j.inner > 1 ? j.inner >= long_rows : j.results >= wide_results) return false;
  j.beside = std::int64_t(std::bit_floor(static_cast<std::uint64_t>(std::max<std::int64_t>(band_elements / width, 1))));
  if (width * j.beside * largest_state(kernel) > band_bytes ||
      j.steps <= std::max(steps_at_once, fewest_steps * j.beside))
    return false;
  j.cost = info.host_cost;
  j.operands = v.count;
  j.outputs = v.outputs;
  j.large = loop.size * info.read_bytes > large_bytes;
  j.scalars = loop.scalars;
  j.computed = v.computed;
  std::copy_n(v.data, v.count, j.data);
  std::copy_n(v.itemsize, v.count, j.itemsize);
  std::copy_n(v.kind, v.count, j.kind);
  find_operands(j, v);
  j.at_once = kernel.kept > 0 ? 1 : steps_at_once;
  for (int k = 0; k < v.count; ++k)
    if (j.how[k] == reached::brought && !j.of_results[k])
      j.at_once = std::min(j.at_once, static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(
                                          std::max<std::int64_t>(copied_elements / j.width(), 1)))));
  std::int64_t const whole = j.beside * steps_at_once;
  j.per_part = std::max(whole, task_elements / width / whole * whole);
  j.parts = (j.steps + j.per_part - 1) / j.per_part;
  if (j.parts == 1) j.per_part = j.steps;
  runtime::count_launch(bytes_of(v, info.outputs, info.count), bytes_of(v, 0, info.outputs));
  run_or_record<fold_now>(j, info.bytes);
  return true;
}

}  // namespace cp::kernels
