// Arrays joined and split along an axis.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/join.hpp>
#include <fuse/expr/moved.hpp>
#include <fuse/expr/run_join.hpp>
#include <fuse/library/joins.hpp>
#include <fuse/ops/lists.hpp>
#include <fuse/ops/manipulation.hpp>
#include <fuse/ops/reduction_options.hpp>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace cp {

namespace detail {
template <class First, class... More>
constexpr bool are_alike = is_array<First> && (std::is_same_v<First, More> && ...);
/// `n` places of an axis from `begin` on: a view.
template <expression E>
auto part_of_axis(E const& e, int axis, std::int64_t begin, std::int64_t n) {
  return view_of<E::rank>(e, [=](auto const& shape, auto const& strides) {
    mapping<E::rank> m{n > 0 ? begin * strides[axis] : 0, shape, strides};
    m.shape[axis] = n;
    return m;
  });
}
template <class First, class... More>
struct promote_all {
  using type = First;
};
template <class First, class Second, class... More>
struct promote_all<First, Second, More...> : promote_all<result_type<First, Second>, More...> {};
template <class... E>
using joined_dtype = typename promote_all<typename E::value_type...>::type;

/// Throws shape_error: two shapes differ in another axis than the one that is joined along. `added` are axes that the
/// operands have not themselves, as bits.
[[noreturn]] void throw_unjoinable(char const* where, int axis, std::int64_t const* a, unsigned added_to_a,
                                   std::int64_t const* b, unsigned added_to_b, int rank);

/// Adds up the extents of operands along an axis. Throws shape_error where others differ.
template <int Rank>
struct joined_shape {
  char const* where;
  int axis;
  index_array<Rank> shape, first{};
  unsigned added_to_first = 0;
  bool begun = false;

