// Sums of the elements of each key in bins. A bin is a number of 64-bit words, each of which has room for the sum of
// all elements whose exponents lie in its window; integers have one word. What the words hold is exact, so that
// elements come in any order. Of few bins the first words stand in shared memory.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <fuse/core/dtype.hpp>
#include <fuse/library/sums.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>
#include <type_traits>

#include "cuda_bins.cuh"
#include "cuda_sort.hpp"

namespace cp::library {

namespace {

constexpr unsigned threads = 512;
constexpr std::int64_t shared_room = 96 * 1024 / sizeof(word);  // words of a block, of which two run side by side
constexpr std::int64_t blocks_at_once = 264;
constexpr std::int64_t few_bins = 4096;  // always summed in bins, however few elements there are
// Of more bins than a block holds elements are first brought into 2^8 groups, by one pass of a sort.
constexpr int group_bits = 8, most_group_log2 = 14;
constexpr unsigned group_threads = 1024;
constexpr std::int64_t grouped_elements = std::int64_t{1} << 22;
constexpr int digit = 32;  // bits from one word of a float64's bin to the next

struct sum_job {
  void const *values, *keys;
  std::int64_t n, count;
  bool is_signed, aligned;  ///< integers; on 16-byte boundaries
  int step;                 ///< bits from one word of a float's bin to the next
  unsigned reciprocal;      ///< 65536 / step, rounded up
  int shared_words;         ///< of a bin
  int group_log2;           ///< bins of a group of keys
  unsigned* head;           ///< of floats the largest exponent; 4096 minus the smallest one
  unsigned* special;        ///< of floats what a bin has: 1 NaN, 2 infinity, 4 minus infinity
  word* words;              ///< [word][bin]
  void* sums;
};

/// A float's parts: mantissa * 2^(exponent - bias), or special.
struct parts {
  word mantissa;
  int exponent;
  bool negative;
  unsigned special;
};
__device__ __forceinline__ parts parts_of(float x) {
  unsigned const bits = __float_as_uint(x), exponent = bits >> 23 & 255, fraction = bits & 0x7fffff;
  bool const negative = bits >> 31 != 0;
  if (exponent == 255) return {0, 1, negative, fraction != 0 ? 1u : negative ? 4u : 2u};
  return {exponent == 0 ? fraction : fraction | 1u << 23, exponent == 0 ? 1 : static_cast<int>(exponent), negative, 0};
}
__device__ __forceinline__ parts parts_of(double x) {
  word const bits = static_cast<word>(__double_as_longlong(x)), fraction = bits & ((word{1} << 52) - 1);
  int const exponent = static_cast<int>(bits >> 52 & 2047);
  bool const negative = bits >> 63 != 0;
  if (exponent == 2047) return {0, 1, negative, fraction != 0 ? 1u : negative ? 4u : 2u};
  return {exponent == 0 ? fraction : fraction | word{1} << 52, exponent == 0 ? 1 : exponent, negative, 0};
}
template <class T>
constexpr int bias = std::is_same_v<T, float> ? 150 : 1075;

/// The words that bins have: 1 of integers, of floats as many as the exponents in `head` need.
template <class T>
__device__ int words_used(sum_job const& j) {
  if constexpr (std::is_integral_v<T>) return 1;
  if (j.head[0] == 0) return 0;
  int const range = static_cast<int>(j.head[0] + j.head[1]) - 4096;
  return std::is_same_v<T, float> ? range / j.step + 1 : (range + 3 * digit - 1) / digit + 1;
}
/// The exponent of 2 that a word counts.
template <class T>
__device__ int unit_of(sum_job const& j, int w) {
  int const highest = static_cast<int>(j.head[0]) - bias<T>;
  return std::is_same_v<T, float> ? highest - j.step * w - (j.step - 1) : highest + 2 * digit - digit * w;
}

template <class T>
__global__ void __launch_bounds__(threads) find_exponents(__grid_constant__ sum_job const j) {
  std::int64_t const step = std::int64_t{gridDim.x} * threads;
  unsigned high = 0, low = 0;
  auto const take = [&](T x) {
    parts const p = parts_of(x);
    if (p.mantissa == 0) return;
    high = max(high, static_cast<unsigned>(p.exponent)), low = max(low, static_cast<unsigned>(4096 - p.exponent));
  };
  constexpr int width = 16 / sizeof(T);
  auto const* const values = static_cast<T const*>(j.values);
  std::int64_t const begin = std::int64_t{blockIdx.x} * threads + threadIdx.x, vectors = j.aligned ? j.n / width : 0;
  for (std::int64_t i = begin; i < vectors; i += step) {
    uint4 const v = reinterpret_cast<uint4 const*>(values)[i];
    T x[width];
    __builtin_memcpy(x, &v, sizeof x);
    for (T const& one : x) take(one);
  }
  for (std::int64_t i = vectors * width + begin; i < j.n; i += step) take(values[i]);
  high = __reduce_max_sync(0xffffffffu, high), low = __reduce_max_sync(0xffffffffu, low);
  if (threadIdx.x % 32 == 0 && high != 0) atomicMax(j.head, high), atomicMax(j.head + 1, low);
}

template <class T>
__global__ void __launch_bounds__(threads) clear_bins(__grid_constant__ sum_job const j) {
  std::int64_t const step = std::int64_t{gridDim.x} * threads, n = words_used<T>(j) * j.count;
  std::int64_t const begin = std::int64_t{blockIdx.x} * threads + threadIdx.x;
  for (std::int64_t i = begin; i < n; i += step) j.words[i] = 0;
  if (!std::is_integral_v<T>)
    for (std::int64_t i = begin; i < j.count; i += step) j.special[i] = 0;
}

/// What an element adds to the words of its bin: one word, of a float64 three, each `count` before the last.
template <class T>
__device__ __forceinline__ void split(sum_job const& j, int highest, T x, std::uint32_t bin,
                                      addend (&to)[std::is_same_v<T, double> ? 3 : 1]) {
  if constexpr (std::is_integral_v<T>) {
    to[0] = {bin, sizeof(T) == 8 || !j.is_signed ? static_cast<word>(x)
                                                 : static_cast<word>(static_cast<long long>(static_cast<int>(x)))};
  } else {
    parts const f = parts_of(x);
    if (f.special != 0) atomicOr(j.special + bin, f.special);
    if (f.mantissa == 0) return;
    auto const count = static_cast<std::uint32_t>(j.count);
    int const below = highest - f.exponent;
    if constexpr (std::is_same_v<T, float>) {
      int const w = static_cast<int>(static_cast<unsigned>(below) * j.reciprocal >> 16);
      word const v = f.mantissa << (j.step - 1 - (below - w * j.step));
      to[0] = {static_cast<std::uint32_t>(w) * count + bin, f.negative ? 0 - v : v};
    } else {
      int const w = (below + 3 * digit - 1) / digit, shift = digit * w - 2 * digit - below;
      word const low = f.mantissa << shift,
                 part[] = {low & 0xffffffff, low >> 32, shift == 0 ? 0 : f.mantissa >> (64 - shift)};
      for (unsigned k = 0; k < 3; ++k)
        to[k] = {(static_cast<std::uint32_t>(w) - k) * count + bin, f.negative ? 0 - part[k] : part[k]};
    }
  }
}

/// Adds the elements [begin, end): a thread four from `i` on, as far as they are aligned, then those `step` behind
/// them. Warps stay together.
template <class T, class Key, bool Shared>
__device__ __forceinline__ void add_elements(sum_job const& j, bins<Shared> const& b, std::int64_t begin,
                                             std::int64_t end, std::int64_t i, std::int64_t step) {
  int const highest = std::is_integral_v<T> ? 0 : static_cast<int>(j.head[0]);
  auto const* const values = static_cast<T const*>(j.values);
  auto const* const keys = static_cast<Key const*>(j.keys);
  constexpr int width = 4, words = std::is_same_v<T, double> ? 3 : 1;
  std::int64_t const lane = threadIdx.x % 32 * width;
  for (; i - lane < end; i += step) {
    T x[width];
    Key key[width];
    if (j.aligned && i >= begin && i + width <= end) {
      for (unsigned k = 0; k < sizeof x / 16; ++k)
        reinterpret_cast<uint4*>(x)[k] = reinterpret_cast<uint4 const*>(values + i)[k];
      for (unsigned k = 0; k < sizeof key / 16; ++k)
        reinterpret_cast<uint4*>(key)[k] = reinterpret_cast<uint4 const*>(keys + i)[k];
    } else {
      for (int k = 0; k < width; ++k) {
        bool const here = i + k >= begin && i + k < end;
        key[k] = here ? keys[i + k] : static_cast<Key>(j.count);
        x[k] = here ? values[i + k] : T(0);
      }
    }
    addend to[width][words];
#pragma unroll
    for (int k = 0; k < width; ++k)
      if (key[k] < static_cast<Key>(j.count)) split(j, highest, x[k], static_cast<std::uint32_t>(key[k]), to[k]);
#pragma unroll
    for (int w = 0; w < words; ++w) {
#pragma unroll
      for (int k = 0; k + 1 < width; ++k)
        if (to[k][w].at == to[k + 1][w].at) to[k + 1][w].x += to[k][w].x, to[k][w] = {};
      // Looking for threads that meet takes time: where the first ones do not, few of the others will.
      bool some_meet = true;
#pragma unroll
      for (int k = 0; k < width; ++k) {
        if (some_meet)
          some_meet = b.add_together(to[k][w]);
        else
          b.add(to[k][w]);
      }
    }
  }
}

/// Shared words from `first` on, of which there are `n`, to memory.
__device__ __forceinline__ void store_words(sum_job const& j, unsigned const* halves, std::uint32_t first,
                                            std::uint32_t n) {
  for (std::uint32_t k = threadIdx.x; k < n; k += blockDim.x) {
    word const sum = halves[k] | word{halves[n + k]} << 32;
    if (sum != 0) atomicAdd(j.words + first + k, sum);
  }
}

template <class T, class Key, bool Shared>
__global__ void __launch_bounds__(threads) add_to_bins(__grid_constant__ sum_job const j) {
  extern __shared__ unsigned halves[];
  std::uint32_t const shared = Shared ? min(j.shared_words, words_used<T>(j)) * static_cast<std::uint32_t>(j.count) : 0;
  if constexpr (Shared) {
    for (std::uint32_t k = threadIdx.x; k < 2 * shared; k += threads) halves[k] = 0;
    __syncthreads();
  }
  add_elements<T, Key>(j, bins<Shared>{j.words, halves, 0, shared}, 0, j.n,
                       (std::int64_t{blockIdx.x} * threads + threadIdx.x) * 4, std::int64_t{gridDim.x} * threads * 4);
  if constexpr (Shared) {
    __syncthreads();
    store_words(j, halves, 0, shared);
  }
}

/// The same of elements whose keys come in groups: a block has a run of them, and a group's words in shared memory.
template <class T>
__global__ void __launch_bounds__(group_threads) add_groups(__grid_constant__ sum_job const j) {
  extern __shared__ unsigned halves[];
  auto const group_of = [&](std::int64_t i) {
    return static_cast<std::uint32_t const*>(j.keys)[i] >> j.group_log2 & ((1u << group_bits) - 1);
  };
  std::uint32_t const part = 1u << j.group_log2;
  std::int64_t const run = (j.n + gridDim.x - 1) / gridDim.x, last = min(j.n, (blockIdx.x + 1) * run);
  for (std::int64_t begin = blockIdx.x * run; begin < last;) {
    std::uint32_t const group = group_of(begin), first = group << j.group_log2;
    std::int64_t low = begin, end = last;
    while (end - low > 1) {
      std::int64_t const middle = low + (end - low) / 2;
      group_of(middle) == group ? low = middle : end = middle;
    }
    for (std::uint32_t k = threadIdx.x; k < 2 * part; k += group_threads) halves[k] = 0;
    __syncthreads();
    add_elements<T, std::uint32_t>(j, bins<true>{j.words, halves, first, part}, begin, end,
                                   begin / 4 * 4 + threadIdx.x * 4, group_threads * 4);
    __syncthreads();
    store_words(j, halves, first, part);
    __syncthreads();
    begin = end;
  }
}

/// What the words of a bin hold, as a number: digits of both signs first, each at most half of what the next one
/// counts.
template <class T, class R>
__global__ void __launch_bounds__(threads) round_bins(__grid_constant__ sum_job const j) {
  std::int64_t const step = std::int64_t{gridDim.x} * threads;
  int const used = words_used<T>(j);
  for (std::int64_t bin = std::int64_t{blockIdx.x} * threads + threadIdx.x; bin < j.count; bin += step) {
    if constexpr (std::is_integral_v<T>) {
      static_cast<word*>(j.sums)[bin] = j.words[bin];
    } else {
      constexpr int most = std::is_same_v<T, double> ? 3 : sizeof(R) == 8 ? 9 : 5;  // digits that a result can show
      int const bits = std::is_same_v<T, float> ? j.step : digit;
      long long carry = 0;
      int first = used;  // the first digit that is not 0
      for (int w = used; w-- > 0;) {
        word& at = j.words[w * j.count + bin];
        long long const all = static_cast<long long>(at) + carry;
        carry = w == 0 ? 0 : (all + (1ll << (bits - 1))) >> bits;
        long long const rest = all - carry * (1ll << bits);
        at = static_cast<word>(rest);
        if (rest != 0) first = w;
      }
      double sum = 0;
      int const last = min(first + most, used);
      for (int w = last; w-- > first;)
        sum = sum * scalbn(1.0, -bits) + static_cast<double>(static_cast<long long>(j.words[w * j.count + bin]));
      R result = first == used ? R(0) : static_cast<R>(scalbn(sum, unit_of<T>(j, first)));
      unsigned const special = j.special[bin];
      if (special != 0)
        result = special == 2   ? static_cast<R>(__longlong_as_double(0x7ff0000000000000))
                 : special == 4 ? -static_cast<R>(__longlong_as_double(0x7ff0000000000000))
                                : static_cast<R>(__longlong_as_double(0x7ff8000000000000));
      static_cast<R*>(j.sums)[bin] = result;
    }
  }
}

/// Bits that hold the sum of n elements: what a float32's word of 64 bits leaves for its mantissa moves by.
int step_of(std::int64_t n) {
  return std::clamp(40 - static_cast<int>(std::bit_width(static_cast<std::uint64_t>(n))), 8, 14);
}
std::int64_t most_words(dtype_id dtype, std::int64_t n) {
  if (dtype == dtype_id::float32) return 253 / step_of(n) + 1;
  return dtype == dtype_id::float64 ? (2045 + 3 * digit - 1) / digit + 1 : 1;
}

runtime::launch_shape shape_for(std::int64_t n, std::int64_t most) {
  runtime::launch_shape s;
  s.grid_x = static_cast<unsigned>(std::clamp<std::int64_t>((n + threads - 1) / threads, 1, most));
  s.block_x = threads;
  return s;
}
void run(void (*kernel)(sum_job), runtime::launch_shape const& shape, sum_job const& j) {
  void* arguments[] = {const_cast<sum_job*>(&j)};
  runtime::launch(reinterpret_cast<void const*>(kernel), shape, arguments, nullptr);
}

// Each says whether it was the way to go.
template <class T, class Key>
bool add_in_blocks(sum_job j, std::int64_t words) {
  j.shared_words = static_cast<int>(std::min(words, shared_room / j.count));
  if (j.shared_words < (std::is_same_v<T, double> ? 4 : 1)) return false;  // fewer than most elements go to
  runtime::launch_shape shape = shape_for(j.n / 16, blocks_at_once);
  shape.shared_bytes = static_cast<unsigned>(j.shared_words * j.count * 8);
  run(&add_to_bins<T, Key, true>, shape, j);
  return true;
}
template <class T, class Key>
bool add_in_groups(sum_job j) {
  if constexpr (sizeof(T) == 4 && sizeof(Key) == 4) {
    j.group_log2 = std::max(0, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(j.count - 1))) - group_bits);
    if (j.n < grouped_elements || j.group_log2 > most_group_log2) return false;
    device::scratch<std::uint32_t> const keys(j.n), values(j.n);
    device::group_pairs(j.n, j.group_log2, group_bits, static_cast<std::uint32_t const*>(j.keys), keys.data(),
                        static_cast<std::uint32_t const*>(j.values), values.data());
    j.keys = keys.data(), j.values = values.data(), j.aligned = true;
    runtime::launch_shape shape;
    shape.grid_x = static_cast<unsigned>(blocks_at_once), shape.block_x = group_threads;
    shape.shared_bytes = 2u * 4u << j.group_log2;
    run(&add_groups<T>, shape, j);
    return true;
  }
  return false;
}

