// Sorting unsigned numbers in vectors, by Highway's VQSort where it is there, and merging what threads have sorted.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <fuse/runtime/parallel.hpp>

#include "host_sort_digits.hpp"

namespace cp::library {

/// From how many keys on it is worth its set-up.
constexpr std::int64_t vector_sort_length = 64;
/// Whether it is there for this processor: from AVX2 on, or NEON.
bool has_vector_sort();
void vector_sort(std::uint32_t* keys, std::int64_t n);
void vector_sort(std::uint64_t* keys, std::int64_t n);

constexpr std::int64_t ns_per_sorted = 8, ns_per_merged = 2;  // of an element, roughly

/// How many of the first `count` elements of two sorted runs, merged, are of the first run.
template <class U>
std::int64_t merged_of_first(U const* x, std::int64_t n, U const* y, std::int64_t m, std::int64_t count) {
  std::int64_t low = std::max<std::int64_t>(0, count - m), high = std::min(count, n);
  while (low < high) {
    std::int64_t const i = (low + high) / 2;
    if (y[count - 1 - i] < x[i])
      high = i;
    else
      low = i + 1;
  }
  return low;
}
template <class U>
void merge(U const* x, U const* x_end, U const* y, U const* y_end, U* to) {
  while (x < x_end && y < y_end) {  // no branch on what is less, which would be guessed wrong half of the time
    U const a = *x, b = *y;
    bool const second = b < a;
    *to++ = second ? b : a;
    x += !second;
    y += second;
  }
  to = std::copy(x, x_end, to);
  std::copy(y, y_end, to);
}
/// Merges sorted runs of `length` elements each by `threads` threads, which share each round evenly whatever the runs
/// have. They and the memory beside them change places with each round; true if the result is in the memory beside
/// them.
template <class U>
bool merge_runs(std::int64_t n, std::int64_t length, std::int64_t threads, U* keys, U* other) {
  bool swapped = false;
  for (; length < n; length *= 2, swapped = !swapped) {
    U const* const from = swapped ? other : keys;
    U* const to = swapped ? keys : other;
    for_parts(threads, n, n * ns_per_merged, [&](std::int64_t, std::int64_t begin, std::int64_t end) {
      for (std::int64_t first = begin / (2 * length) * (2 * length); first < end; first += 2 * length) {
        std::int64_t const middle = std::min(first + length, n), last = std::min(first + 2 * length, n);
        std::int64_t const low = std::max(begin, first) - first, high = std::min(end, last) - first;
        U const *const x = from + first, *const y = from + middle;
        std::int64_t const i = merged_of_first(x, middle - first, y, last - middle, low),
                           j = merged_of_first(x, middle - first, y, last - middle, high);
        merge(x + i, x + j, y + (low - i), y + (high - j), to + first + low);
      }
    });
  }
  return swapped;
}

/// Sorts keys; `other`: memory for as many, which one thread does not need. True if the result is there.
template <class U>
bool sort_by_vectors(std::int64_t n, std::int64_t threads, U* keys, U* other) {
  if (threads <= 1) {
    vector_sort(keys, n);
    return false;
  }
  auto const parts = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(threads)));
  for_parts(parts, n, n * ns_per_sorted,
            [&](std::int64_t, std::int64_t begin, std::int64_t end) { vector_sort(keys + begin, end - begin); });
  return merge_runs(n, (n + parts - 1) / parts, threads, keys, other);
}

}  // namespace cp::library
