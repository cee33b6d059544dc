// Scanning on the host: who scans what, in an order that depends on the extents, and on which axes lie side by side in
// memory.
#include <algorithm>
#include <cstring>
#include <fuse/kernels/scan/host_scan.hpp>
#include <fuse/runtime/parallel.hpp>
#include <memory>
#include <new>
#include <vector>

#include "kernels/fold_axes.hpp"
#include "kernels/host_gather.hpp"
#include "kernels/parts.hpp"
#include "kernels/recording.hpp"

namespace cp::kernels {

namespace {

constexpr std::int64_t part_length = 1 << 16;   // elements that one task scans
constexpr std::int64_t columns_at_once = 1024;  // lines that a task scans side by side
constexpr std::int64_t columns_at_least = 8;    // below, each line is scanned by itself
constexpr std::int64_t rows_at_once = 16;       // rows scanned one after the other; beyond, as a counter of base `fan`
constexpr std::int64_t fan = 32;
constexpr std::int64_t threads_at_least = 3, parts_at_least = 8;  // for parts of one line: they are evaluated twice
constexpr std::int64_t parts_at_once =
    64;  // parts that are folded before they are scanned: their elements are still in the last cache

/// A group is a line, or up to `width` lines side by side.
struct scan_job {
  host_scan_kernel kernel;
  int cost, operands;
  axis_set kept, scanned;
  void* data[max_operands];
  std::int32_t itemsize[max_operands];
  access kind[max_operands];
  computing const* computed;
  bool across;                 ///< lines lie side by side in memory
  bool one_run;                ///< across: rows lie one behind the other, along: lines do
  std::int64_t width, blocks;  ///< lines of a group; groups along kept axis 0 (across)
  std::int64_t groups, length, per_part, parts;
  std::int64_t out_stride;
  unsigned char const* scalars;
};

/// The sum of what is pushed, as the digits of a number of base `fan`: rounding grows with the logarithm of how many
/// there are.
class counter {
 public:
  counter(host_scan_kernel const& k, std::int64_t width)
      : kernel_(k), width_(width), bytes_(static_cast<std::size_t>(k.state_bytes * width)) {}

  void push(unsigned char const* states) {
    std::vector<unsigned char> const carried(states, states + bytes_);
    unsigned char const* from = carried.data();
    for (std::size_t level = 0;; ++level) {
      if (level == levels_.size()) levels_.push_back({0, std::vector<unsigned char>(bytes_)});
      digit& d = levels_[level];
      if (d.count == 0)
        std::memcpy(d.states.data(), from, bytes_);
      else
        kernel_.merge(d.states.data(), from, width_);
      if (++d.count < fan) return;
      d.count = 0;
      from = d.states.data();
    }
  }
  /// All that was pushed after `to`.
  void append_to(unsigned char* to) const {
    for (std::size_t level = levels_.size(); level-- > 0;)
      if (levels_[level].count > 0) kernel_.merge(to, levels_[level].states.data(), width_);
  }

 private:
  struct digit {
    std::int64_t count;
    std::vector<unsigned char> states;
  };
  host_scan_kernel const& kernel_;
  std::int64_t width_;
  std::size_t bytes_;
  std::vector<digit> levels_;
};

/// What a thread works in.
struct buffers {
  std::unique_ptr<unsigned char[]> memory;
  unsigned char* values;   ///< accumulators
  unsigned char* scanned;  ///< elements that something is computed from
  unsigned char* results;  ///< of that, where they do not lie side by side in the output
  unsigned char* inputs;
  std::size_t input_bytes;

