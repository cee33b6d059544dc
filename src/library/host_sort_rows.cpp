// Networks that sort a block of rows at once, which lie side by side: row w has its element i at [i * width + w].
#include "host_sort_rows.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

#include "host_copy.hpp"
#include "runtime/clones.hpp"

namespace cp::library {

namespace {

/// Rows of a block: two vectors of 64 bytes, which do not wait for one another.
template <class U>
constexpr int width = 128 / int(sizeof(U));

/// Calls exchange(i, j) for places i < j in an order that sorts n elements.
///
/// source  Batcher's merge exchange: Knuth, The Art of Computer Programming 3, 5.2.2, algorithm M
template <class Exchange>
[[gnu::always_inline]] inline void network(std::int64_t n, Exchange const& exchange) {
  std::int64_t top = 1;
  while (2 * top < n) top *= 2;
  for (std::int64_t p = top; p > 0; p /= 2) {
    std::int64_t q = top, r = 0, d = p;
    for (;;) {
      for (std::int64_t i = 0; i + d < n; ++i)
        if ((i & p) == r) exchange(i, i + d);
      if (q == p) break;
      d = q - p;
      q /= 2;
      r = p;
    }
  }
}

template <class U>
[[gnu::always_inline]] inline void sort_block(U* keys, std::int64_t n) {
  network(
      n, [keys](std::int64_t i, std::int64_t j) __attribute__((always_inline)) {
        U* __restrict const x = keys + i * width<U>;
        U* __restrict const y = keys + j * width<U>;
#pragma omp simd
        for (int w = 0; w < width<U>; ++w) {
          U const a = x[w], b = y[w];
          x[w] = a < b ? a : b;
          y[w] = a < b ? b : a;
        }
      });
}
FUSE_CLONED void sort_block_of(std::uint8_t* keys, std::int64_t n) { sort_block(keys, n); }
FUSE_CLONED void sort_block_of(std::uint16_t* keys, std::int64_t n) { sort_block(keys, n); }
FUSE_CLONED void sort_block_of(std::uint32_t* keys, std::int64_t n) { sort_block(keys, n); }
FUSE_CLONED void sort_block_of(std::uint64_t* keys, std::int64_t n) { sort_block(keys, n); }

/// Keys of 64 bits and where they were; of equal ones the earlier stays before the later.
FUSE_CLONED void sort_block_with_places(std::uint64_t* keys, std::uint64_t* places, std::int64_t n) {
  static constexpr int count = width<std::uint64_t>;
  network(
      n, [ keys, places ](std::int64_t i, std::int64_t j) __attribute__((always_inline)) {
        std::uint64_t* __restrict const x = keys + i * count;
        std::uint64_t* __restrict const y = keys + j * count;
        std::uint64_t* __restrict const p = places + i * count;
        std::uint64_t* __restrict const q = places + j * count;
#pragma omp simd
        for (int w = 0; w < count; ++w) {
          std::uint64_t const a = x[w], b = y[w], c = p[w], d = q[w];
          std::uint64_t const keep =
              std::uint64_t{0} - (static_cast<std::uint64_t>(a < b) | (static_cast<std::uint64_t>(a == b) & (c < d)));
          x[w] = (a & keep) | (b & ~keep);
          y[w] = (b & keep) | (a & ~keep);
          p[w] = (c & keep) | (d & ~keep);
          q[w] = (d & keep) | (c & ~keep);
        }
      });
}

template <class U>
std::unique_ptr<U[]> memory_for(std::int64_t n) {
  return std::make_unique_for_overwrite<U[]>(static_cast<std::size_t>(n));
}

/// Calls use(first) for blocks of `count` rows each, of which the last one may begin before the one before it ends.
template <class Use>
void for_blocks(std::int64_t rows, std::int64_t count, Use const& use) {
  for (std::int64_t r = 0; r < rows; r += count) use(std::min(r, rows - count));
}

/// Rows that are fewer than a block has, the last one as often as it takes.
template <class U>
std::unique_ptr<U[]> filled_up(void const* from, std::int64_t n, std::int64_t rows, std::int64_t count) {
  auto all = memory_for<U>(n * count);
  std::memcpy(all.get(), from, static_cast<std::size_t>(n * rows) * sizeof(U));
  for (std::int64_t r = rows; r < count; ++r) std::copy_n(all.get() + (rows - 1) * n, n, all.get() + r * n);
  return all;
}

template <class U>
void sort_rows_of(key_rule const& rule, std::int64_t n, std::int64_t rows, U const* from, U* to) {
  auto const keys = memory_for<U>(n * width<U>);
  for_blocks(rows, width<U>, [&](std::int64_t first) {
    transpose_lines(keys.get(), width<U>, from + first * n, n, n, width<U>, sizeof(U));
    for (std::int64_t i = 0; i < n * width<U>; ++i) keys[i] = to_key(keys[i], rule, false);
    sort_block_of(keys.get(), n);
    for (std::int64_t i = 0; i < n * width<U>; ++i) keys[i] = from_key(keys[i], rule);
    transpose_lines(to + first * n, n, keys.get(), width<U>, width<U>, n, sizeof(U));
  });
}

template <class U>
void argsort_rows_of(key_rule const& rule, std::int64_t n, std::int64_t rows, U const* from, std::int64_t* order) {
  constexpr std::int64_t count = width<std::uint64_t>;
  auto const bits = memory_for<U>(n * count);
  auto const keys = memory_for<std::uint64_t>(n * count), places = memory_for<std::uint64_t>(n * count);
  for_blocks(rows, count, [&](std::int64_t first) {
    transpose_lines(bits.get(), count, from + first * n, n, n, count, sizeof(U));
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t w = i * count; w < (i + 1) * count; ++w) {
        std::uint64_t const key = to_key(bits[w], rule, true), place = static_cast<std::uint64_t>(i);
        keys[w] = sizeof(U) == 8 ? key : key << 32 | place;
        places[w] = place;
      }
    if (sizeof(U) == 8) {
      sort_block_with_places(keys.get(), places.get(), n);
    } else {
      sort_block_of(keys.get(), n);
      for (std::int64_t i = 0; i < n * count; ++i) places[i] = keys[i] & 0xffffffff;
    }
    transpose_lines(order + first * n, n, places.get(), count, count, n, sizeof(std::int64_t));
  });
}

}  // namespace

void sort_short_rows(key_rule const& rule, std::int64_t n, std::int64_t rows, void const* from, void* to) {
  with_bits(rule.bytes, [&]<class U>(U) {
    if (rows >= width<U>) return sort_rows_of(rule, n, rows, static_cast<U const*>(from), static_cast<U*>(to));
    auto const all = filled_up<U>(from, n, rows, width<U>);
    sort_rows_of(rule, n, width<U>, all.get(), all.get());
    std::copy_n(all.get(), n * rows, static_cast<U*>(to));
  });
}

void argsort_short_rows(key_rule const& rule, std::int64_t n, std::int64_t rows, void const* from,
                        std::int64_t* order) {
  constexpr std::int64_t count = width<std::uint64_t>;
  with_bits(rule.bytes, [&]<class U>(U) {
    if (rows >= count) return argsort_rows_of(rule, n, rows, static_cast<U const*>(from), order);
    auto const all = filled_up<U>(from, n, rows, count);
    auto const places = memory_for<std::int64_t>(n * count);
    argsort_rows_of(rule, n, count, all.get(), places.get());
    std::copy_n(places.get(), n * rows, order);
  });
}

}  // namespace cp::library
