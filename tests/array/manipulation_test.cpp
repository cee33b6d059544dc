// Transposes, reshapes, broadcasts, joining and splitting: which elements where, what is a view, what is refused.
#include <doctest.h>

#include <fuse/fuse.hpp>
#include <limits>
#include <vector>

#include "values.hpp"

using namespace tests;

TEST_CASE("transposes are views with their axes exchanged") {
  auto const a = counted({2, 3, 4});
  CHECK(list_of(cp::transpose(a).shape()) == longs{4, 3, 2});
  CHECK(list_of(a.T().strides()) == longs{1, 4, 12});
  CHECK(a.T().data() == a.data());
  auto const t = cp::transpose(a, {1, 2, 0});
  CHECK(list_of(t.shape()) == longs{3, 4, 2});
  CHECK(list_of(t.strides()) == longs{4, 1, 12});
  CHECK(t.item(2, 3, 1) == 23);
  CHECK(list_of(cp::transpose(a, {-1, 0, -2}).shape()) == longs{4, 2, 3});
  CHECK_THROWS_WITH_AS((void)cp::transpose(a, {0, 1, 1}), "cp::transpose: repeated axis 1", cp::value_error);
  CHECK_THROWS_AS((void)cp::transpose(a, {0, 1, -2}), cp::value_error);
  CHECK_THROWS_WITH_AS((void)cp::transpose(a, {0, 1, 3}),
                       "cp::transpose: axis 3 is out of bounds for an array of 3 axes", cp::index_error);
  auto const v = cp::arange<float>(3);
  CHECK(values(v.T()) == values(v));
}

TEST_CASE("swapaxes, moveaxis, rollaxis") {
  auto const a = cp::zeros<float>({2, 3, 4, 5});
  CHECK(list_of(cp::swapaxes(a, 0, -1).shape()) == longs{5, 3, 4, 2});
  CHECK(list_of(cp::swapaxes(a, 1, 1).shape()) == longs{2, 3, 4, 5});
  CHECK(list_of(cp::moveaxis(a, 0, -1).shape()) == longs{3, 4, 5, 2});
  CHECK(list_of(cp::moveaxis(a, -1, 0).shape()) == longs{5, 2, 3, 4});
  CHECK(list_of(cp::moveaxis(a, 1, 2).shape()) == longs{2, 4, 3, 5});
  CHECK(list_of(cp::moveaxis(a, 2, 1).shape()) == longs{2, 4, 3, 5});
  CHECK(list_of(cp::moveaxis(a, 2, 2).shape()) == longs{2, 3, 4, 5});
  CHECK(list_of(cp::rollaxis(a, 3).shape()) == longs{5, 2, 3, 4});
  CHECK(list_of(cp::rollaxis(a, 0, 4).shape()) == longs{3, 4, 5, 2});
  CHECK(list_of(cp::rollaxis(a, 2, 1).shape()) == longs{2, 4, 3, 5});
  CHECK(list_of(cp::rollaxis(a, 1, -1).shape()) == longs{2, 4, 3, 5});
  CHECK_THROWS_AS((void)cp::swapaxes(a, 0, 4), cp::index_error);
  CHECK_THROWS_AS((void)cp::moveaxis(a, -5, 0), cp::index_error);
  CHECK_THROWS_AS((void)cp::rollaxis(a, 0, 5), cp::index_error);
}

