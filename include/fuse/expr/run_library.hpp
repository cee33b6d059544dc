// Evaluating what a library computes: straight into the result's memory where it is the root of an expression.
#pragma once

#include <fuse/expr/library.hpp>
#include <fuse/expr/run_stages.hpp>
#include <type_traits>

namespace cp::expr {

template <class Space, class Op, class... A, class T, int Rank>
void store_stage(library<Op, A...> const& l, ndarray<T, Rank, Space> const& to) {
  if constexpr (std::is_same_v<T, typename Op::value_type> && Rank == Op::rank) {
    if (to.size() == 0) return;
    using whole = absorption<library<Op, A...>>;
    if constexpr (whole::is)
      if (whole::store(l, to)) return;
    call_with([&](auto const&... x) { l.with.run(to, x...); }, l.args);
  } else {
    auto const made = made_array(l);
    run_kernel<Space>(refer(made), to);
  }
}
/// What a traced function returns, over its arguments.
template <class Space, class Op, class... B, class... A, class T, int Rank>
void store_stage(let<library<Op, B...>, A...> const& l, ndarray<T, Rank, Space> const& to) {
  store_stage<Space>(substitute(l.tree, transform([](auto const& x) { return settled(without_stages(x)); }, l.args)),
                     to);
}

}  // namespace cp::expr