  explicit buffers(scan_job const& j) {
    constexpr std::size_t most = static_cast<std::size_t>(std::max(host_scan_length, columns_at_once));
    auto const whole = [](std::int64_t bytes) { return (static_cast<std::size_t>(bytes) * most + 63) / 64 * 64; };
    bool const behind = j.kernel.behind != nullptr;
    std::size_t const value_bytes = whole(j.kernel.state_bytes),
                      scanned_bytes = behind ? whole(j.kernel.value_bytes) : 0,
                      result_bytes = behind ? whole(j.itemsize[0]) : 0;
    input_bytes = whole(largest_buffered(j, j.operands));
    memory = std::make_unique_for_overwrite<unsigned char[]>(value_bytes + scanned_bytes + result_bytes +
                                                             input_bytes * static_cast<std::size_t>(j.operands) + 64);
    values = memory.get() + (64 - reinterpret_cast<std::uintptr_t>(memory.get()) % 64);
    scanned = values + value_bytes;
    results = scanned + scanned_bytes;
    inputs = results + result_bytes;
  }
};

void copy_run(scan_job const& j, int k, void* to, std::int64_t offset, std::int64_t stride, std::int64_t n) {
  gather_operand(to, source_of(j, k), offset, stride, n);
}

/// The n elements of operand k that begin at an offset, contiguous: where they lie, or in a buffer.
void* contiguous(scan_job const& j, int k, std::int64_t offset, std::int64_t stride, std::int64_t n,
                 unsigned char* buffer) {
  if (j.kind[k] == access::element && (stride == 1 || n == 1))
    return static_cast<char*>(j.data[k]) + offset * j.itemsize[k];
  copy_run(j, k, buffer, offset, stride, n);
  return buffer;
}

/// Elements first, ... of a line that several axes make up.
void* gathered(scan_job const& j, int k, std::int64_t base, std::int64_t first, std::int64_t n, unsigned char* buffer) {
  std::int64_t const extent = j.scanned.extent[0];
  std::int64_t const bytes = source_of(j, k).buffered_itemsize();
  for (std::int64_t i = 0; i < n;) {
    std::int64_t const at = first + i, m = std::min(extent - at % extent, n - i);
    copy_run(j, k, buffer + i * bytes, base + offset_of(j.scanned, k, at, 0), j.scanned.stride[k][0], m);
    i += m;
  }
  return buffer;
}

/// What inputs are that are not read.
alignas(8) unsigned char nothing[8];

/// Where the inputs of a mask have n elements: of a line from `first` on, or (across) of a row, or of rows one behind
/// the other.
void find_inputs(scan_job const& j, std::uint64_t mask, std::int64_t const* base, std::int64_t first, std::int64_t n,
                 buffers const& b, void** data) {
  for (int k = 1; k < j.operands; ++k) {
    unsigned char* const buffer = b.inputs + static_cast<std::size_t>(k) * b.input_bytes;
    if ((mask >> (k - 1) & 1) == 0)
      data[k] = nothing;  // what is not read has another type there
    else if (j.kind[k] == access::staying)
      data[k] = j.data[k];
    else if (!j.across && j.scanned.count > 1)
      data[k] = gathered(j, k, base[k], first, n, buffer);
    else
      data[k] = contiguous(j, k, base[k] + offset_of(j.scanned, k, first, 0),
                           j.across ? j.kept.stride[k][0] : j.scanned.stride[k][0], n, buffer);
  }
}
/// Evaluates n elements into the buffer of values.
void load(scan_job const& j, std::int64_t const* base, std::int64_t first, std::int64_t n, buffers const& b) {
  void* data[max_operands];
  data[0] = b.values;
  find_inputs(j, j.kernel.before, base, first, n, b, data);
  j.kernel.load(data, j.scalars, n, {1, nullptr, -1});
}

char* out_of(scan_job const& j, std::int64_t const* base, std::int64_t i) {
  return static_cast<char*>(j.data[0]) + (base[0] + i * j.out_stride) * j.itemsize[0];
}
/// Where n elements that are scanned go, and how far they are apart: to the output, or to where store_behind finds
/// them.
struct scanned_place {
  void* to;
  std::int64_t stride;
};
scanned_place place_of(scan_job const& j, std::int64_t const* base, std::int64_t first, std::int64_t stride,
                       buffers const& b) {
  if (j.kernel.behind != nullptr) return {b.scanned, 1};
  return {out_of(j, base, first), stride};
}
/// Stores what is computed from n scanned elements, if something is: see find_inputs.
void store_behind(scan_job const& j, std::int64_t const* base, std::int64_t first, std::int64_t n, std::int64_t stride,
                  buffers const& b) {
  if (j.kernel.behind == nullptr) return;
  void* data[max_operands + 1];
  find_inputs(j, j.kernel.beside, base, first, n, b, data);
  void* const out = out_of(j, base, first);
  bool const in_place = stride == 1 || n == 1;
  data[0] = in_place ? out : b.results;
  data[j.operands] = b.scanned;
  j.kernel.behind(data, j.scalars, n, {1, nullptr, -1});
  if (!in_place) scatter_run(out, b.results, stride, n, j.itemsize[0]);
}

void scan_along(scan_job const& j, std::int64_t const* base, std::int64_t first, std::int64_t last,
                unsigned char const* before, bool stores, unsigned char* total, buffers const& b) {
  j.kernel.clear(total, 1);
  for (std::int64_t i = first; i < last; i += host_scan_length) {
    std::int64_t const n = std::min(host_scan_length, last - i);
    load(j, base, i, n, b);
    scanned_place const at = place_of(j, base, i, j.out_stride, b);
    j.kernel.along(b.values, n, {before, total, stores ? at.to : nullptr, at.stride});
    if (stores) store_behind(j, base, i, n, j.out_stride, b);
  }
}

void scan_across(scan_job const& j, std::int64_t const* base, std::int64_t width, std::int64_t first, std::int64_t last,
                 unsigned char const* before, bool stores, unsigned char* total, buffers const& b) {
  std::size_t const bytes = static_cast<std::size_t>(j.kernel.state_bytes * width);
  std::vector<unsigned char> states(bytes), carry(before, before + bytes);
  counter done(j.kernel, width);
  j.kernel.clear(states.data(), width);
  std::int64_t const at_once = j.one_run ? host_scan_length / width : 1;
  for (std::int64_t loaded = first; loaded < last;) {
    std::int64_t const rows = std::min(at_once, last - loaded);
    load(j, base, loaded, rows * width, b);
    for (std::int64_t r = loaded; r < loaded + rows; ++r) {
      scanned_place const at = place_of(j, base, r, j.kept.stride[0][0], b);
      j.kernel.across(b.values + static_cast<std::size_t>(r - loaded) * bytes, width, states.data(), carry.data(),
                      stores ? at.to : nullptr, at.stride);
      if (stores) store_behind(j, base, r, width, j.kept.stride[0][0], b);
      if ((r - first + 1) % rows_at_once != 0 || r + 1 == last) continue;
      done.push(states.data());
      j.kernel.clear(states.data(), width);
      std::memcpy(carry.data(), before, bytes);
      done.append_to(carry.data());
    }
    loaded += rows;
  }
  done.push(states.data());
  j.kernel.clear(total, width);
  done.append_to(total);
}

/// Where a group's lines begin, for each operand; returns how many they are.
std::int64_t locate(scan_job const& j, std::int64_t group, std::int64_t* base) {
  std::int64_t const block = group % j.blocks, rest = group / j.blocks, column = block * j.width;
  for (int k = 0; k < j.operands; ++k)
    base[k] = j.kind[k] == access::staying ? 0
              : j.across                   ? offset_of(j.kept, k, rest, 1) + column * j.kept.stride[k][0]
                                           : offset_of(j.kept, k, group, 0);
  return j.across ? std::min(j.width, j.kept.extent[0] - column) : 1;
}

/// Scans a part of a group after `before`; `total`: what the part alone comes to.
void scan_part(scan_job const& j, std::int64_t group, std::int64_t part, unsigned char const* before, bool stores,
               unsigned char* total, buffers const& b) {
  std::int64_t base[max_operands];
  std::int64_t const width = locate(j, group, base), first = part * j.per_part,
                     last = std::min(j.length, first + j.per_part);
  if (j.across)
    scan_across(j, base, width, first, last, before, stores, total, b);
  else
    scan_along(j, base, first, last, before, stores, total, b);
}

/// Short lines one behind the other: many are evaluated at once.
void scan_lines(scan_job const& j, std::int64_t begin, std::int64_t end, unsigned char const* before,
                unsigned char* total, buffers const& b) {
  std::int64_t const at_once = host_scan_length / j.length;
  for (std::int64_t line = begin; line < end;) {
    std::int64_t const lines = std::min({at_once, end - line, j.kept.extent[0] - line % j.kept.extent[0]});
    std::int64_t base[max_operands];
    locate(j, line, base);
    load(j, base, 0, lines * j.length, b);
    for (std::int64_t l = 0; l < lines; ++l) {
      j.kernel.clear(total, 1);
      bool const behind = j.kernel.behind != nullptr;
      void* const to = behind ? static_cast<void*>(b.scanned + l * j.length * j.kernel.value_bytes)
                              : out_of(j, base, 0) + l * j.kept.stride[0][0] * j.itemsize[0];
      j.kernel.along(b.values + static_cast<std::size_t>(l * j.length * j.kernel.state_bytes), j.length,
                     {before, total, to, behind ? 1 : j.out_stride});
    }
    store_behind(j, base, 0, lines * j.length, j.out_stride, b);
    line += lines;
  }
}

/// Scans groups [begin, end), each from its first part to its last.
void scan_groups(scan_job const& j, std::int64_t begin, std::int64_t end) {
  buffers const b(j);
  std::size_t const bytes = static_cast<std::size_t>(j.kernel.state_bytes * j.width);
  std::vector<unsigned char> before(bytes), total(bytes);
  j.kernel.clear(before.data(), j.width);
  if (j.one_run && !j.across) return scan_lines(j, begin, end, before.data(), total.data(), b);
  for (std::int64_t g = begin; g < end; ++g) {
    counter done(j.kernel, j.width);
    for (std::int64_t p = 0; p < j.parts; ++p) {
      if (p > 0) {
        j.kernel.clear(before.data(), j.width);
        done.append_to(before.data());
      }
      j.kernel.clear(total.data(), j.width);
      scan_part(j, g, p, before.data(), true, total.data(), b);
      if (p + 1 < j.parts) done.push(total.data());
    }
    if (j.parts > 1) j.kernel.clear(before.data(), j.width);
  }
}

/// Scans one group by all threads: some parts are folded, then scanned, then the next ones.
void scan_long(scan_job const& j, std::int64_t group) {
  std::size_t const bytes = static_cast<std::size_t>(j.kernel.state_bytes * j.width);
  std::vector<unsigned char> totals(bytes * parts_at_once), before(bytes * parts_at_once);
  counter done(j.kernel, j.width);
  for (std::int64_t first = 0; first < j.parts; first += parts_at_once) {
    std::int64_t const n = std::min(parts_at_once, j.parts - first);
    j.kernel.clear(totals.data(), j.width * parts_at_once);
    auto const pass = [&](bool stores) {
      in_parts(n, 1, time_of(n * j.per_part * j.width, j.cost), [&](std::int64_t begin, std::int64_t end) {
        buffers const b(j);
        std::vector<unsigned char> unused(bytes);
        for (std::int64_t p = begin; p < end; ++p) {
          std::size_t const at = static_cast<std::size_t>(p) * bytes;
          scan_part(j, group, first + p, before.data() + at, stores, stores ? unused.data() : totals.data() + at, b);
        }
      });
    };
    j.kernel.clear(before.data(), j.width * parts_at_once);
    pass(false);
    for (std::int64_t p = 0; p < n; ++p) {
      done.append_to(before.data() + static_cast<std::size_t>(p) * bytes);
      done.push(totals.data() + static_cast<std::size_t>(p) * bytes);
    }
    pass(true);
  }
}

void scan_now(scan_job const& j) {
  if (j.parts < parts_at_least || host_threads() < threads_at_least || j.groups >= 2 * host_threads()) {
    std::int64_t const elements = std::max<std::int64_t>(1, j.length * j.width);
    in_parts(j.groups, 1, time_of(j.groups * elements, j.cost),
             [&](std::int64_t begin, std::int64_t end) { scan_groups(j, begin, end); });
  } else {
    for (std::int64_t g = 0; g < j.groups; ++g) scan_long(j, g);
  }
}

/// Whether what `inner` runs over lies in one run with the next step along `outer`, for all inputs, and for what is
/// computed from scanned elements.
bool joins(scan_job const& j, axis_set const& inner, axis_set const& outer) {
  if (inner.count == 0 || outer.count == 0) return false;
  for (int k = j.kernel.behind != nullptr ? 0 : 1; k < j.operands; ++k)
    if (j.kind[k] != access::staying && outer.stride[k][0] != inner.stride[k][0] * inner.extent[0]) return false;
  return true;
}

}  // namespace

void host_scan_start(host_scan_kernel const& kernel, signature_info const& info, loop_builder& loop,
                     std::uint32_t scanned) try {
  loop_view const& v = loop.view;
  runtime::count_launch(bytes_of(v, info.outputs, info.count), bytes_of(v, 0, info.outputs));
  scan_job j{};
  j.kernel = kernel;
  j.cost = info.host_cost + 8;
  j.operands = v.count;
  take_axes(j.kept, v, scanned, false);
  take_axes(j.scanned, v, scanned, true);
  std::copy_n(v.data, v.count, j.data);
  std::copy_n(v.itemsize, v.count, j.itemsize);
  std::copy_n(v.kind, v.count, j.kind);
  j.computed = v.computed;
  j.length = j.scanned.size();
  j.out_stride = j.scanned.count > 0 ? j.scanned.stride[0][0] : 1;
  j.across = j.scanned.count <= 1 && lies_across<true>(j.kept, j.scanned, v) && j.kept.extent[0] >= columns_at_least;
  if (j.across) {
    j.width = std::min(columns_at_once, j.kept.extent[0]);
    j.blocks = (j.kept.extent[0] + j.width - 1) / j.width;
    j.groups = j.kept.size() / j.kept.extent[0] * j.blocks;
    j.per_part = std::max(4 * rows_at_once, part_length / j.width);
    j.one_run = j.blocks == 1 && joins(j, j.kept, j.scanned);
  } else {
    j.width = j.blocks = 1;
    j.groups = j.kept.size();
    j.per_part = part_length;
    j.one_run = j.scanned.count == 1 && 2 * j.length <= host_scan_length && joins(j, j.scanned, j.kept);
  }
  j.parts = (j.length + j.per_part - 1) / j.per_part;
  j.scalars = loop.scalars;
  run_or_record<scan_now>(j, info.bytes);
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp::kernels
