// Stencils through cp::at beside the same work on slices: heat in two and three axes, Gray and Scott's two fields.
#include <string>
#include <tuple>

#include "gpu_bench.hpp"

using cp::slice;

int main(int argc, char** argv) {
  bench::results r(argc, argv);
  auto const in = slice(1, -1), before = slice(0, -2), after = slice(2, cp::end);
  {
    std::int64_t const m = 16384;
    auto const a = cp::reshape(bench::random<float>(m * m, 1), {m, m}),
               z = cp::reshape(cp::empty<float>(m * m), {m, m});
    double const bytes = 8.0 * m * m;
    auto const heat = cp::fuse(
        [](auto u) {
          return u + 0.1f * (cp::at<-1, 0>(u) + cp::at<1, 0>(u) + cp::at<0, -1>(u) + cp::at<0, 1>(u) - 4 * u);
        },
        "heat2d");
    auto const heat_of_five = cp::fuse([](auto c, auto north, auto south, auto west,
                                          auto east) { return c + 0.1f * (north + south + west + east - 4 * c); },
                                       "heat2d_slices");
    r.measure("heat2d", "fuse of slices", "float32", "16384^2", bytes,
              [=] { z(in, in) = heat_of_five(a(in, in), a(before, in), a(after, in), a(in, before), a(in, after)); });
    r.measure("heat2d", "at", "float32", "16384^2", bytes, [=] { z(in, in) = heat(cp::valid(a)); });
    r.measure("heat2d", "at, wrap", "float32", "16384^2", bytes, [=] { z(cp::all) = heat(cp::wrap(a)); });
    r.measure("heat2d", "at, nearest", "float32", "16384^2", bytes, [=] { z(cp::all) = heat(cp::nearest(a)); });
    r.measure("heat2d", "at, constant", "float32", "16384^2", bytes,
              [=] { z(cp::all) = heat(cp::constant_boundary(a, 0)); });
    auto const wide = cp::fuse(
        [](auto u) {
          return 0.2f * (cp::at<-4, 0>(u) + cp::at<-3, 0>(u) + cp::at<-2, 0>(u) + cp::at<-1, 0>(u) + cp::at<1, 0>(u) +
                         cp::at<2, 0>(u) + cp::at<3, 0>(u) + cp::at<4, 0>(u)) +
                 0.1f * (cp::at<0, -4>(u) + cp::at<0, -3>(u) + cp::at<0, -2>(u) + cp::at<0, -1>(u) + cp::at<0, 1>(u) +
                         cp::at<0, 2>(u) + cp::at<0, 3>(u) + cp::at<0, 4>(u)) +
                 u;
        },
        "star2d_radius4");
    r.measure("star2d_radius4", "at, wrap", "float32", "16384^2", bytes, [=] { z(cp::all) = wide(cp::wrap(a)); });
    // Rows of an odd length, where no vectors can be made; and rows that are part of longer ones.
    auto const odd = slice(0, m - 1);
    auto const packed = [&](auto const& x) {
      return cp::reshape(cp::reshape(x, {m * m})(slice(0, (m - 1) * (m - 1))), {m - 1, m - 1});
    };
    auto const a_odd = packed(a), z_odd = packed(z);
    r.measure("heat2d_odd_rows", "at, wrap", "float32", "16383^2", 8.0 * (m - 1) * (m - 1),
              [=] { z_odd(cp::all) = heat(cp::wrap(a_odd)); });
    r.measure("heat2d_view", "at, wrap", "float32", "16383^2", 8.0 * (m - 1) * (m - 1),
              [=] { z(odd, odd) = heat(cp::wrap(a(odd, odd))); });
    auto const d = cp::reshape(bench::random<double>(m * m / 2, 1), {m, m / 2}), e = cp::empty_like(d);
    r.measure("heat2d", "at, wrap", "float64", "16384x8192", bytes, [=] { e(cp::all) = heat(cp::wrap(d)); });
  }
  {
    std::int64_t const m = 8192;
    auto const u = cp::reshape(bench::random<float>(m * m, 1), {m, m}),
               v = cp::reshape(bench::random<float>(m * m, 2), {m, m}), p = cp::empty_like(u), q = cp::empty_like(u);
    auto const step = cp::fuse(
        [](auto a, auto b) {
          auto const reaction = a * b * b;
          auto const lap_a = cp::at<-1, 0>(a) + cp::at<1, 0>(a) + cp::at<0, -1>(a) + cp::at<0, 1>(a) - 4 * a;
          auto const lap_b = cp::at<-1, 0>(b) + cp::at<1, 0>(b) + cp::at<0, -1>(b) + cp::at<0, 1>(b) - 4 * b;
          return std::tuple(a + (0.16f * lap_a - reaction + 0.0545f * (1 - a)),
                            b + (0.08f * lap_b + reaction - 0.1165f * b));
        },
        "gray_scott");
    auto const into = step.into(p, q);
    r.measure("gray_scott", "at, wrap", "float32", "8192^2", 16.0 * m * m, [=] { into(cp::wrap(u), cp::wrap(v)); });
  }
  for (std::int64_t const m : {512, 640}) {
    auto const a = cp::reshape(bench::random<float>(m * m * m, 1), {m, m, m}), z = cp::empty_like(a);
    double const bytes = 8.0 * m * m * m;
    std::string const size = std::to_string(m) + "^3";
    auto const heat = cp::fuse(
        [](auto u) {
          return u + 0.1f * (cp::at<-1, 0, 0>(u) + cp::at<1, 0, 0>(u) + cp::at<0, -1, 0>(u) + cp::at<0, 1, 0>(u) +
                             cp::at<0, 0, -1>(u) + cp::at<0, 0, 1>(u) - 6 * u);
        },
        "heat3d");
    auto const c = a(in, in, in);
    r.measure("heat3d", "slices", "float32", size, bytes, [=] {
      z(in, in, in) = c + 0.1f * (a(before, in, in) + a(after, in, in) + a(in, before, in) + a(in, after, in) +
                                  a(in, in, before) + a(in, in, after) - 6 * c);
    });
    r.measure("heat3d", "at", "float32", size, bytes, [=] { z(in, in, in) = heat(cp::valid(a)); });
    r.measure("heat3d", "at, wrap", "float32", size, bytes, [=] { z(cp::all) = heat(cp::wrap(a)); });
  }
  bench::run();
}
