// Generators: names, shapes, dtypes, bad input; the functions' generator and the legacy one.
#include <doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fuse/random.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "array/values.hpp"

using namespace tests;

// covers: cupy.random.Generator
TEST_CASE("two calls differ, one draw does not") {
  auto rng = cp::random::default_rng(1);
  auto const a = rng.random(8);
  auto const b = rng.random(8);
  CHECK(values(a) != values(b));
  CHECK(values(a) == values(a));
  auto same = cp::random::default_rng(1);
  CHECK(values(same.random({8})) == values(a));
  cp::random::Generator copy = same;
  CHECK(values(copy.random(cp::index_array<1>{{8}})) == values(b));
  CHECK(same.bit_generator().state() == copy.bit_generator().state());
  CHECK(rng.spawn(2)[1].bit_generator().state() == same.spawn(2)[1].bit_generator().state());
}

TEST_CASE("shapes and dtypes") {
  auto rng = cp::random::default_rng(2);
  static_assert(std::is_same_v<decltype(rng.random())::value_type, double>);
  static_assert(std::is_same_v<decltype(rng.normal<float>(0, 1, 3))::value_type, float>);
  static_assert(std::is_same_v<decltype(rng.poisson(1.0))::value_type, std::int64_t>);
  static_assert(std::is_same_v<decltype(rng.binomial<std::int32_t>(4, 0.5, {2}))::value_type, std::int32_t>);
  CHECK(list_of(rng.normal().shape()).empty());
  CHECK(list_of(rng.normal({2, 3}).shape()) == longs{2, 3});
  CHECK(list_of(rng.standard_normal({2, 0}).shape()) == longs{2, 0});
  CHECK(values(rng.standard_normal({2, 0})).empty());
  CHECK(std::isfinite(rng.normal(1, 2).item()));
  // Parameters in arrays broadcast: to each other, or to the size.
  auto const mean = cp::reshape(cp::arange<double>(3) * 1000, {3, 1});
  auto const scale = cp::array<double>({0, 1});
  CHECK(list_of(rng.normal(mean, scale).shape()) == longs{3, 2});
  auto const x = values(rng.normal(mean, scale, {4, 3, 2}));
  for (std::size_t i = 0; i < x.size(); ++i) {
    double const at = 1000.0 * static_cast<double>(i / 2 % 3);
    CHECK((i % 2 == 0 ? x[i] == at : std::abs(x[i] - at) < 10));
  }
  CHECK(x[1] != x[7]);
  auto const k = values(rng.poisson(cp::array<float>({0, 1000000}), {3, 2}));
  CHECK(k[0] == 0);
  CHECK(std::abs(static_cast<double>(k[5]) - 1e6) < 1e4);
  CHECK(values(rng.integers(cp::array<std::int64_t>({5, 7}), cp::array<std::int64_t>({6, 8}))) == longs{5, 7});
  CHECK_THROWS_WITH_AS((void)rng.normal(mean, 1, {4, 2}),
                       doctest::Contains("the parameters do not broadcast to the size; their shape and the size are"),
                       cp::shape_error);
  CHECK_THROWS_AS((void)rng.random({2, -1}), cp::shape_error);
}

