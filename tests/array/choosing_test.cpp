// Elements taken, put and chosen by index arrays, and what makes index arrays, against NumPy's results.
#include <doctest.h>

#include <fuse/indexing.hpp>
#include <tuple>

#include "array/index_operands.hpp"

using namespace tests;

namespace {

/// Whether a tuple holds one axis' indices each.
template <class... I>
std::vector<longs> lists(std::tuple<I...> const& t) {
  return std::apply([](auto const&... i) { return std::vector<longs>{values(i)...}; }, t);
}
using several = std::vector<longs>;

}  // namespace

// covers: cupy.take; cupy.ndarray.take
TEST_CASE("take along an axis puts the indices' axes in its place") {
  auto const x = table();
  auto const i = of({1, 0, 2});
  CHECK(equals<float>(cp::take(x, i, 0), {3, 4}, {4, 5, 6, 7, 0, 1, 2, 3, 8, 9, 10, 11}));
  CHECK(equals<float>(x.take(i, -1), {3, 3}, {1, 0, 2, 5, 4, 6, 9, 8, 10}));
  CHECK(equals<float>(cp::take(x, cp::reshape(i, {3, 1}), 1), {3, 3, 1}, {1, 0, 2, 5, 4, 6, 9, 8, 10}));
  CHECK(equals<float>(cp::take(x, 1, 1), {3}, {1, 5, 9}));
  CHECK(equals<float>(cp::take(x, 5), {}, {5}));
  CHECK(equals<float>(cp::take(x.T(), of({-1, 3}), 0), {2, 3}, {3, 7, 11, 3, 7, 11}));
  CHECK(equals<float>(cp::take(x * 2, i, 0)(0), {4}, {8, 10, 12, 14}));
  CHECK(equals<float>(cp::fuse([](auto a, auto k) { return cp::take(a, k, 1) + 1; })(x, i), {3, 3},
                      {2, 1, 3, 6, 5, 7, 10, 9, 11}));
  CHECK_THROWS_AS((void)cp::take(x, i, 2), cp::index_error);
  CHECK_THROWS_AS(cp::eval(cp::take(cp::zeros<float>({0, 3}), i, 0)), cp::index_error);
  CHECK(equals<float>(cp::take(cp::zeros<float>({0, 3}), i, 1), {0, 3}, {}));
}

// covers: cupy.take_along_axis; cupy.put_along_axis
TEST_CASE("indices along an axis") {
  auto const x = table();
  auto const k = cp::array<std::int32_t>({{3, 0}, {1, 2}, {0, 0}});
  CHECK(equals<float>(cp::take_along_axis(x, k, 1), {3, 2}, {3, 0, 5, 6, 8, 8}));
  CHECK(equals<float>(cp::take_along_axis(x, k), {3, 2}, {3, 0, 5, 6, 8, 8}));
  CHECK(equals<float>(cp::take_along_axis(x, k(cp::slice(1, 2), cp::slice(0, 1)), 0), {1, 4}, {4, 5, 6, 7}));
  auto const y = x.copy();
  cp::put_along_axis(y, k, cp::array<float>({-1, -2}), 1);
  CHECK(equals<float>(y, {3, 4}, {-2, 1, 2, -1, 4, -1, -2, 7, -2, 9, 10, 11}));
  cp::put_along_axis(y, cp::array<std::int64_t>({{0, 0, 2, 2}}), 50, 0);
  CHECK(equals<float>(y, {3, 4}, {50, 50, 2, -1, 4, -1, -2, 7, -2, 9, 50, 50}));
  CHECK_THROWS_AS(cp::eval(cp::take_along_axis(x, cp::zeros<std::int64_t>({2, 3}), 1)), cp::shape_error);
  CHECK_THROWS_AS((void)cp::take_along_axis(x, k, 2), cp::index_error);
}

