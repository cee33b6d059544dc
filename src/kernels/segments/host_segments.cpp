// Folding segments on the host: threads over segments, long ones in parts; always pairwise, in an order that depends on
// a segment's length alone.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <fuse/core/error.hpp>
#include <fuse/kernels/segments/segments.hpp>
#include <fuse/runtime/counters.hpp>
#include <memory>
#include <new>
#include <string>

#include "kernels/host_gather.hpp"
#include "kernels/parts.hpp"
#include "kernels/recording.hpp"
#include "segment_axes.hpp"

namespace cp::kernels {

namespace {

constexpr std::int64_t run_length = host_fold_block;  // elements of a column folded by one call of a kernel
constexpr std::int64_t few_elements = 32;      // elements that are not worth the many states of a vectorised loop
constexpr std::int64_t steps_at_once = 64;     // rows folded one after the other
constexpr std::int64_t columns_at_once = 512;  // columns folded side by side
constexpr std::int64_t part_length = 1 << 15;  // elements folded by one task; a power of two, not below the others

struct segment_job {
  host_fold_kernel kernel;
  void (*few)(void* const*, unsigned char const*, std::int64_t, void*);
  int cost, operands;
  segment_bounds bounds;
  std::int64_t step;
  axis_set kept, folded;
  void* data[max_operands];
  std::int32_t itemsize[max_operands];
  access kind[max_operands];
  computing const* computed;
  bool across;         ///< columns side by side
  std::int64_t width;  ///< columns of a task
  unsigned char const* scalars;

  host_fold_level const& level() const { return kernel.level[0]; }
  std::int64_t columns() const { return kept.count > 0 ? kept.extent[0] : 1; }
};

/// Columns of the loop that are folded together.
struct column_block {
  std::int64_t width = 0;
  std::int64_t base[max_operands];
};

/// Memory of a thread: states of the recursion, a value, buffers of operands.
class segment_folder {
 public:
  explicit segment_folder(segment_job const& job) : j_(job) {
    std::int32_t const largest = largest_buffered(j_, j_.operands);
    state_bytes_ = round(j_.level().state_bytes * j_.width);
    value_bytes_ = round(j_.kernel.value_bytes * j_.width);
    buffer_bytes_ = round(largest * (j_.across ? j_.width : run_length));
    int depth = 2;
    for (std::int64_t n = std::min(j_.bounds.rows, part_length); n > (j_.across ? steps_at_once : run_length); n /= 2)
      ++depth;
    std::int64_t const bytes =
        state_bytes_ * depth + value_bytes_ + buffer_bytes_ * j_.operands + j_.level().lanes_bytes + 64;
    memory_ = std::make_unique<unsigned char[]>(static_cast<std::size_t>(bytes));
    values_ = memory_.get() + (64 - reinterpret_cast<std::uintptr_t>(memory_.get()) % 64) % 64;
    buffers_ = values_ + value_bytes_;
    lanes_ = buffers_ + buffer_bytes_ * j_.operands;
    states_ = lanes_ + j_.level().lanes_bytes;
  }

  unsigned char* state() { return states_; }
  /// Folds places [first, last), at most part_length of them, into state().
  void fold(column_block const& c, std::int64_t first, std::int64_t last) { fold(c, first, last, states_); }
  /// Writes what states, of a segment of n elements, have come to.
  void store(column_block const& c, void const* states, std::int64_t segment, std::int64_t n) {
    j_.level().finish(states, c.width, n, values_);
    void* data[max_operands];
    std::copy_n(j_.data, j_.operands, data);
    char* const to = static_cast<char*>(j_.data[0]) + (c.base[0] + segment * j_.step) * j_.itemsize[0];
    std::int64_t const stride = j_.kept.count > 0 ? j_.kept.stride[0][0] : 1;
    bool const direct = stride == 1 || c.width == 1;
    data[0] = direct ? static_cast<void*>(to) : buffer(0);
    j_.kernel.across({data, nullptr, j_.scalars, nullptr, c.width, 1}, values_);
    if (!direct) scatter_run(to, data[0], stride, c.width, j_.itemsize[0]);
  }

 private:
  static std::int64_t round(std::int64_t bytes) { return (bytes + 63) / 64 * 64; }

