// Folding on the host: who folds what, in an order that depends on the extents alone.
#include <fuse/kernels/host_fold.hpp>

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <vector>

#include "fold_axes.hpp"
#include "host_gather.hpp"
#include "parts.hpp"

namespace cp::kernels {

namespace {

constexpr std::int64_t run_length = 1024;      // elements folded by one call of a kernel
constexpr std::int64_t part_length = 1 << 16;  // elements folded by one task
constexpr std::int64_t rows_at_once = 512;     // results that a task folds side by side
constexpr std::int64_t steps_at_once = 64;     // elements of a result folded one after the other if it is side by side with others; beyond, pairwise

struct fold_job {
  host_fold_kernel kernel;
  int cost, operands, outputs;
  bool to_rows;
  axis_set kept, folded;
  void* data[max_operands];
  std::int32_t itemsize[max_operands];
  access kind[max_operands];
  bool across;                 ///< results side by side in memory, instead of the elements of one
  std::int64_t width;          ///< rows of a task
  std::int64_t blocks, rest;   ///< tasks along kept axis 0; product of the other kept axes
  std::int64_t count, parts;   ///< elements of a row; tasks that share it
  std::int64_t per_part;
  unsigned char const* scalars;
  unsigned char* partial;      ///< states of the parts, or null
  unsigned char* values;       ///< of all rows, where tasks share rows

  std::int64_t columns() const { return kept.count > 0 ? kept.extent[0] : 1; }
  int largest_state() const {
    int bytes = 0;
    for (int l = 0; l < kernel.levels; ++l) bytes = std::max(bytes, kernel.level[l].state_bytes);
    return bytes;
  }
};

/// Memory of a thread's tasks: states, values, states that wait to be merged, buffers of operands.
class workspace {
 public:
  explicit workspace(fold_job const& j) {
    std::int32_t const largest = std::max(8, *std::max_element(j.itemsize, j.itemsize + j.operands));
    state_bytes_ = round(j.largest_state() * j.width);
    value_bytes_ = round(j.kernel.value_bytes * j.width);
    std::int64_t const pushes = j.per_part / std::min(run_length, steps_at_once) + 2;
    depth_ = std::bit_width(static_cast<std::uint64_t>(pushes)) + 1;
    buffer_bytes_ = round(largest * std::max(run_length, j.across ? j.width : 1));
    std::int64_t const bytes = state_bytes_ * (2 + depth_) + value_bytes_ + buffer_bytes_ * j.operands + 64;
    unsigned char* p = small_;
    if (bytes > std::int64_t{sizeof small_}) {
      large_ = std::make_unique_for_overwrite<unsigned char[]>(static_cast<std::size_t>(bytes));
      p = large_.get();
    }
    base_ = p + (64 - reinterpret_cast<std::uintptr_t>(p) % 64) % 64;
  }
  unsigned char* state() { return base_; }
  unsigned char* carried() { return base_ + state_bytes_; }
  unsigned char* waiting(int depth) { return base_ + state_bytes_ * (2 + depth); }
  unsigned char* values() { return base_ + state_bytes_ * (2 + depth_); }
  unsigned char* buffer(int k) { return values() + value_bytes_ + buffer_bytes_ * k; }

 private:
  static std::int64_t round(std::int64_t bytes) { return (bytes + 63) / 64 * 64; }
  std::int64_t state_bytes_, value_bytes_, buffer_bytes_;
  int depth_;
  unsigned char* base_;
  std::unique_ptr<unsigned char[]> large_;
  alignas(64) unsigned char small_[8192];
};

/// States that wait to be merged in the order of a binary counter, so that the error grows with the logarithm of their number.
class counter_tree {
 public:
  counter_tree(host_fold_level const& l, std::int64_t width, workspace& w) : level_(l), width_(width), bytes_(static_cast<std::size_t>(l.state_bytes * width)), work_(w) {}

  bool empty() const { return filled_ == 0; }
  /// Takes the state, which is cleared.
  void push(unsigned char* state) {
    unsigned char* const carried = work_.carried();
    std::memcpy(carried, state, bytes_);
    int depth = 0;
    for (; filled_ >> depth & 1; ++depth) {
      level_.merge(work_.waiting(depth), carried, width_);
      std::memcpy(carried, work_.waiting(depth), bytes_);
    }
    std::memcpy(work_.waiting(depth), carried, bytes_);
    ++filled_;
    level_.clear(state, width_);
  }
  /// The whole, earlier states first, then `last`, which it replaces.
  void total(unsigned char* last) {
    push(last);
    bool any = false;
    for (int depth = std::bit_width(filled_); depth-- > 0;) {
      if ((filled_ >> depth & 1) == 0) continue;
      if (any)
        level_.merge(last, work_.waiting(depth), width_);
      else
        std::memcpy(last, work_.waiting(depth), bytes_);
      any = true;
    }
  }

