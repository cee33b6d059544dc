// Batches of small float32 products: on the device a kernel of the library's own.
#include <vector>

#include "product_data.hpp"

using namespace product_data;
using tests::values;

TEST_CASE("many small products: any extents, strides, batches, factors") {
  auto const check = [](int count, int m, int k, int n) {
    CAPTURE(m);
    CAPTURE(k);
    CAPTURE(n);
    auto const a = operand<float>({count, m, k}), b = operand<float>({count, k, n}, 1), d = operand<float>({count, m, n}, 2);
    auto const x = values(a), y = values(b), z = values(d);
    // The numbers are exact in any order of sums.
    auto const same = [&](cp::ndarray<float, 3> const& c, float alpha, float beta) {
      auto const got = values(c);
      bool all_same = got.size() == z.size();
      std::size_t at = 0;
      for (int i = 0; i < count; ++i)
        for (int r = 0; r < m; ++r)
          for (int q = 0; q < n; ++q, ++at) {
            float sum = 0;
            for (int l = 0; l < k; ++l)
              sum += x[static_cast<std::size_t>((i * m + r) * k + l)] * y[static_cast<std::size_t>((i * k + l) * n + q)];
            all_same = all_same && got[at] == alpha * sum + beta * z[at];
          }
      return all_same;
    };
    CHECK(same(cp::eval(cp::matmul(a, b)), 1, 0));
    auto const a_turned = cp::eval(cp::swapaxes(a, 1, 2)), b_turned = cp::eval(cp::swapaxes(b, 1, 2));
    auto c = d.copy();
    c(cp::all) = 2 * cp::matmul(cp::swapaxes(a_turned, 1, 2), b) - c;
    CHECK(same(c, 2, -1));
    c(cp::all) = cp::matmul(a, cp::swapaxes(b_turned, 1, 2));
    CHECK(same(c, 1, 0));
    auto const room = cp::full<float>({count, m + 1, n + 4}, 7.0f);
    auto const part = room(cp::all, cp::slice(0, m), cp::slice(4, n + 4));
    part(cp::all) = cp::matmul(cp::swapaxes(a_turned, 1, 2), cp::swapaxes(b_turned, 1, 2));
    CHECK(same(part, 1, 0));
    CHECK(room.item(count - 1, m, n + 3) == 7);
    CHECK(room.item(count - 1, m - 1, 3) == 7);
    auto const backwards = cp::slice(cp::end, cp::end, -1);
    c(cp::all) = cp::matmul(a(backwards), b(backwards));
    CHECK(same(c(backwards), 1, 0));
  };
  check(64, 64, 64, 64);
  check(70, 2, 3, 2);
  check(65, 16, 16, 16);
  check(64, 13, 40, 29);
  check(66, 33, 7, 64);
  check(64, 5, 100, 63);
  check(64, 32, 32, 32);
  check(64, 17, 65, 4);
  // Several axes of a batch, of which some repeat an operand.
  auto const a = operand<float>({3, 5, 6, 4, 8});
  auto const b = operand<float>({5, 1, 8, 7}, 1);
  auto const c = cp::eval(cp::matmul(a, b)),
             swapped = cp::eval(cp::matmul(cp::swapaxes(a, 0, 1), b(cp::all, cp::newaxis)));
  bool same = true;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 5; ++j)
      for (int l = 0; l < 6; ++l) {
        auto const one = values(cp::eval(cp::dot(a(i, j, l), b(j, 0))));
        same = same && values(c(i, j, l)) == one && values(swapped(j, i, l)) == one;
      }
  CHECK(same);
}
