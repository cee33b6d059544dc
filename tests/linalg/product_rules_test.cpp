// Products of matrices: promotion, empty operands, errors, accuracy, powers.
#include <cmath>
#include <cstdint>
#include <limits>

#include "product_data.hpp"

namespace la = cp::linalg;
using namespace product_data;
using tests::floats;
using tests::list_of;
using tests::longs;
using tests::values;

TEST_CASE("operands of two dtypes are promoted, an expression becomes an array") {
  auto const a = operand<std::int32_t>({3, 4});
  auto const b = operand<float>({4, 2}, 1);
  auto const c = cp::matmul(a, b);
  static_assert(std::is_same_v<decltype(c)::value_type, double>);
  CHECK(values(c) == values(cp::matmul(cp::astype<double>(a), cp::astype<double>(b))));
  auto const f = operand<float>({3, 4});
  CHECK(values(cp::matmul(f + 1, b * 2)) == values(cp::matmul(cp::eval(f + 1), cp::eval(b * 2))));
  CHECK(values(cp::dot(cp::dot(f, b), b.T())) == values(cp::matmul(cp::eval(cp::matmul(f, b)), b.T())));
  CHECK(values(cp::sum(cp::matmul(f, b), 0)) == values(cp::sum(cp::eval(cp::matmul(f, b)), 0)));
}

TEST_CASE("nothing to sum gives zeros; nothing to give gives nothing") {
  auto const a = cp::zeros<float>({3, 0}), b = cp::zeros<float>({0, 2});
  auto c = cp::full<float>({3, 2}, std::numeric_limits<float>::quiet_NaN());
  c(cp::all) = cp::matmul(a, b);
  CHECK(values(c) == floats(6, 0));
  c(cp::all) = 2 * cp::matmul(a, b) + cp::ones<float>({3, 2});
  CHECK(values(c) == floats(6, 1));
  c(cp::all) = cp::matmul(a, b) - 3 * c;
  CHECK(values(c) == floats(6, -3));
  auto i = cp::full<std::int32_t>({3, 2}, 7);
  i(cp::all) = cp::matmul(cp::zeros<std::int32_t>({3, 0}), cp::zeros<std::int32_t>({0, 2}));
  CHECK(values(i) == tests::ints(6, 0));
  CHECK(list_of(cp::eval(cp::matmul(cp::zeros<float>({0, 4}), cp::zeros<float>({4, 5}))).shape()) == longs{0, 5});
  CHECK(list_of(cp::eval(cp::matmul(cp::zeros<float>({0, 3, 4}), cp::zeros<float>({4, 5}))).shape()) == longs{0, 3, 5});
  CHECK(values(cp::matmul(cp::zeros<float>({2, 3, 0}), cp::zeros<float>({2, 0, 1}))) == floats(6, 0));
  CHECK(values(cp::dot(cp::zeros<float>({2, 0}), cp::zeros<float>(0))) == floats{0, 0});
  CHECK(values(cp::matmul(cp::full<float>({1, 1}, 3.0f), cp::full<float>({1, 1}, 4.0f))) == floats{12});
}

TEST_CASE("shapes that do not fit are named, before anything is written") {
  auto const a = operand<float>({3, 4}), b = operand<float>({5, 2});
  auto c = cp::ones<float>({3, 2});
  CHECK_THROWS_WITH_AS(
      c(cp::all) = cp::matmul(a, b),
      "cp::matmul: the shapes (3, 4) and (5, 2) do not fit: axis 1 of operand 1 has extent 4, axis 0 of operand 2 has "
      "extent 5",
      cp::shape_error);
  CHECK(values(c) == floats(6, 1));
  CHECK_THROWS_AS((void)cp::matmul(operand<float>({3, 1}), b).shape(),
                  cp::shape_error);  // no stretching of what is summed
  CHECK_THROWS_AS((void)cp::matmul(operand<float>({2, 3, 4}), operand<float>({3, 4, 2})).shape(), cp::shape_error);
  CHECK_THROWS_AS((void)cp::dot(a, operand<float>({3})).shape(), cp::shape_error);
  CHECK_THROWS_AS((void)cp::inner(a, operand<float>({3, 3})).shape(), cp::shape_error);
  CHECK_THROWS_AS((void)cp::tensordot<1>(a, a).shape(), cp::shape_error);
  CHECK_THROWS_AS((void)la::multi_dot(a, b, a).shape(), cp::shape_error);
  CHECK_THROWS_AS((void)la::matrix_power(a, 2).shape(), cp::shape_error);
  CHECK_THROWS_AS((void)la::matrix_power(operand<std::int64_t>({2, 2}), -1), cp::value_error);
}

