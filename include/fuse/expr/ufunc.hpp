// Universal functions: how operands of mixed dtypes become the arguments of one elementwise operation. (Long:
// promotion, ufuncs and their operators are one mechanism.)
#pragma once

#include <cstdint>
#include <fuse/array/concepts.hpp>
#include <fuse/core/convert.hpp>
#include <fuse/core/dtype.hpp>
#include <fuse/core/scalar_math.hpp>
#include <fuse/expr/node.hpp>
#include <type_traits>
#include <utility>

namespace cp {

namespace expr {

/// Converts each element.
template <class To>
struct cast {
  static constexpr int cost = 4;
  template <class...>
  using result = To;
  static constexpr char const* qualified_name = "cp::astype";
  template <class T>
  FUSE_HD constexpr To operator()(T const& x) const {
    if constexpr (boolean<To>)
      return x != T{};  // NumPy: anything but zero is true
    else if constexpr (boolean<T> && (std::is_same_v<To, float> || std::is_same_v<To, double>))
      return x ? To(1) : To(0);  // a choice becomes vectors, g++'s conversion does not
    else if constexpr (detail::is_complex<T> && !detail::is_complex<To>)
      return static_cast<To>(x.re);
    else if constexpr (detail::is_complex<To> && !detail::is_complex<T>)
      return static_cast<To>(cast<typename dtype_traits<To>::real_type>{}(x));
    else if constexpr (requires { static_cast<To>(x); })
      return static_cast<To>(x);
    else
      return static_cast<To>(static_cast<typename dtype_traits<To>::real_type>(x));
  }
};

/// An operand as a node: expressions are copied or moved in, C++ numbers become constants.
template <class X>
FUSE_INLINE constexpr auto as_node(X&& x) {
  using value = std::remove_cvref_t<X>;
  static_assert(!is_bounded<value>,
                "cp: a boundary (cp::wrap(u), cp::nearest(u) ...) belongs to an argument of cp::fuse whose neighbours "
                "the lambda reads by cp::at");
  if constexpr (settles<value>) {
    return x.settled();
  } else if constexpr (expression<value>) {
    return value(std::forward<X>(x));
  } else if constexpr (detail::complex_like<value> && !complex_floating<value>) {
    using part = std::remove_cvref_t<decltype(x.real())>;
    return constant<complex<part>, true>(complex<part>(x.real(), x.imag()));
  } else {
    constexpr bool weak = std::is_arithmetic_v<value> || complex_floating<value>;
    return constant<canonical<value>, weak>(static_cast<canonical<value>>(x));
  }
}

/// The dtype that operands have in common: NumPy's promotion, in which C++ numbers are weak. Among themselves their
/// integers are int64.
template <class... A>
struct common_dtype;
template <class Strong, class Node>
constexpr auto join_strong() {
  if constexpr (Node::weak)
    return std::type_identity<Strong>{};
  else if constexpr (std::is_void_v<Strong>)
    return std::type_identity<typename Node::value_type>{};
  else
    return std::type_identity<result_type<Strong, typename Node::value_type>>{};
}
template <class Strong, class Node>
constexpr auto join_weak() {
  if constexpr (!Node::weak)
    return std::type_identity<Strong>{};
  else
    return std::type_identity<weak_result_type<Strong, typename Node::value_type>>{};
}
template <class A, bool Weak>
struct join_one {
  using type = typename A::value_type;
};
template <class A>
struct join_one<A, true> {
  using type = default_dtype<typename A::value_type>;
};
template <class A>
struct common_dtype<A> : join_one<A, A::weak> {};
/// Of two nodes: promotion, or the weak rule if one is weak.
template <class A, class B, bool WeakA, bool WeakB>
struct join_two {
  using type = result_type<typename A::value_type, typename B::value_type>;
};
template <class A, class B>
struct join_two<A, B, true, true> {
  using type = result_type<default_dtype<typename A::value_type>, default_dtype<typename B::value_type>>;
};
template <class A, class B>
struct join_two<A, B, true, false> {
  using type = weak_result_type<typename B::value_type, typename A::value_type>;
};
template <class A, class B>
struct join_two<A, B, false, true> {
  using type = weak_result_type<typename A::value_type, typename B::value_type>;
};
template <class A, class B>
struct common_dtype<A, B> : join_two<A, B, A::weak, B::weak> {};
template <class Strong, class A, class B, class C>
struct join_three {
  using type =
      typename decltype(join_weak<
                        typename decltype(join_weak<typename decltype(join_weak<Strong, A>())::type, B>())::type,
                        C>())::type;
};
template <class A, class B, class C>
struct join_three<void, A, B, C> {
  using type = result_type<typename join_two<A, B, true, true>::type, default_dtype<typename C::value_type>>;
};
template <class A, class B, class C>
struct common_dtype<A, B, C> {
  using strong =
      typename decltype(join_strong<
                        typename decltype(join_strong<typename decltype(join_strong<void, A>())::type, B>())::type,
                        C>())::type;
  using type = typename join_three<strong, A, B, C>::type;
};

template <class Node>
constexpr bool is_constant = false;
template <class T, bool Weak>
constexpr bool is_constant<constant<T, Weak>> = true;

/// A node whose elements are of type `To`.
template <class To, class Node>
constexpr auto cast_to(Node node) {
  static_assert(!std::is_void_v<To>,
                "cp: these operands have no common dtype (a struct of your own beside another type); convert one, or "
                "use cp::elementwise");
  if constexpr (std::is_same_v<To, typename Node::value_type>)
    return node;
  else if constexpr (is_constant<Node>)
    return constant<To, Node::weak>(detail::convert_scalar<To>(node.value));
  else
    return map<cast<To>, Node>(arguments<Node>{std::move(node)});
}

/// Rules: which dtypes an operation accepts (of the operands' common dtype P), and in which it computes.
namespace rules {
struct any {
  template <class P>
  using loop = P;
  template <class P>
  static constexpr bool accepts = true;
};
/// Numbers but bool (NumPy has no `-` on booleans).
struct arithmetic : any {
  template <class P>
  static constexpr bool accepts = !boolean<P>;
};
/// Booleans compute as int8 (NumPy's // and ** on booleans).
struct widened : any {
  template <class P>
  using loop = std::conditional_t<boolean<P>, int8, P>;
};
/// Real numbers.
struct real : any {
  template <class P>
  static constexpr bool accepts = number<P> && !complex_floating<P>;
};
/// Real numbers of which booleans compute as int8.
struct real_widened : real {
  template <class P>
  using loop = std::conditional_t<boolean<P>, int8, P>;
};
/// Floats and complex numbers; integers compute in the float that NumPy takes for them.
struct inexact : any {
  template <class P>
  using loop = float_for<P>;
  template <class P>
  static constexpr bool accepts = number<P>;
};
/// The same without complex numbers.
struct real_inexact : inexact {
  template <class P>
  static constexpr bool accepts = number<P> && !complex_floating<P>;
};
/// True division: integers compute in float64 whatever their size.
struct division : any {
  template <class P>
  using loop = std::conditional_t<boolean<P> || integral<P>, double, P>;
};
/// Booleans and integers.
struct bits : any {
  template <class P>
  static constexpr bool accepts = boolean<P> || integral<P>;
};
/// Integers (booleans compute as int8).
struct integers : bits {
  template <class P>
  using loop = std::conditional_t<boolean<P>, int8, P>;
};
}  // namespace rules

/// What every elementwise operation states: arity, dtype rule, dtype of the result, cost on the host.
template <int Arity, class Rule, int Cost>
struct operation {
  static constexpr int arity = Arity;
  static constexpr int cost = Cost;
  using rule = Rule;
};

/// Kinds of results: of the arguments' type, a boolean, or the real part's type.
template <class T>
using same = T;
template <class T>
using boolean_result = bool;
template <class>
using small_count = std::uint8_t;
template <class T>
using magnitude = typename dtype_traits<T>::real_type;

/// Makes an operand a node whose elements are of type `To`.
template <class To>
struct operand_as {
  template <class X>
  FUSE_INLINE constexpr auto operator()(X&& x) const {
    using node = decltype(as_node(std::forward<X>(x)));
    if constexpr (std::is_same_v<To, typename node::value_type>)
      return as_node(std::forward<X>(x));
    else
      return cast_to<To>(as_node(std::forward<X>(x)));
  }
};

template <class Op, class... X>
FUSE_INLINE constexpr auto make_map(X&&... x) {
  using common = typename common_dtype<decltype(as_node(std::forward<X>(x)))...>::type;
  static_assert(!std::is_void_v<common>,
                "cp: these operands have no common dtype (a struct of your own beside another type); convert one, or "
                "use cp::elementwise");
  static_assert(
      Op::rule::template accepts<common>,
      "cp: an operand's dtype is outside this ufunc's domain (Op below names it); convert it with cp::astype<T>(x)");
  using as_loop = operand_as<typename Op::rule::template loop<common>>;
  return map<Op, decltype(as_loop{}(std::forward<X>(x)))...>(in_place{}, as_loop{}, std::forward<X>(x)...);
}

}  // namespace expr

namespace detail {
template <class... X>
concept any_expression = (expression<X> || ...);
// Defined in ops/scans.hpp.
template <class Op, class To, class X, class... Option>
constexpr auto scan_by(X&& x, Option const&... option);
}  // namespace detail

namespace detail {
// Defined in ops/ufunc_methods.hpp.
template <class Op, class To, class X, class... Option>
auto reduce_by(X&& x, Option const&... option);
template <class Op, class To, class X, int N, class... Option>
auto reduce_over(X&& x, int const (&axes)[N], Option const&... option);
template <class Op, class X, class Y>
auto outer_by(X&& x, Y&& y);
template <class Op>
auto types_of_ufunc();
struct in_order {};
template <class Op, class Order, class A, class Index, class B>
void accumulate_by(A const& a, Index const& index, B const& b);
// Defined in ops/segments.hpp.
template <class Op, class X, class Offsets>
auto reduceat_by(X&& x, Offsets const& o, std::int64_t axis);
}  // namespace detail

/// What ufuncs of two operands have besides being called. (Of others it is empty, for what including the header costs.)
template <class Op>
struct ufunc_methods {};
/// The methods of ufuncs of two operands.
template <class Op>
requires(Op::arity == 2) struct ufunc_methods<Op> {
  /// Folds the operand by this operation along the first axis, or those of the options (see cp::sum), lazily:
  /// `cp::maximum.reduce(x, 1)`. Dtypes as of the ufunc, but sums and products of integers widen;
  /// `cp::add.reduce<double>(x)` says otherwise.
  ///
  /// options  cp::axis<...> or one integer, cp::keepdims, cp::initial(x), cp::where(mask)
  /// order    operations that are not associative (subtract, divide, power, ...) fold one axis from the left, as NumPy:
  ///          ((a - b) - c) - d
  /// cost     those are evaluated now, by one thread a result: a GPU does not help where there are few
  /// throws   value_error where a result has no elements, for operations without identity (extremes, lcm, subtract)
  /// numpy    numpy.ufunc.reduce
  template <class To = void, expression X, class... Option>
  [[nodiscard]] auto reduce(X&& x, Option const&... option) const {
    return detail::reduce_by<Op, To>(std::forward<X>(x), option...);
  }
  /// Along axes in braces: `cp::add.reduce(x, {0, 2})`.
  template <class To = void, expression X, int N, class... Option>
  [[nodiscard]] auto reduce(X&& x, int const (&axes)[N], Option const&... option) const {
    return detail::reduce_over<Op, To>(std::forward<X>(x), axes, option...);
  }
  /// Folds segments of an axis: element i is the reduction of the elements [offsets[i], offsets[i + 1]), the last one
  /// to the end of the axis; where offsets do not rise it is the element at offsets[i]. Runs now, with what computes x
  /// in the same kernel. Dtypes as of `reduce`.
  ///
  /// throws   index_error for the axis; for offsets outside the axis in host_space (on the device, whose data are not
  ///          looked at, they are clamped to it) and
  ///          where the axis has no elements
  /// numpy    numpy.ufunc.reduceat
  template <expression X, expression Offsets>
  [[nodiscard]] auto reduceat(X&& x, Offsets const& offsets, int axis = 0) const {
    return detail::reduceat_by<Op>(std::forward<X>(x), offsets, axis);
  }
  /// What the operation has made of the elements so far, along an axis (the first, if none is given), lazily:
  /// `cp::maximum.accumulate(x, cp::axis<1>)`. Dtypes of add and multiply as of cp::cumsum. Operations that are not
  /// associative go from the left, now, by one thread a line, as in `reduce`.
  ///
  /// numpy    numpy.ufunc.accumulate
  template <class To = void, expression X, class... Option>
  [[nodiscard]] constexpr auto accumulate(X&& x, Option const&... option) const {
    return detail::scan_by<Op, To>(std::forward<X>(x), option...);
  }
  /// The operation on all pairs, lazily: element [i..., j...] is op(x[i...], y[j...]).
  ///
  /// numpy    numpy.ufunc.outer
  template <operand X, operand Y>
  requires detail::any_expression<X, Y>
  [[nodiscard]] auto outer(X&& x, Y&& y) const { return detail::outer_by<Op>(std::forward<X>(x), std::forward<Y>(y)); }
  /// a[index] = op(a[index], b) for one index after the other, so that those that occur several times count as often:
  /// `cp::add.at(a, i, 1)`. Runs now.
  ///
  /// index    an integer expression for the first axis, or a std::tuple of one for each of the first axes; indices wrap
  ///          around
  /// b        a number or an expression that broadcasts to the indices' shape followed by the axes without index
  /// option   cp::in_any_order: on the device by atomic operations alone, faster, and other bits in every run
  /// order    that of the indices: operations that do not commute give NumPy's results, and all the same bits in every
  ///          run. On the device sums of floats and complex numbers add up what meets first (exactly, or in an order
  ///          that follows from the indices; 16-bit floats in float32) and then change the element once
  /// cost     one kernel on the device for integers and extremes of floats; else indices are sorted, or many added to
  ///          few elements by bins (see cp::segment_sum). Of operations other than sums one thread applies all values
  ///          of an element, one after the other: where most indices name one element the device does not help
  /// throws   shape_error, index_error for an empty array
  /// numpy    numpy.ufunc.at
  template <class A, class Index, operand B, class Order = detail::in_order>
  void at(A const& a, Index const& index, B const& b, Order = {}) const {
    detail::accumulate_by<Op, Order>(a, index, b);
  }
};

/// What a ufunc says of itself.
template <class Op>
struct ufunc_facts {
  static constexpr int nin = Op::arity;                        ///< how many operands it takes
  static constexpr int nout = 1;                               ///< how many results it has
  static constexpr int nargs = nin + nout;                     ///< both together
  static constexpr char const* name = Op::qualified_name + 4;  ///< without its namespace
  /// The dtypes that it computes in and what comes out, as NumPy writes them: "ff->f", one for each dtype.
  [[nodiscard]] static auto types() { return detail::types_of_ufunc<Op>(); }
};

/// A universal function: an elementwise operation that broadcasts its operands and promotes their dtypes. Called with
/// at least one expression it returns a lazy one; called with C++ numbers alone, the number.
template <class Op>
struct ufunc : ufunc_facts<Op>, ufunc_methods<Op> {
  /// Of operands of which one is an expression at least the lazy expression: they broadcast and promote. Of C++ numbers
  /// the number itself: integers are int64; of uint64 alone, uint64.
  template <class... X>
  requires((operand<X> && ...) || (detail::sequence<X> || ...)) [[nodiscard]] FUSE_INLINE constexpr auto operator()(
      X&&... x) const {
    static_assert(sizeof...(X) == Op::arity, "cp: wrong number of operands for this ufunc, named by Op");
    if constexpr ((detail::sequence<X> || ...)) {
      static_assert((!detail::sequence<X> && ...),
                    "cp::asarray makes an array of a std::vector, std::array or std::span");
    } else if constexpr (detail::any_expression<X...>) {
      return expr::make_map<Op>(std::forward<X>(x)...);
    } else {
      using common = std::conditional_t<(std::is_same_v<canonical<std::remove_cvref_t<X>>, uint64> && ...), uint64,
                                        typename expr::common_dtype<decltype(expr::as_node(x))...>::type>;
      using loop = typename Op::rule::template loop<common>;
      return Op{}(detail::convert_scalar<loop>(expr::as_node(x).value)...);
    }
  }
};

/// Each element converted to `To`; float to int drops the fraction, complex to real the imaginary part, anything to
/// bool tests for zero.
template <class To, operand X>
[[nodiscard]] constexpr auto astype(X&& x) {
  static_assert(std::is_same_v<To, canonical<To>>,
                "cp: name the dtype by its fixed width, as in cp::astype<std::int64_t>(x)");
  using node = decltype(expr::as_node(std::forward<X>(x)));
  using from = typename node::value_type;
  static_assert(
      ((number<To> || detail::is_complex<To>)&&number<from>) || requires(from const& v) { static_cast<To>(v); },
      "cp::astype: these dtypes cannot be converted into each other");
  if constexpr (std::is_same_v<To, typename node::value_type> && !node::weak)
    return expr::as_node(std::forward<X>(x));
  else
    return expr::map<expr::cast<To>, node>(expr::arguments<node>{expr::as_node(std::forward<X>(x))});
}

}  // namespace cp

