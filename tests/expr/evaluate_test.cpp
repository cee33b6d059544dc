// One kernel a statement, counted: assignment, compound assignment, several outputs, masks, gathers, casts, views. And
// how dtypes are assigned.
#include <doctest.h>

#include <fuse/fuse.hpp>

#include "array/values.hpp"

using namespace tests;

namespace {

cp::counters spent(auto const& statement) {
  auto const before = cp::count();
  statement();
  return cp::count() - before;
}
bool one_kernel(auto const& statement) {
  auto const c = spent(statement);
  return c.launches == 1 && c.library_calls == 0 && c.copies == 0 && c.temporaries == 0 && c.synchronizations == 0;
}

}  // namespace

TEST_CASE("every statement of elementwise work is one kernel without a copy, a temporary or a wait") {
  auto a = counted<float>({6, 8}), b = cp::ones<float>({6, 8});
  auto const row = cp::arange<float>(8);
  auto const column = cp::ones<float>({6, 1});
  auto const flags = cp::eval(a > 20);
  auto const rows = cp::ndarray<std::int32_t, 1>{5, 0, 3};
  cp::ndarray<float, 2> y = cp::zeros<float>({6, 8});
  auto v = cp::arange<float>(100);
  CHECK(one_kernel([&] { y = 2 * a + b; }));
  CHECK(one_kernel([&] { y = cp::exp(-a * a) / (1 + cp::sqrt(b)) - cp::tanh(a) * cp::sin(b) + cp::maximum(a, b); }));
  CHECK(one_kernel([&] { cp::ndarray<float, 2> made = a * b + row; }));
  CHECK(one_kernel([&] { y += a; }));
  CHECK(one_kernel([&] { y = y * y + y; }));
  CHECK(one_kernel([&] { y(cp::all) = a; }));
  CHECK(one_kernel([&] { y(cp::all) = 1.5f; }));
  CHECK(one_kernel([&] { y.fill(0); }));
  CHECK(one_kernel([&] { y = cp::where(a > b, a, b * row); }));
  CHECK(one_kernel([&] { y = cp::clip(a, 0, row); }));
  CHECK(one_kernel([&] { y = cp::astype<float>(cp::astype<std::int16_t>(a) / 3); }));
  CHECK(one_kernel([&] { y = row - column; }));
  CHECK(one_kernel([&] {
    y(cp::slice(1, -1), cp::slice(cp::end, cp::end, 2)) = a(cp::slice(2, cp::end), cp::slice(1, cp::end, 2)) * 2;
  }));
  CHECK(one_kernel([&] { y.T() = a.T() + b.T(); }));
  CHECK(one_kernel([&] { y = cp::transpose(a.T() * 2, {1, 0}) + b; }));
  CHECK(one_kernel([&] { y = cp::flip(a) + (a * b)(cp::slice(cp::end, cp::end, -1)); }));
  CHECK(one_kernel([&] { y(0) = (a * 2)(1) + cp::broadcast_to(b(0, cp::slice(0, 1)), {8}); }));
  CHECK(one_kernel([&] { y = cp::astype<float>(cp::index<0>(y.shape()) * 10 + cp::index<1>(y.shape())); }));
  CHECK(one_kernel([&] { y(cp::slice(0, 3)) = a(cp::expand_dims(rows, 1), cp::index<0>({8})) + 1; }));
  CHECK(one_kernel([&] { y(cp::slice(0, 3), 0) = cp::take(a, rows) * 2; }));
  CHECK(one_kernel([&] { y(y < 0) = 0; }));
  CHECK(one_kernel([&] { y(flags) += a; }));
  CHECK(one_kernel([&] { cp::masked(y, a > 3) = a * b; }));
  CHECK(one_kernel([&] { auto const out = cp::evaluate(a + b, a - b, a * b); }));
  CHECK(one_kernel([&] { (void)cp::evaluate(cp::into(y, a + b), cp::into(a, a * 0.5f)); }));
  CHECK(one_kernel([&] {
    auto const [q, r] = cp::divmod(a, b);
    (void)cp::evaluate(q, r);
  }));
  CHECK(one_kernel([&] { auto const f = cp::fuse([](auto x, auto z) { return std::tuple(x + z, x - z); })(a, row); }));
  CHECK(one_kernel([&] { v(cp::slice(1, -1)) = v(cp::slice(1, -1)) * 0.5f + 1; }));
  CHECK(one_kernel([&] { v(cp::slice(0, cp::end, 2)) += v(cp::slice(1, cp::end, 2)); }));
  CHECK(one_kernel([&] { auto const t = a.T().copy(); }));
  CHECK(one_kernel([&] { auto const r = cp::arange<float>(1000); }));
  CHECK(one_kernel([&] { auto const r = cp::linspace<float>(0, 1, 1000); }));
  CHECK(one_kernel([&] { auto const r = cp::eye<float>(30); }));
  CHECK(one_kernel([&] { auto const r = cp::eval(a + b); }));
  auto const scalar = cp::ndarray<float, 0>(2);
  CHECK(one_kernel([&] { y = a * scalar; }));
  CHECK(one_kernel([&] { cp::ndarray<float, 0> const s = scalar * 2 + 1; }));
}

