// Scans, stencils, segments and reductions as operands of each other: the values are those of the same steps one by
// one.
#include <doctest/doctest.h>

#include <atomic>
#include <fuse/fuse.hpp>
#include <tuple>
#include <vector>

#include "array/values.hpp"

using namespace tests;

namespace {

#if !FUSE_NVCC
/// Sees every index that a kernel asks it for.
struct largest_index {
  std::int64_t* most;
  float operator()(float x, std::int64_t i) const {
    std::int64_t seen = std::atomic_ref(*most).load();
    while (i > seen && !std::atomic_ref(*most).compare_exchange_weak(seen, i)) {
    }
    return x + static_cast<float>(i);
  }
};
#endif

cp::counters spent(auto const& statement) {
  auto const before = cp::count();
  statement();
  return cp::count() - before;
}

auto const difference = cp::fuse([](auto u) { return cp::at<1>(u) - 2 * u + cp::at<-1>(u) * 3; });
auto numbers() { return cp::eval(cp::astype<float>(cp::arange<int>(12) * 7 % 5) + 1); }

}  // namespace

TEST_CASE("scans of stencils, stencils of scans, and both side by side") {
  auto const u = numbers(), v = cp::eval(cp::flip(u) * 2);
  auto const stepped = cp::eval(difference(cp::wrap(u))), other = cp::eval(difference(cp::wrap(v)));
  auto const summed = cp::eval(cp::cumsum(u));
  CHECK(values(cp::cumsum(difference(cp::wrap(u)))) == values(cp::cumsum(stepped)));
  CHECK(values(cp::cumsum(2 * difference(cp::wrap(u)) + v)) == values(cp::cumsum(2 * stepped + v)));
  CHECK(values(difference(cp::wrap(cp::cumsum(u)))) == values(difference(cp::wrap(summed))));
  CHECK(values(cp::cumsum(u) + difference(cp::wrap(v))) == values(summed + other));
  CHECK(values(difference(cp::nearest(v)) - cp::cumsum(difference(cp::wrap(u)))) ==
        values(cp::eval(difference(cp::nearest(v))) - cp::cumsum(stepped)));
  CHECK(values(cp::cumsum(u) + difference(cp::wrap(cp::cumsum(v)))) ==
        values(summed + cp::eval(difference(cp::wrap(cp::eval(cp::cumsum(v)))))));
  CHECK(values(cp::cumsum(difference(cp::valid(cp::cumsum(u))))) ==
        values(cp::cumsum(cp::eval(difference(cp::valid(summed))))));
  auto [p, q] = cp::evaluate(cp::cumsum(u), difference(cp::wrap(u)));
  CHECK(values(p) == values(summed));
  CHECK(values(q) == values(stepped));
  // One array between the two kernels.
  cp::ndarray<float, 1> y;
  auto const c = spent([&] { y = cp::cumsum(difference(cp::wrap(u))); });
  CHECK(c.launches == 2);
  CHECK(c.temporaries == 1);
}

TEST_CASE("scans of neighbours inside a traced function") {
  auto const u = numbers();
  auto const up = cp::eval(cp::fuse([](auto a) { return cp::at<1>(a) + 0; })(cp::wrap(u)));
  auto const summed = cp::eval(cp::cumsum(up));
  CHECK(values(cp::fuse([](auto a) { return cp::cumsum(cp::at<1>(a)); })(cp::wrap(u))) == values(summed));
  CHECK(values(cp::fuse([](auto a) { return cp::cumsum(cp::at<1>(a)) + cp::at<1>(a) * a; })(cp::wrap(u))) ==
        values(summed + up * u));
  CHECK(values(cp::fuse([](auto a) { return cp::cumsum(cp::at<1>(a) - a); })(cp::valid(u))) ==
        values(cp::cumsum(u(cp::slice(1, 12)) - u(cp::slice(0, 11)))));
  auto [p, q] =
      cp::fuse([](auto a) { return std::tuple(cp::cumsum(cp::at<1>(a)), cp::at<1>(a) - a); })(cp::wrap(u * 1));
  CHECK(values(p) == values(summed));
  CHECK(values(q) == values(up - u));
}

