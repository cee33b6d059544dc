// States side by side, so that folding becomes vectors.
#pragma once

#include <cstdint>
#include <fuse/kernels/fold/fold.hpp>
#include <type_traits>
#include <utility>

namespace cp::kernels {

/// What states do among themselves: all signatures with the same operations and accumulators share it.
struct host_accumulators {
  int state_bytes, lanes_bytes;  ///< of a state; of as many as elements go to in turn
  void (*clear)(void* states, std::int64_t n);
  /// Folds state i of `from`, which stands for elements that come later, into state i.
  void (*merge)(void* states, void const* from, std::int64_t n);
  void (*merge_lanes)(void* lanes, void const* later);
  /// Writes what all lanes come to into a state, which may lie where they are.
  void (*total)(void const* lanes, void* state);
};

namespace detail {

/// A fold as its accumulator sees it, whatever the elements are. `Number` tells those of one state apart.
template <int Number, class Op, class A>
struct accumulation {
  using accumulator = A;
  FUSE_HD static A identity() { return Op::template identity<A>(); }
  FUSE_HD static A combine(A const& a, A const& b) { return Op::combine(a, b); }
};
template <int Number, class Fold>
struct accumulation_of;
template <int Number, class Op, class A, class T, class... P>
struct accumulation_of<Number, program::fold<Op, A, T, P...>> {
  using type = accumulation<Number, Op, A>;
};
template <class Folds, class Numbers>
struct accumulations_of;
template <class... Fold, int... Number>
struct accumulations_of<program::list<Fold...>, std::integer_sequence<int, Number...>> {
  using type = program::list<typename accumulation_of<Number, Fold>::type...>;
};
template <class Folds>
struct host_accumulations;
template <class... Fold>
struct host_accumulations<program::list<Fold...>>
    : accumulations_of<program::list<Fold...>, std::make_integer_sequence<int, int(sizeof...(Fold))>> {};
/// The state of folds on the host.
template <class Folds>
using host_state = fold_state<typename host_accumulations<Folds>::type>;

/// Folds an element into the accumulators of folds.
template <class... Fold, class... Slot, class Context>
[[gnu::always_inline]] inline void add_to(program::list<Fold...>, fold_state<program::list<Slot...>>& s,
                                          Context const& c) {
  program::with_shared_in_folds<Fold...>(
      c, [&](auto const& all) FUSE_INLINED { (Fold::add(static_cast<fold_slot<Slot>&>(s).value, all), ...); });
}
/// Writes what folds of n elements have come to.
template <class... Fold, class... Slot, class Values>
[[gnu::always_inline]] inline void finish_to(program::list<Fold...>, Values& v,
                                             fold_state<program::list<Slot...>> const& s, std::int64_t n) {
  ((static_cast<value_slot<Fold>&>(v).value = Fold::finish(static_cast<fold_slot<Slot> const&>(s).value, n)), ...);
}

/// As many accumulators: those of several words have each word in a row of its own, so that reading the same one of
/// each is one vector.
template <class A, int Lanes>
struct lane_rows {
  static constexpr bool split = std::is_class_v<A> && (alignof(A) == 2 || alignof(A) == 4 || alignof(A) == 8);
  using wide_word = std::conditional_t<alignof(A) == 8, std::uint64_t, std::uint32_t>;
  using word = std::conditional_t<!split, A, std::conditional_t<alignof(A) == 2, std::uint16_t, wide_word>>;
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
template <class A>
concept value_and_place = requires(A a) {
  a.value;
  a.index;
};
template <class A>
concept value_and_number = requires {
  requires A::is_value_and_number;
};
/// A value and its place, or how many it stands for: a row of each.
template <class A, int Lanes>
requires(value_and_place<A> || value_and_number<A>) struct lane_rows<A, Lanes> {
  using value_type = decltype(A::value);
  static constexpr auto const& index_of(A const& a) {
    if constexpr (value_and_place<A>)
      return a.index;
    else
      return a.n;
  }
  using index_type = std::remove_cvref_t<decltype(index_of(std::declval<A const&>()))>;
  alignas(64) value_type value[Lanes];
  alignas(64) index_type index[Lanes];

  [[gnu::always_inline]] A load(int lane) const { return {value[lane], index[lane]}; }
  [[gnu::always_inline]] void store(int lane, A const& a) { value[lane] = a.value, index[lane] = index_of(a); }
  [[gnu::always_inline]] void store(int lane, bool first, A const& a, A const& b) {
    value[lane] = first ? a.value : b.value;
    index[lane] = first ? index_of(a) : index_of(b);
  }
};
template <class Slot, int Lanes>
struct lane_slot : lane_rows<typename Slot::accumulator, Lanes> {};

/// States side by side, each number of them in a row of its own.
template <class Accumulations, int Count>
struct states_apart;
template <class... Slot, int Count>
struct states_apart<program::list<Slot...>, Count> : lane_slot<Slot, Count>... {
  using state = fold_state<program::list<Slot...>>;