TEST_CASE("nothing is launched for views, lazy expressions and empty arrays") {
  auto const a = counted<float>({6, 8});
  auto const c = spent([&] {
    auto const t = a.T();
    auto const s = a(cp::slice(1, 3), 2);
    auto const r = cp::reshape(a, {48});
    auto const e = cp::exp(a) + a * 2;
    auto const v = e.T()(cp::slice(0, 3));
    (void)v.shape();
    auto const parts = cp::split(a, 2);
    auto const b = cp::broadcast_to(a, {3, 6, 8});
    auto none = cp::zeros<float>({0, 8});
    none = none + 1;
    none(cp::all) = 2.0f;
    none += a(0);
    a(cp::slice(2, 2)) = 7.0f;
    auto const text = cp::explain(e);
  });
  CHECK(c.launches == 0);
  CHECK(c.copies == 0);
  CHECK(c.temporaries == 0);
  CHECK(c.synchronizations == 0);
}

TEST_CASE("what a kernel moves is counted, broadcast operands once") {
  auto const a = cp::ones<float>({100, 200});
  auto const row = cp::ones<float>(200);
  cp::ndarray<double, 2> y;
  auto c = spent([&] { y = a + row * 2; });
  CHECK(c.bytes_written == 100 * 200 * 8);
  CHECK(c.bytes_read == 100 * 200 * 4 + 200 * 4);
  c = spent([&] { y += 1; });
  CHECK(c.bytes_read == 100 * 200 * 8);
  c = spent([&] { (void)cp::evaluate(a + 1, a - 1); });
  CHECK(c.bytes_written == 2 * 100 * 200 * 4);
}

TEST_CASE("a view of a lazy expression of rank 0 has the axes that it adds") {
  auto const x = cp::arange<float>(4);
  auto const a0 = cp::ndarray<float, 0>(3);
  auto const three = cp::broadcast_to(cp::sum(x), {3});
  static_assert(decltype(three)::rank == 1);
  CHECK(values(three) == floats{6, 6, 6});
  CHECK(values(cp::atleast_1d(a0 * 2)) == floats{6});
  CHECK(values(cp::expand_dims(cp::sum(x), 0)) == floats{6});
  CHECK(values(cp::sum(x)(cp::newaxis)) == floats{6});
  CHECK(cp::eval((a0 + 1)(cp::newaxis, cp::newaxis)).shape() == cp::shape_array<2>{1, 1});
  CHECK(cp::eval(cp::atleast_3d(cp::max(x))).shape() == cp::shape_array<3>{1, 1, 1});
  CHECK(values(cp::stack(cp::sum(x), cp::max(x))) == floats{6, 3});
  CHECK(values(cp::broadcast_to(cp::index<0>({2})(1) + 1, {2})) == std::vector<std::int64_t>{2, 2});
  CHECK(values(x - cp::expand_dims(cp::sum(x), 0)) == floats{-6, -5, -4, -3});
  CHECK((a0 * 2)().item() == 6);
}

