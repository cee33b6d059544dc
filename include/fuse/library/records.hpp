// Several arrays brought into one order, on the device.
#pragma once

#include <cstdint>

namespace cp::library {

/// Arrays of n elements each, which lie one behind the other, and where they go: element order[i] (modulo n) of each to
/// place i.
struct records_job {
  static constexpr int most_words = 16;  ///< 32-bit words of one element of all arrays
  std::int64_t const* order;
  std::int64_t n;
  int words = 0;
  struct word {
    std::uint32_t const* from;
    std::uint32_t* to;
    int step;  ///< words from one element to the next
  } word[most_words];

  /// Adds an array of elements of so many words.
  void add(void const* from, void* to, int count) {
    for (int k = 0; k < count; ++k)
      word[words++] = {static_cast<std::uint32_t const*>(from) + k, static_cast<std::uint32_t*>(to) + k, count};
  }
};

/// Whether records are sooner done than a gather of each array: arrays that no cache holds are read at random once, not
/// once each.
constexpr bool pays_as_records(std::int64_t n, int words) { return words >= 3 && n * words >= std::int64_t{1} << 24; }

/// Makes records of the arrays, an element of each side by side, and picks these. On the current stream; does not wait.
/// Throws out_of_memory, cuda_error.
void permute_records(records_job const& job);

}  // namespace cp::library
