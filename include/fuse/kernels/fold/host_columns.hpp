// What folds of columns have come to, as loops over columns read it.
#pragma once

#include <cstdint>
#include <fuse/kernels/fold/fold.hpp>
#include <type_traits>

namespace cp::kernels::detail {

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

}  // namespace cp::kernels::detail
