// cp::fuse: lambdas in array expressions become one kernel, with one output or several, captured values, scalars,
// nesting.
#include <doctest.h>

#include <cmath>
#include <complex>
#include <fuse/fuse.hpp>
#include <string>
#include <tuple>
#include <utility>

#include "array/values.hpp"

using namespace tests;

namespace {

cp::counters spent(auto const& statement) {
  auto const before = cp::count();
  statement();
  return cp::count() - before;
}
bool has(std::string const& text, char const* part) { return text.find(part) != std::string::npos; }

// Functions, since nvcc cannot spell a lambda's type in a static_assert.
template <class E>
constexpr bool is_lazy(E const&) {
  return cp::expression<E> && !cp::is_array<E>;
}
template <class A, class B>
constexpr bool is_one_type(A const&, B const&) {
  return std::is_same_v<A, B>;
}

constexpr auto square_plus = cp::fuse([](auto x, auto c) { return x * x + c; }, "square_plus");
constexpr auto step = cp::fuse([](auto u, auto v) { return std::tuple(u + v, u - v); }, "step");

struct poly {
  template <class X>
  auto operator()(X x) const {
    return 3 * x * x - 2 * x + 1;
  }
};

}  // namespace

TEST_CASE("one output is lazy and is one kernel") {
  auto const a = cp::arange<float>(4);
  auto const f = cp::fuse([](auto x, auto y) { return cp::sqrt(x * x + y * y) / (x + 1) + x; });
  auto const e = f(a, a * 2 + 1);
  static_assert(decltype(e)::rank == 1 && std::is_same_v<decltype(e)::value_type, float>);
  CHECK(is_lazy(e));
  cp::ndarray<float, 1> y;
  auto const c = spent([&] { y = e; });
  CHECK(c.launches == 1);
  CHECK(c.temporaries == 0);
  for (int i = 0; i < 4; ++i) {
    float const x = static_cast<float>(i), z = 2 * x + 1;
    CHECK(y.item(i) == doctest::Approx(std::sqrt(x * x + z * z) / (x + 1) + x));
  }
  CHECK(spent([&] { y = e * 2 + f(y, a); }).launches == 1);  // it fuses with what is around it
}

TEST_CASE("function objects can be fused too") {
  auto const a = cp::arange<std::int32_t>(4);
  CHECK(values(cp::fuse(poly{})(a)) == ints{1, 2, 9, 22});
  constexpr auto p = cp::fuse(poly{}, "poly");
  CHECK(values(p(a + 1)) == ints{2, 9, 22, 41});
}

TEST_CASE("an argument that is used often is loaded once") {
  auto const a = cp::ones<float>({1000});
  auto const f = cp::fuse([](auto x) { return x + x * x + x * x * x + x * x * x * x; });
  cp::ndarray<float, 1> y;
  auto const fused = spent([&] { y = f(a); });
  CHECK(fused.bytes_read == 4000);
  CHECK(fused.bytes_written == 4000);
  CHECK(y.item(7) == 4);
  CHECK(spent([&] { y = f(a * 2 + 1); }).launches == 1);
  CHECK(y.item(7) == 3 + 9 + 27 + 81);
}

