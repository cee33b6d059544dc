// Folds of columns that lie side by side: what those of levels below have come to, as loops over columns read it, and
// the loops.
#pragma once

#include <cstdint>
#include <fuse/kernels/fold/fold.hpp>
#include <fuse/kernels/fold/host_lanes.hpp>
#include <type_traits>

namespace cp::kernels {

/// Rows that a kernel's function works on. Elements of a row lie side by side in every operand (rank-0 inputs: one
/// element).
struct host_fold_rows {
  void* const* data;         ///< operands, outputs first
  std::int64_t const* step;  ///< bytes from a row to the next, for each operand; not read where there is one row
  unsigned char const* scalars;
  void* const* kept;  ///< for each costly part that levels share: rows of n elements, one behind the other
  std::int64_t n, rows;
  bool from_memory = false;  ///< more than caches hold
};

namespace detail {

/// The values of columns from `first` on, `left` of them, as they lie: of all of them.
template <class Values>
struct columns_as_they_lie {
  using number = std::int64_t;
  number n;
  Values const* of;

  columns_as_they_lie(void const* v, std::int64_t first, std::int64_t left)
      : n(left), of(static_cast<Values const*>(v) + first) {}
  template <class Fold>
  [[gnu::always_inline]] typename Fold::type value(number i) const {
    return static_cast<value_slot<Fold> const&>(of[i]).value;
  }
};

constexpr int columns_at_once = 256;
template <class Fold>
struct column_slot {
  typename Fold::type at[columns_at_once];
};
/// The same of some folds, a copy fold after fold, of the first columns: of structures that a loop reads in part g++
/// leaves the last ones out of its vectors, as what lies between could end the memory (softmax of rows of 31 bfloat16:
/// half the time).
template <class Values, class... Fold>
struct columns_apart : column_slot<Fold>... {
  using number = int;
  number n;

  columns_apart(void const* v, std::int64_t first, std::int64_t left)
      : n(left < columns_at_once ? static_cast<number>(left) : columns_at_once) {
    (take<Fold>(static_cast<Values const*>(v) + first), ...);
  }
  template <class F>
  [[gnu::always_inline]] typename F::type value(number i) const {
    return static_cast<column_slot<F> const&>(*this).at[i];
  }

 private:
  template <class F>
  [[gnu::always_inline]] void take(Values const* v) {
    for (number i = 0; i < n; ++i)
      static_cast<column_slot<F>&>(*this).at[i] = static_cast<value_slot<F> const&>(v[i]).value;
  }
};

/// Columns of which some of all folds are known: none, or one that has no others beside it, as they lie.
template <class Values, class Folds, class All>
struct known_columns;
template <class Values, class... Fold, class... All>
struct known_columns<Values, program::list<Fold...>, program::list<All...>> {
  using type = std::conditional_t<sizeof...(Fold) == 0 || sizeof...(All) == 1, columns_as_they_lie<Values>,
                                  columns_apart<Values, Fold...>>;
};

/// Calls use(context) with a context in which folds have their values of column l.
template <class Columns, class Context, class Use>
[[gnu::always_inline]] inline void with_known(program::list<>, Columns const&, typename Columns::number,
                                              Context const& c, Use&& use) {
  use(c);
}
template <class Fold, class... More, class Columns, class Context, class Use>
[[gnu::always_inline]] inline void with_known(program::list<Fold, More...>, Columns const& known,
                                              typename Columns::number l, Context const& c, Use&& use) {
  with_known(program::list<More...>{}, known, l,
             program::with_value<Fold, typename Fold::type, Context>{c, known.template value<Fold>(l)}, use);
}

/// States as they lie.
template <class State>
struct states_together {
  State* at;
  template <class N>
  [[gnu::always_inline]] State load(N i) const {
    return at[i];
  }
  template <class N>
  [[gnu::always_inline]] void store(N i, State const& s) const {
    at[i] = s;
  }
};

/// Folds columns from `first` on, whose states and known values begin at s and v. `Level`: of host_fold.
template <class Level>
struct folded_columns {
  using state = typename Level::state;
  using row = typename Level::row_type;
  using rows = typename Level::rows_type;

