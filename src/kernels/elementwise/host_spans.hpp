// Rows of less than a vector that lie alike, as one run with what lies between them.
#pragma once

#include <algorithm>
#include <cstring>

#include "host_blocks.hpp"
#include "kernels/parts.hpp"

namespace cp::kernels::blocks {

/// Elements from a row to the next where rows of less than a vector are parts of longer ones, alike in all inputs, as
/// slices of an array are; else 0.
inline std::int64_t pitch_of(job const& j) {
  constexpr std::int64_t vector = 64;  // bytes
  loop_view const& v = j.view;
  if (!j.kernel.spans || v.rank < 2 || v.shape[1] < 4) return 0;
  std::int64_t pitch = 0;
  int arrays = 0;
  for (int k = 0; k < v.count; ++k) {
    if (j.is_staying(k)) continue;
    if (j.is_copied(k) || v.shape[0] * v.itemsize[k] >= vector || v.stride(k, 0) != 1 ||
        (k >= v.outputs && arrays > 0 && v.stride(k, 1) != pitch))
      return 0;
    if (k < v.outputs) continue;
    pitch = v.stride(k, 1);
    ++arrays;
  }
  return arrays > 1 && pitch > v.shape[0] && pitch <= v.shape[0] + v.shape[0] / 2 ? pitch : 0;
}
/// Such rows as one run, with what lies between them: of a few elements a row this is less than what a row costs.
/// (Thirteen slices of (1000, 400, 10) float32, one
/// thread: 1.8 ns an element row by row, so .87; of uint8 of (1000, 100, 26) 1.5 and .27.)
inline void run_spans(job const& j, std::int64_t first, std::int64_t last) {
  scratch s(j);
  loop_view const& v = j.view;
  std::int64_t const width = v.shape[0], pitch = pitch_of(j), most = (block - width) / pitch + 1;
  host_rows rows = one_row;
  rows.far = is_far(v);
  place at = place_of(v, first * width);
  void* data[max_operands];
  for (std::int64_t r = first; r < last;) {
    std::int64_t const count = std::min({most, last - r, v.shape[1] - at.index[1]});
    for (int k = 0; k < v.count; ++k)
      data[k] = j.is_staying(k) ? v.data[k]
                : k < v.outputs ? s.buffer[k]
                                : static_cast<char*>(v.data[k]) + offset_of(v, k, at) * v.itemsize[k];
    j.kernel.chunk(data, j.scalars, (count - 1) * pitch + width, rows);
    for (int k = 0; k < v.outputs; ++k) {
      std::int64_t const size = v.itemsize[k], step = v.stride(k, 1);
      char* const to = static_cast<char*>(v.data[k]) + offset_of(v, k, at) * size;
      if (step == width)
        gather_rows(to, s.buffer[k], 1, width, pitch, count, size);
      else
        for (std::int64_t i = 0; i < count; ++i)
          std::memcpy(to + i * step * size, static_cast<char*>(s.buffer[k]) + i * pitch * size,
                      static_cast<std::size_t>(width * size));
    }
    advance(v, at, count * width);
    r += count;
  }
}

}  // namespace cp::kernels::blocks
