// Random numbers: what it takes to write them, against memset, and Monte Carlo pi, which reads and writes nothing.
#include <cstring>
#include <fuse/random.hpp>

#include "gpu_bench.hpp"

namespace {

/// Ends the program unless the device has drawn the host's bits.
template <class T, class E>
void expect_host_bits(char const* what, cp::ndarray<T, 1> const& device, E const& draw) {
  std::int64_t const n = 100000;
  cp::ndarray<T, 1, cp::host_space> const right = draw(cp::slice(device.size() - n, cp::end));
  auto const got = device(cp::slice(device.size() - n, cp::end)).to_host();
  if (std::memcmp(got.data(), right.data(), static_cast<std::size_t>(n) * sizeof(T)) == 0) return;
  std::fprintf(stderr, "%s: host and device drew different numbers\n", what);
  std::exit(1);
}

}  // namespace

int main(int argc, char** argv) {
  bench::results r(argc, argv);
  std::int64_t const n = bench::n28;
  auto rng = cp::random::default_rng(42);
  {
    auto to = cp::empty<float>(n);
    auto const write = [&](char const* name, char const* variant, auto const& draw) {
      r.measure(
          name, variant, "float32", "2^28", 4.0 * n, [=] { to(cp::all) = draw; }, true);
      expect_host_bits(name, to, draw);
    };
    write("uniform", "random", rng.random<float>(n));
    write("uniform", "XORWOW", cp::random::default_rng(cp::random::XORWOW(42)).random<float>(n));
    write("uniform", "MRG32k3a", cp::random::default_rng(cp::random::MRG32k3a(42)).random<float>(n));
    write("normal", "standard", rng.standard_normal<float>(n));
    write("normal", "loc, scale", rng.normal<float>(1, 2, n));
    write("exponential", "scale 2", rng.exponential<float>(2, n));
    write("gamma", "shape 2.5", rng.standard_gamma<float>(2.5, n));
    // Places that are out of step with the blocks.
    auto const normals = rng.standard_normal<float>(n + 1);
    r.measure(
        "normal", "a view, misaligned", "float32", "2^28", 4.0 * n,
        [=] { to(cp::all) = normals(cp::slice(1, cp::end)); }, true);
  }
  {
    auto to = cp::empty<std::int32_t>(n);
    auto const draw = rng.integers<std::int32_t>(0, 1000, n);
    r.measure(
        "integers", "[0, 1000)", "int32", "2^28", 4.0 * n, [=] { to(cp::all) = draw; }, true);
    expect_host_bits("integers", to, draw);
    auto const poisson = rng.poisson<std::int32_t>(20, n);
    r.measure(
        "poisson", "lam 20", "int32", "2^28", 4.0 * n, [=] { to(cp::all) = poisson; }, true);
    expect_host_bits("poisson", to, poisson);
    auto const order = cp::astype<std::int32_t>(rng.permutation(n));
    r.measure(
        "permutation", "of a range", "int32", "2^28", 4.0 * n, [=] { to(cp::all) = order; }, true);
  }
  {
    auto to = cp::empty<double>(n / 2);
    auto const draw = rng.standard_normal(n / 2);
    r.measure(
        "normal", "standard", "float64", "2^27", 4.0 * n, [=] { to(cp::all) = draw; }, true);
    expect_host_bits("normal float64", to, draw);
  }
  cp::ndarray<std::int64_t, 0> count = cp::empty<std::int64_t>(cp::shape_array<0>{});
  auto const x = rng.random<float>(n), y = rng.random<float>(n);
  r.measure("monte_carlo_pi", "expression", "float32", "2^28 pairs", 0,
            [=] { count(cp::ellipsis) = cp::sum(x * x + y * y < 1); });
  bench::expect("monte_carlo_pi", 4.0 * static_cast<double>(count.item()) / static_cast<double>(n), 3.14159265358979,
                2e-4);
  auto const inside = cp::fuse([](auto a, auto b) { return cp::sum(a * a + b * b < 1); });
  auto const expected = count.item();
  r.measure("monte_carlo_pi", "fuse", "float32", "2^28 pairs", 0, [=] { count(cp::ellipsis) = inside(x, y); });
  bench::expect("monte_carlo_pi fuse", static_cast<double>(count.item()), static_cast<double>(expected), 0);
  bench::run();
}
