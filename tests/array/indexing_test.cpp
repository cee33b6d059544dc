// Basic indices (integers, slices, newaxis, ellipsis) and indices that are arrays (gather, take, masks), against what
// NumPy gives.
#include <doctest.h>

#include <fuse/fuse.hpp>
#include <string>

#include "values.hpp"

using namespace tests;

TEST_CASE("every slice of short axes takes what NumPy takes") {
  std::string const expected[] = {
#include "data/array/slices.inc"
  };
  for (int n = 0; n < 6; ++n) {
    auto const a = cp::arange<std::int32_t>(n);
    std::size_t at = 0;
    for (std::int64_t step : {-3, -2, -1, 1, 2, 3})
      for (std::int64_t start = -7; start < 7; ++start)
        for (std::int64_t stop = -7; stop < 7; ++stop, at += 2) {
          auto const s = start < -6  ? stop < -6 ? cp::slice(cp::end, cp::end, step) : cp::slice(cp::end, stop, step)
                          : stop < -6 ? cp::slice(start, cp::end, step)
                                     : cp::slice(start, stop, step);
          auto const v = a(s);
          std::int64_t const first = v.size() > 0 ? v.data() - a.data() : -1;
          INFO("axis of ", n, ", slice ", start, ":", stop, ":", step, " (-7: open)");
          REQUIRE(v.size() == expected[n][at] - '0');
          REQUIRE(first == (expected[n][at + 1] == '.' ? -1 : expected[n][at + 1] - '0'));
          REQUIRE((v.size() < 2 || v.strides()[0] == step));
        }
    REQUIRE(at == expected[n].size());
  }
}

TEST_CASE("slices of one argument, and of nothing") {
  auto const a = cp::arange<std::int32_t>(5);
  CHECK(values(a(cp::slice(2))) == ints{0, 1});
  CHECK(values(a(cp::slice(-2))) == ints{0, 1, 2});
  CHECK(values(a(cp::slice())) == ints{0, 1, 2, 3, 4});
  CHECK(values(a[cp::slice(1, 3)]) == ints{1, 2});
  CHECK(values(a(cp::slice(INT64_MAX - 1, cp::end))).empty());
  CHECK(values(a(cp::slice(-INT64_MAX, INT64_MAX))) == ints{0, 1, 2, 3, 4});
  CHECK(values(a(cp::slice(0, 5, INT64_MAX))) == ints{0});
  CHECK(values(a(cp::slice(cp::end, cp::end, -INT64_MAX))) == ints{4});
  CHECK_THROWS_WITH_AS(a(cp::slice(0, 5, 0)), "cp::slice: the step cannot be 0", cp::value_error);
}

TEST_CASE("integers drop their axis, slices keep it") {
  auto const a = counted({2, 3, 4});
  CHECK(values(a(1)) == ints{12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23});
  CHECK(list_of(a(1).shape()) == longs{3, 4});
  CHECK(values(a(0, 2)) == ints{8, 9, 10, 11});
  CHECK(values(a(-1, -1)) == ints{20, 21, 22, 23});
  CHECK(values(a(cp::all, 1, -1)) == ints{7, 19});
  CHECK(values(a(cp::all, cp::slice(0, 2), 0)) == ints{0, 4, 12, 16});
  CHECK(list_of(a(cp::slice(1, 2)).shape()) == longs{1, 3, 4});
  CHECK(values(a(1, cp::slice(cp::end, cp::end, -2), cp::slice(1, 3))) == ints{21, 22, 13, 14});
  CHECK(values(a[1][0]) == ints{12, 13, 14, 15});
  CHECK(a.item(1, 2, 3) == 23);
  std::uint8_t const small = 1;
  CHECK(values(a(small, std::int64_t(2))) == ints{20, 21, 22, 23});
  CHECK(values(a(1u)) == values(a(1)));
}

TEST_CASE("integers outside their axis are refused with the axis and its extent") {
  auto const a = counted({2, 3, 4});
  CHECK_THROWS_WITH_AS(a(2), "cp::ndarray: index 2 is out of bounds for axis 0 with extent 2", cp::index_error);
  CHECK_THROWS_WITH_AS(a(-3), "cp::ndarray: index -3 is out of bounds for axis 0 with extent 2", cp::index_error);
  CHECK_THROWS_WITH_AS(a(0, cp::all, 4), "cp::ndarray: index 4 is out of bounds for axis 2 with extent 4",
                       cp::index_error);
  CHECK_THROWS_WITH_AS(a(cp::ellipsis, -5), "cp::ndarray: index -5 is out of bounds for axis 2 with extent 4",
                       cp::index_error);
  CHECK_THROWS_AS(cp::zeros<float>({0, 3})(0), cp::index_error);
  CHECK_THROWS_AS(a(std::uint64_t(-1)), cp::index_error);
  CHECK_THROWS_AS((a + a)(2), cp::index_error);
}