  /// Where the operand begins.
  std::int64_t add(index_array<Rank> const& s, unsigned added = 0) {
    if (!begun) {
      begun = true;
      shape = first = s;
      added_to_first = added;
      return 0;
    }
    for (int i = 0; i < Rank; ++i)
      if (i != axis && s[i] != shape[i])
        throw_unjoinable(where, axis, first.value, added_to_first, s.value, added, Rank);
    std::int64_t const begin = shape[axis];
    if (__builtin_add_overflow(shape[axis], s[axis], &shape[axis])) shape[axis] = INT64_MAX;
    return begin;
  }
};

/// Operands joined along an axis, lazily: each is read where the result's place along the axis is one of its own.
template <int Rank, class... E>
auto join(char const* where, unsigned const (&added)[sizeof...(E)], int axis, E const&... e) {
  using T = joined_dtype<E...>;
  constexpr int count = sizeof...(E);
  static_assert(!std::is_void_v<T>, "cp: these operands have no common dtype; convert one with cp::astype<T>(x)");
  joined_shape<Rank> joined{where, axis, {}};
  int next = 0;
  std::int64_t begin[count] = {joined.add(expr::shape_of(e), added[next++])...};
  checked_size(where, joined.shape.value, Rank, 1);
  if constexpr (count == 1) {
    return (expr::cast_to<T>(e), ...);
  } else if constexpr (are_alike<E...>) {
    return expr::joined_leaf(where, axis, joined.shape, begin, e...);
  } else {
    auto const node = expr::join_on<T>(expr::make_arguments(e...), joined.shape, axis, begin, where);
    // What a part folds or scans is computed here: once, however many views of the join there are.
    if constexpr ((expr::contents<expr::arguments<E...>> & expr::holds_other & ~expr::holds_joins) != 0)
      return expr::without_joins(node);
    else
      return node;
  }
}

/// Whether the rules of so many moved leaves are few enough for a fold's kernel, with what else it has.
template <int Rank>
constexpr bool fit_a_kernel(int count) {
  return count * int(sizeof(program::moved<program::in_memory<double>, program::placed, Rank>)) <= 1344;
}

/// Joined into a new array: arrays that lie in runs by one kernel for many of them, others by one each.
template <class T, int Rank, class Space, class Parts>
ndarray<T, Rank, Space> store_joined(char const* where, int axis, index_array<Rank> const& shape, Parts const& parts) {
  auto made = make_array<T, Rank, Space>(shape, where);
  library::join_copies copies(where, Space::kind, made.data(), sizeof(T), shape.value, Rank, axis);
  std::int64_t at = 0;
  parts([&](auto const& e) {
    std::int64_t const begin = at;
    at += expr::shape_of(e)[axis];
    if constexpr (std::is_same_v<decltype(e), ndarray<T, Rank, Space> const&>)
      if (copies.add(e.data(), e.shape().value, e.strides().value, begin)) return note_use_here(e);
    assign_elements(range_of_axis(made, axis, begin, at), expr::cast_to<T>(e));
  });
  copies.start();
  return made;
}

/// That each of what is joined has axes: behind operands NumPy takes the axis, and numbers among them.
template <class... E>
struct check_joined {
  static_assert((expression<E> && ...),
                "cp: arrays and expressions are joined; an axis is named while compiling, cp::concatenate(x, y, "
                "cp::axis<1>), cp::stack<1>(x, y), and cp::asarray(2.5) makes an array of a number");
};
/// Expressions, and cp::axis<...> behind them.
template <class... X>
constexpr bool ends_in_axis = false;
template <class First, class... X>
constexpr bool ends_in_axis<First, X...> =
    expression<First> && (... && (expression<X> || is_axis_list<X>)) && (0 + ... + is_axis_list<X>) == 1 &&
    is_axis_list<typename decltype((std::type_identity<First>(), ..., std::type_identity<X>()))::type>;
/// What `join` makes of all but the last of these, given that one first.
template <class Join, class... X>
auto join_before_axis(Join const& join, X const&... x) {
  return [&]<std::size_t... I>(std::index_sequence<I...>, auto const& all) {
    return join(std::get<sizeof...(I)>(all), std::get<I>(all)...);
  }
  (std::make_index_sequence<sizeof...(X) - 1>(), std::tie(x...));
}

/// How a function widens its operands before it joins them: its name, the axes that it adds to one of a rank, as bits,
/// and what comes of it.
template <int Least>
struct of_rank {
  char const* where;
  static constexpr unsigned added(int rank) {
    constexpr unsigned bits[4][4] = {{0}, {1}, {3, 1}, {7, 5, 4}};
    return bits[Least][rank < 3 ? rank : 3];
  }
  template <class E>
  auto operator()(E const& e) const {
    if constexpr (E::rank >= Least)
      return e;
    else if constexpr (Least == 3)
      return atleast_3d(e);
    else if constexpr (Least == 2)
      return atleast_2d(e);
    else
      return atleast_1d(e);
  }
};
struct with_axis {
  char const* where;
  int axis;
  constexpr unsigned added(int rank) const { return 1u << (axis < 0 ? axis + rank + 1 : axis); }
  template <class E>
  auto operator()(E const& e) const {
    return expand_dims(e, axis);
  }
};
struct as_columns {
  static constexpr char const* where = "cp::column_stack";
  static constexpr unsigned added(int rank) { return rank == 0 ? 3 : rank == 1 ? 2 : 0; }
  template <class E>
  auto operator()(E const& e) const {
    if constexpr (E::rank <= 1)
      return expand_dims(atleast_1d(e), 1);
    else
      return e;
  }
};

/// Operands of as many axes joined along the axis, in a node where that fits a kernel.
template <class First, class... More>
auto joined(char const* where, unsigned const (&added)[1 + sizeof...(More)], int axis, First const& first,
            More const&... more) {
  constexpr int rank = First::rank;
  static_assert(rank > 0, "cp::concatenate: numbers have no axis to be joined along");
  static_assert(((More::rank == rank) && ...), "cp::concatenate: the operands must have one rank");
  if constexpr (fit_a_kernel<rank>(1 + sizeof...(More))) {
    return join<rank>(where, added, axis, first, more...);
  } else {
    using space =
        expr::space_or_default<typename expr::common_space<typename First::space, typename More::space...>::type>;
    joined_shape<rank> whole{where, axis, {}};
    int next = 0;
    whole.add(expr::shape_of(first), added[next++]);
    (whole.add(expr::shape_of(more), added[next++]), ...);
    return store_joined<joined_dtype<First, More...>, rank, space>(
        where, axis, whole.shape, [&](auto const& use) { use(first), (use(more), ...); });
  }
}
/// The same of operands that are widened first, along an axis of what comes of it.
template <class Widen, class... E>
auto joined_by(Widen const& widen, int axis, E const&... e) {
  if constexpr ((settles<E> || ...)) {
    return joined_by(widen, axis, expr::as_node(e)...);
  } else if constexpr ((expr::is_traced<E> || ...)) {
    return expr::derive([widen, axis](auto const&... x) { return joined_by(widen, axis, x...); }, e...);
  } else {
    unsigned const added[] = {widen.added(E::rank)...};
    return joined(widen.where, added, axis, widen(e)...);
  }
}
/// The same of as many as a program has, into a new array. Throws value_error for none.
template <class Widen, class E>
auto join_list(Widen const& widen, std::vector<E> const& parts, int axis) {
  using part = std::remove_cvref_t<decltype(widen(parts[0]))>;
  static_assert(part::rank > 0, "cp::concatenate: numbers have no axis to be joined along");
  if (parts.empty()) throw value_error(std::string(widen.where) + ": at least one array is needed");
  joined_shape<part::rank> joined{widen.where, normalize_axis(axis, part::rank, widen.where), {}};
  for (E const& e : parts) joined.add(expr::shape_of(widen(e)), widen.added(E::rank));
  return store_joined<typename E::value_type, part::rank, space_of<E>>(widen.where, joined.axis, joined.shape,
                                                                       [&](auto const& use) {
                                                                         for (E const& e : parts) use(widen(e));
                                                                       });
}
}  // namespace detail

