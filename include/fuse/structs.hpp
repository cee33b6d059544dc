// Arrays of structs that Boost.Hana describes (BOOST_HANA_ADAPT_STRUCT, BOOST_HANA_DEFINE_STRUCT): their members by
// name in text and .npy files, structures of arrays, operations member by member. Needs Boost's headers; include it in
// every file that prints, loads or saves such arrays. (cp::member, which needs no description, comes with
// fuse/fuse.hpp.)
#pragma once

#include <algorithm>
#include <boost/hana/accessors.hpp>
#include <boost/hana/adapt_struct.hpp>
#include <boost/hana/at.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/define_struct.hpp>
#include <boost/hana/first.hpp>
#include <boost/hana/length.hpp>
#include <boost/hana/second.hpp>
#include <cstddef>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <fuse/io/struct_layout.hpp>
#include <fuse/ops/members.hpp>
#include <tuple>
#include <type_traits>
#include <utility>

namespace cp {

/// A struct whose members Boost.Hana knows.
template <class S>
concept described_struct = std::is_class_v<S> && boost::hana::Struct<S>::value;

namespace detail {

// Hana's tuples stay in unevaluated operands: nvcc pays dearly for them in types of nodes and kernels.
template <class S>
inline constexpr std::size_t member_count = decltype(boost::hana::length(boost::hana::accessors<S>()))::value;
/// What reads member I: a class without state, whose call gives a reference.
template <class S, std::size_t I>
using member_accessor =
    std::remove_cvref_t<decltype(boost::hana::second(boost::hana::at_c<I>(boost::hana::accessors<S>())))>;
template <class S, std::size_t I>
using member_name =
    std::remove_cvref_t<decltype(boost::hana::first(boost::hana::at_c<I>(boost::hana::accessors<S>())))>;
template <class S, std::size_t I>
using member_type = std::remove_cvref_t<decltype(member_accessor<S, I>{}(std::declval<S&>()))>;

template <class S>
auto layout_of_struct() -> io::struct_layout const&;

template <class M>
io::struct_field field_of(char const* name, std::int64_t offset) {
  using parts = member_parts<M>;
  using T = typename parts::element;
  io::struct_field f;
  f.name = name;
  f.offset = offset;
  f.dtype = dtype_traits<T>::id;
  f.itemsize = sizeof(T);
  f.shape.resize(parts::rank);
  parts::extents(f.shape.data());
  if constexpr (described_struct<T>) f.fields = layout_of_struct<T>().fields;
  return f;
}

template <class S, std::size_t I>
std::int64_t offset_of_member() {
  alignas(S) static unsigned char const room[sizeof(S)] = {};
  auto const& member = member_accessor<S, I>{}(*reinterpret_cast<S const*>(room));
  return reinterpret_cast<unsigned char const*>(&member) - room;
}

template <class S>
auto layout_of_struct() -> io::struct_layout const& {
  static io::struct_layout const layout = []<std::size_t... I>(std::index_sequence<I...>) {
    io::struct_layout l{sizeof(S),
                        {field_of<member_type<S, I>>(member_name<S, I>::c_str(), offset_of_member<S, I>())...}};
    std::sort(l.fields.begin(), l.fields.end(), [](auto const& a, auto const& b) { return a.offset < b.offset; });
    return l;
  }
  (std::make_index_sequence<member_count<S>>{});
  return layout;
}

/// Member I of an array of structs, as cp::member gives it.
template <std::size_t I, class S, int Rank, class Space>
auto view_of_member(ndarray<S, Rank, Space> const& a) {
  return member_view<member_type<S, I>>(a, offset_of_member<S, I>());
}

/// Makes a struct of its members.
template <class S>
struct struct_of_members {
  template <class... M>
  FUSE_HD S operator()(M const&... m) const {
    return make(std::index_sequence_for<M...>{}, m...);
  }

