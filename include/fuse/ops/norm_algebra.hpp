// The algebra of Euclidean norms, scalar products, weighted means and logarithms of sums of exponentials.
#pragma once

#include <cstdint>
#include <type_traits>

#include <fuse/core/scalar_math.hpp>
#include <fuse/ops/reduction_algebra.hpp>

namespace cp::ops {

/// Squares summed apart: of large numbers scaled down, of small ones scaled up, and of the others as they are. Nothing
/// overflows or underflows.
///
/// source  J. L. Blue, "A portable Fortran program to find the Euclidean norm of a vector" (1978); LAPACK's dnrm2
struct scaled_squares {
  double large, medium, small;
};

/// Square root of the sum of squared magnitudes. 16- and 32-bit floats and integers are squared in float64, which holds
/// all their squares.
struct euclidean {
  static constexpr char const* qualified_name = "cp::linalg::norm";
  static constexpr int cost = 8;
  static constexpr bool has_identity = true;
  template <class T>
  using result = std::conditional_t<boolean<T> || integral<T>, double, typename dtype_traits<T>::real_type>;
  template <class T>
  using accumulator =
      std::conditional_t<std::is_same_v<T, double> || std::is_same_v<T, complex128>, scaled_squares, double>;
  template <class A>
  FUSE_HD static A identity() {
    if constexpr (std::is_same_v<A, double>)
      return 0;
    else
      return {0, 0, 0};
  }
  template <class T>
  FUSE_HD static void add(double& a, T const& x) {
    if constexpr (complex_floating<T>) {
      double const p = x.real(), q = x.imag();
      a += p * p + q * q;
    } else {
      double const p = static_cast<double>(x);
      a += p * p;
    }
  }
  FUSE_HD static void add(scaled_squares& a, double x) {
    double const p = x < 0 ? -x : x;
    bool const is_large = p > 0x1p486, is_small = p < 0x1p-511;
    double const l = (is_large ? p : 0) * 0x1p-538, s = (is_small ? p : 0) * 0x1p537;
    double const m = (is_large ? 0 : p) * (is_small ? 0 : 1.0);
    a.large += l * l;
    a.medium += m * m;
    a.small += s * s;
  }
  FUSE_HD static void add(scaled_squares& a, complex128 const& z) {
    add(a, z.real());
    add(a, z.imag());
  }
  FUSE_HD static double combine(double a, double b) { return a + b; }
  FUSE_HD static scaled_squares combine(scaled_squares const& a, scaled_squares const& b) {
    return {a.large + b.large, a.medium + b.medium, a.small + b.small};
  }
  template <class R>
  FUSE_HD static R finish(double a, std::int64_t) {
    return static_cast<R>(scalar::sqrt(a));
  }
  template <class R>
  FUSE_HD static R finish(scaled_squares const& a, std::int64_t) {
    double root = 0;
    if (a.large > 0)  // medium ones may count, small ones cannot
      root = scalar::sqrt(a.large + a.medium * 0x1p-538 * 0x1p-538) * 0x1p538;
    else if (a.small > 0) {
      double const m = scalar::sqrt(a.medium), s = scalar::sqrt(a.small) * 0x1p-537;
      double const big = m > s ? m : s, little = m > s ? s : m;
      root = m != m ? m : a.medium > 0 ? big * scalar::sqrt(1 + (little / big) * (little / big)) : s;
    } else
      root = scalar::sqrt(a.medium);
    return static_cast<R>(a.large != a.large ? a.large : root);
  }
};

/// Sum of the products of two vectors' elements, the first ones conjugated if `Conjugate`. Computes in the operands'
/// dtype; 16-bit floats in float32.
template <bool Conjugate>
struct inner {
  static constexpr char const* qualified_name = Conjugate ? "cp::vdot" : "cp::dot";
  static constexpr int unstretched = 2;
  static constexpr int cost = 4;
  static constexpr bool has_identity = true;
  template <class T, class>
  using result = T;
  template <class T, class>
  using accumulator = wide_type<T>;
  template <class A>
  FUSE_HD static A identity() {
    return A(0);
  }
  template <class A, class T>
  FUSE_HD static A lift(T const& x, T const& y) {
    if constexpr (Conjugate && complex_floating<T>)
      return scalar::conj(x) * y;
    else
      return cp::detail::wrapping_multiply(static_cast<A>(x), static_cast<A>(y));
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

/// Sums of weighted elements and of the weights. `Whole`: operands that are not stretched.
template <class A>
struct weighted {
  A values, weights;
};
template <int Whole>
struct average {
  static constexpr char const* qualified_name = "cp::average";
  static constexpr int unstretched = Whole;
  static constexpr int cost = 8;
  static constexpr bool has_identity = true;
  template <class T, class>
  using result = T;
  template <class T, class>
  using accumulator = weighted<wide_type<T>>;
  template <class A>
  FUSE_HD static A identity() {
    return {decltype(A::values)(0), decltype(A::values)(0)};
  }
  template <class A, class T>
  FUSE_HD static A lift(T const& x, T const& w) {
    using S = decltype(A::values);
    return {static_cast<S>(x) * static_cast<S>(w), static_cast<S>(w)};
  }
  template <class A>
  FUSE_HD static A combine(A const& a, A const& b) {
    return {a.values + b.values, a.weights + b.weights};
  }
  template <class R, class A>
  FUSE_HD static R finish(A const& a, std::int64_t) {
    return static_cast<R>(a.values / a.weights);
  }
};
template <int Whole>
struct sum_of_weights : average<Whole> {
  template <class R, class A>
  FUSE_HD static R finish(A const& a, std::int64_t) {
    return static_cast<R>(a.weights);
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
  static constexpr bool has_identity = true;
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

}  // namespace cp::ops
