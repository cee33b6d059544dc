// Sorting keys on the host without comparing them: by counts where their range is small, else by digits, in passes that
// threads share.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <fuse/runtime/parallel.hpp>
#include <type_traits>
#include <utility>
#include <vector>

#include "host_sort_keys.hpp"
#include "sort_keys.hpp"

namespace cp::library {

constexpr int most_digit_bits = 11;
constexpr std::int64_t ns_per_digit_pass = 3;  // of an element, roughly

/// Keys by a rule of its own, so that no loop asks whether what it stores has changed it.
template <class U>
struct keys_by {
  key_rule rule;
  bool one_zero = false;
  U operator()(U bits) const { return to_key(bits, rule, one_zero); }
};

/// Keys alone have no places.
struct no_place {};

/// use(part, begin, end) for `parts` parts of n elements, side by side.
template <class Use>
void for_parts(std::int64_t parts, std::int64_t n, std::int64_t ns, Use const& use) {
  std::int64_t const length = (n + parts - 1) / parts;
  auto const run = [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t p = begin; p < end; ++p) use(p, std::min(n, p * length), std::min(n, (p + 1) * length));
  };
  runtime::parallel_for(
      parts, 1, ns,
      [](void* c, std::int64_t begin, std::int64_t end) { (*static_cast<decltype(run)*>(c))(begin, end); },
      const_cast<void*>(static_cast<void const*>(&run)));
}

using digit_counts = std::array<std::int64_t, std::size_t{1} << most_digit_bits>;

/// A digit of a key: some bits of its distance from the least one.
template <class U>
struct digit_of {
  U least;
  int shift, bits;
  std::size_t count() const { return std::size_t{1} << bits; }
  std::size_t operator()(U key) const {
    return static_cast<std::size_t>(static_cast<U>(key - least) >> shift) & (count() - 1);
  }
};

/// One digit's pass, from one pair of arrays to the other; false, and nothing moved, where all have one digit.
template <class U, class Place>
bool move_by_digit(digit_of<U> digit, std::int64_t n, std::int64_t parts, U const* keys, Place const* places,
                   U* to_keys, Place* to_places, std::vector<digit_counts>& counts) {
  std::int64_t const ns = n * ns_per_digit_pass;
  for_parts(parts, n, ns, [&](std::int64_t p, std::int64_t begin, std::int64_t end) {
    digit_counts& own = counts[static_cast<std::size_t>(p)];
    std::fill_n(own.begin(), digit.count(), 0);
    for (std::int64_t i = begin; i < end; ++i) ++own[digit(keys[i])];
  });
  std::int64_t sum = 0;
  for (std::size_t d = 0; d < digit.count(); ++d) {
    std::int64_t const before = sum;
    for (digit_counts& own : counts) sum += std::exchange(own[d], sum);
    if (sum - before == n) return false;
  }
  for_parts(parts, n, ns, [&](std::int64_t p, std::int64_t begin, std::int64_t end) {
    digit_counts next = counts[static_cast<std::size_t>(p)];
    for (std::int64_t i = begin; i < end; ++i) {
      U const key = keys[i];
      std::int64_t const at = next[digit(key)]++;
      to_keys[at] = key;
      if constexpr (!std::is_same_v<Place, no_place>) to_places[at] = places[i];
    }
  });
  return true;
}

template <class U>
key_range<U> range_of(key_rule const& rule, std::int64_t n, std::int64_t threads, U const* from, bool one_zero) {
  if (threads <= 1) return range_of_keys(rule, one_zero, from, n);
  std::vector<key_range<U>> ranges(static_cast<std::size_t>(threads));
  for_parts(threads, n, n, [&](std::int64_t p, std::int64_t begin, std::int64_t end) {
    ranges[static_cast<std::size_t>(p)] = range_of_keys(rule, one_zero, from + begin, end - begin);
  });
  key_range<U> all;
  for (key_range<U> const& r : ranges) all = {std::min(all.least, r.least), std::max(all.largest, r.largest)};
  return all;
}

/// Sorts keys of a range, and places with them, stably. They and the memory beside them change places with each pass;
/// true if the result is in the memory beside them. `counts`: of each part; nothing else is allocated.
template <class U, class Place>
bool sort_by_digits(key_range<U> const& range, std::int64_t n, U* keys, Place* places, U* other, Place* other_places,
                    std::vector<digit_counts>& counts) {
  auto const parts = static_cast<std::int64_t>(counts.size());
  int const passes = (range.bits() + most_digit_bits - 1) / most_digit_bits;
  bool swapped = false;
  for (int pass = 0; pass < passes; ++pass) {
    int const shift = pass * range.bits() / passes;
    digit_of<U> const digit{range.least, shift, (pass + 1) * range.bits() / passes - shift};
    bool const moved = swapped ? move_by_digit(digit, n, parts, other, other_places, keys, places, counts)
                               : move_by_digit(digit, n, parts, keys, places, other, other_places, counts);
    swapped ^= moved;
  }
  return swapped;
}

/// Of so many different keys each can be counted, if there are more elements by far: they are in a cache.
constexpr std::int64_t most_counted = 1 << 16, elements_a_count = 8;

template <class U>
bool can_be_counted(key_range<U> const& range, std::int64_t n, std::int64_t threads) {
  U const span = static_cast<U>(range.largest - range.least);
  return span < most_counted && static_cast<std::int64_t>(span) * elements_a_count <= n && n / threads < INT32_MAX;
}

/// Sorts keys of a small range: counts each, and writes it as often.
template <class U>
void sort_by_counts(key_rule const& rule, key_range<U> const& range, std::int64_t n, std::int64_t threads,
                    U const* from, U* to) {
  // Neighbours are counted apart: equal ones would wait for each other.
  constexpr std::size_t apart = 4;
  std::size_t const span = static_cast<std::size_t>(static_cast<U>(range.largest - range.least)) + 1;
  std::vector<std::uint32_t> counts(static_cast<std::size_t>(threads) * apart * span);
  std::vector<std::int64_t> ends(span);
  for_parts(threads, n, n, [&](std::int64_t p, std::int64_t begin, std::int64_t end) {
    std::uint32_t* const own = counts.data() + static_cast<std::size_t>(p) * apart * span;
    auto const place = [key_of = keys_by<U>{rule}, least = range.least, from](std::int64_t i) {
      return static_cast<std::size_t>(static_cast<U>(key_of(from[i]) - least));
    };
    std::int64_t i = begin;
    for (; i + std::int64_t{apart} <= end; i += apart)
      for (std::size_t k = 0; k < apart; ++k) ++own[k * span + place(i + static_cast<std::int64_t>(k))];
    for (; i < end; ++i) ++own[place(i)];
  });
  std::int64_t sum = 0;
  for (std::size_t d = 0; d < span; ++d) {
    for (std::size_t k = 0; k < static_cast<std::size_t>(threads) * apart; ++k) sum += counts[k * span + d];
    ends[d] = sum;
  }
  for_parts(threads, n, n, [&](std::int64_t, std::int64_t begin, std::int64_t end) {
    auto d = static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), begin) - ends.begin());
    for (std::int64_t i = begin; i < end; ++d) {
      std::int64_t const last = std::min(end, ends[d]);
      std::fill(to + i, to + last, from_key(static_cast<U>(range.least + static_cast<U>(d)), rule));
      i = last;
    }
  });
}

}  // namespace cp::library
