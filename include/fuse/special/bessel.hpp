// Bessel functions of whole orders.
#pragma once

#include <fuse/special/gamma.hpp>
#include <fuse/special/phase.hpp>
#include <fuse/special/quotients.hpp>
#include <fuse/special/tables.hpp>
#include <fuse/special/ufunc.hpp>
#include <utility>

namespace cp::special {

namespace formulas {

/// For x from 12 on: J and Y of orders 0 and 1 are sqrt(1 / pi x) times sums of sin x and cos x with the factors P and
/// Q (DLMF 10.17.3), whose phases x - pi / 4 and x - 3 pi / 4 are taken apart by the addition theorem.
template <real T>
struct bessel_wave {
  T amplitude, r, w, sum, difference;
  FUSE_HD explicit bessel_wave(T x) : r(1 / x), w(r * r) {
    amplitude = static_cast<T>(0.56418958354775628695) * scalar::sqrt(r);
    sine_cosine<T> const at(x);
    sum = at.sine + at.cosine;
    difference = at.sine - at.cosine;
  }
  FUSE_HD T j0() const { return amplitude * (tables::p0(w) * sum - r * tables::q0(w) * difference); }
  FUSE_HD T y0() const { return amplitude * (tables::p0(w) * difference + r * tables::q0(w) * sum); }
  FUSE_HD T j1() const { return amplitude * (tables::p1(w) * difference + r * tables::q1(w) * sum); }
  FUSE_HD T y1() const { return amplitude * (r * tables::q1(w) * difference - tables::p1(w) * sum); }
};

/// J and Y of orders 0 and 1 for x from 12 on as modulus times cosine or sine of a phase (DLMF 10.18.4), which is x
/// less an odd number of right angles' halves and what is 0 at infinity: in two floats, so that all digits are right
/// near zeros too.
template <int Order>
struct bessel_phase {
  float amplitude;
  turned_angle at;
  FUSE_HD explicit bessel_phase(float x) : at(x) {
    inverse_in_parts const r(x);
    if constexpr (Order == 0) {
      at.add(r.value * -0.125f, r.cubed_by(tables::phase0_in_parts(r.square), r.rest * -0.125f));
    } else {
      float const first = rounded_product(r.value, 0.375f), left = product_rest(r.value, 0.375f, first);
      at.add(first, r.cubed_by(tables::phase1_in_parts(r.square), left + r.rest * 0.375f));
    }
    amplitude = (Order == 0 ? tables::modulus0(r.square) : tables::modulus1(r.square)) * near_root<float>(x).nearer(x);
  }
};
/// For x from 12 on.
template <real T>
FUSE_HD T j0_of_wave(T x) {
  if constexpr (sizeof(T) > 4) {
    return bessel_wave<T>(x).j0();
  } else {
    bessel_phase<0> const wave(x);
    return wave.amplitude * wave.at.sine(1);
  }
}
template <real T>
FUSE_HD T y0_of_wave(T x) {
  if constexpr (sizeof(T) > 4) {
    return bessel_wave<T>(x).y0();
  } else {
    bessel_phase<0> const wave(x);
    return wave.amplitude * wave.at.sine(0);
  }
}
template <real T>
FUSE_HD T j1_of_wave(T x) {
  if constexpr (sizeof(T) > 4) {
    return bessel_wave<T>(x).j1();
  } else {
    bessel_phase<1> const wave(x);
    return wave.amplitude * wave.at.sine(0);
  }
}
template <real T>
FUSE_HD T y1_of_wave(T x) {
  if constexpr (sizeof(T) > 4) {
    return bessel_wave<T>(x).y1();
  } else {
    bessel_phase<1> const wave(x);
    return wave.amplitude * wave.at.sine(3);
  }
}

template <real T>
FUSE_HD T j0_near(T x) {
  if constexpr (sizeof(T) > 4)
    return tables::square_from_j0_zero1(x) * tables::j0_near(x * x);
  else
    return tables::square_from_j0_zero1(x) * tables::j0_near_in_parts(x * x);
}
template <real T>
FUSE_HD T j1_near(T x) {
  return x * (tables::square_from_j1_zero1(x) * tables::j1_near(x * x));
}
/// By four ranges, of x from 0 on, the first up to a quarter of `Near`.
template <int Near, real T, class First, class Middle, class Far, class Wave>
FUSE_HD T bessel_of(T x, First const& near, Middle const& middle, Far const& far, Wave const& wave) {
  return pick(
      x < 12,
      [=] {
        return pick(x < static_cast<element<T>>(0.25 * Near), near,
                    [=] { return pick(x < static_cast<element<T>>(7.5), middle, far); });
      },
      [=] {
        return pick(
            x == infinity<T>, [] { return T(0); }, wave);
      });
}
template <real T>
FUSE_HD T j0(T x) {
  T const a = scalar::abs(x);
  return bessel_of<16>(
      a, [=] { return j0_near(a); }, [=] { return tables::j0_middle(a); }, [=] { return tables::j0_far(a); },
      [=] { return j0_of_wave(a); });
}
template <real T>
FUSE_HD T j1(T x) {
  T const a = scalar::abs(x);
  T const y = bessel_of<14>(
      a, [=] { return j1_near(a); }, [=] { return tables::j1_middle(a); }, [=] { return tables::j1_far(a); },
      [=] { return j1_of_wave(a); });
  return where(x < 0, -y, y);
}
/// By log(x / zero), and the rest, which is 0 there too.
template <real T>
FUSE_HD T y0_near(T x) {
  constexpr element<T> zero = static_cast<element<T>>(0.89357696627916752158),
                       factor = static_cast<element<T>>(2 / detail::pi);
  constexpr element<T> more = static_cast<element<T>>(sizeof(T) > 4 ? -3.935735335036497e-17 : 2.568255336e-08);
  element<T> const rest = -tables::from_y0_zero1(zero);
  T const far = tables::from_y0_zero1(x), product = log_by_zero(x, zero, rest, far) * j0_near(x);
  T const square = tables::square_from_y0_zero1(x);
  if constexpr (sizeof(T) > 4)
    return factor * product + (more * product + square * tables::y0_near(x * x));
  else
    return factor * product + (more * product + square * tables::y0_near_in_parts(x * x));
}
template <real T>
FUSE_HD T y1_near(T x) {
  constexpr element<T> zero = static_cast<element<T>>(2.1971413260310170351),
                       factor = static_cast<element<T>>(2 / detail::pi);
  element<T> const rest = -tables::from_y1_zero1(zero);
  T const of_log = factor * log_by_zero(x, zero, rest, tables::from_y1_zero1(x)) * j1_near(x);
  T const square = tables::square_from_y1_zero1(x);
  // what the polynomial, the product and the quotient are rounded by goes to the other sum
  T other, more = T(0);
  if constexpr (sizeof(T) > 4) {
    other = tables::y1_near(x * x);
  } else {
    float_and_rest const parts = tables::y1_near_in_parts(x * x);
    other = parts.value;
    more = square * parts.rest;
  }
  T const product = square * other, quotient = product / x;
  if constexpr (is_pack<T>) {
    return of_log + quotient;
  } else {
    T const less = product_rest(quotient, x, product) - product_rest(square, other, product) - more;
    return where(x < static_cast<T>(1e-30), quotient, (of_log - less * near_reciprocal(x)) + quotient);
  }
}
template <real T>
FUSE_HD T y_beside_0(T x) {
  return where(x == 0, -infinity<T>, not_a_number<T>);
}
/// For x from 0 on; `wave` is what x from 12 on have.
template <real T, class Wave>
FUSE_HD T y0(T x, Wave const& wave) {
  return bessel_of<11>(
      x, [=] { return y0_near(x); }, [=] { return tables::y0_middle(x); }, [=] { return tables::y0_far(x); }, wave);
}
template <real T, class Wave>
FUSE_HD T y1(T x, Wave const& wave) {
  return bessel_of<16>(
      x, [=] { return y1_near(x); }, [=] { return tables::y1_middle(x); }, [=] { return tables::y1_far(x); }, wave);
}
template <real T>
FUSE_HD T y0(T x) {
  return pick(
      x > 0, [=] { return y0(x, [=] { return y0_of_wave(x); }); }, [=] { return y_beside_0(x); });
}
template <real T>
FUSE_HD T y1(T x) {
  return pick(
      x > 0, [=] { return y1(x, [=] { return y1_of_wave(x); }); }, [=] { return y_beside_0(x); });
}

/// Y(n + 1) = 2n / x Y(n) - Y(n - 1), which loses nothing upwards (DLMF 10.74); it ends where Y has overflowed.
template <native T>
FUSE_HD_NOINLINE T yn(T order, T x) {
  if (order != order || x != x) return order + x;
  T const n = scalar::abs(scalar::trunc(order));
  T const sign = order < 0 && is_odd(n) ? T{-1} : T{1};
  if (n == 0) return y0(x);
  if (x < 0) return not_a_number<T>;
  T now = y1(x);
  if (n == 1 || x == infinity<T> || now == -infinity<T>) return sign * now;
  if (n > static_cast<T>(1e7)) return x < n ? -sign * infinity<T> : not_a_number<T>;
  T before = y0(x);
  // the quotient's rounding would count in every step, and so would that of its products with whole numbers
  T const twice = halves<T>(2 / x).upper, rest = -fma(twice, x, T{-2}) / x;
  for (int k = 1; k < static_cast<int>(n); ++k) {
    T const i = static_cast<T>(k), next = i * twice * now + (i * rest * now - before);
    before = now;
    now = next;
    if (now == -infinity<T>) break;
  }
  return sign * now;
}

#if FUSE_SPECIAL_PACKS
FUSE_HD pack yn(pack order, pack x) {
  pack const n = scalar::abs(scalar::trunc(order));
  pack_mask const usual = (x > 0) & (x < infinity<double>)&(n <= 1e4);
  pack const at = where(usual, x, 1), half = n * 0.5;
  bessel_wave<pack> const wave(where(at < 12, 12, at));
  pack before = y0(at, [&] { return wave.y0(); }), now = y1(at, [&] { return wave.y1(); });
  now = where(n == 0, before, now);
  pack const twice = upper_half(2 / at), rest = -fma(twice, at, -2) / at;
  pack_mask active = usual & (n > 1) & (now > -infinity<double>);
  for (double k = 1; any(active); k += 1) {
    pack const next = k * twice * now + (k * rest * now - before);
    before = now;
    now = where(active, next, now);
    active = active & (n > k + 1) & (now > -infinity<double>);
  }
  pack const y = where((order < 0) & (half != scalar::floor(half)), -now, now);
  return but_for(
      !usual, y, [](double u, double v) { return yn(u, v); }, order, x);
}
#endif

/// y(n + 1) = (2n + 1) / z y(n) - y(n - 1) (DLMF 10.51.1).
template <bool Derivative, native T>
FUSE_HD_NOINLINE T spherical_yn(T order, T z) {
  if (order != order || z != z) return order + z;
  if (order < 0) return not_a_number<T>;
  T const n = scalar::trunc(order), x = scalar::abs(z);
  bool const odd = is_odd(n);
  // y(n, -z) = (-1)^(n + 1) y(n, z), and its derivative's sign is the other one
  T const sign = z < 0 && odd == Derivative ? T{-1} : T{1};
  if (x == 0) return Derivative ? infinity<T> : -infinity<T>;
  if (x == infinity<T>) return T{0};
  if (n > static_cast<T>(1e7)) return x < n ? sign * (Derivative ? infinity<T> : -infinity<T>) : not_a_number<T>;
  sine_cosine<T> const at(x);
  T const r = 1 / x, rest = -fma(r, x, T{-1}) / x;
  T before = at.sine * r, now = -at.cosine * r;  // y(-1) and y(0)
  for (int k = 0; k < static_cast<int>(n); ++k) {
    T const i = static_cast<T>(2 * k + 1), next = i * r * now + (i * rest * now - before);
    before = now;
    now = next;
    if (now == -infinity<T>) return Derivative ? sign * infinity<T> : sign * now;
  }
  return sign * (Derivative ? before - (n + 1) * r * now : now);
}

}  // namespace formulas

/// Bessel's function of the first kind, of order 0. Float64's errors are relative to the wave's amplitude beyond x
/// = 12.
///
/// source  DLMF 10.17.3 with polynomials for P and Q from 12 on; (x^2 - z^2) times a polynomial, z the first zero, up
/// to
///         4
/// numpy   scipy.special.j0
FUSE_SPECIAL_OF_PACKS1(j0, 900, formulas::j0(x));
/// Bessel's function of the first kind, of order 1.
///
/// source  as of cp::special::j0
/// numpy   scipy.special.j1
FUSE_SPECIAL_OF_PACKS1(j1, 900, formulas::j1(x));
/// Bessel's function of the second kind, of order 0: -inf at 0, NaN below.
///
/// source  DLMF 10.8.2 up to 4, 10.17.4 from 12 on
/// numpy   scipy.special.y0
FUSE_SPECIAL_OF_PACKS1(y0, 1000, formulas::y0(x));
/// Bessel's function of the second kind, of order 1: -inf at 0, NaN below.
///
/// numpy   scipy.special.y1
FUSE_SPECIAL_OF_PACKS1(y1, 1000, formulas::y1(x));
/// Bessel's function of the second kind, of the whole order x, at y. NaN for orders beyond 10^7 that are below y.
///
/// source  recurrence DLMF 10.6.1 upwards; 10.4.1 for negative orders
/// numpy   scipy.special.yn
FUSE_SPECIAL_OF_PACKS2(yn, 3000, formulas::yn(x, y));
namespace ops {
/// The spherical one, or its derivative.
template <bool Derivative>
struct spherical_yn : special_operation<spherical_yn<Derivative>, 2, 1500> {
  static constexpr char const* qualified_name = "cp::special::spherical_yn";
  template <class T>
  FUSE_HD static constexpr T of(T n, T z) {
    return formulas::spherical_yn<Derivative>(n, z);
  }
};
}  // namespace ops

/// The type of cp::special::derivative.
struct derivative_t {};
/// Asks for a function's derivative: `spherical_yn(n, z, cp::special::derivative)`.
inline constexpr derivative_t derivative{};
/// The type of cp::special::spherical_yn.
struct spherical_yn_function : ufunc<ops::spherical_yn<false>> {
  using ufunc<ops::spherical_yn<false>>::operator();
  /// The derivative.
  template <operand N, operand Z>
  [[nodiscard]] constexpr auto operator()(N&& n, Z&& z, derivative_t) const {
    return ufunc<ops::spherical_yn<true>>{}(std::forward<N>(n), std::forward<Z>(z));
  }
};
/// The spherical Bessel function of the second kind, of the order n = 0, 1 ..., at z, or, with cp::special::derivative
/// behind them, its derivative. NaN for negative orders.
///
/// source  recurrence DLMF 10.51.1 upwards from -cos(z) / z; derivative 10.51.2
/// numpy   scipy.special.spherical_yn
inline constexpr spherical_yn_function spherical_yn{};

}  // namespace cp::special
