// Conjugate gradients without a matrix: Poisson's equation on a square with zero walls, the operator being a stencil.
//
// An iteration is three kernels (on a GPU a fourth merges what blocks have summed): the stencil; both dot products,
// from which the same kernel computes the two step lengths; and all four vector updates. Step lengths never leave the
// device: the host looks at the residual once in a while. The program compares the solution with the exact one on two
// grids, and fails if it is not of second order, or if an iteration takes more kernels than that.
// test-arguments: --size 63
// test-arguments: --size 7 --every 5000
//
// source   A. T. Chronopoulos, C. W. Gear, "s-step iterative methods for symmetric linear systems", J. of Computational
//          and Applied Mathematics 25 (1989): the recurrence whose dot products need one pass
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fuse/fuse.hpp>
#include <limits>
#include <string>
#include <tuple>

#include "options.hpp"

namespace {

struct options {
  long size = 511, every = 50;
  double tolerance = 1e-9;
};

void usage() {
  std::printf(
      "usage: conjugate_gradient [--size N] [--tolerance T] [--every K]\n\n"
      "  --size N       points along each side, odd (default 511)\n"
      "  --tolerance T  the residual to reach, relative to the first (default 1e-9)\n"
      "  --every K      iterations between looks at the residual (default 50)\n");
}

options parse(int argc, char** argv) {
  options o;
  example::command_line(usage)
      .whole("--size", o.size, 7, 20000)
      .number("--tolerance", o.tolerance, 1e-12, 0.1)
      .whole("--every", o.every, 1, 100000)
      .read(argc, argv);
  // So that the grid to compare with has every other point.
  if (o.size % 2 == 0) throw cp::value_error("--size needs an odd number, not " + std::to_string(o.size));
  return o;
}

using grid = cp::ndarray<double, 2>;
using number = cp::ndarray<double, 0>;

/// -lap(u) h^2, where u is 0 at the walls.
auto const minus_laplacian =
    cp::fuse([](auto u) { return 4 * u - (cp::at<-1, 0>(u) + cp::at<1, 0>(u) + cp::at<0, -1>(u) + cp::at<0, 1>(u)); },
             "minus_laplacian");
/// |r|^2, and from (r, w) and what both step lengths were, those of the next iteration. Iterations between two looks
/// may be more than it takes to make a residual of 0: from then on no step has a length.
auto const step_lengths = cp::fuse(
    [](auto r, auto w, auto gamma_before, auto alpha_before) {
      auto const gamma = cp::sum(r * r);
      auto const beta = cp::where(gamma_before > 0, gamma / gamma_before, 0);
      auto const curvature = cp::sum(r * w) - beta * gamma / alpha_before;
      return std::tuple(gamma, beta, cp::where(curvature > 0, gamma / curvature, 0));
    },
    "step_lengths");
/// The directions p and s = A p, the solution and the residual, one step further.
auto const update = cp::fuse(
    [](auto p, auto s, auto x, auto r, auto w, auto alpha, auto beta) {
      auto const direction = r + beta * p;
      auto const image = w + beta * s;
      return std::tuple(direction, image, x + alpha * direction, r - alpha * image);
    },
    "update");

struct solution {
  grid x;
  long iterations = 0;
  double residual = 0;  ///< of what the equation says, relative to the right-hand side
  double kernels = 0;   ///< an iteration
  double us = 0;
};

/// Solves -lap(x) h^2 = b.
solution solve(grid const& b, options const& o, bool show) {
  grid x = cp::zeros<double>(b.shape()), p = cp::zeros<double>(b.shape()), s = cp::zeros<double>(b.shape());
  grid r = b.copy(), w = cp::empty<double>(b.shape());
  number gamma = cp::full<double>(cp::index_array<0>{}, std::numeric_limits<double>::infinity()), beta;
  number alpha = cp::full<double>(cp::index_array<0>{}, 1.0);
  double const first = std::sqrt(cp::sum(b * b).item());
  solution found;
  cp::event begin, end;
  begin.record();
  auto const before = cp::count();
  for (double left = first; left > o.tolerance * first && found.iterations < 20 * b.shape(0);) {
    for (long i = 0; i < o.every; ++i, ++found.iterations) {
      w(cp::all) = minus_laplacian(cp::constant_boundary(r, 0));
      std::tie(gamma, beta, alpha) = step_lengths(r, w, gamma, alpha);
      std::tie(p, s, x, r) = update(p, s, x, r, w, alpha, beta);
    }
    left = std::sqrt(gamma.item());
    if (show) std::printf("  iteration %5ld   residual %.2e\n", found.iterations, left / first);
  }
  end.record();
  found.us = end.elapsed_ms_since(begin) * 1e3 / static_cast<double>(found.iterations);
  found.kernels = static_cast<double>((cp::count() - before).launches) / static_cast<double>(found.iterations);
  grid const image = minus_laplacian(cp::constant_boundary(x, 0));
  found.residual = std::sqrt(cp::sum(cp::square(b - image)).item()) / first;
  found.x = x;
  return found;
}

/// The error of the solution whose right-hand side makes it g(x) g(y), g(x) = x (1 - x) e^x.
double error_on(std::int64_t n, options const& o, bool show, solution& found) {
  double const h = 1.0 / static_cast<double>(n + 1);
  auto const x = (cp::index<1>({n, n}) + 1) * h, y = (cp::index<0>({n, n}) + 1) * h;
  auto const g = [](auto const& t) { return t * (1 - t); };
  auto const second = [](auto const& t) { return t * (3 + t); };  // -g'' e^-x
  grid const b = (h * h) * cp::exp(x + y) * (second(x) * g(y) + g(x) * second(y));
  found = solve(b, o, show);
  return cp::max(cp::abs(found.x - cp::exp(x + y) * g(x) * g(y))).item();
}

int run(options const& o) {
  solution coarse, fine;
  std::printf("%ld x %ld points on %s\n", o.size, o.size, cp::default_space::name);
  double const error_coarse = error_on((o.size - 1) / 2, o, false, coarse);
  double const error_fine = error_on(o.size, o, true, fine);
  double const order = std::log2(error_coarse / error_fine);
  std::printf("iterations           %ld, %.1f us each\n", fine.iterations, fine.us);
  std::printf("kernels launched     %.2f an iteration\n", fine.kernels);
  std::printf("residual             %.1e of the right-hand side\n", fine.residual);
  std::printf("error                %.2e, %.2e with half the points a side: order %.2f\n", error_fine, error_coarse,
              order);
  if (!(fine.residual < 10 * o.tolerance) || !(order > 1.9 && order < 2.1)) {
    std::fprintf(stderr, "conjugate_gradient: the solution is not what the equation says, to second order\n");
    return 1;
  }
  if (fine.kernels > 4.01) {
    std::fprintf(stderr, "conjugate_gradient: four kernels an iteration were expected at most\n");
    return 1;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return example::run_main("conjugate_gradient", [&] { return run(parse(argc, argv)); });
}
