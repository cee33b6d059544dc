// Arrays joined as blocks of one.
#pragma once

#include <cstddef>
#include <fuse/ops/joining.hpp>
#include <tuple>
#include <type_traits>

namespace cp {

namespace detail {
template <class T>
constexpr int depth_of_blocks = 0;
template <class... T>
constexpr int depth_of_blocks<std::tuple<T...>> = 1 + expr::max_of(depth_of_blocks<std::remove_cvref_t<T>>...);
template <class T>
constexpr int rank_of_blocks = T::rank;
template <class... T>
constexpr int rank_of_blocks<std::tuple<T...>> = expr::max_of(rank_of_blocks<std::remove_cvref_t<T>>...);

/// An operand, or a tuple of operands joined `Depth` axes from the end.
template <int Rank, int Depth, class Part>
auto joined_blocks(Part const& part) {
  if constexpr (expression<Part>)
    return at_least<Rank>(part);
  else
    return std::apply(
        [](auto const&... x) {
          static_assert(((depth_of_blocks<std::remove_cvref_t<decltype(x)>> == Depth - 1) && ...),
                        "cp::block: tuples must be nested equally deep");
          return concatenate<Rank - Depth>(joined_blocks<Rank, Depth - 1>(x)...);
        },
        part);
}
}  // namespace detail

namespace detail {
template <class... Part>
auto block_of(std::tuple<Part...> const& tree) {
  constexpr int depth = depth_of_blocks<std::tuple<Part...>>,
                rank = expr::max_of(depth, rank_of_blocks<std::tuple<Part...>>);
  return joined_blocks<rank, depth>(tree);
}
}  // namespace detail

/// Rows of blocks: `cp::block(std::tuple(a, b), std::tuple(c, d))`, tuples in tuples for more axes. The innermost ones
/// are joined along the last axis, those around them along the one before, and so on; operands get axes in front until
/// all have as many; one operand alone is itself. Lazy. Throws shape_error. (A tuple that holds one tuple is
/// `std::make_tuple(std::tuple(a, b))`: C++ takes `std::tuple(std::tuple(a, b))` for a copy of the inner one.)
///
/// numpy    numpy.block
template <class... Part>
[[nodiscard]] auto block(Part const&... part) {
  if constexpr (sizeof...(Part) == 1 && (expression<Part> && ...))
    return (part, ...);
  else
    return detail::block_of(std::tuple<Part...>(part...));
}
/// The same of one type: `block({{a, b}, {c, d}})`.
template <expression E, std::size_t Rows, std::size_t Columns>
[[nodiscard]] auto block(E const (&parts)[Rows][Columns]) {
  auto const row = [](auto const& x) {
    return detail::of_braces([](auto const&... e) { return std::tuple(e...); }, x);
  };
  return detail::of_braces([row](auto const&... x) { return block(row(x)...); }, parts);
}
/// One row of one type: `block({a, b})`.
template <expression E, std::size_t N>
[[nodiscard]] auto block(E const (&operands)[N]) {
  return detail::of_braces([](auto const&... e) { return detail::block_of(std::tuple(e...)); }, operands);
}
template <class Item = detail::any_operand, std::size_t N>
requires(N > 1) detail::of_mixed_braces<Item> block(detail::any_operand const (&)[N]) { return {}; }

}  // namespace cp