/// One elementwise operation of one operand, in one line: name, dtype rule, dtype of the result, cost on the host
/// (about nanoseconds for 256 elements, see signature_info), formula in x.
#define FUSE_UFUNC1(NAME, RULE, RESULT, COST, ...)                   \
  namespace ops {                                                    \
  struct NAME : expr::operation<1, expr::rules::RULE, COST> {        \
    static constexpr char const* qualified_name = "cp::" #NAME;      \
    template <class T>                                               \
    using result = expr::RESULT<T>;                                  \
    template <class T>                                               \
    FUSE_HD constexpr expr::RESULT<T> operator()(T const& x) const { \
      return static_cast<expr::RESULT<T>>(__VA_ARGS__);              \
    }                                                                \
  };                                                                 \
  }                                                                  \
  inline constexpr ufunc<ops::NAME> NAME {}

/// The same with two operands, x and y.
#define FUSE_UFUNC2(NAME, RULE, RESULT, COST, ...)                               \
  namespace ops {                                                                \
  struct NAME : expr::operation<2, expr::rules::RULE, COST> {                    \
    static constexpr char const* qualified_name = "cp::" #NAME;                  \
    template <class T, class>                                                    \
    using result = expr::RESULT<T>;                                              \
    template <class T>                                                           \
    FUSE_HD constexpr expr::RESULT<T> operator()(T const& x, T const& y) const { \
      return static_cast<expr::RESULT<T>>(__VA_ARGS__);                          \
    }                                                                            \
  };                                                                             \
  }                                                                              \
  inline constexpr ufunc<ops::NAME> NAME {}

