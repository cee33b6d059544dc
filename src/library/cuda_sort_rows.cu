// Sorting rows that a block holds on the device: each element is read and written once.
#include <cub/block/block_radix_sort.cuh>
#include <fuse/core/dtype.hpp>

#include "cuda_sort.hpp"
#include "sort_keys.hpp"

namespace cp::library::device {

namespace {

struct row_job {
  key_rule rule;
  std::int64_t rows;
  int length;
  void const* from;
  void* to;  // elements, or int64 places
};

/// The key of an element, whatever its width. Keys of less than 32 bits are the low bits of one.
template <class Key>
__device__ Key key_at(row_job const& j, std::int64_t i, bool one_zero) {
  if constexpr (sizeof(Key) == 8)
    return to_key(static_cast<std::uint64_t const*>(j.from)[i], j.rule, one_zero);
  else if (j.rule.bytes == 4)
    return to_key(static_cast<std::uint32_t const*>(j.from)[i], j.rule, one_zero);
  else if (j.rule.bytes == 2)
    return to_key(static_cast<std::uint16_t const*>(j.from)[i], j.rule, one_zero);
  else
    return to_key(static_cast<std::uint8_t const*>(j.from)[i], j.rule, one_zero);
}
template <class Key>
__device__ void store_key(row_job const& j, std::int64_t i, Key key) {
  if constexpr (sizeof(Key) == 8)
    static_cast<std::uint64_t*>(j.to)[i] = from_key(key, j.rule);
  else if (j.rule.bytes == 4)
    static_cast<std::uint32_t*>(j.to)[i] = from_key(key, j.rule);
  else if (j.rule.bytes == 2)
    static_cast<std::uint16_t*>(j.to)[i] = from_key(static_cast<std::uint16_t>(key), j.rule);
  else
    static_cast<std::uint8_t*>(j.to)[i] = from_key(static_cast<std::uint8_t>(key), j.rule);
}

template <class Key, bool Places, int Threads, int Items>
__global__ void __launch_bounds__(Threads) sort_rows(__grid_constant__ row_job const j) {
  using sorter = cub::BlockRadixSort<Key, Threads, Items, std::conditional_t<Places, std::uint16_t, cub::NullType>>;
  __shared__ typename sorter::TempStorage memory;
  int const bits = 8 * j.rule.bytes;
  for (std::int64_t row = blockIdx.x; row < j.rows; row += gridDim.x) {
    std::int64_t const first = row * j.length;
    Key keys[Items];
    std::uint16_t places[Items];
    for (int k = 0; k < Items; ++k) {
      int const i = static_cast<int>(threadIdx.x) * Items + k;
      keys[k] = i < j.length ? key_at<Key>(j, first + i, Places) : static_cast<Key>(~Key{0});
      places[k] = static_cast<std::uint16_t>(i);
    }
    if constexpr (Places)
      sorter(memory).SortBlockedToStriped(keys, places, 0, bits);
    else
      sorter(memory).SortBlockedToStriped(keys, 0, bits);
    for (int k = 0; k < Items; ++k) {
      int const i = k * Threads + static_cast<int>(threadIdx.x);
      if (i >= j.length) break;
      if constexpr (Places)
        static_cast<std::int64_t*>(j.to)[first + i] = places[k];
      else
        store_key(j, first + i, keys[k]);
    }
    __syncthreads();  // the next row takes the same shared memory
  }
}

/// What a network sorts: an element's key, with its place where places are asked for, so that all are different and
/// equal keys stay in the order of their places. Keys of less than 32 bits and their places share a number.
template <class Key>
struct key_alone {
  using result = Key;  // what is written of it
  Key key;
  __device__ static key_alone of(row_job const& j, std::int64_t at, int, bool there) {
    return {there ? key_at<Key>(j, at, false) : static_cast<Key>(~Key{0})};
  }
  __device__ bool operator<(key_alone b) const { return key < b.key; }
  __device__ Key value() const { return key; }
  __device__ key_alone of_lane(int mask) const { return {__shfl_xor_sync(0xffffffffu, key, mask)}; }
};
/// A key in the upper half of a number, its place in the lower one.
template <class Number>
struct key_and_place {
  static constexpr int half = 4 * static_cast<int>(sizeof(Number));
  using result = std::uint16_t;
  Number number;
  __device__ static key_and_place of(row_job const& j, std::int64_t at, int place, bool there) {
    Number const key = there ? key_at<std::uint32_t>(j, at, true) : ~Number{0};
    return {static_cast<Number>(key << half | static_cast<Number>(place))};
  }
  __device__ bool operator<(key_and_place b) const { return number < b.number; }
  __device__ std::uint16_t value() const { return static_cast<std::uint16_t>(number); }
  __device__ key_and_place of_lane(int mask) const { return {__shfl_xor_sync(0xffffffffu, number, mask)}; }
};
struct wide_key_and_place {
  using result = std::uint16_t;
  std::uint64_t key;
  int place;
  __device__ static wide_key_and_place of(row_job const& j, std::int64_t at, int place, bool there) {
    return {there ? key_at<std::uint64_t>(j, at, true) : ~std::uint64_t{0}, place};
  }
  __device__ bool operator<(wide_key_and_place b) const {
    return (key < b.key) | ((key == b.key) & (place < b.place));  // (without branches)
  }
  __device__ std::uint16_t value() const { return static_cast<std::uint16_t>(place); }
  __device__ wide_key_and_place of_lane(int mask) const {
    return {__shfl_xor_sync(0xffffffffu, key, mask), __shfl_xor_sync(0xffffffffu, place, mask)};
  }
};

/// Writes what stands at `at` of the sorted rows: the element, or where it was in its row.
__device__ void store_sorted(row_job const& j, std::int64_t at, std::uint32_t key) { store_key(j, at, key); }
__device__ void store_sorted(row_job const& j, std::int64_t at, std::uint64_t key) { store_key(j, at, key); }
__device__ void store_sorted(row_job const& j, std::int64_t at, std::uint16_t place) {
  static_cast<std::int64_t*>(j.to)[at] = place;
}

/// Rows of up to 32 elements, an element a lane: a bitonic network of exchanges between the `1 << lanes_log2` lanes of
/// a row, of which a warp has several.
template <class Word>
__global__ void __launch_bounds__(256) sort_short_rows(__grid_constant__ row_job const j, int lanes_log2) {
  int const lanes = 1 << lanes_log2, lane = static_cast<int>(threadIdx.x) & (lanes - 1);
  std::int64_t const step = static_cast<std::int64_t>(gridDim.x) * blockDim.x >> lanes_log2,
                     begin = (static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) >> lanes_log2,
                     of_warp = begin & ~static_cast<std::int64_t>((32 >> lanes_log2) - 1);
  for (std::int64_t round = 0; of_warp + round < j.rows; round += step) {
    std::int64_t const row = begin + round, at = row * j.length + lane;
    bool const there = row < j.rows && lane < j.length;
    Word word = Word::of(j, at, lane, there);  // what is not there comes last
    for (int size = 2; size <= lanes; size *= 2)
      for (int apart = size / 2; apart > 0; apart /= 2) {
        Word const other = word.of_lane(apart);
        bool const first = ((lane & size) == 0) == ((lane & apart) == 0);
        if ((other < word) == first) word = other;
      }
    if (there) store_sorted(j, at, word.value());
  }
}

/// Exchanges two words that are not in order.
template <class Word>
__device__ void put_in_order(Word& a, Word& b) {
  bool const change = b < a;
  Word const less = change ? b : a;
  b = change ? a : b;
  a = less;
}

/// Exchanges with the thread `mask` away, its item k or, `Mirrored`, the one as far from the end: keeps the lesser
/// words where `lower`. By shuffles within a warp, else through `memory`, which has a word for each item of each
/// thread.
template <bool Mirrored, class Word, int Threads, int Each>
__device__ void exchange(Word (&word)[Each], int mask, bool lower, Word* memory) {
  auto const keep = [&](auto const& other_of) {
#pragma unroll
    for (int k = 0; k < Each / 2; ++k) {
      int const last = Each - 1 - k;
      Word const a = other_of(Mirrored ? last : k), b = other_of(Mirrored ? k : last);
      word[k] = (a < word[k]) == lower ? a : word[k];
      word[last] = (b < word[last]) == lower ? b : word[last];
    }
  };
  if (Threads <= 32 || mask < 32) return keep([&](int k) { return word[k].of_lane(mask); });
  int const thread = static_cast<int>(threadIdx.x);
  __syncthreads();
#pragma unroll
  for (int k = 0; k < Each; ++k) memory[k * Threads + thread] = word[k];
  __syncthreads();
  Word const* const from = memory + (thread ^ mask);
  keep([&](int k) { return from[k * Threads]; });
}

/// Sorts Threads * Each words, of which thread t ends up with those from t * Each on: merges in the manner of Batcher,
/// where the first exchange of a merge is with the mirrored place, so that all of them put the lesser first.
template <class Word, int Threads, int Each>
__device__ void sort_words(Word (&word)[Each], int thread, Word* memory) {
#pragma unroll
  for (int size = 2; size <= Each; size *= 2) {
#pragma unroll
    for (int k = 0; k < Each; ++k)
      if ((k ^ (size - 1)) > k) put_in_order(word[k], word[k ^ (size - 1)]);
#pragma unroll
    for (int apart = size / 4; apart > 0; apart /= 2)
#pragma unroll
      for (int k = 0; k < Each; ++k)
        if ((k ^ apart) > k) put_in_order(word[k], word[k ^ apart]);
  }
#pragma unroll 1
  for (int threads = 2; threads <= Threads; threads *= 2) {
    exchange<true, Word, Threads>(word, threads - 1, (thread & threads / 2) == 0, memory);
#pragma unroll 1
    for (int apart = threads / 4; apart > 0; apart /= 2)
      exchange<false, Word, Threads>(word, apart, (thread & apart) == 0, memory);
#pragma unroll
    for (int apart = Each / 2; apart > 0; apart /= 2)
#pragma unroll
      for (int k = 0; k < Each; ++k)
        if ((k ^ apart) > k) put_in_order(word[k], word[k ^ apart]);
  }
}

/// Rows of up to Threads * Each elements, of which a block has several where a warp sorts one.
template <int Threads>
constexpr int rows_of_block = Threads == 32 ? 4 : 1;
template <class Word, int Threads, int Each>
constexpr int network_bytes = rows_of_block<Threads>* Threads*(Threads > 32 &&
                                                                       Each * sizeof(Word) >
                                                                           (Each + 1) * sizeof(typename Word::result)
                                                                   ? Each * sizeof(Word)
                                                                   : (Each + 1) * sizeof(typename Word::result));
template <class Word, int Threads, int Each>
__global__ void __launch_bounds__(Threads* rows_of_block<Threads>) sort_by_network(__grid_constant__ row_job const j) {
  extern __shared__ __align__(16) unsigned char shared[];
  constexpr int rows = rows_of_block<Threads>;
  int const thread = static_cast<int>(threadIdx.x) % Threads, in_block = static_cast<int>(threadIdx.x) / Threads;
  auto* const memory = reinterpret_cast<typename Word::result*>(shared) + in_block * Threads * (Each + 1);
  auto const wait = [] {
    if constexpr (Threads == 32)
      __syncwarp();
    else
      __syncthreads();
  };
  for (std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * rows + in_block; row < j.rows;
       row += static_cast<std::int64_t>(gridDim.x) * rows) {
    std::int64_t const first = row * j.length;
    Word word[Each];
#pragma unroll
    for (int k = 0; k < Each; ++k) {
      int const place = k * Threads + thread;
      word[k] = Word::of(j, first + place, place, place < j.length);  // what is not there comes last
    }
    sort_words<Word, Threads, Each>(word, thread, reinterpret_cast<Word*>(shared));
    // Threads have neighbours of the result; what they write together should lie together.
    wait();
#pragma unroll
    for (int k = 0; k < Each; ++k) memory[thread * (Each + 1) + k] = word[k].value();
    wait();
#pragma unroll
    for (int k = 0; k < Each; ++k) {
      int const place = k * Threads + thread;
      if (place < j.length) store_sorted(j, first + place, memory[place + place / Each]);
    }
    wait();
  }
}

template <class Word, int Threads, int Each>
void start_network(row_job const& j) {
  constexpr int rows = rows_of_block<Threads>;
  std::int64_t const blocks = (j.rows + rows - 1) / rows;
  runtime::launch_shape shape;
  shape.grid_x = static_cast<unsigned>(blocks < 1 << 16 ? blocks : 1 << 16);
  shape.block_x = Threads * rows;
  shape.shared_bytes = network_bytes<Word, Threads, Each>;
  void* arguments[] = {const_cast<row_job*>(&j)};
  runtime::launch(reinterpret_cast<void const*>(&sort_by_network<Word, Threads, Each>), shape, arguments, nullptr);
}
/// Up to which length a network is faster than passes over the bits of keys (H200, 2026-11, 2^24 elements in rows of
/// 256, 512, 1024 and 4096: float32 0.12, 0.14, 0.17 and 0.21 ms, by passes 0.44, 0.25, 0.24 and 0.28, with places
/// 0.21, 0.26, 0.32 and 0.43, by passes 0.56, 0.33, 0.32 and 0.36; 2^23 int64 0.11, 0.13, 0.16 and 0.22, by passes
/// 0.62, 0.34, 0.32 and 0.42, with places 0.21, 0.43, 0.66 and 0.93, by passes 0.74, 0.41, 0.40 and 0.49).
template <class Word>
constexpr int most_network_row = 4096;
template <class Number>
constexpr int most_network_row<key_and_place<Number>> = 1024;
template <>
constexpr int most_network_row<wide_key_and_place> = 256;

template <class Word>
void start_networks(row_job const& j) {
  if (j.length <= 32) {
    int lanes_log2 = 1;
    while (1 << lanes_log2 < j.length) ++lanes_log2;
    std::int64_t const blocks = ((j.rows << lanes_log2) + 255) / 256;
    runtime::launch_shape shape;
    shape.grid_x = static_cast<unsigned>(blocks < 1 << 16 ? blocks : 1 << 16);
    shape.block_x = 256;
    void* arguments[] = {const_cast<row_job*>(&j), &lanes_log2};
    return runtime::launch(reinterpret_cast<void const*>(&sort_short_rows<Word>), shape, arguments, nullptr);
  }
  if (j.length <= 64) return start_network<Word, 32, 2>(j);
  if (j.length <= 128) return start_network<Word, 32, 4>(j);
  if (most_network_row<Word> == 256 || j.length <= 256) return start_network<Word, 32, 8>(j);
  if constexpr (most_network_row < Word >> 256) {
    if (j.length <= 512) return start_network<Word, 64, 8>(j);
    if (j.length <= 1024) return start_network<Word, 64, 16>(j);
  }
  if constexpr (most_network_row < Word >> 1024) {
    if (j.length <= 2048) return start_network<Word, 128, 16>(j);
    return start_network<Word, 256, 16>(j);
  }
}

template <class Key, bool Places>
void start_blocks(row_job const& j) {
  auto const run = [&]<int Threads, int Items>() {
    runtime::launch_shape shape;
    shape.grid_x = static_cast<unsigned>(j.rows < 1 << 20 ? j.rows : 1 << 20);
    shape.block_x = Threads;
    void* arguments[] = {const_cast<row_job*>(&j)};
    runtime::launch(reinterpret_cast<void const*>(&sort_rows<Key, Places, Threads, Items>), shape, arguments, nullptr);
  };
  if (j.length <= 512)
    run.template operator()<64, 8>();
  else if (j.length <= 1024)
    run.template operator()<128, 8>();
  else if (j.length <= 2048)
    run.template operator()<256, 8>();
  else
    run.template operator()<512, 8>();
}

/// Sorts rows as words of one kind, or, longer ones, by passes over the bits of keys.
template <class Word, class Key, bool Places>
void start(row_job const& j) {
  // Keys of fewer bytes take fewer passes.
  bool const brief = j.rule.bytes < (Places ? 2 : 4);
  if (j.length <= (brief ? 256 : most_network_row<Word>))
    start_networks<Word>(j);
  else
    start_blocks<Key, Places>(j);
}
template <bool Places>
void start(rows_of const& what, void const* from, void* to) {
  using wide = std::uint64_t;
  using narrow = std::uint32_t;
  row_job const j{rule_of(what.dtype), what.rows, static_cast<int>(what.length), from, to};
  if (j.rule.bytes == 8)
    start<std::conditional_t<Places, wide_key_and_place, key_alone<wide>>, wide, Places>(j);
  else if (Places && j.rule.bytes == 4)
    start<key_and_place<wide>, narrow, Places>(j);
  else
    start<std::conditional_t<Places, key_and_place<narrow>, key_alone<narrow>>, narrow, Places>(j);
}

}  // namespace

void sort_rows_by_block(rows_of const& what, void const* from, void* to) { start<false>(what, from, to); }
void argsort_rows_by_block(rows_of const& what, void const* keys, std::int64_t* order) {
  start<true>(what, keys, order);
}

}  // namespace cp::library::device
