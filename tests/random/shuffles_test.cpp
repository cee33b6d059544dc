// Permutations, choices and draws of vectors.
#include <doctest.h>

#include <algorithm>
#include <cmath>
#include <fuse/random.hpp>
#include <map>
#include <numeric>
#include <type_traits>
#include <vector>

#include "array/values.hpp"
#include "running.hpp"

using namespace tests;

namespace {

bool is_permutation(longs p) {
  std::sort(p.begin(), p.end());
  for (std::size_t i = 0; i < p.size(); ++i)
    if (p[i] != static_cast<std::int64_t>(i)) return false;
  return true;
}
double chi_square(std::map<longs, int> const& seen, double cases, double each) {
  double sum = (cases - static_cast<double>(seen.size())) * each;
  for (auto const& [order, n] : seen) sum += (n - each) * (n - each) / each;
  return sum;
}

}  // namespace

TEST_CASE("every order is as likely") {
  auto rng = cp::random::default_rng(31);
  std::map<longs, int> seen;
  for (int i = 0; i < 12000; ++i) {
    // The order alone, without a kernel: 12000 launches would take long.
    auto const order = cp::random::detail::draw_bijection(rng.bit_generator(), 4);
    longs p;
    for (std::uint64_t k = 0; k < 4; ++k) p.push_back(static_cast<std::int64_t>(order(k)));
    ++seen[p];
  }
  CHECK(chi_square(seen, 24, 500) < 65);  // 23 degrees of freedom: 7e-6
  CHECK(chi_square(seen, 24, 500) > 4);
}

TEST_CASE("permutations") {
  auto rng = cp::random::default_rng(32);
  for (std::int64_t const n : {0, 1, 2, 255, 256, 257, 100003}) {
    auto const p = values(rng.permutation(n));
    CHECK(p.size() == static_cast<std::size_t>(n));
    CHECK(is_permutation(p));
  }
  auto const p = rng.permutation(1000);
  CHECK(values(p) == values(p));
  CHECK(values(p) != values(rng.permutation(1000)));
  auto const all = values(p);
  CHECK(values(p(cp::slice(10, 20))) == longs(all.data() + 10, all.data() + 20));
  CHECK(launches([&] { cp::ndarray<std::int64_t, 1> a = p * 2; }) == 1);
  CHECK_THROWS_WITH_AS((void)rng.permutation(-1), "cp::random::permutation: a range cannot have -1 numbers",
                       cp::value_error);

  // Rows stay together.
  auto const a = counted<std::int32_t>({50, 3});
  auto const rows = values(rng.permutation(a));
  longs first;
  for (std::size_t i = 0; i < rows.size(); i += 3) {
    first.push_back(rows[i] / 3);
    CHECK((rows[i] % 3 == 0 && rows[i + 1] == rows[i] + 1 && rows[i + 2] == rows[i] + 2));
  }
  CHECK(is_permutation(first));
  CHECK(!std::is_sorted(first.begin(), first.end()));

  auto b = cp::arange<std::int64_t>(500);
  rng.shuffle(b);
  CHECK(is_permutation(values(b)));
  CHECK(values(b) != values(cp::arange<std::int64_t>(500)));
  auto c = counted<std::int64_t>({20, 10});
  rng.shuffle(c(cp::slice(5, 15)));
  CHECK(values(c(cp::slice(0, 5))) == values(counted<std::int64_t>({5, 10})));
  auto d = values(c);
  std::sort(d.begin(), d.end());
  CHECK(is_permutation(d));
}