  template <class Columns>
  [[gnu::always_inline]] static void fold(host_fold_rows const& r, state* s, Columns const& v, std::int64_t first,
                                          bool fresh) {
    using N = typename Columns::number;
    N const n = v.n;
    std::int64_t const count = r.rows;
    if constexpr (sizeof(state) > 8)
      if (count >= 8) return fold_apart(r, s, v, first, fresh);
    rows in_turn(r);
    states_together<state> const to{s};
    std::int64_t i = 0;
    if (fresh) clear(s, n);
    for (; (r.from_memory || n < wide_row) && i + 4 <= count; i += 4) {
      row const one = in_turn.next(), two = in_turn.next(), three = in_turn.next(), four = in_turn.next();
#pragma omp simd
      for (N c = 0; c < n; ++c) add(to, c, v, c, first + c, one, two, three, four);
    }
    for (; i < count; ++i) fold_row(in_turn.next(), first, s, v);
  }

 private:
  static constexpr std::int64_t wide_row = 256;

  [[gnu::noinline]] static void clear(state* s, std::int64_t n) {
    for (std::int64_t i = 0; i < n; ++i) s[i].clear();
  }
  /// Folds element i of some rows, which is column c of those that are known, into state l.
  template <class States, class Known, class L, class N, class... Row>
  [[gnu::always_inline]] static void add(States& to, L l, Known const& v, N c, std::int64_t i, Row const&... r) {
    state one = to.load(l);
    (Level::add(one, r, i, v, c), ...);
    to.store(l, one);
  }
  /// A row after the other, where that is one stream out of a near cache (100 rows of 1000 float32: 2.4 us, four at a
  /// time 3.1). Out of memory several at a time keep more lines on their way (10000 such rows: 1.2 ms, four at a time
  /// 0.9), and short rows would wait for the states of the one before.
  template <class Columns>
  [[gnu::noinline]] static void fold_row(row const& one, std::int64_t first, state* s, Columns const& v) {
    using N = typename Columns::number;
    row const r = one;
    states_together<state> const to{s};
    N const n = v.n;
    constexpr int wide = Level::lanes::narrow * 2;
    N c = 0;
    for (; c + wide <= n; c += wide) {
#pragma omp simd
      for (int l = 0; l < wide; ++l) add(to, c + l, v, c + l, first + (c + l), r);
    }
#pragma omp simd
    for (N i = c; i < n; ++i) add(to, i, v, i, first + i, r);
  }
  /// The same of states of several numbers, which lie apart meanwhile: vectors of columns are whole ones then.
  template <class Columns>
  [[gnu::noinline]] static void fold_apart(host_fold_rows const& r, state* s, Columns const& v, std::int64_t first,
                                           bool fresh) {
    using N = typename Columns::number;
    constexpr int most = 256;
    states_apart<typename host_accumulations<typename Level::folds>::type, most> apart;
    for (N c = 0; c < v.n; c += most) {
      int const n = v.n - c < most ? static_cast<int>(v.n - c) : most;
      if (fresh) clear(s + c, n);
      for (int l = 0; l < n; ++l) apart.store(l, s[c + l]);
      rows in_turn(r);
      std::int64_t i = 0;
      for (; !have_places(typename Level::folds{}) && i + 4 <= r.rows; i += 4) {
        row const one = in_turn.next(), two = in_turn.next(), three = in_turn.next(), four = in_turn.next();
#pragma omp simd
        for (int l = 0; l < n; ++l) add(apart, l, v, c + l, first + c + l, one, two, three, four);
      }
      for (; i < r.rows; ++i) {
        row const one = in_turn.next();
#pragma omp simd
        for (int l = 0; l < n; ++l) add(apart, l, v, c + l, first + c + l, one);
      }
      for (int l = 0; l < n; ++l) s[c + l] = apart.load(l);
    }
  }
  /// Whether states are of places: of several rows at once g++ makes choices between booleans, and no vectors.
  template <class... Fold>
  static constexpr bool have_places(program::list<Fold...>) {
    return (value_and_place<typename Fold::accumulator> || ...);
  }
};

}  // namespace detail
}  // namespace cp::kernels
