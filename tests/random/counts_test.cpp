// Distributions of integers, against SciPy.
#include <doctest.h>

#include "drawn.hpp"

using tests::check_drawn;
using tests::drawn;

// covers: cupy.random.Generator.integers
TEST_CASE("integers of an interval") {
  auto rng = cp::random::default_rng(20261125);
  check_drawn<std::int64_t>("integers", rng.integers(-3, 14, drawn));
  check_drawn<std::int32_t>("integers", rng.integers<std::int32_t>(-3, 14, drawn));
  check_drawn<std::int8_t>("integers", rng.integers<std::int8_t>(-3, 13, drawn, true));
  // Of an interval of 2^63 + 1 numbers almost half of all words are rejected.
  cp::ndarray<std::uint64_t, 1> const wide = rng.integers<std::uint64_t>(0, (std::uint64_t{1} << 63) + 1, drawn);
  CHECK(std::abs(cp::mean(cp::astype<double>(wide)).item() / 0x1p62 - 1) < 0.01);
  CHECK(cp::max(wide).item() <= std::uint64_t{1} << 63);
}

// covers: cupy.random.Generator.poisson; cupy.random.Generator.binomial; cupy.random.Generator.geometric
// covers: cupy.random.Generator.hypergeometric; cupy.random.Generator.logseries
TEST_CASE("counts") {
  auto rng = cp::random::default_rng(20261126);
  check_drawn<std::int64_t>("poisson_small", rng.poisson(3.3, drawn));
  check_drawn<std::int64_t>("poisson", rng.poisson(47.5, drawn));
  check_drawn<std::int64_t>("poisson_large", rng.poisson(1234567.8, drawn));
  check_drawn<std::int64_t>("binomial_small", rng.binomial(20, 0.3, drawn));
  check_drawn<std::int64_t>("binomial", rng.binomial(1000, 0.37, drawn));
  check_drawn<std::int64_t>("binomial_high", rng.binomial(100, 0.8, drawn));
  check_drawn<std::int64_t>("negative_binomial", rng.negative_binomial(3.5, 0.3, drawn));
  check_drawn<std::int64_t>("geometric", rng.geometric(0.2, drawn));
  check_drawn<std::int64_t>("hypergeometric_small", rng.hypergeometric(15, 20, 8, drawn));
  check_drawn<std::int64_t>("hypergeometric", rng.hypergeometric(150, 200, 80, drawn));
  check_drawn<std::int64_t>("hypergeometric_most", rng.hypergeometric(300, 200, 420, drawn));
  check_drawn<std::int64_t>("logseries", rng.logseries(0.8, drawn));
  check_drawn<std::int64_t>("zipf", rng.zipf(4.5, drawn));
}