 private:
  template <std::size_t... I, class... M>
  FUSE_HD static S make(std::index_sequence<I...>, M const&... m) {
    S s{};
    ((member_accessor<S, I>{}(s) = m), ...);
    return s;
  }
};

/// The members of an argument that is an array of structs; what is none serves all members.
template <class S, std::size_t I, class X>
decltype(auto) member_of_argument(X const& x) {
  if constexpr (expression<X>) {
    if constexpr (described_struct<typename X::value_type>) {
      static_assert(std::is_same_v<typename X::value_type, S>, "cp::memberwise: the structs must be of one type");
      return view_of_member<I>(x);
    } else {
      return (x);
    }
  } else {
    return (x);
  }
}

}  // namespace detail

/// The layout that Hana's description gives.
template <class T>
requires described_struct<T>
struct struct_members<T> {
  /// The layout.
  static io::struct_layout const* layout() { return &detail::layout_of_struct<T>(); }
};

/// A structure of arrays of an array of structs: a std::tuple of new arrays, one a member, in the order of the
/// description. One kernel, if no member is an array.
///
/// shape    as the array's; of members that are arrays with their axes behind
template <described_struct S, int Rank, class Space>
[[nodiscard]] auto split_members(ndarray<S, Rank, Space> const& a) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    if constexpr ((... && (detail::member_parts<detail::member_type<S, I>>::rank == 0)))
      return evaluate(detail::view_of_member<I>(a)...);
    else
      return std::make_tuple(detail::view_of_member<I>(a).copy()...);
  }
  (std::make_index_sequence<detail::member_count<S>>{});
}

/// Structs of their members, one operand each in the order of the description, lazily:
/// `cp::eval(cp::join_members<point>(x, y))`. The operands broadcast, and are of the members' types.
template <described_struct S, operand... X>
requires detail::any_expression<X...>
[[nodiscard]] auto join_members(X const&... x) {
  static_assert(sizeof...(X) == detail::member_count<S>, "cp::join_members: one operand for each member");
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    static_assert((... && (detail::member_parts<detail::member_type<S, I>>::rank == 0)),
                  "cp::join_members: a member is an array; write it by cp::member(p, &particle::name)(cp::all) = x");
    static_assert((... && std::is_same_v<typename std::remove_cvref_t<decltype(expr::as_node(x))>::value_type,
                                         canonical<detail::member_type<S, I>>>),
                  "cp::join_members: an operand has another dtype than its member; convert it with cp::astype<T>");
    return elementwise(detail::struct_of_members<S>{})(x...);
  }
  (std::make_index_sequence<detail::member_count<S>>{});
}

/// A function of arrays, applied to each member of arrays of structs: `cp::memberwise([](auto a, auto b) { return a +
/// b;
/// }, p, q)`. What is no array of structs (a number, an array of numbers) goes to every member as it is. Gives a new
/// array of the first one's structs, which one kernel writes; the function's results must convert to the members
/// without changing their kind.
///
/// throws   shape_error where the arguments do not broadcast to the first one's shape
template <class F, described_struct S, int Rank, class Space, class... X>
[[nodiscard]] auto memberwise(F const& f, ndarray<S, Rank, Space> const& first, X const&... x) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    static_assert(
        (... && (detail::member_parts<detail::member_type<S, I>>::rank == 0 && number<detail::member_type<S, I>>)),
        "cp::memberwise: the members must be numbers");
    auto const to = detail::make_array<S, Rank, Space>(first.shape(), "cp::memberwise");
    auto const one = [&]<std::size_t J>(std::integral_constant<std::size_t, J>) {
      return into(detail::view_of_member<J>(to),
                  f(detail::view_of_member<J>(first), detail::member_of_argument<S, J>(x)...));
    };
    evaluate(one(std::integral_constant<std::size_t, I>{})...);
    return to;
  }
  (std::make_index_sequence<detail::member_count<S>>{});
}

}  // namespace cp