TEST_CASE("choices with and without replacement") {
  auto rng = cp::random::default_rng(33);
  auto const a = cp::arange<float>(10) + 100;
  std::vector<int> count(10);
  for (float const x : values(rng.choice(a, {100000}))) ++count[static_cast<std::size_t>(x - 100)];
  for (int const n : count) CHECK(std::abs(n - 10000) < 500);
  std::fill(count.begin(), count.end(), 0);
  for (auto const i : values(rng.choice(10, {100000}, true))) ++count[static_cast<std::size_t>(i)];
  for (int const n : count) CHECK(std::abs(n - 10000) < 500);
  CHECK(is_permutation(values(rng.choice(10, {2, 5}, false))));
  CHECK(values(rng.choice(a, 4, false)).size() == 4);
  // Without a size one, of rank 0.
  auto const one = cp::eval(rng.choice(a));
  static_assert(decltype(one)::rank == 0);
  CHECK((one.item() >= 100 && one.item() < 110));
  CHECK(rng.choice(7, cp::none, false).item() < 7);
  CHECK(cp::random::choice(7).item() < 7);
  CHECK(rng.choice(3, cp::none, true, doubles{0, 1, 0}).item() == 1);
  auto const refuses = [&](auto const& draw, char const* text) { CHECK_THROWS_WITH_AS(draw(), text, cp::value_error); };
  refuses([&] { (void)rng.choice(3, {4}, false); },
          "cp::random::choice: 4 elements cannot be chosen from 3 without replacement");
  refuses([&] { (void)rng.choice(0, {4}); },
          "cp::random::choice: there must be something to choose from, not 0 elements");
}

TEST_CASE("choices by weight") {
  auto rng = cp::random::default_rng(34);
  doubles const p{0.1, 0.2, 0, 0.3, 0.4};
  std::vector<int> count(5);
  for (auto const i : values(rng.choice(5, {100000}, true, p))) ++count[static_cast<std::size_t>(i)];
  for (std::size_t i = 0; i < 5; ++i) CHECK(std::abs(count[i] - 1e5 * p[i]) < 800);
  CHECK(count[2] == 0);
  // Without replacement: all that can be, no two alike, the likely ones first.
  std::fill(count.begin(), count.end(), 0);
  for (int i = 0; i < 400; ++i) {
    auto const c = values(rng.choice(5, {2}, false, cp::array<double>({0.1, 0.2, 0, 0.3, 0.4})));
    CHECK(c[0] != c[1]);
    ++count[static_cast<std::size_t>(c[0])];
  }
  for (std::size_t i = 0; i < 5; ++i) CHECK(std::abs(count[i] - 400 * p[i]) < 50);
  auto four = values(rng.choice(cp::arange<std::int64_t>(5), {4}, false, p));
  std::sort(four.begin(), four.end());
  CHECK(four == longs{0, 1, 3, 4});
  CHECK(is_permutation(values(rng.choice(3000, {3000}, false, doubles(3000, 1.0 / 3000)))));
  CHECK_THROWS_AS((void)rng.choice(2, {1}, true, doubles{0.5, 0.6}), cp::value_error);
  auto const weights = [](std::initializer_list<double> w) {
    return cp::ndarray<double, 1, cp::host_space>(std::vector<double>(w));
  };
  auto const elements = cp::zeros<float, cp::host_space>(2);
  auto const refuses = [&](auto const& draw, char const* text) { CHECK_THROWS_WITH_AS(draw(), text, cp::value_error); };
  refuses(
      [&] {
        (void)rng.choice(elements, {2}, true, weights({0.5, 0.6}));
      },
      "cp::random::choice: probabilities must sum to 1, not 1.100000");
  refuses(
      [&] {
        (void)rng.choice(elements, {2}, true, weights({1.5, -0.5}));
      },
      "cp::random::choice: probabilities must not be negative, as that of element 1 is: -0.500000");
  refuses([&] { (void)rng.choice(elements, {2}, true, weights({1})); },
          "cp::random::choice: there must be a weight for each element; there are 1 for 2");
  refuses(
      [&] {
        (void)rng.choice(elements, {2}, false, weights({1, 0}));
      },
      "cp::random::choice: 2 elements are to be chosen, but only 1 have a probability that is not 0");
}

