// Evaluating expressions with stages: one at the root is stored where it belongs, any other one becomes an array first.
#pragma once

#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/library.hpp>
#include <fuse/expr/stages.hpp>

namespace cp::expr {

// Defined in expr/run_scan.hpp.
template <class Space, class E, class T, int Rank>
bool store_behind_scan(E const& e, ndarray<T, Rank, Space> const& to);

/// Stores an expression whose stages become arrays first.
template <class Space, class E, class T, int Rank>
void store_rest(E const& e, ndarray<T, Rank, Space> const& to) {
  auto const rest = without_stages(e);
  run_kernel<Space>(refer(rest), to);
}
/// Stores an expression whose root is no stage.
template <class Space, class E, class T, int Rank>
void store_stage(E const& e, ndarray<T, Rank, Space> const& to) {
  static_assert(!is_stage<E>, "cp: include expr/run_scan.hpp, or expr/run_library.hpp, where such a node is made");
  if constexpr (absorption<E>::is)
    if (absorption<E>::store(e, to)) return;
  if constexpr (uses_scan<E> && !has_stencils<E>) {
    auto const behind = with_scans_only(e);
    if (store_behind_scan<Space>(behind, to)) return;
    store_rest<Space>(behind, to);
  } else {
    store_rest<Space>(e, to);
  }
}

template <class Space, class... E, class... T, int Rank>
void run_stages_of(arguments<E const&...> const& roots, ndarray<T, Rank, Space> const&... to) {
  auto const rest = transform([](auto const& root) { return without_stages(root); }, roots);
  run_kernel<Space>(refer_all(rest), to...);
}
template <class Space, class... A, class... Tree, class... T, int Rank>
void run_stages_of(traced_outputs<arguments<A...>, Tree...> const& roots, ndarray<T, Rank, Space> const&... to) {
  with_arguments(roots, transform([](auto const& x) { return settled(without_stages(x)); }, roots.outputs.a.args),
                 [&](auto const& rest) { run_stages_of<Space>(rest.outputs, to...); });
}

/// Starts the kernels that store roots of which some have stages.
template <class Space, class Roots, class... T, int Rank>
void run_stages(Roots const& roots, ndarray<T, Rank, Space> const&... to) {
  if constexpr (sizeof...(to) == 1)
    store_stage<Space>(get<0>(roots_of(roots)), to...);
  else
    run_stages_of<Space>(roots, to...);
}

}  // namespace cp::expr