TEST_CASE("newaxis and ellipsis") {
  auto const a = counted({2, 3, 4});
  CHECK(list_of(a(cp::newaxis).shape()) == longs{1, 2, 3, 4});
  CHECK(list_of(a(cp::all, cp::newaxis).shape()) == longs{2, 1, 3, 4});
  CHECK(list_of(a(cp::ellipsis, cp::newaxis).shape()) == longs{2, 3, 4, 1});
  CHECK(list_of(a(cp::newaxis, cp::ellipsis, 0, cp::newaxis, cp::newaxis).shape()) == longs{1, 2, 3, 1, 1});
  CHECK(values(a(cp::ellipsis, 0)) == ints{0, 4, 8, 12, 16, 20});
  CHECK(values(a(cp::ellipsis, 0, 0)) == ints{0, 12});
  CHECK(values(a(0, cp::ellipsis, 0)) == ints{0, 4, 8});
  CHECK(values(a(1, 0, cp::ellipsis)) == ints{12, 13, 14, 15});
  CHECK(list_of(a(cp::ellipsis).shape()) == longs{2, 3, 4});
  CHECK(values(a(1, 2, cp::ellipsis, 3)) == ints{23});
  auto const v = cp::arange<std::int32_t>(3);
  auto const table = v(cp::all, cp::newaxis) * 10 + v(cp::newaxis, cp::all);
  CHECK(values(table) == ints{0, 1, 2, 10, 11, 12, 20, 21, 22});
}

TEST_CASE("views of views add up") {
  auto const a = cp::arange<std::int32_t>(20);
  auto const b = a(cp::slice(2, 18, 2))(cp::slice(cp::end, cp::end, -1))(cp::slice(1, 7, 3));
  CHECK(values(b) == ints{14, 8});
  CHECK(b.strides()[0] == -6);
  CHECK(b.data() == a.data() + 14);
  auto const none = a(cp::slice(5, 5));
  CHECK(none.size() == 0);
  CHECK(values(none(cp::slice(cp::end, cp::end, -1))).empty());
  none(cp::all) = 7;
  none += 1;
  CHECK(values(a) == values(cp::arange<std::int32_t>(20)));
}

TEST_CASE("writes through slices change those elements only") {
  auto a = cp::zeros<std::int32_t>({4, 5});
  a(cp::slice(cp::end, cp::end, 2), cp::slice(1, 4)) = 1;
  a(-1) = 2;
  a(cp::all, -1) += 10;
  CHECK(values(a) == ints{0, 1, 1, 1, 10, 0, 0, 0, 0, 10, 0, 1, 1, 1, 10, 2, 2, 2, 2, 12});
  a(cp::slice(cp::end, cp::end, -1), 0) = cp::arange<std::int32_t>(4);
  CHECK(values(a(cp::all, 0)) == ints{3, 2, 1, 0});
  a(cp::slice(0, 2)) *= a(cp::slice(2, 4));
  CHECK(values(a(0)) == ints{3, 1, 1, 1, 100});
}

TEST_CASE("gather picks elements by integer arrays, which broadcast and wrap") {
  auto const a = counted({3, 4});
  auto const i = cp::ndarray<std::int32_t, 1>{2, 0, -1};
  auto const j = cp::ndarray<std::int64_t, 1>{0, 3, 1};
  CHECK(values(a(i, j)) == ints{8, 3, 9});
  CHECK(values(cp::gather(a, i, j)) == ints{8, 3, 9});
  CHECK(values(a(i, 1)) == ints{9, 1, 9});
  CHECK(values(a(0, j)) == ints{0, 3, 1});
  auto const table = a(cp::expand_dims(i, 1), j);
  CHECK(list_of(table.shape()) == longs{3, 3});
  CHECK(values(table) == ints{8, 11, 9, 0, 3, 1, 8, 11, 9});
  CHECK(values(a(i + 3, j - 4)) == ints{8, 3, 9});  // the indices wrap around
  CHECK(values(a(i, j) * 2 + 1) == ints{17, 7, 19});
  CHECK(values(a.T()(j, i)) == ints{8, 3, 9});
  CHECK(values(a(cp::slice(cp::end, cp::end, -1))(i, j)) == ints{0, 11, 1});
  auto const v = cp::arange<float>(5) * 0.5f;
  CHECK(values(cp::eval(v)(cp::ndarray<std::uint8_t, 2>{{4, 0}, {1, 1}})) == floats{2, 0, 0.5f, 0.5f});
  CHECK_THROWS_WITH_AS(cp::eval(a(i, cp::arange<std::int32_t>(2))),
                       "cp::take: cannot broadcast shapes (3,) and (2,): axis 0 has extents 3 and 2", cp::shape_error);
  CHECK_THROWS_WITH_AS(cp::eval(cp::zeros<float>({0})(i)),
                       "cp::take: cannot take elements from an empty array of shape (0,)", cp::index_error);
  CHECK(values(cp::zeros<float>({0})(cp::arange<std::int32_t>(0))).empty());
}

