// Copies of strided runs of elements, by their size.
#pragma once

#include <cstdint>
#include <cstring>
#include <fuse/kernels/loop.hpp>
#include <utility>

namespace cp::kernels {

struct wide {
  std::int64_t a, b;
};

/// Calls use(T{}) for a type of this size; false where there is none, and elements are copied byte by byte.
template <class F>
[[gnu::always_inline]] inline bool with_type_of(std::int64_t itemsize, F const& use) {
  switch (itemsize) {
    case 1:
      return use(std::int8_t{}), true;
    case 2:
      return use(std::int16_t{}), true;
    case 4:
      return use(std::int32_t{}), true;
    case 8:
      return use(std::int64_t{}), true;
    case 16:
      return use(wide{}), true;
    default:
      return false;
  }
}

// Loops are functions of their own: in a lambda, what it refers to might be what they write.
template <class T, class Place>
void gather_as(void* to, void const* from, std::int64_t n, Place place) {
  T* const t = static_cast<T*>(to);
  T const* const f = static_cast<T const*>(from);
  for (std::int64_t i = 0; i < n; ++i) t[i] = f[place(i)];
}
template <class T>
void scatter_as(void* to, void const* from, std::int64_t stride, std::int64_t n) {
  T* const t = static_cast<T*>(to);
  T const* const f = static_cast<T const*>(from);
  for (std::int64_t i = 0; i < n; ++i) t[i * stride] = f[i];
}

/// Copies n elements: the one at from + place(i) elements to to + i.
template <class Place>
void gather_places(void* to, void const* from, std::int64_t n, std::int64_t itemsize, Place const& place) {
  if (with_type_of(itemsize, [&]<class T>(T) { gather_as<T>(to, from, n, place); })) return;
  for (std::int64_t i = 0; i < n; ++i)
    std::memcpy(static_cast<char*>(to) + i * itemsize, static_cast<char const*>(from) + place(i) * itemsize,
                static_cast<std::size_t>(itemsize));
}
template <class T>
void spread_as(void* to, void const* from, std::int64_t n) {
  T* const t = static_cast<T*>(to);
  T const value = *static_cast<T const*>(from);
  for (std::int64_t i = 0; i < n; ++i) t[i] = value;
}
inline void gather_run(void* to, void const* from, std::int64_t stride, std::int64_t n, std::int64_t itemsize) {
  if (stride == 0 && n > 0 && with_type_of(itemsize, [&]<class T>(T) { spread_as<T>(to, from, n); })) return;
  gather_places(to, from, n, itemsize, [stride](std::int64_t i) { return i * stride; });
}
inline void scatter_run(void* to, void const* from, std::int64_t stride, std::int64_t n, std::int64_t itemsize) {
  if (with_type_of(itemsize, [&]<class T>(T) { scatter_as<T>(to, from, stride, n); })) return;
  for (std::int64_t i = 0; i < n; ++i)
    std::memcpy(static_cast<char*>(to) + i * stride * itemsize, static_cast<char const*>(from) + i * itemsize,
                static_cast<std::size_t>(itemsize));
}

// Short rows, column after column: a loop for each row would be over before it has begun.
template <class T>
void gather_short_rows_as(void* to, void const* from, std::int64_t stride, std::int64_t n, std::int64_t step,
                          std::int64_t rows) {
  for (std::int64_t c = 0; c < n; ++c)
    for (std::int64_t r = 0; r < rows; ++r)
      static_cast<T*>(to)[r * n + c] = static_cast<T const*>(from)[r * step + c * stride];
}
template <class T>
void scatter_short_rows_as(void* to, void const* from, std::int64_t stride, std::int64_t n, std::int64_t step,
                           std::int64_t rows) {
  for (std::int64_t c = 0; c < n; ++c)
    for (std::int64_t r = 0; r < rows; ++r)
      static_cast<T*>(to)[r * step + c * stride] = static_cast<T const*>(from)[r * n + c];
}
/// Copies rows, `step` apart, of n elements, `stride` apart, one behind the other; false if it has copied nothing.
inline bool gather_short_rows(void* to, void const* from, std::int64_t stride, std::int64_t n, std::int64_t step,
                              std::int64_t rows, std::int64_t itemsize) {
  return with_type_of(itemsize, [&]<class T>(T) { gather_short_rows_as<T>(to, from, stride, n, step, rows); });
}
/// Copies rows that lie one behind the other to where they are `step` apart; false if it has copied nothing.
inline bool scatter_short_rows(void* to, void const* from, std::int64_t stride, std::int64_t n, std::int64_t step,
                               std::int64_t rows, std::int64_t itemsize) {
  return with_type_of(itemsize, [&]<class T>(T) { scatter_short_rows_as<T>(to, from, stride, n, step, rows); });
}

/// Four rows of four elements, the first columns of them one behind the other.
template <class T>
void transpose_four(T* to, std::int64_t to_stride, T const* from, std::int64_t from_stride, std::int64_t columns) {
  typedef T four __attribute__((vector_size(4 * sizeof(T))));
  four row[4];
  for (int i = 0; i < 4; ++i) std::memcpy(&row[i], from + i * from_stride, sizeof(four));
  four const a = __builtin_shufflevector(row[0], row[1], 0, 4, 1, 5),
             b = __builtin_shufflevector(row[0], row[1], 2, 6, 3, 7),
             c = __builtin_shufflevector(row[2], row[3], 0, 4, 1, 5),
             d = __builtin_shufflevector(row[2], row[3], 2, 6, 3, 7);
  four const column[4] = {__builtin_shufflevector(a, c, 0, 1, 4, 5), __builtin_shufflevector(a, c, 2, 3, 6, 7),
                          __builtin_shufflevector(b, d, 0, 1, 4, 5), __builtin_shufflevector(b, d, 2, 3, 6, 7)};
  for (int i = 0; i < columns; ++i) std::memcpy(to + i * to_stride, &column[i], sizeof(four));
}
/// Of fewer than four steps, what follows them in memory is read and left; of others that are no multiple of four, the
/// last ones are copied a second time.
template <class T>
void transpose_as(void* to, void const* from, std::int64_t stride, std::int64_t steps, std::int64_t n) {
  T* const t = static_cast<T*>(to);
  T const* const f = static_cast<T const*>(from);
  std::int64_t c = 0;
  for (; c + 6 <= n; c += 4) {
    for (std::int64_t s = 0; s + 4 <= steps; s += 4) transpose_four(t + s * n + c, n, f + c * stride + s, stride, 4);
    if (steps < 4)
      transpose_four(t + c, n, f + c * stride, stride, steps);
    else if (steps % 4 != 0)
      transpose_four(t + (steps - 4) * n + c, n, f + c * stride + steps - 4, stride, 4);
  }
  for (; c < n; ++c)
    for (std::int64_t s = 0; s < steps; ++s) t[s * n + c] = f[c * stride + s];
}
/// Copies steps of n elements that are `stride` apart (two at least) one behind the other, where the steps' first
/// elements lie side by side; false if it has copied nothing.
inline bool transpose_run(void* to, void const* from, std::int64_t stride, std::int64_t steps, std::int64_t n,
                          std::int64_t itemsize) {
  if (itemsize == 4) return transpose_as<std::int32_t>(to, from, stride, steps, n), true;
  if (itemsize == 8 && steps >= 4) return transpose_as<std::int64_t>(to, from, stride, steps, n), true;
  return false;
}

/// Sixteen lines of memory at a time, whose elements are used up before they leave the nearest cache.
template <class T>
void transpose_lines(void* to, void const* from, std::int64_t stride, std::int64_t steps, std::int64_t n) {
  T* const t = static_cast<T*>(to);
  T const* const f = static_cast<T const*>(from);
  for (std::int64_t begin = 0; begin < n; begin += 16) {
    std::int64_t const end = begin + 16 < n ? begin + 16 : n;
    for (std::int64_t s = 0; s < steps; ++s)
      for (std::int64_t c = begin; c < end; ++c) t[s * n + c] = f[c * stride + s];
  }
}
/// Elements of a vector of 16 bytes, and as many such vectors: what is turned over at once.
template <class T>
constexpr int square = int(16 / sizeof(T));
/// The first halves of two vectors, or the second ones, element beside element.
template <int First, class Vector, int... I>
[[gnu::always_inline]] inline Vector zipped(Vector const& a, Vector const& b, std::integer_sequence<int, I...>) {
  constexpr int n = int(sizeof...(I));
  return __builtin_shufflevector(a, b, (First + I / 2 + I % 2 * n)...);
}
/// A square whose rows are `from_stride` apart becomes one of columns, `to_stride` apart: rows that are half a square
/// apart are zipped, until each element has changed all the bits of its place.
template <class T>
[[gnu::always_inline]] inline void transpose_square(T* to, std::int64_t to_stride, T const* from,
                                                    std::int64_t from_stride) {
  constexpr int n = square<T>;
  typedef T vector __attribute__((vector_size(16)));
  vector row[n], next[n];
  for (int i = 0; i < n; ++i) std::memcpy(&row[i], from + i * from_stride, sizeof row[i]);
  for (int bit = 1; bit < n; bit *= 2) {
    for (int i = 0; i < n / 2; ++i) {
      next[2 * i] = zipped<0>(row[i], row[i + n / 2], std::make_integer_sequence<int, n>{});
      next[2 * i + 1] = zipped<n / 2>(row[i], row[i + n / 2], std::make_integer_sequence<int, n>{});
    }
    for (int i = 0; i < n; ++i) row[i] = next[i];
  }
  for (int i = 0; i < n; ++i) std::memcpy(to + i * to_stride, &row[i], sizeof row[i]);
}
/// Small elements, a square at least each way: the last squares are in part copied a second time.
template <class T>
void transpose_squares(void* to, void const* from, std::int64_t stride, std::int64_t steps, std::int64_t n) {
  constexpr std::int64_t side = square<T>;
  T* const t = static_cast<T*>(to);
  T const* const f = static_cast<T const*>(from);
  for (std::int64_t begin = 0; begin < n; begin += 16)
    for (std::int64_t k = 0; k < steps; k += side) {
      std::int64_t const s = k + side < steps ? k : steps - side;
      for (std::int64_t i = begin; i < n && i < begin + 16; i += side) {
        std::int64_t const c = i + side < n ? i : n - side;
        transpose_square(t + s * n + c, n, f + c * stride + s, stride);
      }
    }
}

/// As transpose_run, of elements of any size.
inline void transpose_any(void* to, void const* from, std::int64_t stride, std::int64_t steps, std::int64_t n,
                          std::int64_t itemsize) {
  if (itemsize == 4 && steps >= 4 && stride >= 2) return transpose_as<std::int32_t>(to, from, stride, steps, n);
  if (itemsize == 2 && steps >= square<std::int16_t> && n >= square<std::int16_t>)
    return transpose_squares<std::int16_t>(to, from, stride, steps, n);
  if (itemsize == 1 && steps >= square<std::int8_t> && n >= square<std::int8_t>)
    return transpose_squares<std::int8_t>(to, from, stride, steps, n);
  if (with_type_of(itemsize, [&]<class T>(T) { transpose_lines<T>(to, from, stride, steps, n); })) return;
  for (std::int64_t s = 0; s < steps; ++s)
    gather_run(static_cast<char*>(to) + s * n * itemsize, static_cast<char const*>(from) + s * itemsize, stride, n,
               itemsize);
}

/// The columns of four rows of four elements, the first elements of each.
template <class T>
void transpose_back_four(T* to, std::int64_t to_stride, T const* from, std::int64_t from_stride, std::int64_t steps) {
  alignas(16) T rows[16], columns[16] = {};
  for (int i = 0; i < steps; ++i) std::memcpy(columns + 4 * i, from + i * from_stride, 4 * sizeof(T));
  transpose_four(rows, 4, columns, 4, 4);
  for (int i = 0; i < 4; ++i) {
    T* const row = to + i * to_stride;
    if (steps == 4)
      std::memcpy(row, rows + 4 * i, 4 * sizeof(T));
    else
      for (int s = 0; s < steps; ++s) row[s] = rows[4 * i + s];
  }
}
template <class T>
void transpose_back_as(void* to, void const* from, std::int64_t stride, std::int64_t steps, std::int64_t n) {
  T* const t = static_cast<T*>(to);
  T const* const f = static_cast<T const*>(from);
  std::int64_t c = 0;
  for (; c + 4 <= n; c += 4)
    for (std::int64_t s = 0; s < steps; s += 4)
      transpose_back_four(t + c * stride + s, stride, f + s * n + c, n, steps - s < 4 ? steps - s : 4);
  for (; c < n; ++c)
    for (std::int64_t s = 0; s < steps; ++s) t[c * stride + s] = f[s * n + c];
}
/// Copies steps of n elements that lie one behind the other to where the n are `stride` apart, and the steps side by
/// side; false if it has copied nothing.
inline bool transpose_back(void* to, void const* from, std::int64_t stride, std::int64_t steps, std::int64_t n,
                           std::int64_t itemsize) {
  if (itemsize == 4) return transpose_back_as<std::int32_t>(to, from, stride, steps, n), true;
  if (itemsize == 8) return transpose_back_as<std::int64_t>(to, from, stride, steps, n), true;
  return false;
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