// covers: cupy.put; cupy.ndarray.put; cupy.place; cupy.putmask
TEST_CASE("values put at places, which repeats them") {
  auto const y = table();
  y.put(of({0, 5, -1, 0}), cp::array<float>({50, 60, 70}));
  CHECK(equals<float>(y, {3, 4}, {50, 1, 2, 3, 4, 60, 6, 7, 8, 9, 10, 70}));
  cp::put(y.T(), of({1, 30}), 9, cp::index_mode::clips);
  CHECK(equals<float>(y, {3, 4}, {50, 1, 2, 3, 9, 60, 6, 7, 8, 9, 10, 9}));
  cp::put(y, 12, -1);
  CHECK(y.item(0, 0) == -1);
  CHECK_THROWS_AS(cp::put(y, of({0}), cp::zeros<float>(0)), cp::value_error);
  CHECK_THROWS_AS(cp::put(cp::zeros<float>(0), of({0}), 1), cp::index_error);

  auto const x = table();
  cp::place(x, x > 6, cp::array<float>({100, 200, 300}));
  CHECK(equals<float>(x, {3, 4}, {0, 1, 2, 3, 4, 5, 6, 100, 200, 300, 100, 200}));
  cp::putmask(x, x > 4, cp::array<float>({1, 2, 3, 4, 5}));
  CHECK(equals<float>(x, {3, 4}, {0, 1, 2, 3, 4, 1, 2, 3, 4, 5, 1, 2}));
  cp::putmask(x, x < 2, x + 10);
  CHECK(equals<float>(x, {3, 4}, {10, 11, 2, 3, 4, 11, 2, 3, 4, 5, 11, 2}));
  cp::putmask(x, x > 10, -1);
  CHECK(equals<float>(x, {3, 4}, {10, -1, 2, 3, 4, -1, 2, 3, 4, 5, -1, 2}));
  {
    auto const numbers = cp::eval(x + 0.0f);
    cp::place(numbers, numbers > 5, 7);
    CHECK(values(numbers) == values(cp::eval(cp::where(x > 5, 7.0f, x))));
    CHECK_THROWS_AS(cp::place(numbers, cp::zeros<bool>(5), 7), cp::shape_error);
  }
  CHECK_THROWS_WITH_AS(cp::place(x, cp::zeros<bool>(5), cp::ones<float>(1)),
                       "cp::place: the mask must have as many elements as the array; they have 5 and 12",
                       cp::shape_error);
  CHECK_THROWS_AS(cp::place(x, x > 0, cp::zeros<float>(0)), cp::value_error);
  CHECK_THROWS_AS(cp::putmask(x, cp::zeros<bool>(5), 1), cp::shape_error);
}

// covers: cupy.choose; cupy.ndarray.choose; cupy.select
TEST_CASE("choices between arrays") {
  auto const i = of({0, 1, 2, 3});
  auto const some = cp::arange<double>(4.0);
  CHECK(equals<double>(cp::choose(i, std::tuple(some, 10, some * 2)), {4}, {0, 10, 4, 3}));
  CHECK(equals<double>(i.choose(std::tuple(some, 10, some * 2), cp::index_mode::clips), {4}, {0, 10, 4, 6}));
  CHECK(equals<float>(cp::choose(i, table()), {4}, {0, 5, 10, 3}));
  CHECK(equals<float>(cp::choose(of({0, 1, 2, 7}) - 1, table(), cp::index_mode::clips), {4}, {0, 1, 6, 11}));
  CHECK(equals<float>(cp::choose(cp::reshape(of({2, 0}), {2, 1}), table()), {2, 4}, {8, 9, 10, 11, 0, 1, 2, 3}));
  CHECK(equals<float>(cp::choose(i - 4, table()(cp::all, 1)), {4}, {9, 1, 5, 9}));
  CHECK_THROWS_AS((void)cp::choose(i, cp::zeros<float>({0, 4})), cp::value_error);
  auto const x = table();
  CHECK(equals<float>(cp::select(std::tuple(x<3, x> 8), std::tuple(x, x * x), 42), {3, 4},
                      {0, 1, 2, 42, 42, 42, 42, 42, 42, 81, 100, 121}));
  CHECK(equals<float>(cp::select(std::tuple(x < 3, x < 6, x < 9), std::tuple(1, x, -x)), {3, 4},
                      {1, 1, 1, 3, 4, 5, -6, -7, -8, 0, 0, 0}));
}

// covers: cupy.ix_; cupy.unravel_index; cupy.ravel_multi_index
TEST_CASE("indices of grids and of places") {
  auto const x = table();
  auto const [rows, columns] = cp::ix_(of({2, 0}), cp::array<bool>({true, false, false, true}));
  CHECK(equals<float>(x(rows, columns), {2, 2}, {8, 11, 0, 3}));
  CHECK(lists(cp::unravel_index(of({0, 7, 11}), {3, 4})) == several{{0, 1, 2}, {0, 3, 3}});
  CHECK(lists(cp::unravel_index(of({0, 7, 23}), {2, 3, 4})) == several{{0, 0, 1}, {0, 1, 2}, {0, 3, 3}});
  CHECK(cp::unravel_index(7, {3, 4}) == cp::make_shape({1, 3}));
  CHECK_THROWS_WITH_AS((void)cp::unravel_index(22, {3, 4}),
                       "cp::unravel_index: place 22 is out of bounds for an array of 12 elements", cp::value_error);
  CHECK(values(cp::ravel_multi_index(std::tuple(of({1, 0, 2}), 3), {3, 4})) == longs{7, 3, 11});
  CHECK(values(cp::ravel_multi_index(std::tuple(of({5, -1}), of({1, 9})), {3, 4}, cp::index_mode::clips)) ==
        longs{9, 3});
  CHECK(values(cp::ravel_multi_index(std::tuple(of({5, -1}), of({1, 9})), {3, 4})) == longs{9, 9});
  CHECK(cp::ravel_multi_index(std::tuple(2, 1), {3, 4}) == 9);
}