TEST_CASE("broadcast_to stretches axes of extent 1 and adds axes in front") {
  auto const a = cp::reshape(cp::arange<std::int32_t>(3), {3, 1});
  auto const b = cp::broadcast_to(a, {2, 3, 2});
  CHECK(list_of(b.strides()) == longs{0, 1, 0});
  CHECK(values(b) == ints{0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2});
  CHECK(b.data() == a.data());
  CHECK(cp::broadcast_to(a, {0, 3, 0}).size() == 0);
  CHECK_THROWS_WITH_AS(
      (void)cp::broadcast_to(a, {2, 2}),
      "cp::broadcast_to: cannot broadcast shape to another (3, 1) and (2, 2): axis 0 has extents 3 and 2",
      cp::shape_error);
  CHECK_THROWS_AS((void)cp::broadcast_to(cp::arange<float>(3), {1}), cp::shape_error);
  CHECK(list_of(cp::broadcast_shapes(cp::make_shape({3, 1}), cp::make_shape({2, 1, 4}))) == longs{2, 3, 4});
  CHECK(list_of(cp::broadcast_shapes(cp::make_shape({0, 1}), cp::make_shape({1, 4}))) == longs{0, 4});
  CHECK_THROWS_AS((void)cp::broadcast_shapes(cp::make_shape({0}), cp::make_shape({2})), cp::shape_error);
}

TEST_CASE("squeeze and expand_dims") {
  auto const a = cp::zeros<float>({1, 3, 1, 2});
  CHECK(list_of(cp::squeeze<0>(a).shape()) == longs{3, 1, 2});
  CHECK(list_of(cp::squeeze<0, 2>(a).shape()) == longs{3, 2});
  CHECK(list_of(cp::squeeze<-2>(a).shape()) == longs{1, 3, 2});
  CHECK_THROWS_WITH_AS((void)cp::squeeze<1>(a), "cp::squeeze: axis 1 of shape (1, 3, 1, 2) has not extent 1",
                       cp::shape_error);
  CHECK(list_of(cp::expand_dims(a, 0).shape()) == longs{1, 1, 3, 1, 2});
  CHECK(list_of(cp::expand_dims(a, -1).shape()) == longs{1, 3, 1, 2, 1});
  CHECK(list_of(cp::expand_dims(a, 2).shape()) == longs{1, 3, 1, 1, 2});
  CHECK_THROWS_AS((void)cp::expand_dims(a, 5), cp::index_error);
  CHECK_THROWS_AS((void)cp::expand_dims(a, -6), cp::index_error);
  CHECK(list_of(cp::atleast_1d(cp::ndarray<float, 0>(1)).shape()) == longs{1});
  CHECK(list_of(cp::atleast_2d(cp::ndarray<float, 0>(1)).shape()) == longs{1, 1});
  CHECK(list_of(cp::atleast_2d(cp::arange<float>(3)).shape()) == longs{1, 3});
  CHECK(list_of(cp::atleast_3d(cp::ndarray<float, 0>(1)).shape()) == longs{1, 1, 1});
  CHECK(list_of(cp::atleast_3d(cp::arange<float>(3)).shape()) == longs{1, 3, 1});
  CHECK(list_of(cp::atleast_3d(cp::zeros<float>({2, 3})).shape()) == longs{2, 3, 1});
  CHECK(list_of(cp::atleast_1d(a).shape()) == longs{1, 3, 1, 2});
}

TEST_CASE("flips") {
  auto const a = counted({2, 3});
  CHECK(values(cp::flip(a)) == ints{5, 4, 3, 2, 1, 0});
  CHECK(values(cp::flip(a, 0)) == ints{3, 4, 5, 0, 1, 2});
  CHECK(values(cp::flip(a, -1)) == ints{2, 1, 0, 5, 4, 3});
  CHECK(values(cp::flipud(a)) == values(cp::flip(a, 0)));
  CHECK(values(cp::fliplr(a)) == values(cp::flip(a, 1)));
  CHECK(values(cp::flip(cp::flip(a))) == values(a));
  CHECK(cp::flip(cp::zeros<float>({0, 3})).size() == 0);
  CHECK(cp::flip(cp::ndarray<float, 0>(2)).item() == 2);
  CHECK_THROWS_AS((void)cp::flip(a, 2), cp::index_error);
}

