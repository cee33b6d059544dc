// Words that threads add to, in memory or in a block's shared memory.
#pragma once

#include <cstdint>

namespace cp::library {

namespace {

using word = unsigned long long;

/// What a thread adds to a word; `none` stands for no word.
struct addend {
  static constexpr std::uint32_t none = ~0u;
  std::uint32_t at = none;
  word x = 0;
};

/// Words, of which some are in shared memory (`Shared`).
template <bool Shared>
struct bins {
  word* words;
  unsigned* low;                ///< lower halves of shared words; the upper ones stand behind them
  std::uint32_t first, shared;  ///< shared words: from which on, and how many

  __device__ __forceinline__ void add(addend const& a) const {
    if (a.x == 0) return;
    std::uint32_t const at = a.at - first;
    if (Shared && at < shared) {
      auto const part = static_cast<unsigned>(a.x);
      unsigned const before = atomicAdd(low + at, part);
      unsigned const more = static_cast<unsigned>(a.x >> 32) + (before + part < before ? 1u : 0u);
      if (more != 0) atomicAdd(low + shared + at, more);
    } else {
      atomicAdd(words + a.at, a.x);
    }
  }
  /// The same for a whole warp. Threads that name one word add what they have together: any of them, or in shared
  /// memory, where it is seldom worth it, all. Whether there were such.
  __device__ __forceinline__ bool add_together(addend a) const {
    int const lane = static_cast<int>(threadIdx.x & 31);
    bool met = true;
    if constexpr (Shared) {
      int same = 0;
      __match_all_sync(all_lanes, a.at, &same);
      if (same != 0) {
        a.x = sum_of(all_lanes, a.x);
        if (lane != 0) return met;
      }
    } else {
      unsigned const peers = __match_any_sync(all_lanes, a.at);
      bool const meets = a.at != addend::none && (peers & (peers - 1)) != 0;
      met = __any_sync(all_lanes, meets) != 0;
      if (meets) {
        a.x = sum_of(peers, a.x);
        if (lane != __ffs(static_cast<int>(peers)) - 1) return met;
      }
    }
    add(a);
    return met;
  }

 private:
  static constexpr unsigned all_lanes = 0xffffffff;
  static __device__ word sum_of(unsigned lanes, word x) {
    constexpr unsigned part = (1u << 26) - 1;
    return word{__reduce_add_sync(lanes, static_cast<unsigned>(x) & part)} +
           (word{__reduce_add_sync(lanes, static_cast<unsigned>(x >> 26) & part)} << 26) +
           (word{__reduce_add_sync(lanes, static_cast<unsigned>(x >> 52))} << 52);
  }
};

}  // namespace

}  // namespace cp::library