// covers: cupy.tril_indices; cupy.triu_indices; cupy.tril_indices_from; cupy.triu_indices_from; cupy.mask_indices
TEST_CASE("indices of triangles") {
  CHECK(lists(cp::tril_indices(3)) == several{{0, 1, 1, 2, 2, 2}, {0, 0, 1, 0, 1, 2}});
  CHECK(lists(cp::triu_indices(3, 1, 5)) == several{{0, 0, 0, 0, 1, 1, 1, 2, 2}, {1, 2, 3, 4, 2, 3, 4, 3, 4}});
  CHECK(lists(cp::tril_indices_from(table(), 1)) == several{{0, 0, 1, 1, 1, 2, 2, 2, 2}, {0, 1, 0, 1, 2, 0, 1, 2, 3}});
  // Every diagonal of some shapes, against the elements that tri() would have.
  for (std::int64_t n = 0; n < 5; ++n)
    for (std::int64_t m = 0; m < 6; ++m)
      for (std::int64_t k = -7; k < 8; ++k) {
        several lower(2), upper(2);
        for (std::int64_t i = 0; i < n; ++i)
          for (std::int64_t j = 0; j < m; ++j) {
            if (j - i <= k) lower[0].push_back(i), lower[1].push_back(j);
            if (j - i >= k) upper[0].push_back(i), upper[1].push_back(j);
          }
        INFO(n, " x ", m, ", diagonal ", k);
        REQUIRE(lists(cp::tril_indices(n, k, m)) == lower);
        REQUIRE(lists(cp::triu_indices(n, k, m)) == upper);
      }
  CHECK(lists(cp::triu_indices_from(cp::zeros<float>({2, 2}))) == several{{0, 0, 1}, {0, 1, 1}});
  CHECK(lists(cp::mask_indices(
            3,
            [](auto const& a, int k) {
              return cp::where(cp::index<1>({3, 3}) > k, a, 0);
            },
            0)) == several{{0, 0, 1, 1, 2, 2}, {1, 2, 1, 2, 1, 2}});
  CHECK_THROWS_AS((void)cp::tril_indices(-1), cp::value_error);
}

// covers: cupy.r_; cupy.c_; cupy.s_; cupy.index_exp; cupy.ndindex
TEST_CASE("arrays of parts, indices for later, loops over indices") {
  CHECK(equals<double>(cp::r_(cp::slice(0, 3), cp::arange<double>(2.0), 7), {6}, {0, 1, 2, 0, 1, 7}));
  CHECK(equals<std::int64_t>(cp::r_(cp::slice(5, 0, -2), 1), {4}, {5, 3, 1, 1}));
  CHECK(equals<float>(cp::r_(cp::ones<float>(1), 2.5), {2}, {1, 2.5f}));
  CHECK(equals<double>(cp::r_(1, 2.5), {2}, {1, 2.5}));
  CHECK(equals<std::uint8_t>(cp::r_(cp::array<std::uint8_t>({1, 2}), 7), {3}, {1, 2, 7}));
  CHECK(equals<std::int32_t>(cp::r_(cp::array<std::int32_t>({1, 2}), 7), {3}, {1, 2, 7}));
  CHECK_THROWS_AS((void)cp::r_(cp::array<std::uint8_t>({1, 2}), 300), cp::value_error);
  CHECK(equals<float>(cp::r_(table(), table() + 1)(cp::all, 0), {6}, {0, 4, 8, 1, 5, 9}));
  CHECK(equals<std::int64_t>(cp::c_(of({1, 0, 2}), cp::slice(0, 3)), {3, 2}, {1, 0, 0, 1, 2, 2}));
  CHECK_THROWS_AS((void)cp::r_(cp::slice(0, cp::end)), cp::value_error);
  auto const x = table();
  auto const s = cp::s_(cp::all, of({1, 0, 2}));
  CHECK(equals<float>(x(s), {3, 3}, {1, 0, 2, 5, 4, 6, 9, 8, 10}));
  x(s) = -1;
  x(cp::index_exp(cp::slice(0, 2), 3)) = 8;
  CHECK(equals<float>(x, {3, 4}, {-1, -1, -1, 8, -1, -1, -1, 8, -1, -1, -1, 11}));
  longs seen;
  for (auto const& i : cp::ndindex({2, 3})) seen.push_back(10 * i[0] + i[1]);
  for (auto const& i : cp::ndindex(cp::make_shape({2, 0}))) seen.push_back(i[0]);
  CHECK(seen == longs{0, 1, 2, 10, 11, 12});
  auto const h = counted<std::int32_t, cp::host_space>({2, 2}).T();
  for (auto [i, value] : cp::ndenumerate(h)) value += static_cast<std::int32_t>(10 * i[0]);
  CHECK(values(h) == ints{0, 2, 11, 13});
}

