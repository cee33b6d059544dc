// The elements that sorting a long row would put at two neighbouring places and at the end, on the device: counts of
// digits, the highest first, narrow down what is looked for; nothing is moved.
#include <algorithm>
#include <cub/block/block_scan.cuh>

#include "cuda_sort.hpp"
#include "sort_keys.hpp"

namespace cp::library::device {

namespace {

constexpr unsigned threads = 512, choosing_threads = 1024;
constexpr int digit_bits = 11, digits = 1 << digit_bits;
constexpr unsigned copies = 4;  // of a block's counts: neighbouring warps rarely meet
constexpr std::int64_t blocks_at_once = 528;

using number = unsigned long long;

/// What is known so far; all 0 before.
struct place_state {
  number counts[digits];
  number prefix, rank;   ///< digits of the key at the place; its place among the elements that begin with them
  number largest, next;  ///< keys: of all; ~ the smallest one beyond the prefix
};
struct place_job {
  key_rule rule;
  std::int64_t n, place;
  int shift, width;  ///< of this pass' digit
  bool first, last, aligned;
  void const* from;
  void* to;
  place_state* state;
};

template <class U>
__global__ void __launch_bounds__(threads) count_digits(__grid_constant__ place_job const j) {
  __shared__ unsigned counts[copies * digits];
  for (unsigned k = threadIdx.x; k < copies * digits; k += threads) counts[k] = 0;
  __syncthreads();
  unsigned* const own = counts + threadIdx.x / 32 % copies * digits;
  number const prefix = j.state->prefix;
  U largest = 0, smallest = static_cast<U>(~U{0});
  auto const take = [&](U bits) {
    U const key = to_key(bits, j.rule, false);
    number const digit = number{key} >> j.shift, above = digit >> j.width;
    if (above == prefix) atomicAdd(own + (digit & ((1u << j.width) - 1)), 1u);
    if (j.first && key > largest) largest = key;
    if (j.last && above > prefix && key < smallest) smallest = key;
  };
  constexpr int width = 16 / sizeof(U);
  auto const* const from = static_cast<U const*>(j.from);
  std::int64_t const step = std::int64_t{gridDim.x} * threads, begin = std::int64_t{blockIdx.x} * threads + threadIdx.x,
                     vectors = j.aligned ? j.n / width : 0;
  for (std::int64_t i = begin; i < vectors; i += step) {
    uint4 const v = reinterpret_cast<uint4 const*>(from)[i];
    U x[width];
    __builtin_memcpy(x, &v, sizeof x);
#pragma unroll
    for (int k = 0; k < width; ++k) take(x[k]);
  }
  for (std::int64_t i = vectors * width + begin; i < j.n; i += step) take(from[i]);
  for (int apart = 16; apart > 0; apart /= 2) {
    U const large = __shfl_xor_sync(0xffffffffu, largest, apart), small = __shfl_xor_sync(0xffffffffu, smallest, apart);
    largest = large > largest ? large : largest, smallest = small < smallest ? small : smallest;
  }
  if (threadIdx.x % 32 == 0) {
    if (j.first) atomicMax(&j.state->largest, number{largest});
    if (j.last) atomicMax(&j.state->next, ~number{smallest});
  }
  __syncthreads();
  for (unsigned k = threadIdx.x; k < digits; k += threads) {
    unsigned sum = 0;
    for (unsigned c = 0; c < copies; ++c) sum += counts[c * digits + k];
    if (sum != 0) atomicAdd(j.state->counts + k, number{sum});
  }
}

/// The digit that the element at the place has; behind the last one what is looked for.
template <class U>
__global__ void __launch_bounds__(choosing_threads) choose_digit(__grid_constant__ place_job const j) {
  using scan = cub::BlockScan<number, choosing_threads>;
  __shared__ typename scan::TempStorage memory;
  __shared__ int behind;  // the next digit that an element has
  if (threadIdx.x == 0) behind = digits;
  place_state& s = *j.state;
  int const mine = 2 * static_cast<int>(threadIdx.x);
  number const own[] = {s.counts[mine], s.counts[mine + 1]}, rank = j.first ? number(j.place) : s.rank,
               prefix = s.prefix << j.width;
  number before;
  scan(memory).ExclusiveSum(own[0] + own[1], before);
  __syncthreads();  // all have read
  s.counts[mine] = s.counts[mine + 1] = 0;
  for (int k = 0; k < 2; ++k) {
    if (before > rank && own[k] > 0) atomicMin(&behind, mine + k);
    if (before <= rank && rank < before + own[k]) s.prefix = prefix | number(mine + k), s.rank = rank - before;
    before += own[k];
  }
  if (!j.last) return;
  __syncthreads();
  auto* const to = static_cast<U*>(j.to);
  auto const store = [&](std::int64_t i, number key) { to[i] = from_key(static_cast<U>(key), j.rule); };
  before -= own[0] + own[1];
  for (int k = 0; k < 2; ++k) {
    if (before <= rank && rank < before + own[k]) {
      number const key = prefix | number(mine + k);
      if (j.place + 1 < j.n)
        store(j.place + 1, rank + 1 < before + own[k] ? key : behind < digits ? prefix | number(behind) : ~s.next);
      store(j.n - 1, s.largest);
      store(j.place, key);
    }
    before += own[k];
  }
}

template <class U>
void sort_places(place_job j) {
  device::scratch<place_state> const state(1);
  runtime::set_bytes(state.data(), memory_kind::device, 0, sizeof(place_state));
  j.state = state.data();
  j.aligned = reinterpret_cast<std::uintptr_t>(j.from) % 16 == 0;
  runtime::launch_shape shape, one;
  shape.block_x = threads, one.block_x = choosing_threads;
  shape.grid_x = static_cast<unsigned>(std::clamp<std::int64_t>(j.n / (16 * threads), 1, blocks_at_once));
  constexpr int bits = 8 * sizeof(U);
  void* arguments[] = {&j};
  for (int left = bits; left > 0; left = j.shift) {
    j.width = std::min(left, digit_bits), j.shift = left - j.width;
    j.first = left == bits, j.last = j.shift == 0;
    runtime::launch(reinterpret_cast<void const*>(&count_digits<U>), shape, arguments, nullptr);
    runtime::launch(reinterpret_cast<void const*>(&choose_digit<U>), one, arguments, nullptr);
  }
}

}  // namespace

void sort_places(rows_of const& what, void const* from, void* to, std::int64_t place) {
  key_rule const rule = rule_of(what.dtype);
  with_bits(rule.bytes, [&]<class U>(U) {
    place_job j{};
    j.rule = rule, j.n = what.length, j.place = place, j.from = from, j.to = to;
    sort_places<U>(j);
  });
}

}  // namespace cp::library::device
