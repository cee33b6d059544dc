// Elements read elsewhere: how many kernels, what else is in them, what reads what it writes.
#include <doctest/doctest.h>
#include <array/values.hpp>
#include <fuse/fuse.hpp>

namespace {

using tests::floats;
using tests::ints;

template <class F>
cp::counters counts_of(F const& f) {
  auto const before = cp::count();
  f();
  return cp::count() - before;
}

}  // namespace

TEST_CASE("a roll, a join or a frame is part of the kernel that uses it") {
  auto const x = tests::counted<float>({6, 8});
  auto const y = cp::empty<float>({6, 8}), z = cp::empty<float>({12, 8});
  auto const one_kernel = [](cp::counters const& n) { return n.launches == 1 && n.temporaries == 0 && n.copies == 0; };
  CHECK(one_kernel(counts_of([&] { y(cp::all) = x + cp::roll(x, 1, 1); })));
  CHECK(one_kernel(counts_of([&] { y(cp::all) = cp::roll(2 * x + 1, {1, 2}, {0, 1}) * x; })));
  CHECK(one_kernel(counts_of([&] { z(cp::all) = cp::concatenate(x, x); })));
  CHECK(one_kernel(counts_of([&] { z(cp::all) = cp::concatenate(x, 2 * x) + 1; })));
  CHECK(one_kernel(counts_of([&] { y(cp::all) = cp::pad(x(cp::slice(1, 5), cp::slice(1, 7)), 1) - x; })));
  CHECK(one_kernel(
      counts_of([&] { y(cp::all) = cp::pad(x(cp::slice(1, 5), cp::slice(1, 7)), 1, cp::padding::reflect{}); })));
  CHECK(one_kernel(counts_of([&] { y(cp::all) = cp::tile(x(cp::slice(0, 3)), {2, 1}); })));
  CHECK(one_kernel(counts_of([&] { y(cp::all) = cp::repeat(x(cp::slice(0, 3)), 2, 0); })));
  CHECK(one_kernel(counts_of([&] { y(cp::all) = cp::stack(x(0), x(1), x(2), x(3), x(4), x(5)); })));
  auto const s = cp::empty<float>(6);
  CHECK(one_kernel(counts_of([&] { s(cp::all) = cp::sum(x * cp::roll(x, 1, 1), 1); })));
  CHECK(one_kernel(counts_of([&] { y(cp::all) = cp::cumsum(cp::roll(x, 1, 1), 1); })));
}

TEST_CASE("what reads out of order what it writes goes through a temporary") {
  auto const x = tests::counted<std::int32_t>({4});
  auto const n = counts_of([&] { x(cp::all) = cp::roll(x, 1); });
  CHECK(n.temporaries == 1);
  CHECK(tests::values(x) == ints{3, 0, 1, 2});
  x(cp::slice(1, 4)) = cp::concatenate(x(cp::slice(2, 4)), x(cp::slice(0, 1)));
  CHECK(tests::values(x) == ints{3, 1, 2, 3});
  x(cp::all) = cp::pad(x(cp::slice(0, 2)), 1);
  CHECK(tests::values(x) == ints{0, 3, 1, 0});
  auto y = tests::counted<std::int32_t>({4});
  y = cp::roll(y, 1) + cp::roll(y, 2);
  CHECK(tests::values(y) == ints{5, 3, 1, 3});
  y += cp::roll(y, 1);
  CHECK(tests::values(y) == ints{8, 8, 4, 4});
}

