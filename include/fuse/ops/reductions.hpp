// Reductions: sums, products, means, variances, extremes and their places, truth (NumPy's "Sums, products, differences",
// "Statistics" and "Logic functions").
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include <fuse/core/scalar_math.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/reduction.hpp>
#include <fuse/expr/ufunc.hpp>
#include <fuse/ops/arithmetic.hpp>
#include <fuse/ops/explog.hpp>

namespace cp {

/// The type of cp::axis<...>.
template <int... Axis>
struct axis_list {};
/// Axes of a reduction, known while compiling; negative ones count from the end: `cp::sum(x, cp::axis<0, -1>)`.
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

namespace ops {

// What they share: `accumulator<T...>` holds what has been folded, `result<T...>` is the dtype that comes out. Most are
// one formula for two accumulators and one for what an element contributes.

/// NumPy's dtype of sums: integers widen to 64 bits.
template <class T>
using sum_type = std::conditional_t<boolean<T>, std::int64_t,
                                    std::conditional_t<integral<T>, std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>, T>>;
/// What sums of T are held in: 16-bit floats in float32.
template <class T>
using wide_type = std::conditional_t<cp::detail::half_number<T>, float, T>;

template <class To>
struct sum {
  static constexpr char const* qualified_name = "cp::sum";
  static constexpr int cost = 4;
  static constexpr bool has_identity = true;
  template <class T>
  using result = std::conditional_t<std::is_void_v<To>, sum_type<T>, To>;
  template <class T>
  using accumulator = wide_type<result<T>>;
  template <class A>
  FUSE_HD static A identity() {
    return A(0);
  }
  template <class A, class T>
  FUSE_HD static A lift(T const& x) {
    return static_cast<A>(x);
  }
  template <class A>
  FUSE_HD static A combine(A const& a, A const& b) {
    return cp::detail::wrapping_add(a, b);
  }
  template <class R, class A>
  FUSE_HD static R finish(A const& a, std::int64_t) {
    return static_cast<R>(a);
  }
};

template <class To>
struct prod : sum<To> {
  static constexpr char const* qualified_name = "cp::prod";
  template <class A>
  FUSE_HD static A identity() {
    return A(1);
  }
  template <class A>
  FUSE_HD static A combine(A const& a, A const& b) {
    return cp::detail::wrapping_multiply(a, b);
  }
};

/// Means of integers are float64.
template <class To>
struct mean : sum<To> {
  static constexpr char const* qualified_name = "cp::mean";
  template <class T>
  using result = std::conditional_t<!std::is_void_v<To>, To, std::conditional_t<boolean<T> || integral<T>, double, T>>;
  template <class T>
  using accumulator = wide_type<result<T>>;
  template <class R, class A>
  FUSE_HD static R finish(A const& a, std::int64_t n) {
    if constexpr (complex_floating<A>)
      return static_cast<R>(A(a.real() / static_cast<typename A::value_type>(n), a.imag() / static_cast<typename A::value_type>(n)));
    else
      return static_cast<R>(a / static_cast<A>(n));
  }
};

/// Of what has been folded: its number, one of its elements, and the sums of the others' distances from that and of their squares.
struct moments {
  double n, shift, sum, squares;
};
/// Shifted by an element, so that nothing cancels where the mean is far from zero.
///
/// source  Chan, Golub and LeVeque, "Algorithms for computing the sample variance: analysis and recommendations" (1983)
template <int Ddof>
struct var {
  static constexpr char const* qualified_name = "cp::var";
  static constexpr int cost = 16;
  static constexpr bool has_identity = true;
  template <class T>
  using result = std::conditional_t<boolean<T> || integral<T>, double, T>;
  template <class T>
  using accumulator = moments;
  template <class A>
  FUSE_HD static A identity() {
    return {0, 0, 0, 0};
  }
  template <class T>
  FUSE_HD static void add(moments& a, T const& x) {
    static_assert(!complex_floating<T>, "cp::var: complex operands are not supported; add the variances of cp::real(x) and cp::imag(x)");
    double const value = static_cast<double>(x);
    a.shift = a.n == 0 ? value : a.shift;
    double const d = value - a.shift;
    a.n += 1;
    a.sum += d;
    a.squares += d * d;
  }
  template <class A>
  FUSE_HD static A combine(A const& a, A const& b) {
    if (a.n == 0) return b;
    if (b.n == 0) return a;
    double const d = b.shift - a.shift;
    return {a.n + b.n, a.shift, a.sum + (b.sum + b.n * d), a.squares + (b.squares + d * (2 * b.sum + b.n * d))};
  }
  template <class R, class A>
  FUSE_HD static R finish(A const& a, std::int64_t n) {
    double const left = static_cast<double>(n - Ddof), squares = a.squares - a.sum * (a.sum / a.n);
    return static_cast<R>((squares > 0 || squares != squares ? squares : 0) / (left > 0 ? left : 0));
  }
};

/// Limits of a dtype, infinite ones where it has them.
template <class T>
FUSE_HD constexpr T lowest_of() {
  if constexpr (complex_floating<T>)
    return T(lowest_of<typename T::value_type>(), lowest_of<typename T::value_type>());
  else if constexpr (boolean<T>)
    return false;
  else if constexpr (floating<T>)
    return static_cast<T>(-__builtin_huge_valf());
  else
    return std::is_signed_v<T> ? static_cast<T>(std::uint64_t{1} << (8 * sizeof(T) - 1)) : T(0);
}
template <class T>
FUSE_HD constexpr T highest_of() {
  if constexpr (complex_floating<T>)
    return T(highest_of<typename T::value_type>(), highest_of<typename T::value_type>());
  else if constexpr (boolean<T>)
    return true;
  else if constexpr (floating<T>)
    return static_cast<T>(__builtin_huge_valf());
  else
    return static_cast<T>(~static_cast<std::make_unsigned_t<T>>(lowest_of<T>()));
}

struct max {
  static constexpr char const* qualified_name = "cp::max";
  static constexpr int cost = 4;
  static constexpr bool has_identity = false;
  template <class T>
  using result = T;
  template <class T>
  using accumulator = T;
  template <class A>
  FUSE_HD static A identity() {
    return lowest_of<A>();
  }
  template <class A>
  FUSE_HD static A lift(A const& x) {
    return x;
  }
  template <class A>
  FUSE_HD static A combine(A const& a, A const& b) {
    return scalar::maximum(a, b);
  }
  template <class R>
  FUSE_HD static R finish(R const& a, std::int64_t) {
    return a;
  }
};
struct min : max {
  static constexpr char const* qualified_name = "cp::min";
  template <class A>
  FUSE_HD static A identity() {
    return highest_of<A>();
  }
  template <class A>
  FUSE_HD static A combine(A const& a, A const& b) {
    return scalar::minimum(a, b);
  }
};

/// A value and its place; negative: none yet.
template <class T>
struct placed {
  T value;
  std::int64_t index;
};
/// The first of equal values; the first NaN, if there is one.
struct argmax {
  static constexpr char const* qualified_name = "cp::argmax";
  static constexpr int cost = 12;
  static constexpr bool has_identity = false;
  template <class T, class>
  using result = std::int64_t;
  template <class T, class>
  using accumulator = placed<T>;
  template <class A>
  FUSE_HD static A identity() {
    return {lowest_of<decltype(A::value)>(), -1};
  }
  /// Places come in rising order.
  template <class T>
  FUSE_HD static void add(placed<T>& a, T const& x, std::int64_t i) {
    if ((a.index < 0) | !at_most(x, a.value))
      if ((a.index < 0) | !scalar::isnan(a.value)) a = {x, i};
  }
  template <class T>
  FUSE_HD static placed<T> combine(placed<T> const& a, placed<T> const& b) {
    return chosen(a, b, exceeds(b.value, a.value), exceeds(a.value, b.value));
  }
  template <class R, class A>
  FUSE_HD static R finish(A const& a, std::int64_t) {
    return a.index;
  }

