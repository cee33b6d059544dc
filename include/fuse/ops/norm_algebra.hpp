// The algebra of Euclidean norms: sums of squares that neither overflow nor underflow.
#pragma once

#include <cstdint>
#include <fuse/core/scalar_math.hpp>
#include <type_traits>

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

}  // namespace cp::ops
