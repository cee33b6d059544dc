// Batches of small float32 products: on the device a kernel of the library's own, which the counters tell from cuBLAS.
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "product_data.hpp"
#include "running.hpp"

using namespace product_data;
using tests::values;

namespace {

using matrices = cp::ndarray<float, 3>;

/// Whether a statement that writes `c` was one launch of the library's own kernel. (cuBLAS's launches are not counted;
/// one that lists addresses for it writes 24 bytes a matrix.)
template <class C, class F>
bool by_own_kernel(C const& c, F const& statement) {
  auto const s = tests::spent(statement);
  CHECK(s.library_calls == 1);
  return s.launches == 1 && s.bytes_written == 4 * c.size();
}
constexpr bool on_device = !std::is_same_v<cp::default_space, cp::host_space>;

/// alpha a b + beta d by its definition; the numbers are exact in any order of sums.
std::vector<float> product(matrices const& a, matrices const& b, float alpha = 1, float beta = 0,
                           matrices const& d = {}) {
  auto const x = values(a), y = values(b), z = values(d);
  std::int64_t const m = a.shape()[1], k = a.shape()[2], n = b.shape()[2];
  std::vector<float> c;
  for (std::int64_t i = 0; i < a.shape()[0] * m; ++i)
    for (std::int64_t q = 0; q < n; ++q) {
      float sum = 0;
      for (std::int64_t l = 0; l < k; ++l)
        sum += x[static_cast<std::size_t>(i * k + l)] * y[static_cast<std::size_t>((i / m * k + l) * n + q)];
      c.push_back(beta == 0 ? alpha * sum : alpha * sum + beta * z[c.size()]);
    }
  return c;
}

struct extents {
  int count, m, k, n;
  bool own;  ///< whether they are the own kernel's
};

/// The same numbers in a part of larger matrices that hold NaN and infinities elsewhere.
matrices within_poison(matrices const& x, int room) {
  float const nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  auto const& s = x.shape();
  auto all = cp::full<float>({s[0], s[1] + room, s[2] + room}, nan);
  all(cp::all, cp::slice(0, s[1] + room, 2)).fill(inf);
  auto const part = all(cp::all, cp::slice(0, s[1]), cp::slice(0, s[2]));
  part(cp::all) = x;
  return part;
}

}  // namespace

TEST_CASE("many small products: any extents, strides, batches, factors") {
  auto const check = [](extents const& e) {
    int const count = e.count, m = e.m, k = e.k, n = e.n;
    bool const own = e.own;
    CAPTURE(m);
    CAPTURE(k);
    CAPTURE(n);
    bool const expected = on_device && own;
    matrices const a = operand<float>({count, m, k}), b = operand<float>({count, k, n}, 1),
                   d = operand<float>({count, m, n}, 2);
    matrices const a_turned = cp::swapaxes(cp::eval(cp::swapaxes(a, 1, 2)), 1, 2),
                   b_turned = cp::swapaxes(cp::eval(cp::swapaxes(b, 1, 2)), 1, 2);
    auto const right = product(a, b);
    auto c = d.copy();
    CHECK(by_own_kernel(c, [&] { c(cp::all) = cp::matmul(a, b); }) == expected);
    CHECK(values(c) == right);
    c = d.copy();
    CHECK(by_own_kernel(c, [&] { c(cp::all) = 2 * cp::matmul(a_turned, b) - c; }) == expected);
    CHECK(values(c) == product(a, b, 2, -1, d));
    CHECK(by_own_kernel(c, [&] { c(cp::all) = cp::matmul(a, b_turned); }) == expected);
    CHECK(values(c) == right);
    auto const room = cp::full<float>({count, m + 1, n + 4}, 7.0f);
    auto const part = room(cp::all, cp::slice(0, m), cp::slice(4, n + 4));
    CHECK(by_own_kernel(part, [&] { part(cp::all) = cp::matmul(a_turned, b_turned); }) == expected);
    CHECK(values(part) == right);
    CHECK(room.item(count - 1, m, n + 3) == 7);
    CHECK(room.item(count - 1, m - 1, 3) == 7);
    auto const backwards = cp::slice(cp::end, cp::end, -1);
    CHECK(by_own_kernel(c, [&] { c(cp::all) = cp::matmul(a(backwards), b(backwards)); }) == expected);
    CHECK(values(c(backwards)) == right);
  };
  for (extents const& e : {extents{64, 64, 64, 64, true},
                           {70, 2, 3, 2, true},
                           {65, 16, 16, 16, true},
                           {64, 13, 40, 29, false},
                           {66, 33, 7, 64, false},
                           {64, 5, 100, 63, false},
                           {64, 32, 32, 32, true},
                           {64, 17, 65, 4, false},
                           {64, 20, 33, 31, true},
                           {63, 8, 8, 8, false}})
    check(e);
}

