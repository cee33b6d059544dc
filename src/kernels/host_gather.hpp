// Operands of a loop on the host: copied, or computed, to where their elements lie side by side.
#pragma once

#include <cstdint>
#include <cstring>
#include <fuse/kernels/loop.hpp>

#include "library/host_copy.hpp"

namespace cp::kernels {

using library::gather_rows, library::gather_run, library::scatter_rows, library::scatter_run;
using library::transpose_back, library::transpose_lines, library::transpose_steps, library::with_type_of;

// A function of its own: in a lambda, what it refers to might be what it writes.
template <class T, class Place>
void gather_as(void* to, void const* from, std::int64_t n, Place place) {
  T* const t = static_cast<T*>(to);
  T const* const f = static_cast<T const*>(from);
  for (std::int64_t i = 0; i < n; ++i) t[i] = f[place(i)];
}
/// Copies n elements: the one at from + place(i) elements to to + i.
template <class Place>
void gather_places(void* to, void const* from, std::int64_t n, std::int64_t itemsize, Place const& place) {
  if (with_type_of(itemsize, [&]<class T>(T) { gather_as<T>(to, from, n, place); })) return;
  for (std::int64_t i = 0; i < n; ++i)
    std::memcpy(static_cast<char*>(to) + i * itemsize, static_cast<char const*>(from) + place(i) * itemsize,
                static_cast<std::size_t>(itemsize));
}

/// An operand's elements: in memory, or computed from their places, of which `data` is the first.
struct source {
  access kind;
  std::int32_t itemsize;
  void* data;
  computing const* rule;
  unsigned char const* scalars;

  bool in_memory() const { return kind != access::computed; }
  /// Bytes of an element in a buffer.
  std::int64_t buffered_itemsize() const { return in_memory() ? itemsize : rule->itemsize; }
};
/// Operand k of a loop, or of a job that has copied the loop's tables.
inline source source_of(loop_view const& v, unsigned char const* scalars, int k) {
  return {v.kind[k], v.itemsize[k], v.data[k], v.computed + k, scalars};
}
template <class Job>
source source_of(Job const& j, int k) {
  return {j.kind[k], j.itemsize[k], j.data[k], j.computed + k, j.scalars};
}

/// Bytes of the largest element of a job's operands in a buffer.
template <class Job>
std::int32_t largest_buffered(Job const& j, int operands) {
  std::int32_t most = 8;
  for (int k = 0; k < operands; ++k) {
    auto const bytes = static_cast<std::int32_t>(source_of(j, k).buffered_itemsize());
    most = bytes > most ? bytes : most;
  }
  return most;
}

/// Whether two computed operands have the same elements, apart from what they are along: an expression that names a
/// draw twice has it computed once.
inline bool computes_alike(source const& a, source const& b) {
  return !a.in_memory() && !b.in_memory() && a.data == b.data && a.rule->run == b.rule->run && a.rule->bytes > 0 &&
         std::memcmp(a.scalars + a.rule->offset, b.scalars + b.rule->offset, static_cast<std::size_t>(a.rule->bytes)) ==
             0;
}

/// Elements of an operand, `stride` apart from `offset` on, side by side in a buffer.
inline void gather_operand(void* to, source const& s, std::int64_t offset, std::int64_t stride, std::int64_t n) {
  if (s.in_memory())
    gather_run(to, static_cast<char const*>(s.data) + offset * s.itemsize, stride, n, s.itemsize);
  else
    s.rule->run(to, s.scalars + s.rule->offset,
                static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(s.data)) + offset, stride, n);
}
/// Rows of n elements, `step` apart, one behind the other in a buffer.
inline void gather_operand_rows(void* to, source const& s, std::int64_t offset, std::int64_t stride, std::int64_t n,
                                std::int64_t step, std::int64_t rows) {
  std::int64_t const size = s.buffered_itemsize();
  if (rows == 1 || step == stride * n) return gather_operand(to, s, offset, stride, n * rows);
  if (s.in_memory()) {
    gather_rows(to, static_cast<char const*>(s.data) + offset * size, stride, n, step, rows, size);
    return;
  }
  auto const first = static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(s.data)) + offset;
  if (s.rule->rows != nullptr && s.rule->rows(to, s.scalars + s.rule->offset, first, stride, n, step, rows)) return;
  alignas(64) unsigned char values[4096];  // of rows that are each one number
  std::int64_t const room = stride == 0 ? std::int64_t{sizeof values} / size : 0;
  for (std::int64_t r = 0, count = 1; r < rows; r += count) {
    char* const row = static_cast<char*>(to) + r * n * size;
    if (room == 0) {
      gather_operand(row, s, offset + r * step, stride, n);
      continue;
    }
    count = room < rows - r ? room : rows - r;
    gather_operand(values, s, offset + r * step, step, count);
    gather_rows(row, values, 0, n, 1, count, size);
  }
}
/// The same at offset + place(i).
template <class Place>
void gather_operand_at(void* to, source const& s, std::int64_t offset, std::int64_t n, Place const& place) {
  if (s.in_memory()) {
    gather_places(to, static_cast<char const*>(s.data) + offset * s.itemsize, n, s.itemsize, place);
  } else {
    std::int64_t const size = s.rule->itemsize;
    for (std::int64_t i = 0; i < n; ++i) gather_operand(static_cast<char*>(to) + i * size, s, offset + place(i), 0, 1);
  }
}

}  // namespace cp::kernels