template <class T, class Key, class R>
void sum(sum_job& j, dtype_id dtype) {
  std::int64_t const words = most_words(dtype, j.n), wide = 32 * blocks_at_once;
  device::scratch<word> const memory(words * j.count);
  device::scratch<unsigned> const notes(std::is_integral_v<T> ? 0 : 2 + j.count);
  j.words = memory.data();
  if constexpr (!std::is_integral_v<T>) {
    j.head = notes.data(), j.special = j.head + 2;
    j.step = step_of(j.n), j.reciprocal = (65536u + static_cast<unsigned>(j.step) - 1) / static_cast<unsigned>(j.step);
    runtime::set_bytes(j.head, memory_kind::device, 0, 8);
    run(&find_exponents<T>, shape_for(j.n / 8, 4 * blocks_at_once), j);
  }
  run(&clear_bins<T>, shape_for(words * j.count, wide), j);
  if (!add_in_blocks<T, Key>(j, words) && !add_in_groups<T, Key>(j))
    run(&add_to_bins<T, Key, false>, shape_for((j.n + 3) / 4, wide), j);
  run(&round_bins<T, R>, shape_for(j.count, wide), j);
}

bool is_aligned(void const* x) { return reinterpret_cast<std::uintptr_t>(x) % 16 == 0; }

}  // namespace

