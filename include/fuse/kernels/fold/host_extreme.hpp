// Places of extremes of long rows on the host.
#pragma once

#include <cstdint>
#include <fuse/kernels/elementwise/host_operands.hpp>
#include <fuse/kernels/fold/host_lanes.hpp>
#include <fuse/program/list.hpp>
#include <fuse/program/program.hpp>

namespace cp::kernels::detail {

/// Whether folds are the place of one extreme, of which the operation says which of two elements is `foremost`, and
/// whether one loses to what was found.
template <class Folds>
struct one_extreme {
  static constexpr bool found = false;
};
template <class Op, class A, class T, class First, class... More>
requires(value_and_place<A>&& requires(A const& a) {
  Op::foremost(a.value, a.value);
  Op::loses(a, a.value);
}) struct one_extreme<program::list<program::fold<Op, A, T, First, More...>>> {
  static constexpr bool found = program::program_facts<First>::most < program::shared_cost;
  using operation = Op;
  using accumulator = A;
  using value = decltype(A::value);
  template <class Context>
  [[gnu::always_inline]] static value of(Context const& c) {
    return static_cast<value>(program::value_of<First>(c));
  }
};

/// The place of an extreme of a row, where folds are that alone. `Level`: of host_fold.
template <class Level>
struct extreme_of_rows {
  using state = typename Level::state;
  using lanes = typename Level::lanes;
  using row = typename Level::row_type;
  using place = typename Level::place_type;
  using values = typename Level::known_values;
  using extreme = one_extreme<typename Level::folds>;
  using number = typename extreme::value;
  /// Elements that are compared at once, and those of rows that are worth it. A row goes in groups, of which the
  /// foremost is compared with what was found: a few of them, as long ones are searched for what was found in them.
  static constexpr int side = 64 / int(sizeof(number)) < 16 ? 16 : 64 / int(sizeof(number)), least = 256,
                       longest = 1024;

  /// What was found before, or an extreme of n elements, of `least` or more, that beats it: found group by group, and
  /// then in the one that it is in. (argmax of rows of 1000 float32: .46 ns an element, so .1)
  [[gnu::noinline]] static state find(place const& p, values const& known, std::int64_t i, std::int64_t n,
                                      state before) {
    row const r = p.get();
    std::int64_t const group = n / 4 >= longest ? longest
                               : n / 4 < 128    ? 128
                                                : n / 4 / side * side,
                       last = i + n - group;
    typename extreme::accumulator found = held_in(before);
    std::int64_t where = -1;
    for (std::int64_t first = i;; first = first + group < last ? first + group : last) {
      if (beats(found, r, first, group)) where = first;
      if (first == last) break;
    }
    if (where >= 0) Level::add(before, r, place_of(found, r, where), known);
    return before;
  }

 private:
  template <class Slot>
  static auto held_in(fold_state<program::list<Slot>> const& s) {
    return static_cast<fold_slot<Slot> const&>(s).value;
  }
  /// What says of elements of a number's size that some are chosen.
  using flag =
      std::conditional_t<sizeof(number) == 1, std::uint8_t,
                         std::conditional_t<sizeof(number) == 2, std::uint16_t,
                                            std::conditional_t<sizeof(number) == 4, std::uint32_t, std::uint64_t>>>;

  /// Whether one of the elements of a group beats what was found, which it becomes.
  template <class A>
  [[gnu::always_inline]] static bool beats(A& found, row const& r, std::int64_t first, std::int64_t group) {
    using Op = typename extreme::operation;
    alignas(64) number best[side];
#pragma omp simd
    for (int l = 0; l < side; ++l) best[l] = extreme::of(host_context<row>{r, first + l});
    for (std::int64_t k = side; k < group; k += side) {
#pragma omp simd
      for (int l = 0; l < side; ++l) best[l] = Op::foremost(best[l], extreme::of(host_context<row>{r, first + k + l}));
    }
    // (Whether there is one is asked once, not of each element.)
    auto const some_beat = [&](A const& before) __attribute__((always_inline)) {
      flag any = 0;
#pragma omp simd reduction(| : any)
      for (int l = 0; l < side; ++l) any |= static_cast<flag>(!Op::loses(before, best[l]));
      return any != 0;
    };
    if (!(found.index < 0 ? some_beat(A{found.value, -1}) : some_beat(A{found.value, 0}))) return false;
    for (int half = side / 2; half > 0; half /= 2) {
#pragma omp simd
      for (int l = 0; l < half; ++l) best[l] = Op::foremost(best[l], best[l + half]);
    }
    found.value = best[0];
    found.index = 0;
    return true;
  }
  /// The first element from `first` on, of those that count, to which what was found there loses.
  template <class A>
  [[gnu::always_inline]] static std::int64_t place_of(A const& found, row const& r, std::int64_t first) {
    auto const is_it = [&](std::int64_t i) __attribute__((always_inline)) {
      number const x = extreme::of(host_context<row>{r, i});
      return !extreme::operation::loses(extreme::operation::template identity<A>(), x) &&
             extreme::operation::loses(A{x, 0}, found.value);
    };
    for (;; first += side) {
      flag any = 0;
#pragma omp simd reduction(| : any)
      for (int l = 0; l < side; ++l) any |= static_cast<flag>(is_it(first + l));
      if (any != 0) break;
    }
    while (!is_it(first)) ++first;
    return first;
  }
};

}  // namespace cp::kernels::detail
