// Joins of expressions that several kernels, and other functions, take.
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <string>

#include "expr/joined_parts.hpp"

using namespace tests;

TEST_CASE("expressions stacked") {
  auto const a = numbers<float, 2>({{11, 6}}, 1), b = numbers<float, 2>({{11, 6}}, 2),
             c = numbers<float, 2>({{11, 6}}, 3);
  cp::ndarray<float, 3> made;
  CHECK(launches_of([&] { made = cp::stack<-1>(a + b, b * c, a); }) == 1);
  same(cp::eval(made(cp::all, cp::all, 0)), cp::eval(a + b));
  same(cp::eval(made(cp::all, cp::all, 1)), cp::eval(b * c));
  same(cp::eval(made(cp::all, cp::all, 2)), a);
  made = cp::stack<1>(a + b, b * c, a, c - 1.0f) / 2.0f;
  same(cp::eval(made(cp::all, 1)), cp::eval(b * c / 2.0f));
  same(cp::eval(made(cp::all, 3)), cp::eval((c - 1.0f) / 2.0f));
  // Of several dtypes, and numbers.
  auto const mixed = cp::eval(cp::stack<0>(cp::astype<std::int32_t>(a), b + 0.5f));
  CHECK(std::is_same_v<decltype(mixed)::value_type, double>);
  CHECK(tests::values(mixed)[(1 * 11 + 2) * 6 + 3] == double(tests::values(b)[2 * 6 + 3]) + 0.5);
}

TEST_CASE("halves that change places") {
  auto q = numbers<float, 2>({{50, 64}}, 3);
  auto const angle = numbers<float, 2>({{50, 32}}, 1);
  auto const c = cp::eval(cp::cos(angle)), s = cp::eval(cp::sin(angle));
  auto const x = q(cp::all, cp::slice(0, 32)), y = q(cp::all, cp::slice(32, 64));
  cp::ndarray<float, 2> const first = x * c - y * s, second = y * c + x * s;
  auto const turned = cp::concatenate(x * c - y * s, y * c + x * s, cp::axis<-1>);
  cp::ndarray<cp::float16, 2> half;
  CHECK(launches_of([&] { half = cp::astype<cp::float16>(turned); }) == 1);
  same(cp::eval(half(cp::all, cp::slice(0, 32))), cp::eval(cp::astype<cp::float16>(first)));
  // What is overwritten is read before.
  q = cp::concatenate(y + 0.0f, x * 1.0f, cp::axis<1>);
  auto const wanted = numbers<float, 2>({{50, 64}}, 3);
  same(cp::eval(q(cp::all, cp::slice(0, 32))), cp::eval(wanted(cp::all, cp::slice(32, 64))));
  q(cp::all, cp::all) =
      cp::concatenate(q(cp::all, cp::slice(32, 64)) + 0.0f, q(cp::all, cp::slice(0, 32)) + 0.0f, cp::axis<1>);
  same(q, wanted);
}

TEST_CASE("joins with arguments of other functions") {
  auto const a = numbers<float, 2>({{7, 8}}, 1), b = numbers<float, 2>({{7, 8}}, 4);
  auto const j = cp::concatenate(a + 1.0f, b * 2.0f, cp::axis<1>);
  cp::ndarray<float, 2> const made = j;
  same(cp::eval(cp::cumsum(j, 1)), cp::eval(cp::cumsum(made, 1)));
  same(cp::eval(cp::dot(j, j.T())), cp::eval(cp::dot(made, made.T())));
  auto const f = cp::fuse([](auto x, auto y) { return x * y + cp::sum(x, cp::axis<-1>, cp::keepdims); });
  same(cp::eval(f(j, made)), cp::eval(f(made, made)));
  auto const diffused = cp::fuse([](auto u) { return cp::at<0, -1>(u) + cp::at<0, 1>(u); });
  same(cp::eval(diffused(cp::nearest(j))), cp::eval(diffused(cp::nearest(made))));
  same(cp::eval(cp::roll(j, 3, 1) * cp::repeat(j, 1, 0)), cp::eval(cp::roll(made, 3, 1) * made));
  same(cp::eval(cp::where(j > 3.0f, j, -j)), cp::eval(cp::where(made > 3.0f, made, -made)));
  auto const [p, q] = cp::evaluate(j + 1.0f, j * made);
  same(p, cp::eval(made + 1.0f));
  same(q, cp::eval(made * made));
  CHECK(cp::explain(j).find("an output for each of 2 parts along axis 1") != std::string::npos);
}

TEST_CASE("a scan in a join is computed once for all views of it") {
  auto const x = numbers<float, 1>({{500}}, 2);
  auto const sums = cp::concatenate(cp::zeros<float>({1}), cp::cumsum(x), cp::axis<0>);
  cp::ndarray<float, 1> means;
  CHECK(launches_of([&] { means = (sums(cp::slice(8, cp::end)) - sums(cp::slice(0, -8))) / 8.0f; }) == 1);
  auto const elements = tests::values(x), found = tests::values(means);
  for (std::size_t i = 0; i < found.size(); i += 50) {
    float sum = 0;
    for (std::size_t k = i; k < i + 8; ++k) sum += elements[k];
    CHECK(found[i] == sum / 8.0f);
  }
}