TEST_CASE("take counts elements in C order") {
  auto const a = counted({2, 3});
  auto const i = cp::ndarray<std::int64_t, 2>{{5, 0}, {-1, 2}};
  CHECK(values(cp::take(a, i)) == ints{5, 0, 5, 2});
  CHECK(values(cp::take(a.T(), i)) == ints{5, 0, 5, 1});
  CHECK(values(cp::take(a * 2, i)) == ints{10, 0, 10, 4});
  CHECK(values(cp::take(a, i(cp::slice(0, 0)))).empty());
}

TEST_CASE("a written gather reads its table before anything is overwritten") {
  auto a = cp::arange<std::int32_t>(6);
  auto const i = cp::ndarray<std::int32_t, 1>{5, 4, 3, 2, 1, 0};
  a(cp::all) = a(i);
  CHECK(values(a) == ints{5, 4, 3, 2, 1, 0});
  a = a(i) + a;
  CHECK(values(a) == ints(6, 5));
}

TEST_CASE("a mask writes where it is true, and only there") {
  auto a = counted({2, 4}) - 3;
  auto x = cp::eval(a);
  x(x < 0) = 0;
  CHECK(values(x) == ints{0, 0, 0, 0, 1, 2, 3, 4});
  x(x > 2) += 10;
  CHECK(values(x) == ints{0, 0, 0, 0, 1, 2, 13, 14});
  x(x == 0) = x - 1;
  CHECK(values(x) == ints{-1, -1, -1, -1, 1, 2, 13, 14});
  cp::masked(x, x > 0) *= 2;
  cp::masked(x, x < 0) -= 5;
  CHECK(values(x) == ints{-6, -6, -6, -6, 2, 4, 26, 28});
  auto const columns = cp::ndarray<bool, 1>{true, false, false, true};
  cp::masked(x, columns) = 7;  // this mask broadcasts
  CHECK(values(x) == ints{7, -6, -6, 7, 7, 4, 26, 7});
  auto y = cp::ones<float>(3);
  y(cp::ndarray<bool, 1>{true, false, true}) /= 4;
  CHECK(values(y) == floats{0.25f, 1, 0.25f});
  y(cp::all)(y < 1) = cp::arange<float>(3);
  CHECK(values(y) == floats{0, 1, 2});
  CHECK_THROWS_AS(cp::masked(y, cp::ndarray<bool, 1>{true, false}) = 1, cp::shape_error);
  auto none = cp::zeros<float>({0});
  none(none > 0) = 1;
  auto view = x(cp::all, cp::slice(1, 3));
  view(view < 0) = 0;
  CHECK(values(x) == ints{7, 0, 0, 7, 7, 4, 26, 7});
}

TEST_CASE("brackets take one index array or mask, as NumPy's") {
  auto const a = cp::arange<float>(6);
  cp::ndarray<std::int64_t, 1> i = cp::arange<std::int64_t>(3);
  i = 2 * i + 1;
  CHECK(values(a[i]) == floats{1, 3, 5});
  a[a > 3] = 9;
  a[a < 1] += 0.5f;
  CHECK(values(a) == floats{0.5f, 1, 2, 3, 9, 9});
  auto const m = counted<float>({2, 3});
  cp::ndarray<std::int64_t, 1> j = cp::arange<std::int64_t>(2);
  j = 2 - 2 * j;
  // What the messages for m[:, j] and m[j] advise.
  CHECK(values(m(cp::arange(m.shape(0))(cp::all, cp::newaxis), j)) == floats{2, 0, 5, 3});
  CHECK(values(m(cp::floor_divide(j, 2)(cp::all, cp::newaxis), cp::arange(m.shape(1)))) == floats{3, 4, 5, 0, 1, 2});
}
