// The algebra of reductions: what each accumulates in, how an element joins, how two parts become one, what comes out.
#pragma once

#include <cstdint>
#include <fuse/core/scalar_math.hpp>
#include <fuse/expr/ufunc.hpp>
#include <fuse/ops/arithmetic.hpp>
#include <fuse/ops/logic.hpp>
#include <type_traits>

namespace cp {

namespace ops {

// What they share: `accumulator<T...>` holds what has been folded, `result<T...>` is the dtype that comes out. Most are
// one formula for two accumulators and one for what an element contributes.

/// NumPy's dtype of sums: integers widen to 64 bits.
template <class T>
using sum_type = std::conditional_t<
    boolean<T>, std::int64_t,
    std::conditional_t<integral<T>, std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>, T>>;
/// What sums of T are held in: 16-bit floats in float32.
template <class T>
using wide_type = std::conditional_t<cp::detail::half_float<T>, float, T>;

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

/// What leaves every element as it is. NumPy's identity of the operation where it `is_identity`: then results may have
/// no elements.
template <int Value, bool IsIdentity = true>
struct neutral_number {
  static constexpr bool is_identity = IsIdentity;
  template <class A>
  FUSE_HD static A value() {
    return static_cast<A>(Value);
  }
};
template <bool IsIdentity = false>
struct neutral_lowest {
  static constexpr bool is_identity = IsIdentity;
  template <class A>
  FUSE_HD static A value() {
    return lowest_of<A>();
  }
};
struct neutral_highest {
  static constexpr bool is_identity = false;
  template <class A>
  FUSE_HD static A value() {
    return highest_of<A>();
  }
};

/// Folds by an elementwise operation, from what is neutral to it.
template <class Elementwise, class Neutral>
struct fold_by {
  static constexpr char const* qualified_name = Elementwise::qualified_name;
  using elementwise = Elementwise;  ///< what joins an initial value
  static constexpr int cost = Elementwise::cost;
  static constexpr bool has_identity = Neutral::is_identity, takes_float32 = true;
  template <class T>
  using result = T;
  template <class T>
  using accumulator = wide_type<T>;
  template <class A>
  FUSE_HD static A identity() {
    return Neutral::template value<A>();
  }
  template <class A, class T>
  FUSE_HD static A lift(T const& x) {
    return expr::cast<A>{}(x);
  }
  template <class A>
  FUSE_HD static A combine(A const& a, A const& b) {
    return static_cast<A>(Elementwise{}(a, b));
  }
  template <class R, class A>
  FUSE_HD static R finish(A const& a, std::int64_t) {
    return static_cast<R>(a);
  }
};

/// Folds whose result is a sum's, or `To`.
template <class Elementwise, class Neutral, class To>
struct widening_fold : fold_by<Elementwise, Neutral> {
  template <class T>
  using result = std::conditional_t<std::is_void_v<To>, sum_type<T>, To>;
  template <class T>
  using accumulator = wide_type<result<T>>;
};
template <class To>
struct sum : widening_fold<ops::add, neutral_number<0>, To> {
  static constexpr char const* qualified_name = "cp::sum";
  static constexpr char const* nan_name = "cp::nansum";
  /// What up to 2^15 elements of T (and what masks them) sum up in exactly: a number of 32 bits for narrow integers.
  template <class T, class...>
  using few = std::conditional_t<boolean<T> || (integral<T> && sizeof(T) <= 2), std::int32_t, void>;
};
template <class To>
struct prod : widening_fold<ops::multiply, neutral_number<1>, To> {
  static constexpr char const* qualified_name = "cp::prod";
  static constexpr char const* nan_name = "cp::nanprod";
};

/// Means of integers are float64.
template <class To>
struct mean : sum<To> {
  static constexpr char const* qualified_name = "cp::mean";
  static_assert(std::is_void_v<To> || floating<To> || complex_floating<To>,
                "cp::mean: the dtype of a mean is a float or complex one");
  template <class T>
  using result = std::conditional_t<!std::is_void_v<To>, To, std::conditional_t<boolean<T> || integral<T>, double, T>>;
  template <class T>
  using accumulator = wide_type<result<T>>;
  template <class R, class A>
  FUSE_HD static R finish(A const& a, std::int64_t n) {
    if constexpr (complex_floating<A>)
      return static_cast<R>(
          A(a.real() / static_cast<typename A::value_type>(n), a.imag() / static_cast<typename A::value_type>(n)));
    else
      return static_cast<R>(a / static_cast<A>(n));
  }
};

/// Folds to one of the elements.
template <class Elementwise, class Neutral>
struct choosing_fold : fold_by<Elementwise, Neutral> {
  static constexpr bool chooses = true;
  template <class T>
  using accumulator = T;
};
/// Of 0 and -0 these give either.
struct larger : ops::maximum {
  template <class T>
  FUSE_HD T operator()(T const& x, T const& y) const {
    if constexpr (floating<T>)
      return scalar::larger(x, y);
    else
      return ops::maximum{}(x, y);
  }
};
struct smaller : ops::minimum {
  template <class T>
  FUSE_HD T operator()(T const& x, T const& y) const {
    if constexpr (floating<T>)
      return scalar::smaller(x, y);
    else
      return ops::minimum{}(x, y);
  }
};
struct max : choosing_fold<larger, neutral_lowest<>> {
  static constexpr char const* qualified_name = "cp::max";
};
struct min : choosing_fold<smaller, neutral_highest> {
  static constexpr char const* qualified_name = "cp::min";
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
  static constexpr char const* nan_name = "cp::nanargmax";
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
    take<is_first_if_none>(a, x, i, at_most(x, a.value));
  }
  /// The same where some elements are left out.
  template <class T>
  FUSE_HD static void add_some(placed<T>& a, T const& x, std::int64_t i) {
    take<false>(a, x, i, at_most(x, a.value));
  }
  /// Whether x, which comes later than what was found, changes nothing.
  template <class T>
  FUSE_HD static bool loses(placed<T> const& a, T const& x) {
    return stays(a, at_most(x, a.value));
  }
  /// An element that loses if and only if x and y do.
  template <class T>
  requires(!complex_floating<T>) FUSE_HD static T foremost(T const& x, T const& y) { return larger{}(x, y); }
  template <class T>
  FUSE_HD static placed<T> combine(placed<T> const& a, placed<T> const& b) {
    return chosen(a, b, exceeds(b.value, a.value), exceeds(a.value, b.value));
  }
  template <class R, class A>
  FUSE_HD static R finish(A const& a, std::int64_t) {
    return a.index < 0 ? 0 : a.index;
  }

