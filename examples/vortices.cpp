// The Navier-Stokes equations of an incompressible fluid on a periodic square, by Fourier transforms: vorticity w with
// w_t + u w_x + v w_y = nu lap(w), whose flow (u, v) is the curl of psi, -lap(psi) = w.
//
// First Taylor's and Green's vortices in a wind: they drift, and decay by exp(-2 nu t). The program says how far the
// computed vorticity is from that, and fails if that is more than the steps' error, or does not fall with its order.
// Then two layers of fluid that slide past each other roll up into vortices, which are drawn as a PNG picture.
// test-arguments: --size 64 --time 2 --out vortices_test.png
// test-arguments: --size 16 --time 0.01 --out vortices_test.png
// test-arguments: --size 32 --time 1 --viscosity 0 --out vortices_test.png
//
// source   J. D. Lawson, "Generalized Runge-Kutta processes for stable systems with large Lipschitz constants", SIAM J.
//          Numer. Anal. 4 (1967), for the steps: viscosity exactly, all else by the classical method of order 4
//          S. A. Orszag, "On the elimination of aliasing in finite-difference schemes by filtering high-wavenumber
//          components", J. Atmos. Sci. 28 (1971), for the upper third of the waves, which products would fold back
//          J. B. Bell, P. Colella, H. M. Glaz, "A second-order projection method for the incompressible Navier-Stokes
//          equations", J. Comput. Phys. 85 (1989), for the layers
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
  std::string output = "vortices.png";
  long size = 256;
  double time = 8, viscosity = 5e-4;
};

void usage() {
  std::printf(
      "usage: vortices [--size N] [--time T] [--viscosity NU] [--out FILE.png]\n\n"
      "  --size N        points along each side (default 256)\n"
      "  --time T        how long the layers slide (default 8)\n"
      "  --viscosity NU  of the fluid (default 5e-4)\n"
      "  --out FILE.png  the picture of the vorticity (default vortices.png)\n");
}

options parse(int argc, char** argv) {
  options o;
  example::command_line arguments(usage);
  arguments.whole("--size", o.size, 16, 16384)
      .number("--time", o.time, 0.01, 1000)
      .number("--viscosity", o.viscosity, 0, 10)
      .output("--out", o.output)
      .read(argc, argv);
  return o;
}

constexpr double pi = 3.14159265358979323846;

/// The positions along an axis, from 0 to 2 pi.
template <class T, int Axis>
auto positions(std::int64_t n) {
  return cp::astype<T>(cp::index<Axis>({n, n})) * static_cast<T>(2 * pi / static_cast<double>(n));
}

/// A fluid on a square of side 2 pi, in a wind of (1, 1/2) times `wind`.
template <class T>
class fluid {
 public:
  using spectrum = cp::ndarray<cp::complex<T>, 2>;

  fluid(cp::ndarray<T, 2> const& vorticity, double viscosity, double wind, double step)
      : n_(vorticity.shape(0)),
        wind_(static_cast<T>(wind)),
        step_(static_cast<T>(step)),
        w_(kept() * cp::fft::rfft2(vorticity)) {
    auto const k2 = cp::square(ky()) + cp::square(kx());
    decay_ = cp::exp(k2 * static_cast<T>(-viscosity * step / 2));
    inverse_ = cp::where(k2 > 0, 1 / k2, 0);
  }

  /// One step of order 4.
  void advance() {
    T const h = step_;
    spectrum const first = change(w_);
    spectrum const second = change(cp::eval(decay_ * (w_ + h / 2 * first)));
    spectrum const third = change(cp::eval(decay_ * w_ + h / 2 * second));
    spectrum const fourth = change(cp::eval(decay_ * (decay_ * w_ + h * third)));
    w_(cp::all) = decay_ * decay_ * (w_ + h / 6 * first) + h / 3 * decay_ * (second + third) + h / 6 * fourth;
  }

  cp::ndarray<T, 2> vorticity() const { return to_grid(w_); }
  /// Half the mean square of the flow.
  double energy() const {
    return cp::mean(cp::square(to_grid(i * ky() * inverse_ * w_)) + cp::square(to_grid(i * kx() * inverse_ * w_)))
               .item() /
           2;
  }

 private:
  static constexpr cp::complex<T> i{0, 1};