TEST_CASE("a C++ integer that does not fit an array's dtype is no element of it") {
  auto const u = cp::full<std::uint8_t>({3}, 7);
  auto const s = cp::full<std::int16_t>({3}, 7);
  CHECK_THROWS_AS(u(cp::all) = 300, cp::value_error);
  CHECK_THROWS_AS(u(cp::all) = -1, cp::value_error);
  CHECK_THROWS_AS(u(cp::slice(1, 2)) = 256u, cp::value_error);
  CHECK_THROWS_AS(u(u > 3) = -1, cp::value_error);
  CHECK_THROWS_AS(s(cp::all) = 40000, cp::value_error);
  CHECK_THROWS_AS(s(cp::all) = -40000ll, cp::value_error);
  CHECK_THROWS_AS(s.fill(40000), cp::value_error);
  CHECK_THROWS_AS((void)cp::full<std::uint8_t>({3}, 300), cp::value_error);
  CHECK_THROWS_AS((void)cp::full_like(u, -1), cp::value_error);
  CHECK(values(u) == std::vector<std::uint8_t>{7, 7, 7});
  CHECK(values(s) == std::vector<std::int16_t>{7, 7, 7});
  cp::ndarray<std::uint8_t, 0> one(5);
  CHECK_THROWS_AS(one = 300, cp::value_error);
  CHECK_THROWS_AS(one = -1, cp::value_error);
  CHECK(one.item() == 5);
  one = 255;
  CHECK(one.item() == 255);
  u(cp::all) = 255;
  u(cp::slice(0, 1)) = 3.9;  // floats lose their fraction
  s(cp::all) = -2.5f;
  CHECK(values(u) == std::vector<std::uint8_t>{3, 255, 255});
  CHECK(values(s) == std::vector<std::int16_t>{-2, -2, -2});
  auto const flags = cp::full<bool>({2}, false);
  flags(cp::all) = 2;
  CHECK(values(flags) == bools{true, true});
}

TEST_CASE("evaluate refuses a reduction that is stretched beside an expression of another shape") {
  auto const x = cp::reshape(cp::arange<float>(6), {2, 3});
  auto const a = cp::full<float>({2, 3}, -1), b = cp::full<float>({2, 3}, -1);
  auto const untouched = floats(6, -1);
  CHECK_THROWS_AS((void)cp::evaluate(cp::into(a, cp::mean(x, cp::axis<0>, cp::keepdims)), cp::into(b, x * 2)),
                  cp::shape_error);
  CHECK_THROWS_AS((void)cp::evaluate(cp::into(b, x * 2), cp::into(a, cp::mean(x, cp::axis<0>, cp::keepdims))),
                  cp::shape_error);
  CHECK_THROWS_AS((void)cp::evaluate(cp::into(a, cp::sum(x, cp::axis<0>, cp::keepdims)),
                                     cp::into(b, cp::sum(x, cp::axis<1>, cp::keepdims))),
                  cp::shape_error);
  CHECK(values(a) == untouched);
  CHECK(values(b) == untouched);
  // Of one shape they are stretched together, an elementwise one too.
  auto const row = x(cp::slice(1, 2)), one = x(cp::slice(1, 2), cp::slice(1, 2));
  (void)cp::evaluate(cp::into(a, cp::mean(x, cp::axis<0>, cp::keepdims)), cp::into(b, row * 2));
  CHECK(values(a) == floats{1.5, 2.5, 3.5, 1.5, 2.5, 3.5});
  CHECK(values(b) == floats{6, 8, 10, 6, 8, 10});
  (void)cp::evaluate(cp::into(b, one * 2), cp::into(a, cp::mean(x, cp::axis<0>, cp::keepdims) + 1));
  CHECK(values(a) == floats{2.5, 3.5, 4.5, 2.5, 3.5, 4.5});
  CHECK(values(b) == floats(6, 8));
  // An elementwise expression of an extent 1 beside one that needs a temporary.
  auto const y = cp::eval(x + 0);
  (void)cp::evaluate(cp::into(y(cp::slice(0, 1)), y(cp::slice(1, 2)) * 1),
                     cp::into(y(cp::slice(1, 2)), y(cp::slice(0, 1)) * 1));
  CHECK(values(y) == floats{3, 4, 5, 0, 1, 2});
  (void)cp::evaluate(cp::into(a, a(cp::slice(0, 1)) * 2), cp::into(b, x * 2));
  CHECK(values(a) == floats{5, 7, 9, 5, 7, 9});
  CHECK(values(b) == floats{0, 2, 4, 6, 8, 10});
}