TEST_CASE("numbers outside a distribution's domain are refused before anything is drawn") {
  auto rng = cp::random::default_rng(3);
  auto const before = rng.bit_generator().state();
  auto const refuses = [&](auto const& draw, char const* text) { CHECK_THROWS_WITH_AS(draw(), text, cp::value_error); };
  refuses([&] { (void)rng.normal(0, -1, 2); }, "cp::random::normal: scale must not be negative, not -1");
  refuses([&] { (void)rng.uniform(0, INFINITY, 2); }, "cp::random::uniform: high must be finite, not inf");
  refuses([&] { (void)rng.uniform(-1e308, 1e308, 2); },
          "cp::random::uniform: expected high - low to be finite; the parameters are -1e+308, 1e+308");
  refuses([&] { (void)rng.gamma(NAN, 1, 2); }, "cp::random::gamma: shape must not be negative, not nan");
  refuses([&] { (void)rng.beta(0, 1, 2); }, "cp::random::beta: a must be positive, not 0");
  refuses([&] { (void)rng.binomial(3, 1.5, 2); }, "cp::random::binomial: p must lie in [0, 1], not 1.5");
  refuses([&] { (void)rng.geometric(0, 2); }, "cp::random::geometric: p must lie in (0, 1], not 0");
  refuses([&] { (void)rng.logseries(1, 2); }, "cp::random::logseries: p must lie in [0, 1), not 1");
  refuses([&] { (void)rng.zipf(1, 2); }, "cp::random::zipf: a must be larger than 1, not 1");
  refuses([&] { (void)rng.poisson(1e19, 2); },
          "cp::random::poisson: expected lam to be at most 9.223372e18; the parameters are 1e+19");
  refuses([&] { (void)rng.triangular(1, 0, 2, 2); },
          "cp::random::triangular: expected left <= mode <= right and left < right; the parameters are 1, 0, 2");
  refuses([&] { (void)rng.hypergeometric(2, 3, 6, 2); },
          "cp::random::hypergeometric: expected nsample <= ngood + nbad, and each of them at most 1e9; the parameters "
          "are 2, 3, 6");
  refuses([&] { (void)rng.integers(5, 5, {2}); }, "cp::random::integers: expected low < high, not low 5 and high 5");
  refuses([&] { (void)rng.integers(5, 4, {2}, true); },
          "cp::random::integers: expected low <= high, not low 5 and high 4");
  refuses([&] { (void)rng.integers<std::int8_t>(-128, 129, {2}); },
          "cp::random::integers: high 129 is out of bounds for integers of 8 bits with a sign");
  refuses([&] { (void)rng.integers<std::uint32_t>(-1, 9, {2}); },
          "cp::random::integers: low -1 is out of bounds for integers of 32 bits without a sign");
  CHECK(rng.bit_generator().state() == before);
}

TEST_CASE("parameters in arrays outside the domain come out as NaN or -1") {
  auto rng = cp::random::default_rng(4);
  auto const x = values(rng.normal(0, cp::array<double>({1, -1, NAN})));
  CHECK(!std::isnan(x[0]));
  CHECK(std::isnan(x[1]));
  CHECK(std::isnan(x[2]));
  CHECK(values(rng.binomial(cp::array<std::int64_t>({0, -1}), 0.5)) == longs{0, -1});
  CHECK(std::isnan(values(rng.gamma(cp::array<double>({-2}), 1))[0]));
  CHECK(values(rng.integers(cp::array<std::int64_t>({3}), 3)) == longs{-1});
}

