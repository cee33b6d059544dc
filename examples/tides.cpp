// Tides: the heights of waves of known periods in a record of the sea's level, by least squares, with their errors.
//
// The record is made here, so that the program can say how far its results are from what went in; it fails where one is
// more than five standard errors off. A day of missing hours is left out with the rows of the matrix.
// test-arguments: --days 40
//
// source   the constituents' speeds: P. Schureman, "Manual of Harmonic Analysis and Prediction of Tides" (1940)
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fuse/linalg.hpp>
#include <fuse/random.hpp>

#include "options.hpp"

namespace {

struct constituent {
  char const* name;
  double degrees_an_hour, cosine, sine;  // what the record is made of, in metres
};
constexpr constituent constituents[] = {{"M2", 28.9841042, 1.20, -0.45},
                                        {"S2", 30.0, 0.40, 0.15},
                                        {"N2", 28.4397295, -0.22, 0.10},
                                        {"K1", 15.0410686, 0.13, 0.21},
                                        {"O1", 13.9430356, 0.02, -0.17}};
constexpr std::int64_t waves = sizeof constituents / sizeof constituents[0], unknowns = 1 + 2 * waves;
constexpr double mean_level = 2.31, noise = 0.05;

void usage() {
  std::printf(
      "usage: tides [--days N]\n\n"
      "  --days N        length of the record, a value an hour (default 365)\n");
}

int run(long days) {
  std::int64_t const hours = 24 * days;
  // A column for the mean level, and one for each wave's cosine and sine; rows of hours that were measured.
  auto const all_hours = cp::arange<double>(hours);
  cp::ndarray<double, 1> const t =
      cp::concatenate(cp::eval(all_hours(cp::slice(0, 240))), cp::eval(all_hours(cp::slice(264, hours))));
  cp::ndarray<double, 2> matrix = cp::ones({t.shape(0), unknowns});
  cp::ndarray<double, 1> level = mean_level + noise * cp::random::default_rng(3).standard_normal(t.shape(0));
  double truth[unknowns] = {mean_level};
  for (std::int64_t i = 0; i < waves; ++i) {
    constituent const& c = constituents[i];
    cp::ndarray<double, 1> const angle = t * (c.degrees_an_hour * 3.14159265358979 / 180);
    matrix(cp::all, 1 + 2 * i) = cp::cos(angle);
    matrix(cp::all, 2 + 2 * i) = cp::sin(angle);
    level += c.cosine * cp::cos(angle) + c.sine * cp::sin(angle);
    truth[1 + 2 * i] = c.cosine;
    truth[2 + 2 * i] = c.sine;
  }

  auto const fit = cp::linalg::lstsq(matrix, level);
  double const variance = fit.residuals.item(0) / static_cast<double>(t.shape(0) - unknowns);
  // The inverse of matrix^T matrix is v diag(1 / s^2) v^T: its diagonal has the variances.
  auto const [u, s, vh] = cp::linalg::svd(matrix, {.full_matrices = false});
  auto const errors =
      cp::eval(cp::sqrt(cp::sum(cp::square(vh / s(cp::all, cp::newaxis)), cp::axis<0>) * variance)).to_host();
  auto const x = fit.x.to_host();

  std::printf("%lld hours in %s, %lld unknowns, rank %lld, condition %.3f\n", static_cast<long long>(t.shape(0)),
              cp::default_space::name, static_cast<long long>(unknowns), static_cast<long long>(fit.rank.item()),
              fit.s.item(0) / fit.s.item(unknowns - 1));
  std::printf("  %-6s %-7s %10s %10s %10s\n", "wave", "", "fitted", "error", "true");
  bool good = true;
  for (std::int64_t i = 0; i < unknowns; ++i) {
    bool const off = std::abs(x(i) - truth[i]) > 5 * errors(i);
    good = good && !off;
    std::printf("  %-6s %-7s %10.5f %10.5f %10.5f%s\n", i == 0 ? "mean" : constituents[(i - 1) / 2].name,
                i == 0       ? ""
                : i % 2 == 1 ? "cosine"
                             : "sine",
                x(i), errors(i), truth[i], off ? "  <- five standard errors off" : "");
  }
  std::printf("  noise %8.5f m, of which %.5f m went in\n", std::sqrt(variance), noise);
  return good ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  return example::run_main("tides", [&] {
    long days = 365;
    example::command_line(usage).whole("--days", days, 20, 100000).read(argc, argv);
    return run(days);
  });
}
