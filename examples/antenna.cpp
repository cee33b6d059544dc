// The radiation of a ring of dishes by Bessel functions: its far field over all directions, in dB, is one fused kernel.
//
// A dish is a uniformly lit circle of radius a: its amplitude in the direction theta is 2 J1(u) / u with u = k a sin
// theta (the Airy pattern). Many of them on a circle of radius b, in phase towards (tilt, 0), have the factor J0(k b
// d), where d is the distance of the direction's cosines from the beam's. The program first compares the dish with what
// is known of it: the first null, the first side lobe, and the power within u, which Rayleigh gave in closed form. It
// fails where that is too far off. The map is drawn as a PNG picture: theta downwards, phi to the right.
// test-arguments: --size 96 --out antenna_test.png
//
// source   C. A. Balanis, "Antenna Theory", chapters 6 (circular arrays) and 12 (circular apertures); M. Born, E. Wolf,
//          "Principles of Optics", section 8.5.2: the power within u is 1 - J0(u)^2 - J1(u)^2
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fuse/io/png.hpp>
#include <fuse/special.hpp>
#include <string>
#include <vector>

#include "options.hpp"

namespace {

namespace sp = cp::special;
constexpr double pi = 3.14159265358979323846;

struct options {
  std::string output = "antenna.png";
  double dish = 1, ring = 6, tilt = 20;
  long size = 512;
};

void usage() {
  std::printf(
      "usage: antenna [--dish A] [--ring B] [--tilt DEGREES] [--size N] [--out FILE.png]\n\n"
      "  --dish A        radius of a dish in wavelengths (default 1)\n"
      "  --ring B        radius of the ring in wavelengths (default 6)\n"
      "  --tilt DEGREES  angle of the beam from the axis (default 20)\n"
      "  --size N        rows of the map, of 2 N directions each (default 512)\n"
      "  --out FILE.png  the picture, 0 to -60 dB (default antenna.png)\n");
}

options parse(int argc, char** argv) {
  options o;
  example::command_line(usage)
      .number("--dish", o.dish, 0.01, 1000)
      .number("--ring", o.ring, 0, 1000)
      .number("--tilt", o.tilt, 0, 90)
      .whole("--size", o.size, 2, 8192)
      .output("--out", o.output)
      .read(argc, argv);
  return o;
}

auto const dish = cp::fuse([](auto u) { return cp::square(2 * sp::j1(u) / u); }, "dish");

/// Power relative to what all dishes in phase have on their axis, in dB, not below -60.
auto const pattern = cp::fuse(
    [](auto theta, auto phi, auto ka, auto kb, auto beam) {
      auto const s = cp::sin(theta);
      auto const away = cp::hypot(s * cp::cos(phi) - beam, s * cp::sin(phi));
      return 10 * cp::log10(cp::maximum(dish(ka * s) * cp::square(sp::j0(kb * away)), 1e-6f));
    },
    "pattern");

/// Whether a dish is as theory says.
bool dish_is_right() {
  std::int64_t const n = 1000000;
  auto const near_null = cp::linspace(3.5, 4.2, n + 1), lobe = cp::linspace(4.0, 7.0, n + 1);
  double const null = 3.5 + 0.7 / static_cast<double>(n) * static_cast<double>(cp::argmin(dish(near_null)).item());
  double const side = 10 * std::log10(cp::max(dish(lobe)).item());

  // The power within u, up to 40, by the midpoint rule. All of it, the integral of dish(u) u du, is 2.
  double const h = 40.0 / static_cast<double>(n);
  auto const edge = (cp::index<0>({n}) + 1) * h;
  auto const middle = edge - h / 2;
  auto const within = cp::cumsum(dish(middle) * middle * (h / 2));
  auto const closed = 1 - cp::square(sp::j0(edge)) - cp::square(sp::j1(edge));
  double const off = cp::max(cp::abs(within - closed)).item();
  std::printf("first null           u = %.6f (3.831706)\n", null);
  std::printf("first side lobe      %.3f dB (-17.570)\n", side);
  std::printf("power within u       %.1e off 1 - J0^2 - J1^2, u to 40\n", off);
  return std::abs(null - 3.8317059702075) < 1e-6 && std::abs(side + 17.570) < 1e-3 && off < 1e-9;
}

int run(options const& o) {
  if (!dish_is_right()) {
    std::fprintf(stderr, "antenna: that is not the pattern of a circular aperture\n");
    return 1;
  }
  std::int64_t const n = o.size;
  float const step = static_cast<float>(pi / 2 / static_cast<double>(n)), k = static_cast<float>(2 * pi);
  auto const theta = (cp::astype<float>(cp::index<0>({n, 2 * n})) + 0.5f) * step;
  auto const phi = (cp::astype<float>(cp::index<1>({n, 2 * n})) + 0.5f) * (2 * step) - static_cast<float>(pi);
  auto const before = cp::count();
  cp::ndarray<float, 2> const map = pattern(theta, phi, k * static_cast<float>(o.dish), k * static_cast<float>(o.ring),
                                            static_cast<float>(std::sin(o.tilt * pi / 180)));
  auto const spent = cp::count() - before;
  bool const drawn = cp::io::has_png();
  if (drawn) {
    auto const scaled = cp::eval(1 + map / 60).to_host();
    std::vector<std::uint8_t> rgb(static_cast<std::size_t>(3 * scaled.size()));
    cp::io::viridis(scaled.data(), scaled.size(), rgb.data());
    cp::io::write_png(o.output, 2 * n, n, 3, rgb.data());
  }
  std::printf("map                  %lld directions, the strongest %.2f dB, in %lld kernel\n",
              static_cast<long long>(map.size()), cp::max(map).item(), static_cast<long long>(spent.launches));
  std::printf("picture              %s\n", drawn ? o.output.c_str() : "none: this build has no libpng");
  if (spent.launches == 1 && spent.temporaries == 0) return 0;
  std::fprintf(stderr, "antenna: one kernel and no temporary array were expected\n");
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  return example::run_main("antenna", [&] { return run(parse(argc, argv)); });
}
