// What BLAS takes of an expression, counted: factors, sums, transposes and conjugates are no kernels of their own; any
// strides of operands and results; overlap.
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "product_data.hpp"
#include "running.hpp"

using namespace product_data;
using tests::floats;
using tests::spent;
using tests::values;

namespace {

using matrix = cp::ndarray<float, 2>;

/// The product in float64 by definition.
template <class T>
std::vector<T> by_definition(cp::ndarray<T, 2> const& a, cp::ndarray<T, 2> const& b) {
  auto const x = values(a), y = values(b);
  auto const m = a.shape()[0], k = a.shape()[1], n = b.shape()[1];
  std::vector<T> c;
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      T sum{};
      for (std::int64_t l = 0; l < k; ++l)
        sum = sum + x[static_cast<std::size_t>(i * k + l)] * y[static_cast<std::size_t>(l * n + j)];
      c.push_back(sum);
    }
  return c;
}

/// Whether a statement is one call of BLAS and nothing else.
template <class F>
bool one_call(F const& statement) {
  auto const s = spent(statement);
  return s.library_calls == 1 && s.launches == 0 && s.temporaries == 0 && s.copies == 0;
}

/// The same elements, laid out in different ways.
template <class T>
std::vector<cp::ndarray<T, 2>> layouts(cp::ndarray<T, 2> const& x) {
  auto const m = x.shape()[0], n = x.shape()[1];
  auto const in = [&](auto const& view) {
    view(cp::all) = x;
    return view;
  };
  auto const room = [&](std::int64_t rows, std::int64_t columns) { return cp::zeros<T>({rows, columns}); };
  using cp::all, cp::end, cp::slice;
  return {x.copy(),
          in(cp::eval(room(n, m)).T()),
          in(cp::eval(room(m + 3, n + 2))(slice(2, m + 2), slice(1, n + 1))),
          in(cp::eval(room(n + 1, m + 4)).T()(slice(3, m + 3), slice(0, n))),
          in(cp::eval(room(2 * m, n))(slice(end, end, 2), all)),
          in(cp::eval(room(m, 3 * n))(all, slice(end, end, 3))),
          in(cp::eval(room(m, n))(slice(end, end, -1), all)),
          in(cp::eval(room(m, n))(all, slice(end, end, -1)))};
}

}  // namespace

TEST_CASE("a product with its factors and its sum is one call") {
  matrix const a = operand<float>({4, 3}), b = operand<float>({4, 5}, 1);
  matrix c = operand<float>({3, 5}, 2);
  auto const product = cp::eval(cp::dot(a.T(), b));
  auto expected = cp::eval(2 * product + c);
  CHECK(one_call([&] { c(cp::all) = 2 * cp::dot(a.T(), b) + c; }));
  CHECK(values(c) == values(expected));
  expected = expected + product;
  CHECK(one_call([&] { c(cp::all) += cp::dot(a.T(), b); }));
  CHECK(values(c) == values(expected));
  expected = product - expected;
  CHECK(one_call([&] { c(cp::all) = cp::dot(a.T(), b) - c; }));
  CHECK(values(c) == values(expected));
  expected = expected - product;
  CHECK(one_call([&] { c(cp::all) -= cp::matmul(a.T(), b); }));
  CHECK(values(c) == values(expected));
  float factor = 0.5f;
  expected = 3 * expected - factor * product;
  CHECK(one_call([&] { c(cp::all) = c * 3 - factor * cp::dot(a.T(), b); }));
  CHECK(values(c) == values(expected));
  CHECK(one_call([&] { c(cp::all) = -cp::dot(a.T(), b); }));
  CHECK(values(c) == values(-product));
  CHECK(one_call([&] { c(cp::all) = -(cp::dot(a.T(), b) * 2) - c; }));
  CHECK(values(c) == values(-product));
  CHECK(one_call([&] { c = cp::dot(a.T(), b) * 4; }));
  CHECK(values(c) == values(product * 4));
}