TEST_CASE("reductions of scans and stencils, and the other way round") {
  auto const u = numbers();
  auto const stepped = cp::eval(difference(cp::wrap(u))), summed = cp::eval(cp::cumsum(u));
  CHECK(cp::sum(cp::cumsum(difference(cp::wrap(u)))).item() == cp::sum(cp::eval(cp::cumsum(stepped))).item());
  CHECK(values(cp::cumsum(u / cp::sum(difference(cp::wrap(u))))) == values(cp::cumsum(cp::eval(u / cp::sum(stepped)))));
  CHECK(values(difference(cp::wrap(u - cp::max(cp::cumsum(u))))) ==
        values(difference(cp::wrap(cp::eval(u - cp::max(summed))))));
  CHECK(values(cp::cumsum(u) / cp::sum(difference(cp::wrap(u))) + difference(cp::wrap(u))) ==
        values(summed / cp::eval(cp::sum(stepped)) + stepped));
}

TEST_CASE("segments of scans and stencils") {
  auto const u = numbers();
  auto const stepped = cp::eval(difference(cp::wrap(u))), summed = cp::eval(cp::cumsum(u));
  cp::ndarray<std::int64_t, 1> const o{0, 3, 3, 7, 12};
  cp::ndarray<std::int32_t, 1> const keys{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2};
  CHECK(values(cp::segment_sum(cp::cumsum(u), cp::offsets(o))) == values(cp::segment_sum(summed, cp::offsets(o))));
  CHECK(values(cp::segment_sum(difference(cp::wrap(u)), cp::offsets(o))) ==
        values(cp::segment_sum(stepped, cp::offsets(o))));
  CHECK(values(cp::segment_max(cp::cumsum(difference(cp::wrap(u))) * 2, keys, 3)) ==
        values(cp::segment_max(cp::eval(cp::cumsum(stepped) * 2), keys, 3)));
  CHECK(values(cp::segment_sum(u / cp::sum(cp::cumsum(u)), keys, 3)) ==
        values(cp::segment_sum(cp::eval(u / cp::sum(summed)), keys, 3)));
  CHECK(values(cp::add.reduceat(difference(cp::wrap(u)) + cp::cumsum(u), cp::ndarray<int, 1>{0, 5})) ==
        values(cp::add.reduceat(cp::eval(stepped + summed), cp::ndarray<int, 1>{0, 5})));
}

TEST_CASE("what a traced function is given is evaluated once, however often it is used") {
  auto const softmax = cp::fuse([](auto v) {
    auto const e = cp::exp(v - cp::max(v, cp::axis<-1>, cp::keepdims));
    return e / cp::sum(e, cp::axis<-1>, cp::keepdims);
  });
  auto const x = cp::reshape(numbers(), {3, 4});
  auto const part = cp::eval(x / cp::sum(x));
  cp::ndarray<float, 2> y;
  // One kernel for the sum of all, one for the rows.
  auto c = spent([&] { y = softmax(x / cp::sum(x)); });
  CHECK(c.launches == 2);
  CHECK(c.temporaries == 1);
  CHECK(values(y) == values(softmax(part)));
  c = spent([&] { y = 2 * softmax(x / cp::sum(x)) + x; });
  CHECK(c.launches == 2);
  CHECK(values(y) == values(2 * softmax(part) + x));
  cp::ndarray<float, 1> rows;
  c = spent([&] { rows = cp::sum(x / cp::sum(x), cp::axis<1>); });
  CHECK(c.launches == 2);
  CHECK(values(rows) == values(cp::sum(part, cp::axis<1>)));
  auto const two = cp::fuse([](auto v) {
    return std::tuple(v - cp::max(v, cp::axis<-1>, cp::keepdims), v * cp::sum(v, cp::axis<-1>, cp::keepdims));
  });
  c = spent([&] {
    auto const [p, q] = two(x / cp::sum(x));
    CHECK(values(p) == values(part - cp::max(part, cp::axis<-1>, cp::keepdims)));
    CHECK(values(q) == values(part * cp::sum(part, cp::axis<-1>, cp::keepdims)));
  });
  CHECK(c.launches == 2 + 2);  // and those of the expected values
  auto const plain = cp::fuse([](auto v) { return std::tuple(v + 1, v * 2); });
  c = spent([&] { (void)plain(x / cp::sum(x)); });
  CHECK(c.launches == 1);
}