 private:
  host_fold_level const& level_;
  std::int64_t width_;
  std::size_t bytes_;
  workspace& work_;
  std::uint64_t filled_ = 0;
};

/// The rows of a task, and the elements of them that it works on.
struct task_rows {
  std::int64_t width, first, last;
  std::int64_t row;                  ///< number of the first row
  std::int64_t base[max_operands];   ///< offset of the first row, for each operand
};

std::int64_t kept_offset(fold_job const& j, int k, std::int64_t rest, std::int64_t column) {
  if (j.kind[k] == access::staying || j.kept.count == 0) return 0;
  return column * j.kept.stride[k][0] + (rest == 0 ? 0 : offset_of(j.kept, k, rest, 1));
}
task_rows rows_of(fold_job const& j, std::int64_t task) {
  task_rows t;
  std::int64_t const part = task % j.parts, block = task / j.parts % j.blocks, rest = task / j.parts / j.blocks, column = block * j.width;
  t.width = std::min(j.width, j.columns() - column);
  t.first = part * j.per_part;
  t.last = std::min(j.count, t.first + j.per_part);
  t.row = rest * j.columns() + column;
  for (int k = 0; k < j.operands; ++k) t.base[k] = kept_offset(j, k, rest, column);
  return t;
}

char* address(fold_job const& j, int k, std::int64_t offset) {
  if (j.kind[k] == access::staying) return static_cast<char*>(j.data[k]);
  return static_cast<char*>(j.data[k]) + offset * j.itemsize[k];
}

/// The n elements of input k that begin at an offset, contiguous: where they lie, or in a buffer.
void* contiguous(fold_job const& j, int k, std::int64_t offset, std::int64_t stride, std::int64_t n, unsigned char* buffer) {
  if (j.kind[k] == access::counting) {
    std::int64_t const first = static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(j.data[k])) + offset;
    for (std::int64_t i = 0; i < n; ++i) reinterpret_cast<std::int64_t*>(buffer)[i] = first + i * stride;
    return buffer;
  }
  char* const from = address(j, k, offset);
  if (j.kind[k] == access::staying || stride == 1 || n == 1) return from;
  gather_run(buffer, from, stride, n, j.itemsize[k]);
  return buffer;
}

/// Whether a whole task's rows can be read (and written) where they lie.
bool in_place(fold_job const& j, std::uint64_t inputs, bool writes) {
  if (j.across || j.count > run_length || j.folded.count > 1) return false;
  for (int k = writes ? 0 : j.outputs; k < j.operands; ++k) {
    if (k >= j.outputs && (inputs >> (k - j.outputs) & 1) == 0) continue;
    if (j.kind[k] == access::counting) return false;
    if (j.kind[k] == access::element && j.count > 1 && (j.folded.count == 0 || j.folded.stride[k][0] != 1)) return false;
  }
  return true;
}

/// Calls use(data, step, n, rows, i) for runs of the task's elements, inputs (a bit each) contiguous: along, rows of n elements from element i on; across,
/// element i of n rows.
template <class Use>
void walk(fold_job const& j, task_rows const& t, std::uint64_t inputs, bool writes, workspace& work, Use&& use) {
  void* data[max_operands];
  std::int64_t step[max_operands] = {};
  for (int k = 0; k < j.operands; ++k) data[k] = address(j, k, k < j.outputs || j.kind[k] == access::element ? t.base[k] : 0);
  if (in_place(j, inputs, writes)) {
    for (int k = 0; k < j.operands; ++k) step[k] = j.kind[k] == access::staying || j.kept.count == 0 ? 0 : j.kept.stride[k][0] * j.itemsize[k];
    use(data, step, j.count, t.width, std::int64_t{0});
    return;
  }
  auto const wanted = [&](int k) { return k < j.outputs ? writes : (inputs >> (k - j.outputs) & 1) != 0; };
  auto const run = [&](std::int64_t n, std::int64_t rows, std::int64_t i, auto const& offset, auto const& stride) {
    for (int k = 0; k < j.operands; ++k) {
      if (!wanted(k)) continue;
      data[k] = k >= j.outputs ? contiguous(j, k, offset(k), stride(k), n, work.buffer(k)) : stride(k) == 1 ? static_cast<void*>(address(j, k, offset(k))) : work.buffer(k);
    }
    use(data, step, n, rows, i);
    if (!writes) return;
    for (int k = 0; k < j.outputs; ++k)
      if (stride(k) != 1) scatter_run(address(j, k, offset(k)), data[k], stride(k), n, j.itemsize[k]);
  };
  if (j.across) {
    for (std::int64_t i = t.first; i < t.last; ++i)
      run(
          t.width, 1, i, [&](int k) { return t.base[k] + (j.kind[k] == access::staying ? 0 : offset_of(j.folded, k, i, 0)); },
          [&](int k) { return j.kept.stride[k][0]; });
    return;
  }
  std::int64_t const extent = j.folded.count > 0 ? j.folded.extent[0] : 1;
  for (std::int64_t i = t.first; i < t.last;) {
    std::int64_t const n = std::min({extent - i % extent, t.last - i, run_length});
    run(
        n, 1, i, [&](int k) { return t.base[k] + (j.kind[k] == access::staying ? 0 : offset_of(j.folded, k, i, 0)); },
        [&](int k) { return j.folded.count > 0 ? j.folded.stride[k][0] : 1; });
    i += n;
  }
}

/// Folds a level of a task's rows into work.state().
void fold_level(fold_job const& j, task_rows const& t, host_fold_level const& l, void const* values, workspace& work) {
  counter_tree tree(l, t.width, work);
  unsigned char* const state = work.state();
  l.clear(state, t.width);
  if (j.across)
    walk(j, t, j.kernel.folded, false, work, [&](void** data, std::int64_t*, std::int64_t n, std::int64_t, std::int64_t i) {
      l.across(data, j.scalars, n, state, values);
      if ((i - t.first + 1) % steps_at_once == 0 && i + 1 < t.last) tree.push(state);
    });
  else
    walk(j, t, j.kernel.folded, false, work, [&](void** data, std::int64_t* step, std::int64_t n, std::int64_t rows, std::int64_t i) {
      l.along(data, step, j.scalars, n, rows, state, values);
      if (rows == 1 && i + n < t.last) tree.push(state);
    });
  if (!tree.empty()) tree.total(state);
}

void store_results(fold_job const& j, task_rows const& t, void const* values) {
  void* data[max_operands];
  std::int64_t strides[max_operands] = {}, counted[max_operands];
  std::vector<std::int64_t> places;
  for (int k = 0; k < j.operands; ++k) {
    strides[k] = j.kept.count > 0 && j.kind[k] != access::staying ? j.kept.stride[k][0] : 0;
    data[k] = address(j, k, k < j.outputs || j.kind[k] != access::counting ? t.base[k] : 0);
    if (j.kind[k] != access::counting || (j.kernel.late >> (k - j.outputs) & 1) == 0) continue;
    // A position that is asked for once a result.
    counted[k] = static_cast<std::int64_t>(places.size());
    for (std::int64_t i = 0; i < t.width; ++i)
      places.push_back(static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(j.data[k])) + t.base[k] + i * strides[k]);
    strides[k] = 1;
  }
  for (int k = j.outputs; k < j.operands; ++k)
    if (j.kind[k] == access::counting && (j.kernel.late >> (k - j.outputs) & 1) != 0) data[k] = places.data() + counted[k];
  j.kernel.results(values, t.width, data, strides, j.scalars);
}

