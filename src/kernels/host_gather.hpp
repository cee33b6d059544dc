// Operands of a loop on the host: copied, or computed, to where their elements lie side by side.
#pragma once

#include <cstdint>
#include <cstring>
#include <fuse/kernels/loop.hpp>

#include "library/host_copy.hpp"
#include "library/host_halves.hpp"

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
  bool is_widened() const { return kernels::is_widened(kind); }
  /// Bytes of an element in a buffer.
  std::int64_t buffered_itemsize() const {
    if (is_widened()) return sizeof(float);
    return in_memory() ? itemsize : rule->itemsize;
  }
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

/// Whether two operands that are copied have the same elements, apart from what they are along: an expression that
/// names a draw twice has it computed once.
inline bool computes_alike(source const& a, source const& b) {
  if (a.is_widened()) return a.kind == b.kind && a.data == b.data;
  return !a.in_memory() && !b.in_memory() && a.data == b.data && a.rule->run == b.rule->run && a.rule->bytes > 0 &&
         std::memcmp(a.scalars + a.rule->offset, b.scalars + b.rule->offset, static_cast<std::size_t>(a.rule->bytes)) ==
             0;
}

/// Elements of 16 bits that lie side by side, as float32, and back.
inline void to_float32(void* to, void const* from, std::int64_t n, access kind) {
  if (kind == access::wide_float16)
    library::widen_run(static_cast<float*>(to), static_cast<float16 const*>(from), n);
  else
    library::widen_run(static_cast<float*>(to), static_cast<bfloat16 const*>(from), n);
}
inline void to_halves(void* to, void const* from, std::int64_t n, access kind) {
  if (kind == access::wide_float16)
    library::narrow_run(static_cast<float16*>(to), static_cast<float const*>(from), n);
  else
    library::narrow_run(static_cast<bfloat16*>(to), static_cast<float const*>(from), n);
}
/// Copies n elements, some at a time, through room for as many of 16 bits: use(room, first, count).
template <class Use>
void through_halves(std::int64_t n, Use const& use) {
  constexpr std::int64_t most = 1024;
  alignas(64) std::uint16_t room[most];
  for (std::int64_t i = 0; i < n; i += most) use(room, i, n - i < most ? n - i : most);
}

/// The same of rows of n: as many short ones as there is room for, or one that is long.
template <class Some, class One>
void through_halves_of_rows(std::int64_t n, std::int64_t rows, Some const& some, One const& one) {
  constexpr std::int64_t most = 1024;
  alignas(64) std::uint16_t room[most];
  std::int64_t const together = most / (n > 0 ? n : 1);
  for (std::int64_t r = 0, count = 1; r < rows; r += count) {
    count = together > 1 ? (together < rows - r ? together : rows - r) : 1;
    together > 1 ? some(room, r, count) : one(r);
  }
}

/// Elements of an operand, `stride` apart from `offset` on, side by side in a buffer.
inline void gather_operand(void* to, source const& s, std::int64_t offset, std::int64_t stride, std::int64_t n) {
  if (s.is_widened()) {
    auto const* const from = static_cast<std::uint16_t const*>(s.data) + offset;
    if (stride == 1) return to_float32(to, from, n, s.kind);
    through_halves(n, [&](std::uint16_t* room, std::int64_t i, std::int64_t count) {
      gather_run(room, from + i * stride, stride, count, s.itemsize);
      to_float32(static_cast<float*>(to) + i, room, count, s.kind);
    });
  } else if (s.in_memory())
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
  if (s.is_widened()) {
    through_halves_of_rows(
        n, rows,
        [&](std::uint16_t* room, std::int64_t r, std::int64_t count) {
          gather_rows(room, static_cast<std::uint16_t const*>(s.data) + offset + r * step, stride, n, step, count,
                      s.itemsize);
          to_float32(static_cast<float*>(to) + r * n, room, count * n, s.kind);
        },
        [&](std::int64_t r) { gather_operand(static_cast<float*>(to) + r * n, s, offset + r * step, stride, n); });
    return;
  }
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
/// Elements in a buffer to where an operand has them, `stride` apart from `offset` on.
inline void scatter_operand(source const& s, std::int64_t offset, std::int64_t stride, std::int64_t n,
                            void const* from) {
  char* const to = static_cast<char*>(s.data) + offset * s.itemsize;
  if (!s.is_widened()) return scatter_run(to, from, stride, n, s.itemsize);
  if (stride == 1) return to_halves(to, from, n, s.kind);
  through_halves(n, [&](std::uint16_t* room, std::int64_t i, std::int64_t count) {
    to_halves(room, static_cast<float const*>(from) + i, count, s.kind);
    scatter_run(to + i * stride * s.itemsize, room, stride, count, s.itemsize);
  });
}
/// Rows of n elements, one behind the other in a buffer, to where they are `step` apart.
inline void scatter_operand_rows(source const& s, std::int64_t offset, std::int64_t stride, std::int64_t n,
                                 std::int64_t step, std::int64_t rows, void const* from) {
  char* const to = static_cast<char*>(s.data) + offset * s.itemsize;
  if (!s.is_widened()) return scatter_rows(to, from, stride, n, step, rows, s.itemsize);
  if (rows == 1 || step == stride * n) return scatter_operand(s, offset, stride, n * rows, from);
  through_halves_of_rows(
      n, rows,
      [&](std::uint16_t* room, std::int64_t r, std::int64_t count) {
        to_halves(room, static_cast<float const*>(from) + r * n, count * n, s.kind);
        scatter_rows(to + r * step * s.itemsize, room, stride, n, step, count, s.itemsize);
      },
      [&](std::int64_t r) {
        scatter_operand(s, offset + r * step, stride, n, static_cast<float const*>(from) + r * n);
      });
}
/// Elements of an operand at offset + place(i), side by side in a buffer.
template <class Place>
void gather_operand_at(void* to, source const& s, std::int64_t offset, std::int64_t n, Place const& place) {
  if (s.in_memory() && !s.is_widened()) {
    gather_places(to, static_cast<char const*>(s.data) + offset * s.itemsize, n, s.itemsize, place);
  } else {
    std::int64_t const size = s.buffered_itemsize();
    for (std::int64_t i = 0; i < n; ++i) gather_operand(static_cast<char*>(to) + i * size, s, offset + place(i), 0, 1);
  }
}

}  // namespace cp::kernels
