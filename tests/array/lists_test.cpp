// What NumPy takes as a list or a tuple and stands in braces here: operands, axes.
#include <doctest.h>

#include <fuse/fuse.hpp>
#include <tuple>

#include "values.hpp"

using tests::equals;
using tests::floats;
using tests::list_of;
using tests::values;

namespace {
// How functions are called is the same in all spaces; in this one there is less to compile.
template <class T = std::int32_t, int N>
auto counted(cp::extent const (&shape)[N]) {
  return tests::counted<T, cp::host_space>(shape);
}
template <cp::expression A, cp::expression B>
bool same(A const& a, B const& b) {
  return equals<typename B::value_type>(a, list_of(cp::eval(b).shape()), values(b));
}
}  // namespace

// Whether two ways to write a node make the same, which other tests evaluate.
#define SAME_TYPE(A, B) static_assert(std::is_same_v<decltype(A), decltype(B)>)

TEST_CASE("operands in braces are joined as those that stand without") {
  auto const x = counted<float>({2, 3}), y = cp::eval(x + 10);
  auto const v = counted({3});
  CHECK(same(cp::concatenate({x, y}), cp::concatenate(x, y)));
  CHECK(same(cp::concatenate({x, y}, 1), cp::concatenate<1>(x, y)));
  CHECK(same(cp::concatenate({x, y}, cp::axis<-1>), cp::concatenate<1>(x, y)));
  CHECK(same(cp::concatenate<1>({x, y}), cp::concatenate<1>(x, y)));
  CHECK(same(cp::concat({x, y}, 1), cp::concatenate<1>(x, y)));
  CHECK(same(cp::stack({x, y}, -1), cp::stack<-1>(x, y)));
  CHECK(same(cp::stack({x, y}, cp::axis<1>), cp::stack<1>(x, y)));
  CHECK(same(cp::hstack({x, y}), cp::hstack(x, y)));
  CHECK(same(cp::block({{x, y}, {y, x}}), cp::block(std::tuple(x, y), std::tuple(y, x))));
  CHECK(same(cp::concatenate({x(x > 2), y(x > 4)}, 0), cp::concatenate(x(x > 2), y(x > 4))));
  CHECK(same(cp::fuse([](auto a) { return cp::stack({a, a}); })(v), cp::stack(v, v)));
  SAME_TYPE(cp::stack({x, y}), cp::stack(x, y));
  SAME_TYPE(cp::vstack({v, v}), cp::vstack(v, v));
  SAME_TYPE(cp::row_stack({v, v}), cp::vstack(v, v));
  SAME_TYPE(cp::dstack({v, v}), cp::dstack(v, v));
  SAME_TYPE(cp::column_stack({v, v}), cp::column_stack(v, v));
  SAME_TYPE(cp::block({x, y}), cp::block(x, y));
  // One operand is itself, in braces and tuples it has their axes.
  auto const number = cp::asarray(3);
  CHECK(equals<std::int64_t>(cp::block(number), {}, {3}));
  CHECK(equals<std::int64_t>(cp::block({number}), {1}, {3}));
  CHECK(equals<std::int64_t>(cp::block({{number}}), {1, 1}, {3}));
  CHECK(equals<std::int64_t>(cp::block(std::tuple(number)), {1, 1}, {3}));
  CHECK(equals<std::int64_t>(cp::block(std::make_tuple(std::tuple(number, number))), {1, 1, 2}, {3, 3}));
}

TEST_CASE("operands in braces are lazy, and their axis is looked at") {
  auto const x = counted<float>({2, 3});
  auto const before = cp::count().launches;
  auto const sum = cp::concatenate({x, x}, 1) + 1;
  CHECK(cp::count().launches == before);
  CHECK(same(sum, cp::concatenate<1>(x, x) + 1));
  CHECK_THROWS_AS((void)cp::concatenate({x, x}, 2), cp::index_error);
  CHECK_THROWS_AS((void)cp::stack({x, x}, 3), cp::index_error);
  CHECK_THROWS_AS((void)cp::concatenate({x, cp::eval(x.T())}, 0), cp::shape_error);
}

TEST_CASE("extents and axes without braces, where the member takes them so") {
  auto const x = counted<float>({2, 3});
  CHECK(same(cp::reshape(x, 3, 2), cp::reshape(x, {3, 2})));
  CHECK(same(cp::reshape(x + 1, -1), cp::ravel(x + 1)));
  CHECK(same(cp::transpose(x, 1, 0), x.T()));
  CHECK(same(cp::transpose(x(cp::newaxis), -1, 0, 1), cp::transpose(x(cp::newaxis), {2, 0, 1})));
  CHECK(same(cp::broadcast_to(x(0), 3), x(0)));
  auto const thin = cp::reshape(x, {1, 6, 1});
  CHECK(same(cp::squeeze(thin, 0), cp::squeeze<0>(thin)));
  CHECK(same(cp::squeeze(thin, {0, -1}), cp::squeeze(thin, cp::axis<0, 2>)));
  CHECK_THROWS_AS((void)cp::squeeze(thin, 1), cp::shape_error);
  CHECK_THROWS_AS((void)cp::squeeze(thin, 3), cp::index_error);
  CHECK_THROWS_AS((void)cp::squeeze(thin, {0, 0}), cp::value_error);
}

