// Small folds on the host: at once, without planning.
#include <algorithm>
#include <bit>
#include <fuse/kernels/fold/host_fold.hpp>

#include "host_fold_rows.hpp"
#include "kernels/fold_axes.hpp"
#include "kernels/host_gather.hpp"

namespace cp::kernels {

namespace {

/// The bytes from a row to the next along axes [0, axes), which an operand crosses in one step; false if it does not.
bool step_of(loop_view const& v, int k, int axes, std::int64_t& step) {
  std::int64_t inner = 1;
  step = 0;
  for (int a = axes; a-- > 0;) {
    if (v.shape[a] == 1) continue;
    if (inner == 1)
      step = v.stride(k, a);
    else if (v.stride(k, a) != step * inner)
      return false;
    inner *= v.shape[a];
  }
  return true;
}
/// Whether an operand's elements lie side by side along axes [first, last).
bool lies_along(loop_view const& v, int k, int first, int last) {
  std::int64_t expected = 1;
  for (int a = last; a-- > first;) {
    if (v.shape[a] != 1 && v.stride(k, a) != expected) return false;
    expected *= v.shape[a];
  }
  return true;
}

/// Small work on rows as they lie, which is most of what is small.
struct small_work {
  std::int64_t rows, n;
  std::int64_t step[max_operands];  // in elements
};
constexpr std::int64_t small_values = 2048, small_states = 8192, small_kept = 16384, small_cascade = 8192;  // bytes

/// Whether the axes from `parting` on are whole rows, which all inputs have side by side and cross in one step.
bool find_rows(small_work& w, host_fold_kernel const& kernel, loop_view const& v, int parting, bool to_rows) {
  if (cascade_bytes_of(kernel, w.n) > small_cascade) return false;
  for (int k = 0; k < v.count; ++k) {
    w.step[k] = 0;
    if (v.kind[k] == access::staying) continue;
    bool const a_result = to_rows && (k < v.outputs || v.kind[k] == access::result);
    if (!step_of(v, k, parting, w.step[k])) return false;
    if (a_result ? w.rows > 1 && w.step[k] != 1 : !lies_along(v, k, parting, v.rank)) return false;
  }
  return w.rows * kernel.value_bytes <= small_values || kernel.value_bytes * 8 <= small_values;
}
/// A run of rows after the other, so that values fit.
void run_small_rows(small_work const& w, host_fold_kernel const& kernel, loop_view const& v,
                    unsigned char const* scalars, bool to_rows) {
  alignas(64) unsigned char values[small_values], kept_room[small_kept], cascade[small_cascade];
  void* kept[max_kept];
  void* data[max_operands];
  std::int64_t step[max_operands];
  std::int64_t most = 1;
  if (w.rows > 1) most = small_values / kernel.value_bytes;
  if (w.rows > 1 && kernel.kept > 0)
    most = std::min(most, (small_kept - 64 * kernel.kept) / (w.n * kept_bytes_of(kernel)));
  std::int64_t at = 0;
  for (int k = 0; k < kernel.kept; ++k) {
    kept[k] = kept_room + at;
    at += (w.n * kernel.kept_itemsize[k] * most + 63) / 64 * 64;
  }
  for (int k = 0; k < v.count; ++k) data[k] = v.data[k], step[k] = w.step[k] * v.itemsize[k];
  for (std::int64_t first = 0; first < w.rows; first += most) {
    std::int64_t const rows = std::min(most, w.rows - first);
    run_rows(kernel, {data, step, scalars, kept, w.n, rows}, values, cascade);
    if (to_rows) kernel.across({data, step, scalars, kept, rows, 1}, values);
    for (int k = 0; k < v.count; ++k) data[k] = static_cast<char*>(data[k]) + rows * step[k];
  }
}

/// Whether axis 0 alone is folded, and results lie side by side.
bool find_columns(small_work& w, loop_view const& v) {
  for (int k = 0; k < v.count; ++k) {
    w.step[k] = v.kind[k] == access::staying ? 0 : v.stride(k, 0);
    if (v.kind[k] != access::staying && !lies_along(v, k, 1, v.rank)) return false;
  }
  return true;
}
void run_small_columns(small_work const& w, host_fold_kernel const& kernel, loop_view const& v,
                       unsigned char const* scalars) {
  alignas(64) unsigned char states[small_states], values[small_states];
  host_fold_level const& level = *kernel.level;
  std::int64_t const most = small_states / std::max(level.state_bytes, kernel.value_bytes);
  void* data[max_operands];
  std::int64_t step[max_operands];
  for (int k = 0; k < v.count; ++k) data[k] = v.data[k], step[k] = w.step[k] * v.itemsize[k];
  for (std::int64_t first = 0; first < w.n; first += most) {
    std::int64_t const n = std::min(most, w.n - first);
    level.across({data, step, scalars, nullptr, n, w.rows}, states, values, true);
    level.finish(states, n, w.rows, values);
    kernel.across({data, step, scalars, nullptr, n, 1}, values);
    for (int k = 0; k < v.count; ++k)
      if (v.kind[k] != access::staying) data[k] = static_cast<char*>(data[k]) + n * v.itemsize[k];
  }
}

/// One result of everything, which lies in one run: what most that is small comes to.
bool fold_run(host_fold_kernel const& kernel, signature_info const& info, loop_builder const& loop,
              std::uint32_t folded) {
  loop_view const& v = loop.view;
  if (!loop.contiguous || kernel.levels > 1 || kernel.kept > 0 || kernel.along != nullptr ||
      kernel.value_bytes > small_values || cascade_bytes_of(kernel, loop.size) > small_cascade)
    return false;
  for (int a = 0; a < v.rank; ++a)
    if ((folded >> a & 1) == 0 && v.shape[a] != 1) return false;
  runtime::count_launch(loop.size * info.read_bytes, info.written_bytes);
  alignas(64) unsigned char values[small_values], cascade[small_cascade];
  run_rows(kernel, {v.data, nullptr, loop.scalars, nullptr, loop.size, 1}, values, cascade);
  kernel.across({v.data, nullptr, loop.scalars, nullptr, 1, 1}, values);
  return true;
}

/// The same of a few 16-bit floats, as float32 on the stack.
bool fold_few_halves(host_fold_kernel const& kernel, signature_info const& info, loop_builder const& loop,
                     std::uint32_t folded) {
  constexpr std::int64_t most = 1024;
  constexpr int operands = 4;
  loop_view const& v = loop.view;
  if (!loop.contiguous || loop.size > most || v.count > operands) return false;
  alignas(64) float room[operands][most];
  void* data[operands];
  access kind[operands];
  std::int32_t itemsize[operands];
  for (int k = 0; k < v.count; ++k) {
    if (v.kind[k] == access::computed || (k < v.outputs && is_widened(v.kind[k]))) return false;
    data[k] = v.data[k], kind[k] = v.kind[k], itemsize[k] = v.itemsize[k];
    if (!is_widened(kind[k])) continue;
    to_float32(room[k], v.data[k], loop.size, kind[k]);
    data[k] = room[k], kind[k] = access::element, itemsize[k] = sizeof(float);
  }
  loop_builder few = loop;
  few.view.data = data, few.view.kind = kind, few.view.itemsize = itemsize;
  return fold_run(kernel, info, few, folded);
}

}  // namespace

bool fold_small(host_fold_kernel const& kernel, signature_info const& info, loop_builder const& loop,
                std::uint32_t folded, bool to_rows) {
  loop_view const& v = loop.view;
  if (folded == 0 || loop.size == 0 || !is_at_once(loop.size, info)) return false;
  if (info.has_computed) return to_rows && fold_few_halves(kernel, info, loop, folded);
  if (fold_run(kernel, info, loop, folded)) return true;
  if (to_rows && !info.is_exact) return false;  // results are stored as many at once as a plan says
  int const parting = std::countr_zero(folded);
  small_work w;
  w.rows = 1;
  if (folded + (std::uint32_t{1} << parting) == std::uint32_t{1} << v.rank) {
    for (int a = 0; a < parting; ++a) w.rows *= v.shape[a];
    w.n = 1;
    for (int a = parting; a < v.rank; ++a) w.n *= v.shape[a];
    bool const fits = w.n * kept_bytes_of(kernel) + 64 * (kernel.kept + 1) <= small_kept && (w.n > 1 || w.rows == 1) &&
                      !are_short(kernel, w.n, w.rows, to_rows);
    if (fits && find_rows(w, kernel, v, parting, to_rows)) {
      runtime::count_launch(bytes_of(v, info.outputs, info.count), bytes_of(v, 0, info.outputs));
      run_small_rows(w, kernel, v, loop.scalars, to_rows);
      return true;
    }
  }
  if (folded == 1 && v.rank > 1 && to_rows && v.shape[0] <= steps_at_once && kernel.levels == 1 && kernel.kept == 0 &&
      std::max(kernel.level->state_bytes, kernel.value_bytes) <= small_states) {
    w.rows = v.shape[0];
    w.n = loop.size / w.rows;
    if (w.n > 1 && find_columns(w, v)) {
      runtime::count_launch(bytes_of(v, info.outputs, info.count), bytes_of(v, 0, info.outputs));
      run_small_columns(w, kernel, v, loop.scalars);
      return true;
    }
  }
  return false;
}

}  // namespace cp::kernels
