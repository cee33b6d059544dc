// What the host's folds of bands work on (see host_fold_bands.cpp): axes, operands, parts.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <fuse/kernels/fold/host_fold.hpp>

#include "host_fold_rows.hpp"
#include "kernels/fold_axes.hpp"
#include "kernels/host_gather.hpp"

namespace cp::kernels::fold_task {

constexpr std::int64_t band_elements = 256;   // about as many as a band has at least
constexpr std::int64_t wide_results = 64;     // so many side by side need no band
constexpr std::int64_t long_rows = 48;        // so many elements of a result side by side need none either
constexpr std::int64_t band_bytes = 1 << 14;  // of a band's states: they stay in the nearest cache
constexpr std::int64_t fewest_steps = 16;     // bands along the folded axis

/// How a band reaches an operand: one element for all; where it lies; copied once, as it is the same for all steps;
/// copied for some steps at a time.
enum class reached : unsigned char { staying, lying, spread, brought };

struct band_job {
  host_fold_kernel const* kernel;
  int cost, operands, outputs;
  bool to_rows, large;
  unsigned char const* scalars;
  void* data[max_operands];
  std::int32_t itemsize[max_operands];
  access kind[max_operands];
  computing const* computed;
  reached how[max_operands];
  bool of_results[max_operands];        ///< one element for each result
  int twin[max_operands];               ///< an operand before that is the same, if both are brought; or -1
  axis_set run, steps_of, rest;         ///< axes of a step's elements; folded and kept ones outside
  std::int64_t results, inner, beside;  ///< of a band: results, elements of each side by side, steps
  std::int64_t steps, count, per_part, parts;
  std::int64_t at_once;  ///< bands

  std::int64_t step_width() const { return results * inner; }
  std::int64_t width() const { return step_width() * beside; }
  std::int64_t buffer_bytes(int k) const {
    if (how[k] != reached::spread && how[k] != reached::brought) return 0;
    return source_of(*this, k).buffered_itemsize() * width() * (how[k] == reached::brought ? at_once : 1);
  }
};

/// Finds the axes, from the innermost one: folded ones within results (if any), results, folded ones (the steps), kept
/// ones.
inline bool find_axes(band_job& j, loop_view const& v, std::uint32_t folded) {
  int a = v.rank - 1;
  auto const take = [&](bool wanted, axis_set& to) {
    std::int64_t n = 1;
    for (; a >= 0 && (v.shape[a] == 1 || ((folded >> a & 1) != 0) == wanted); --a)
      if (v.shape[a] != 1) append_axis(to, v, a), n *= v.shape[a];
    return n;
  };
  j.inner = take(true, j.run);
  j.results = take(false, j.run);
  j.steps = take(true, j.steps_of);
  take(false, j.rest);
  j.count = j.steps * j.inner;
  return a < 0 && j.steps > 1 && j.results > 1;
}

/// Whether an operand's elements follow one another along the axes of a set, `first` apart.
inline bool lies_along(axis_set const& s, int k, std::int64_t first) {
  for (int a = 0; a < s.count; first *= s.extent[a++])
    if (s.stride[k][a] != first) return false;
  return true;
}
inline bool is_same_along(axis_set const& s, int k, int m) {
  for (int a = 0; a < s.count; ++a)
    if (s.stride[k][a] != (m < 0 ? 0 : s.stride[m][a])) return false;
  return true;
}
/// Whether elements of results lie side by side.
inline bool results_lie(band_job const& j, int k) {
  std::int64_t n = 1;
  for (int a = 0; a < j.run.count; n *= j.run.extent[a++])
    if (n >= j.inner && j.run.stride[k][a] != n / j.inner) return false;
  return true;
}

inline void find_operands(band_job& j, loop_view const& v) {
  for (int k = 0; k < v.count; ++k) {
    bool const in_memory = v.kind[k] != access::computed;
    j.of_results[k] =
        v.kind[k] == access::result || (j.to_rows && (k < v.outputs || (j.kernel->folded >> (k - v.outputs) & 1) == 0));
    j.twin[k] = -1;
    if (v.kind[k] == access::staying)
      j.how[k] = reached::staying;
    else if (j.of_results[k])
      j.how[k] = !is_copied(v.kind[k]) && results_lie(j, k) ? reached::lying : reached::brought;
    else if (!is_copied(v.kind[k]) && lies_along(j.run, k, 1) &&
             (lies_along(j.steps_of, k, j.step_width()) || (j.beside == 1 && j.steps_of.count == 1)))
      j.how[k] = reached::lying;
    else
      j.how[k] = k >= v.outputs && is_same_along(j.steps_of, k, -1) ? reached::spread : reached::brought;
    for (int m = v.outputs; j.how[k] == reached::brought && m < k && j.twin[k] < 0; ++m)
      if (j.how[m] == reached::brought && j.of_results[m] == j.of_results[k] && is_same_along(j.run, k, m) &&
          is_same_along(j.steps_of, k, m) && is_same_along(j.rest, k, m) &&
          (in_memory ? v.kind[m] == v.kind[k] && v.data[m] == v.data[k] && v.itemsize[m] == v.itemsize[k]
                     : computes_alike(source_of(j, m), source_of(j, k))))
        j.twin[k] = m;
  }
}

}  // namespace cp::kernels::fold_task
