// Arrays among what scores of attention are made of, and what is not finite.
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "attention_cases.hpp"

using namespace attention_cases;

TEST_CASE("attention: arrays beside scores") {
  scored c;
  std::int64_t const b = scored::b, n = scored::n, m = scored::m;
  auto const i = cp::index<0>({n, m}), j = cp::index<1>({n, m});
  auto const s = c.halves();
  using place = std::int64_t;
  auto const bias = numbers<float>({b, n, m}, 4);
  auto const given = values(bias);
  c.compare("a bias", s + bias, [&](place p, place x, place y, double e) {
    return e / 2 + static_cast<double>(given[static_cast<std::size_t>((p * n + x) * m + y)]);
  });
  auto const column = numbers<float>({m}, 5);
  auto const of_column = values(column);
  c.compare("a bias a key", s + column, [&](place, place, place y, double e) {
    return e / 2 + static_cast<double>(of_column[static_cast<std::size_t>(y)]);
  });
  auto const kept = cp::eval(numbers<float>({n, m}, 7) > -0.5f);
  auto const of_kept = values(kept);
  c.compare("an array of booleans", cp::where(kept, s, -cp::inf), [&](place, place x, place y, double e) {
    return of_kept[static_cast<std::size_t>(x * m + y)] ? e / 2 : -inf;
  });
  c.compare("booleans and positions", cp::where(kept && (j <= i), s, -cp::inf), [&](place, place x, place y, double e) {
    return y <= x && of_kept[static_cast<std::size_t>(x * m + y)] ? e / 2 : -inf;
  });
}

TEST_CASE("attention: rows of which nothing counts, infinities, NaN") {
  using T = cp::float16;
  std::int64_t const n = 70, m = 140;
  auto q = numbers<T>({1, n, 16}, 1), k = numbers<T>({1, m, 16}, 2), v = numbers<T>({1, m, 16}, 3);
  q(0, 5, 3) = T(std::numeric_limits<float>::quiet_NaN());
  auto const i = cp::index<0>({n, m}), j = cp::index<1>({n, m});
  auto const s = cp::astype<float>(cp::matmul(q, k.mT()));
  cp::ndarray<T, 3> o;
  CHECK(in_one(o, cp::matmul(weights<T>(cp::where((i < 20) || (i > 22 && j < 3), s, -cp::inf)), v)));
  check(o,
        by_definition(q, k, v, [](auto, auto x, auto y, double e) { return x < 20 || (x > 22 && y < 3) ? e : -inf; }),
        "rows of -inf");
  CHECK(in_one(o, cp::matmul(weights<T>(cp::where(i == 7 && j == 100, cp::inf, s)), v)));
  check(o, by_definition(q, k, v, [](auto, auto x, auto y, double e) { return x == 7 && y == 100 ? inf : e; }), "inf");
  // The largest scores first, and last.
  for (float slope : {-2.0f, 2.0f}) {
    CHECK(in_one(o, cp::matmul(weights<T>(s + slope * cp::astype<float>(j)), v)));
    check(o,
          by_definition(
              q, k, v,
              [&](auto, auto, auto y, double e) { return e + static_cast<double>(slope) * static_cast<double>(y); }),
          "scores that rise or fall");
  }
}
