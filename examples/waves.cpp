// Waves on a square membrane: the wave equation by finite differences, each step one fused stencil kernel.
//
// First a standing wave, whose exact solution is known: the program says how far the computed one is from it, and fails
// if that is too far. Then drops on a pond with reflecting walls, drawn as a PNG picture.
// test-arguments: --size 96 --steps 300 --out waves_test.png
//
// source   K. W. Morton, D. F. Mayers, "Numerical Solution of Partial Differential Equations", 2nd ed., section 4.9:
//          u(t + dt) = 2 u - u(t - dt) + (c dt / h)^2 lap(u), of second order in h and dt, stable for c dt / h <= 1 /
//          sqrt(2)
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fuse/fuse.hpp>
#include <fuse/io/png.hpp>
#include <string>
#include <vector>

#include "options.hpp"

namespace {

struct options {
  std::string output = "waves.png";
  long size = 512, steps = 1200;
};

void usage() {
  std::printf(
      "usage: waves [--size N] [--steps N] [--out FILE.png]\n\n"
      "  --size N        points along each side (default 512)\n"
      "  --steps N       time steps of the pond (default 1200)\n"
      "  --out FILE.png  the picture of the pond at the end (default waves.png)\n");
}

options parse(int argc, char** argv) {
  options o;
  example::command_line(usage)
      .whole("--size", o.size, 8, 100000)
      .whole("--steps", o.steps, 1, 1000000000)
      .output("--out", o.output)
      .read(argc, argv);
  return o;
}

/// A bar on a terminal, else a few lines.
void show_progress(long done, long steps) {
  bool const terminal = isatty(2) != 0;
  long const parts = terminal ? 50 : 4;
  if (done * parts / steps == (done - 1) * parts / steps) return;
  cp::synchronize();
  if (!terminal) {
    std::fprintf(stderr, "%ld of %ld steps\n", done, steps);
    return;
  }
  std::string const bar(static_cast<std::size_t>(done * parts / steps), '#');
  std::fprintf(stderr, "\r[%-50s] %ld of %ld steps ", bar.c_str(), done, steps);
  if (done == steps) std::fprintf(stderr, "\r%*s\r", 90, "");
}

/// One step: from the heights now and before, into those before, which become the next. The stencil reads only `now`;
/// `before` is read where it is written, so that no third array is needed.
auto const step = cp::fuse(
    [](auto now, auto before, auto courant2) {
      auto const lap = cp::at<-1, 0>(now) + cp::at<1, 0>(now) + cp::at<0, -1>(now) + cp::at<0, 1>(now) - 4 * now;
      return 2 * now - before + courant2 * lap;
    },
    "wave_step");

constexpr double pi = 3.14159265358979323846;

/// The greatest error of a standing wave of (2, 3) half waves after about one and a quarter periods, where it moves
/// fastest, on n x n inner points: sin(2 pi x) sin(3 pi y) cos(sqrt(13) pi t), zero at the rim.
double standing_wave_error(std::int64_t n) {
  double const h = 1.0 / static_cast<double>(n + 1), dt = 0.5 * h;
  auto const x = (cp::index<0>({n, n}) + 1) * h, y = (cp::index<1>({n, n}) + 1) * h;
  cp::ndarray<double, 2> const shape = cp::sin(2 * pi * x) * cp::sin(3 * pi * y);
  double const omega = std::sqrt(13.0) * pi;
  cp::ndarray<double, 2> now = shape * std::cos(omega * dt), before = shape.copy();
  auto const steps = static_cast<long>(std::lround(1.25 * 2 * pi / omega / dt));
  for (long i = 1; i < steps; ++i) {
    before(cp::all) = step(cp::constant_boundary(now, 0), before, 0.25);
    std::swap(now, before);
  }
  return cp::max(cp::abs(now - shape * std::cos(omega * dt * static_cast<double>(steps)))).item();
}

/// Heights as a picture: troughs blue, crests yellow.
void draw(cp::ndarray<float, 2> const& u, std::string const& path) {
  float const most = cp::max(cp::abs(u)).item();
  auto const scaled = cp::eval(0.5f + u * (0.5f / std::max(most, 1e-6f))).to_host();
  std::vector<std::uint8_t> rgb(static_cast<std::size_t>(3 * scaled.size()));
  cp::io::viridis(scaled.data(), scaled.size(), rgb.data());
  cp::io::write_png(path, scaled.shape(1), scaled.shape(0), 3, rgb.data());
}

int run(options const& o) {
  // Half the distance between points, a quarter of the error: that is what second order means.
  double const coarse = standing_wave_error(63), fine = standing_wave_error(127), order = std::log2(coarse / fine);
  std::printf("standing wave        error %.2e on 63 x 63 points, %.2e on 127 x 127: order %.2f\n", coarse, fine,
              order);
  if (!(fine < 2e-3 && order > 1.9 && order < 2.1)) {
    std::fprintf(stderr, "waves: the computed wave is too far from the exact one (at most 0.002, of order 2)\n");
    return 1;
  }

  // A pond with walls that reflect: what lies beyond an edge is the mirror image.
  std::int64_t const n = o.size;
  auto const x = (cp::astype<float>(cp::index<0>({n, n})) + 0.5f) / static_cast<float>(n);
  auto const y = (cp::astype<float>(cp::index<1>({n, n})) + 0.5f) / static_cast<float>(n);
  auto const drop = [&](float x0, float y0, float width) {
    return cp::exp(-(cp::square(x - x0) + cp::square(y - y0)) / (2 * width * width));
  };
  cp::ndarray<float, 2> now =
      drop(0.3f, 0.35f, 0.02f) - 0.7f * drop(0.7f, 0.6f, 0.03f) + 0.5f * drop(0.45f, 0.8f, 0.015f);
  cp::ndarray<float, 2> before = now.copy();
  double const volume = cp::sum(cp::astype<double>(now)).item();
  cp::synchronize();
  auto const count_before = cp::count();
  cp::event begin, end;
  begin.record();
  for (long i = 1; i <= o.steps; ++i) {
    before(cp::all) = step(cp::reflect(now), before, 0.4f);
    std::swap(now, before);
    show_progress(i, o.steps);
  }
  end.record();
  double const spent = end.elapsed_ms_since(begin) / 1e3;
  auto const counted = cp::count() - count_before;
  bool const drawn = cp::io::has_png();
  if (drawn) draw(now, o.output);

  double const drift = std::abs(cp::sum(cp::astype<double>(now)).item() - volume) / (std::abs(volume) + 1);
  std::printf("pond                 %lld x %lld points, %ld steps, %.2f s, %.1f us a step\n", static_cast<long long>(n),
              static_cast<long long>(n), o.steps, spent, spent / static_cast<double>(o.steps) * 1e6);
  std::printf("kernels launched     %lld, %.3g a step\n", static_cast<long long>(counted.launches),
              static_cast<double>(counted.launches) / static_cast<double>(o.steps));
  std::printf("temporary arrays     %lld\n", static_cast<long long>(counted.temporaries));
  std::printf("water lost           %.1e of what was there\n", drift);
  std::printf("picture              %s\n", drawn ? o.output.c_str() : "none: this build has no libpng");
  if (counted.launches != o.steps || counted.temporaries != 0) {
    std::fprintf(stderr, "waves: one kernel a step and no temporary array were expected\n");
    return 1;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return example::run_main("waves", [&] { return run(parse(argc, argv)); });
}