/// Arrays and expressions of one rank joined along an axis; other extents must agree. dtype: promoted. Lazy, part of
/// the kernel that uses it; more operands than a kernel takes (28 of one axis, 16 of two, 9 of four) become an array,
/// as those of a std::vector do. Throws shape_error.
///
/// numpy    numpy.concatenate
template <int Axis = 0, operand First, class... More>
requires(!detail::ends_in_axis<First, More...>)
    [[nodiscard]] auto concatenate(First const& first, More const&... more) {
  (void)detail::check_joined<First, More...>();
  constexpr int rank = First::rank;
  static_assert(rank > 0, "cp::concatenate: numbers have no axis to be joined along");
  static_assert(((More::rank == rank) && ...), "cp::concatenate: the operands must have one rank");
  static_assert(Axis >= -rank && Axis < rank, "cp::concatenate: the axis is out of bounds");
  return detail::joined_by(detail::of_rank<0>{"cp::concatenate"}, Axis < 0 ? Axis + rank : Axis, first, more...);
}
/// The axis last: `concatenate(x, y, cp::axis<1>)`.
template <class... X>
requires(detail::ends_in_axis<X...>) [[nodiscard]] auto concatenate(X const&... x) {
  return detail::join_before_axis([]<int Axis>(axis_list<Axis>, auto const&... e) { return concatenate<Axis>(e...); },
                                  x...);
}
/// Operands of one type in braces: `concatenate({x, y})`, `concatenate({x, y}, 1)`. Throws index_error.
template <int Axis = 0, expression E, std::size_t N>
[[nodiscard]] auto concatenate(E const (&parts)[N]) {
  return detail::of_braces([](auto const&... e) { return concatenate<Axis>(e...); }, parts);
}
template <expression E, std::size_t N>
[[nodiscard]] auto concatenate(E const (&parts)[N], int axis) {
  static_assert(E::rank > 0, "cp::concatenate: numbers have no axis to be joined along");
  int const k = normalize_axis(axis, E::rank, "cp::concatenate");
  return detail::of_braces(
      [k](auto const&... e) { return detail::joined_by(detail::of_rank<0>{"cp::concatenate"}, k, e...); }, parts);
}
template <int Axis = 0, class Item = detail::any_operand, std::size_t N>
detail::of_mixed_braces<Item> concatenate(detail::any_operand const (&)[N], int = 0) {
  return {};
}
/// As many as a program has of one type, into a new array: a kernel for every 100 that lie in memory in runs
/// (contiguous arrays, and slices of them), and one for each other operand. Throws value_error for none, shape_error,
/// index_error.
template <expression E>
[[nodiscard]] auto concatenate(std::vector<E> const& parts, int axis = 0) {
  return detail::join_list(detail::of_rank<0>{"cp::concatenate"}, parts, axis);
}

