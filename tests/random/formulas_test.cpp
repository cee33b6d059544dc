// Distributions of one number a place, in float64 and float32, against SciPy.
#include <doctest.h>

#include "drawn.hpp"

using tests::check_drawn;
using tests::drawn;

TEST_CASE("uniform, normal and exponential numbers") {
  auto rng = cp::random::default_rng(20261121);
  check_drawn("random", rng.random(drawn));
  check_drawn("random", rng.random<float>(drawn));
  check_drawn("uniform", rng.uniform(-1, 3, drawn));
  check_drawn("uniform", rng.uniform<float>(-1, 3, drawn));
  check_drawn("normal", rng.normal(1, 2, drawn));
  check_drawn("normal", rng.normal<float>(1, 2, drawn));
  check_drawn("standard_exponential", rng.standard_exponential<float>(drawn));
  check_drawn("exponential", rng.exponential(2, drawn));
}

TEST_CASE("formulas of one uniform number") {
  auto rng = cp::random::default_rng(20261122);
  check_drawn("lognormal", rng.lognormal(0.25, 0.5, drawn));
  check_drawn("laplace", rng.laplace(1, 2, drawn));
  check_drawn("laplace", rng.laplace<float>(1, 2, drawn));
  check_drawn("logistic", rng.logistic(1, 2, drawn));
  check_drawn("gumbel", rng.gumbel(1, 2, drawn));
  check_drawn("rayleigh", rng.rayleigh(2, drawn));
  check_drawn("weibull", rng.weibull(1.7, drawn));
  check_drawn("pareto", rng.pareto(6, drawn));
  check_drawn("pareto", rng.pareto<float>(6, drawn));
  check_drawn("power", rng.power(2.5, drawn));
  check_drawn("standard_cauchy", rng.standard_cauchy(drawn));
  check_drawn("standard_cauchy", rng.standard_cauchy<float>(drawn));
  check_drawn("triangular", rng.triangular(-1, 0.5, 3, drawn));
}