/// The operator of a ufunc of two operands.
#define FUSE_OPERATOR2(SIGN, NAME)                                       \
  template <operand X, operand Y>                                        \
  requires detail::any_expression<X, Y>                                  \
  [[nodiscard]] FUSE_INLINE constexpr auto operator SIGN(X&& x, Y&& y) { \
    return NAME(std::forward<X>(x), std::forward<Y>(y));                 \
  }

/// The operator of a ufunc of one operand.
#define FUSE_OPERATOR1(SIGN, NAME)                                \
  template <expression X>                                         \
  [[nodiscard]] FUSE_INLINE constexpr auto operator SIGN(X&& x) { \
    return NAME(std::forward<X>(x));                              \
  }

/// The compound assignment of a ufunc of two operands: writes into the array's data.
#define FUSE_COMPOUND(SIGN, NAME)                                                         \
  template <class T, int Rank, class Space, operand Y>                                    \
  ndarray<T, Rank, Space> const& operator SIGN(ndarray<T, Rank, Space> const& x, Y&& y) { \
    detail::assign_elements(x, NAME(x, std::forward<Y>(y)));                              \
    return x;                                                                             \
  }                                                                                       \
  template <updatable Target, operand Y>                                                  \
  void operator SIGN(Target&& x, Y const& y) {                                            \
    std::forward<Target>(x).update(NAME, y);                                              \
  }

/// A compound operator of an expression, which has none. (The arithmetic ones are members of it.)
#define FUSE_NO_COMPOUND(SIGN)                                                              \
  template <expression Node, class Y>                                                       \
  requires(!is_array<Node> && !updatable<Node>) void operator SIGN(Node const&, Y const&) { \
    expr::refuse_assignment<Node>();                                                        \
  }

/// An operator of an array and a std::vector. (The usual ones have it: it costs who includes them.)
#define FUSE_NO_SEQUENCES(SIGN)                                                             \
  template <class X, class Y, class Instead = detail::asarray_makes_an_array_of_a_sequence> \
  requires detail::with_sequence<X, Y>                                                      \
  void operator SIGN(X const&, Y const&) = delete;
