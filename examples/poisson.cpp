// Poisson's equation on a periodic square by Fourier transforms: -lap(u) = f is a division in the spectrum.
//
// First a right-hand side whose solution is known: the program says how far the computed one is from it, and fails if
// that is more than rounding. Then charges of both signs on a sheet, whose potential is drawn as a PNG picture. A
// solution is three steps: a real transform, one kernel that divides by the squared wave numbers, and the transform
// back.
// test-arguments: --size 64 --out poisson_test.png
//
// source   L. N. Trefethen, "Spectral Methods in MATLAB", chapter 3: derivatives of periodic functions by transforms,
//          exact but for rounding where the function has no more waves than the grid
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fuse/fft.hpp>
#include <fuse/fuse.hpp>
#include <fuse/io/png.hpp>
#include <string>
#include <vector>

#include "options.hpp"

namespace {

struct options {
  std::string output = "poisson.png";
  long size = 1024, repeats = 20;
};

void usage() {
  std::printf(
      "usage: poisson [--size N] [--repeats N] [--out FILE.png]\n\n"
      "  --size N        points along each side (default 1024)\n"
      "  --repeats N     solutions that are timed (default 20)\n"
      "  --out FILE.png  the picture of the potential (default poisson.png)\n");
}

options parse(int argc, char** argv) {
  options o;
  example::command_line(usage)
      .whole("--size", o.size, 8, 32768)
      .whole("--repeats", o.repeats, 1, 1000000)
      .output("--out", o.output)
      .read(argc, argv);
  return o;
}

constexpr double pi = 3.14159265358979323846;

/// The solution of mean 0 of -lap(u) = f on the unit square: f loses its mean, which has none.
template <class T>
void solve(cp::ndarray<T, 2> const& u, cp::ndarray<T, 2> const& f) {
  std::int64_t const rows = f.shape(0), columns = f.shape(1);
  auto const ky = cp::fft::fftfreq<T>(rows, 1.0 / static_cast<double>(rows))(cp::all, cp::newaxis);
  auto const kx = cp::fft::rfftfreq<T>(columns, 1.0 / static_cast<double>(columns))(cp::newaxis, cp::all);
  auto const k2 = static_cast<T>(4 * pi * pi) * (cp::square(ky) + cp::square(kx));
  auto const inverse = cp::where(k2 > 0, 1 / k2, 0);
  u(cp::all) = cp::fft::irfft2(cp::fft::rfft2(f) * inverse, cp::fft::s(rows, columns));
}

/// The positions along an axis, from 0 to 1.
template <class T, int Axis>
auto positions(std::int64_t n) {
  return cp::astype<T>(cp::index<Axis>({n, n})) * static_cast<T>(1.0 / static_cast<double>(n));
}

/// The greatest error, relative to the solution, of u = sin(2 pi x) cos(6 pi y) + sin(4 pi (x + y)) / 2.
double error_of_waves(std::int64_t n) {
  auto const y = positions<double, 0>(n), x = positions<double, 1>(n);
  auto const first = cp::sin(2 * pi * x) * cp::cos(6 * pi * y);
  auto const second = 0.5 * cp::sin(4 * pi * (x + y));
  cp::ndarray<double, 2> const f = 4 * pi * pi * (10 * first + 8 * second);
  cp::ndarray<double, 2> u = cp::empty<double>({n, n});
  solve(u, f);
  return cp::max(cp::abs(u - (first + second))).item();
}

/// A narrow charge at (x, y), of mean 0 with all the others.
auto charge(std::int64_t n, float x0, float y0, float strength) {
  auto const dx = positions<float, 1>(n) - x0, dy = positions<float, 0>(n) - y0;
  return strength * cp::exp(-(cp::square(dx) + cp::square(dy)) * (1 / (2 * 0.012f * 0.012f)));
}

/// The potential as a picture: negative blue, positive yellow, with lines of equal potential.
void draw(cp::ndarray<float, 2> const& u, std::string const& path) {
  float const most = std::max(cp::max(cp::abs(u)).item(), 1e-30f);
  auto const level = cp::fuse([](auto v) { return cp::sign(v) * cp::sqrt(cp::abs(v)); })(u * (1 / most));
  auto const line = cp::abs(cp::remainder(level * 16, 1.0f) - 0.5f) > 0.44f;
  auto const scaled = cp::eval(cp::where(line, 0.42f + 0.5f * level, 0.5f + 0.5f * level)).to_host();
  std::vector<std::uint8_t> rgb(static_cast<std::size_t>(3 * scaled.size()));
  cp::io::viridis(scaled.data(), scaled.size(), rgb.data());
  cp::io::write_png(path, scaled.shape(1), scaled.shape(0), 3, rgb.data());
}

int run(options const& o) {
  double const error = error_of_waves(64);
  std::printf("known solution       greatest error %.1e on 64 x 64 points, in float64\n", error);
  if (!(error < 1e-14)) {
    std::fprintf(stderr, "poisson: the solution is further from the exact one than rounding takes it (1e-14)\n");
    return 1;
  }

  std::int64_t const n = o.size;
  cp::ndarray<float, 2> const f = charge(n, 0.3f, 0.3f, 1) + charge(n, 0.7f, 0.4f, -1) + charge(n, 0.45f, 0.75f, 1) +
                                  charge(n, 0.2f, 0.8f, -0.6f) + charge(n, 0.8f, 0.85f, -0.4f);
  cp::ndarray<float, 2> u = cp::empty<float>({n, n});
  solve(u, f);
  cp::synchronize();
  auto const before = cp::count();
  auto const plans = cp::fft::get_plan_cache().statistics().misses;
  cp::event begin, end;
  begin.record();
  for (long i = 0; i < o.repeats; ++i) solve(u, f);
  end.record();
  double const ms = end.elapsed_ms_since(begin) / static_cast<double>(o.repeats);
  auto const counted = cp::count() - before;
  bool const drawn = cp::io::has_png();
  if (drawn) draw(u, o.output);

  std::printf("charges              %lld x %lld points, float32, %.3f ms a solution\n", static_cast<long long>(n),
              static_cast<long long>(n), ms);
  std::printf("library calls        %g a solution\n",
              static_cast<double>(counted.library_calls) / static_cast<double>(o.repeats));
  std::printf("kernels launched     %g a solution\n",
              static_cast<double>(counted.launches) / static_cast<double>(o.repeats));
  std::printf("picture              %s\n", drawn ? o.output.c_str() : "none: this build has no libpng");
  if (counted.library_calls != 2 * o.repeats || counted.launches != o.repeats ||
      cp::fft::get_plan_cache().statistics().misses != plans) {
    std::fprintf(stderr, "poisson: two transforms and one kernel a solution, and no new plans, were expected\n");
    return 1;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return example::run_main("poisson", [&] { return run(parse(argc, argv)); });
}