TEST_CASE("evaluate gives arrays, and writes into views") {
  auto const a = cp::arange<float>(3);
  auto [p, q] = cp::evaluate(a + 1, a > 1);
  static_assert(std::is_same_v<decltype(q)::value_type, bool>);
  CHECK(values(p) == floats{1, 2, 3});
  CHECK(values(q) == bools{false, false, true});
  auto m = cp::zeros<double>({2, 3});
  auto [into_row, made] = cp::evaluate(cp::into(m(1), a * 2), a * 3);
  CHECK(into_row.data() == m.data() + 3);
  CHECK(values(m) == doubles{0, 0, 0, 0, 2, 4});
  CHECK(values(made) == floats{0, 3, 6});
  (void)cp::evaluate(cp::into(m, a), cp::into(cp::zeros<double>({2, 3}), cp::reshape(cp::arange<float>(2), {2, 1})));
  CHECK(values(m) == doubles{0, 1, 2, 0, 1, 2});
  CHECK_THROWS_WITH_AS(
      (void)cp::evaluate(a + 1, cp::ones<float>(4) * 2),
      "cp::evaluate: the expressions must have one shape, these have (3,) and (4,): axis 0 has extents 3 and 4",
      cp::shape_error);
  CHECK_THROWS_WITH_AS((void)cp::evaluate(cp::into(m, cp::ones<float>(4))),
                       "cp::into: cannot broadcast shape to another (4,) and (2, 3): axis 1 has extents 4 and 3",
                       cp::shape_error);
  CHECK_THROWS_WITH_AS((void)cp::evaluate(cp::into(cp::broadcast_to(m(0), {2, 3}), m * 1)),
                       "cp::into: a broadcast view of shape (2, 3) cannot be written to: several of its elements are "
                       "one; copy() it first",
                       cp::value_error);
  auto [only] = cp::evaluate(a * a);
  CHECK(values(only) == floats{0, 1, 4});
  auto [e0, e1] = cp::evaluate(cp::zeros<float>({0, 2}) + 1, cp::zeros<float>({0, 2}) * 2);
  CHECK(e0.size() + e1.size() == 0);
}

TEST_CASE("an array is its own value: eval shares it") {
  auto const a = counted({3});
  CHECK(cp::eval(a).data() == a.data());
  CHECK(cp::eval(a + 0).data() != a.data());
}

TEST_CASE("assignment to a name leaves what other names share") {
  auto a = counted({3});
  auto const kept = a, part = a(cp::slice(1, 3));
  a = a * 2;
  CHECK(values(kept) == ints{0, 1, 2});
  CHECK(values(part) == ints{1, 2});
  CHECK(values(a) == ints{0, 2, 4});
  auto const* const own = a.data();
  a = a + 1;
  CHECK(a.data() == own);
  CHECK(values(a) == ints{1, 3, 5});
}

TEST_CASE("a statement that cannot be leaves everything as it was") {
  auto a = counted({2, 3});
  auto const kept = a;
  CHECK_THROWS_AS(a = a + cp::ones<std::int32_t>({3, 2}), cp::shape_error);
  CHECK_THROWS_AS(a += cp::ones<std::int32_t>({2, 2}), cp::shape_error);
  CHECK_THROWS_AS(a(0) = cp::ones<std::int32_t>({2}), cp::shape_error);
  CHECK_THROWS_AS(a(a > cp::ones<std::int32_t>({4})) = 1, cp::shape_error);
  CHECK(a.data() == kept.data());
  CHECK(values(a) == ints{0, 1, 2, 3, 4, 5});
}

TEST_CASE("assignment converts within a kind of number and to wider ones, without being asked") {
  auto const i = cp::ndarray<std::int64_t, 1>{-1, 0, 300};
  cp::ndarray<std::int8_t, 1> small = i;
  CHECK(values(small) == std::vector<std::int8_t>{-1, 0, 44});
  cp::ndarray<float, 1> f = i * 2;
  CHECK(values(f) == floats{-2, 0, 600});
  f += cp::ndarray<double, 1>{0.25, 0.25, 0.25};  // float64 narrows to float32
  CHECK(values(f) == floats{-1.75f, 0.25f, 600.25f});
  cp::ndarray<cp::complex64, 1> z = f;
  CHECK(values(z) == std::vector<cp::complex64>{{-1.75f, 0}, {0.25f, 0}, {600.25f, 0}});
  cp::ndarray<std::int32_t, 1> from_bool = i > 0;
  CHECK(values(from_bool) == ints{0, 0, 1});
  cp::ndarray<cp::float16, 1> h = f;
  CHECK(h.item(2) == cp::float16(600.25f));
  cp::ndarray<cp::bfloat16, 1> b = h;
  CHECK(b.item(1) == cp::bfloat16(0.25f));
  h = i;
  CHECK(h.item(2) == cp::float16(300));
  z = h;
  CHECK(z.item(2) == cp::complex64(300, 0));
  cp::ndarray<double, 1> d = b;
  CHECK(values(d) == doubles{-1.75, 0.25, 600});
  cp::ndarray<std::int32_t, 1> u = cp::ndarray<std::uint32_t, 1>{4000000000u};
  CHECK(u.item() == static_cast<std::int32_t>(4000000000u));
  auto c = cp::zeros<cp::complex128>(3);
  c(cp::all) = f;
  c += i;
  CHECK(values(cp::real(c)) == doubles{-2.75, 0.25, 900.25});
}

