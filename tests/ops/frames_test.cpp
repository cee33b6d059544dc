// Frames around arrays, compared with NumPy's.
#include "joins.hpp"

#include <cmath>

// covers: cupy.pad
TEST_CASE("frames around arrays: as NumPy's") {
  namespace P = tests::P;
  auto const [x, y, e, v, w, t, b, u] = tests::join_inputs{};
#include "../data/joins/frames.inc"
}

TEST_CASE("statistics of no elements: as NumPy's") {
  namespace p = cp::padding;
  auto const x = cp::array({1, 4, 9});
  char const* const none = "cp::pad: stat_length of 0 yields no value for padding";
  CHECK_THROWS_WITH_AS((void)cp::pad(x, 1, p::maximum{0}), none, cp::value_error);
  CHECK_THROWS_WITH_AS((void)cp::pad(x, 0, p::minimum{{0, 1}}), none, cp::value_error);
  CHECK_THROWS_WITH_AS((void)cp::pad(x, 1, p::mean{0}), none, cp::value_error);  // NumPy casts NaN
  CHECK_THROWS_AS((void)cp::pad(x, 1, p::maximum{{{1, 1}, {2, 2}}}), cp::value_error);
  CHECK(tests::equals<std::int64_t>(cp::pad(x, 1, p::maximum{}), {5}, {9, 1, 4, 9, 9}));
  CHECK(tests::equals<std::int64_t>(cp::pad(x, 1, p::minimum{2}), {5}, {1, 1, 4, 9, 4}));
  auto const y = cp::pad(cp::array({1.0, 2.0, 3.0}), 1, p::mean{{0, 1}});
  CHECK(std::isnan(y.item(0)));
  CHECK(tests::values(y(cp::slice(1, 5))) == tests::doubles{1, 2, 3, 3});
  CHECK(cp::pad(cp::zeros({0, 2}), {{0, 0}, {1, 1}}, p::maximum{0}).shape() == cp::make_shape({0, 4}));
}

TEST_CASE("both sides of an axis share a statistic of all its elements") {
  namespace p = cp::padding;
  cp::ndarray<float, 2> const x = cp::ones<float>({5, 7});
  auto const launches = [&](auto const& mode) {
    cp::counters const before = cp::count();
    (void)cp::pad(x, 2, mode);
    return (cp::count() - before).launches;
  };
  CHECK(launches(p::mean{}) == 4);
  CHECK(launches(p::maximum{{9, 7}}) == 4);
  CHECK(launches(p::minimum{{2, 7}}) == 6);
}
