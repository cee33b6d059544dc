// The coefficients of Hankel transforms: quotients of gamma functions of complex numbers.
#include <cmath>
#include <complex>
#include <cstdint>
#include <fuse/fft/hankel.hpp>
#include <limits>
#include <new>
#include <numbers>

namespace cp::fft::detail {

namespace {

using number = std::complex<double>;

/// ln Gamma(z), but for multiples of 2 pi i: Stirling's series, behind as many steps of Gamma(z + 1) = z Gamma(z) as it
/// takes to be exact there.
///
/// source   M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions", 6.1.15 and 6.1.40
number log_gamma(number z) {
  constexpr double series[] = {1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188, -691.0 / 360360, 1.0 / 156};
  number steps = 0;
  while (z.real() < 0 || std::abs(z) < 12) {
    steps += std::log(z);
    z += 1.0;
  }
  number sum = 0;
  number const inverse = 1.0 / z, square = inverse * inverse;
  for (int i = 7; i-- > 0;) sum = sum * square + series[i];
  return (z - 0.5) * std::log(z) - z + 0.5 * std::log(2 * std::numbers::pi) + sum * inverse - steps;
}

bool is_pole(double x) { return x <= 0 && x == std::floor(x); }

/// Gamma(x) / Gamma(y) of real numbers, and its limit where both are poles.
double gamma_quotient(double x, double y) {
  if (is_pole(x) && is_pole(y))
    return (static_cast<std::int64_t>(x - y) % 2 == 0 ? 1 : -1) * std::tgamma(1 - y) / std::tgamma(1 - x);
  if (is_pole(y)) return 0;
  if (is_pole(x)) return std::numeric_limits<double>::infinity();
  int sign_x = 1, sign_y = 1;
  double const lx = lgamma_r(x, &sign_x), ly = lgamma_r(y, &sign_y);
  return sign_x * sign_y * std::exp(lx - ly);
}

}  // namespace

ndarray<complex128, 1, host_space> hankel_coefficients(std::int64_t n, double dln, double mu, double offset,
                                                       double bias, bool inverse) try {
  double const xp = (mu + 1 + bias) / 2, xm = (mu + 1 - bias) / 2, ln2 = std::numbers::ln2;
  auto u = cp::detail::make_array<complex128, 1, host_space>({{n / 2 + 1}}, "cp::fft::fht");
  for (std::int64_t m = 0; m <= n / 2; ++m) {
    double const y = std::numbers::pi * static_cast<double>(m) / (static_cast<double>(n) * dln);
    if (m == 0) {
      double const first = std::exp2(bias) * gamma_quotient(xp, xm);
      // A singular transform: what it would multiply by infinity (or divide by 0) is left out.
      u(m) = !inverse && std::isinf(first) ? 0.0
             : inverse && first == 0       ? std::numeric_limits<double>::infinity()
                                           : first;
      continue;
    }
    number const above = log_gamma({xp, y}), below = log_gamma({xm, y});
    number const e = std::exp(
        number(above.real() - below.real() + ln2 * bias, above.imag() + below.imag() + 2 * y * (ln2 - offset)));
    u(m) = complex128(e.real(), 2 * m == n ? 0.0 : e.imag());
  }
  if (inverse)
    for (complex128& v : u) {
      number const quotient = 1.0 / number(v.re, -v.im);
      v = std::isinf(v.re) ? complex128(0, 0) : complex128(quotient.real(), quotient.imag());
    }
  return u;
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp::fft::detail

namespace cp::fft {

double fhtoffset(double dln, double mu, double initial, double bias) {
  double const xp = (mu + 1 + bias) / 2, xm = (mu + 1 - bias) / 2, y = std::numbers::pi / (2 * dln);
  double const angles = fft::detail::log_gamma({xp, y}).imag() + fft::detail::log_gamma({xm, y}).imag();
  double const turns = (std::numbers::ln2 - initial) / dln + angles / std::numbers::pi;
  return initial + (turns - std::round(turns)) * dln;
}

}  // namespace cp::fft
