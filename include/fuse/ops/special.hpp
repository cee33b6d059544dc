// Special functions: the error function and the gamma function; the reciprocal square root.
#pragma once

#include <fuse/expr/ufunc.hpp>

namespace cp {

/// The error function, 2 / sqrt(pi) times the integral of exp(-t^2) from 0 to x.
FUSE_UFUNC1(erf, real_inexact, same, 80, scalar::erf(x));
/// 1 - erf(x), exact for large x.
FUSE_UFUNC1(erfc, real_inexact, same, 100, scalar::erfc(x));
/// The gamma function.
FUSE_UFUNC1(gamma, real_inexact, same, 1000, scalar::gamma(x));
/// The logarithm of the gamma function's magnitude.
FUSE_UFUNC1(gammaln, real_inexact, same, 1000, scalar::lgamma(x));
/// 1 / sqrt(x); on a device within 2 ulp (float32) or 1 (float64).
FUSE_UFUNC1(rsqrt, real_inexact, same, 20, scalar::rsqrt(x));

}  // namespace cp
