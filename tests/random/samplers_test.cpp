// Continuous distributions that draw until they accept, against SciPy.
#include <doctest.h>

#include "drawn.hpp"

using tests::check_drawn;
using tests::drawn;

// covers: cupy.random.Generator.standard_gamma; cupy.random.Generator.gamma; cupy.random.Generator.beta
// covers: cupy.random.Generator.chisquare; cupy.random.Generator.f
TEST_CASE("gammas, and what is made of them") {
  auto rng = cp::random::default_rng(20261123);
  check_drawn<double>("standard_gamma", rng.standard_gamma(0.3, drawn));
  check_drawn<float>("gamma", rng.gamma<float>(4.5, 2, drawn));
  check_drawn<double>("beta", rng.beta(2, 3, drawn));
  check_drawn<double>("beta_small", rng.beta(0.4, 0.7, drawn));
  check_drawn<double>("chisquare", rng.chisquare(5, drawn));
  check_drawn<double>("f", rng.f(5, 12, drawn));
  check_drawn<double>("standard_t", rng.standard_t(9, drawn));
  check_drawn<double>("noncentral_chisquare", rng.noncentral_chisquare(3, 2, drawn));
  check_drawn<double>("noncentral_chisquare_small", rng.noncentral_chisquare(0.8, 2, drawn));
  check_drawn<double>("noncentral_f", rng.noncentral_f(3, 12, 2, drawn));
}

TEST_CASE("inverse Gaussian numbers and angles") {
  auto rng = cp::random::default_rng(20261124);
  check_drawn<double>("wald", rng.wald(2, 3, drawn));
  check_drawn<double>("vonmises", rng.vonmises(0, 2, drawn));
  CHECK(cp::max(cp::abs(rng.vonmises(3, 1e-9, 1000))).item() <= 3.1415926535897936);
  CHECK(cp::max(cp::abs(rng.vonmises(3, 1e7, 1000) - 3)).item() < 0.005);
}
