// Copies between strided and contiguous memory: each loop is made for an itemsize, the common ones for a stride too.
#include "host_copy.hpp"

#include "runtime/clones.hpp"

namespace cp::library {

namespace {

/// Calls use(std::integral_constant<int, N>{}) if n is one of 2, 3 and 4; false if it is not.
template <class F>
[[gnu::always_inline]] inline bool with_few(std::int64_t n, F const& use) {
  switch (n) {
    case 2:
      return use(std::integral_constant<int, 2>{}), true;
    case 3:
      return use(std::integral_constant<int, 3>{}), true;
    case 4:
      return use(std::integral_constant<int, 4>{}), true;
    default:
      return false;
  }
}

// Loops are functions of their own: in a lambda, what it refers to might be what they write.
template <class T>
[[gnu::always_inline]] inline void spread(T* to, T const* from, std::int64_t n) {
  T const value = *from;
  for (std::int64_t i = 0; i < n; ++i) to[i] = value;
}
template <class T>
[[gnu::always_inline]] inline void side_by_side(T* to, T const* from, std::int64_t n) {
  std::memcpy(to, from, static_cast<std::size_t>(n) * sizeof(T));
}
template <class T>
[[gnu::always_inline]] inline void reversed(T* __restrict to, T const* __restrict from, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) to[i] = from[-i];
}
template <int Stride, class T>
[[gnu::always_inline]] inline void gather_every(T* __restrict to, T const* __restrict from, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) to[i] = from[i * Stride];
}
template <class T>
[[gnu::always_inline]] inline void gather_strided(T* to, T const* from, std::int64_t stride, std::int64_t n) {
  if (n <= 0) return;
  if (stride == 0) return spread(to, from, n);
  if (stride == 1) return side_by_side(to, from, n);
  if (stride == -1) return reversed(to, from, n);
  if (with_few(
          stride, [&]<int N>(std::integral_constant<int, N>)
                      __attribute__((always_inline)) { gather_every<N>(to, from, n); }))
    return;
  for (std::int64_t i = 0; i < n; ++i) {
    asm volatile("");  // no vectors: put together element by element they take twice as long
    to[i] = from[i * stride];
  }
}
template <class T>
[[gnu::always_inline]] inline void scatter_strided(T* to, T const* from, std::int64_t stride, std::int64_t n) {
  if (stride == 1) return side_by_side(to, from, n);
  for (std::int64_t i = 0; i < n; ++i) to[i * stride] = from[i];
}

// Few columns, each of which lies side by side: elements of them in turn, and back.
template <int N, class T>
[[gnu::always_inline]] inline void interleave(T* __restrict to, T const* __restrict from, std::int64_t stride,
                                              std::int64_t rows) {
  for (std::int64_t r = 0; r < rows; ++r)
    for (int c = 0; c < N; ++c) to[r * N + c] = from[r + c * stride];
}
template <int N, class T>
[[gnu::always_inline]] inline void separate(T* __restrict to, T const* __restrict from, std::int64_t stride,
                                            std::int64_t rows) {
  for (std::int64_t r = 0; r < rows; ++r)
    for (int c = 0; c < N; ++c) to[r + c * stride] = from[r * N + c];
}

/// Rows of no more than a vector's elements, side by side (Stride 1) or one element each (0): vectors, of which the
/// next row overwrites what is too much. Returns the first row that has to be copied otherwise.
template <int Stride, class T>
[[gnu::always_inline]] inline std::int64_t gather_in_vectors(T* to, T const* from, std::int64_t n, std::int64_t step,
                                                             std::int64_t rows) {
  constexpr int vector = 64 / int(sizeof(T));
  std::int64_t r = 0;
  std::int64_t const last = Stride == 0 ? 0 : (rows - 1) * step + n;  // elements that there are
  for (; r * n + vector <= rows * n && (Stride == 0 || r * step + vector <= last); ++r) {
    T row[vector];
    for (int c = 0; c < vector; ++c) row[c] = from[r * step + c * Stride];
    for (int c = 0; c < vector; ++c) to[r * n + c] = row[c];
  }
  return r;
}