TEST_CASE("so is it where a scan or a stencil reads it") {
  auto const u = numbers();
  auto const part = cp::eval(u / cp::sum(u));
  cp::ndarray<float, 1> y;
  auto const stencil = cp::fuse([](auto v) { return difference(cp::wrap(v * 2)) + v * v; });
  auto c = spent([&] { y = stencil(u / cp::sum(u)); });
  CHECK(c.launches == 3);
  CHECK(values(y) == values(cp::eval(difference(cp::wrap(part * 2))) + part * part));
  auto const scan = cp::fuse([](auto v) { return cp::cumsum(v) / v - v; });
  c = spent([&] { y = scan(u / cp::sum(u)); });
  CHECK(c.launches == 2);
  CHECK(values(y) == values(cp::eval(cp::cumsum(part)) / part - part));
  auto const both = cp::fuse([](auto v) { return std::tuple(cp::cumsum(v) - v, v * 2); });
  cp::ndarray<float, 1> p, q;
  c = spent([&] { std::tie(p, q) = both(u / cp::sum(u)); });
  CHECK(c.launches == 3);
  CHECK(values(p) == values(cp::eval(cp::cumsum(part)) - part));
  CHECK(values(q) == values(part * 2));
}

TEST_CASE("several outputs of a traced function, with reductions and stencils of expressions among them") {
  auto const u = numbers(), v = cp::eval(u * 2);
  auto const [a, b] =
      cp::fuse([](auto x) { return std::tuple(cp::at<1>(x) - cp::sum(x), cp::at<-1>(x) * x); })(cp::wrap(u * 2));
  auto const up = cp::eval(cp::fuse([](auto x) { return cp::at<1>(x) + 0; })(cp::wrap(v)));
  auto const down = cp::eval(cp::fuse([](auto x) { return cp::at<-1>(x) + 0; })(cp::wrap(v)));
  CHECK(values(a) == values(up - cp::sum(v)));
  CHECK(values(b) == values(down * v));
  auto const [c, d] = cp::fuse([](auto x) { return std::tuple(difference(cp::wrap(x * 2)), x + 1); })(u);
  CHECK(values(c) == values(difference(cp::wrap(v))));
  CHECK(values(d) == values(u + 1));
}

TEST_CASE("a reduction that stores nothing starts nothing") {
  auto const none = cp::zeros<float>({0, 5}), lines = cp::zeros<float>({5, 0});
  cp::ndarray<float, 1> y;
  CHECK(spent([&] { y = cp::sum(none, cp::axis<1>); }).launches == 0);
  CHECK(y.shape(0) == 0);
  cp::ndarray<float, 2> z;
  CHECK(spent([&] { z = lines - cp::sum(lines, cp::axis<1>, cp::keepdims); }).launches == 0);
  CHECK(spent([&] { y = cp::sum(lines, cp::axis<1>); }).launches == 1);
  CHECK(values(y) == floats(5, 0));
}

#if !FUSE_NVCC
TEST_CASE("a function beside a stencil sees no index outside the axis") {
  for (std::int64_t n : {5, 12, 100, 1000}) {
    std::int64_t most = -1;
    auto const u = cp::ones<float>({n});
    auto const v = cp::ones<float>({3, n});
    auto const f = cp::elementwise(largest_index{&most});
    auto const one = cp::fuse([f](auto a, auto i) { return f(cp::at<1>(a) + cp::at<-2>(a), i); });
    auto const expected = cp::eval(2 + cp::astype<float>(cp::index<0>({n})));
    CHECK(values(one(cp::wrap(u), cp::index<0>({n}))) == values(expected));
    CHECK(most == n - 1);
    most = -1;
    auto const lines = cp::fuse([f](auto a, auto i) { return f(cp::at<1, 1>(a) + cp::at<0, -2>(a), i); });
    CHECK(values(cp::eval(lines(cp::wrap(v), cp::index<1>({3, n})))(2)) == values(expected));
    CHECK(most == n - 1);
    most = -1;
    CHECK(cp::all(lines(cp::wrap(v), cp::index<0>({3, n})) == 2 + cp::astype<float>(cp::index<0>({3, n}))).item());
    CHECK(most == 2);
  }
}
#endif
