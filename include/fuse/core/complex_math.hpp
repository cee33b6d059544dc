// cp::scalar on complex numbers. Special values follow C99 Annex G.
#pragma once

#include <fuse/core/real_math.hpp>

namespace cp::detail {

// x * x + y * y - 1 near |z| = 1 and (1 + x)^2 + y * y - 1 near z = 0 cancel: in twice the precision they do not.
template <class T>
struct two {  // the unevaluated sum high + low
  T high, low;
};

FUSE_HD two<double> two_product(double x, double y) {
  double const p = x * y;
  return {p, libm::fma(x, y, -p)};
}
FUSE_HD two<double> two_sum(double x, double y) {  // Knuth's
  double const s = x + y, t = s - x;
  return {s, (x - (s - t)) + (y - t)};
}
// x^2 + y^2 + 2 c x for c = 0 or 1, less 1 if c = 0
FUSE_HD double squares_less_one(double x, double y) {
  two<double> const a = two_product(x, x), b = two_product(y, y);
  two<double> const s = two_sum(a.high, -1.0), t = two_sum(s.high, b.high);
  return t.high + ((t.low + s.low) + (a.low + b.low));
}
FUSE_HD double squares_plus_twice(double x, double y) {
  two<double> const a = two_product(x, x), b = two_product(y, y);
  two<double> const s = two_sum(2 * x, a.high), t = two_sum(s.high, b.high);
  return t.high + ((t.low + s.low) + (a.low + b.low));
}
FUSE_HD float squares_less_one(float x, float y) {
  double const a = x, b = y;
  return static_cast<float>((a - 1) * (a + 1) + b * b);
}
FUSE_HD float squares_plus_twice(float x, float y) {
  double const a = x, b = y;
  return static_cast<float>(a * (a + 2) + b * b);
}

FUSE_HD void sine_and_cosine(float x, float& s, float& c) {
#if defined(__CUDA_ARCH__)
  ::sincosf(x, &s, &c);
#else
  s = libm::sinf(x);
  c = libm::cosf(x);
#endif
}
FUSE_HD void sine_and_cosine(double x, double& s, double& c) {
#if defined(__CUDA_ARCH__)
  ::sincos(x, &s, &c);
#else
  s = libm::sin(x);
  c = libm::cos(x);
#endif
}

// e^x = base * factor * factor without overflow of the parts: e^x may be too large where e^x * sin(y) is not.
template <class T>
struct scaled_exp {
  T base, factor;
};
FUSE_HD scaled_exp<float> exp_scaled(float x) {
  float const shift = x > 88.0f ? 112.0f : 0.0f, factor = x > 88.0f ? 2.0916594960129961e24f : 1.0f;
  return {libm::expf((x > 200.0f ? 200.0f : x) - shift), factor};
}
FUSE_HD scaled_exp<double> exp_scaled(double x) {
  double const shift = x > 709.0 ? 752.0 : 0.0, factor = x > 709.0 ? 1.9711750597734883e163 : 1.0;
  return {libm::exp((x > 1460.0 ? 1460.0 : x) - shift), factor};
}

// log |x + iy|. After T. E. Hull, T. F. Fairgrieve, P. T. P. Tang, "Implementing complex elementary functions using
// exception handling", ACM TOMS 20 (1994): where |z| is near 1, through log1p.
template <class T>
FUSE_HD T log_magnitude(T x, T y) {
  constexpr bool single = sizeof(T) == 4;
  constexpr T large = single ? T(0x1p50) : T(0x1p500), small = single ? T(0x1p-40) : T(0x1p-400);
  constexpr T up = single ? T(0x1p100) : T(0x1p600), log_up = T((single ? 100 : 600) * ln2);
  T const a = scalar::fmax(scalar::abs(x), scalar::abs(y)), b = scalar::fmin(scalar::abs(x), scalar::abs(y));
  T const scale = a > large ? 1 / up : a < small ? up : T{1};
  T const offset = a > large ? log_up : a < small ? -log_up : T{0};
  T const p = a * scale, q = b * scale, sum = p * p + q * q;
  bool const near_one = static_cast<int>(sum > T(0.5)) & static_cast<int>(sum < T(3)) & static_cast<int>(offset == 0);
  T const near_result = scalar::log1p(squares_less_one(select(near_one, a, T{1}), select(near_one, b, T{0})));
  T const far_result = scalar::log(sum);
  T const result = T(0.5) * select(near_one, near_result, far_result) + offset;
  bool const infinite = static_cast<int>(scalar::isinf(x)) | static_cast<int>(scalar::isinf(y));
  return select(infinite, a, select(x + y == x + y, result, x + y));
}

}  // namespace cp::detail