  void fold(column_block const& c, std::int64_t first, std::int64_t last, unsigned char* states) {
    std::int64_t const unit = j_.across ? steps_at_once : run_length, n = last - first;
    if (n > unit) {
      std::int64_t half = unit;
      while (2 * half < n) half *= 2;
      fold(c, first, first + half, states);
      fold(c, first + half, last, states + state_bytes_);
      j_.level().merge(states, states + state_bytes_, c.width);
      return;
    }
    void* data[max_operands];
    data[0] = nullptr;
    if (!j_.across && n > 0 && n <= few_elements) {
      for (int k = 1; k < j_.operands; ++k) data[k] = run(c, k, first, n);
      j_.few(data, j_.scalars, n, states);
      return;
    }
    j_.level().clear(states, c.width);
    if (j_.across) {
      for (std::int64_t i = first; i < last; ++i) {
        for (int k = 1; k < j_.operands; ++k) data[k] = row(c, k, j_.bounds.element(i));
        j_.level().across({data, nullptr, j_.scalars, nullptr, c.width, 1}, states, values_, false);
      }
    } else if (n > 0) {
      for (int k = 1; k < j_.operands; ++k) data[k] = run(c, k, first, n);
      j_.level().blocks({data, nullptr, j_.scalars, nullptr, n, 1}, 0, 0, n, lanes_, values_, true);
      j_.level().total(lanes_, states);
    }
  }
  unsigned char* buffer(int k) { return buffers_ + buffer_bytes_ * k; }
  /// Elements of input k in one row of the columns, contiguous.
  void* row(column_block const& c, int k, std::int64_t at) {
    if (j_.kind[k] == access::staying) return j_.data[k];
    std::int64_t const offset = c.base[k] + at * j_.folded.stride[k][0], stride = j_.kept.stride[k][0];
    if (j_.kind[k] != access::computed && (stride == 1 || c.width == 1))
      return static_cast<char*>(j_.data[k]) + offset * j_.itemsize[k];
    gather_operand(buffer(k), source_of(j_, k), offset, stride, c.width);
    return buffer(k);
  }
  /// Elements of input k at places [first, first + n) of a column, contiguous.
  void* run(column_block const& c, int k, std::int64_t first, std::int64_t n) {
    if (j_.kind[k] == access::staying) return j_.data[k];
    std::int64_t const stride = j_.folded.stride[k][0];
    if (j_.bounds.order != nullptr) {
      gather_operand_at(buffer(k), source_of(j_, k), c.base[k], n,
                        [&](std::int64_t i) { return j_.bounds.element(first + i) * stride; });
      return buffer(k);
    }
    std::int64_t const offset = c.base[k] + first * stride;
    if (j_.kind[k] != access::computed && (stride == 1 || n == 1))
      return static_cast<char*>(j_.data[k]) + offset * j_.itemsize[k];
    gather_operand(buffer(k), source_of(j_, k), offset, stride, n);
    return buffer(k);
  }