 protected:
  /// Whether x <= y, which no NaN is.
  template <class T>
  FUSE_HD static bool at_most(T const& x, T const& y) {
    if constexpr (complex_floating<T>)
      return scalar::greater_equal(y, x) & !scalar::isnan(x) & !scalar::isnan(y);
    else
      return x <= y;
  }
  /// Whether x > y, neither being NaN.
  template <class T>
  FUSE_HD static bool exceeds(T const& x, T const& y) {
    if constexpr (complex_floating<T>)
      return !scalar::greater_equal(y, x);
    else
      return x > y;
  }
  template <class T>
  FUSE_HD static placed<T> chosen(placed<T> const& a, placed<T> const& b, bool b_wins, bool a_wins) {
    if (a.index < 0) return b;
    if (b.index < 0) return a;
    bool const a_nan = scalar::isnan(a.value), b_nan = scalar::isnan(b.value);
    bool const tie = a_nan ? b_nan : !b_nan && !b_wins && !a_wins;
    if (tie) return b.index < a.index ? b : a;
    return b_nan || (!a_nan && b_wins) ? b : a;
  }
};
struct argmin : argmax {
  static constexpr char const* qualified_name = "cp::argmin";
  template <class A>
  FUSE_HD static A identity() {
    return {highest_of<decltype(A::value)>(), -1};
  }
  template <class T>
  FUSE_HD static void add(placed<T>& a, T const& x, std::int64_t i) {
    if ((a.index < 0) | !at_most(a.value, x))
      if ((a.index < 0) | !scalar::isnan(a.value)) a = {x, i};
  }
  template <class T>
  FUSE_HD static placed<T> combine(placed<T> const& a, placed<T> const& b) {
    return chosen(a, b, exceeds(a.value, b.value), exceeds(b.value, a.value));
  }
};

struct any {
  static constexpr char const* qualified_name = "cp::any";
  static constexpr int cost = 4;
  static constexpr bool has_identity = true;
  template <class T>
  using result = bool;
  template <class T>
  using accumulator = bool;
  template <class A>
  FUSE_HD static A identity() {
    return false;
  }
  template <class A, class T>
  FUSE_HD static A lift(T const& x) {
    return x != T(0);
  }
  template <class A>
  FUSE_HD static A combine(A const& a, A const& b) {
    return a || b;
  }
  template <class R, class A>
  FUSE_HD static R finish(A const& a, std::int64_t) {
    return a;
  }
};
struct all : any {
  static constexpr char const* qualified_name = "cp::all";
  template <class A>
  FUSE_HD static A identity() {
    return true;
  }
  template <class A>
  FUSE_HD static A combine(A const& a, A const& b) {
    return a && b;
  }
};
struct count_nonzero : sum<std::int64_t> {
  static constexpr char const* qualified_name = "cp::count_nonzero";
  template <class A, class T>
  FUSE_HD static A lift(T const& x) {
    return x != T(0) ? 1 : 0;
  }
};

}  // namespace ops

namespace detail {

template <class Option>
constexpr int axes_given = 0;
template <int... I>
constexpr int axes_given<axis_list<I...>> = sizeof...(I);
template <class Option>
  requires std::is_integral_v<Option>
constexpr int axes_given<Option> = 1;
template <class Option>
constexpr bool is_axes = std::is_integral_v<Option>;
template <int... I>
constexpr bool is_axes<axis_list<I...>> = true;

constexpr void note_axes(std::int64_t axis, int rank, std::uint32_t& mask, char const* where) {
  std::uint32_t const bit = std::uint32_t{1} << normalize_axis(axis, rank, where);
  if (mask & bit) expr::throw_axis_twice(where, axis);
  mask |= bit;
}
template <int... I>
constexpr void note_axes(axis_list<I...>, int rank, std::uint32_t& mask, char const* where) {
  (note_axes(std::int64_t{I}, rank, mask, where), ...);
}
constexpr void note_axes(keepdims_t, int, std::uint32_t&, char const*) {}
template <int N>
constexpr void note_axes(ddof_t<N>, int, std::uint32_t&, char const*) {}

template <class Option>
constexpr int ddof_given = 0;
template <int N>
constexpr int ddof_given<ddof_t<N>> = N;
template <class Option>
constexpr bool is_ddof = false;
template <int N>
constexpr bool is_ddof<ddof_t<N>> = true;

template <int Rank, class... Option>
struct reduction_options {
 private:
  template <class O>
  static constexpr void add_known(std::type_identity<O>, std::uint32_t&, bool&) {}
  template <int... I>
  static constexpr void add_known(std::type_identity<axis_list<I...>>, std::uint32_t& mask, bool& known) {
    ((I >= -Rank && I < Rank ? void(mask |= std::uint32_t{1} << (I < 0 ? I + Rank : I)) : void(known = false)), ...);
  }