/// Joined along a new axis. Lazy. Throws shape_error if the shapes differ.
///
/// numpy    numpy.stack
template <int Axis = 0, operand First, class... More>
requires(!detail::ends_in_axis<First, More...>) [[nodiscard]] auto stack(First const& first, More const&... more) {
  (void)detail::check_joined<First, More...>();
  constexpr int rank = First::rank + 1;
  static_assert(Axis >= -rank && Axis < rank, "cp::stack: the axis is out of bounds");
  return detail::joined_by(detail::with_axis{"cp::stack", Axis}, Axis < 0 ? Axis + rank : Axis, first, more...);
}
template <class... X>
requires(detail::ends_in_axis<X...>) [[nodiscard]] auto stack(X const&... x) {
  return detail::join_before_axis([]<int Axis>(axis_list<Axis>, auto const&... e) { return stack<Axis>(e...); }, x...);
}
template <int Axis = 0, expression E, std::size_t N>
[[nodiscard]] auto stack(E const (&parts)[N]) {
  return detail::of_braces([](auto const&... e) { return stack<Axis>(e...); }, parts);
}
template <expression E, std::size_t N>
[[nodiscard]] auto stack(E const (&parts)[N], int axis) {
  int const k = normalize_axis(axis, E::rank + 1, "cp::stack");
  return detail::of_braces(
      [k](auto const&... e) {
        return detail::joined_by(detail::with_axis{"cp::stack", k}, k, e...);
      },
      parts);
}
template <int Axis = 0, class Item = detail::any_operand, std::size_t N>
detail::of_mixed_braces<Item> stack(detail::any_operand const (&)[N], int = 0) {
  return {};
}
template <expression E>
[[nodiscard]] auto stack(std::vector<E> const& parts, int axis = 0) {
  int const k = normalize_axis(axis, E::rank + 1, "cp::stack");
  return detail::join_list(detail::with_axis{"cp::stack", k}, parts, k);
}
/// The arrays of one shape stacked, as numpy.array of a list of them.
template <expression E, std::size_t N>
[[nodiscard]] auto array(E const (&parts)[N]) {
  return eval(stack(parts));
}
/// Joined along axis 0 (1-D operands as rows). Lazy.
template <operand... E>
[[nodiscard]] auto vstack(E const&... e) {
  (void)detail::check_joined<E...>();
  return detail::joined_by(detail::of_rank<2>{"cp::vstack"}, 0, e...);
}
FUSE_OPERANDS_IN_BRACES(vstack)
/// As many as a program has, as cp::concatenate of a std::vector.
template <expression E>
[[nodiscard]] auto vstack(std::vector<E> const& parts) {
  return detail::join_list(detail::of_rank<2>{"cp::vstack"}, parts, 0);
}
/// Joined along axis 1 (1-D operands along axis 0, numbers as such of one element). Lazy.
template <operand First, operand... More>
[[nodiscard]] auto hstack(First const& first, More const&... more) {
  (void)detail::check_joined<First, More...>();
  return detail::joined_by(detail::of_rank<1>{"cp::hstack"}, First::rank > 1 ? 1 : 0, first, more...);
}
FUSE_OPERANDS_IN_BRACES(hstack)
/// As many as a program has, as cp::concatenate of a std::vector.
template <expression E>
[[nodiscard]] auto hstack(std::vector<E> const& parts) {
  return detail::join_list(detail::of_rank<1>{"cp::hstack"}, parts, E::rank > 1 ? 1 : 0);
}
/// Joined along axis 2. Lazy.
template <operand... E>
[[nodiscard]] auto dstack(E const&... e) {
  (void)detail::check_joined<E...>();
  return detail::joined_by(detail::of_rank<3>{"cp::dstack"}, 2, e...);
}
FUSE_OPERANDS_IN_BRACES(dstack)
/// As many as a program has, as cp::concatenate of a std::vector.
template <expression E>
[[nodiscard]] auto dstack(std::vector<E> const& parts) {
  return detail::join_list(detail::of_rank<3>{"cp::dstack"}, parts, 2);
}
/// 1-D operands, and those of rank 0, as the columns of a 2-D array. Lazy.
template <operand... E>
[[nodiscard]] auto column_stack(E const&... e) {
  (void)detail::check_joined<E...>();
  return detail::joined_by(detail::as_columns{}, 1, e...);
}
FUSE_OPERANDS_IN_BRACES(column_stack)
/// As many as a program has, as cp::concatenate of a std::vector.
template <expression E>
[[nodiscard]] auto column_stack(std::vector<E> const& parts) {
  return detail::join_list(detail::as_columns{}, parts, 1);
}

namespace detail {
/// An expression with axes of extent 1 in front, until it has `Rank`. A view.
template <int Rank, expression E>
auto at_least(E const& e) {
  if constexpr (E::rank >= Rank)
    return e;
  else
    return view_of<Rank>(e, [](auto const& shape, auto const& strides) {
      constexpr int more = Rank - E::rank;
      mapping<Rank> m;
      for (int i = 0; i < Rank; ++i)
        m.shape[i] = i < more ? 1 : shape[i - more], m.strides[i] = i < more ? 0 : strides[i - more];
      return m;
    });
}
}  // namespace detail

}  // namespace cp