TEST_CASE("explain says what a library takes of an expression") {
  matrix const a = operand<float>({3, 4}), b = operand<float>({4, 5}, 1), c = operand<float>({3, 5}, 2);
  auto const says = [](auto const& e, char const* text) { return cp::explain(e).find(text) != std::string::npos; };
  CHECK(says(2 * cp::dot(a, b), "a library computes the product and its factor"));
  CHECK(says(-cp::matmul(a, b), "a library computes the product and its factor"));
  CHECK(says(c - 2 * cp::dot(a, b), "a library adds the product to the other operand"));
  CHECK(says(cp::relu(cp::dot(a, b)), "a library computes the product and what follows it"));
  CHECK(says(cp::dot(a, b) + operand<float>({5}, 3), "a library computes the product and what follows it"));
  CHECK(says(cp::maximum(0, cp::dot(a, b)), "a library computes the product and what follows it"));
  CHECK(says(cp::exp(cp::dot(a, b)), "then the kernels of what is left"));
}

TEST_CASE("a product and another array: BLAS adds to it where it is stored") {
  matrix const a = operand<float>({3, 4}), b = operand<float>({4, 5}, 1), d = operand<float>({3, 5}, 2);
  auto const bias = operand<float>({5}, 3);
  auto const product = cp::eval(cp::dot(a, b));
  matrix c = cp::zeros<float>({3, 5});
  auto s = spent([&] { c(cp::all) = cp::dot(a, b) + bias; });  // a vector: see finished_products_test.cpp
  CHECK((s.library_calls == 1 && s.launches <= 1 && s.temporaries == 0));
  CHECK(values(c) == values(product + bias));
  s = spent([&] { c(cp::all) = cp::exp(d) - 2 * cp::dot(a, b); });
  CHECK((s.library_calls == 1 && s.launches == 1 && s.temporaries == 0));
  CHECK(cp::max(cp::abs(c - (cp::exp(d) - 2 * product))).item() < 1e-4f);
  s = spent([&] { c(cp::all) = cp::dot(a, b) + cp::dot(2 * a, b); });
  CHECK((s.library_calls == 2 && s.launches == 1 && s.temporaries == 1));
  CHECK(values(c) == values(product * 3));
  s = spent([&] { c(cp::all) = c + cp::dot(a, b) - cp::matmul(a, b) * 2; });
  CHECK((s.library_calls == 2 && s.launches == 0 && s.temporaries == 0));
  CHECK(values(c) == values(product * 2));
  // What BLAS cannot take is one fused kernel behind it.
  s = spent([&] { c(cp::all) = cp::minimum(cp::dot(a, b) + bias, 0); });
  CHECK((s.library_calls == 1 && s.launches == 1));
  CHECK(values(c) == values(cp::minimum(product + bias, 0)));
}

TEST_CASE("conjugates and transposes are BLAS's") {
  auto const a = operand<cp::complex64>({4, 3}), b = operand<cp::complex64>({4, 5}, 1),
             w = operand<cp::complex64>({5, 4}, 2);
  auto c = cp::zeros<cp::complex64>({3, 5});
  CHECK(one_call([&] { c(cp::all) = cp::dot(cp::conj(a).T(), b); }));
  CHECK(values(c) == by_definition(cp::ndarray<cp::complex64, 2>(cp::eval(cp::conj(a)).T()), b));
  CHECK(one_call([&] { c(cp::all) = cp::dot(cp::conj(a.T()), cp::conj(w.T())); }));
  CHECK(values(c) == by_definition(cp::ndarray<cp::complex64, 2>(cp::eval(cp::conj(a)).T()),
                                   cp::ndarray<cp::complex64, 2>(cp::eval(cp::conj(w)).T())));
  auto const direct = cp::eval(cp::dot(a.T(), cp::conj(b)));  // of a matrix that is not transposed: copied on the way
  CHECK(values(direct) == by_definition(a.T(), cp::eval(cp::conj(b))));
  cp::complex64 const i(0, 1);
  CHECK(one_call([&] { c(cp::all) = i * cp::dot(a.T(), b) + c * i; }));
  auto const v = operand<cp::complex64>({4}, 3);
  CHECK(values(cp::vecmat(v, b)) == values(cp::dot(cp::eval(cp::conj(v)), b)));
  CHECK(values(cp::dot(cp::conj(b.T()), v)) == values(cp::dot(cp::eval(cp::conj(b.T())), v)));
}

