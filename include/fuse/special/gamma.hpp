// The gamma function and its relatives: digamma, beta, binomials.
#pragma once

#include <fuse/core/error.hpp>
#include <fuse/ops/special.hpp>
#include <fuse/special/complex_gamma.hpp>
#include <fuse/special/gamma_formulas.hpp>
#include <fuse/special/gamma_packs.hpp>
#include <fuse/special/ufunc.hpp>
#include <string>

namespace cp::special {

using cp::gammaln;

/// The gamma function, of complex numbers too.
///
/// source  as of rgamma, by the C library beyond 12; complex: e^loggamma
/// numpy   scipy.special.gamma
FUSE_SPECIAL_COMPLEX1(gamma, 1000);

/// The logarithmic derivative of the gamma function, of complex numbers too. NaN at -1, -2 ..., infinite at 0. Near
/// zeros beside the real axis what is left of complex numbers has few digits.
///
/// source  DLMF 5.11.2 beyond 2, (x - x0) times a polynomial around the zero x0, reflection (5.5.4) below 0
/// numpy   scipy.special.psi, scipy.special.digamma
FUSE_SPECIAL_COMPLEX1(psi, 420);
/// Another name of cp::special::psi.
inline constexpr auto& digamma = psi;
/// The logarithm of the gamma function; NaN of real numbers below 0, where it is complex. Of complex numbers the branch
/// that is real for positive ones and continuous but for the negative axis.
///
/// source  D. E. G. Hare, "Computing the principal branch of log-Gamma", J. Algorithms 25 (1997)
/// numpy   scipy.special.loggamma
FUSE_SPECIAL_COMPLEX1(loggamma, 1000);
/// The sign of the gamma function: 1 or -1, NaN at -1, -2 ...
///
/// numpy   scipy.special.gammasgn
FUSE_SPECIAL1(gammasgn, 10, formulas::gammasgn(x));
/// 1 / gamma(x), 0 at the poles, of complex numbers too.
///
/// source  a polynomial and DLMF 5.5.1 from -6 to 12, 5.5.3 below, 5.5.5 where gamma overflows
/// numpy   scipy.special.rgamma
FUSE_SPECIAL_COMPLEX1(rgamma, 400);
/// The beta function, gamma(x) gamma(y) / gamma(x + y).
///
/// source  by gamma for small arguments; powers of quotients and Stirling's remainders (DLMF 5.11.1) for large ones
/// numpy   scipy.special.beta
FUSE_SPECIAL_OF_PACKS2(beta, 5400, formulas::beta(x, y));
/// The logarithm of the beta function's magnitude.
///
/// numpy   scipy.special.betaln
FUSE_SPECIAL_OF_PACKS2(betaln, 6000, formulas::betaln(x, y));
/// Pochhammer's symbol, gamma(x + y) / gamma(x): the product of x, x + 1 ..., x + y - 1 for whole y.
///
/// numpy   scipy.special.poch
FUSE_SPECIAL_OF_PACKS2(poch, 3900, formulas::poch(x, y));
/// The binomial coefficient, gamma(x + 1) / (gamma(y + 1) gamma(x - y + 1)) of real numbers; NaN for x = -1, -2 ...
///
/// numpy   scipy.special.binom
FUSE_SPECIAL_OF_PACKS2(binom, 6000, formulas::binom(x, y));

namespace ops {
/// The dimension is a number of the operand's dtype.
struct multigammaln : special_operation<multigammaln, 2, 3000> {
  static constexpr char const* qualified_name = "cp::special::multigammaln";
  template <class T>
  FUSE_HD static constexpr T of(T a, T d) {
    return formulas::multigammaln(a, d);
  }
};
}  // namespace ops
/// The logarithm of the multivariate gamma function of dimension d: d (d - 1) / 4 log(pi) and the sum of
/// gammaln(x - j / 2) for j < d. NaN for x up to (d - 1) / 2.
///
/// throws  value_error for d < 1
/// numpy   scipy.special.multigammaln
template <operand X>
[[nodiscard]] auto multigammaln(X&& x, int d) {
  if (d < 1) throw value_error("cp::special::multigammaln: the dimension must be positive, not " + std::to_string(d));
  return ufunc<ops::multigammaln>{}(std::forward<X>(x), d);
}

}  // namespace cp::special