// covers: cupy.random.Generator.dirichlet
TEST_CASE("vectors: proportions, counts and normal numbers") {
  auto rng = cp::random::default_rng(35);
  auto const d = rng.dirichlet(doubles{0.5, 1, 2.5}, {20000});
  static_assert(std::is_same_v<decltype(d)::value_type, double>);
  CHECK(list_of(d.shape()) == longs{20000, 3});
  CHECK(cp::max(cp::abs(cp::sum(d, cp::axis<-1>) - 1)).item() < 1e-12);
  auto const share = values(cp::mean(d, cp::axis<0>));
  CHECK(std::abs(share[0] - 0.125) < 0.01);
  CHECK(std::abs(share[2] - 0.625) < 0.01);
  CHECK(cp::all(rng.dirichlet(doubles(3, 1e-3), {500}) >= 0).item());
  CHECK_THROWS_WITH_AS((void)rng.dirichlet(doubles{1, 0}, {2}), "cp::random::dirichlet: alpha must be positive, not 0",
                       cp::value_error);

  auto const m = rng.multinomial(20, doubles{0.2, 0.3, 0.5}, {100, 200});
  CHECK(list_of(m.shape()) == longs{100, 200, 3});
  CHECK(cp::all(cp::sum(m, cp::axis<-1>) == 20).item());
  cp::ndarray<double, 2> const flat = cp::astype<double>(cp::reshape(m, {20000, 3}));
  auto const mean = values(cp::mean(flat, cp::axis<0>)), var = values(cp::var(flat, cp::axis<0>));
  doubles const p{0.2, 0.3, 0.5};
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(std::abs(mean[i] - 20 * p[i]) < 0.1);
    CHECK(std::abs(var[i] - 20 * p[i] * (1 - p[i])) < 0.3);
  }
  CHECK_THROWS_WITH_AS((void)rng.multinomial(2, doubles{0.8, 0.3, 0}, {2}),
                       "cp::random::multinomial: pvals without the last must not sum to more than 1, but to 1.100000",
                       cp::value_error);

  auto const x = rng.multivariate_normal(doubles{1, -2}, doubles{2, 0.6, 0.6, 1}, {20000});
  auto const a = x(cp::all, 0) - 1, b = x(cp::all, 1) - -2;
  CHECK(std::abs(cp::mean(a * a).item() - 2) < 0.1);
  CHECK(std::abs(cp::mean(a * b).item() - 0.6) < 0.06);
  CHECK(std::abs(cp::mean(b * b).item() - 1) < 0.06);
  CHECK(values(rng.multivariate_normal(doubles{1, 2}, doubles{0, 0, 0, 0}, {1})) == doubles{1, 2});
  CHECK_THROWS_WITH_AS(
      (void)rng.multivariate_normal(doubles{1, 2}, doubles{1, 2, 2, 1}, {1}),
      "cp::random::multivariate_normal: the covariance must be positive semidefinite; pivot 1 is -3.000000",
      cp::value_error);
  CHECK_THROWS_WITH_AS(
      (void)rng.multivariate_normal(doubles{1, 2}, doubles{0, 1, 1, 1}, {1}),
      "cp::random::multivariate_normal: the covariance must be positive semidefinite; it is not at (1, 0)",
      cp::value_error);
  CHECK_THROWS_WITH_AS((void)rng.multivariate_normal(doubles{1, 2}, doubles{1, 2, 3}, {1}),
                       "cp::random::multivariate_normal: the covariance of 2 numbers has 2 x 2 elements, not 3",
                       cp::value_error);
  CHECK_THROWS_WITH_AS((void)rng.multivariate_normal(doubles{1, 2}, doubles{1, 0.25, 0.5, 1}, {1}),
                       "cp::random::multivariate_normal: the covariance must be symmetric; elements (1, 0) and (0, 1) "
                       "are 0.500000 and 0.250000",
                       cp::value_error);
}