TEST_CASE("axes of reductions in braces") {
  auto const x = counted<float>({2, 3, 4});
  CHECK(same(cp::sum(x, {0, -1}), cp::sum(x, 0, 2)));
  CHECK(same(cp::sum<double>(x + 1, {-1}, cp::keepdims), cp::sum<double>(x + 1, 2, cp::keepdims)));
  CHECK(same(cp::all(x, {1, 2}), cp::all(x, 1, 2)));
  CHECK_THROWS_AS((void)cp::sum(x, {0, 3}), cp::index_error);
  CHECK_THROWS_AS((void)cp::sum(x, {0, -3}), cp::value_error);
  SAME_TYPE(cp::max(x, {2, 0}, cp::initial(20)), cp::max(x, 2, 0, cp::initial(20)));
  SAME_TYPE(cp::var(x, {0, 1, 2}, cp::ddof<1>), cp::var(x, 0, 1, 2, cp::ddof<1>));
  SAME_TYPE(cp::any(x > 12, {1, 2}), cp::any(x > 12, 1, 2));
  SAME_TYPE(cp::nanmin(x, {0, 2}), cp::nanmin(x, 0, 2));
  SAME_TYPE(cp::average(x, {0, 2}), cp::average(x, 0, 2));
}

TEST_CASE("arrays of what C++ has") {
  floats const list{1, 2, 3};
  float const row[3] = {1, 2, 3};
  std::int32_t const table[2][3] = {{1, 2, 3}, {4, 5, 6}};
  CHECK(equals<float>(cp::array(list), {3}, list));
  CHECK(equals<double>(cp::array<double>(list), {3}, {1, 2, 3}));
  CHECK(equals<std::int64_t>(cp::array(7), {}, {7}));
  CHECK(equals<float>(cp::asarray<float>(row), {3}, list));
  CHECK(equals<std::int32_t>(cp::asarray(table), {2, 3}, {1, 2, 3, 4, 5, 6}));
  CHECK(equals<double>(cp::ndarray<double, 2>(table), {2, 3}, {1, 2, 3, 4, 5, 6}));
  CHECK(equals<double>(cp::asarray({1.5, 2.5}), {2}, {1.5, 2.5}));
  int const c_array[] = {1, 2};  // ranges and arrays of C++ keep their element type
  CHECK(equals<std::int64_t>(cp::asarray({1, 2}), {2}, {1, 2}));
  CHECK(equals<std::int32_t>(cp::asarray(std::vector<int>{1, 2}), {2}, {1, 2}));
  CHECK(equals<std::int32_t>(cp::asarray(c_array), {2}, {1, 2}));
  auto const x = cp::array(list);
  CHECK(equals<float>(cp::array({x, x}), {2, 3}, {1, 2, 3, 1, 2, 3}));
  CHECK(std::vector<float>(x(cp::slice(0, cp::end, 2))) == floats{1, 3});
  cp::ndarray const sum = x + 1;
  static_assert(std::is_same_v<decltype(sum), cp::ndarray<float, 1> const>);
  CHECK(equals<float>(sum, {3}, {2, 3, 4}));
  auto const other = cp::array(x);
  other(cp::all) = 0;
  CHECK(values(x) == list);
  static_assert(!std::is_constructible_v<bool, cp::ndarray<float, 1>> && !std::is_convertible_v<decltype(x + 1), bool>);
  static_assert(!std::is_constructible_v<double, decltype(cp::sum(x))>);
}

TEST_CASE("indices, choices and quantiles in braces") {
  auto const x = counted<float>({3, 3});
  auto const v = cp::array<float, cp::host_space>({5, 6, 7});
  CHECK(equals<float>(x({0, -1}), {2, 3}, {0, 1, 2, 6, 7, 8}));
  CHECK(equals<float>(v[{2, 0, 0}], {3}, {7, 5, 5}));
  v({0, 2}) = 1;
  v[{1}] += 1;
  CHECK(equals<float>(v, {3}, {1, 7, 1}));
  CHECK(same(cp::take(x, {0, 4}), x.ravel()({0, 4})));
  CHECK(same(cp::take(x, {0, 2}, 1), x(cp::all, cp::slice(0, cp::end, 2))));
  auto const y = cp::eval(-x);
  CHECK(same(cp::select({x < 2, x < 5}, {x, y}, 9), cp::select(std::tuple(x < 2, x < 5), std::tuple(x, y), 9)));
  CHECK(same(cp::choose(cp::array<std::int32_t, cp::host_space>({1, 0, 1}), {v, v}), v));
}