  auto kx() const { return cp::fft::rfftfreq<T>(n_, 1.0 / static_cast<double>(n_))(cp::newaxis, cp::all); }
  auto ky() const { return cp::fft::fftfreq<T>(n_, 1.0 / static_cast<double>(n_))(cp::all, cp::newaxis); }
  /// 1 for the waves whose products do not fold back onto them, 0 for the others, which the flow must not have: energy
  /// would come from them.
  auto kept() const {
    auto const third = static_cast<T>(n_ / 3);
    return cp::astype<T>((cp::abs(kx()) < third) & (cp::abs(ky()) < third));
  }
  template <class E>
  auto to_grid(E const& e) const {
    return cp::fft::irfft2(e, cp::fft::s(n_, n_));
  }
  /// -(u w_x + v w_y), without what products fold back.
  spectrum change(spectrum const& w) const {
    auto const u = to_grid(i * ky() * inverse_ * w) + wind_;
    auto const v = to_grid(-i * kx() * inverse_ * w) + wind_ / 2;
    return -kept() * cp::fft::rfft2(u * to_grid(i * kx() * w) + v * to_grid(i * ky() * w));
  }

  std::int64_t n_;
  T wind_, step_;
  spectrum w_;
  cp::ndarray<T, 2> decay_, inverse_;
};

/// The greatest error of Taylor's and Green's vortices that have drifted for a time of 1.
double error_of_vortices(std::int64_t n, long steps) {
  double const viscosity = 0.05, wind = 1;
  auto const vortices = [&](double t) {
    auto const x = positions<double, 1>(n) - wind * t, y = positions<double, 0>(n) - wind / 2 * t;
    return 2 * std::exp(-2 * viscosity * t) * cp::cos(x) * cp::cos(y);
  };
  fluid<double> f(cp::eval(vortices(0)), viscosity, wind, 1.0 / static_cast<double>(steps));
  for (long k = 0; k < steps; ++k) f.advance();
  return cp::max(cp::abs(f.vorticity() - vortices(1))).item();
}

/// Two layers whose edges, of width 2 pi / 30, are bent a little.
cp::ndarray<float, 2> layers(std::int64_t n) {
  float const width = static_cast<float>(pi / 15), half = static_cast<float>(pi / 2);
  auto const x = positions<float, 1>(n), y = positions<float, 0>(n);
  auto const edge = [&](auto const& distance) { return 1 / (width * cp::square(cp::cosh(distance * (1 / width)))); };
  return 0.05f * cp::cos(x) + cp::where(y < 2 * half, -edge(y - half), edge(3 * half - y));
}

void draw(cp::ndarray<float, 2> const& w, std::string const& path) {
  auto const scaled = cp::eval(0.5f + w * (0.5f / cp::max(cp::abs(w)))).to_host();
  std::vector<std::uint8_t> rgb(static_cast<std::size_t>(3 * scaled.size()));
  cp::io::viridis(scaled.data(), scaled.size(), rgb.data());
  cp::io::write_png(path, scaled.shape(1), scaled.shape(0), 3, rgb.data());
}

int run(options const& o) {
  double const error = error_of_vortices(32, 50), finer = error_of_vortices(32, 100);
  std::printf("drifting vortices    greatest error %.1e after 50 steps, %.1e after 100, in float64\n", error, finer);
  if (!(error < 2e-8 && finer < error / 14)) {
    std::fprintf(stderr, "vortices: below 2e-8, and a sixteenth of it with half the step, were expected\n");
    return 1;
  }

  std::int64_t const n = o.size;
  double const most = 0.25 * 2 * pi / static_cast<double>(n);
  long const steps = std::max(2L, static_cast<long>(std::ceil(o.time / most)));  // the first is not measured
  fluid<float> f(layers(n), o.viscosity, 0, o.time / static_cast<double>(steps));
  double const energy = f.energy();
  f.advance();
  cp::synchronize();
  auto const before = cp::count();
  cp::event begin, end;
  begin.record();
  for (long k = 1; k < steps; ++k) f.advance();
  end.record();
  double const repeats = static_cast<double>(steps - 1);
  double const ms = end.elapsed_ms_since(begin) / repeats;
  auto const counted = cp::count() - before;
  double const left = f.energy() / energy;
  bool const drawn = cp::io::has_png();
  if (drawn) draw(f.vorticity(), o.output);

  std::printf("layers               %lld x %lld points, float32, %ld steps, %.3f ms a step\n",
              static_cast<long long>(n), static_cast<long long>(n), steps, ms);
  std::printf("library calls        %g a step\n", static_cast<double>(counted.library_calls) / repeats);
  std::printf("kernels launched     %g a step\n", static_cast<double>(counted.launches) / repeats);
  std::printf("energy               %.4f of the first is left\n", left);
  std::printf("picture              %s\n", drawn ? o.output.c_str() : "none: this build has no libpng");
  // Without viscosity energy stays what it was, but for what float32 rounds off.
  if (!(left <= 1 + 1e-5 && left > 0)) {
    std::fprintf(stderr, "vortices: viscosity takes energy away, and not all of it\n");
    return 1;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return example::run_main("vortices", [&] { return run(parse(argc, argv)); });
}
