// Folding on the host: who folds what, in an order that depends on the extents alone.
#include <fuse/kernels/host_fold.hpp>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "fold_axes.hpp"
#include "host_gather.hpp"
#include "parts.hpp"

namespace cp::kernels {

namespace {

constexpr std::int64_t run_length = 1024;            // elements folded by one call of a kernel
constexpr std::int64_t part_length = 1 << 16;        // elements folded by one task
constexpr std::int64_t columns_at_once = 512;        // results that a task folds side by side
constexpr std::int64_t rows_at_once = 64;            // rows folded one after the other; beyond, pairwise

struct fold_job {
  host_fold_kernel kernel;
  int cost, operands, outputs;
  axis_set kept, folded;
  void* data[max_operands];
  std::int32_t itemsize[max_operands];
  access kind[max_operands];
  bool across;                   ///< results side by side in memory: a state each
  std::int64_t width;            ///< of a task: results
  std::int64_t blocks, rest;     ///< blocks of results along kept axis 0 (all of it if not across); product of the other kept axes
  std::int64_t count, parts;     ///< elements of a result; tasks it is folded by
  std::int64_t per_part;
  unsigned char const* scalars;
  unsigned char* partial;        ///< states of the parts, or null

  std::int64_t columns() const { return across ? kept.extent[0] : 1; }
};

/// States that wait to be merged in the order of a binary counter, so that the error grows with the logarithm of their number.
class counter_tree {
 public:
  counter_tree(host_fold_kernel const& k, std::int64_t width) : kernel_(k), width_(width), bytes_(static_cast<std::size_t>(k.state_bytes * width)) {}

  void push(unsigned char const* state) {
    std::vector<unsigned char> carried(state, state + bytes_);
    std::size_t level = 0;
    for (; level < levels_.size() && !levels_[level].empty(); ++level) {
      kernel_.merge(levels_[level].data(), carried.data(), width_);
      carried.swap(levels_[level]);
      levels_[level].clear();
    }
    if (level == levels_.size()) levels_.emplace_back();
    levels_[level] = std::move(carried);
  }
  /// The whole, earlier states first.
  void total(unsigned char* to) {
    bool any = false;
    for (std::size_t level = levels_.size(); level-- > 0;) {
      if (levels_[level].empty()) continue;
      if (any)
        kernel_.merge(to, levels_[level].data(), width_);
      else
        std::memcpy(to, levels_[level].data(), bytes_);
      any = true;
    }
    if (!any) kernel_.clear(to, width_);
  }