TEST_CASE("reshape gives a view exactly where NumPy does") {
  struct one {
    longs shape, strides;
    std::int64_t offset;
    longs to;
    bool view;
    longs result;
  };
  std::vector<one> const cases = {
#include "data/array/reshapes.inc"
  };
  auto const base = cp::arange<std::int32_t>(72);
  int views = 0;
  for (auto const& c : cases) {
    cp::index_array<3> shape, strides, to;
    for (std::size_t i = 0; i < 3; ++i) {
      int const k = static_cast<int>(i);
      shape[k] = c.shape[i], strides[k] = c.strides[i], to[k] = c.to[i];
    }
    cp::ndarray<std::int32_t, 3> const a(base.memory(), base.data() + c.offset, shape, strides);
    auto const r = cp::reshape(a, to);
    CAPTURE(cp::to_string(shape));
    CAPTURE(cp::to_string(strides));
    CAPTURE(cp::to_string(to));
    CHECK(values(r) == values(a));
    CHECK(list_of(r.shape()) == c.to);
    if (a.size() == 0) continue;
    CHECK((r.memory() == a.memory()) == c.view);
    // Where an axis has one element its stride means nothing.
    for (int k = 0; k < 3; ++k)
      if (c.to[static_cast<std::size_t>(k)] > 1) CHECK(r.strides()[k] == c.result[static_cast<std::size_t>(k)]);
    views += c.view;
    CHECK(values(cp::ravel(a)) == values(a));
  }
  CHECK(views > 80);
}

TEST_CASE("reshape finds one extent and refuses what cannot be") {
  auto const a = counted({3, 4});
  CHECK(list_of(cp::reshape(a, {2, -1}).shape()) == longs{2, 6});
  CHECK(list_of(cp::reshape(a, {-1}).shape()) == longs{12});
  CHECK(list_of(cp::reshape(a, {2, 3, 2, 1}).shape()) == longs{2, 3, 2, 1});
  CHECK(cp::reshape(a, {12}).data() == a.data());
  CHECK_THROWS_WITH_AS((void)cp::reshape(a, {5, -1}),
                       "cp::reshape: an array of 12 elements and shape (3, 4) cannot become (5, -1)", cp::shape_error);
  CHECK_THROWS_AS((void)cp::reshape(a, {3, 5}), cp::shape_error);
  CHECK_THROWS_AS((void)cp::reshape(a, {-1, -1}), cp::shape_error);
  CHECK_THROWS_AS((void)cp::reshape(a, {-2, -6}), cp::shape_error);
  CHECK_THROWS_AS((void)cp::reshape(a, {std::int64_t(1) << 33, std::int64_t(1) << 33}), cp::shape_error);
  CHECK_THROWS_AS((void)cp::reshape(a, cp::index_array<0>{}), cp::shape_error);
  auto const none = cp::zeros<float>({0, 3});
  CHECK(list_of(cp::reshape(none, {5, 0}).shape()) == longs{5, 0});
  CHECK(list_of(cp::reshape(none, {3, -1}).shape()) == longs{3, 0});
  CHECK_THROWS_AS((void)cp::reshape(none, {0, -1}), cp::shape_error);  // any extent would do
  CHECK_THROWS_AS((void)cp::reshape(none, {1}), cp::shape_error);
  CHECK(values(cp::reshape(a + a, {4, 3})) == values(cp::ravel(a) * 2));
}

TEST_CASE("ravel is a view where it can be, flatten never") {
  auto const a = counted({2, 3});
  CHECK(cp::ravel(a).data() == a.data());
  CHECK(cp::ravel(a.T()).data() != a.data());
  CHECK(values(cp::ravel(a.T())) == ints{0, 3, 1, 4, 2, 5});
  CHECK(cp::flatten(a).data() != a.data());
  CHECK(values(cp::flatten(a)) == values(a));
  CHECK(list_of(cp::ravel(cp::ndarray<float, 0>(3)).shape()) == longs{1});
  CHECK(list_of(cp::ravel(cp::zeros<float>({2, 0})).shape()) == longs{0});
  CHECK(cp::ascontiguousarray(a).data() == a.data());
  CHECK(cp::ascontiguousarray(a.T()).data() != a.data());
  CHECK(cp::ascontiguousarray(a.T()).flags().c_contiguous);
}