  [[gnu::always_inline]] state load(int lane) const {
    state s;
    ((static_cast<fold_slot<Slot>&>(s).value = static_cast<lane_slot<Slot, Count> const&>(*this).load(lane)), ...);
    return s;
  }
  [[gnu::always_inline]] void store(int lane, state const& s) {
    (static_cast<lane_slot<Slot, Count>&>(*this).store(lane, static_cast<fold_slot<Slot> const&>(s).value), ...);
  }
  [[gnu::always_inline]] void store(int lane, bool first, state const& a, state const& b) {
    (static_cast<lane_slot<Slot, Count>&>(*this).store(lane, first, static_cast<fold_slot<Slot> const&>(a).value,
                                                       static_cast<fold_slot<Slot> const&>(b).value),
     ...);
  }
};

/// The states that elements go to in turn: enough of them to hide the latency of an addition.
template <class Accumulations>
struct host_lanes;
template <class... Slot>
struct host_lanes<program::list<Slot...>> {
  using state = fold_state<program::list<Slot...>>;
  static_assert(std::is_trivially_copyable_v<state>, "cp: what a reduction accumulates in must be trivially copyable");
  static constexpr int count = sizeof(state) <= 8 ? 64 : sizeof(state) <= 16 ? 32 : sizeof(state) <= 64 ? 16 : 4;
  static constexpr int narrow = count / 4;  ///< what is taken at once of the elements that do not fill all lanes

  static constexpr host_accumulators functions() {
    return {int(sizeof(state)), int(sizeof(host_lanes)), clear_states, merge_states, merge_lanes, write_total};
  }

  [[gnu::always_inline]] state load(int lane) const { return slots.load(lane); }
  [[gnu::always_inline]] void store(int lane, state const& s) { slots.store(lane, s); }
  [[gnu::always_inline]] void store(int lane, bool first, state const& a, state const& b) {
    slots.store(lane, first, a, b);
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
  [[gnu::noinline]] state total() const { return total_here(); }
  [[gnu::always_inline]] state total_here() const {
    host_lanes all = *this;
    all.template halve<count / 2>();
    return all.load(0);
  }

  [[gnu::noinline]] static void merge_lanes(void* lanes, void const* later) {
    static_cast<host_lanes*>(lanes)->merge(*static_cast<host_lanes const*>(later));
  }

 private:
  states_apart<program::list<Slot...>, count> slots;

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
    if constexpr (Half > 1) {
#pragma omp simd
      for (int l = 0; l < Half; ++l) merge_lane(l, *this, l + Half);
      halve<Half / 2>();
    } else {
      state first = load(0), second = load(1);
      (keep_apart(static_cast<fold_slot<Slot>&>(second).value), ...);
      first.merge(second);
      store(0, first);
    }
  }
  /// A value of which the compiler does not know that it was another's neighbour in a vector: g++ would add the two by
  /// one instruction (vhaddps) that new processors run from microcode, one row at a time (100 rows of 1000 float32: 2.5
  /// us, with two instructions 1.6).
  template <class A>
  [[gnu::always_inline]] static void keep_apart([[maybe_unused]] A& a) {
#if defined(__x86_64__)
    if constexpr (std::is_same_v<A, float> || std::is_same_v<A, double>) asm("" : "+x"(a));
#endif
  }

  static void clear_states(void* states, std::int64_t n) {
    auto* const s = static_cast<state*>(states);
    for (std::int64_t i = 0; i < n; ++i) s[i].clear();
  }
  static void merge_states(void* states, void const* from, std::int64_t n) {
    auto* const s = static_cast<state*>(states);
    auto const* const f = static_cast<state const*>(from);
#pragma omp simd
    for (std::int64_t i = 0; i < n; ++i) s[i].merge(f[i]);
  }
  static void write_total(void const* lanes, void* to) {
    *static_cast<state*>(to) = static_cast<host_lanes const*>(lanes)->total();
  }
};

}  // namespace detail
}  // namespace cp::kernels
