// What the folding kernels of host and device share: the state of a kernel's folds, and what is computed when they are done.
#pragma once

#include <cstdint>
#include <type_traits>

#include <fuse/core/config.hpp>
#include <fuse/expr/folds.hpp>

namespace cp::kernels {

template <class Fold>
struct fold_slot {
  typename Fold::accumulator value;
};

template <class Folds>
struct fold_state;
template <class... Fold>
struct fold_state<program::list<Fold...>> : fold_slot<Fold>... {
  FUSE_HD void clear() { ((static_cast<fold_slot<Fold>&>(*this).value = Fold::identity()), ...); }
  /// Folds in an element.
  template <class Context>
  FUSE_HD void add(Context const& c) {
    (Fold::add(static_cast<fold_slot<Fold>&>(*this).value, c), ...);
  }
  /// Folds in what another has folded.
  FUSE_HD void merge(fold_state const& other) {
    ((static_cast<fold_slot<Fold>&>(*this).value = Fold::combine(static_cast<fold_slot<Fold>&>(*this).value, static_cast<fold_slot<Fold> const&>(other).value)), ...);
  }
};

template <class Fold>
struct value_slot {
  typename Fold::type value;
};

/// What folds have come to.
template <class Folds>
struct fold_values;
template <class... Fold>
struct fold_values<program::list<Fold...>> : value_slot<Fold>... {
  /// Takes the values of some folds, which have seen `n` elements.
  template <class... Some>
  FUSE_HD void take(fold_state<program::list<Some...>> const& s, std::int64_t n) {
    ((static_cast<value_slot<Some>&>(*this).value = Some::finish(static_cast<fold_slot<Some> const&>(s).value, n)), ...);
  }
};

/// Calls use(context) with a context in which the folds of the list have their values.
template <class Values, class Context, class Use>
FUSE_HD void with_known(program::list<>, Values const&, Context const& c, Use&& use) {
  use(c);
}
template <class Fold, class... More, class Values, class Context, class Use>
FUSE_HD void with_known(program::list<Fold, More...>, Values const& v, Context const& c, Use&& use) {
  with_known(program::list<More...>{}, v, program::with_value<Fold, typename Fold::type, Context>{c, static_cast<value_slot<Fold> const&>(v).value}, use);
}

/// The folds of a signature by their depth: those of level 1 fold elements, those of level 2 what is computed from elements and the folds of level 1, ...
template <class Signature>
struct fold_levels;
template <class Inputs, int Bytes, class... Store>
struct fold_levels<program::signature<Inputs, Bytes, Store...>> {
  using folds = typename program::find_folds<program::list<>, Store...>::type;
  using values = fold_values<folds>;
  static constexpr int count = program::depth<folds>;
  template <int Level>
  using below = typename program::folds_of_level<Level, folds>::below;
  template <int Level>
  using state = fold_state<typename program::folds_of_level<Level, folds>::at>;
  /// Inputs that are read as folded elements, and those that are not: a bit each.
  static constexpr std::uint64_t folded_inputs = (std::uint64_t{0} | ... | program::reads_in_folds<Store>), late_inputs = (std::uint64_t{0} | ... | program::reads_besides<Store>);

  /// Folds an element into the folds of a level; those of the levels below are known.
  template <int Level, class Context>
  FUSE_HD static void add(state<Level>& s, values const& known, Context const& c) {
    with_known(below<Level>{}, known, c, [&](auto const& inner) { s.add(inner); });
  }
  /// Evaluates all stores where all folds are known.
  template <class Context, class Use>
  FUSE_HD static void evaluate(values const& known, Context const& c, Use&& use) {
    with_known(folds{}, known, c, [&](auto const& inner) { program::evaluate<Store...>(inner, use); });
  }
};

}  // namespace cp::kernels