TEST_CASE("astype converts what assignment refuses") {
  auto const f = cp::ndarray<double, 1>{-1.9, 0.0, 2.9};
  CHECK(values(cp::astype<std::int32_t>(f)) == ints{-1, 0, 2});
  CHECK(values(cp::astype<bool>(f)) == bools{true, false, true});
  CHECK(values(cp::astype<float>(cp::ndarray<cp::complex64, 1>{{1, 2}})) == floats{1});
  CHECK(values(cp::astype<bool>(cp::ndarray<cp::complex64, 1>{{0, 2}, {0, 0}})) == bools{true, false});
  CHECK(values(cp::astype<std::uint8_t>(cp::ndarray<std::int32_t, 1>{-1, 256})) == std::vector<std::uint8_t>{255, 0});
  CHECK(values(cp::astype<std::int32_t>(cp::ndarray<cp::float16, 1>{cp::float16(-2.5f)})) == ints{-2});
  CHECK(values(cp::astype<cp::bfloat16>(f))[2] == cp::bfloat16(2.9));
}

TEST_CASE("C++ numbers take the dtype of the array, unless they are of a higher kind") {
  auto const f = cp::ones<float>(2);
  auto const i = cp::ones<std::int8_t>(2);
  static_assert(std::is_same_v<decltype(f * 2.0)::value_type, float>);
  static_assert(std::is_same_v<decltype(f + 1)::value_type, float>);
  static_assert(std::is_same_v<decltype(i + 1)::value_type, std::int8_t>);
  static_assert(std::is_same_v<decltype(i * 1.5)::value_type, double>);
  static_assert(std::is_same_v<decltype((i > 0) + 1)::value_type, std::int64_t>);
  static_assert(std::is_same_v<decltype(f + cp::ones<double>(2))::value_type, double>);
  static_assert(std::is_same_v<decltype(i + f)::value_type, float>);
  static_assert(std::is_same_v<decltype(i / i)::value_type, double>);
  CHECK_THROWS_WITH_AS(cp::eval(i + 200),
                       "cp: the integer 200 does not fit int8; convert the array beside it with cp::astype<T>(x), or "
                       "name another dtype",
                       cp::value_error);
  CHECK_THROWS_WITH_AS(cp::eval(cp::ones<std::uint8_t>(2) - -1),
                       "cp: the integer -1 does not fit uint8; convert the array beside it with cp::astype<T>(x), or "
                       "name another dtype",
                       cp::value_error);
  CHECK_THROWS_WITH_AS((void)cp::full<std::int64_t>({1}, ~std::uint64_t{0}),
                       "cp: the integer 18446744073709551615 does not fit int64; convert the array beside it with "
                       "cp::astype<T>(x), or name another dtype",
                       cp::value_error);
  CHECK(values(cp::astype<std::int32_t>(i) + 200) == ints{201, 201});
}

TEST_CASE_TEMPLATE(
    "rows of any length are whole, nothing beside them is written, and nothing is computed twice in place", T,
    std::int32_t, float, double) {
  for (std::int64_t n = 1; n <= 70; ++n) {
    CAPTURE(n);
    auto const from = counted<T>({3, n + 1});
    auto const to = cp::zeros<T>({3, n + 2});
    to(cp::all, cp::slice(1, n + 1)) = 2 * from(cp::all, cp::slice(0, n)) + 1;
    auto const view = from(cp::all, cp::slice(1, cp::end));
    view(cp::all) = 3 * view + view;
    std::vector<T> elsewhere, in_place;
    for (std::int64_t i = 0; i < 3; ++i) {
      elsewhere.push_back(0);
      for (std::int64_t j = 0; j < n; ++j) elsewhere.push_back(static_cast<T>(2 * (i * (n + 1) + j) + 1));
      elsewhere.push_back(0);
      for (std::int64_t j = 0; j <= n; ++j) in_place.push_back(static_cast<T>((j == 0 ? 1 : 4) * (i * (n + 1) + j)));
    }
    CHECK(values(to) == elsewhere);
    CHECK(values(from) == in_place);
  }
}
