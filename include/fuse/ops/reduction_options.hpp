// What a reduction takes besides its operand: axes, keepdims, ddof, an initial value, a mask; and the nodes that are
// made of it.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <fuse/expr/derived.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/reduction.hpp>
#include <fuse/expr/ufunc.hpp>
#include <fuse/ops/selective_algebra.hpp>
#include <type_traits>
#include <utility>

namespace cp {

/// The type of cp::axis<...>.
template <int... Axis>
struct axis_list {};
/// One axis, which any function takes in place of an `int`: no other number becomes of it, so that
/// `roll(x, cp::axis<1>)` is not a shift.
template <int Axis>
struct axis_list<Axis> {
  /// The axis.
  template <std::same_as<int> I>
  constexpr operator I() const {
    return Axis;
  }
};
/// Axes of a function, known while compiling; negative ones count from the end: `cp::sum(x, cp::axis<0, -1>)`,
/// `cp::flip(x, cp::axis<1>)`.
template <int... Axis>
inline constexpr axis_list<Axis...> axis{};
/// The type of cp::keepdims.
struct keepdims_t {};
/// Keeps the axes that a reduction folds, with extent 1, so that the result broadcasts against the operand.
inline constexpr keepdims_t keepdims{};
/// The type of cp::ddof<N>.
template <int N>
struct ddof_t {};
/// What is subtracted from the number of elements in a variance: `cp::var(x, cp::ddof<1>)`.
template <int N>
inline constexpr ddof_t<N> ddof{};

/// What cp::initial(x) gives.
template <class T>
struct initial_t {
  T value;  ///< the number
};
/// The value that a reduction begins with, converted to the result's dtype: `cp::max(x, cp::initial(0))`. Where there
/// is one, results of no elements are allowed. Throws value_error (at the reduction) where an integer does not fit.
template <scalar_operand T>
[[nodiscard]] constexpr initial_t<T> initial(T const& value) {
  return {value};
}

/// What cp::where(mask) gives.
template <class Mask>
struct where_t {
  Mask mask;  ///< the condition
};
/// As an option of a reduction: the elements that are taken, `cp::sum(x, cp::where(x > 0))`. The mask is a boolean
/// expression that broadcasts to the operand's shape, and is read by the same kernel. (NumPy's where of one argument is
/// another thing, `nonzero`.)
template <expression Mask>
[[nodiscard]] constexpr auto where(Mask&& mask) {
  using node = decltype(expr::as_node(std::forward<Mask>(mask)));
  static_assert(boolean<typename node::value_type>, "cp::where: the mask of a reduction must be boolean");
  return where_t<node>{expr::as_node(std::forward<Mask>(mask))};
}

namespace detail {

/// Axes known at run time, as a view or a reduction keeps them.
template <int N>
struct axes_of {
  int value[N];
  constexpr int& operator[](int i) { return value[i]; }
  constexpr int const* begin() const { return value; }
  constexpr int const* end() const { return value + N; }
};
template <int N>
constexpr axes_of<N> axes_in(int const (&axes)[N]) {
  axes_of<N> a;
  for (int i = 0; i < N; ++i) a[i] = axes[i];
  return a;
}

template <class Option>
constexpr int axes_given = 0;
template <int N>
constexpr int axes_given<axes_of<N>> = N;
template <int... I>
constexpr int axes_given<axis_list<I...>> = sizeof...(I);
template <class Option>
requires std::is_integral_v<Option>
constexpr int axes_given<Option> = 1;
template <class Option>
constexpr bool is_axis_list = false;
template <int... I>
constexpr bool is_axis_list<axis_list<I...>> = true;
template <class Option>
constexpr bool is_axes = std::is_integral_v<Option> || is_axis_list<Option>;
template <int N>
constexpr bool is_axes<axes_of<N>> = true;

/// The one axis that an option names. An operand of rank 0 counts as one element of one axis.
template <int Rank, int Axis>
constexpr int axis_of(axis_list<Axis>, char const*) {
  constexpr int axes = Rank == 0 ? 1 : Rank;
  static_assert(Axis >= -axes && Axis < axes, "cp: the axis is out of bounds");
  return Axis < 0 ? Axis + axes : Axis;
}
template <int Rank, class Axis>
requires std::is_integral_v<Axis>
constexpr int axis_of(Axis axis, char const* where) {
  return normalize_axis(static_cast<std::int64_t>(axis), Rank == 0 ? 1 : Rank, where);
}

constexpr void note_axes(std::int64_t axis, int rank, std::uint32_t& mask, char const* where) {
  std::uint32_t const bit = std::uint32_t{1} << normalize_axis(axis, rank, where);
  if (mask & bit) expr::throw_axis_twice(where, axis);
  mask |= bit;
}
template <int... I>
constexpr void note_axes(axis_list<I...>, int rank, std::uint32_t& mask, char const* where) {
  (note_axes(std::int64_t{I}, rank, mask, where), ...);
}
template <int N>
constexpr void note_axes(axes_of<N> const& axes, int rank, std::uint32_t& mask, char const* where) {
  for (int axis : axes) note_axes(std::int64_t{axis}, rank, mask, where);
}
template <class Option>
requires(!is_axes<Option>) constexpr void note_axes(Option const&, int, std::uint32_t&, char const*) {}

template <class Option>
constexpr int ddof_given = 0;
template <int N>
constexpr int ddof_given<ddof_t<N>> = N;
template <class Option>
constexpr bool is_ddof = false;
template <int N>
constexpr bool is_ddof<ddof_t<N>> = true;

/// Whether an option is a `Kind<T>` (initial_t, where_t, weights_t).
template <template <class> class Kind, class Option>
constexpr bool is_a = false;
template <template <class> class Kind, class T>
constexpr bool is_a<Kind, Kind<T>> = true;
/// The option of one kind; there is one.
template <template <class> class Kind, class First, class... More>
constexpr auto const& option_of(First const& first, More const&... more) {
  if constexpr (is_a<Kind, First>)
    return first;
  else
    return option_of<Kind>(more...);
}

/// The bits of axes that are known while compiling; `known` is unset where one is not, or does not exist.
template <int Rank, class Option>
constexpr void note_known(std::type_identity<Option>, std::uint32_t&, bool& known) {
  if constexpr (is_axes<Option>) known = false;
}
template <int Rank, int... I>
constexpr void note_known(std::type_identity<axis_list<I...>>, std::uint32_t& mask, bool& known) {
  ((I >= -Rank && I < Rank ? void(mask |= std::uint32_t{1} << (I < 0 ? I + Rank : I)) : void(known = false)), ...);
}

/// What a reduction accepts besides axes and keepdims.
enum accepted : unsigned { plain_options = 0, with_ddof = 1, with_initial = 2, with_where = 4 };

template <int Rank, unsigned Accepted, class... Option>
struct reduction_options {
  static_assert(((is_axes<Option> || std::is_same_v<Option, keepdims_t> || is_ddof<Option> || is_a<initial_t, Option> ||
                  is_a<where_t, Option>)&&...),
                "cp: a reduction takes an axis (an integer, or cp::axis<0, -1>) and cp::keepdims (many also "
                "cp::initial and cp::where, var and std cp::ddof<1>); the larger of two is cp::maximum(x, y)");
  static_assert((!is_ddof<Option> && ...) || (Accepted & with_ddof),
                "cp: only variances and standard deviations take cp::ddof");
  static constexpr int initials = (0 + ... + is_a<initial_t, Option>), masks = (0 + ... + is_a<where_t, Option>);
  static_assert(initials == 0 || (Accepted & with_initial),
                "cp: only sums, products, extremes and the reduce of a ufunc take cp::initial");
  static_assert(masks == 0 || (Accepted & with_where), "cp: this reduction takes no cp::where");
  static_assert(initials <= 1 && masks <= 1 && (0 + ... + is_ddof<Option>) <= 1,
                "cp: a reduction takes one cp::initial, one cp::where and one cp::ddof");
  static constexpr bool has_axes = (is_axes<Option> || ...);
  static constexpr int reduced = has_axes ? (0 + ... + axes_given<Option>) : Rank;
  static_assert(reduced <= Rank, "cp: a reduction cannot fold more axes than its operand has");
  static constexpr bool keep = (std::is_same_v<Option, keepdims_t> || ...);
  static constexpr bool has_initial = initials > 0, has_where = masks > 0;

