// What scores of attention are made of.
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "attention_cases.hpp"

using namespace attention_cases;

TEST_CASE("attention: what scores are made of") {
  using T = cp::float16;
  std::int64_t const b = 3, n = 150, m = 170, d = 32;
  auto const q = numbers<T>({b, n, d}, 1), k = numbers<T>({b, m, d}, 2), v = numbers<T>({b, m, d}, 3);
  auto const i = cp::index<0>({n, m}), j = cp::index<1>({n, m});
  auto const product = cp::matmul(q, k.mT());
  auto const s = cp::astype<float>(product) * 0.5f;
  cp::ndarray<T, 3> o;
  auto const compare = [&](char const* what, auto const& scores, auto const& f) {
    CHECK_MESSAGE(in_one(o, cp::matmul(weights<T>(scores), v)), what);
    check(o, by_definition(q, k, v, f), what);
  };
  using place = std::int64_t;
  compare("a number that is no mask", cp::where(i >= j, s, 0.25f),
          [](place, place x, place y, double e) { return x >= y ? e / 2 : 0.25; });
  compare("slopes", s - cp::astype<float>(cp::abs(i - j)) * 0.01f,
          [](place, place x, place y, double e) { return e / 2 - std::abs(static_cast<double>(x - y)) * 0.01; });
  compare("tanh", cp::tanh(s) * 3.0f, [](place, place, place, double e) { return std::tanh(e / 2) * 3; });

  auto const slope = numbers<float>({b, 1, 1}, 6);
  auto const of_problem = values(slope);
  compare("a slope a problem", s + slope * cp::astype<float>(j - i) * 0.02f, [&](place p, place x, place y, double e) {
    return e / 2 + static_cast<double>(of_problem[static_cast<std::size_t>(p)]) * static_cast<double>(y - x) * 0.02;
  });
  // All in 16 bits, as they are; by hand.
  auto const e = cp::exp(product - cp::max(product, cp::axis<-1>, cp::keepdims));
  CHECK(in_one(o, cp::matmul(e / cp::sum(e, cp::axis<-1>, cp::keepdims), v)));
  check(o, by_definition(q, k, v, [](place, place, place, double x) { return x; }), "16 bits");
}
