// Exponents, logarithms and roots.
#pragma once

#include <fuse/expr/ufunc.hpp>

namespace cp {

/// e to the power x.
FUSE_UFUNC1(exp, inexact, same, 40, scalar::exp(x));
/// 2 to the power x.
FUSE_UFUNC1(exp2, inexact, same, 40, scalar::exp2(x));
/// e^x - 1, exact near zero.
FUSE_UFUNC1(expm1, inexact, same, 60, scalar::expm1(x));
/// Natural logarithm.
FUSE_UFUNC1(log, inexact, same, 40, scalar::log(x));
/// Logarithm to base 2.
FUSE_UFUNC1(log2, inexact, same, 40, scalar::log2(x));
/// Logarithm to base 10.
FUSE_UFUNC1(log10, inexact, same, 40, scalar::log10(x));
/// log(1 + x), exact near zero.
FUSE_UFUNC1(log1p, inexact, same, 60, scalar::log1p(x));
/// Square root; NaN below zero.
FUSE_UFUNC1(sqrt, inexact, same, 30, scalar::sqrt(x));
/// Cube root.
FUSE_UFUNC1(cbrt, real_inexact, same, 60, scalar::cbrt(x));
/// log(e^x + e^y) without overflow.
FUSE_UFUNC2(logaddexp, real_inexact, same, 100, scalar::logaddexp(x, y));
/// log2(2^x + 2^y) without overflow.
FUSE_UFUNC2(logaddexp2, real_inexact, same, 100, scalar::logaddexp2(x, y));

namespace program {
template <>
inline constexpr in_float32 half_by<ops::exp> = in_float32::rounded;
template <>
inline constexpr in_float32 half_by<ops::exp2> = in_float32::rounded;
template <>
inline constexpr in_float32 half_by<ops::expm1> = in_float32::rounded;
template <>
inline constexpr in_float32 half_by<ops::log> = in_float32::rounded;
template <>
inline constexpr in_float32 half_by<ops::log2> = in_float32::rounded;
template <>
inline constexpr in_float32 half_by<ops::log10> = in_float32::rounded;
template <>
inline constexpr in_float32 half_by<ops::log1p> = in_float32::rounded;
template <>
inline constexpr in_float32 half_by<ops::sqrt> = in_float32::rounded;
}  // namespace program

}  // namespace cp