TEST_CASE("views of what is moved compute what they show") {
  auto const x = tests::counted<std::int32_t>({3, 4});
  auto const joined = cp::concatenate<1>(x, 10 * x);
  CHECK(tests::equals<std::int32_t>(joined(1, cp::slice(2, 6)), {4}, {6, 7, 40, 50}));
  CHECK(tests::equals<std::int32_t>(joined.T()(cp::slice(3, 5)), {2, 3}, {3, 7, 11, 0, 40, 80}));
  CHECK(tests::equals<std::int32_t>(cp::flip(joined, 1)(0, cp::slice(0, 5)), {5}, {30, 20, 10, 0, 3}));
  CHECK(tests::equals<std::int32_t>(cp::roll(x, 1, 1)(cp::slice(cp::end, cp::end, -2), -1), {2}, {10, 2}));
  CHECK(tests::equals<std::int32_t>(cp::diagonal(cp::roll(x, 1, 1)), {3}, {3, 4, 9}));
  CHECK(tests::equals<std::int32_t>(cp::roll(cp::roll(x, 1, 1), 1, 0)(0), {4}, {11, 8, 9, 10}));
  auto const nested = cp::concatenate(cp::concatenate<1>(x, x + 1), cp::pad(x, {{0, 0}, {2, 2}}));
  CHECK(tests::equals<std::int32_t>(nested(cp::slice(2, 4)), {2, 8},
                                    {8, 9, 10, 11, 9, 10, 11, 12, 0, 0, 0, 1, 2, 3, 0, 0}));
  CHECK(tests::equals<std::int64_t>(cp::roll(cp::index<0>({4}), 1), {4}, {3, 0, 1, 2}));
  CHECK(tests::equals<std::int64_t>(cp::concatenate(cp::index<0>({2}), cp::index<0>({3}) * 5), {5}, {0, 1, 0, 5, 10}));
  auto const stretched = cp::broadcast_to(cp::array<std::int32_t>({1, 2}), {2, 2});
  CHECK(tests::equals<std::int32_t>(cp::concatenate(stretched, x(cp::slice(0, 1), cp::slice(0, 2))), {3, 2},
                                    {1, 2, 1, 2, 0, 1}));
}

TEST_CASE("reductions, scans and functions within") {
  auto const x = tests::counted<float>({2, 3});
  CHECK(tests::values(cp::roll(x - cp::max(x, 1, cp::keepdims), 1, 1)) == floats{0, -2, -1, 0, -2, -1});
  CHECK(tests::values(cp::concatenate<1>(cp::cumsum(x, 1), x)) == floats{0, 1, 3, 0, 1, 2, 3, 7, 12, 3, 4, 5});
  CHECK(tests::values(cp::max(cp::concatenate(x, 2 * x), 0)) == floats{6, 8, 10});
  auto const f = cp::fuse([](auto a, auto b) { return cp::concatenate(a, b) + cp::roll(cp::concatenate(b, a), 1, 0); });
  CHECK(tests::values(f(x, x)) == tests::values(cp::concatenate(x, x) + cp::roll(cp::concatenate(x, x), 1, 0)));
  auto const g = cp::fuse([](auto a) { return cp::pad(a, 1, cp::padding::edge{}) + cp::tile(a, {2, 1})(0, 0); });
  CHECK(tests::values(g(x(cp::slice(0, 1)))) == floats{0, 0, 1, 2, 2, 0, 0, 1, 2, 2, 0, 0, 1, 2, 2});
  auto const picked = cp::gather(cp::array<float>({10, 20, 30}), cp::roll(cp::index<0>({3}), 1));
  CHECK(tests::values(cp::concatenate(picked, x(0))) == floats{30, 10, 20, 0, 1, 2});
}

TEST_CASE("bad shapes, axes and widths are refused before anything runs") {
  auto const x = tests::counted<float>({2, 3});
  auto const n = counts_of([&] {
    CHECK_THROWS_AS((void)cp::concatenate(x, x(cp::all, cp::slice(0, 2))), cp::shape_error);
    CHECK_THROWS_AS((void)cp::concatenate(std::vector<cp::ndarray<float, 2>>{}), cp::value_error);
    CHECK_THROWS_AS((void)cp::concatenate(std::vector{x}, 2), cp::index_error);
    CHECK_THROWS_AS((void)cp::stack(x(0), x(0, cp::slice(0, 2))), cp::shape_error);
    CHECK_THROWS_AS((void)cp::roll(x, 1, 2), cp::index_error);
    CHECK_THROWS_AS((void)cp::repeat(x, -1, 0), cp::value_error);
    CHECK_THROWS_AS((void)cp::tile(x, {2, -1}), cp::value_error);
    CHECK_THROWS_AS((void)cp::pad(x, -1), cp::value_error);
    CHECK_THROWS_AS((void)cp::pad(x, {{1, 1}, {1, 1}, {1, 1}}), cp::value_error);
    CHECK_THROWS_AS((void)cp::pad(x(cp::slice(0, 0)), 1, cp::padding::edge{}), cp::value_error);
    CHECK_THROWS_AS((void)cp::insert(x, 4, 1.0f, 1), cp::index_error);
    CHECK_THROWS_AS((void)cp::insert(x, 1, x(0, cp::slice(0, 2)), 0), cp::shape_error);
    CHECK_THROWS_AS((void)cp::delete_(x, 3, 1), cp::index_error);
    CHECK_THROWS_AS((void)cp::repeat(x, cp::array<int>({1, 2, 3}), 0), cp::shape_error);
  });
  CHECK(n.launches == 0);
}
