// Members of structs: arrays of structs as arrays of one member.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/expr/custom.hpp>
#include <type_traits>
#include <utility>

namespace cp {

namespace detail {

/// What a member is made of: its element, and the extents of one that is an array (also a std::array).
template <class M>
struct member_parts {
  using element = canonical<M>;
  static constexpr int rank = 0;
  static void extents(std::int64_t*) {}
};
template <class M, std::size_t N>
struct member_parts<M[N]> : member_parts<M> {
  static constexpr int rank = member_parts<M>::rank + 1;
  static void extents(std::int64_t* to) {
    to[0] = N;
    member_parts<M>::extents(to + 1);
  }
};
// (A std::array, without its header, for which every program would pay.)
template <template <class, std::size_t> class Array, class M, std::size_t N>
requires(std::tuple_size<Array<M, N>>::value == N) struct member_parts<Array<M, N>> : member_parts<M[N]> {
};

/// A member of a struct, by its pointer; or a member of that one, and so on.
template <class S, class M, class... More>
auto const& member_in(S const& s, M S::*first, More... more) {
  if constexpr (sizeof...(More) == 0)
    return s.*first;
  else
    return member_in(s.*first, more...);
}
template <class S, class... Pointer>
using member_of = std::remove_cvref_t<decltype(member_in(std::declval<S const&>(), std::declval<Pointer>()...))>;

/// The bytes from a struct's begin to a member.
template <class S, class... Pointer>
std::int64_t member_offset(Pointer... pointer) {
  alignas(S) static unsigned char const room[sizeof(S)] = {};
  auto const& member = member_in(*reinterpret_cast<S const*>(room), pointer...);
  return reinterpret_cast<unsigned char const*>(&member) - room;
}

/// The elements of type M that lie `offset` bytes behind the begin of each struct; a member that is an array adds its
/// axes.
template <class M, class S, int Rank, class Space>
auto member_view(ndarray<S, Rank, Space> const& a, std::int64_t offset) {
  using parts = member_parts<M>;
  using T = typename parts::element;
  static_assert(sizeof(S) % sizeof(T) == 0,
                "cp::member: the struct's size is no multiple of this member's, so that no stride leads from one to "
                "the next; name a member of it too: cp::member(a, &particle::place, &point::x)");
  constexpr int to = Rank + parts::rank;
  index_array<to> shape, strides;
  for (int k = 0; k < Rank; ++k)
    shape[k] = a.shape()[k], strides[k] = a.strides()[k] * static_cast<std::int64_t>(sizeof(S) / sizeof(T));
  parts::extents(shape.value + Rank);
  std::int64_t step = 1;
  for (int k = to; k-- > Rank; step *= shape[k]) strides[k] = step;
  T* const data = a.data() ? reinterpret_cast<T*>(reinterpret_cast<unsigned char*>(a.data()) + offset) : nullptr;
  return ndarray<T, to, Space>(a.memory(), data, shape, strides);
}

/// Reads a member of an element.
template <class S, class M>
struct member_reader {
  using pointer = M S::*;
  pointer member;
  FUSE_HD canonical<M> operator()(S const& s) const { return s.*member; }
};

}  // namespace detail

/// A member of each struct: of an array a view of its memory, which can be written (`cp::member(p, &particle::x) +=
/// 1`), of an expression an expression. A member that is an array adds its axes behind. More pointers name a member of
/// the member: `cp::member(p, &particle::place, &point::x)`.
///
/// numpy    p["x"]; p["place"]["x"]
template <expression E, class M, class S, class... More>
requires std::is_same_v<typename E::value_type, S>
[[nodiscard]] auto member(E const& e, M S::*pointer, More... more) {
  if constexpr (array_type<E>) {
    using leaf = detail::member_of<S, M S::*, More...>;
    return detail::member_view<leaf>(e, detail::member_offset<S>(pointer, more...));
  } else {
    static_assert(detail::member_parts<M>::rank == 0,
                  "cp::member: a member that is an array can be had of an array of structs: cp::eval(e)");
    auto const one = elementwise(detail::member_reader<S, M>{pointer})(e);
    if constexpr (sizeof...(More) == 0)
      return one;
    else
      return member(one, more...);
  }
}

}  // namespace cp