TEST_CASE("concatenate joins along an axis and promotes") {
  auto const a = counted({2, 2}), b = cp::eval(counted({1, 2}) + 10);
  CHECK(values(cp::concatenate(a, b)) == ints{0, 1, 2, 3, 10, 11});
  CHECK(values(cp::concatenate<1>(a, a.T())) == ints{0, 1, 0, 2, 2, 3, 1, 3});
  CHECK(values(cp::concatenate<-1>(a, a)) == ints{0, 1, 0, 1, 2, 3, 2, 3});
  CHECK(values(cp::concatenate(a)) == values(a));
  auto const mixed =
      cp::concatenate(cp::arange<std::int32_t>(2), cp::ndarray<float, 1>{0.5f}, cp::ndarray<bool, 1>{true});
  static_assert(std::is_same_v<decltype(mixed)::value_type, double>);  // int32 with float32
  CHECK(values(mixed) == doubles{0, 1, 0.5, 1});
  CHECK(values(cp::concatenate(a + 1, a * a)) == ints{1, 2, 3, 4, 0, 1, 4, 9});
  CHECK(values(cp::concatenate(cp::zeros<float>({0}), cp::ones<float>(2))) == floats{1, 1});
  CHECK(cp::concatenate(cp::zeros<float>({0, 3}), cp::zeros<float>({0, 3})).size() == 0);
  CHECK_THROWS_WITH_AS(
      (void)cp::concatenate(a, counted({2, 3})),
      "cp::concatenate: extents off the joined axis differ: (2, 2) and (2, 3): axis 1 has extents 2 and 3",
      cp::shape_error);
  CHECK_THROWS_AS((void)cp::concatenate<1>(counted({1, 2}), counted({2, 2})),
                  cp::shape_error);  // extent 1 does not stretch here
}

TEST_CASE("what does not fit names what was called, and the shapes that came") {
  auto const v = cp::array({1, 2}), w = cp::array({1, 2, 3});
  auto const m = cp::array({{1, 2}, {3, 4}}), n = cp::array({{1, 2, 3}, {4, 5, 6}, {7, 8, 9}});
#define REFUSED(WHAT, CALL) CHECK_THROWS_WITH_AS((void)cp::eval(CALL), WHAT, cp::shape_error)
  REFUSED("cp::stack: shapes differ: (2,) and (3,): axis 0 has extents 2 and 3", cp::stack(v, w));
  REFUSED("cp::stack: shapes differ: (2, 2) and (3, 3): axis 0 has extents 2 and 3", cp::stack<1>(m, n));
  REFUSED("cp::stack: shapes differ: (2,) and (3,): axis 0 has extents 2 and 3", cp::stack({v, w}, -1));
  REFUSED("cp::stack: shapes differ: (2,) and (3,): axis 0 has extents 2 and 3", cp::stack(std::vector{v, w}));
  REFUSED("cp::vstack: shapes differ: (2,) and (3,): axis 0 has extents 2 and 3", cp::vstack(v, w));
  REFUSED("cp::vstack: extents off the joined axis differ: (2, 2) and (3,): axis 0 has extents 2 and 3",
          cp::vstack(m, w));
  REFUSED("cp::hstack: extents off the joined axis differ: (2, 2) and (3, 3): axis 0 has extents 2 and 3",
          cp::hstack(m, n));
  REFUSED("cp::dstack: shapes differ: (2,) and (3,): axis 0 has extents 2 and 3", cp::dstack(v, w));
  REFUSED("cp::column_stack: shapes differ: (2,) and (3,): axis 0 has extents 2 and 3", cp::column_stack(v, w));
  REFUSED("cp::append: extents off the joined axis differ: (2, 2) and (3, 3): axis 0 has extents 2 and 3",
          cp::append<1>(m, n));
  REFUSED("cp::concatenate: extents off the joined axis differ: (2, 2) and (3, 3): axis 0 has extents 2 and 3",
          cp::concatenate<1>(m, n));
  REFUSED("cp::concatenate: extents off the joined axis differ: (2, 2) and (3, 3): axis 0 has extents 2 and 3",
          cp::concatenate(std::vector{m, n}, 1));
  REFUSED("cp::repeat: cannot broadcast shape to another (3,) and (2,): axis 0 has extents 3 and 2", cp::repeat(v, w));
  REFUSED("cp::insert: cannot broadcast shape to another (3,) and (2,): axis 0 has extents 3 and 2",
          cp::insert(v, longs{0, 1}, w));
  REFUSED("cp::ones: negative extent in shape (-1, 2)", cp::ones({-1, 2}));
#undef REFUSED
  CHECK_THROWS_WITH_AS((void)cp::stack(std::vector<cp::ndarray<double, 1>>{}),
                       "cp::stack: at least one array is needed", cp::value_error);
}

