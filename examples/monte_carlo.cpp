// Monte Carlo: pi, a call option, an option on two assets and one on a basket of four, each in one kernel that reads no
// memory.
//
// Random numbers are expressions: they are computed where they are read, so that a million paths take as much memory as
// one. The mean and the spread of what the paths pay come out of the same kernel (the bytes that are read on a GPU are
// what its blocks have summed, which a second one merges); the program compares the price with
// the closed formula, and fails if it is four standard errors away.
// test-arguments: --paths 200000
//
// source   F. Black, M. Scholes, "The pricing of options and corporate liabilities", J. of Political Economy 81 (1973)
//          W. Margrabe, "The value of an option to exchange one asset for another", Journal of Finance 33 (1978)
//          P. Glasserman, "Monte Carlo Methods in Financial Engineering" (2003), 2.3.3 (correlated normals by
//          Cholesky's factor) and 3.2.3 (a geometric mean of lognormal prices is lognormal)
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fuse/linalg.hpp>
#include <fuse/random.hpp>
#include <string>

#include "options.hpp"

namespace {

struct options {
  long paths = 1 << 24, seed = 42;
};

void usage() {
  std::printf(
      "usage: monte_carlo [--paths N] [--seed N]\n\n"
      "  --paths N  random paths of each estimate (default 2^24)\n"
      "  --seed N   the generator's seed (default 42)\n");
}

options parse(int argc, char** argv) {
  options o;
  example::command_line(usage)
      .whole("--paths", o.paths, 1000, 1L << 32)
      .whole("--seed", o.seed, 0, 1L << 52)
      .read(argc, argv);
  return o;
}

double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

/// The right to buy, at a strike, what is worth e^(mean + sd z) in the end for a normal z; not discounted.
double lognormal_call(double mean, double sd, double strike) {
  double const d = (mean - std::log(strike)) / sd + sd;
  return std::exp(mean + 0.5 * sd * sd) * normal_cdf(d) - strike * normal_cdf(d - sd);
}

/// The mean of a sample and its standard error, in one kernel; whether it is what is right.
template <class E>
bool estimate(char const* what, E const& sample, double right) {
  auto const before = cp::count();
  auto const [mean, spread] = cp::evaluate(cp::mean(sample), cp::std(sample));
  auto const c = cp::count() - before;
  double const value = mean.item(), error = spread.item() / std::sqrt(static_cast<double>(sample.shape()[0]));
  double const z = (value - right) / error;
  std::printf("%-34s %11.6f %10.6f %11.6f %6.2f %8lld\n", what, value, error, right, z,
              static_cast<long long>(c.bytes_read));
  return std::abs(z) < 4;
}

/// A call on the geometric mean of four correlated assets: Cholesky's factor of their covariance correlates normals.
bool basket_of_four(cp::random::Generator& rng, std::int64_t n, double r, double strike, double T) {
  double const prices[] = {100, 90, 110, 105}, sigma[] = {0.2, 0.35, 0.25, 0.3};
  double const correlations[] = {0.5, 0.3, 0.2, 0.4, 0.1, 0.25};  // below the diagonal
  auto covariance = cp::empty<double, cp::host_space>({4, 4});
  double start[4], l[4][4], mean = 0, variance = 0;
  for (int i = 0, next = 0; i < 4; ++i) {
    for (int j = 0; j <= i; ++j) {
      double const c = sigma[i] * sigma[j] * (i == j ? 1 : correlations[next++]) * T;
      covariance(i, j) = covariance(j, i) = c;
      variance += (i == j ? 1 : 2) * c / 16;
    }
    start[i] = std::log(prices[i]) + (r - 0.5 * sigma[i] * sigma[i]) * T;
    mean += start[i] / 4;
  }
  auto const root = cp::linalg::cholesky(covariance.to<cp::default_space>()).to_host();
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) l[i][j] = root(i, j);
  double const discount = std::exp(-r * T);
  auto const pays = cp::fuse([=](auto z0, auto z1, auto z2, auto z3) {
    auto const a = cp::exp(start[0] + l[0][0] * z0);
    auto const b = cp::exp(start[1] + l[1][0] * z0 + l[1][1] * z1);
    auto const c = cp::exp(start[2] + l[2][0] * z0 + l[2][1] * z1 + l[2][2] * z2);
    auto const d = cp::exp(start[3] + l[3][0] * z0 + l[3][1] * z1 + l[3][2] * z2 + l[3][3] * z3);
    return discount * cp::maximum(cp::sqrt(cp::sqrt(a * b * c * d)) - strike, 0.0);
  });
  auto const z0 = rng.standard_normal(n), z1 = rng.standard_normal(n), z2 = rng.standard_normal(n),
             z3 = rng.standard_normal(n);
  return estimate("geometric basket of four", pays(z0, z1, z2, z3),
                  discount * lognormal_call(mean, std::sqrt(variance), strike));
}

int run(options const& o) {
  auto rng = cp::random::default_rng(o.seed);
  std::int64_t const n = o.paths;
  std::printf("%lld paths on %s\n", static_cast<long long>(n), cp::default_space::name);
  std::printf("%-34s %11s %10s %11s %6s %8s\n", "", "estimate", "+-", "exact", "z", "bytes");

  // A quarter of a circle in the unit square.
  auto const x = rng.random(n), y = rng.random(n);
  bool good = estimate("pi", cp::where(x * x + y * y < 1, 4.0, 0.0), 3.14159265358979);

  // A call: the right to buy at K what stands at S now, in a time T.
  double const S = 100, K = 105, r = 0.03, sigma = 0.2, T = 1.5;
  auto const z = rng.standard_normal(n);
  auto const at_end = S * cp::exp((r - 0.5 * sigma * sigma) * T + sigma * std::sqrt(T) * z);
  double const call = lognormal_call(std::log(S) + (r - 0.5 * sigma * sigma) * T, sigma * std::sqrt(T), K);
  good &= estimate("call (Black, Scholes)", std::exp(-r * T) * cp::maximum(at_end - K, 0.0), std::exp(-r * T) * call);

  // The right to exchange an asset for another, whose returns are correlated.
  double const A = 100, B = 95, sigma_a = 0.25, sigma_b = 0.3, rho = 0.4;
  auto const u = rng.standard_normal(n), v = rng.standard_normal(n);
  auto const exchange = cp::fuse([=](auto p, auto q) {
    auto const a = A * cp::exp(-0.5 * sigma_a * sigma_a * T + sigma_a * std::sqrt(T) * p);
    auto const b =
        B * cp::exp(-0.5 * sigma_b * sigma_b * T + sigma_b * std::sqrt(T) * (rho * p + std::sqrt(1 - rho * rho) * q));
    return cp::maximum(a - b, 0.0);
  });
  double const s = std::sqrt((sigma_a * sigma_a + sigma_b * sigma_b - 2 * rho * sigma_a * sigma_b) * T);
  double const e = std::log(A / B) / s + 0.5 * s;
  good &= estimate("exchange of two assets (Margrabe)", exchange(u, v), A * normal_cdf(e) - B * normal_cdf(e - s));

  good &= basket_of_four(rng, n, r, K, T);

  if (!good) std::fprintf(stderr, "monte_carlo: an estimate is more than four standard errors away\n");
  return good ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  return example::run_main("monte_carlo", [&] { return run(parse(argc, argv)); });
}