// covers: cupy.flatiter; cupy.flatiter.__getitem__; cupy.flatiter.__setitem__; cupy.flatiter.__next__
// covers: cupy.flatiter.copy; cupy.flatiter.base; cupy.flatiter.__len__
TEST_CASE("all elements as one axis") {
  auto const x = table();
  auto const f = cp::flatiter(x.T());  // 0 4 8 1 5 9 2 6 10 3 7 11
  CHECK(f.len() == 12);
  CHECK(f.base().data() == x.data());
  CHECK(equals<float>(f.copy(), {12}, {0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11}));
  CHECK(float(f(4)) == 5);
  CHECK(float(f[-1]) == 11);
  CHECK_THROWS_AS((void)f(12), cp::index_error);
  CHECK_THROWS_AS((void)f(-13), cp::index_error);
  CHECK(equals<float>(f(cp::slice(1, 12, 4)), {3}, {4, 9, 3}));
  CHECK(equals<float>(f(cp::slice(cp::end, cp::end, -5)) + 1, {3}, {12, 3, 5}));
  CHECK(equals<float>(f[of({3, -1, 3})], {3}, {1, 11, 1}));
  f(cp::slice(1, 12, 4)) = cp::array<float>({-1, -2, -3});
  f(of({0, 2})) += 100;
  CHECK(equals<float>(x, {3, 4}, {100, 1, 2, -3, -1, 5, 6, 7, 108, -2, 10, 11}));
  f(cp::all) = 7;
  f[1] = 8;
  cp::flatiter(x)(11) = 9;
  CHECK(equals<float>(x, {3, 4}, {7, 7, 7, 7, 8, 7, 7, 7, 7, 7, 7, 9}));
  CHECK(equals<float>(cp::flatiter(cp::asarray(3.0f))(cp::all), {1}, {3}));
  auto const h = counted<std::int32_t, cp::host_space>({2, 2}).T();
  std::int32_t sum = 0;
  for (auto& value : cp::flatiter(h)) sum = 10 * sum + ++value;
  CHECK(sum == 1324);
  CHECK(values(h) == ints{1, 3, 2, 4});
}

// covers: cupy.nonzero; cupy.ndarray.nonzero; cupy.argwhere; cupy.flatnonzero; cupy.extract; cupy.compress; cupy.ndarray.compress
TEST_CASE("what is not zero, and what a condition chooses") {
  auto const x = table();
  CHECK(lists(cp::nonzero(x > 6)) == several{{1, 2, 2, 2, 2}, {3, 0, 1, 2, 3}});
  CHECK(lists(x.T().nonzero())[0] == longs{0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3});
  CHECK(equals<std::int64_t>(cp::argwhere(x > 8), {3, 2}, {2, 1, 2, 2, 2, 3}));
  CHECK(equals<std::int64_t>(cp::argwhere(cp::ones<float>(cp::index_array<0>{})), {1, 0}, {}));
  CHECK(equals<std::int64_t>(cp::flatnonzero(x - 5), {11}, {0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11}));
  CHECK(equals<float>(cp::extract(x > 5, x), {6}, {6, 7, 8, 9, 10, 11}));
  auto const odd = cp::array<bool>({true, false, true});
  CHECK(equals<float>(cp::compress(odd, x, 0), {2, 4}, {0, 1, 2, 3, 8, 9, 10, 11}));
  CHECK(equals<float>(x.compress(odd, 1), {3, 2}, {0, 2, 4, 6, 8, 10}));
  CHECK(equals<float>(x.compress(odd), {2}, {0, 2}));
  CHECK_THROWS_AS((void)cp::compress(cp::ones<float>(4), x, 0), cp::index_error);
  auto const many = cp::eval(cp::arange<std::int64_t>(200000) % 3 == 1);
  auto const places = cp::flatnonzero(many);
  CHECK(places.size() == 66667);
  CHECK(cp::array_equal(places, cp::arange<std::int64_t>(66667) * 3 + 1).item());
}
