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
  static constexpr int group = 128;        ///< elements of which the foremost is compared with what was found
  static constexpr int least = 2 * group;  ///< elements that are worth it

  /// The place of an extreme of n elements, of a group or more: found group by group, and then in the one that it is
  /// in. (argmax of rows of 1000 float32: .46 ns an element, so .1)
  [[gnu::noinline]] static state find(place const& p, values const& known, std::int64_t i, std::int64_t n) {
    row const r = p.get();
    std::int64_t const last = i + n - group;
    using A = typename extreme::accumulator;
    A found = extreme::operation::template identity<A>();
    std::int64_t where = -1;
    for (std::int64_t first = i;; first = first + group < last ? first + group : last) {
      if (beats(found, r, first)) where = first;
      if (first == last) break;
    }
    lanes s;
    s.clear();
    for (int k = 0; where >= 0 && k < group; k += lanes::count) Level::add_lanes(s, known, r, where + k);
    return s.total();
  }

 private:
  /// Whether one of the elements of a group beats what was found, which it becomes.
  template <class A>
  [[gnu::always_inline]] static bool beats(A& found, row const& r, std::int64_t first) {
    using Op = typename extreme::operation;
    using T = typename extreme::value;
    constexpr int side = 64 / int(sizeof(T)) < 16 ? 16 : 64 / int(sizeof(T));
    alignas(64) T best[side];
#pragma omp simd
    for (int l = 0; l < side; ++l) best[l] = extreme::of(host_context<row>{r, first + l});
    for (int k = side; k < group; k += side) {
#pragma omp simd
      for (int l = 0; l < side; ++l) best[l] = Op::foremost(best[l], extreme::of(host_context<row>{r, first + k + l}));
    }
    A const before = found;
    unsigned any = 0;
#pragma omp simd reduction(| : any)
    for (int l = 0; l < side; ++l) any |= static_cast<unsigned>(!Op::loses(before, best[l]));
    if (any == 0) return false;
    for (int half = side / 2; half > 0; half /= 2) {
#pragma omp simd
      for (int l = 0; l < half; ++l) best[l] = Op::foremost(best[l], best[l + half]);
    }
    found.value = best[0];
    found.index = 0;
    return true;
  }
};

}  // namespace cp::kernels::detail