 private:
  host_fold_kernel const& kernel_;
  std::int64_t width_;
  std::size_t bytes_;
  std::vector<std::vector<unsigned char>> levels_;
};

/// The n elements of operand k that begin at an offset, contiguous: where they lie, or in a buffer.
void* contiguous(fold_job const& j, int k, std::int64_t offset, std::int64_t stride, std::int64_t n, unsigned char* buffer) {
  if (j.kind[k] == access::staying) return j.data[k];
  if (j.kind[k] == access::counting) {
    std::int64_t const first = static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(j.data[k])) + offset;
    for (std::int64_t i = 0; i < n; ++i) reinterpret_cast<std::int64_t*>(buffer)[i] = first + i * stride;
    return buffer;
  }
  char* const from = static_cast<char*>(j.data[k]) + offset * j.itemsize[k];
  if (stride == 1 || n == 1) return from;
  gather_run(buffer, from, stride, n, j.itemsize[k]);
  return buffer;
}

void run_task(fold_job const& j, std::int64_t task, unsigned char* buffers, std::size_t buffer_bytes) {
  std::int64_t const part = task % j.parts, block = task / j.parts % j.blocks, rest = task / j.parts / j.blocks;
  std::int64_t const column = block * j.width, width = std::min(j.width, j.columns() - column);
  std::int64_t const first = part * j.per_part, last = std::min(j.count, first + j.per_part);
  int const inner_kept = j.across ? 1 : 0;
  std::int64_t base[max_operands];
  void* data[max_operands];
  for (int k = 0; k < j.operands; ++k) {
    base[k] = j.kind[k] == access::staying ? 0 : offset_of(j.kept, k, rest, inner_kept) + (j.across ? column * j.kept.stride[k][0] : 0);
    data[k] = j.data[k];
  }
  std::size_t const state_bytes = static_cast<std::size_t>(j.kernel.state_bytes * width);
  std::vector<unsigned char> state(state_bytes + 64);
  counter_tree tree(j.kernel, width);
  bool pushed = false;
  j.kernel.clear(state.data(), width);
  if (j.across) {
    for (std::int64_t r = first; r < last; ++r) {
      for (int k = j.outputs; k < j.operands; ++k)
        data[k] = contiguous(j, k, base[k] + offset_of(j.folded, k, r, 0), j.kept.stride[k][0], width, buffers + static_cast<std::size_t>(k) * buffer_bytes);
      j.kernel.across(data, j.scalars, width, state.data());
      if ((r - first + 1) % rows_at_once == 0 && r + 1 < last) {
        tree.push(state.data());
        j.kernel.clear(state.data(), width);
        pushed = true;
      }
    }
  } else {
    std::int64_t const extent = j.folded.count > 0 ? j.folded.extent[0] : 1;
    for (std::int64_t i = first; i < last;) {
      std::int64_t const n = std::min({extent - i % extent, last - i, run_length});
      for (int k = j.outputs; k < j.operands; ++k)
        data[k] = contiguous(j, k, base[k] + offset_of(j.folded, k, i, 0), j.folded.count > 0 ? j.folded.stride[k][0] : 0, n,
                             buffers + static_cast<std::size_t>(k) * buffer_bytes);
      j.kernel.along(data, j.scalars, n, state.data());
      i += n;
      if (i < last) {
        tree.push(state.data());
        j.kernel.clear(state.data(), 1);
        pushed = true;
      }
    }
  }
  if (pushed) {
    tree.push(state.data());
    tree.total(state.data());
  }
  if (j.partial != nullptr) {
    std::int64_t const index = ((rest * j.columns() + column) * j.parts + part * width) * j.kernel.state_bytes;
    std::memcpy(j.partial + index, state.data(), state_bytes);
    return;
  }
  std::int64_t strides[max_operands];
  for (int k = 0; k < j.outputs; ++k) {
    strides[k] = j.across ? j.kept.stride[k][0] : 0;
    data[k] = static_cast<char*>(j.data[k]) + base[k] * j.itemsize[k];
  }
  j.kernel.finish(state.data(), width, j.count, data, strides, j.scalars);
}

/// Merges the parts of a block of results and stores them.
void join_parts(fold_job const& j, std::int64_t index) {
  std::int64_t const block = index % j.blocks, rest = index / j.blocks;
  std::int64_t const column = block * j.width, width = std::min(j.width, j.columns() - column);
  unsigned char* const states = j.partial + (rest * j.columns() + column) * j.parts * j.kernel.state_bytes;
  std::int64_t const bytes = width * j.kernel.state_bytes;
  for (std::int64_t step = 1; step < j.parts; step *= 2)
    for (std::int64_t p = 0; p + step < j.parts; p += 2 * step) j.kernel.merge(states + p * bytes, states + (p + step) * bytes, width);
  std::int64_t strides[max_operands];
  void* data[max_operands];
  for (int k = 0; k < j.outputs; ++k) {
    std::int64_t const base = offset_of(j.kept, k, rest, j.across ? 1 : 0) + (j.across ? column * j.kept.stride[k][0] : 0);
    strides[k] = j.across ? j.kept.stride[k][0] : 0;
    data[k] = static_cast<char*>(j.data[k]) + base * j.itemsize[k];
  }
  j.kernel.finish(states, width, j.count, data, strides, j.scalars);
}

void fold_now(fold_job j) {
  std::int64_t const results = j.kept.size();
  if (results == 0) return;
  std::int64_t const tasks = j.rest * j.blocks * j.parts;
  std::unique_ptr<unsigned char[]> partial;
  if (j.parts > 1) {
    partial = std::make_unique_for_overwrite<unsigned char[]>(static_cast<std::size_t>(results * j.parts * j.kernel.state_bytes));
    j.partial = partial.get();
  }
  std::int64_t const elements = std::max<std::int64_t>(1, std::min(j.count, j.per_part) * j.width);
  in_parts(tasks, std::max<std::int64_t>(1, grain_ns * 64 / (std::max(j.cost, 1) * elements)), [&](std::int64_t begin, std::int64_t end) {
    std::int32_t const largest = std::max(8, *std::max_element(j.itemsize, j.itemsize + j.operands));
    std::size_t const buffer_bytes = static_cast<std::size_t>(largest) * static_cast<std::size_t>(std::max(run_length, columns_at_once));
    auto const buffers = std::make_unique_for_overwrite<unsigned char[]>(buffer_bytes * static_cast<std::size_t>(j.operands) + 64);
    unsigned char* const aligned = buffers.get() + (64 - reinterpret_cast<std::uintptr_t>(buffers.get()) % 64);
    for (std::int64_t t = begin; t < end; ++t) run_task(j, t, aligned, buffer_bytes);
  });
  if (j.parts > 1)
    in_parts(j.rest * j.blocks, 16, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) join_parts(j, i);
    });
}

}  // namespace

void host_fold_start(host_fold_kernel const& kernel, signature_info const& info, loop_builder& loop, std::uint32_t folded) {
  loop_view const& v = loop.view;
  runtime::count_launch(bytes_of(v, info.outputs, info.count), bytes_of(v, 0, info.outputs));
  fold_job j{};
  j.kernel = kernel;
  j.cost = info.cost;
  j.operands = v.count;
  j.outputs = v.outputs;
  take_axes(j.kept, v, folded, false);
  take_axes(j.folded, v, folded, true);
  std::copy_n(v.data, v.count, j.data);
  std::copy_n(v.itemsize, v.count, j.itemsize);
  std::copy_n(v.kind, v.count, j.kind);
  j.count = j.folded.size();
  j.across = lies_across(j.kept, j.folded, v);
  j.width = j.across ? std::min(columns_at_once, j.kept.extent[0]) : 1;
  j.blocks = j.across && j.width > 0 ? (j.kept.extent[0] + j.width - 1) / j.width : 1;
  j.rest = 1;
  for (int a = j.across ? 1 : 0; a < j.kept.count; ++a) j.rest *= j.kept.extent[a];
  j.per_part = std::max<std::int64_t>(j.across ? rows_at_once : 1, part_length / std::max<std::int64_t>(1, j.width));
  j.parts = std::max<std::int64_t>(1, (j.count + j.per_part - 1) / j.per_part);
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