TEST_CASE("errors of products stay below what the order of sums can make") {
  auto const noise = [](std::int64_t m, std::int64_t n, unsigned seed) {
    auto const i = cp::astype<std::uint32_t>(cp::index<0>({m * n}));
    return cp::eval(
        cp::reshape(cp::astype<double>((i * 2654435761u + seed * 40503u) >> 8) * (1.0 / 16777216) - 0.5, {m, n}));
  };
  auto const a = noise(130, 300, 1), b = noise(300, 70, 2);
  auto const exact =
      cp::eval(cp::sum(a(cp::all, cp::all, cp::newaxis) * b(cp::newaxis, cp::all, cp::all), cp::axis<1>));
  auto const room = cp::eval(cp::matmul(cp::abs(a), cp::abs(b)));
  auto const worst = [&](auto const& product, double epsilon) {
    return cp::max(cp::abs(cp::astype<double>(product) - exact) / (room * epsilon)).item();
  };
  CHECK(worst(cp::matmul(a, b), 0x1p-53) < 300);
  CHECK(worst(cp::matmul(cp::astype<float>(a), cp::astype<float>(b)), 0x1p-24) < 300);
  // 16-bit floats: sums are float32, so that rounding operands and the result is all there is.
  CHECK(worst(cp::matmul(cp::astype<cp::float16>(a), cp::astype<cp::float16>(b)), 0x1p-11) < 4);
  CHECK(worst(cp::matmul(cp::astype<cp::bfloat16>(a), cp::astype<cp::bfloat16>(b)), 0x1p-8) < 4);
  CHECK(cp::matmul(cp::full<cp::float16>({1, 4096}, cp::float16(1.0f)),
                   cp::full<cp::float16>({4096, 1}, cp::float16(1.0f)))
            .item() == cp::float16(4096.0f));
}

TEST_CASE("powers of 2 to 9, and of many matrices") {
  auto const m = operand<std::int64_t>({2, 3, 3}, 1);
  auto expected = m.copy();
  for (int n = 2; n < 10; ++n) {
    expected = cp::matmul(expected, m);
    CAPTURE(n);
    CHECK(values(la::matrix_power(m, n)) == values(expected));
  }
  CHECK(values(la::matrix_power(m, 1)) == values(m));
}

TEST_CASE("powers of a matrix as far as exponents go") {
  // Of order 2, as 1 and -1 are: odd powers are the matrix itself, even ones the identity.
  auto swap = cp::zeros<double>({2, 2});
  swap(0, cp::slice(1, 2)).fill(1);
  swap(1, cp::slice(0, 1)).fill(1);
  CHECK(values(la::matrix_power(swap, std::numeric_limits<std::int64_t>::max())) == values(swap));
  CHECK(values(la::matrix_power(swap, std::numeric_limits<std::int64_t>::max() - 1)) == values(cp::eye<double>(2)));
  CHECK(values(la::matrix_power(swap, std::numeric_limits<std::int64_t>::min())) == values(cp::eye<double>(2)));
  CHECK(values(la::matrix_power(swap, std::numeric_limits<std::int64_t>::min() + 1)) == values(swap));
}

TEST_CASE("negative powers are of the inverse") {
  cp::ndarray<double, 2> const m{{2, 1}, {1, 1}};
  auto const near = [](auto const& x, auto const& y) { return cp::all(cp::abs(x - y) < 1e-12).item(); };
  cp::ndarray<double, 2> const inverse{{1, -1}, {-1, 2}}, cube{{5, -8}, {-8, 13}};
  CHECK(near(la::matrix_power(m, -1), inverse));
  CHECK(near(la::matrix_power(m, -3), cube));
  cp::ndarray<double, 2> const singular{{1, 1}, {1, 1}};
  CHECK_THROWS_AS((void)cp::eval(la::matrix_power(singular, -2)).to_host(), cp::linalg_error);
}

TEST_CASE("a choice of precision holds for its scope, and asks for no less than it says") {
  auto const a = operand<float>({8, 8}), b = operand<float>({8, 8}, 1);
  auto const full = values(cp::matmul(a, b));
  for (auto kind : {la::precision_kind::tf32, la::precision_kind::bfloat16x9, la::precision_kind::float64_emulated}) {
    la::precision const fast(kind);
    CHECK(values(cp::matmul(a, b)) == full);  // small multiples of 1/2: no bits are lost
    la::precision const inner(la::precision_kind::full);
    CHECK(values(cp::matmul(a, b)) == full);
  }
  CHECK(cp::library::set_precision(la::precision_kind::full) == la::precision_kind::full);
}