bool fits_in_device_bins(dtype_id dtype, std::int64_t n, std::int64_t count) noexcept {
  if (n >= (std::int64_t{1} << 31) || most_words(dtype, n) * count >= addend::none) return false;
  return count <= few_bins || count <= n / (dtype == dtype_id::float64 ? 64 : 16);
}

void sum_in_device_bins(keyed_sums const& s) {
  if (s.count == 0) return;
  sum_job j{};
  j.values = s.values, j.keys = s.keys, j.n = s.n, j.count = s.count, j.sums = s.sums;
  j.aligned = is_aligned(s.values) && is_aligned(s.keys);
  j.is_signed = detail::row_of(s.dtype).kind == dtype_kind::signed_integer;
  auto const of = [&]<class T, class R>(T, R) {
    s.key_bytes == 4 ? sum<T, std::uint32_t, R>(j, s.dtype) : sum<T, std::uint64_t, R>(j, s.dtype);
  };
  if (s.dtype == dtype_id::float32)
    s.wide ? of(float{}, double{}) : of(float{}, float{});
  else if (s.dtype == dtype_id::float64)
    of(double{}, double{});
  else if (detail::row_of(s.dtype).itemsize == 4)
    of(std::uint32_t{}, word{});
  else
    of(std::uint64_t{}, word{});
}

}  // namespace cp::library
