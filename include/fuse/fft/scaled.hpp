// Multiplying by the factor of a norm: part of the pass that fills a transform's input.
#pragma once

#include <fuse/core/config.hpp>
#include <fuse/core/dtype.hpp>

namespace cp::fft::detail {

/// x * f, in the type of f; of a complex x the imaginary part times g, which is f or, to conjugate, -f. (A product with
/// the complex number f would make NaN of infinities.)
struct scaled {
  static constexpr int cost = 4;
  static constexpr char const* qualified_name = "cp::fft::norm";
  template <class T, class...>
  using result = T;
  template <class T, class Real>
  FUSE_HD constexpr T operator()(T const& x, Real f, Real g) const {
    if constexpr (cp::detail::is_complex<T>) {
      using part = typename T::value_type;
      return T(static_cast<part>(static_cast<Real>(x.re) * f), static_cast<part>(static_cast<Real>(x.im) * g));
    } else {
      return x * f;
    }
  }
};

}  // namespace cp::fft::detail