TEST_CASE("any strides of operands and result") {
  auto const check = [&]<class T>(cp::ndarray<T, 2> const& a, cp::ndarray<T, 2> const& b) {
    auto const expected = by_definition(a, b);
    auto const before = operand<T>({a.shape()[0], b.shape()[1]}, 4);
    auto const doubled = values(cp::eval(cp::matmul(a, b) * T(2) + before));
    int wrong = 0;
    for (auto const& x : layouts(a))
      for (auto const& y : layouts(b))
        for (auto const& z : layouts(before)) {
          z(cp::all) = before;
          z(cp::all) = T(2) * cp::matmul(x, y) + z;
          wrong += values(z) != doubled;
          z(cp::all) = cp::matmul(x, y);
          wrong += values(z) != expected;
        }
    CHECK(wrong == 0);
  };
  check(operand<float>({4, 3}), operand<float>({3, 5}, 1));
  check(operand<float>({1, 3}), operand<float>({3, 4}, 1));
  check(operand<float>({4, 3}), operand<float>({3, 1}, 1));
  check(operand<float>({4, 1}), operand<float>({1, 3}, 1));
  check(operand<std::int32_t>({4, 3}), operand<std::int32_t>({3, 2}, 1));
}

TEST_CASE("batches: of any strides, repeated, reversed") {
  auto const a = operand<float>({3, 2, 4, 5}), b = operand<float>({3, 2, 5, 2}, 1);
  auto const one = [&](auto const& x, auto const& y) {
    auto const c = cp::eval(cp::matmul(x, y));
    bool same = true;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 2; ++j) {
        auto const p = cp::broadcast_to(x, {3, 2, 4, 5})(i, j), q = cp::broadcast_to(y, {3, 2, 5, 2})(i, j);
        same = same && values(c(i, j)) == by_definition(matrix(p), matrix(q));
      }
    return same;
  };
  using cp::all, cp::end, cp::slice, cp::newaxis;
  CHECK(one(a, b));
  CHECK(one(a(slice(end, end, -1)), b));
  CHECK(one(a(all, slice(end, end, -1)), b(slice(end, end, -1))));
  CHECK(one(a, b(slice(0, 1))));
  CHECK(one(a(all, slice(0, 1)), b(slice(0, 1))));
  CHECK(one(a, b(0, 0)));
  CHECK(one(a(1, 1), b));
  CHECK(one(cp::swapaxes(cp::swapaxes(a, 2, 3).copy(), 2, 3), b));
  CHECK(one(cp::swapaxes(cp::swapaxes(a, 0, 1).copy(), 0, 1), b));
  CHECK(one(cp::broadcast_to(a(0, 0), {3, 2, 4, 5}), b));
  auto const many = cp::reshape(cp::arange<float>(200 * 9), {200, 3, 3});
  auto const squares = cp::eval(cp::matmul(many, many));
  bool same = true;
  for (int i = 0; i < 200; i += 7) same = same && values(squares(i)) == values(cp::dot(many(i), many(i)));
  CHECK(same);
  // A batch whose other operand is one matrix is one product.
  auto const flat = operand<float>({4, 6, 5});
  auto c = cp::zeros<float>({4, 6, 2});
  CHECK(one_call([&] { c(all) = cp::matmul(flat, b(0, 0)); }));
}

TEST_CASE("a result that overlaps an operand") {
  matrix a = operand<float>({4, 4}), b = operand<float>({4, 4}, 1);
  auto const expected = values(cp::dot(a, b));
  auto x = a.copy();
  x(cp::all) = cp::dot(x, b);
  CHECK(values(x) == expected);
  x = a.copy();
  x = cp::dot(x, b);
  CHECK(values(x) == expected);
  x = b.copy();
  x(cp::all) = cp::dot(a, x);
  CHECK(values(x) == expected);
  x = a.copy();
  x(cp::all) += cp::dot(x, b);
  CHECK(values(x) == values(a + cp::dot(a, b)));
  x = a.copy();
  x(cp::all) = cp::dot(x.T(), x) + x;
  CHECK(values(x) == values(cp::dot(a.T(), a) + a));
  auto both = cp::zeros<float>({4, 6});
  both(cp::all, cp::slice(0, 4)) = a;
  both(cp::all, cp::slice(2, 6)) = cp::dot(both(cp::all, cp::slice(0, 4)), b);
  CHECK(values(both(cp::all, cp::slice(2, 6))) == expected);
}

