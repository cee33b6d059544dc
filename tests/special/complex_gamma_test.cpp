// The gamma function's relatives of complex numbers.
#include <complex>

#include "reference.hpp"

namespace sp = cp::special;

namespace {

/// The largest error in float64's steps at the value or at 1, whichever is larger; or at the value times loggamma's
/// magnitude.
template <class F>
double worst(F const& f, std::int64_t column, bool exponential) {
  reference::table const t("complex_gamma");
  std::vector<cp::complex128> z;
  for (std::int64_t i = 0; i < t.rows; ++i) z.emplace_back(t.at(0, i), t.at(1, i));
  auto const got = tests::values(cp::eval(f(cp::ndarray<cp::complex128, 1>(z.begin(), z.end()))));
  double most = 0;
  for (std::int64_t i = 0; i < t.rows; ++i) {
    auto const& y = got[static_cast<std::size_t>(i)];
    std::complex<double> const right(t.at(column, i), t.at(column + 1, i)), logarithm(t.at(2, i), t.at(3, i));
    double const size = exponential ? std::abs(right) * (4 + std::abs(logarithm)) : std::max(std::abs(right), 1.0);
    double const e = std::abs(std::complex<double>(y.re, y.im) - right) / (0x1p-52 * std::max(size, 1e-300));
    most = std::max(most, e);
  }
  return most;
}

}  // namespace

TEST_CASE("loggamma, gamma, 1 / gamma and psi of complex numbers are mpmath's") {
  CHECK(worst(sp::loggamma, 2, false) < 16);
  CHECK(worst(sp::gamma, 4, true) < 8);
  CHECK(worst(sp::rgamma, 6, true) < 8);
  CHECK(worst(sp::psi, 8, false) < 8);
}

TEST_CASE("special values of complex gammas, and their dtypes") {
  cp::ndarray<cp::complex128, 1> const z{cp::complex128(-2, 0), cp::complex128(3, 0), cp::complex128(1, 0)};
  auto const logarithm = tests::values(cp::eval(sp::loggamma(z))), inverse = tests::values(cp::eval(sp::rgamma(z)));
  CHECK((std::isnan(logarithm[0].re) && std::abs(logarithm[1].re - std::log(2.0)) < 5e-15 && logarithm[2].re == 0));
  CHECK((inverse[0].re == 0 && std::abs(inverse[1].re - 0.5) < 1e-15));
  static_assert(std::is_same_v<decltype(sp::loggamma(cp::ndarray<cp::complex64, 1>{}))::value_type, cp::complex64>);
  static_assert(std::is_same_v<decltype(sp::gamma(cp::ndarray<int, 1>{}))::value_type, double>);
  static_assert(std::is_same_v<decltype(sp::psi(cp::ndarray<float, 1>{}))::value_type, float>);
}

TEST_CASE("gamma's recurrence and reflection of complex numbers, in one kernel with a maximum") {
  auto const x = cp::eval(cp::linspace(-4.9, 5.0, 200));
  auto const most = cp::fuse([](auto v) {
    auto const z = cp::astype<cp::complex128>(v) + cp::complex128(0, 0.75);
    return cp::max(cp::abs(sp::gamma(z + 1.0) / (z * sp::gamma(z)) - 1.0)) +
           cp::max(cp::abs(sp::gamma(z) * sp::gamma(1.0 - z) * cp::sin(z * 3.14159265358979323846) /
                               3.14159265358979323846 -
                           1.0)) +
           cp::max(cp::abs(sp::psi(z + 1.0) - sp::psi(z) - 1.0 / z));
  });
  CHECK(most(x).item() < 1e-13);
}