 protected:
  /// Where nothing is left out and no element beats the identity, all are that, and the first one is meant: nothing has
  /// to be asked of a place, which takes a device three instructions an element.
#ifdef __CUDA_ARCH__
  static constexpr bool is_first_if_none = true;
#else
  static constexpr bool is_first_if_none = false;
#endif
  /// Whether what was found stays: x does not beat it, or it is a NaN.
  template <class T>
  FUSE_HD static bool stays(placed<T> const& a, bool beats_x) {
    return (a.index >= 0) & (beats_x | scalar::isnan(a.value));
  }
  /// Takes x where what was found does not stay. `Any`: so does that nothing was found.
  template <bool Any, class T>
  FUSE_HD static void take(placed<T>& a, T const& x, std::int64_t i, bool beats_x) {
    // (No branch: a warp would take it often, and a loop over lanes becomes vectors.)
    bool const takes = !((Any | (a.index >= 0)) & (beats_x | scalar::isnan(a.value)));
    a.value = takes ? x : a.value;
    a.index = takes ? i : a.index;
  }
  /// Whether x <= y, which no NaN is.
  template <class T>
  FUSE_HD static bool at_most(T const& x, T const& y) {
    if constexpr (complex_floating<T>)
      return static_cast<int>(scalar::greater_equal(y, x)) & static_cast<int>(!scalar::isnan(x)) &
             static_cast<int>(!scalar::isnan(y));
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
  static constexpr char const* nan_name = "cp::nanargmin";
  template <class A>
  FUSE_HD static A identity() {
    return {highest_of<decltype(A::value)>(), -1};
  }
  template <class T>
  FUSE_HD static void add(placed<T>& a, T const& x, std::int64_t i) {
    take<is_first_if_none>(a, x, i, at_most(a.value, x));
  }
  template <class T>
  FUSE_HD static void add_some(placed<T>& a, T const& x, std::int64_t i) {
    take<false>(a, x, i, at_most(a.value, x));
  }
  template <class T>
  FUSE_HD static bool loses(placed<T> const& a, T const& x) {
    return stays(a, at_most(a.value, x));
  }
  template <class T>
  requires(!complex_floating<T>) FUSE_HD static T foremost(T const& x, T const& y) { return smaller{}(x, y); }
  template <class T>
  FUSE_HD static placed<T> combine(placed<T> const& a, placed<T> const& b) {
    return chosen(a, b, exceeds(a.value, b.value), exceeds(b.value, a.value));
  }
};

/// Folds of truth values, which are kept in integers of the elements' size, so that a vector of elements becomes a
/// vector of them.
template <class Elementwise, class Neutral>
struct truth_fold : fold_by<Elementwise, Neutral> {
  template <class T>
  using result = bool;
  template <class T>
  using accumulator = std::conditional_t<
      sizeof(T) == 1, std::int8_t,
      std::conditional_t<sizeof(T) == 2, std::int16_t, std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>>>;
  template <class A, class T>
  FUSE_HD static A lift(T const& x) {
    return x != T(0) ? 1 : 0;
  }
};
struct any : truth_fold<ops::logical_or, neutral_number<0>> {
  static constexpr char const* qualified_name = "cp::any";
  template <class A>
  FUSE_HD static A combine(A const& a, A const& b) {
    return static_cast<A>(a | b);
  }
};
struct all : truth_fold<ops::logical_and, neutral_number<1>> {
  static constexpr char const* qualified_name = "cp::all";
  template <class A>
  FUSE_HD static A combine(A const& a, A const& b) {
    return static_cast<A>(a & b);
  }
};
struct count_nonzero : sum<std::int64_t> {
  static constexpr char const* qualified_name = "cp::count_nonzero";
  template <class, class...>
  using few = std::int32_t;
  template <class A, class T>
  FUSE_HD static A lift(T const& x) {
    return x != T(0) ? 1 : 0;
  }
};

/// The largest element, and the sum of exp(x - largest).
template <class A>
struct scaled_exponentials {
  A largest, sum;
};
/// log(sum(exp(x))) in one pass. 16-bit floats compute in float32.
struct logsumexp {
  static constexpr char const* qualified_name = "cp::logsumexp";
  static constexpr int cost = 60;
  static constexpr bool has_identity = true, takes_float32 = true;
  template <class T>
  using result = std::conditional_t<boolean<T> || integral<T>, double, T>;
  template <class T>
  using accumulator = scaled_exponentials<wide_type<result<T>>>;
  template <class A>
  FUSE_HD static A identity() {
    return {lowest_of<decltype(A::largest)>(), 0};
  }
  template <class S, class T>
  FUSE_HD static void add(scaled_exponentials<S>& a, T const& x) {
    S const value = static_cast<S>(x), below = scalar::abs(value - a.largest);
    // Equal ones, infinities among them, add exp(0). The argument is chosen, not the result, so that loops over this
    // become vectors.
    S const e = scalar::exp(value == a.largest ? S(0) : -below);
    bool const larger = value > a.largest;
    a.sum = larger ? a.sum * e + 1 : a.sum + e;
    a.largest = larger ? value : a.largest;
  }
  template <class A>
  FUSE_HD static A combine(A const& a, A const& b) {
    // The sum with the smaller maximum shrinks; NaN spoils the sum.
    using S = decltype(A::largest);
    bool const b_larger = b.largest > a.largest;
    S const below = b_larger ? a.largest - b.largest : b.largest - a.largest;
    S const factor = scalar::exp(a.largest == b.largest ? S(0) : below);
    S const first = b_larger ? b.sum : a.sum, second = b_larger ? a.sum : b.sum;
    return {b_larger ? b.largest : a.largest, first + second * factor};
  }
  template <class R, class A>
  FUSE_HD static R finish(A const& a, std::int64_t) {
    return static_cast<R>(a.largest + scalar::log(a.sum));
  }
};

}  // namespace ops

}  // namespace cp
