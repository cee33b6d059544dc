// Trigonometric and hyperbolic functions, angles.
#pragma once

#include <fuse/expr/ufunc.hpp>

namespace cp {

/// Sine of x in radians.
FUSE_UFUNC1(sin, inexact, same, 50, scalar::sin(x));
/// Cosine of x in radians.
FUSE_UFUNC1(cos, inexact, same, 50, scalar::cos(x));
/// Tangent of x in radians.
FUSE_UFUNC1(tan, inexact, same, 70, scalar::tan(x));
/// Inverse sine in radians; NaN outside [-1, 1].
FUSE_UFUNC1(arcsin, inexact, same, 60, scalar::arcsin(x));
/// Inverse cosine in radians; NaN outside [-1, 1].
FUSE_UFUNC1(arccos, inexact, same, 60, scalar::arccos(x));
/// Inverse tangent in radians.
FUSE_UFUNC1(arctan, inexact, same, 60, scalar::arctan(x));
/// The angle of the point (y, x): arctan(x1 / x2) in the right quadrant.
FUSE_UFUNC2(arctan2, real_inexact, same, 80, scalar::arctan2(x, y));
/// sqrt(x^2 + y^2) without overflow.
FUSE_UFUNC2(hypot, real_inexact, same, 60, scalar::hypot(x, y));
/// Hyperbolic sine.
FUSE_UFUNC1(sinh, inexact, same, 70, scalar::sinh(x));
/// Hyperbolic cosine.
FUSE_UFUNC1(cosh, inexact, same, 60, scalar::cosh(x));
/// Hyperbolic tangent.
FUSE_UFUNC1(tanh, inexact, same, 70, scalar::tanh(x));
/// Inverse hyperbolic sine.
FUSE_UFUNC1(arcsinh, inexact, same, 90, scalar::arcsinh(x));
/// Inverse hyperbolic cosine; NaN below 1.
FUSE_UFUNC1(arccosh, inexact, same, 90, scalar::arccosh(x));
/// Inverse hyperbolic tangent; NaN outside [-1, 1].
FUSE_UFUNC1(arctanh, inexact, same, 90, scalar::arctanh(x));
/// Radians to degrees.
FUSE_UFUNC1(degrees, real_inexact, same, 4, scalar::degrees(x));
/// Degrees to radians.
FUSE_UFUNC1(radians, real_inexact, same, 4, scalar::radians(x));
/// sin(pi x) / (pi x), 1 at zero; integers compute in float64.
FUSE_UFUNC1(sinc, division, same, 60, scalar::sinc(x));

inline constexpr auto& rad2deg = degrees;
inline constexpr auto& asin = arcsin;
inline constexpr auto& acos = arccos;
inline constexpr auto& atan = arctan;
inline constexpr auto& atan2 = arctan2;
inline constexpr auto& asinh = arcsinh;
inline constexpr auto& acosh = arccosh;
inline constexpr auto& atanh = arctanh;
inline constexpr auto& deg2rad = radians;

namespace program {
template <>
inline constexpr in_float32 half_by<ops::sin> = in_float32::rounded;
template <>
inline constexpr in_float32 half_by<ops::cos> = in_float32::rounded;
template <>
inline constexpr in_float32 half_by<ops::tan> = in_float32::rounded;
template <>
inline constexpr in_float32 half_by<ops::arctan> = in_float32::rounded;
template <>
inline constexpr in_float32 half_by<ops::sinh> = in_float32::rounded;
template <>
inline constexpr in_float32 half_by<ops::cosh> = in_float32::rounded;
template <>
inline constexpr in_float32 half_by<ops::tanh> = in_float32::rounded;
}  // namespace program

}  // namespace cp