TEST_CASE("numbers in rows and columns") {
  auto const s = cp::asarray(5);
  auto const v = cp::array({1, 2});
  CHECK(equals<std::int64_t>(cp::hstack(v, s), {3}, {1, 2, 5}));
  CHECK(equals<std::int64_t>(cp::hstack(s, v), {3}, {5, 1, 2}));
  CHECK(equals<std::int64_t>(cp::hstack(std::vector{s, s}), {2}, {5, 5}));
  CHECK(equals<std::int64_t>(cp::column_stack(s, s), {1, 2}, {5, 5}));
  CHECK(equals<std::int64_t>(cp::column_stack(std::vector{s, s}), {1, 2}, {5, 5}));
  CHECK(equals<std::int64_t>(cp::fuse([](auto a) { return cp::hstack({a, a}); })(v), {4}, {1, 2, 1, 2}));
}

TEST_CASE("places by slices and arrays: inserted before, left out") {
  auto const v = cp::arange(5);
  auto const m = cp::array({{0, 1, 2}, {3, 4, 5}});
  CHECK(equals<std::int64_t>(cp::insert(v, cp::slice(1, 3), 9), {7}, {0, 9, 1, 9, 2, 3, 4}));
  CHECK(equals<std::int64_t>(cp::insert(v, cp::slice(1, 3), cp::array({9, 8})), {7}, {0, 9, 1, 8, 2, 3, 4}));
  CHECK(equals<std::int64_t>(cp::insert(v, cp::slice(cp::end, cp::end, -1), cp::array({1, 2, 3, 4, 5})), {10},
                             {5, 0, 4, 1, 3, 2, 2, 3, 1, 4}));
  CHECK(equals<std::int64_t>(cp::insert(v, cp::slice(3, 1), 9), {5}, {0, 1, 2, 3, 4}));
  CHECK(equals<std::int64_t>(cp::insert(m, cp::slice(0, 2), 9, 1), {2, 5}, {9, 0, 9, 1, 2, 9, 3, 9, 4, 5}));
  auto const mask = cp::array({true, false, true, false, false});
  CHECK(equals<std::int64_t>(cp::insert(v, mask, 9), {7}, {9, 0, 1, 9, 2, 3, 4}));
  CHECK(equals<std::int64_t>(cp::insert(v, cp::array({1, -1}), 9), {7}, {0, 9, 1, 2, 3, 9, 4}));
  CHECK(equals<std::int64_t>(cp::delete_(v, mask), {3}, {1, 3, 4}));
  CHECK(equals<std::int64_t>(cp::delete_(v, v > 2), {3}, {0, 1, 2}));
  CHECK(equals<std::int64_t>(cp::delete_(v, cp::array({0, -1})), {3}, {1, 2, 3}));
  CHECK(equals<std::int64_t>(cp::delete_(m, cp::array({true, false, true}), 1), {2, 1}, {1, 4}));
  CHECK_THROWS_WITH_AS((void)cp::delete_(v, cp::array({true, false})),
                       "cp::delete_: a mask has an element for each place of the axis, not so many: 2",
                       cp::value_error);
}