namespace cp::scalar {

/// True if a part is NaN, if a part is infinite, if both are finite.
template <class T>
FUSE_HD constexpr bool isnan(complex<T> z) {
  return static_cast<int>(z.re != z.re) | static_cast<int>(z.im != z.im);
}
template <class T>
FUSE_HD constexpr bool isinf(complex<T> z) {
  return static_cast<int>(isinf(z.re)) | static_cast<int>(isinf(z.im));
}
template <class T>
FUSE_HD constexpr bool isfinite(complex<T> z) {
  return static_cast<int>(isfinite(z.re)) & static_cast<int>(isfinite(z.im));
}

/// Conjugate, parts and argument.
template <class T>
FUSE_HD constexpr complex<T> conj(complex<T> z) {
  return {z.re, -z.im};
}
template <class T>
FUSE_HD constexpr T real(complex<T> z) {
  return z.re;
}
template <class T>
FUSE_HD constexpr T imag(complex<T> z) {
  return z.im;
}
template <class T>
FUSE_HD T angle(complex<T> z) {
  return arctan2(z.im, z.re);
}
/// Magnitude, without overflow.
template <class T>
FUSE_HD T abs(complex<T> z) {
  return hypot(z.re, z.im);
}

template <class T>
FUSE_HD constexpr complex<T> negative(complex<T> z) {
  return -z;
}
template <class T>
FUSE_HD constexpr complex<T> square(complex<T> z) {
  return {z.re * z.re - z.im * z.im, z.re * z.im + z.im * z.re};
}
template <class T>
FUSE_HD constexpr complex<T> reciprocal(complex<T> z) {
  // as NumPy writes it: Smith's division, in which 1 / 0 is NaN in both parts
  bool const real_larger = (z.re < 0 ? -z.re : z.re) >= (z.im < 0 ? -z.im : z.im);
  T const large = real_larger ? z.re : z.im, small = real_larger ? z.im : z.re;
  T const ratio = small / large, divisor = large + small * ratio;
  T const one = T{1} / divisor, other = ratio / divisor;
  return {real_larger ? one : other, real_larger ? -other : -one};
}
/// Each part to the nearest integer, ties to even.
template <class T>
FUSE_HD complex<T> rint(complex<T> z) {
  return {rint(z.re), rint(z.im)};
}
/// z / |z|; 0 for 0, NaN where that has no limit.
template <class T>
FUSE_HD complex<T> sign(complex<T> z) {
  T const nan = static_cast<T>(__builtin_nan(""));
  if (isinf(z)) {
    if (isinf(z.re) && isinf(z.im)) return {nan, nan};
    return isinf(z.re) ? complex<T>(sign(z.re), T{0}) : complex<T>(T{0}, sign(z.im));
  }
  if (isnan(z)) return {nan, nan};
  // halved first if the magnitude could overflow
  bool const huge = maximum(abs(z.re), abs(z.im)) > T(sizeof(T) == 4 ? 0x1p126 : 0x1p1022);
  T const scale = huge ? T(0.25) : T{1}, x = z.re * scale, y = z.im * scale, magnitude = hypot(x, y);
  return magnitude == 0 ? complex<T>(T{0}, T{0}) : complex<T>(x / magnitude, y / magnitude);
}

/// The order of NumPy's sorts: by real part, then by imaginary part, NaN last in each.
template <class T>
FUSE_HD constexpr bool less(complex<T> x, complex<T> y) {
  if (x.re < y.re) return x.im == x.im || y.im != y.im;
  if (x.re > y.re) return y.im != y.im && x.im == x.im;
  if (x.re == y.re || (x.re != x.re && y.re != y.re)) return less(x.im, y.im);
  return y.re != y.re;
}
/// x >= y in NumPy's lexicographic order; false if a part that decides is NaN.
template <class T>
FUSE_HD constexpr bool greater_equal(complex<T> x, complex<T> y) {
  int const ordered = static_cast<int>(x.im == x.im) & static_cast<int>(y.im == y.im);
  return (static_cast<int>(x.re > y.re) & ordered) | (static_cast<int>(x.re == y.re) & static_cast<int>(x.im >= y.im));
}
/// The larger and the smaller in lexicographic order, NaN if either is; fmax and fmin ignore one NaN.
template <class T>
FUSE_HD constexpr complex<T> maximum(complex<T> x, complex<T> y) {
  return static_cast<int>(greater_equal(x, y)) | static_cast<int>(isnan(x)) ? x : y;
}
template <class T>
FUSE_HD constexpr complex<T> minimum(complex<T> x, complex<T> y) {
  return static_cast<int>(greater_equal(y, x)) | static_cast<int>(isnan(x)) ? x : y;
}
template <class T>
FUSE_HD constexpr complex<T> fmax(complex<T> x, complex<T> y) {
  return static_cast<int>(greater_equal(x, y)) | static_cast<int>(isnan(y)) ? x : y;
}
template <class T>
FUSE_HD constexpr complex<T> fmin(complex<T> x, complex<T> y) {
  return static_cast<int>(greater_equal(y, x)) | static_cast<int>(isnan(y)) ? x : y;
}

/// x limited to [low, high] in that order: minimum(high, maximum(low, x)).
template <class T>
FUSE_HD constexpr complex<T> clip(complex<T> x, complex<T> low, complex<T> high) {
  return minimum(maximum(x, low), high);
}

// -- exponentials -----------------------------------------------------------------------------------------------------

/// e^z.
template <class T>
FUSE_HD complex<T> exp(complex<T> z) {
  T s, c;
  detail::sine_and_cosine(z.im, s, c);
  detail::scaled_exp<T> const e = detail::exp_scaled(z.re);
  T const re = e.base * c * e.factor * e.factor, im = e.base * s * e.factor * e.factor;
  bool const edge = static_cast<int>(isinf(z.re)) & static_cast<int>(!isfinite(z.im));
  T const limit = e.base * e.factor * e.factor;  // inf or 0
  bool const vanishes = static_cast<int>(edge) & static_cast<int>(limit == 0);
  return {detail::select(edge, limit, re),
          detail::select(vanishes, copysign(T{0}, z.im), detail::select(z.im == 0, z.im, im))};
}
/// 2^z.
template <class T>
FUSE_HD complex<T> exp2(complex<T> z) {
  return exp(complex<T>(z.re * static_cast<T>(detail::ln2), z.im * static_cast<T>(detail::ln2)));
}
/// e^z - 1, accurate where z is small.
template <class T>
FUSE_HD complex<T> expm1(complex<T> z) {
  // e^x cos y - 1 = expm1(x) cos y - 2 sin^2(y / 2)
  T s, c, half_s, half_c;
  detail::sine_and_cosine(z.im, s, c);
  detail::sine_and_cosine(z.im / 2, half_s, half_c);
  complex<T> const e = exp(z);
  T const small = expm1(z.re) * c - 2 * half_s * half_s;
  bool const use_small = static_cast<int>(abs(z.re) < 2) & static_cast<int>(isfinite(z.im));
  return {detail::select(use_small, small, e.re - 1), e.im};
}
/// Natural logarithm, branch cut on the negative real axis.
template <class T>
FUSE_HD complex<T> log(complex<T> z) {
  return {detail::log_magnitude(z.re, z.im), arctan2(z.im, z.re)};
}
/// Logarithm to base 2.
template <class T>
FUSE_HD complex<T> log2(complex<T> z) {
  complex<T> const l = log(z);
  return {l.re * static_cast<T>(detail::log2e), l.im * static_cast<T>(detail::log2e)};
}
/// Logarithm to base 10.
template <class T>
FUSE_HD complex<T> log10(complex<T> z) {
  complex<T> const l = log(z);
  return {l.re * static_cast<T>(detail::log10e), l.im * static_cast<T>(detail::log10e)};
}
/// log(1 + z), accurate where z is small.
template <class T>
FUSE_HD complex<T> log1p(complex<T> z) {
  T const x = z.re + 1;
  bool const is_near = static_cast<int>(abs(z.re) < T(0.75)) & static_cast<int>(abs(z.im) < T(0.75));
  T const near_x = detail::select(is_near, z.re, T{0}), near_y = detail::select(is_near, z.im, T{0});
  T const near_result = T(0.5) * log1p(detail::squares_plus_twice(near_x, near_y));
  return {detail::select(is_near, near_result, detail::log_magnitude(x, z.im)), arctan2(z.im, x)};
}

// -- square root and powers -------------------------------------------------------------------------------------------

/// Square root with a non-negative real part. W. Kahan, "Branch cuts for complex elementary functions" (1987).
FUSE_HD complex<double> sqrt(complex<double> z) {
  double const x = abs(z.re), y = abs(z.im), a = fmax(x, y);
  double const scale = a > 0x1p500 ? 0x1p-600 : a < 0x1p-400 ? 0x1p600 : 1;
  double const back = a > 0x1p500 ? 0x1p300 : a < 0x1p-400 ? 0x1p-300 : 1;
  double const p = x * scale, q = y * scale, t = sqrt((p + sqrt(p * p + q * q)) * 0.5);
  double const u = t == 0 ? 0 : q / (2 * t);
  double re = (z.re < 0 ? u : t) * back, im = (z.re < 0 ? t : u) * back;
  bool const infinite = static_cast<int>(x - x != 0) & static_cast<int>(x == x), defined = y == y;
  re = infinite ? (z.re > 0 ? z.re : defined ? 0.0 : y) : re;
  im = infinite ? (z.re > 0 ? (defined ? 0.0 : y) : x) : im;
  bool const tall = isinf(y);
  return {tall ? y : re, copysign(tall ? y : im, z.im)};
}
FUSE_HD complex<float> sqrt(complex<float> z) {  // squares of floats neither overflow nor vanish in double
  complex<double> const r = sqrt(complex<double>(z));
  return {static_cast<float>(r.re), static_cast<float>(r.im)};
}

/// x^y, principal value; whole powers below 100 by multiplication, as in NumPy.
FUSE_HD complex<double> pow(complex<double> x, complex<double> y) {
  if (y.re == 0 && y.im == 0) return {1, 0};
  if (x.re == 0 && x.im == 0) {
    double const undefined = y.re > 0 ? 0.0 : __builtin_nan("");
    return {undefined, undefined};
  }
  if (y.im == 0 && y.re == trunc(y.re) && abs(y.re) < 100) {
    complex<double> base = x, result(1);
    for (unsigned n = static_cast<unsigned>(abs(y.re)); n != 0; n >>= 1) {
      if (n & 1u) result = result * base;
      base = base * base;
    }
    if (isfinite(result) && (result.re != 0 || result.im != 0)) return y.re < 0 ? complex<double>(1) / result : result;
  }
  complex<double> const l = log(x);
  return exp(complex<double>(y.re * l.re - y.im * l.im, y.re * l.im + y.im * l.re));
}
FUSE_HD complex<float> pow(complex<float> x, complex<float> y) {
  complex<double> const r = pow(complex<double>(x), complex<double>(y));
  return {static_cast<float>(r.re), static_cast<float>(r.im)};
}

// -- hyperbolic and circular functions --------------------------------------------------------------------------------

/// Hyperbolic sine.
template <class T>
FUSE_HD complex<T> sinh(complex<T> z) {
  T s, c;
  detail::sine_and_cosine(z.im, s, c);
  T const x = abs(z.re);
  bool const big = x > T(20);
  detail::scaled_exp<T> const e = detail::exp_scaled(x);
  T const sh = detail::select(big, copysign(e.base / 2, z.re), sinh(z.re));
  T const ch = detail::select(big, e.base / 2, cosh(x)), f = big ? e.factor : T{1};
  T re = sh * c * f * f, im = ch * s * f * f;
  re = detail::select(static_cast<int>(isinf(x)) & static_cast<int>(!isfinite(z.im)), z.re, re);
  bool const no_real_part = static_cast<int>(z.re == 0) & static_cast<int>(re != re);  // cos(y) has no sign
  return {detail::select(no_real_part, z.re, re), detail::select(z.im == 0, z.im, im)};
}
/// Hyperbolic cosine.
template <class T>
FUSE_HD complex<T> cosh(complex<T> z) {
  T s, c;
  detail::sine_and_cosine(z.im, s, c);
  T const x = abs(z.re);
  bool const big = x > T(20);
  detail::scaled_exp<T> const e = detail::exp_scaled(x);
  T const sh = detail::select(big, copysign(e.base / 2, z.re), sinh(z.re));
  T const ch = detail::select(big, e.base / 2, cosh(x)), f = big ? e.factor : T{1};
  T const re = ch * c * f * f, im = sh * s * f * f;
  T const zero = copysign(T{0}, z.re) * copysign(T{1}, z.im);
  bool const on_axis = static_cast<int>(z.re == 0) | static_cast<int>(z.im == 0);
  bool const undefined = static_cast<int>(on_axis) & static_cast<int>(im != im);
  bool const edge = static_cast<int>(isinf(x)) & static_cast<int>(!isfinite(z.im));
  return {detail::select(edge, x, re), detail::select(undefined, zero, im)};
}
/// Hyperbolic tangent: (sinh x cosh x + i sin y cos y) / (sinh^2 x + cos^2 y).
template <class T>
FUSE_HD complex<T> tanh(complex<T> z) {
  T s, c;
  detail::sine_and_cosine(z.im, s, c);
  T const x = abs(z.re);
  bool const big = x > T(20);
  T const limited = big ? T(20) : z.re, sh = sinh(limited), ch = cosh(limited), divisor = sh * sh + c * c;
  T const tail = exp(-x);  // e^(-2x) alone may vanish where 4 e^(-2x) does not
  T const re = detail::select(big, copysign(T{1}, z.re), sh * ch / divisor);
  T im = detail::select(big, 2 * s * tail * (2 * c * tail), s * c / divisor);
  im = detail::select(static_cast<int>(isinf(x)) & static_cast<int>(!isfinite(z.im)), copysign(T{0}, z.im), im);
  return {detail::select(z.re == 0, z.re, re), detail::select(z.im == 0, z.im, im)};
}
/// Sine: -i sinh(iz).
template <class T>
FUSE_HD complex<T> sin(complex<T> z) {
  complex<T> const w = sinh(complex<T>(-z.im, z.re));
  return {w.im, -w.re};
}
/// Cosine: cosh(iz).
template <class T>
FUSE_HD complex<T> cos(complex<T> z) {
  return cosh(complex<T>(-z.im, z.re));
}
/// Tangent: -i tanh(iz).
template <class T>
FUSE_HD complex<T> tan(complex<T> z) {
  complex<T> const w = tanh(complex<T>(-z.im, z.re));
  return {w.im, -w.re};
}
/// sin(pi z) / (pi z), 1 at 0.
template <class T>
FUSE_HD complex<T> sinc(complex<T> z) {
  complex<T> const y(static_cast<T>(detail::pi) * z.re, static_cast<T>(detail::pi) * z.im);
  return y.re == 0 && y.im == 0 ? complex<T>(T{1}) : sin(y) / y;
}

}  // namespace cp::scalar