 public:
  static_assert(((is_axes<Option> || std::is_same_v<Option, keepdims_t> || is_ddof<Option>) && ...),
                "cp: a reduction takes an axis (an integer, or cp::axis<0, -1>) and cp::keepdims (var and std: cp::ddof<1>)");
  static constexpr bool has_axes = (is_axes<Option> || ...);
  static constexpr int reduced = has_axes ? (0 + ... + axes_given<Option>) : Rank;
  static_assert(reduced <= Rank, "cp: a reduction cannot fold more axes than its operand has");
  static constexpr bool keep = (std::is_same_v<Option, keepdims_t> || ...);

  /// The axes as the node's type says them: known where none are given, or as a list that names existing ones once.
  static constexpr int axes = [] {
    std::uint32_t m = 0;
    bool known = true;
    [[maybe_unused]] auto const note = [&]<class O>(std::type_identity<O>) {
      if constexpr (std::is_integral_v<O>) known = false;
    };
    (note(std::type_identity<Option>{}), ...);
    (add_known(std::type_identity<Option>{}, m, known), ...);
    if (!has_axes) m = static_cast<std::uint32_t>((std::uint64_t{1} << Rank) - 1);
    return known && std::popcount(m) == reduced ? expr::known_axes(m) : reduced;
  }();