  segment_job const& j_;
  std::int64_t state_bytes_, value_bytes_, buffer_bytes_;
  std::unique_ptr<unsigned char[]> memory_;
  unsigned char *values_, *buffers_, *lanes_, *states_;
};

/// Calls use(block) for the columns of the loop, `width` at a time.
template <class Use>
void for_columns(segment_job const& j, Use&& use) {
  std::int64_t rest = 1;
  for (int a = 1; a < j.kept.count; ++a) rest *= j.kept.extent[a];
  column_block c;
  for (std::int64_t r = 0; r < rest; ++r)
    for (std::int64_t column = 0; column < j.columns(); column += j.width) {
      c.width = std::min(j.width, j.columns() - column);
      for (int k = 0; k < j.operands; ++k)
        c.base[k] = j.kind[k] == access::staying || j.kept.count == 0
                        ? 0
                        : column * j.kept.stride[k][0] + (r == 0 ? 0 : offset_of(j.kept, k, r, 1));
      use(c);
    }
}

/// A segment of more than part_length elements, its parts in parallel.
void fold_long(segment_job const& j, std::int64_t segment, std::int64_t first, std::int64_t last) {
  std::int64_t const parts = (last - first + part_length - 1) / part_length, bytes = j.width * j.level().state_bytes;
  auto const states = std::make_unique<unsigned char[]>(static_cast<std::size_t>(parts * bytes));
  for_columns(j, [&](column_block const& c) {
    in_parts(parts, 1, time_of((last - first) * c.width, j.cost), [&](std::int64_t begin, std::int64_t end) {
      segment_folder folder(j);
      for (std::int64_t p = begin; p < end; ++p) {
        folder.fold(c, first + p * part_length, std::min(last, first + (p + 1) * part_length));
        std::memcpy(states.get() + p * bytes, folder.state(),
                    static_cast<std::size_t>(c.width * j.level().state_bytes));
      }
    });
    for (std::int64_t apart = 1; apart < parts; apart *= 2)
      for (std::int64_t p = 0; p + apart < parts; p += 2 * apart)
        j.level().merge(states.get() + p * bytes, states.get() + (p + apart) * bytes, c.width);
    segment_folder(j).store(c, states.get(), segment, last - first);
  });
}

void fold_now(segment_job const& j) {
  std::int64_t const size = j.kept.size();
  if (size == 0 || j.bounds.segments == 0) return;
  std::atomic<bool> any_long = false;
  std::int64_t const elements = std::max<std::int64_t>(1, j.bounds.rows / j.bounds.segments) * size;
  in_parts(j.bounds.segments, 1, time_of(j.bounds.segments * std::max<std::int64_t>(8, elements), j.cost),
           [&](std::int64_t begin, std::int64_t end) {
             segment_folder folder(j);
             for_columns(j, [&](column_block const& c) {
               for (std::int64_t s = begin; s < end; ++s) {
                 std::int64_t first, last;
                 j.bounds.find(s, first, last);
                 if (last - first > part_length) {
                   any_long.store(true, std::memory_order_relaxed);
                   continue;
                 }
                 folder.fold(c, first, last);
                 folder.store(c, folder.state(), s, last - first);
               }
             });
           });
  if (!any_long.load(std::memory_order_relaxed)) return;
  for (std::int64_t s = 0; s < j.bounds.segments; ++s) {
    std::int64_t first, last;
    j.bounds.find(s, first, last);
    if (last - first > part_length) fold_long(j, s, first, last);
  }
}

}  // namespace

void host_segments_start(host_segment_kernel const& kernel, signature_info const& info, loop_builder& loop, int axis,
                         segment_bounds const& bounds, std::int64_t step) try {
  loop_view const& v = loop.view;
  runtime::count_launch(bytes_of(v, info.outputs, info.count) + bounds.segments * 8,
                        bytes_of(v, 0, info.outputs) * bounds.segments);
  segment_job j{};
  j.kernel = kernel.fold;
  j.few = kernel.few;
  j.cost = info.host_cost;
  j.operands = v.count;
  j.bounds = bounds;
  j.step = step;
  take_axes(j.kept, v, std::uint32_t{1} << axis, false);
  take_axis(j.folded, v, axis);
  std::copy_n(v.data, v.count, j.data);
  std::copy_n(v.itemsize, v.count, j.itemsize);
  std::copy_n(v.kind, v.count, j.kind);
  j.computed = v.computed;
  j.across = lies_across(j.kept, j.folded, v) && j.columns() >= 8;
  j.width = j.across ? std::min(columns_at_once, std::max<std::int64_t>(1, j.columns())) : 1;
  j.scalars = loop.scalars;
  run_or_record<fold_now>(j, info.bytes);
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void check_segments(segment_bounds const& b, char const* where) try {
  std::int64_t const count = b.single ? b.segments : b.segments + 1, most = b.single ? b.rows - 1 : b.rows;
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t const at = b.offsets[i];
    if (at < 0 || at > most)
      throw index_error(std::string(where) + ": offset " + std::to_string(at) + " lies outside [0, " +
                        std::to_string(most) + "] of an axis of extent " + std::to_string(b.rows));
    if (!b.single && i > 0 && at < b.offsets[i - 1])
      throw value_error(std::string(where) + ": offsets must not fall; " + std::to_string(at) + " follows " +
                        std::to_string(b.offsets[i - 1]));
  }
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp::kernels
