// The algebra of variances: numbers, sums and squares about a centre that follows the data, so that nothing cancels.
#pragma once

#include <cstdint>
#include <fuse/core/scalar_math.hpp>
#include <fuse/ops/reduction_algebra.hpp>
#include <fuse/program/passes.hpp>
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

/// 1 / x of a power of two that is a number of elements, exactly.
FUSE_HD constexpr double one_over_power(double x) {
  return __builtin_bit_cast(double, 0x7fe0000000000000 - __builtin_bit_cast(std::int64_t, x));
}

/// Mean squared distance from the mean, in one pass; of real floats that are near when they are read again, in two (see
/// about_mean).
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
  static constexpr bool has_identity = true, takes_float32 = true;
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
    add_where(a, x, true);
  }
  /// The same where `take` is true, without a branch around it all.
  template <class S, bool Moves, class T>
  FUSE_HD static void add_where(moments<S, Moves>& a, T const& x, bool take) {
    S const value = static_cast<S>(x);
    a.centre = cp::detail::select(take & (a.n == 0), value, a.centre);
    S const d = cp::detail::select(take, S(value - a.centre), S(0));
    a.n += take;
    a.sum = a.sum + d;
    a.squares += inner_product(d, d);
    // (A power of two is divided by without a division. Of one element the centre is the mean already.)
    if constexpr (Moves)
      if (take && a.n > 1 && (a.n & (a.n - 1)) == 0)
        a = about(a, S(a.centre + a.sum * one_over_power(static_cast<double>(a.n))));
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
  /// What sums of squares about the mean come to.
  template <class R>
  FUSE_HD static R of_squares(std::int64_t n, double squares) {
    return converted<R>(value(n, squares));
  }

 protected:
  template <class S, bool Moves>
  FUSE_HD static double value(moments<S, Moves> const& a) {
    return value(a.n, a.squares - inner_product(a.sum, a.sum) / static_cast<double>(a.n));
  }
  FUSE_HD static double value(std::int64_t n, double squares) {
    double const left = static_cast<double>(n - Ddof);
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
  template <class R>
  FUSE_HD static R of_squares(std::int64_t n, double squares) {
    return deviation::template converted<R>(scalar::sqrt(deviation::value(n, squares)));
  }
};

/// The sums of the distances from a number, and of their squares.
struct distances {
  double sum, squares;
};
/// The same of real floats whose mean is known, or nearly so: what it is off by is in the sum of the distances. Where
/// the sum of narrow ones overflowed and the mean is infinite, distances are taken from 0, which float64 has room for;
/// of float64 (`Wide`) they are infinite then, and so is the variance, as NumPy's.
///
/// source  the two-pass algorithm with a correction, in the paper that `var` names
template <class Var, bool Wide>
struct about_mean : Var {
  template <class T, class U>
  using accumulator = distances;
  template <class A>
  FUSE_HD static A identity() {
    return {0, 0};
  }
  template <class T, class U>
  FUSE_HD static void add(distances& a, T const& x, U const& mean) {
    double const d = distance(x, mean);
    a.sum += d;
    a.squares += d * d;
  }
  template <class T, class U>
  FUSE_HD static double distance(T const& x, U const& mean) {
    double const centre = static_cast<double>(mean);
    return static_cast<double>(x) - (Wide || centre - centre == 0 ? centre : 0.0);
  }
  FUSE_HD static distances combine(distances const& a, distances const& b) {
    return {a.sum + b.sum, a.squares + b.squares};
  }
  template <class R>
  FUSE_HD static R finish(distances const& a, std::int64_t n) {
    double const off = a.sum * a.sum / static_cast<double>(n);
    bool const overflowed = Wide && off > 0 && off - off != 0;
    return Var::template of_squares<R>(n, overflowed ? a.squares : a.squares - off);
  }
};

}  // namespace cp::ops

namespace cp::program {

template <class Var, class T, class P>
struct variance_in_two_passes {
  using type = fold<Var, typename Var::template accumulator<typename type_of<P>::type>, T, P>;
};
/// Of real floats that are not costly to compute, which is done in each pass.
template <class Var, class T, class P>
requires(floating<typename type_of<P>::type>&& program_facts<P>::most <
         shared_cost) struct variance_in_two_passes<Var, T, P> {
  using element = typename type_of<P>::type;
  using mean = fold<ops::mean<void>, typename ops::mean<void>::template accumulator<element>, element, P>;
  using type = fold<ops::about_mean<Var, sizeof(element) == 8>, ops::distances, T, P, mean>;
};
template <int Ddof, class To, class A, class T, class P>
struct in_two_passes<fold<ops::var<Ddof, To>, A, T, P>> : variance_in_two_passes<ops::var<Ddof, To>, T, P> {};
template <int Ddof, class To, class A, class T, class P>
struct in_two_passes<fold<ops::deviation<Ddof, To>, A, T, P>> : variance_in_two_passes<ops::deviation<Ddof, To>, T, P> {
};

}  // namespace cp::program