TEST_CASE("several outputs come from one kernel, as a tuple of arrays") {
  auto const a = cp::arange<float>(3);
  cp::ndarray<float, 1> p, m;
  auto const c = spent([&] { std::tie(p, m) = step(a, a * 10); });
  CHECK(c.launches == 1);
  CHECK(c.temporaries == 0);
  CHECK(values(p) == floats{0, 11, 22});
  CHECK(values(m) == floats{0, -9, -18});
  auto [x, y, z] = cp::fuse([](auto u) { return std::make_tuple(u > 1, u * 2.0, cp::astype<std::int32_t>(u)); })(a);
  static_assert(std::is_same_v<decltype(x)::value_type, bool> && std::is_same_v<decltype(y)::value_type, float>);
  CHECK(values(x) == bools{false, false, true});
  CHECK(values(y) == floats{0, 2, 4});
  CHECK(values(z) == ints{0, 1, 2});
  auto [first, second] = cp::fuse([](auto u) { return std::pair(u + 1, u + 2); })(a);
  CHECK(values(first) == floats{1, 2, 3});
  CHECK(values(second) == floats{2, 3, 4});
  // A kernel for each shape: of another rank, and where a reduction keeps its axes. An argument may be left out.
  auto const several = cp::fuse([](auto absent, auto v) {
    static_assert(cp::is_none<decltype(absent)>);
    auto const sum = cp::sum(v, cp::axis<-1>, cp::keepdims);
    return std::tuple(v - 1, cp::sum(v, cp::axis<-1>), sum, v + 1);
  });
  auto const b = counted<float>({2, 3}), twos = cp::zeros<float>({2, 3}), sums = cp::zeros<float>({2, 1});
  auto const rows = cp::zeros<float>({2});
  CHECK(spent([&] {
          auto const parts = several(cp::none, b);
          CHECK(equals<float>(std::get<0>(parts), {2, 3}, {-1, 0, 1, 2, 3, 4}));
          CHECK(equals<float>(std::get<1>(parts), {2}, {3, 12}));
          CHECK(equals<float>(std::get<2>(parts), {2, 1}, {3, 12}));
          CHECK(equals<float>(std::get<3>(parts), {2, 3}, {1, 2, 3, 4, 5, 6}));
        }).launches == 3);
  several.into(b, rows, sums, twos)(cp::none, b);  // the operand among them
  CHECK(values(b) == floats{-1, 0, 1, 2, 3, 4});
  CHECK(values(rows) == floats{3, 12});
  CHECK(values(sums) == floats{3, 12});
  CHECK(values(twos) == floats{1, 2, 3, 4, 5, 6});
  CHECK_THROWS_AS(several.into(b, rows, b(cp::all, cp::slice(1)), twos)(cp::none, b), cp::value_error);
  CHECK_THROWS_AS((void)step(b, b(cp::slice(1))(cp::slice(0, 0))), cp::shape_error);
  auto [only] = cp::fuse([](auto u) { return std::tuple(u * u); })(a);
  CHECK(values(only) == floats{0, 1, 4});
}

TEST_CASE("into() writes several outputs into views that are there") {
  auto u = cp::arange<float>(6), v = cp::ones<float>(6);
  auto const inner = cp::slice(1, -1);
  auto const c = spent([&] { step.into(u(inner), v(inner))(u(inner), v(inner)); });
  CHECK(c.launches == 1);
  CHECK(c.temporaries == 0);  // each element is read before it is written
  CHECK(values(u) == floats{0, 2, 3, 4, 5, 5});
  CHECK(values(v) == floats{1, 0, 1, 2, 3, 1});
  auto w = cp::arange<float>(6);
  step.into(w(cp::slice(0, 3)), w(cp::slice(3, 6)))(w(cp::slice(1, 4)),
                                                    w(cp::slice(2, 5)));  // shifted: through temporaries
  CHECK(values(w) == floats{3, 5, 7, -1, -1, -1});
  cp::ndarray<double, 2> out = cp::zeros<double>({2, 3});
  cp::fuse([](auto x) {
    return std::tuple(x, x);
  }).into(out, cp::zeros<double>({2, 3}))(cp::arange<double>(3));  // outputs broadcast
  CHECK(values(out) == doubles{0, 1, 2, 0, 1, 2});
  CHECK_THROWS_AS(step.into(u, v(inner))(u, v), cp::shape_error);
  CHECK_THROWS_AS(step.into(u, u)(u, v), cp::value_error);
}

