// States side by side, so that folding becomes vectors, and the order in which they are merged: error grows with the logarithm of what is folded.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <fuse/kernels/fold.hpp>

namespace cp::kernels::detail {

/// As many accumulators: those of several words have each word in a row of its own, so that reading the same one of each is one vector.
template <class A, int Lanes>
struct lane_rows {
  static constexpr bool split = std::is_class_v<A> && sizeof(A) > alignof(A) && (alignof(A) == 4 || alignof(A) == 8);
  using word = std::conditional_t<!split, A, std::conditional_t<alignof(A) == 8, std::uint64_t, std::uint32_t>>;
  static constexpr int words = split ? int(sizeof(A) / sizeof(word)) : 1;
  alignas(64) word at[words][Lanes];

  [[gnu::always_inline]] A load(int lane) const {
    if constexpr (split)
      return join(std::make_integer_sequence<int, words>{}, lane);
    else
      return at[0][lane];
  }
  [[gnu::always_inline]] void store(int lane, A const& a) {
    if constexpr (split)
      part(std::make_integer_sequence<int, words>{}, lane, a);
    else
      at[0][lane] = a;
  }
  /// Stores one of two in any case: a whole vector can be read back at once.
  [[gnu::always_inline]] void store(int lane, bool first, A const& a, A const& b) {
    if constexpr (split)
      part(std::make_integer_sequence<int, words>{}, lane, first, a, b);
    else
      at[0][lane] = first ? a : b;
  }

 private:
  // Word after word: g++ makes vectors neither of loops in loops nor of copies of whole structures.
  template <int... K>
  [[gnu::always_inline]] A join(std::integer_sequence<int, K...>, int lane) const {
    A a;
    (__builtin_memcpy(reinterpret_cast<char*>(&a) + K * int(sizeof(word)), &at[K][lane], sizeof(word)), ...);
    return a;
  }
  template <int... K>
  [[gnu::always_inline]] void part(std::integer_sequence<int, K...>, int lane, A const& a) {
    ((at[K][lane] = word_of<K>(a)), ...);
  }
  template <int K>
  [[gnu::always_inline]] static word word_of(A const& a) {
    word w;
    __builtin_memcpy(&w, reinterpret_cast<char const*>(&a) + K * int(sizeof(word)), sizeof(word));
    return w;
  }
  template <int... K>
  [[gnu::always_inline]] void part(std::integer_sequence<int, K...>, int lane, bool first, A const& a, A const& b) {
    ((at[K][lane] = first ? word_of<K>(a) : word_of<K>(b)), ...);
  }
};
template <class Fold, int Lanes>
struct lane_slot : lane_rows<typename Fold::accumulator, Lanes> {};

/// The states that elements go to in turn: enough of them to hide the latency of an addition.
template <class Folds>
struct host_lanes;
template <class... Fold>
struct host_lanes<program::list<Fold...>> {
  using state = fold_state<program::list<Fold...>>;
  static constexpr int count = sizeof(state) <= 8 ? 64 : sizeof(state) <= 16 ? 32 : sizeof(state) <= 64 ? 16 : 4;
  static constexpr int narrow = count / 4;  ///< what is taken at once of the elements that do not fill all lanes

  [[gnu::always_inline]] state load(int lane) const {
    state s;
    ((static_cast<fold_slot<Fold>&>(s).value = static_cast<lane_slot<Fold, count> const&>(slots).load(lane)), ...);
    return s;
  }
  [[gnu::always_inline]] void store(int lane, state const& s) {
    (static_cast<lane_slot<Fold, count>&>(slots).store(lane, static_cast<fold_slot<Fold> const&>(s).value), ...);
  }
  [[gnu::always_inline]] void store(int lane, bool first, state const& a, state const& b) {
    (static_cast<lane_slot<Fold, count>&>(slots).store(lane, first, static_cast<fold_slot<Fold> const&>(a).value, static_cast<fold_slot<Fold> const&>(b).value), ...);
  }
  [[gnu::always_inline]] void clear() {
#pragma omp simd
    for (int l = 0; l < count; ++l) clear_lane(l);
  }
  /// Folds in lanes of elements that come later.
  [[gnu::always_inline]] void merge(host_lanes const& later) {
#pragma omp simd
    for (int l = 0; l < count; ++l) merge_lane(l, later, l);
  }
  /// All lanes in one.
  [[gnu::always_inline]] state total() {
    halve<count / 2>();
    return load(0);
  }

 private:
  struct all_slots : lane_slot<Fold, count>... {};
  all_slots slots;

  [[gnu::always_inline]] void clear_lane(int l) {
    state s;
    s.clear();
    store(l, s);
  }
  [[gnu::always_inline]] void merge_lane(int l, host_lanes const& from, int other) {
    state s = load(l);
    s.merge(from.load(other));
    store(l, s);
  }
  template <int Half>
  [[gnu::always_inline]] void halve() {
#pragma omp simd
    for (int l = 0; l < Half; ++l) merge_lane(l, *this, l + Half);
    if constexpr (Half > 1) halve<Half / 2>();
  }
};

/// What a row's blocks have come to: those of a group one after the other, groups in the order of a binary counter.
template <class Folds>
struct host_cascade {
  using lanes = host_lanes<Folds>;
  static constexpr std::int64_t group = 16;
  std::int64_t blocks;  ///< that have been folded
  lanes current;        ///< of the group that is not complete
  lanes waiting[36];

  /// Whether the next block begins a group.
  bool begins() const { return blocks % group == 0; }
  /// A block has been folded into `current`.
  void count() {
    if (++blocks % group == 0) wait();
  }
  /// The whole, earlier blocks first.
  [[gnu::noinline]] typename lanes::state total() const {
    std::int64_t const groups = blocks / group;
    lanes all;
    bool some = false;
    for (int depth = std::bit_width(static_cast<std::uint64_t>(groups)); depth-- > 0;)
      if ((groups >> depth & 1) != 0) take(all, some, waiting[depth]);
    if (blocks % group != 0) take(all, some, current);
    if (!some) all.clear();
    return all.total();
  }

 private:
  [[gnu::noinline]] static void join(lanes& earlier, lanes const& later) { earlier.merge(later); }
  static void take(lanes& all, bool& some, lanes const& later) {
    if (some)
      join(all, later);
    else
      all = later;
    some = true;
  }
  /// A group is complete.
  [[gnu::noinline]] void wait() {
    std::int64_t const before = blocks / group - 1;
    int depth = 0;
    for (; (before >> depth & 1) != 0; ++depth) {
      join(waiting[depth], current);
      current = waiting[depth];
    }
    waiting[depth] = current;
  }
};

}  // namespace cp::kernels::detail
