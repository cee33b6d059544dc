// Attention where positions say which scores count.
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "attention_cases.hpp"

using namespace attention_cases;

TEST_CASE("attention: masks of positions") {
  scored c;
  auto const i = cp::index<0>({scored::n, scored::m}), j = cp::index<1>({scored::n, scored::m});
  auto const s = c.halves();
  using place = std::int64_t;
  c.compare("causal", cp::where(i >= j, s, -cp::inf),
            [](place, place x, place y, double e) { return x >= y ? e / 2 : -inf; });
  c.compare("the other way around", cp::where(j > i, -cp::inf, s),
            [](place, place x, place y, double e) { return x >= y ? e / 2 : -inf; });
  c.compare("a window", cp::where((i - j < 40) && (j <= i), s, -cp::inf),
            [](place, place x, place y, double e) { return x - y < 40 && y <= x ? e / 2 : -inf; });
}