TEST_CASE("captured numbers travel with the kernel") {
  auto const a = cp::arange<double>(3);
  for (double k : {2.0, -0.5}) {
    std::int64_t const offset = 1000;
    auto const f = cp::fuse([=](auto x) { return x * k + offset; });
    CHECK(values(f(a)) == doubles{1000, 1000 + k, 1000 + 2 * k});
    CHECK(has(cp::explain(f(a)), "constant"));
    auto [p, q] = cp::fuse([=](auto x) { return std::tuple(x * k, x - offset); })(a);
    CHECK(values(p) == doubles{0, k, 2 * k});
    CHECK(values(q) == doubles{-1000, -999, -998});
  }
}

TEST_CASE("what a lambda calls and captures need not be constexpr") {
  static auto const twice = cp::fuse([](auto x) { return x * 2; }, "twice");
  auto const a = cp::arange<float>(5.0f);
  CHECK(values(cp::fuse([](auto x) { return twice(x) + twice(x + 1); })(a)) == values(cp::eval(a * 2 + (a + 1) * 2)));
  float const root = std::sqrt(2.0f);
  CHECK(values(cp::fuse([root](auto x) { return x * root; })(a)) == values(cp::eval(a * root)));
}

TEST_CASE("an array that a lambda captures is an operand") {
  auto const table = cp::ndarray<float, 1>{10, 20, 30};
  auto const f = cp::fuse([=](auto x) { return x + table; });
  cp::ndarray<float, 1> y;
  auto const a = cp::arange<float>(3);
  CHECK(spent([&] { y = f(a); }).launches == 1);
  CHECK(values(y) == floats{10, 21, 32});
}

TEST_CASE("literals are traced while compiling, and make no two kernels of one") {
  auto const a = cp::arange<float>(4);
  auto const f = cp::fuse([](auto x) { return x * 2.5f + 1; });
  auto const text = cp::explain(f(a));
  CHECK(has(text, "literal float32"));
  CHECK_FALSE(has(text, "constant"));
  auto const g = cp::fuse([](auto x) { return x * 2.5f + 1; });
  CHECK(is_one_type(f(a), g(a)));  // two lambdas with one meaning are one kernel
  auto const h = cp::fuse([](auto x) { return x * 2.5f + 2; });
  CHECK_FALSE(is_one_type(f(a), h(a)));
  CHECK(values(f(a)) == floats{1, 3.5f, 6, 8.5f});
  CHECK(values(h(a)) == floats{2, 4.5f, 7, 9.5f});
}

TEST_CASE("literals of every kind keep their values") {
  auto const i = cp::arange<std::int64_t>(2);
  CHECK(values(cp::fuse([](auto x) { return x - 9007199254740993; })(i)) ==
        longs{-9007199254740993, -9007199254740992});
  CHECK(values(cp::fuse([](auto x) { return cp::where(x == 0, -0.0, 1e-320); })(i)) == doubles{-0.0, 1e-320});
  CHECK(std::signbit(cp::eval(cp::fuse([](auto x) { return x * 0.0 - 0.0; })(i * 1.0 - 1)).item(0)));
  CHECK(values(cp::fuse([](auto x) { return x && true; })(i > 0)) == bools{false, true});
  CHECK(values(cp::fuse([](auto x) { return x + cp::float16(1.5f); })(cp::astype<cp::float16>(i))) ==
        std::vector<cp::float16>{cp::float16(1.5f), cp::float16(2.5f)});
  auto const z = cp::eval(cp::fuse([](auto x) { return x * std::complex<double>(0, 1); })(i));
  CHECK(values(z) == std::vector<cp::complex128>{cp::complex128(0, 0), cp::complex128(0, 1)});
  auto const wild = cp::eval(cp::fuse([](auto x) { return cp::where(x == 0, __builtin_inf(), __builtin_nan("")); })(i));
  CHECK(std::isinf(wild.item(0)));
  CHECK(std::isnan(wild.item(1)));
}

