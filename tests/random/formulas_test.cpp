// Distributions of one number a place, in float64 and float32, against SciPy.
#include <doctest.h>

#include "drawn.hpp"

using tests::check_drawn;
using tests::drawn;

// covers: cupy.random.Generator.random; cupy.random.Generator.uniform; cupy.random.Generator.exponential
// covers: cupy.random.Generator.standard_exponential; cupy.random.default_rng
TEST_CASE("uniform, normal and exponential numbers") {
  auto rng = cp::random::default_rng(20261121);
  check_drawn<double>("random", rng.random(drawn));
  check_drawn<float>("random", rng.random<float>(drawn));
  check_drawn<double>("uniform", rng.uniform(-1, 3, drawn));
  check_drawn<float>("uniform", rng.uniform<float>(-1, 3, drawn));
  check_drawn<double>("normal", rng.normal(1, 2, drawn));
  check_drawn<float>("normal", rng.normal<float>(1, 2, drawn));
  check_drawn<float>("standard_exponential", rng.standard_exponential<float>(drawn));
  check_drawn<double>("exponential", rng.exponential(2, drawn));
}

// covers: cupy.random.Generator.power
TEST_CASE("formulas of one uniform number") {
  auto rng = cp::random::default_rng(20261122);
  check_drawn<double>("lognormal", rng.lognormal(0.25, 0.5, drawn));
  check_drawn<double>("laplace", rng.laplace(1, 2, drawn));
  check_drawn<float>("laplace", rng.laplace<float>(1, 2, drawn));
  check_drawn<double>("logistic", rng.logistic(1, 2, drawn));
  check_drawn<double>("gumbel", rng.gumbel(1, 2, drawn));
  check_drawn<double>("rayleigh", rng.rayleigh(2, drawn));
  check_drawn<double>("weibull", rng.weibull(1.7, drawn));
  check_drawn<double>("pareto", rng.pareto(6, drawn));
  check_drawn<float>("pareto", rng.pareto<float>(6, drawn));
  check_drawn<double>("power", rng.power(2.5, drawn));
  check_drawn<double>("standard_cauchy", rng.standard_cauchy(drawn));
  check_drawn<float>("standard_cauchy", rng.standard_cauchy<float>(drawn));
  check_drawn<double>("triangular", rng.triangular(-1, 0.5, 3, drawn));
}
