// The algebra of variances: numbers, sums and squares about a centre that follows the data, so that nothing cancels.
#pragma once

#include <cstdint>
#include <fuse/core/scalar_math.hpp>
#include <type_traits>

namespace cp::ops {

/// Of what has been folded: its number, a centre near it, and the sums of the distances from the centre and of their
/// squares. S: double, or complex128. The centre is the first element; or `Moves` to the mean as elements come.
template <class S, bool Moves>
struct moments {
  std::int64_t n;
  S centre, sum;
  double squares;
};

/// Real part of conj(x) * y.
FUSE_HD constexpr double inner_product(double x, double y) { return x * y; }
FUSE_HD constexpr double inner_product(complex128 const& x, complex128 const& y) { return x.re * y.re + x.im * y.im; }

/// The same moments about another centre.
template <class S, bool Moves>
FUSE_HD moments<S, Moves> about(moments<S, Moves> const& a, S const& centre) {
  S const e = a.centre - centre;
  S const shift = e * static_cast<double>(a.n);
  return {a.n, centre, a.sum + shift, a.squares + inner_product(e, a.sum + a.sum + shift)};
}

/// Mean squared distance from the mean, in one pass.
///
/// Distances are taken from an element, in float64: even if it lies farthest from all others, n elements cost log2(n)
/// of the bits that float64 has more than narrower dtypes. Of 64-bit numbers the centre moves to the mean whenever the
/// number of elements has doubled: then the squares are at most twice those about the mean, whatever the order of the
/// data, and what has been rounded is never magnified.
///
/// source  Chan, Golub and LeVeque, "Algorithms for computing the sample variance: analysis and recommendations" (1983)
template <int Ddof, class To>
struct var {
  static constexpr char const* qualified_name = "cp::var";
  static constexpr char const* nan_name = "cp::nanvar";
  static constexpr int cost = 16;
  static constexpr bool has_identity = true;
  static constexpr int needs_more_than = Ddof;  ///< elements
  static_assert(std::is_void_v<To> || floating<To> || complex_floating<To>,
                "cp::var: the dtype of a variance is a float or complex one");
  template <class T>
  using result =
      std::conditional_t<!std::is_void_v<To>, To,
                         std::conditional_t<boolean<T> || integral<T>, double, typename dtype_traits<T>::real_type>>;
  template <class T>
  using accumulator = moments<std::conditional_t<complex_floating<T>, complex128, double>,
                              sizeof(T) / (complex_floating<T> ? 2 : 1) == 8>;
  template <class A>
  FUSE_HD static A identity() {
    return A{0, 0, 0, 0};
  }
  template <class S, bool Moves, class T>
  FUSE_HD static void add(moments<S, Moves>& a, T const& x) {
    S const value = static_cast<S>(x);
    a.centre = a.n == 0 ? value : a.centre;
    S const d = value - a.centre;
    a.n += 1;
    a.sum = a.sum + d;
    a.squares += inner_product(d, d);
    if constexpr (Moves)
      if ((a.n & (a.n - 1)) == 0) a = about(a, S(a.centre + a.sum / static_cast<double>(a.n)));
  }
  template <class S>
  FUSE_HD static moments<S, false> combine(moments<S, false> const& a, moments<S, false> const& b) {
    if (a.n == 0) return b;
    moments<S, false> const q = about(b, a.centre);  // which adds nothing where b is empty
    return {a.n + b.n, a.centre, a.sum + q.sum, a.squares + q.squares};
  }
  template <class S>
  FUSE_HD static moments<S, true> combine(moments<S, true> const& a, moments<S, true> const& b) {
    if (a.n == 0) return b;
    if (b.n == 0) return a;
    S const moved = b.sum + (b.centre - a.centre) * static_cast<double>(b.n);
    S const centre = a.centre + (a.sum + moved) / static_cast<double>(a.n + b.n);
    moments<S, true> const p = about(a, centre), q = about(b, centre);
    return {a.n + b.n, centre, p.sum + q.sum, p.squares + q.squares};
  }
  template <class R, class S, bool Moves>
  FUSE_HD static R finish(moments<S, Moves> const& a, std::int64_t) {
    return converted<R>(value(a));
  }

 protected:
  template <class S, bool Moves>
  FUSE_HD static double value(moments<S, Moves> const& a) {
    double const left = static_cast<double>(a.n - Ddof),
                 squares = a.squares - inner_product(a.sum, a.sum) / static_cast<double>(a.n);
    return (squares > 0 || squares != squares ? squares : 0) / (left > 0 ? left : 0);
  }
  template <class R>
  FUSE_HD static R converted(double x) {
    if constexpr (complex_floating<R>)
      return R(static_cast<typename R::value_type>(x));
    else
      return static_cast<R>(x);
  }
};

/// Square root of the variance, taken in float64: a float32 variance may overflow where its root does not.
template <int Ddof, class To>
struct deviation : var<Ddof, To> {
  static constexpr char const* qualified_name = "cp::std";
  static constexpr char const* nan_name = "cp::nanstd";
  template <class R, class S, bool Moves>
  FUSE_HD static R finish(moments<S, Moves> const& a, std::int64_t) {
    return deviation::template converted<R>(scalar::sqrt(deviation::value(a)));
  }
};

}  // namespace cp::ops
