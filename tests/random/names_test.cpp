// One seed, one draw: the functions of cp::random and the legacy generator give, in dtype, shape and every number, what
// a generator gives, whose numbers the other tests compare with their distributions.
#include <doctest.h>

#include <algorithm>
#include <cmath>
#include <fuse/random.hpp>
#include <string>
#include <vector>

#include "array/values.hpp"

using namespace tests;
using cp::random::RandomState;

namespace {

constexpr int seed = 20261129;

/// Whether draws have this dtype and shape, and one's numbers are all alike.
template <class T, class A, class B, class C>
void check_alike(char const* name, longs const& shape, A const& generator, B const& state, C const& function) {
  INFO(name);
  auto const expected = values(generator);
  CHECK(equals<T>(generator, shape, expected));
  CHECK(equals<T>(state, shape, expected));
  CHECK(equals<T>(function, shape, expected));
}

}  // namespace

#define DRAW(T, NAME, ...)                                                                                            \
  {                                                                                                                   \
    auto generator = cp::random::default_rng(seed);                                                                   \
    RandomState state(seed);                                                                                          \
    cp::random::seed(seed);                                                                                           \
    check_alike<T>(#NAME, {2, 3}, generator.NAME(__VA_ARGS__ __VA_OPT__(, ){2, 3}),                                   \
                   state.NAME(__VA_ARGS__ __VA_OPT__(, ){2, 3}), cp::random::NAME(__VA_ARGS__ __VA_OPT__(, ){2, 3})); \
  }

// covers: cupy.random.RandomState; cupy.random.RandomState.standard_normal; cupy.random.RandomState.uniform
// covers: cupy.random.RandomState.normal; cupy.random.RandomState.exponential
// covers: cupy.random.RandomState.standard_exponential; cupy.random.RandomState.lognormal
// covers: cupy.random.RandomState.laplace; cupy.random.RandomState.logistic; cupy.random.RandomState.gumbel
// covers: cupy.random.RandomState.rayleigh; cupy.random.RandomState.weibull; cupy.random.RandomState.pareto
// covers: cupy.random.RandomState.power; cupy.random.RandomState.standard_cauchy; cupy.random.RandomState.triangular
// covers: cupy.random.standard_normal; cupy.random.uniform; cupy.random.normal; cupy.random.exponential
// covers: cupy.random.standard_exponential; cupy.random.lognormal; cupy.random.laplace; cupy.random.logistic
// covers: cupy.random.gumbel; cupy.random.rayleigh; cupy.random.weibull; cupy.random.pareto; cupy.random.power
// covers: cupy.random.standard_cauchy; cupy.random.triangular
TEST_CASE("continuous distributions by every name"){
    DRAW(double, standard_normal) DRAW(double, normal, 1, 2) DRAW(double, uniform, -1, 3)
        DRAW(double, lognormal, 0.25, 0.5) DRAW(double, standard_exponential) DRAW(double, exponential, 2)
            DRAW(double, laplace, 1, 2) DRAW(double, logistic, 1, 2) DRAW(double, gumbel, 1, 2)
                DRAW(double, rayleigh, 2) DRAW(double, weibull, 1.7) DRAW(double, pareto, 6) DRAW(double, power, 2.5)
                    DRAW(double, standard_cauchy) DRAW(double, triangular, -1, 0.5, 3)}

// covers: cupy.random.RandomState.standard_gamma; cupy.random.RandomState.gamma; cupy.random.RandomState.beta
// covers: cupy.random.RandomState.chisquare; cupy.random.RandomState.f; cupy.random.RandomState.standard_t
// covers: cupy.random.RandomState.noncentral_chisquare; cupy.random.RandomState.noncentral_f
// covers: cupy.random.RandomState.wald; cupy.random.RandomState.vonmises; cupy.random.standard_gamma
// covers: cupy.random.gamma; cupy.random.beta; cupy.random.chisquare; cupy.random.f; cupy.random.standard_t
// covers: cupy.random.noncentral_chisquare; cupy.random.noncentral_f; cupy.random.wald; cupy.random.vonmises
TEST_CASE("distributions that draw until they accept, by every name"){
    DRAW(double, standard_gamma, 0.3) DRAW(double, gamma, 4.5, 2) DRAW(double, beta, 2, 3) DRAW(double, chisquare, 5)
        DRAW(double, f, 5, 12) DRAW(double, standard_t, 9) DRAW(double, noncentral_chisquare, 3, 2)
            DRAW(double, noncentral_f, 3, 12, 2) DRAW(double, wald, 2, 3) DRAW(double, vonmises, 0, 2)}

// covers: cupy.random.RandomState.poisson; cupy.random.RandomState.binomial; cupy.random.RandomState.negative_binomial
// covers: cupy.random.RandomState.geometric; cupy.random.RandomState.hypergeometric; cupy.random.RandomState.logseries
// covers: cupy.random.RandomState.zipf; cupy.random.poisson; cupy.random.binomial; cupy.random.negative_binomial
// covers: cupy.random.geometric; cupy.random.hypergeometric; cupy.random.logseries; cupy.random.zipf
TEST_CASE("distributions of integers by every name"){
    DRAW(std::int64_t, poisson, 3.3) DRAW(std::int64_t, binomial, 20, 0.3) DRAW(std::int64_t, negative_binomial, 3.5,
                                                                                0.3) DRAW(std::int64_t, geometric, 0.2)
        DRAW(std::int64_t, hypergeometric, 15, 20, 8) DRAW(std::int64_t, logseries, 0.8) DRAW(std::int64_t, zipf, 4.5)}

