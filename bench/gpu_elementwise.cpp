// The elementwise workloads: one expression each, one launch each, against the copy bandwidth of the same run.
#include "gpu_bench.hpp"

#include <tuple>

using cp::slice;

int main(int argc, char** argv) {
  bench::results r(argc, argv);
  std::int64_t const n = bench::n28, m = 16384;
  auto x = bench::random<float>(n, 1), y = bench::random<float>(n, 2), z = cp::empty<float>(n);

  r.measure("axpy", "expression", "float32", "2^28", 12.0 * n, [=] { z(cp::all) = 2.5f * x + y; });
  r.measure("chain", "expression", "float32", "2^28", 8.0 * n,
            [=] { z(cp::all) = cp::tanh(x) * cp::exp(-x * x) + cp::sqrt(cp::abs(x) + 1); });
  auto const chain = cp::fuse([](auto v) { return cp::tanh(v) * cp::exp(-v * v) + cp::sqrt(cp::abs(v) + 1); }, "chain");
  r.measure("chain", "fuse", "float32", "2^28", 8.0 * n, [=] { z(cp::all) = chain(x); });
  r.measure("where", "expression", "float32", "2^28", 12.0 * n, [=] { z(cp::all) = cp::where(x > y, x - y, y * y); });
  auto const add10 = cp::fuse([](auto a, auto b) { return a + b + b + b + b + b + b + b + b + b + b; }, "add10");
  r.measure("ten_additions", "fuse", "float32", "2^28", 12.0 * n, [=] { z(cp::all) = add10(x, y); });

  std::int64_t const options = std::int64_t{1} << 26;
  // The normal distribution by erfc keeps its relative error in the far tail, by erf its absolute one (of the order of
  // float32's rounding).
  auto const black_scholes = cp::fuse(
      [](auto s, auto k, auto t) {
        auto const root = 0.3f * cp::sqrt(t);
        auto const d1 = (cp::log(s / k) + 0.065f * t) / root;
        auto const n1 = 0.5f * cp::erfc(-0.70710678f * d1);
        auto const n2 = 0.5f * cp::erfc(-0.70710678f * (d1 - root));
        auto const discounted = k * cp::exp(-0.02f * t);
        return std::tuple(s * n1 - discounted * n2, discounted * (1 - n2) - s * (1 - n1));
      },
      "black_scholes");
  auto const black_scholes_erf = cp::fuse(
      [](auto s, auto k, auto t) {
        auto const root = 0.3f * cp::sqrt(t);
        auto const d1 = (cp::log(s / k) + 0.065f * t) / root;
        auto const n1 = 0.5f + 0.5f * cp::erf(0.70710678f * d1);
        auto const n2 = 0.5f + 0.5f * cp::erf(0.70710678f * (d1 - root));
        auto const discounted = k * cp::exp(-0.02f * t);
        return std::tuple(s * n1 - discounted * n2, discounted * (1 - n2) - s * (1 - n1));
      },
      "black_scholes_erf");
  auto const first = slice(0, options);
  auto s = x(first), k = y(first), t = x(slice(options, 2 * options)), call = z(first),
       put = z(slice(options, 2 * options));
  auto const price = black_scholes.into(call, put);
  r.measure("black_scholes", "fuse, erfc", "float32", "2^26", 20.0 * options, [=] { price(s, k, t); });
  auto const price_erf = black_scholes_erf.into(call, put);
  r.measure("black_scholes", "fuse, erf", "float32", "2^26", 20.0 * options, [=] { price_erf(s, k, t); });

  auto row = x(slice(0, m)), column = y(slice(0, m));
  auto square = cp::reshape(z, {m, m});
  r.measure(
      "outer_diff", "expression", "float32", "16384^2", 4.0 * m * m,
      [=] { square(cp::all) = cp::square(row(cp::all, cp::newaxis) - column(cp::newaxis, cp::all)); }, true);

  auto a = cp::reshape(x, {m, m}), b = cp::reshape(y, {m, m});
  r.measure("add_transposed", "expression", "float32", "16384^2", 12.0 * m * m, [=] { square(cp::all) = a + b.T(); });

  auto const in = slice(1, -1), up = slice(0, -2), down = slice(2, cp::end);
  r.measure("heat2d", "slices", "float32", "16384^2", 8.0 * m * m, [=] {
    square(in, in) = a(in, in) + 0.1f * (a(up, in) + a(down, in) + a(in, up) + a(in, down) - 4 * a(in, in));
  });
  auto const heat = cp::fuse([](auto c, auto north, auto south, auto west,
                                auto east) { return c + 0.1f * (north + south + west + east - 4 * c); },
                             "heat2d");
  r.measure("heat2d", "fuse of slices", "float32", "16384^2", 8.0 * m * m,
            [=] { square(in, in) = heat(a(in, in), a(up, in), a(down, in), a(in, up), a(in, down)); });
  bench::run();
}
