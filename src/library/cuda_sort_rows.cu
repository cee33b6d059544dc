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

/// Rows of up to 32 elements, an element a lane: a bitonic network of exchanges between the `1 << lanes_log2` lanes of
/// a row, of which a warp has several. Equal keys stay in the order of their places.
template <class Key, bool Places>
__global__ void __launch_bounds__(256) sort_short_rows(__grid_constant__ row_job const j, int lanes_log2) {
  int const lanes = 1 << lanes_log2, lane = static_cast<int>(threadIdx.x) & (lanes - 1);
  std::int64_t const step = static_cast<std::int64_t>(gridDim.x) * blockDim.x >> lanes_log2,
                     begin = (static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) >> lanes_log2,
                     of_warp = begin & ~static_cast<std::int64_t>((32 >> lanes_log2) - 1);
  for (std::int64_t round = 0; of_warp + round < j.rows; round += step) {
    std::int64_t const row = begin + round, at = row * j.length + lane;
    bool const there = row < j.rows && lane < j.length;
    Key key = there ? key_at<Key>(j, at, Places) : static_cast<Key>(~Key{0});  // what is not there comes last
    int place = lane;
    for (int size = 2; size <= lanes; size *= 2)
      for (int apart = size / 2; apart > 0; apart /= 2) {
        Key const other = __shfl_xor_sync(0xffffffffu, key, apart);
        bool const first = ((lane & size) == 0) == ((lane & apart) == 0);
        if constexpr (Places) {
          int const other_place = __shfl_xor_sync(0xffffffffu, place, apart);
          bool const before = other < key || (other == key && other_place < place);
          if (before == first) key = other, place = other_place;
        } else {
          key = (other < key) == first ? other : key;
        }
      }
    if (!there) continue;
    if constexpr (Places)
      static_cast<std::int64_t*>(j.to)[at] = place;
    else
      store_key(j, at, key);
  }
}
/// Puts two elements in order, or, unless `rising`, in the other one.
template <class Key, bool Places>
__device__ void exchange(Key& a, Key& b, int& a_place, int& b_place, bool rising) {
  bool const before = b < a || (Places && b == a && b_place < a_place);
  if (before != rising) return;
  Key const key = a;
  a = b, b = key;
  if constexpr (Places) {
    int const place = a_place;
    a_place = b_place, b_place = place;
  }
}
/// Rows of up to 32 * Each elements, a warp's each: element k * 32 + lane is a lane's k-th.
template <class Key, bool Places, int Each>
__global__ void __launch_bounds__(256) sort_warp_rows(__grid_constant__ row_job const j) {
  int const lane = static_cast<int>(threadIdx.x) & 31;
  std::int64_t const step = static_cast<std::int64_t>(gridDim.x) * (blockDim.x / 32);
  for (std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * (blockDim.x / 32) + threadIdx.x / 32; row < j.rows;
       row += step) {
    std::int64_t const first = row * j.length;
    Key key[Each];
    int place[Each];
#pragma unroll
    for (int k = 0; k < Each; ++k) {
      place[k] = k * 32 + lane;
      key[k] = place[k] < j.length ? key_at<Key>(j, first + place[k], Places) : static_cast<Key>(~Key{0});
    }
#pragma unroll
    for (int size = 2; size <= 32 * Each; size *= 2)
#pragma unroll
      for (int apart = size / 2; apart > 0; apart /= 2)
#pragma unroll
        for (int k = 0; k < Each; ++k) {
          bool const rising = ((k * 32 + lane) & size) == 0;
          if (apart >= 32) {
            int const partner = k | apart / 32;
            if (partner != k) exchange<Key, Places>(key[k], key[partner], place[k], place[partner], rising);
          } else {
            Key other = __shfl_xor_sync(0xffffffffu, key[k], apart);
            int other_place = Places ? __shfl_xor_sync(0xffffffffu, place[k], apart) : 0;
            exchange<Key, Places>(key[k], other, place[k], other_place, rising == ((lane & apart) == 0));
          }
        }
#pragma unroll
    for (int k = 0; k < Each; ++k) {
      int const at = k * 32 + lane;
      if (at >= j.length) break;
      if constexpr (Places)
        static_cast<std::int64_t*>(j.to)[first + at] = place[k];
      else
        store_key(j, first + at, key[k]);
    }
  }
}
template <class Key, bool Places, int Each>
void start_warp_rows(row_job const& j) {
  std::int64_t const blocks = (j.rows + 7) / 8;
  runtime::launch_shape shape;
  shape.grid_x = static_cast<unsigned>(blocks < 1 << 16 ? blocks : 1 << 16);
  shape.block_x = 256;
  void* arguments[] = {const_cast<row_job*>(&j)};
  runtime::launch(reinterpret_cast<void const*>(&sort_warp_rows<Key, Places, Each>), shape, arguments, nullptr);
}
template <class Key, bool Places>
void start_short(row_job const& j) {
  int lanes_log2 = 1;
  while (1 << lanes_log2 < j.length) ++lanes_log2;
  std::int64_t const blocks = ((j.rows << lanes_log2) + 255) / 256;
  runtime::launch_shape shape;
  shape.grid_x = static_cast<unsigned>(blocks < 1 << 16 ? blocks : 1 << 16);
  shape.block_x = 256;
  void* arguments[] = {const_cast<row_job*>(&j), &lanes_log2};
  runtime::launch(reinterpret_cast<void const*>(&sort_short_rows<Key, Places>), shape, arguments, nullptr);
}

template <class Key, bool Places>
void start(row_job const& j) {
  if (j.length <= 32) return start_short<Key, Places>(j);
  if (j.length <= 64) return start_warp_rows<Key, Places, 2>(j);
  if (j.length <= 128) return start_warp_rows<Key, Places, 4>(j);
  auto const run = [&]<int Threads, int Items>() {
    runtime::launch_shape shape;
    shape.grid_x = static_cast<unsigned>(j.rows < 1 << 20 ? j.rows : 1 << 20);
    shape.block_x = Threads;
    void* arguments[] = {const_cast<row_job*>(&j)};
    runtime::launch(reinterpret_cast<void const*>(&sort_rows<Key, Places, Threads, Items>), shape, arguments, nullptr);
  };
  if (j.length <= 1024)
    run.template operator()<128, 8>();
  else
    run.template operator()<512, 8>();
}

template <bool Places>
void start(rows_of const& what, void const* from, void* to) {
  row_job const j{rule_of(what.dtype), what.rows, static_cast<int>(what.length), from, to};
  j.rule.bytes == 8 ? start<std::uint64_t, Places>(j) : start<std::uint32_t, Places>(j);
}

}  // namespace

void sort_rows_by_block(rows_of const& what, void const* from, void* to) { start<false>(what, from, to); }
void argsort_rows_by_block(rows_of const& what, void const* keys, std::int64_t* order) {
  start<true>(what, keys, order);
}

}  // namespace cp::library::device