TEST_CASE("scalar arguments are weak and cost no memory") {
  auto const a = cp::arange<float>(3);
  auto const e = square_plus(a, 0.5);  // a double that takes the array's dtype
  static_assert(std::is_same_v<decltype(e)::value_type, float>);
  CHECK(values(e) == floats{0.5f, 1.5f, 4.5f});
  CHECK(values(square_plus(2, a)) == floats{4, 5, 6});
  doubles const promoted = values(square_plus(cp::arange<std::int32_t>(3), 0.5));
  CHECK(promoted == doubles{0.5, 1.5, 4.5});
  cp::ndarray<float, 1> y;
  CHECK(spent([&] { y = square_plus(a, 3); }).bytes_read == 12);
  auto const zero_d = cp::ndarray<float, 0>(2);
  CHECK(values(square_plus(zero_d, a)) == floats{4, 5, 6});
  CHECK(values(square_plus(zero_d, 1)) == floats{5});
}

TEST_CASE("arguments broadcast, and may be expressions, views and index grids") {
  auto const a = counted<float>({2, 3});
  CHECK(values(square_plus(a(cp::all, cp::slice(0, 1)), a(0))) == floats{0, 1, 2, 9, 10, 11});
  CHECK(values(square_plus(a.T(), cp::index<0>({3, 2}))) == doubles{0, 9, 2, 17, 6, 27});
  CHECK_THROWS_WITH_AS(cp::eval(square_plus(a, cp::ones<float>(4))),
                       "cp::add: cannot broadcast shapes (2, 3) and (4,): axis 1 has extents 3 and 4", cp::shape_error);
  CHECK(values(square_plus(cp::zeros<float>({0, 3}), a(0))).empty());
}

TEST_CASE("fused functions call fused functions") {
  auto const a = cp::arange<float>(3);
  auto const outer = cp::fuse([](auto x) { return square_plus(x, x) * 2 + square_plus(x + 1, 1); });
  cp::ndarray<float, 1> y;
  CHECK(spent([&] { y = outer(a); }).launches == 1);
  CHECK(values(y) == floats{2, 9, 22});
  auto const third = cp::fuse([=](auto x, auto z) { return outer(x * z) - outer(z); });
  CHECK(spent([&] { y = third(a, 2.0f); }).launches == 1);
  CHECK(values(y) == floats{2 - 22, 22 - 22, 4 * 4 * 2 + 4 * 2 + 26 - 22});
  CHECK(values(square_plus(square_plus(a, 1), square_plus(a, 2))) == floats{3, 7, 31});
  auto [p, q] = cp::fuse([](auto x) { return std::tuple(square_plus(x, 0), square_plus(x, 1)); })(a);
  CHECK(values(p) == floats{0, 1, 4});
  CHECK(values(q) == floats{1, 2, 5});
}

TEST_CASE("where and clip are a fused function's branches") {
  auto const f = cp::fuse([](auto x) { return cp::where(x > 0, cp::log(x), cp::clip(x, -1, 0)); });
  CHECK(values(f(cp::ndarray<double, 1>{-5, -0.5, 1})) == doubles{-1, -0.5, 0});
}

TEST_CASE("a name reaches the plan") {
  auto const a = cp::arange<float>(3);
  CHECK(has(cp::explain(square_plus(a, a)), "cp::fuse square_plus"));
  CHECK(has(cp::explain(cp::fuse([](auto x) { return x + x; })(a)), "cp::fuse\n"));
}

TEST_CASE("a lambda that ignores an argument, or returns it as it is") {
  auto const a = cp::arange<float>(3), b = cp::eval(a + 5);
  CHECK(values(cp::fuse([](auto x, auto) { return x; })(a, b)) == values(a));
  auto [p, q] = cp::fuse([](auto x, auto y) { return std::tuple(y, x); })(a, b);
  CHECK(values(p) == values(b));
  CHECK(values(q) == values(a));
  CHECK(p.data() != b.data());
}