void store_task(fold_job const& j, task_rows const& t, void const* values, workspace& work) {
  if (j.to_rows) {
    if (t.first == 0) store_results(j, t, values);
    return;
  }
  walk(j, t, j.kernel.late, true, work, [&](void** data, std::int64_t* step, std::int64_t n, std::int64_t rows, std::int64_t) {
    if (j.across)
      j.kernel.across(data, j.scalars, n, values);
    else
      j.kernel.along(data, step, j.scalars, n, rows, values);
  });
}

/// All levels of a task's rows, and what is stored.
void run_task(fold_job const& j, std::int64_t task, workspace& work) {
  task_rows const t = rows_of(j, task);
  for (int level = 0; level < j.kernel.levels; ++level) {
    host_fold_level const& l = j.kernel.level[level];
    fold_level(j, t, l, work.values(), work);
    l.finish(work.state(), t.width, j.count, work.values());
  }
  store_task(j, t, work.values(), work);
}

void for_tasks(fold_job const& j, std::int64_t tasks, std::int64_t elements, void (*run)(fold_job const&, std::int64_t, workspace&, int), int level) {
  in_parts(tasks, std::max<std::int64_t>(1, grain_ns * 64 / (std::max(j.cost, 1) * std::max<std::int64_t>(1, elements))), [&](std::int64_t begin, std::int64_t end) {
    workspace work(j);
    for (std::int64_t t = begin; t < end; ++t) run(j, t, work, level);
  });
}