// covers: cupy.random.RandomState.choice; cupy.random.RandomState.permutation; cupy.random.RandomState.shuffle
// covers: cupy.random.RandomState.dirichlet; cupy.random.RandomState.multivariate_normal; cupy.random.choice
// covers: cupy.random.permutation; cupy.random.shuffle; cupy.random.dirichlet; cupy.random.multinomial
// covers: cupy.random.multivariate_normal
TEST_CASE("choices, orders and vectors by every name") {
  doubles const p{0.2, 0.3, 0.5}, mean{1, -2}, cov{2, 0.6, 0.6, 1};
  auto generator = cp::random::default_rng(seed);
  RandomState state(seed);
  cp::random::seed(seed);
  check_alike<std::int64_t>("choice", {2, 3}, generator.choice(9, {2, 3}), state.choice(9, {2, 3}),
                            cp::random::choice(9, {2, 3}));
  auto const of = cp::arange<float>(5);
  check_alike<float>("choice of elements", {3}, generator.choice(of, {3}, false), state.choice(of, {3}, false),
                     cp::random::choice(of, {3}, false));
  check_alike<std::int64_t>("permutation", {7}, generator.permutation(7), state.permutation(7),
                            cp::random::permutation(7));
  auto const rows = counted({4, 2});
  check_alike<std::int32_t>("permutation of rows", {4, 2}, generator.permutation(rows), state.permutation(rows),
                            cp::random::permutation(rows));
  auto const a = counted({8}), b = a.copy(), c = a.copy();
  generator.shuffle(a);
  state.shuffle(b);
  cp::random::shuffle(c);
  check_alike<std::int32_t>("shuffle", {8}, a, b, c);
  auto sorted = values(a);
  std::sort(sorted.begin(), sorted.end());
  CHECK(sorted == values(counted({8})));
  check_alike<double>("dirichlet", {2, 3}, generator.dirichlet(p, {2}), state.dirichlet(p, {2}),
                      cp::random::dirichlet(p, {2}));
  check_alike<std::int64_t>("multinomial", {2, 3}, generator.multinomial(20, p, {2}), state.multinomial(20, p, {2}),
                            cp::random::multinomial(20, p, {2}));
  check_alike<double>("multivariate_normal", {4, 2}, generator.multivariate_normal(mean, cov, {4}),
                      state.multivariate_normal(mean, cov, {4}), cp::random::multivariate_normal(mean, cov, {4}));
}

// covers: cupy.random.RandomState.rand; cupy.random.RandomState.randn; cupy.random.RandomState.randint
// covers: cupy.random.RandomState.random_sample; cupy.random.RandomState.tomaxint; cupy.random.rand; cupy.random.randn
// covers: cupy.random.randint; cupy.random.random; cupy.random.random_integers; cupy.random.random_sample
// covers: cupy.random.ranf; cupy.random.sample
TEST_CASE("uniform and normal numbers and integers by their legacy names") {
  auto generator = cp::random::default_rng(seed);
  RandomState state(seed);
  cp::random::seed(seed);
  check_alike<double>("random", {2, 3}, generator.random({2, 3}), state.random_sample({2, 3}),
                      cp::random::random({2, 3}));
  check_alike<double>("rand", {2, 3}, generator.random({2, 3}), state.rand(2, 3), cp::random::rand(2, 3));
  check_alike<float>("randn", {2, 3}, generator.standard_normal<float>({2, 3}), state.randn<float>(2, 3),
                     cp::random::randn<float>(2, 3));
  check_alike<double>("random_sample", {4}, generator.random({4}), state.random_sample({4}),
                      cp::random::random_sample({4}));
  check_alike<double>("ranf", {4}, generator.random({4}), state.random_sample({4}), cp::random::ranf({4}));
  check_alike<double>("sample", {4}, generator.random({4}), state.random_sample({4}), cp::random::sample({4}));
  check_alike<std::int64_t>("randint", {2, 3}, generator.integers(-3, 14, {2, 3}), state.randint(-3, 14, {2, 3}),
                            cp::random::randint(-3, 14, {2, 3}));
  check_alike<std::int64_t>("random_integers", {5}, generator.integers(-3, 14, {5}, true),
                            state.random_integers(-3, 14, {5}), cp::random::random_integers(-3, 14, {5}));
  auto const most = cp::eval(state.tomaxint({2, 500}));
  static_assert(std::is_same_v<decltype(most)::value_type, std::int64_t>);
  CHECK(list_of(most.shape()) == longs{2, 500});
  CHECK(cp::min(most).item() >= 0);
  CHECK(std::abs(cp::mean(cp::astype<double>(most)).item() / 0x1p62 - 1) < 0.1);
}
