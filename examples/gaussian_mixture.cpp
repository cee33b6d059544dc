// A Gaussian mixture fitted to points of the plane by expectation maximization, and a picture of who belongs where.
//
// A round is four kernels over all points and components: log densities, their log-sum-exp of each point, how likely
// each component is, and the six sums that make the next weights, means and covariances. The likelihood may not fall;
// the program fails if it does, or if a component that the points were drawn from is not found.
// test-arguments: --points 20000 --rounds 60 --size 64 --out gaussian_mixture_test.png
//
// source   A. Dempster, N. Laird, D. Rubin, "Maximum likelihood from incomplete data via the EM algorithm", Journal of
//          the Royal Statistical Society B 39 (1977)
#include <fuse/io/png.hpp>
#include <fuse/random.hpp>
#include <fuse/sorting.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "options.hpp"

namespace {

using vector = cp::ndarray<float, 1>;
using matrix = cp::ndarray<float, 2>;

struct options {
  std::string output = "gaussian_mixture.png";
  long points = 1000000, rounds = 100, size = 512;
};

void usage() {
  std::printf(
      "usage: gaussian_mixture [--points N] [--rounds N] [--size N] [--out FILE.png]\n\n"
      "  --points N      points, drawn from four normal distributions (default 1000000)\n"
      "  --rounds N      rounds at most (default 100)\n"
      "  --size N        side of the picture (default 512)\n"
      "  --out FILE.png  the picture (default gaussian_mixture.png)\n");
}

options parse(int argc, char** argv) {
  options o;
  example::command_line(usage)
      .whole("--points", o.points, 1000, 100000000)
      .whole("--rounds", o.rounds, 1, 10000)
      .whole("--size", o.size, 16, 8192)
      .output("--out", o.output)
      .read(argc, argv);
  return o;
}

/// Weights, means and covariances ((xx, xy), (xy, yy)) of the components.
struct mixture {
  vector weight, x, y, xx, xy, yy;
};

auto down(vector const& v) { return v(cp::all, cp::newaxis); }

/// The logarithm of weight times density of each component (a column) at each point (a row).
matrix log_densities(vector const& px, vector const& py, mixture const& m) {
  vector const det = m.xx * m.yy - m.xy * m.xy,
               start = cp::log(m.weight) - 0.5f * cp::log(det) - 1.837877f;  // log 2 pi
  auto const of = cp::fuse([](auto dx, auto dy, auto xx, auto xy, auto yy, auto d, auto s) {
    return s - 0.5f * (yy * dx * dx - 2 * xy * dx * dy + xx * dy * dy) / d;
  });
  return of(down(px) - m.x, down(py) - m.y, m.xx, m.xy, m.yy, det, start);
}

/// How likely each component is for each point, and the mean of the points' log likelihoods.
std::pair<matrix, double> expected(vector const& px, vector const& py, mixture const& m) {
  matrix const log_density = log_densities(px, py, m);
  auto const most = cp::max(log_density, cp::axis<1>, cp::keepdims);
  auto const sum = cp::sum(cp::exp(log_density - most), cp::axis<1>, cp::keepdims);
  matrix const likelihood = most + cp::log(sum);
  return {cp::exp(log_density - likelihood), cp::mean<double>(likelihood).item()};
}

/// The mixture that makes the points likeliest, given whose they are.
mixture maximized(vector const& px, vector const& py, matrix const& likely) {
  auto const sum = [&](auto const& of) { return cp::sum(likely * of, cp::axis<0>); };
  auto const x = down(px), y = down(py);
  auto const [n, sx, sy, sxx, sxy, syy] =
      cp::evaluate(cp::sum(likely, cp::axis<0>), sum(x), sum(y), sum(x * x), sum(x * y), sum(y * y));
  mixture m;
  m.x = sx / n, m.y = sy / n, m.weight = n / static_cast<float>(px.size());
  m.xx = sxx / n - m.x * m.x, m.xy = sxy / n - m.x * m.y, m.yy = syy / n - m.y * m.y;
  return m;
}

/// Points of the unit square's surroundings, each of one of the components.
std::pair<vector, vector> drawn(mixture const& m, long n) {
  auto rng = cp::random::default_rng(7);
  auto const which =
      cp::eval(cp::searchsorted(cp::cumsum(m.weight), cp::eval(rng.random<float>({n})), cp::side::right));
  auto const u = cp::eval(rng.standard_normal<float>({n})), v = cp::eval(rng.standard_normal<float>({n}));
  auto const of = [&](vector const& parameter) { return cp::take(parameter, cp::minimum(which, m.x.size() - 1)); };
  vector const a = cp::sqrt(m.xx), b = m.xy / a, c = cp::sqrt(m.yy - b * b);  // Cholesky
  vector const x = of(m.x) + of(a) * u, y = of(m.y) + of(b) * u + of(c) * v;
  return {x, y};
}

/// How bright a place is says how many points are there, its colour whose they are.
void draw(options const& o, vector const& px, vector const& py, mixture const& m) {
  std::int64_t const n = o.size;
  auto const [counts, ex, ey] = cp::histogram2d(py, px, {n, n}, {{0, 1}, {0, 1}});
  matrix const light = cp::log1p(cp::astype<float>(counts));
  auto const bright = cp::eval(cp::ravel(cp::sqrt(light / cp::max(light))));
  auto const place = cp::arange<std::int64_t>(n * n);
  vector const x = (cp::astype<float>(place % n) + 0.5f) / static_cast<float>(n),
               y = (cp::astype<float>(place / n) + 0.5f) / static_cast<float>(n);
  matrix const likely = expected(x, y, m).first;
  matrix const colours = cp::array<float>({{1, 0.35f, 0.2f}, {0.3f, 0.9f, 0.3f}, {0.35f, 0.55f, 1}, {1, 0.85f, 0.2f}});
  auto const pixels =
      cp::eval(cp::astype<std::uint8_t>(255 * down(bright) * cp::clip(cp::matmul(likely, colours), 0, 1))).to_host();
  cp::io::write_png(o.output, n, n, 3, pixels.data());
  std::printf("wrote %s\n", o.output.c_str());
}

int run(options const& o) {
  mixture const truth{cp::array<float>({0.4f, 0.3f, 0.2f, 0.1f}),   cp::array<float>({0.25f, 0.7f, 0.6f, 0.2f}),
                      cp::array<float>({0.3f, 0.25f, 0.75f, 0.8f}), cp::array<float>({8e-3f, 4e-3f, 1.2e-2f, 2e-3f}),
                      cp::array<float>({5e-3f, -2e-3f, 0, 1e-3f}),  cp::array<float>({6e-3f, 5e-3f, 3e-3f, 4e-3f})};
  auto const [px, py] = drawn(truth, o.points);
  mixture m{cp::full({4}, 0.25f),
            cp::array<float>({0.3f, 0.8f, 0.7f, 0.1f}),
            cp::array<float>({0.2f, 0.2f, 0.9f, 0.9f}),
            cp::full({4}, 0.02f),
            cp::zeros<float>(4),
            cp::full({4}, 0.02f)};
  double before = -1e300;
  for (long round = 1; round <= o.rounds; ++round) {
    auto const [likely, likelihood] = expected(px, py, m);
    if (round % 10 == 1) std::printf("round %3ld: mean log likelihood %.6f\n", round, likelihood);
    if (likelihood < before - 1e-4) {
      std::fprintf(stderr, "gaussian_mixture: the likelihood fell from %.9g to %.9g\n", before, likelihood);
      return 1;
    }
    if (round > 20 && likelihood - before < 1e-6) break;
    before = likelihood;
    m = maximized(px, py, likely);
  }
  std::printf("\nweight     x     y\n");
  auto const w = m.weight.to_host(), x = m.x.to_host(), y = m.y.to_host();
  for (std::int64_t k = 0; k < w.size(); ++k) std::printf("%6.3f %5.3f %5.3f\n", w(k), x(k), y(k));
  double const off = cp::max(cp::abs(m.x - truth.x) + cp::abs(m.y - truth.y)).item();
  if (off > 0.02) {
    std::fprintf(stderr, "gaussian_mixture: a component is %.3f from where it was drawn\n", off);
    return 1;
  }
  if (!cp::io::has_png())
    std::printf("no picture: this build has no libpng\n");
  else
    draw(o, px, py, m);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return example::run_main("gaussian_mixture", [&] { return run(parse(argc, argv)); });
}
