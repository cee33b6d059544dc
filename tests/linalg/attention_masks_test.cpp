// Attention where positions say which scores count.
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "attention_cases.hpp"

using namespace attention_cases;

TEST_CASE("attention: masks of positions") {
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
  compare("causal", cp::where(i >= j, s, -cp::inf),
          [](place, place x, place y, double e) { return x >= y ? e / 2 : -inf; });
  compare("the other way around", cp::where(j > i, -cp::inf, s),
          [](place, place x, place y, double e) { return x >= y ? e / 2 : -inf; });
  compare("a window", cp::where((i - j < 40) && (j <= i), s, -cp::inf),
          [](place, place x, place y, double e) { return x - y < 40 && y <= x ? e / 2 : -inf; });
}
