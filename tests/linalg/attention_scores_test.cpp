// What scores of attention are made of.
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "attention_cases.hpp"

using namespace attention_cases;

TEST_CASE("attention: what scores are made of") {
  scored c;
  std::int64_t const b = scored::b;
  auto const i = cp::index<0>({scored::n, scored::m}), j = cp::index<1>({scored::n, scored::m});
  auto const s = c.halves();
  auto const product = c.product();
  using place = std::int64_t;
  c.compare("a number that is no mask", cp::where(i >= j, s, 0.25f),
            [](place, place x, place y, double e) { return x >= y ? e / 2 : 0.25; });
  c.compare("slopes", s - cp::astype<float>(cp::abs(i - j)) * 0.01f,
            [](place, place x, place y, double e) { return e / 2 - std::abs(static_cast<double>(x - y)) * 0.01; });
  c.compare("tanh", cp::tanh(s) * 3.0f, [](place, place, place, double e) { return std::tanh(e / 2) * 3; });

  auto const slope = numbers<float>({b, 1, 1}, 6);
  auto const of_problem = values(slope);
  c.compare(
      "a slope a problem", s + slope * cp::astype<float>(j - i) * 0.02f, [&](place p, place x, place y, double e) {
        return e / 2 + static_cast<double>(of_problem[static_cast<std::size_t>(p)]) * static_cast<double>(y - x) * 0.02;
      });
  // All in 16 bits, as they are; by hand.
  auto const e = cp::exp(product - cp::max(product, cp::axis<-1>, cp::keepdims));
  CHECK(in_one(c.o, cp::matmul(e / cp::sum(e, cp::axis<-1>, cp::keepdims), c.v)));
  check(c.o, by_definition(c.q, c.k, c.v, [](place, place, place, double x) { return x; }), "16 bits");
}