  /// The axes as the node's type says them.
  static constexpr int axes = [] {
    std::uint32_t m = 0;
    bool known = true;
    (note_known<Rank>(std::type_identity<Option>{}, m, known), ...);
    if (!has_axes) m = static_cast<std::uint32_t>((std::uint64_t{1} << Rank) - 1);
    return known && std::popcount(m) == reduced ? expr::known_axes(m) : reduced;
  }();

  static constexpr std::uint32_t mask([[maybe_unused]] char const* where, Option const&... option) {
    std::uint32_t m = 0;
    (note_axes(option, Rank, m, where), ...);
    return has_axes ? m : static_cast<std::uint32_t>((std::uint64_t{1} << Rank) - 1);
  }
};

/// A reduction of several operands, whose ranks are at most the first one's.
template <class Op, int Axes, bool Keep, class... Node>
constexpr auto reduce_nodes(std::uint32_t axes, Node... node) {
  return expr::reduce<Op, Axes, Keep, Node...>(expr::make_arguments(std::move(node)...), axes);
}

/// Op along the axes of the options, with their mask and initial value.
template <class Op, unsigned Accepted, class X, class... Option>
constexpr auto make_reduction(X&& x, Option const&... option) {
  using node = decltype(expr::as_node(std::forward<X>(x)));
  using options = reduction_options<node::rank, Accepted, Option...>;
  using op = std::conditional_t<options::has_initial && !Op::has_identity, ops::started<Op>, Op>;
  std::uint32_t const axes = options::mask(Op::qualified_name, option...);
  auto reduction = [&] {
    if constexpr (options::has_where) {
      static_assert(op::has_identity,
                    "cp: an extreme with cp::where needs cp::initial, since the mask may leave nothing");
      auto const& mask = option_of<where_t>(option...).mask;
      static_assert(std::remove_cvref_t<decltype(mask)>::rank <= node::rank,
                    "cp::where: the mask of a reduction must broadcast to its operand; this one has more axes");
      return reduce_nodes<ops::masked<op>, options::axes, options::keep>(axes, expr::as_node(std::forward<X>(x)), mask);
    } else {
      return reduce_nodes<op, options::axes, options::keep>(axes, expr::as_node(std::forward<X>(x)));
    }
  }();
  if constexpr (options::has_initial) {
    using T = typename decltype(reduction)::value_type;
    using start = expr::constant<T, false>;
    start const value(convert_scalar<T>(option_of<initial_t>(option...).value));
    return expr::map<typename Op::elementwise, decltype(reduction), start>(
        expr::make_arguments(std::move(reduction), value));
  } else {
    return reduction;
  }
}

/// With the place of each element along the folded axis, or in the flattened operand.
template <class Op, class X, class... Option>
auto make_placed_reduction(X&& x, Option const&... option) {
  using node = decltype(expr::as_node(std::forward<X>(x)));
  using options = reduction_options<node::rank, plain_options, Option...>;
  static_assert(options::reduced == node::rank || options::reduced == 1,
                "cp: argmin and argmax fold one axis, or all of them");
  if constexpr (expr::is_traced<node>) {
    return expr::derive([option...](auto const& e) { return make_placed_reduction<Op>(e, option...); }, x);
  } else {
    std::uint32_t const mask = options::mask(Op::qualified_name, option...);
    auto const shape = expr::shape_of(x);
    auto step = contiguous_strides(shape);
    if constexpr (options::reduced != node::rank)
      for (int i = 0; i < node::rank; ++i) step[i] = mask >> i & 1;
    expr::position<node::rank> const place(shape, step, 0);
    return expr::reduce<Op, options::axes, options::keep, node, expr::position<node::rank>>(
        expr::make_arguments(expr::as_node(std::forward<X>(x)), place), mask);
  }
}

}  // namespace detail

}  // namespace cp
