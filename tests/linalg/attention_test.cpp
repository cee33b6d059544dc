// Two products of matrices with a softmax between them: one kernel on the device, beside sums in float64.
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "attention_cases.hpp"

using namespace attention_cases;

TEST_CASE_TEMPLATE("attention: sizes", T, cp::float16, cp::bfloat16) {
  std::int64_t const sizes[][5] = {{1, 16, 1, 16, 8},       {2, 64, 64, 64, 64},  {3, 65, 63, 40, 24},
                                   {1, 200, 130, 128, 128}, {2, 33, 257, 72, 16}, {1, 129, 64, 8, 128},
                                   {5, 128, 200, 32, 32},   {1, 15, 70, 64, 64},  {2, 40, 40, 20, 12},
                                   {1, 40, 50, 136, 64},    {0, 20, 20, 16, 16},  {2, 0, 20, 16, 16}};
  for (auto const& n : sizes) {
    auto const q = numbers<T>({n[0], n[1], n[3]}, 1), k = numbers<T>({n[0], n[2], n[3]}, 2),
               v = numbers<T>({n[0], n[2], n[4]}, 3);
    std::string const what = std::to_string(n[0]) + " of " + std::to_string(n[1]) + " x " + std::to_string(n[2]) +
                             ", rows of " + std::to_string(n[3]) + " and " + std::to_string(n[4]);
    cp::ndarray<T, 3> o;
    auto const scaled = [&] { return cp::astype<float>(cp::matmul(q, k.mT())) * 0.25f; };
    bool const one = one_kernel([&] { o = cp::matmul(weights<T>(scaled()), v); });
    bool const fits = n[0] * n[1] > 0 && n[1] >= 16 && n[3] % 8 == 0 && n[3] >= 16 && n[3] <= 128 && n[4] % 8 == 0;
    if (fits) CHECK_MESSAGE(one, what);
    check(o, by_definition(q, k, v, [](auto, auto, auto, double s) { return s * 0.25; }), what);
  }
}

TEST_CASE("attention: conditions") {
  scored c;
  auto const i = cp::index<0>({scored::n, scored::m}), j = cp::index<1>({scored::n, scored::m});
  auto const s = c.halves();
  using place = std::int64_t;
  c.compare("what lies ahead", cp::where(!(j <= i + 20), s, -cp::inf),
            [](place, place x, place y, double e) { return y > x + 20 ? e / 2 : -inf; });
  c.compare("blocks", cp::where(cp::floor_divide(i, 50) == cp::floor_divide(j, 50), s, -cp::inf),
            [](place, place x, place y, double e) { return x / 50 == y / 50 ? e / 2 : -inf; });
}

TEST_CASE("attention: shapes that do not fit") {
  using T = cp::float16;
  auto const q = cp::zeros<T>({2, 32, 16}), k = cp::zeros<T>({2, 40, 24}), v = cp::zeros<T>({2, 39, 16});
  cp::ndarray<T, 3> o = cp::ones<T>({2, 32, 16});
  CHECK_THROWS_AS(o = cp::matmul(weights<T>(cp::astype<float>(cp::matmul(q, k.mT()))), v), cp::shape_error);
  auto const fits = cp::zeros<T>({2, 40, 16});
  CHECK_THROWS_AS(o = cp::matmul(weights<T>(cp::astype<float>(cp::matmul(q, fits.mT()))), v), cp::shape_error);
  CHECK(static_cast<float>(cp::min(o).item()) == 1);
}