TEST_CASE("stacks") {
  auto const a = cp::arange<std::int32_t>(3), b = cp::eval(a + 10);
  CHECK(values(cp::stack(a, b)) == ints{0, 1, 2, 10, 11, 12});
  CHECK(list_of(cp::stack(a, b).shape()) == longs{2, 3});
  CHECK(values(cp::stack<1>(a, b)) == ints{0, 10, 1, 11, 2, 12});
  CHECK(values(cp::stack<-1>(a, b)) == ints{0, 10, 1, 11, 2, 12});
  CHECK(values(cp::stack(cp::ndarray<std::int32_t, 0>(1), cp::ndarray<std::int32_t, 0>(2))) == ints{1, 2});
  CHECK(list_of(cp::vstack(a, b).shape()) == longs{2, 3});
  CHECK(list_of(cp::vstack(counted({2, 3}), cp::expand_dims(a, 0)).shape()) == longs{3, 3});
  CHECK(list_of(cp::hstack(a, b).shape()) == longs{6});
  CHECK(list_of(cp::hstack(counted({2, 3}), counted({2, 1})).shape()) == longs{2, 4});
  CHECK(list_of(cp::dstack(a, b).shape()) == longs{1, 3, 2});
  CHECK(values(cp::dstack(a, b)) == ints{0, 10, 1, 11, 2, 12});
  CHECK(values(cp::column_stack(a, b)) == ints{0, 10, 1, 11, 2, 12});
  CHECK_THROWS_AS((void)cp::stack(a, cp::arange<std::int32_t>(2)), cp::shape_error);
}

TEST_CASE("splits are views") {
  auto const a = cp::arange<std::int32_t>(7);
  auto const parts = cp::array_split(a, 3);
  REQUIRE(parts.size() == 3);
  CHECK(values(parts[0]) == ints{0, 1, 2});
  CHECK(values(parts[1]) == ints{3, 4});
  CHECK(values(parts[2]) == ints{5, 6});
  CHECK(parts[1].data() == a.data() + 3);
  parts[2](cp::all) = -1;
  CHECK(values(a) == ints{0, 1, 2, 3, 4, -1, -1});
  CHECK_THROWS_AS((void)cp::array_split(a, std::numeric_limits<std::int64_t>::max()), cp::out_of_memory);
  CHECK(cp::array_split(a, 9).size() == 9);
  CHECK(cp::array_split(a, 9)[8].size() == 0);
  auto const m = counted({4, 6});
  auto const halves = cp::split(m, 2, -1);
  CHECK(values(halves[1](0)) == ints{3, 4, 5});
  CHECK(list_of(cp::vsplit(m, 4)[3].shape()) == longs{1, 6});
  CHECK(list_of(cp::hsplit(m, 3)[2].shape()) == longs{4, 2});
  CHECK(list_of(cp::dsplit(counted({2, 2, 4}), 2)[1].shape()) == longs{2, 2, 2});
  CHECK(cp::split(cp::zeros<float>({0}), 2).size() == 2);
  CHECK_THROWS_WITH_AS((void)cp::hsplit(a, 2),
                       "cp::hsplit: 2 equal parts cannot be made of 7 elements; array_split can", cp::value_error);
  CHECK_THROWS_WITH_AS((void)cp::vsplit(m, 3),
                       "cp::vsplit: 3 equal parts cannot be made of 4 elements; array_split can", cp::value_error);
  CHECK_THROWS_WITH_AS((void)cp::split(a, 2), "cp::split: 2 equal parts cannot be made of 7 elements; array_split can",
                       cp::value_error);
  auto const sizes = [](auto const& made) {
    longs n;
    for (auto const& part : made) n.push_back(part.size());
    return n;
  };
  CHECK(sizes(cp::array_split(a, cp::sections{2})) == longs{4, 3});
  CHECK(sizes(cp::array_split(a, cp::cuts{3})) == longs{3, 4});
  CHECK(sizes(cp::split(a, cp::cuts{2, 5, 4, 20, -1})) == longs{2, 3, 0, 3, 0, 1});
  CHECK_THROWS_WITH_AS((void)cp::array_split(a, 0), "cp::array_split: the number of sections must be at least 1, not 0",
                       cp::value_error);
  CHECK_THROWS_AS((void)cp::split(a, -1), cp::value_error);
  CHECK_THROWS_AS((void)cp::split(a, 7, 1), cp::index_error);
  CHECK(values(cp::concatenate(halves[0], halves[1]).T()) ==
        values(cp::eval(cp::concatenate(halves[0], halves[1])).T().copy()));
}

