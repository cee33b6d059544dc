// Prices of options, as in CuPy's example: calls and puts from one kernel.
#include <fuse/fuse.hpp>
#include <fuse/random.hpp>
#include <iostream>
#include <tuple>

auto const black_scholes = cp::fuse([](auto s, auto x, auto t, auto r, auto v) {
  auto const sqrt_t = cp::sqrt(t);
  auto const d1 = (cp::log(s / x) + (r + v * v / 2) * t) / (v * sqrt_t);
  auto const d2 = d1 - v * sqrt_t;
  auto const cumulative = [](auto d) {
    auto const k = 1 / (1 + 0.2316419f * cp::abs(d));
    auto const value =
        0.39894228f * cp::exp(-0.5f * d * d) *
        (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return cp::where(d > 0, 1 - value, value);
  };
  auto const n1 = cumulative(d1);
  auto const n2 = cumulative(d2);
  auto const discounted = x * cp::exp(-r * t);
  return std::tuple(s * n1 - discounted * n2, discounted * (1 - n2) - s * (1 - n1));
});

int main() {
  std::int64_t const n = 1000000;
  auto rng = cp::random::default_rng(1);
  cp::ndarray<float, 1> s = rng.uniform<float>(5, 30, {n}), x = rng.uniform<float>(1, 100, {n}),
                        t = rng.uniform<float>(0.25f, 10, {n});
  auto const [call, put] = black_scholes(s, x, t, 0.02f, 0.3f);
  std::cout << "calls " << cp::mean(call).item() << ", puts " << cp::mean(put).item() << '\n';
}
