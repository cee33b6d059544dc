// Power transformations, degrees, softmax.
#include "reference.hpp"

namespace sp = cp::special;
using tests::values;

// covers: cupyx.scipy.special.boxcox; cupyx.scipy.special.boxcox1p; cupyx.scipy.special.inv_boxcox
// covers: cupyx.scipy.special.inv_boxcox1p
TEST_CASE("power transformations are mpmath's") {
  reference::check("boxcox", sp::boxcox);
  reference::check("boxcox1p", sp::boxcox1p);
  reference::check("inv_boxcox", sp::inv_boxcox);
  reference::check("inv_boxcox1p", sp::inv_boxcox1p);
}

// covers: cupyx.scipy.special.radian; cupyx.scipy.special.sindg; cupyx.scipy.special.cosdg
// covers: cupyx.scipy.special.tandg; cupyx.scipy.special.cotdg
TEST_CASE("functions of degrees are mpmath's") {
  reference::check("radian", sp::radian);
  reference::check("sindg", sp::sindg);
  reference::check("cosdg", sp::cosdg);
  reference::check("tandg", sp::tandg);
  reference::check("cotdg", sp::cotdg);
}

// covers: cupyx.scipy.special.round
TEST_CASE("round goes to the even one of two") {
  auto const got = values(cp::eval(sp::round(cp::ndarray<double, 1>{0.5, 1.5, -2.5, 2.6, -0.2})));
  CHECK((got[0] == 0 && got[1] == 2 && got[2] == -2 && got[3] == 3 && got[4] == 0));
}

// covers: cupyx.scipy.special.softmax; cupyx.scipy.special.log_softmax
TEST_CASE("softmax and log_softmax along axes") {
  cp::ndarray<double, 2> const x{{1.0, 2.0, 3.0}, {1000.0, 0.0, -1000.0}};
  auto const rows = values(cp::eval(sp::softmax(x, cp::axis<1>))), all = values(cp::eval(sp::softmax(x)));
  auto const logs = values(cp::eval(sp::log_softmax(x, 1)));
  double const sum = std::exp(-2.0) + std::exp(-1.0) + 1;
  CHECK(std::abs(rows[0] - std::exp(-2.0) / sum) < 1e-16);
  CHECK(std::abs(rows[2] - 1 / sum) < 2e-16);
  CHECK((rows[3] == 1 && rows[4] == 0 && all[3] == 1 && all[0] == 0));
  CHECK(std::abs(logs[0] + 2 + std::log(sum)) < 1e-15);
  CHECK((logs[3] == 0 && logs[4] == -1000 && logs[5] == -2000));
  static_assert(std::is_same_v<decltype(cp::eval(sp::softmax(cp::ndarray<std::int8_t, 1>{})))::value_type, double>);
  auto const first = values(cp::eval(sp::softmax(cp::ndarray<std::int32_t, 2>{{1, 2}, {1, 2}}, cp::axis<0>)));
  CHECK((first[0] == 0.5 && first[3] == 0.5));
}

TEST_CASE("an entropy is one expression, and boxcox is undone") {
  cp::ndarray<float, 1> const p{0.25f, 0.25f, 0.5f};
  CHECK(std::abs(cp::sum(sp::entr(p)).item() - 1.0397208f) < 1e-6);
  auto const x = cp::eval(cp::linspace(0.1, 5.0, 100));
  auto const undone =
      cp::fuse([](auto v) { return cp::max(cp::abs(sp::inv_boxcox(sp::boxcox(v, 0.3), 0.3) / v - 1)); });
  CHECK(undone(x).item() < 1e-14);
}
