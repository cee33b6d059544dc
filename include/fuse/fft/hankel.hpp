// Hankel transforms of functions that are sampled at equal distances of the logarithm (FFTLog).
#pragma once

#include <cmath>
#include <cstdint>
#include <fuse/core/complex.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/fft/nodes.hpp>
#include <fuse/ops/arithmetic.hpp>
#include <fuse/ops/creation.hpp>
#include <fuse/ops/explog.hpp>
#include <fuse/ops/manipulation.hpp>

namespace cp::fft::detail {

/// What the spectrum of `n` samples is multiplied by (or, to invert, divided by the conjugate of), into host memory.
ndarray<complex128, 1, host_space> hankel_coefficients(std::int64_t n, double dln, double mu, double offset,
                                                       double bias, bool inverse);

template <bool Inverse, expression X>
auto hankel(char const* where, X const& x, double dln, double mu, double offset, double bias) {
  using real = real_for<typename X::value_type>;
  constexpr int rank = X::rank;
  static_assert(!complex_floating<typename X::value_type>, "cp::fft: a Hankel transform takes real numbers");
  static_assert(rank >= 1, "cp::fft: a transform needs an operand of at least one axis");
  std::int64_t const n = expr::shape_of(x)[rank - 1];
  if (n < 1) cp::detail::throw_value(where, "there must be at least 1 sample, not", n);
  auto const u =
      astype<complex<real>>(hankel_coefficients(n, dln, mu, offset, bias, Inverse).template to<space_of<X>>());
  auto const to_middle = astype<double>(index<0>(index_array<1>{{n}})) - (static_cast<double>(n) - 1) / 2;
  auto const before = astype<real>(exp((Inverse ? bias : -bias) * dln * to_middle + (Inverse ? bias * offset : 0.0)));
  auto const after = astype<real>(exp((Inverse ? bias : -bias) * dln * to_middle - (Inverse ? 0.0 : bias * offset)));
  constexpr function forward{.which = family::to_spectrum, .kind = cp::library::fft_kind::real_forward};
  constexpr function back{
      .which = family::from_spectrum, .kind = cp::library::fft_kind::real_backward, .inverse = true};
  auto const spectrum = make<"cp::fft::fht", forward>(x * before);
  auto const result = eval(make<"cp::fft::fht", back>(spectrum * u, fft::n(n)));
  return eval(flip(result, -1) * after);
}

}  // namespace cp::fft::detail

namespace cp::fft {

/// The Hankel transform A(k) = integral of a(r) J_mu(k r) k dr along the last axis, for samples a distance of `dln`
/// apart in ln r, around the middle of the axis; k r is exp(offset) there. `bias` q makes it the transform of a(r) (k
/// r)^q. Evaluated at once.
///
/// dtype    float32 of floats of 32 bits and less, float64 of all else
/// cost     two transforms, three kernels, and n / 2 coefficients that the host computes
/// throws   value_error where there is no sample
/// source   A. J. S. Hamilton, "Uncorrelated modes of the non-linear power spectrum", MNRAS 312 (2000), appendix B
/// numpy    scipy.fft.fht
template <expression X>
[[nodiscard]] auto fht(X const& a, double dln, double mu, double offset = 0, double bias = 0) {
  return fft::detail::hankel<false>("cp::fft::fht", a, dln, mu, offset, bias);
}
/// Inverse of cp::fft::fht with the same arguments.
///
/// numpy    scipy.fft.ifht
template <expression X>
[[nodiscard]] auto ifht(X const& a, double dln, double mu, double offset = 0, double bias = 0) {
  return fft::detail::hankel<true>("cp::fft::ifht", a, dln, mu, offset, bias);
}
/// The offset nearest to `initial` with which the ends of a Hankel transform meet, so that it rings least.
///
/// numpy    scipy.fft.fhtoffset
[[nodiscard]] double fhtoffset(double dln, double mu, double initial = 0, double bias = 0);

}  // namespace cp::fft