void fold_now(fold_job j) {
  if (j.kept.size() == 0 || (j.count == 0 && !j.to_rows)) return;
  std::int64_t const tasks = j.rest * j.blocks * j.parts, elements = std::min(j.count, j.per_part) * j.width;
  if (j.parts == 1) return for_tasks(j, tasks, elements, [](fold_job const& job, std::int64_t t, workspace& w, int) { run_task(job, t, w); }, 0);
  // Tasks share rows: a level after the other.
  std::int64_t const rows = j.kept.size();
  auto const partial = std::make_unique_for_overwrite<unsigned char[]>(static_cast<std::size_t>(rows * j.parts * j.largest_state()));
  auto const values = std::make_unique_for_overwrite<unsigned char[]>(static_cast<std::size_t>(rows * j.kernel.value_bytes));
  j.partial = partial.get();
  j.values = values.get();
  for (int level = 0; level < j.kernel.levels; ++level) {
    for_tasks(
        j, tasks, elements,
        [](fold_job const& job, std::int64_t task, workspace& w, int at) {
          task_rows const t = rows_of(job, task);
          host_fold_level const& l = job.kernel.level[at];
          fold_level(job, t, l, job.values + t.row * job.kernel.value_bytes, w);
          std::memcpy(job.partial + (t.row * job.parts + task % job.parts * t.width) * l.state_bytes, w.state(), static_cast<std::size_t>(t.width * l.state_bytes));
        },
        level);
    for_tasks(
        j, j.rest * j.blocks, j.parts * j.width,
        [](fold_job const& job, std::int64_t block, workspace&, int at) {
          task_rows const t = rows_of(job, block * job.parts);
          host_fold_level const& l = job.kernel.level[at];
          unsigned char* const states = job.partial + t.row * job.parts * l.state_bytes;
          std::int64_t const bytes = t.width * l.state_bytes;
          for (std::int64_t step = 1; step < job.parts; step *= 2)
            for (std::int64_t p = 0; p + step < job.parts; p += 2 * step) l.merge(states + p * bytes, states + (p + step) * bytes, t.width);
          l.finish(states, t.width, job.count, job.values + t.row * job.kernel.value_bytes);
        },
        level);
  }
  for_tasks(
      j, tasks, elements,
      [](fold_job const& job, std::int64_t task, workspace& w, int) {
        task_rows const t = rows_of(job, task);
        store_task(job, t, job.values + t.row * job.kernel.value_bytes, w);
      },
      0);
}

}  // namespace

void host_fold_start(host_fold_kernel const& kernel, signature_info const& info, loop_builder& loop, std::uint32_t folded, bool to_rows) {
  loop_view const& v = loop.view;
  runtime::count_launch(bytes_of(v, info.outputs, info.count), bytes_of(v, 0, info.outputs));
  fold_job j{};
  j.kernel = kernel;
  j.cost = info.cost;
  j.operands = v.count;
  j.outputs = v.outputs;
  j.to_rows = to_rows;
  take_axes(j.kept, v, folded, false);
  take_axes(j.folded, v, folded, true);
  std::copy_n(v.data, v.count, j.data);
  std::copy_n(v.itemsize, v.count, j.itemsize);
  std::copy_n(v.kind, v.count, j.kind);
  j.count = j.folded.size();
  j.across = lies_across(j.kept, j.folded, v);
  // Short rows that lie as they are read are taken several at a time.
  std::int64_t const rows = j.across ? rows_at_once : in_place(j, kernel.folded | (to_rows ? 0 : kernel.late), !to_rows) ? std::clamp<std::int64_t>(16 * run_length / std::max<std::int64_t>(j.count, 1), 1, 64) : 1;
  j.width = std::max<std::int64_t>(1, std::min(rows, j.columns()));
  j.blocks = (j.columns() + j.width - 1) / j.width;
  j.rest = 1;
  for (int a = 1; a < j.kept.count; ++a) j.rest *= j.kept.extent[a];
  j.per_part = std::max<std::int64_t>(j.across ? steps_at_once : 1, part_length / j.width);
  j.parts = std::max<std::int64_t>(1, (j.count + j.per_part - 1) / j.per_part);
  // Where there are rows enough for all threads, none is shared unless that loses nothing.
  if ((!to_rows || kernel.levels > 1) && j.rest * j.blocks >= 64) j.parts = 1, j.per_part = std::max<std::int64_t>(1, j.count);
  j.scalars = loop.scalars;
  if (!runtime::is_capturing_host()) return fold_now(j);
  std::vector<unsigned char> bytes(sizeof(fold_job) + static_cast<std::size_t>(info.bytes));
  std::memcpy(bytes.data(), &j, sizeof j);
  std::memcpy(bytes.data() + sizeof j, loop.scalars, static_cast<std::size_t>(info.bytes));
  runtime::record(
      [](void const* arguments) {
        fold_job job;
        std::memcpy(&job, arguments, sizeof job);
        job.scalars = static_cast<unsigned char const*>(arguments) + sizeof job;
        fold_now(job);
      },
      bytes.data(), bytes.size());
}

}  // namespace cp::kernels
