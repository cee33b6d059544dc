// The error function's relatives and the normal distribution.
#include "reference.hpp"

namespace sp = cp::special;
using tests::values;

// covers: cupyx.scipy.special.erfcx; cupyx.scipy.special.erfinv; cupyx.scipy.special.erfcinv
TEST_CASE("scaled and inverse error functions are mpmath's") {
  reference::check("erfcx", sp::erfcx, {10, 4});  // twice e^(x^2) below 0: the C library's vectors are within 4 ulp
  reference::check("erfinv", sp::erfinv);
  reference::check("erfcinv", sp::erfcinv);
}

// covers: cupyx.scipy.special.ndtr; cupyx.scipy.special.ndtri; cupyx.scipy.special.log_ndtr
TEST_CASE("the normal distribution is mpmath's") {
  reference::check("ndtr", sp::ndtr, {8, 5});
  reference::check("ndtri", sp::ndtri);
  reference::check("log_ndtr", sp::log_ndtr, {8, 5});
  reference::check_float("log_ndtr_worst", sp::log_ndtr, 3.2);
}

TEST_CASE("16 bits compute in float32, integers in float64") {
  reference::check_dtypes(sp::ndtr);
  static_assert(std::is_same_v<decltype(sp::erfinv(cp::ndarray<bool, 1>{true}))::value_type, double>);
  static_assert(std::is_same_v<decltype(sp::erfinv(cp::ndarray<cp::bfloat16, 1>{}))::value_type, cp::bfloat16>);
  CHECK(sp::ndtr(0) == 0.5);
  CHECK(std::abs(sp::erfcx(0.0f) - 1.0f) < 1e-6f);
}

TEST_CASE("ndtri undoes ndtr, erfinv undoes erf, inside one kernel with a sum") {
  auto const x = cp::eval(cp::linspace(-3.0, 3.0, 1001));
  auto const worst = cp::fuse([](auto v) {
    return cp::max(cp::abs(sp::ndtri(sp::ndtr(v)) - v)) + cp::max(cp::abs(sp::erfinv(cp::erf(v / 2)) - v / 2));
  });
  CHECK(worst(x).item() < 1e-13);
  auto const column = cp::reshape(x, cp::make_shape({1001, 1}));
  auto const both = cp::eval(sp::ndtr(column + cp::ndarray<double, 1>{0.0, 1.0}));
  CHECK((both.shape()[0] == 1001 && both.shape()[1] == 2));
  CHECK(std::abs(cp::sum(sp::ndtr(x) + sp::ndtr(-x)).item() - 1001) < 1e-10);
}