TEST_CASE("extents and steps near 2^63 neither overflow nor make sizes that are wrong") {
  constexpr std::int64_t huge = std::int64_t(1) << 62, wide = std::int64_t(1) << 32;
  auto const one = cp::asarray(1.f);
  CHECK_THROWS_WITH_AS((void)cp::broadcast_to(one, {-3}), "cp::broadcast_to: negative extent in shape (-3,)",
                       cp::shape_error);
  CHECK_THROWS_WITH_AS((void)cp::broadcast_to(one, {wide, wide}),
                       "cp::broadcast_to: shape (4294967296, 4294967296) has more elements than 64 bits count",
                       cp::shape_error);
  auto const column = cp::broadcast_to(one, {wide, 1}), row = cp::broadcast_to(one, {1, wide});
  CHECK_THROWS_AS((void)cp::broadcast_arrays(column, row), cp::shape_error);
  CHECK_THROWS_AS((void)cp::sum(column + row).item(), cp::shape_error);
  CHECK_THROWS_AS((void)cp::index<0>({-3}), cp::shape_error);
  CHECK_THROWS_AS((void)cp::index<1>({huge, huge}), cp::shape_error);

  auto const a = cp::arange<float>(5);
  for (std::int64_t const step : {INT64_MAX, INT64_MAX - 1, huge}) {
    CAPTURE(step);
    CHECK(values(a(cp::slice(1, cp::end, step))) == floats{1});
    CHECK(values(a(cp::slice(cp::end, cp::end, -step))) == floats{4});
    CHECK(values(a(cp::slice(cp::end, cp::end, -step - 1))) == floats{4});
    CHECK(values((a + 1)(cp::slice(3, cp::end, -step - 1))(cp::slice(cp::end, cp::end, step))) == floats{4});
    CHECK(values(a(cp::slice(INT64_MAX, INT64_MIN + 1, -step - 1))) == floats{4});
  }

  auto const none = cp::reshape(cp::empty<float>({0, 3}), {0, huge, huge});
  CHECK(none.size() == 0);
  CHECK(list_of(cp::reshape(none, {huge, huge, 0}).shape()) == longs{huge, huge, 0});
  CHECK_THROWS_AS((void)cp::reshape(none, {huge, 4, -1}), cp::shape_error);
  CHECK(list_of(cp::eval(cp::flip(none) + none(cp::all, cp::slice(3, 4))).shape()) == longs{0, huge, huge});
  CHECK(cp::sum(none).item() == 0);
  CHECK(list_of(cp::eval(cp::sum(none, 1)).shape()) == longs{0, huge});
  none(cp::all) = none + 1;
  CHECK_THROWS_AS((void)cp::diag(a, INT64_MIN), cp::value_error);
  CHECK_THROWS_AS((void)cp::diag(a, INT64_MAX), cp::value_error);
}
