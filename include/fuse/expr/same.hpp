// Whether two expressions of a type are the same: what their types leave open, found at the launch.
#pragma once

#include <cstdint>
#include <cstring>
#include <fuse/array/ndarray.hpp>
#include <fuse/expr/library.hpp>
#include <fuse/expr/node.hpp>
#include <type_traits>
#include <utility>

namespace cp::expr::repeats {

/// Whether two nodes of a type are the same computation on the same memory and numbers.
template <class T, int Rank, class Space>
bool are_same(ndarray<T, Rank, Space> const& a, ndarray<T, Rank, Space> const& b) {
  return a.data() == b.data() && a.shape() == b.shape() && a.strides() == b.strides();
}
template <class Rule, int Rank>
bool are_same(places<Rule, Rank> const& a, places<Rule, Rank> const& b) {
  if (a.start != b.start || a.extents != b.extents || a.step != b.step) return false;
  if constexpr (std::is_empty_v<Rule>)
    return true;
  else if constexpr (requires { a.rule == b.rule; })
    return a.rule == b.rule;
  else
    return false;
}
template <class T, bool Weak>
bool are_same(constant<T, Weak> const& a, constant<T, Weak> const& b) {
  return std::memcmp(&a.value, &b.value, sizeof(T)) == 0;  // -0.0 is another number than 0.0
}
template <class T, std::uint64_t Bits, bool Weak>
bool are_same(literal<T, Bits, Weak> const&, literal<T, Bits, Weak> const&) {
  return true;
}
template <class... A>
bool all_same(arguments<A...> const& a, arguments<A...> const& b);
template <class Op, class... A>
bool are_same(map<Op, A...> const& a, map<Op, A...> const& b) {
  return all_same(a.args, b.args);
}
template <class Array, class... I>
bool are_same(gather<Array, I...> const& a, gather<Array, I...> const& b) {
  return are_same(a.array, b.array) && all_same(a.index, b.index);
}
template <class Op, class... A>
bool are_same(library<Op, A...> const& a, library<Op, A...> const& b) {
  if constexpr (!std::is_empty_v<Op>)
    if (!(a.with == b.with)) return false;
  return all_same(a.args, b.args);
}
template <class Op, int Axes, bool Keep, class... A>
bool are_same(reduce<Op, Axes, Keep, A...> const& a, reduce<Op, Axes, Keep, A...> const& b) {
  return a.axes == b.axes && all_same(a.args, b.args);
}
template <class... A>
bool all_same(arguments<A...> const& a, arguments<A...> const& b) {
  return [&]<int... I>(std::integer_sequence<int, I...>) { return (are_same(get<I>(a), get<I>(b)) && ...); }
  (std::make_integer_sequence<int, sizeof...(A)>{});
}

}  // namespace cp::expr::repeats