TEST_CASE("the ends of domains") {
  auto rng = cp::random::default_rng(5);
  CHECK(values(rng.normal(2.5, 0, 3)) == doubles{2.5, 2.5, 2.5});
  CHECK(values(rng.uniform(2, 2, 3)) == doubles{2, 2, 2});
  CHECK(values(rng.gamma(0, 1, 2)) == doubles{0, 0});
  CHECK(values(rng.poisson(0, 2)) == longs{0, 0});
  CHECK(values(rng.binomial(9, 0, 2)) == longs{0, 0});
  CHECK(values(rng.binomial(9, 1, 2)) == longs{9, 9});
  CHECK(values(rng.binomial(0, 0.5, 2)) == longs{0, 0});
  CHECK(values(rng.geometric(1, 2)) == longs{1, 1});
  CHECK(values(rng.negative_binomial(2, 1, 2)) == longs{0, 0});
  CHECK(values(rng.logseries(0, 2)) == longs{1, 1});
  CHECK(values(rng.hypergeometric(4, 0, 3, 2)) == longs{3, 3});
  CHECK(values(rng.hypergeometric(50, 0, 30, 2)) == longs{30, 30});
  CHECK(values(rng.weibull(0, 2)) == doubles{0, 0});
  CHECK(values(rng.integers<std::uint8_t>(0, 255, {2}, true)).size() == 2);
  CHECK(values(rng.integers<std::int64_t>(INT64_MIN, INT64_MAX, {2}, true)).size() == 2);
  // A sum that rounds up never reaches the end of the interval.
  CHECK(cp::max(rng.uniform<float>(1, 2, 1 << 22)).item() < 2);
  // Large parameters keep mean and spread.
  auto const k = cp::astype<double>(rng.poisson(1e12, 20000));
  cp::ndarray<double, 1> const off = (k - 1e12) / 1e6;
  CHECK(std::abs(cp::mean(off).item()) < 0.04);
  CHECK(std::abs(cp::std(off).item() - 1) < 0.03);
  cp::ndarray<double, 1> const b =
      (cp::astype<double>(rng.binomial(1000000000000, 0.25, 20000)) - 2.5e11) / std::sqrt(1.875e11);
  CHECK(std::abs(cp::mean(b).item()) < 0.04);
  CHECK(std::abs(cp::std(b).item() - 1) < 0.03);
}

// covers: cupy.random.bytes; cupy.random.get_random_state; cupy.random.reset_states; cupy.random.seed
// covers: cupy.random.set_random_state; cupy.random.RandomState.seed
TEST_CASE("the functions draw from one generator, of which the state can be had and set") {
  cp::random::seed(11);
  auto const a = values(cp::random::rand(2, 3));
  CHECK(a.size() == 6);
  auto const b = values(cp::random::randn<float>(4));
  cp::random::seed(11);
  CHECK(values(cp::random::random({2, 3})) == a);
  CHECK(values(cp::random::standard_normal<float>(4)) == b);
  CHECK(values(cp::random::random_sample(3)).size() + values(cp::random::ranf(3)).size() +
            values(cp::random::sample({3})).size() ==
        9);
  auto state = cp::random::get_random_state();
  auto const at = state.bit_generator().state();
  auto const c = values(cp::random::normal(0, 1, 5));
  state.seed(11);
  CHECK(values(cp::random::random({2, 3})) == a);
  cp::random::set_random_state(cp::random::RandomState(cp::random::Philox4x3210(at)));
  CHECK(values(cp::random::normal(0, 1, 5)) == c);
  cp::random::reset_states();
  CHECK(values(cp::random::normal(0, 1, 5)) != c);
  cp::random::seed(11);
  auto const bytes = cp::random::bytes(21);
  auto const raw = values(cp::random::Philox4x3210(11).random_raw(8));
  REQUIRE(bytes.size() == 21);
  CHECK(std::memcmp(bytes.data(), raw.data(), 21) == 0);
  CHECK(cp::random::bytes(16) != cp::random::bytes(16));
  CHECK_THROWS_AS((void)cp::random::bytes(-1), cp::value_error);
}

TEST_CASE("the legacy generator's names") {
  cp::random::RandomState r(6);
  CHECK(list_of(r.rand(2, 3).shape()) == longs{2, 3});
  CHECK(list_of(r.randn().shape()).empty());
  auto const i = values(r.randint(3, 6, {1000}));
  CHECK(*std::min_element(i.begin(), i.end()) == 3);
  CHECK(*std::max_element(i.begin(), i.end()) == 5);
  auto const j = values(r.random_integers(6, {1000}));
  CHECK(*std::min_element(j.begin(), j.end()) == 1);
  CHECK(*std::max_element(j.begin(), j.end()) == 6);
  for (auto const k : values(r.tomaxint({100}))) CHECK(k >= 0);
  auto const x = values(r.random_sample({3}));
  r.seed(6);
  CHECK(values(r.rand(2, 3)).size() == 6);
  r.seed();
  CHECK(values(r.random_sample({3})) != x);
}
