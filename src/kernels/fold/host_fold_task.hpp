// What a task of the host's folds works on: its job, its memory, its rows, and how operands come to lie side by side.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <fuse/kernels/fold/host_fold.hpp>
#include <memory>
#include <new>
#include <optional>

#include "kernels/fold_axes.hpp"
#include "kernels/host_gather.hpp"

namespace cp::kernels::fold_task {

struct fold_job {
  host_fold_kernel const* kernel;
  int cost, operands, outputs;
  bool to_rows;
  bool across;        ///< results side by side in memory, instead of the elements of one
  bool side_by_side;  ///< their elements lie so, too
  bool large;         ///< comes from memory, not from a cache
  bool whole;         ///< a task's rows are folded where they lie
  bool at_hand;  ///< across: all elements of a task's rows are brought together first, and read as often as it takes
  bool exact;    ///< see signature_info
  axis_set kept, folded;
  void* data[max_operands];
  std::int32_t itemsize[max_operands];
  access kind[max_operands];
  computing const* computed;
  std::int64_t width;         ///< rows of a task
  std::int64_t steps;         ///< across, elements of a result that are folded one after the other; beyond, pairwise
  std::int64_t buffered;      ///< elements of an operand that is copied to where its elements lie side by side
  std::int64_t blocks, rest;  ///< tasks along kept axis 0; product of the other kept axes
  std::int64_t count, parts;  ///< elements of a row; tasks that share it
  std::int64_t per_part;
  unsigned char const* scalars;
  unsigned char* partial;  ///< of the parts of all rows, where tasks share them, part_bytes each
  std::int64_t part_bytes;
  unsigned char* values;  ///< of all rows, where tasks share rows

  std::int64_t columns() const { return kept.count > 0 ? kept.extent[0] : 1; }
};

template <class F>
std::int64_t largest(host_fold_kernel const& kernel, F const& of) {
  std::int64_t bytes = 0;
  for (int l = 0; l < kernel.levels; ++l) bytes = std::max<std::int64_t>(bytes, of(kernel.level[l]));
  return bytes;
}
inline std::int64_t largest_state(host_fold_kernel const& kernel) {
  return largest(kernel, [](host_fold_level const& l) { return l.state_bytes; });
}
/// So many bytes, aligned to 64: on the stack, if they are few.
template <int Few>
class stack_or_heap {
 public:
  explicit stack_or_heap(std::int64_t bytes) : data_(bytes <= Few ? few_ : nullptr) {
    if (data_ != nullptr) return;
    many_ = std::make_unique_for_overwrite<unsigned char[]>(static_cast<std::size_t>(bytes) + 64);
    data_ = many_.get() + (64 - reinterpret_cast<std::uintptr_t>(many_.get()) % 64) % 64;
  }
  unsigned char* data() { return data_; }

 private:
  unsigned char* data_;
  std::unique_ptr<unsigned char[]> many_;
  alignas(64) unsigned char few_[Few];
};

/// Memory of a thread's tasks: states, values, states that wait to be merged, costly parts, buffers of operands.
class workspace {
 public:
  explicit workspace(fold_job const& j) {
    host_fold_kernel const& kernel = *j.kernel;
    std::int64_t const item = largest_buffered(j, j.operands);
    std::int64_t const longest = j.buffered,
                       kept_length = j.whole || j.at_hand ? j.width * j.count : std::max(run_length, j.width);
    state_bytes_ =
        j.whole ? 0
                : round(largest_state(kernel) * j.width) * (j.across ? counter_stack::depth(j.per_part / j.steps) : 1);
    cascade_bytes_ = j.across || (j.whole && j.count <= host_fold_block)
                         ? 0
                         : largest(kernel, [&](host_fold_level const& l) { return row_cascade::bytes(l, j.per_part); });
    value_bytes_ = round(kernel.value_bytes * j.width);
    buffer_bytes_ = round(item * longest);
    std::int64_t kept_total = 0;
    for (int k = 0; k < kernel.kept; ++k) kept_total += round(kernel.kept_itemsize[k] * kept_length);
    memory_.emplace(state_bytes_ + cascade_bytes_ + value_bytes_ + kept_total + buffer_bytes_ * j.operands);
    base_ = memory_->data();
    unsigned char* at = values() + value_bytes_ + buffer_bytes_ * j.operands;
    for (int k = 0; k < j.operands; ++k) twin[k] = twin_of(j, k);
    for (int k = 0; k < kernel.kept; ++k) {
      kept[k] = at;
      at += round(kernel.kept_itemsize[k] * kept_length);
    }
  }
  unsigned char* state() { return base_; }  ///< of each of a task's rows; across, as many as wait to be merged
  unsigned char* cascade() { return base_ + state_bytes_; }
  unsigned char* values() { return cascade() + cascade_bytes_; }
  unsigned char* buffer(int k) { return values() + value_bytes_ + buffer_bytes_ * k; }