TEST_CASE("what lies beside small matrices is not part of their products") {
  float const nan = std::numeric_limits<float>::quiet_NaN();
  for (extents const& e :
       {extents{70, 6, 5, 7, true}, {64, 16, 8, 12, true}, {64, 20, 33, 24, true}, {64, 64, 36, 40, true}})
    for (int const room : {3, 4}) {
      CAPTURE(e.m);
      CAPTURE(room);
      bool const fours =
          e.m < 33 || room == 4;  // matrices of more than 32 lines are read 16 bytes at a time, or by cuBLAS
      matrices const a = operand<float>({e.count, e.m, e.k}), b = operand<float>({e.count, e.k, e.n}, 1);
      auto const right = product(a, b);
      matrices const x = within_poison(a, room), y = within_poison(b, room);
      matrices const x_turned = cp::swapaxes(within_poison(cp::swapaxes(a, 1, 2), room), 1, 2),
                     y_turned = cp::swapaxes(within_poison(cp::swapaxes(b, 1, 2), room), 1, 2);
      auto c = cp::full<float>({e.count, e.m, e.n}, nan);
      for (auto const& factors : {std::pair{x, y}, {x_turned, y}, {x, y_turned}, {x_turned, y_turned}}) {
        c.fill(nan);
        CHECK(by_own_kernel(c, [&] { c(cp::all) = cp::matmul(factors.first, factors.second); }) ==
              (on_device && fours));
        CHECK(values(c) == right);
      }
    }
}

TEST_CASE("NaN in a small matrix reaches its row, and no other") {
  auto a = operand<float>({64, 9, 6});
  auto const b = operand<float>({64, 6, 10}, 1);
  auto const right = product(a, b);
  a(3, 8, 5) = std::numeric_limits<float>::quiet_NaN();
  auto const got = values(cp::matmul(a, b));
  bool same = true;
  for (std::size_t i = 0; i < got.size(); ++i)
    same = same && (i / 10 == 3 * 9 + 8 ? std::isnan(got[i]) : got[i] == right[i]);
  CHECK(same);
}

TEST_CASE("small products of no terms") {
  matrices const a = operand<float>({64, 4, 0}), b = operand<float>({64, 0, 5}), d = operand<float>({64, 4, 5}, 2);
  auto c = cp::full<float>({64, 4, 5}, std::numeric_limits<float>::quiet_NaN());
  c(cp::all) = cp::matmul(a, b);
  CHECK(values(c) == std::vector<float>(64 * 4 * 5));
  c(cp::all) = d;
  CHECK(by_own_kernel(c, [&] { c(cp::all) = 2 * cp::matmul(a, b) - c; }) == on_device);
  CHECK(values(c) == product(a, b, 2, -1, d));
}

TEST_CASE("small products along several axes") {
  // Some repeat an operand.
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
  // Axes that are none of fewer, since the second operand has them in the other order: four are the own kernel's, five
  // are not.
  auto const x = operand<float>({2, 3, 2, 6, 4, 4}), y = operand<float>({6, 2, 3, 2, 4, 4}, 1);
  auto const y_turned = cp::transpose(y, {3, 2, 1, 0, 4, 5});
  auto four = cp::zeros<float>({2, 3, 2, 6, 4, 4});
  CHECK(by_own_kernel(four, [&] { four(cp::all) = cp::matmul(x, y_turned); }) == on_device);
  matrices const flat_x = cp::reshape(x, {72, 4, 4}), flat_y = cp::reshape(cp::ascontiguousarray(y_turned), {72, 4, 4});
  CHECK(values(four) == product(flat_x, flat_y));
  auto const u = cp::reshape(x, {2, 3, 2, 2, 3, 4, 4});
  auto const w = cp::transpose(cp::reshape(y, {3, 2, 2, 3, 2, 4, 4}), {4, 3, 2, 1, 0, 5, 6});
  auto five = cp::zeros<float>({2, 3, 2, 2, 3, 4, 4});
  CHECK(!by_own_kernel(five, [&] { five(cp::all) = cp::matmul(u, w); }));
  CHECK(values(five) == product(flat_x, cp::reshape(cp::ascontiguousarray(w), {72, 4, 4})));
}

TEST_CASE_TEMPLATE("many short rows times a vector are a kernel of our own", T, float, double) {
  for (std::int64_t const length : {1, 3, 4, 8, 19, 32, 64, 100, 128}) {
    CAPTURE(length);
    std::int64_t const rows = 4099;
    auto const i = cp::index<0>({rows, length + 3}), k = cp::index<1>({rows, length + 3});
    auto const wide = cp::eval(cp::astype<T>((i * 7 + k * 5) % 13 - 6));
    auto const narrow = cp::eval(wide(cp::all, cp::slice(0, length)));
    auto const spread = cp::eval(cp::astype<T>(cp::index<0>({2 * length}) % 5 - 2));
    auto const x = spread(cp::slice(0, cp::end, 2));
    // What lies beside the parts is not read.
    wide(cp::all, cp::slice(length, cp::end)).fill(std::numeric_limits<T>::quiet_NaN());
    spread(cp::slice(1, cp::end, 2)).fill(std::numeric_limits<T>::quiet_NaN());
    auto const right = cp::eval(cp::sum(narrow * x, 1));
    auto y = cp::zeros<T>({rows});
    auto const s = tests::spent([&] { y(cp::all) = cp::matmul(narrow, x); });
    CHECK(s.library_calls == 1);
    CHECK(s.launches == (on_device ? 1 : 0));
    CHECK(values(y) == values(right));
    CHECK(values(cp::eval(cp::matmul(wide(cp::all, cp::slice(0, length)), x))) == values(right));
    CHECK(values(cp::eval(cp::matmul(x, narrow.T()))) == values(right));
    y(cp::all) = 2 * cp::matmul(narrow, x) + 3 * y;
    CHECK(values(y) == values(cp::eval(5 * right)));
    auto const column = cp::zeros<T>({rows, 2});
    column(cp::all, 1) = cp::matmul(narrow, x);
    CHECK(values(cp::eval(column(cp::all, 1))) == values(right));
    CHECK(cp::eval(cp::max(cp::abs(column(cp::all, 0)))).item() == 0);
  }
}