// Of rows this short, column after column: a loop for each row would be over before it has begun.
constexpr std::int64_t short_row = 16;
template <class T>
[[gnu::always_inline]] inline void gather_rows_as(T* to, T const* from, std::int64_t stride, std::int64_t n,
                                                  std::int64_t step, std::int64_t rows) {
  if (step == 1 && with_few(
                       n, [&]<int N>(std::integral_constant<int, N>)
                              __attribute__((always_inline)) { interleave<N>(to, from, stride, rows); }))
    return;
  if (sizeof(T) <= 8 && n > 4 && n <= 64 / int(sizeof(T)) && (stride == 0 || (stride == 1 && step > 0))) {
    std::int64_t r =
        stride == 0 ? gather_in_vectors<0>(to, from, n, step, rows) : gather_in_vectors<1>(to, from, n, step, rows);
    for (; r < rows; ++r)
      for (std::int64_t c = 0; c < n; ++c) to[r * n + c] = from[r * step + c * stride];
    return;
  }
  if (n < short_row)
    for (std::int64_t c = 0; c < n; ++c)
      for (std::int64_t r = 0; r < rows; ++r) to[r * n + c] = from[r * step + c * stride];
  else
    for (std::int64_t r = 0; r < rows; ++r) gather_strided(to + r * n, from + r * step, stride, n);
}
template <class T>
[[gnu::always_inline]] inline void scatter_rows_as(T* to, T const* from, std::int64_t stride, std::int64_t n,
                                                   std::int64_t step, std::int64_t rows) {
  if (step == 1 && with_few(
                       n, [&]<int N>(std::integral_constant<int, N>)
                              __attribute__((always_inline)) { separate<N>(to, from, stride, rows); }))
    return;
  if (n < short_row)
    for (std::int64_t c = 0; c < n; ++c)
      for (std::int64_t r = 0; r < rows; ++r) to[r * step + c * stride] = from[r * n + c];
  else
    for (std::int64_t r = 0; r < rows; ++r) scatter_strided(to + r * step, from + r * n, stride, n);
}