  /// Whether operand k's buffer has what a task brings to it, from the one before; notes that it will.
  bool holds(int k, std::int64_t base, std::int64_t width) {
    if (held_width_[k] == width && held_base_[k] == base) return true;
    held_width_[k] = width;
    held_base_[k] = base;
    return false;
  }

  void* kept[max_kept];
  int twin[max_operands];  ///< an operand before that is the same, or computed alike, or -1

 private:
  static int twin_of(fold_job const& j, int k) {
    auto const reads_alike = [&](int m) {
      if (j.kind[k] == access::computed) return computes_alike(source_of(j, m), source_of(j, k));
      return (j.kind[k] == access::element || is_widened(j.kind[k])) && j.kind[m] == j.kind[k] &&
             j.data[m] == j.data[k] && j.itemsize[m] == j.itemsize[k];
    };
    for (int m = j.outputs; m < k; ++m)
      if (reads_alike(m) && along_alike(j.kept, m, k) && along_alike(j.folded, m, k)) return m;
    return -1;
  }
  static bool along_alike(axis_set const& s, int m, int k) {
    for (int a = 0; a < s.count; ++a)
      if (s.stride[m][a] != s.stride[k][a]) return false;
    return true;
  }
  static std::int64_t round(std::int64_t bytes) { return (bytes + 63) / 64 * 64; }
  std::int64_t state_bytes_, cascade_bytes_, value_bytes_, buffer_bytes_;
  std::int64_t held_base_[max_operands], held_width_[max_operands] = {};
  unsigned char* base_;
  std::optional<stack_or_heap<32768>> memory_;
};

/// The rows of a task, and the elements of them that it works on.
struct task_rows {
  std::int64_t width, first, last;
  std::int64_t row;                 ///< number of the first row
  std::int64_t base[max_operands];  ///< offset of the first row, for each operand
};

inline std::int64_t kept_offset(fold_job const& j, int k, std::int64_t rest, std::int64_t column) {
  if (j.kind[k] == access::staying || j.kept.count == 0) return 0;
  return column * j.kept.stride[k][0] + (rest == 0 ? 0 : offset_of(j.kept, k, rest, 1));
}
inline task_rows rows_of(fold_job const& j, std::int64_t task) {
  task_rows t;
  std::int64_t const part = task % j.parts, place = task / j.parts;
  // All rows of columns that are brought together, as some operands are the same for them.
  std::int64_t const block = j.at_hand ? place / j.rest : place % j.blocks,
                     rest = j.at_hand ? place % j.rest : place / j.blocks, column = block * j.width;
  t.width = std::min(j.width, j.columns() - column);
  t.first = part * j.per_part;
  t.last = std::min(j.count, t.first + j.per_part);
  t.row = rest * j.columns() + column;
  for (int k = 0; k < j.operands; ++k) t.base[k] = kept_offset(j, k, rest, column);
  return t;
}

/// Where an operand's element lies; what is computed has none.
inline char* address(fold_job const& j, int k, std::int64_t offset) {
  if (j.kind[k] == access::staying || j.kind[k] == access::computed) return static_cast<char*>(j.data[k]);
  return static_cast<char*>(j.data[k]) + offset * j.itemsize[k];
}
/// Copies n elements of an input that begin at an offset to where they lie side by side.
inline void gather(fold_job const& j, int k, std::int64_t offset, std::int64_t stride, std::int64_t n,
                   unsigned char* to) {
  if (!is_copied(j.kind[k]) && stride == 1)
    std::memcpy(to, address(j, k, offset), static_cast<std::size_t>(n * j.itemsize[k]));
  else
    gather_operand(to, source_of(j, k), offset, stride, n);
}
/// Copies some steps, each of n elements that are `apart` along the kept axis, one behind the other.
inline void gather_steps(fold_job const& j, int k, std::int64_t offset, std::int64_t along, std::int64_t steps,
                         std::int64_t n, unsigned char* to) {
  std::int64_t const apart = j.kept.stride[k][0], bytes = n * source_of(j, k).buffered_itemsize();
  if (!is_copied(j.kind[k]) && along == 1 && apart > 1 && steps > 1 &&
      transpose_steps(to, address(j, k, offset), apart, steps, n, j.itemsize[k]))
    return;
  for (std::int64_t s = 0; s < steps; ++s) gather(j, k, offset + s * along, apart, n, to + s * bytes);
}
/// The same back.
inline void scatter_steps(fold_job const& j, int k, std::int64_t offset, std::int64_t along, std::int64_t steps,
                          std::int64_t n, unsigned char const* from) {
  std::int64_t const apart = j.kept.stride[k][0];
  if (!is_copied(j.kind[k]) && along == 1 && apart > 1 && steps > 1 &&
      transpose_back(address(j, k, offset), from, apart, steps, n, j.itemsize[k]))
    return;
  source const to = source_of(j, k);
  for (std::int64_t s = 0; s < steps; ++s)
    scatter_operand(to, offset + s * along, apart, n, from + s * n * to.buffered_itemsize());
}
inline std::int64_t buffered_itemsize(fold_job const& j, int k) { return source_of(j, k).buffered_itemsize(); }

/// Whether a loop over some inputs (a bit each), and over the outputs if it writes, works on operand k.
template <class Job>
bool is_wanted(Job const& j, int k, std::uint64_t inputs, bool writes) {
  return k < j.outputs ? writes : (inputs >> (k - j.outputs) & 1) != 0;
}
/// Whether operand k's elements lie side by side along an axis with this stride.
inline bool lies(fold_job const& j, int k, std::int64_t stride) {
  return j.kind[k] == access::staying || (!is_copied(j.kind[k]) && stride == 1);
}

/// Inputs whose elements are read with those of the rows, a bit each.
inline std::uint64_t inputs_of(fold_job const& j) { return j.kernel->folded | (j.to_rows ? 0 : j.kernel->late); }
/// Whether an operand's elements of a row lie side by side.
inline bool lies_in_row(fold_job const& j, int k) {
  if (j.folded.count == 0) return !is_copied(j.kind[k]);
  return j.kind[k] == access::staying || (j.folded.count == 1 && lies(j, k, j.folded.stride[k][0]));
}
/// Whether rows can be read (and written) where they lie.
inline bool in_place(fold_job const& j, std::uint64_t inputs, bool writes) {
  if (j.across || j.folded.count > 1) return false;
  for (int k = 0; k < j.operands; ++k)
    if (is_wanted(j, k, inputs, writes) && !lies(j, k, j.folded.count == 0 ? 1 : j.folded.stride[k][0])) return false;
  return true;
}

/// Whether rows can be copied to where they lie side by side, several of them at once: what is written lies so already.
/// They are a block at most; longer ones where elements that are converted stay near for a second reading.
inline bool can_copy_rows(fold_job const& j, bool writes) {
  constexpr std::int64_t near_bytes = 1 << 20;
  std::int64_t converted = 0;
  for (int k = 0; k < j.operands; ++k) {
    bool another = is_widened(j.kind[k]);
    for (int m = 0; m < k; ++m) another = another && j.data[m] != j.data[k];
    converted += another;
  }
  bool const again = converted > 0 && (j.kernel->levels > 1 || writes) &&
                     j.count * converted * std::int64_t{sizeof(float)} <= near_bytes;
  if (j.across || j.count == 0 || (j.count > host_fold_block && !again)) return false;
  for (int k = 0; writes && k < j.outputs; ++k)
    if (j.folded.count > 1 || (j.folded.count == 1 && j.kind[k] != access::staying && j.folded.stride[k][0] != 1))
      return false;
  return true;
}

/// Calls piece(operand, offset, stride, place, number) for the runs along the inner folded axis of n elements of a row
/// from element i on.
template <class Piece>
void for_pieces(fold_job const& j, task_rows const& t, int k, std::int64_t i, std::int64_t n, Piece const& piece) {
  std::int64_t const extent = j.folded.count > 0 ? j.folded.extent[0] : 1,
                     stride = j.folded.count > 0 ? j.folded.stride[k][0] : 1;
  for (std::int64_t done = 0; done < n;) {
    std::int64_t const at = i + done, m = std::min(extent - at % extent, n - done);
    piece(t.base[k] + offset_of(j.folded, k, at, 0), stride, done, m);
    done += m;
  }
}

/// Calls use(rows) for a row's elements, a run after the other, inputs (a bit each) side by side. Runs are whole blocks
/// but for the last, where they are not written.
template <class Use>
void walk_along(fold_job const& j, task_rows const& t, std::uint64_t inputs, bool writes, workspace& work,
                Use const& use) {
  void* data[max_operands];
  bool direct[max_operands];
  bool all_direct = j.kernel->kept == 0;
  std::int64_t const extent = j.folded.count > 0 ? j.folded.extent[0] : 1;
  for (int k = 0; k < j.operands; ++k) {
    data[k] = work.buffer(k);
    direct[k] = lies(j, k, j.folded.count > 0 ? j.folded.stride[k][0] : 1);
    if (j.kind[k] == access::staying) data[k] = j.data[k];
    if (is_wanted(j, k, inputs, writes)) all_direct = all_direct && direct[k];
  }
  // What is only stored is so where it lies: blocks matter to what is folded.
  bool const by_piece = writes && all_direct && extent >= 32;
  for (std::int64_t i = t.first; i < t.last;) {
    axis_place const at(j.folded, i);
    std::int64_t const left = t.last - i, in_row = extent - (j.folded.count > 0 ? at.index[0] : 0);
    bool const in_one = in_row >= std::min(left, run_length) || by_piece;
    std::int64_t n = std::min(left, run_length);
    if (by_piece)
      n = std::min(left, in_row);
    else if (in_one && all_direct)
      n = in_row >= left ? left : in_row / run_length * run_length;
    for (int k = 0; k < j.operands; ++k) {
      if (!is_wanted(j, k, inputs, writes) || j.kind[k] == access::staying) continue;
      if (int const same = work.twin[k]; same >= 0 && is_wanted(j, same, inputs, writes))
        data[k] = data[same];
      else if (in_one && direct[k])
        data[k] = address(j, k, t.base[k] + at.offset(j.folded, k));
      else if (k < j.outputs)
        data[k] = work.buffer(k);
      else
        for_pieces(j, t, k, i, n, [&](std::int64_t offset, std::int64_t stride, std::int64_t done, std::int64_t m) {
          gather(j, k, offset, stride, m, work.buffer(k) + done * buffered_itemsize(j, k));
          data[k] = work.buffer(k);
        });
    }
    use(host_fold_rows{data, nullptr, j.scalars, work.kept, n, 1});
    for (int k = 0; writes && k < j.outputs; ++k)
      if (!(in_one && direct[k]))
        for_pieces(j, t, k, i, n, [&](std::int64_t offset, std::int64_t stride, std::int64_t done, std::int64_t m) {
          scatter_operand(source_of(j, k), offset, stride, m, work.buffer(k) + done * buffered_itemsize(j, k));
        });
    i += n;
  }
}

/// Calls use(rows) for the elements of a task's rows, which lie side by side: an element of each, several steps at a
/// time. Operands that do not lie as they are read go through buffers.
template <class Use>
void walk_across(fold_job const& j, task_rows const& t, std::uint64_t inputs, bool writes, workspace& work,
                 Use const& use) {
  void* data[max_operands];
  std::int64_t step[max_operands];
  bool direct[max_operands];
  bool all_direct = true;
  for (int k = 0; k < j.operands; ++k) {
    data[k] = j.data[k];
    step[k] = j.kind[k] == access::staying || j.folded.count == 0 ? 0 : j.folded.stride[k][0] * j.itemsize[k];
    direct[k] = lies(j, k, j.kept.stride[k][0]);
    if (is_wanted(j, k, inputs, writes)) all_direct = all_direct && direct[k];
  }
  std::int64_t const extent = j.folded.count > 0 ? j.folded.extent[0] : 1;
  std::int64_t const most = j.kernel->kept > 0 ? 1
                            : all_direct       ? j.steps
                                               : std::max<std::int64_t>(1, j.buffered / t.width);
  for (std::int64_t i = t.first; i < t.last;) {
    axis_place const at(j.folded, i);
    std::int64_t const rows = std::min({most, t.last - i, j.steps - (i - t.first) % j.steps, extent - i % extent});
    for (int k = 0; k < j.operands; ++k) {
      if (!is_wanted(j, k, inputs, writes) || j.kind[k] == access::staying) continue;
      if (int const same = work.twin[k]; same >= 0 && is_wanted(j, same, inputs, writes)) {
        data[k] = data[same];
        step[k] = step[same];
        continue;
      }
      std::int64_t const offset = t.base[k] + at.offset(j.folded, k),
                         along = j.folded.count > 0 ? j.folded.stride[k][0] : 0;
      if (direct[k]) {
        data[k] = address(j, k, offset);
        continue;
      }
      data[k] = work.buffer(k);
      step[k] = along == 0 ? 0 : t.width * buffered_itemsize(j, k);
      if (k >= j.outputs) gather_steps(j, k, offset, along, along == 0 ? 1 : rows, t.width, work.buffer(k));
    }
    use(host_fold_rows{data, step, j.scalars, work.kept, t.width, rows, j.large}, i + rows);
    for (int k = 0; writes && k < j.outputs; ++k)
      if (!direct[k])
        scatter_steps(j, k, t.base[k] + at.offset(j.folded, k), j.folded.count > 0 ? j.folded.stride[k][0] : 0, rows,
                      t.width, work.buffer(k));
    i += rows;
  }
}

/// Calls piece(offset, stride, first, n) for the runs of an operand's steps along the inner folded axis.
template <class Piece>
void for_steps(fold_job const& j, task_rows const& t, int k, Piece const& piece) {
  std::int64_t const extent = j.folded.count > 0 ? j.folded.extent[0] : 1,
                     stride = j.folded.count > 0 ? j.folded.stride[k][0] : 0;
  for (std::int64_t i = 0; i < j.count; i += extent) piece(t.base[k] + offset_of(j.folded, k, i, 0), stride, i, extent);
}
/// Brings all elements of a task's rows together: a step after the other, the rows' elements of each side by side.
/// Outputs that do not lie so get a buffer.
inline void bring_steps(fold_job const& j, task_rows const& t, workspace& work, void** data, std::int64_t* step) {
  std::uint64_t const inputs = j.kernel->folded | (j.to_rows ? 0 : j.kernel->late);
  for (int k = 0; k < j.operands; ++k) {
    bool const still = j.kind[k] == access::staying;
    data[k] = still ? j.data[k] : work.buffer(k);
    step[k] = still ? 0 : t.width * buffered_itemsize(j, k);
    if (still || !is_wanted(j, k, inputs, !j.to_rows)) continue;
    if (int const same = work.twin[k]; same >= 0 && is_wanted(j, same, inputs, !j.to_rows)) {
      data[k] = data[same];
      step[k] = step[same];
    } else if (j.folded.count <= 1 && lies(j, k, j.kept.stride[k][0])) {
      data[k] = address(j, k, t.base[k]);
      step[k] = j.folded.count == 0 ? 0 : j.folded.stride[k][0] * j.itemsize[k];
    } else if (k >= j.outputs && !work.holds(k, t.base[k], t.width)) {
      for_steps(j, t, k, [&](std::int64_t offset, std::int64_t stride, std::int64_t first, std::int64_t n) {
        gather_steps(j, k, offset, stride, n, t.width, work.buffer(k) + first * step[k]);
      });
    }
  }
}
/// Writes what is in outputs' buffers to where it belongs.
inline void return_steps(fold_job const& j, task_rows const& t, workspace& work, void* const* data) {
  for (int k = 0; k < j.outputs; ++k)
    if (data[k] == work.buffer(k))
      for_steps(j, t, k, [&](std::int64_t offset, std::int64_t stride, std::int64_t first, std::int64_t n) {
        scatter_steps(j, k, offset, stride, n, t.width, work.buffer(k) + first * t.width * buffered_itemsize(j, k));
      });
}

}  // namespace cp::kernels::fold_task