TEST_CASE("NaN: what the result held is not read, what operands hold goes on") {
  float const nan = std::numeric_limits<float>::quiet_NaN();
  auto const whole = [](auto const& x) { return !cp::any(cp::isnan(x)).item(); };
  for (auto const& [m, k, n] :
       {std::tuple{3, 4, 5}, std::tuple{3, 4, 1}, std::tuple{1, 4, 5}, std::tuple{64, 64, 64}}) {
    matrix const a = operand<float>({m, k}), b = operand<float>({k, n}, 1);
    auto c = cp::full<float>({m, n}, nan);
    c(cp::all) = cp::matmul(a, b);
    CHECK(whole(c));
    c.fill(nan);
    c(cp::all) = 2 * cp::matmul(a, b);
    CHECK(whole(c));
    auto const holes = a.copy();
    holes(0, 1) = nan;
    c(cp::all) = cp::matmul(holes, b);
    CHECK(cp::all(cp::isnan(c(0))).item());
    CHECK(whole(c(cp::slice(1, cp::end))));
    auto h = cp::full<cp::float16>({m, n}, cp::float16(nan));
    h(cp::all) = cp::matmul(cp::astype<cp::float16>(a), cp::astype<cp::float16>(b));
    CHECK(whole(h));
  }
}

TEST_CASE("products are captured and run again") {
  matrix a = operand<float>({6, 4}), b = operand<float>({4, 5}, 1);
  matrix c = cp::zeros<float>({6, 5});
  c(cp::all) = cp::matmul(a, b);  // the library is ready
  auto const strided = cp::eval(cp::zeros<float>({6, 10}))(cp::all, cp::slice(cp::end, cp::end, 2));
  bool const device = !std::is_same_v<cp::default_space, cp::host_space>;
  auto const g = cp::capture(
      [&] {
        c(cp::all) = 2 * cp::matmul(a, b);
        strided(cp::all) = cp::matmul(a, b) + c;
      },
      device);
  a(cp::all) = a + 1;
  g.launch();
  CHECK(values(c) == values(2 * cp::eval(cp::matmul(a, b))));
  CHECK(values(strided) == values(3 * cp::eval(cp::matmul(a, b))));
}

TEST_CASE("factors: one goes to BLAS, a second may not overflow with it, 0 keeps NaN") {
  auto const unit = cp::eye<float>(2);
  auto const tiny = cp::eval(unit * 1e-20f);
  CHECK(values(1e30f * (1e30f * cp::dot(tiny, tiny)))[0] == doctest::Approx(1e20f));
  CHECK(values(1e30f * (1e30f * cp::dot(tiny, tiny)))[1] == 0);
  auto const small = cp::eval(cp::astype<cp::float16>(unit * 0.001f));
  CHECK(float(values(cp::float16(300.f) * (cp::float16(300.f) * cp::dot(small, small)))[0]) ==
        doctest::Approx(0.09f).epsilon(0.03));
  float const nan = std::numeric_limits<float>::quiet_NaN();
  matrix e{{nan, 1}, {1, 1}};
  e(cp::all) = 0.f * e + cp::dot(unit, unit);
  CHECK(std::isnan(e.item(0, 0)));
  CHECK(e.item(1, 1) == 1);
  matrix const of_nan{{nan, 1}, {1, 1}};
  CHECK(std::isnan(values(0.f * cp::dot(of_nan, unit))[0]));
}

TEST_CASE("an operand that cannot be evaluated leaves the destination as it was") {
  matrix const singular{{1, 1}, {1, 1}}, d{{7, 7}, {7, 7}};
  matrix c{{1, 2}, {3, 4}};
  cp::linalg::check_guard const now(cp::linalg::checks::now);
  CHECK_THROWS_AS(c(cp::all) = cp::dot(cp::linalg::matrix_power(singular, -1), d) + d, cp::linalg_error);
  CHECK(values(c) == floats{1, 2, 3, 4});
}
