// Monte Carlo: pi, a call option and an option on two assets, each in one kernel that reads no memory.
//
// Random numbers are expressions: they are computed where they are read, so that a million paths take as much memory as
// one. The mean and the spread of what the paths pay come out of the same kernel; the program compares the price with
// the closed formula, and fails if it is five standard errors away.
// test-arguments: --paths 200000
//
// source   F. Black, M. Scholes, "The pricing of options and corporate liabilities", J. of Political Economy 81 (1973)
//          W. Margrabe, "The value of an option to exchange one asset for another", Journal of Finance 33 (1978)
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
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
  example::option_reader arguments(argc, argv, usage);
  for (std::string a; arguments.next(a);) {
    if (a == "--paths")
      o.paths = arguments.whole(1000, 1L << 32);
    else if (a == "--seed")
      o.seed = arguments.whole(0, 1L << 52);
    else
      arguments.unknown();
  }
  return o;
}

double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

/// The mean of a sample and its standard error, in one kernel; whether it is what is right.
template <class E>
bool estimate(char const* what, E const& sample, double right) {
  auto const before = cp::count();
  auto const [mean, spread] = cp::evaluate(cp::mean(sample), cp::std(sample));
  auto const c = cp::count() - before;
  double const value = mean.item(), error = spread.item() / std::sqrt(static_cast<double>(sample.shape()[0]));
  std::printf("%-34s %10.6f +- %.6f  exact %10.6f   %2.1f standard errors, %lld bytes read\n", what, value, error,
              right, std::abs(value - right) / error, static_cast<long long>(c.bytes_read));
  return std::abs(value - right) < 5 * error;
}

int run(options const& o) {
  auto rng = cp::random::default_rng(o.seed);
  std::int64_t const n = o.paths;
  std::printf("%lld paths on %s\n", static_cast<long long>(n), cp::default_space::name);

  // A quarter of a circle in the unit square.
  auto const x = rng.random(n), y = rng.random(n);
  bool good = estimate("pi", cp::where(x * x + y * y < 1, 4.0, 0.0), 3.14159265358979);

  // A call: the right to buy at K what stands at S now, in a time T.
  double const S = 100, K = 105, r = 0.03, sigma = 0.2, T = 1.5;
  auto const z = rng.standard_normal(n);
  auto const at_end = S * cp::exp((r - 0.5 * sigma * sigma) * T + sigma * std::sqrt(T) * z);
  double const d = (std::log(S / K) + (r + 0.5 * sigma * sigma) * T) / (sigma * std::sqrt(T));
  double const call = S * normal_cdf(d) - K * std::exp(-r * T) * normal_cdf(d - sigma * std::sqrt(T));
  good &= estimate("call (Black, Scholes)", std::exp(-r * T) * cp::maximum(at_end - K, 0.0), call);

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

  if (!good) std::fprintf(stderr, "monte_carlo: an estimate is more than five standard errors away\n");
  return good ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(parse(argc, argv));
  } catch (std::exception const& e) {
    std::fprintf(stderr, "monte_carlo: %s\n", e.what());
    return 2;
  }
}
