// Activation functions of neural networks.
#pragma once

#include <fuse/expr/ufunc.hpp>

namespace cp {

namespace detail {

/// Numbers of 16 bits are computed in float32.
template <class T, class F>
FUSE_HD constexpr T at_least_float(T const& x, F const& f) {
  if constexpr (sizeof(T) < sizeof(float))
    return static_cast<T>(f(static_cast<float>(x)));
  else
    return f(x);
}
struct gelu_by_erf {
  template <class T>
  FUSE_HD constexpr T operator()(T x) const {
    return T(0.5) * x * scalar::erfc(T(-0.70710678118654752) * x);
  }
};
struct gelu_by_tanh {
  /// 1 + tanh(t) is 2 / (1 + e^-2t), which loses nothing where t is negative.
  template <class T>
  FUSE_HD constexpr T operator()(T x) const {
    return x / (T(1) + scalar::exp(x * (T(-1.5957691216057308) - T(0.071354816272600247) * x * x)));
  }
};

}  // namespace detail

/// x where it is positive, else 0; NaN stays. Of a product of matrices it may be part of the call (see cp::matmul).
FUSE_UFUNC1(relu, real, same, 4, scalar::maximum(x, T{}));
/// x times the normal distribution's function: x (1 + erf(x / sqrt(2))) / 2.
FUSE_UFUNC1(gelu, real_inexact, same, 100, detail::at_least_float(x, detail::gelu_by_erf{}));
/// Its approximation, x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2; as relu, it may be part of a product's call.
FUSE_UFUNC1(gelu_tanh, real_inexact, same, 60, detail::at_least_float(x, detail::gelu_by_tanh{}));

}  // namespace cp