  static constexpr std::uint32_t mask([[maybe_unused]] char const* where, Option const&... option) {
    std::uint32_t m = 0;
    (note_axes(option, Rank, m, where), ...);
    return has_axes ? m : static_cast<std::uint32_t>((std::uint64_t{1} << Rank) - 1);
  }
};

template <class Op, class X, class... Option>
constexpr auto make_reduction(X&& x, Option const&... option) {
  using node = decltype(expr::as_node(std::forward<X>(x)));
  using options = reduction_options<node::rank, Option...>;
  return expr::reduce<Op, options::axes, options::keep, node>(expr::make_arguments(expr::as_node(std::forward<X>(x))),
                                                                 options::mask(Op::qualified_name, option...));
}

/// With the place of each element along the folded axis, or in the flattened operand.
template <class Op, class X, class... Option>
auto make_placed_reduction(X&& x, Option const&... option) {
  using node = decltype(expr::as_node(std::forward<X>(x)));
  using options = reduction_options<node::rank, Option...>;
  static_assert(options::reduced == node::rank || options::reduced == 1, "cp: argmin and argmax fold one axis, or all of them");
  std::uint32_t const mask = options::mask(Op::qualified_name, option...);
  auto const shape = expr::shape_of(x);
  auto step = contiguous_strides(shape);
  if constexpr (options::has_axes)
    for (int i = 0; i < node::rank; ++i) step[i] = mask >> i & 1;
  expr::position<node::rank> const place(shape, step, 0);
  return expr::reduce<Op, options::axes, options::keep, node, expr::position<node::rank>>(expr::make_arguments(expr::as_node(std::forward<X>(x)), place),
                                                                                              mask);
}

}  // namespace detail

/// Sum of the elements along axes (all of them if none is given).
///
/// dtype    integers widen to 64 bits, everything else stays; `cp::sum<double>(x)` says otherwise. 16-bit floats accumulate in float32
/// error    pairwise: grows with the logarithm of the number of elements; the same bits in every run and for any number of threads
/// numpy    numpy.sum
template <class To = void, expression X, class... Option>
[[nodiscard]] constexpr auto sum(X&& x, Option const&... option) {
  return detail::make_reduction<ops::sum<To>>(std::forward<X>(x), option...);
}
/// Product of the elements along axes; dtypes as of cp::sum.
///
/// numpy    numpy.prod
template <class To = void, expression X, class... Option>
[[nodiscard]] constexpr auto prod(X&& x, Option const&... option) {
  return detail::make_reduction<ops::prod<To>>(std::forward<X>(x), option...);
}
/// Arithmetic mean along axes; NaN of no elements.
///
/// dtype    float64 for integers and booleans, otherwise the operand's
/// numpy    numpy.mean
template <class To = void, expression X, class... Option>
[[nodiscard]] constexpr auto mean(X&& x, Option const&... option) {
  return detail::make_reduction<ops::mean<To>>(std::forward<X>(x), option...);
}
/// Mean of the squared deviations from the mean along axes, in one pass without cancellation, accumulated in float64.
///
/// dtype    float64 for integers and booleans, otherwise the operand's; real operands
/// numpy    numpy.var
/// example  cp::var(x, cp::axis<0>, cp::ddof<1>)
template <expression X, class... Option>
[[nodiscard]] constexpr auto var(X&& x, Option const&... option) {
  return detail::make_reduction<ops::var<(0 + ... + detail::ddof_given<Option>)>>(std::forward<X>(x), option...);
}
/// Square root of the variance.
///
/// numpy    numpy.std
template <expression X, class... Option>
[[nodiscard]] constexpr auto std(X&& x, Option const&... option) {
  return sqrt(var(std::forward<X>(x), option...));
}
/// Largest element along axes; NaN if there is one.
///
/// throws   value_error where a result has no elements
/// numpy    numpy.max
template <expression X, class... Option>
[[nodiscard]] constexpr auto max(X&& x, Option const&... option) {
  return detail::make_reduction<ops::max>(std::forward<X>(x), option...);
}
/// Smallest element along axes; NaN if there is one.
///
/// throws   value_error where a result has no elements
/// numpy    numpy.min
template <expression X, class... Option>
[[nodiscard]] constexpr auto min(X&& x, Option const&... option) {
  return detail::make_reduction<ops::min>(std::forward<X>(x), option...);
}
/// The same as cp::max.
template <expression X, class... Option>
[[nodiscard]] constexpr auto amax(X&& x, Option const&... option) {
  return max(std::forward<X>(x), option...);
}
/// The same as cp::min.
template <expression X, class... Option>
[[nodiscard]] constexpr auto amin(X&& x, Option const&... option) {
  return min(std::forward<X>(x), option...);
}
/// Largest minus smallest element along axes.
///
/// throws   value_error where a result has no elements
/// numpy    numpy.ptp
template <expression X, class... Option>
[[nodiscard]] constexpr auto ptp(X const& x, Option const&... option) {
  return max(x, option...) - min(x, option...);
}
/// Place of the first largest element (of the first NaN, if there is one) along an axis, or in the flattened operand: int64.
///
/// throws   value_error where a result has no elements
/// numpy    numpy.argmax
template <expression X, class... Option>
[[nodiscard]] auto argmax(X&& x, Option const&... option) {
  return detail::make_placed_reduction<ops::argmax>(std::forward<X>(x), option...);
}
/// Place of the first smallest element (of the first NaN, if there is one) along an axis, or in the flattened operand: int64.
///
/// throws   value_error where a result has no elements
/// numpy    numpy.argmin
template <expression X, class... Option>
[[nodiscard]] auto argmin(X&& x, Option const&... option) {
  return detail::make_placed_reduction<ops::argmin>(std::forward<X>(x), option...);
}
/// Whether any element along axes is not zero.
///
/// numpy    numpy.any
template <expression X, class... Option>
[[nodiscard]] constexpr auto any(X&& x, Option const&... option) {
  return detail::make_reduction<ops::any>(std::forward<X>(x), option...);
}
/// Whether all elements along axes are not zero: `cp::all(x, cp::axis<0>)`. As an index, cp::all is the whole axis.
///
/// numpy    numpy.all
template <class X, class... Option>
auto all_t::operator()(X&& x, Option const&... option) const {
  static_assert(expression<X>, "cp::all takes an array or an expression");
  return detail::make_reduction<ops::all>(std::forward<X>(x), option...);
}
/// How many elements along axes are not zero: int64.
///
/// numpy    numpy.count_nonzero
template <expression X, class... Option>
[[nodiscard]] constexpr auto count_nonzero(X&& x, Option const&... option) {
  return detail::make_reduction<ops::count_nonzero>(std::forward<X>(x), option...);
}

}  // namespace cp
