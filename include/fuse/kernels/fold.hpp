// What the folding kernels of host and device share: the state of a kernel's folds, and what is computed when they are done.
#pragma once

#include <cstdint>
#include <type_traits>

#include <fuse/core/config.hpp>
#include <fuse/expr/program.hpp>

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

/// Scalars alone: what a program reads after the folds.
struct scalars_context {
  unsigned char const* scalars;
  template <int Offset, class T>
  FUSE_HD T const& scalar() const {
    return *reinterpret_cast<T const*>(scalars + Offset);
  }
};

template <class... Store, class State, class Context, class Use>
FUSE_HD void finish_with(program::list<>, State const&, std::int64_t, Context const& c, Use&& use) {
  program::evaluate<Store...>(c, use);
}
template <class... Store, class Fold, class... More, class State, class Context, class Use>
FUSE_HD void finish_with(program::list<Fold, More...>, State const& s, std::int64_t n, Context const& c, Use&& use) {
  using T = typename Fold::type;
  finish_with<Store...>(program::list<More...>{}, s, n,
                        program::with_value<Fold, T, Context>{c, Fold::finish(static_cast<fold_slot<Fold> const&>(s).value, n)}, use);
}

}  // namespace cp::kernels