/// Four rows of four elements, the first columns of them one behind the other.
template <class T>
[[gnu::always_inline]] inline void transpose_four(T* to, std::int64_t to_stride, T const* from,
                                                  std::int64_t from_stride, std::int64_t columns) {
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
[[gnu::always_inline]] inline void transpose_as(void* to, std::int64_t pitch, void const* from, std::int64_t stride,
                                                std::int64_t steps, std::int64_t n) {
  T* const t = static_cast<T*>(to);
  T const* const f = static_cast<T const*>(from);
  std::int64_t c = 0;
  for (; c + 6 <= n; c += 4) {
    for (std::int64_t s = 0; s + 4 <= steps; s += 4)
      transpose_four(t + s * pitch + c, pitch, f + c * stride + s, stride, 4);
    if (steps < 4)
      transpose_four(t + c, pitch, f + c * stride, stride, steps);
    else if (steps % 4 != 0)
      transpose_four(t + (steps - 4) * pitch + c, pitch, f + c * stride + steps - 4, stride, 4);
  }
  for (; c < n; ++c)
    for (std::int64_t s = 0; s < steps; ++s) t[s * pitch + c] = f[c * stride + s];
}
/// Sixteen lines of memory at a time, whose elements are used up before they leave the nearest cache.
template <class T>
[[gnu::always_inline]] inline void transpose_lines_as(void* to, std::int64_t pitch, void const* from,
                                                      std::int64_t stride, std::int64_t steps, std::int64_t n) {
  T* const t = static_cast<T*>(to);
  T const* const f = static_cast<T const*>(from);
  for (std::int64_t begin = 0; begin < n; begin += 16) {
    std::int64_t const end = begin + 16 < n ? begin + 16 : n;
    for (std::int64_t s = 0; s < steps; ++s)
      for (std::int64_t c = begin; c < end; ++c) t[s * pitch + c] = f[c * stride + s];
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
[[gnu::always_inline]] inline void transpose_squares(void* to, std::int64_t pitch, void const* from,
                                                     std::int64_t stride, std::int64_t steps, std::int64_t n) {
  constexpr std::int64_t side = square<T>;
  T* const t = static_cast<T*>(to);
  T const* const f = static_cast<T const*>(from);
  for (std::int64_t begin = 0; begin < n; begin += 16)
    for (std::int64_t k = 0; k < steps; k += side) {
      std::int64_t const s = k + side < steps ? k : steps - side;
      for (std::int64_t i = begin; i < n && i < begin + 16; i += side) {
        std::int64_t const c = i + side < n ? i : n - side;
        transpose_square(t + s * pitch + c, pitch, f + c * stride + s, stride);
      }
    }
}

/// The columns of four rows of four elements, the first elements of each.
template <class T>
[[gnu::always_inline]] inline void transpose_back_four(T* to, std::int64_t to_stride, T const* from,
                                                       std::int64_t from_stride, std::int64_t steps) {
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
[[gnu::always_inline]] inline void transpose_back_as(void* to, void const* from, std::int64_t stride,
                                                     std::int64_t steps, std::int64_t n) {
  T* const t = static_cast<T*>(to);
  T const* const f = static_cast<T const*>(from);
  std::int64_t c = 0;
  for (; c + 4 <= n; c += 4)
    for (std::int64_t s = 0; s < steps; s += 4)
      transpose_back_four(t + c * stride + s, stride, f + s * n + c, n, steps - s < 4 ? steps - s : 4);
  for (; c < n; ++c)
    for (std::int64_t s = 0; s < steps; ++s) t[c * stride + s] = f[s * n + c];
}

char* bytes_at(void* p, std::int64_t i, std::int64_t itemsize) { return static_cast<char*>(p) + i * itemsize; }
char const* bytes_at(void const* p, std::int64_t i, std::int64_t itemsize) {
  return static_cast<char const*>(p) + i * itemsize;
}
void copy_one(void* to, void const* from, std::int64_t itemsize) {
  std::memcpy(to, from, static_cast<std::size_t>(itemsize));
}

}  // namespace

FUSE_CLONED void gather_run(void* to, void const* from, std::int64_t stride, std::int64_t n, std::int64_t itemsize) {
  if (with_type_of(
          itemsize, [&]<class T>(T) __attribute__((always_inline)) {
            gather_strided(static_cast<T*>(to), static_cast<T const*>(from), stride, n);
          }))
    return;
  for (std::int64_t i = 0; i < n; ++i)
    copy_one(bytes_at(to, i, itemsize), bytes_at(from, i * stride, itemsize), itemsize);
}

FUSE_CLONED void scatter_run(void* to, void const* from, std::int64_t stride, std::int64_t n, std::int64_t itemsize) {
  if (with_type_of(
          itemsize, [&]<class T>(T) __attribute__((always_inline)) {
            scatter_strided(static_cast<T*>(to), static_cast<T const*>(from), stride, n);
          }))
    return;
  for (std::int64_t i = 0; i < n; ++i)
    copy_one(bytes_at(to, i * stride, itemsize), bytes_at(from, i, itemsize), itemsize);
}

FUSE_CLONED void gather_rows(void* to, void const* from, std::int64_t stride, std::int64_t n, std::int64_t step,
                             std::int64_t rows, std::int64_t itemsize) {
  if (step == 1 && n > 4 && rows >= 4 && stride >= 2) return transpose_lines(to, n, from, stride, rows, n, itemsize);
  if (with_type_of(
          itemsize, [&]<class T>(T) __attribute__((always_inline)) {
            gather_rows_as(static_cast<T*>(to), static_cast<T const*>(from), stride, n, step, rows);
          }))
    return;
  for (std::int64_t r = 0; r < rows; ++r)
    gather_run(bytes_at(to, r * n, itemsize), bytes_at(from, r * step, itemsize), stride, n, itemsize);
}

FUSE_CLONED void scatter_rows(void* to, void const* from, std::int64_t stride, std::int64_t n, std::int64_t step,
                              std::int64_t rows, std::int64_t itemsize) {
  if (with_type_of(
          itemsize, [&]<class T>(T) __attribute__((always_inline)) {
            scatter_rows_as(static_cast<T*>(to), static_cast<T const*>(from), stride, n, step, rows);
          }))
    return;
  for (std::int64_t r = 0; r < rows; ++r)
    scatter_run(bytes_at(to, r * step, itemsize), bytes_at(from, r * n, itemsize), stride, n, itemsize);
}

bool transpose_steps(void* to, void const* from, std::int64_t stride, std::int64_t steps, std::int64_t n,
                     std::int64_t itemsize) {
  if (stride == steps && steps >= 2 && steps <= 4) return scatter_rows(to, from, n, steps, 1, n, itemsize), true;
  if (itemsize == 2 && steps >= square<std::int16_t> && n >= square<std::int16_t>)
    return transpose_squares<std::int16_t>(to, n, from, stride, steps, n), true;
  if (itemsize == 1 && steps >= square<std::int8_t> && n >= square<std::int8_t>)
    return transpose_squares<std::int8_t>(to, n, from, stride, steps, n), true;
  if (itemsize == 4) return transpose_as<std::int32_t>(to, n, from, stride, steps, n), true;
  if (itemsize == 8 && steps >= 4) return transpose_as<std::int64_t>(to, n, from, stride, steps, n), true;
  return false;
}

void transpose_lines(void* to, std::int64_t pitch, void const* from, std::int64_t stride, std::int64_t steps,
                     std::int64_t n, std::int64_t itemsize) {
  if (stride == steps && steps >= 2 && steps <= 4) return scatter_rows(to, from, pitch, steps, 1, n, itemsize);
  if (pitch == n && n >= 2 && n <= 4) return gather_rows(to, from, stride, n, 1, steps, itemsize);
  if (itemsize == 4 && steps >= 4 && stride >= 2) return transpose_as<std::int32_t>(to, pitch, from, stride, steps, n);
  if (itemsize == 2 && steps >= square<std::int16_t> && n >= square<std::int16_t>)
    return transpose_squares<std::int16_t>(to, pitch, from, stride, steps, n);
  if (itemsize == 1 && steps >= square<std::int8_t> && n >= square<std::int8_t>)
    return transpose_squares<std::int8_t>(to, pitch, from, stride, steps, n);
  if (with_type_of(
          itemsize, [&]<class T>(T)
                        __attribute__((always_inline)) { transpose_lines_as<T>(to, pitch, from, stride, steps, n); }))
    return;
  for (std::int64_t s = 0; s < steps; ++s)
    gather_run(bytes_at(to, s * pitch, itemsize), bytes_at(from, s, itemsize), stride, n, itemsize);
}

bool transpose_back(void* to, void const* from, std::int64_t stride, std::int64_t steps, std::int64_t n,
                    std::int64_t itemsize) {
  if (stride == steps && steps >= 2 && steps <= 4) return gather_rows(to, from, n, steps, 1, n, itemsize), true;
  if (itemsize == 4) return transpose_back_as<std::int32_t>(to, from, stride, steps, n), true;
  if (itemsize == 8) return transpose_back_as<std::int64_t>(to, from, stride, steps, n), true;
  if (itemsize == 2 && steps >= square<std::int16_t> && n >= square<std::int16_t>)
    return transpose_squares<std::int16_t>(to, stride, from, n, n, steps), true;
  if (itemsize == 1 && steps >= square<std::int8_t> && n >= square<std::int8_t>)
    return transpose_squares<std::int8_t>(to, stride, from, n, n, steps), true;
  return false;
}

}  // namespace cp::library
