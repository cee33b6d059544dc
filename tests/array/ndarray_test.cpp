// The array handle: sharing and copying, assignment to arrays and to views, facts about layout, construction, ranks,
// spaces.
#include <doctest.h>

#include <algorithm>
#include <array>
#include <complex>
#include <forward_list>
#include <fuse/fuse.hpp>
#include <iterator>
#include <list>
#include <numeric>
#include <span>
#include <sstream>
#include <utility>

#include "values.hpp"

using namespace tests;

namespace {

std::int64_t handles(auto const& a) { return a.memory()->references.load(); }

}  // namespace

TEST_CASE("copying a handle shares the data, copy() does not") {
  auto a = counted({2, 3});
  auto b = a;
  CHECK(b.data() == a.data());
  CHECK(handles(a) == 2);
  b += 10;
  CHECK(values(a) == ints{10, 11, 12, 13, 14, 15});
  auto const c = a.copy();
  CHECK(c.data() != a.data());
  CHECK(handles(c) == 1);
  a.fill(0);
  CHECK(values(c) == ints{10, 11, 12, 13, 14, 15});
  CHECK(values(b) == ints(6, 0));
  CHECK(cp::copy(a).data() != a.data());
  CHECK(cp::copy(a + 0).memory()->references.load() == 1);
}

TEST_CASE("a moved handle gives its share away") {
  auto a = counted({4});
  auto const* data = a.data();
  auto b = std::move(a);
  CHECK(b.data() == data);
  CHECK(handles(b) == 1);
  a = b + 1;  // a handle that was moved from can be assigned to
  CHECK(values(a) == ints{1, 2, 3, 4});
  a = std::move(b);
  CHECK(a.data() == data);
  auto& same = a;
  a = same;
  CHECK(values(a) == ints{0, 1, 2, 3});
}

TEST_CASE("an empty handle has no elements and takes any shape") {
  cp::ndarray<float, 2> a;
  CHECK(a.size() == 0);
  CHECK(a.nbytes() == 0);
  CHECK(list_of(a.shape()) == longs{0, 0});
  CHECK_FALSE(a.memory());
  CHECK(values(a).empty());
  a = cp::ones<float>({2, 2});
  CHECK(values(a) == floats{1, 1, 1, 1});
  cp::ndarray<float, 0> s;
  CHECK(s.size() == 0);
  CHECK_THROWS_WITH_AS(s.item(), "cp::ndarray::item: an array of exactly one element is needed, this one has 0",
                       cp::value_error);
  s = a(0, 0) + 1.0f;
  CHECK(s.item() == 2);
  CHECK(values(cp::ndarray<float, 3>() + 1.0f).empty());
}

TEST_CASE("assigning an expression to an array reuses its buffer only if nobody else holds it") {
  auto a = counted({3, 4});
  auto const* own = a.data();
  a = a * 2;
  CHECK(a.data() == own);
  a = a + a * a;
  CHECK(a.data() == own);

  auto const kept = a;
  auto const before = values(kept);
  a = a + 1;
  CHECK(a.data() != own);
  CHECK(kept.data() == own);
  CHECK(values(kept) == before);

  a = cp::ndarray<std::int32_t, 2>(a(cp::slice(0, 2)) + 1);  // another shape: other memory
  CHECK(list_of(a.shape()) == longs{2, 4});
}

TEST_CASE("an operand in another order than the result is read before it is overwritten") {
  auto a = counted({3, 3});
  a = a.T() + 0;
  CHECK(values(a) == ints{0, 3, 6, 1, 4, 7, 2, 5, 8});
  a = cp::flip(a) * 1;
  CHECK(values(a) == ints{8, 5, 2, 7, 4, 1, 6, 3, 0});
  auto v = counted({5});
  v = v(cp::slice(cp::end, cp::end, -1)) - v;
  CHECK(values(v) == ints{4, 2, 0, -2, -4});
}

TEST_CASE("a view keeps the memory alive") {
  cp::ndarray<std::int32_t, 1> row;
  {
    auto const a = counted({4, 5});
    row = a(2);
    CHECK(handles(a) == 2);
  }
  CHECK(handles(row) == 1);
  CHECK(values(row) == ints{10, 11, 12, 13, 14});
}

TEST_CASE("assignment to a temporary view writes through; to a named view it makes that name something else") {
  auto a = counted({2, 3});
  auto const other = cp::full<std::int32_t>({2, 3}, 7);
  a(cp::all) = other;
  CHECK(values(a) == ints(6, 7));
  CHECK(a.data() != other.data());
  a(0) = cp::arange<std::int32_t>(3);
  CHECK(values(a) == ints{0, 1, 2, 7, 7, 7});
  a(cp::all, 1) = -1;
  CHECK(values(a) == ints{0, -1, 2, 7, -1, 7});
  a(1) = a(0) * 10;
  CHECK(values(a) == ints{0, -1, 2, 0, -10, 20});
  a.T() = cp::zeros<std::int32_t>({3, 2});
  CHECK(values(a) == ints(6, 0));
  auto temporary = [&] { return a(cp::all, cp::slice(0, 2)); };
  temporary() = 5;
  CHECK(values(a) == ints{5, 5, 0, 5, 5, 0});
  std::move(a(1)) = cp::full<std::int32_t>(3, 9);

  auto view = a(0);
  view = a(1);
  CHECK(view.data() == a.data() + 3);
  CHECK(values(a) == ints{5, 5, 0, 9, 9, 9});
  view = view + 1;  // new memory: the array that it was a view of does not change
  CHECK(values(a) == ints{5, 5, 0, 9, 9, 9});
  view = a(1);
  view += 1;
  CHECK(values(a) == ints{5, 5, 0, 10, 10, 10});
}

TEST_CASE("assignment to a view broadcasts, and refuses what does not") {
  auto a = cp::zeros<std::int32_t>({2, 3});
  a(cp::all) = cp::arange<std::int32_t>(3);
  CHECK(values(a) == ints{0, 1, 2, 0, 1, 2});
  a(cp::all) = cp::reshape(cp::arange<std::int32_t>(2), {2, 1});
  CHECK(values(a) == ints{0, 0, 0, 1, 1, 1});
  a(cp::all) = cp::ndarray<std::int32_t, 0>(4);
  CHECK(values(a) == ints(6, 4));
  CHECK_THROWS_WITH_AS(
      a(cp::all) = cp::arange<std::int32_t>(2),
      "cp::ndarray: assignment: cannot broadcast shape to another (2,) and (2, 3): axis 1 has extents 2 and 3",
      cp::shape_error);
  CHECK_THROWS_AS(a(cp::slice(0, 1)) = cp::zeros<std::int32_t>({2, 3}), cp::shape_error);  // a view does not grow
  CHECK_THROWS_AS(a += cp::arange<std::int32_t>(4), cp::shape_error);
  CHECK(values(a) == ints(6, 4));
}

TEST_CASE("a broadcast view can be read but not written") {
  auto const a = cp::arange<std::int32_t>(3);
  auto const wide = cp::broadcast_to(a, {2, 3});
  CHECK(list_of(wide.strides()) == longs{0, 1});
  CHECK(values(wide) == ints{0, 1, 2, 0, 1, 2});
  CHECK(values(wide.copy()) == values(wide));
  CHECK_THROWS_AS(wide(cp::all) = cp::zeros<std::int32_t>({2, 3}), cp::value_error);
  CHECK_THROWS_AS(wide += 1, cp::value_error);
  CHECK_THROWS_AS(wide.fill(1), cp::value_error);
  CHECK_THROWS_WITH_AS(wide(cp::all) = 1,
                       "cp::ndarray: assignment: a broadcast view of shape (2, 3) cannot be written to: several of its "
                       "elements are one; copy() it first",
                       cp::value_error);
  CHECK(values(a) == ints{0, 1, 2});
  if constexpr (std::is_same_v<cp::default_space, cp::host_space>) {
    CHECK_THROWS_WITH_AS(
        (void)wide(1, 2),
        "cp::ndarray: a broadcast view of shape (2, 3) has no references to its elements, which it shows "
        "several times; item(...) reads them, copy() can be written",
        cp::value_error);
    auto const line = cp::broadcast_to(a(cp::slice(0, 1)), {3});
    CHECK_THROWS_AS((void)line(0), cp::value_error);
    CHECK_THROWS_AS((void)line[0], cp::value_error);
  }
  CHECK(wide.item(1, 2) == 2);
  cp::broadcast_to(a, {1, 3})(cp::all) = 5;  // nothing is stretched here
  CHECK(values(a) == ints{5, 5, 5});
}

// covers: cupy.ndarray.__len__; cupy.ndarray.itemsize; cupy.ndarray.nbytes; cupy.ndarray.ndim; cupy.ndarray.shape
// covers: cupy.ndarray.size; cupy.ndarray.strides; cupy.ndim; cupy.shape; cupy.size
TEST_CASE("facts about an array") {
  auto const a = cp::zeros<float>({2, 3, 4});
  CHECK(a.ndim() == 3);
  CHECK(a.size() == 24);
  CHECK(a.itemsize() == 4);
  CHECK(a.nbytes() == 96);
  CHECK(a.len() == 2);
  CHECK(list_of(a.shape()) == longs{2, 3, 4});
  CHECK(list_of(a.strides()) == longs{12, 4, 1});
  CHECK(a.shape(0) == 2);
  CHECK(a.shape(-1) == 4);
  CHECK_THROWS_WITH_AS(a.shape(3), "cp::ndarray::shape: axis 3 is out of bounds for an array of 3 axes",
                       cp::index_error);
  CHECK_THROWS_AS(a.shape(-4), cp::index_error);
  CHECK(std::string(a.dtype().name()) == "float32");
  static_assert(decltype(a)::rank == 3 && std::is_same_v<decltype(a)::value_type, float>);
}

// covers: cupy.ndarray.flags; cupy.ndarray.flags.c_contiguous; cupy.ndarray.flags.f_contiguous
// covers: cupy.ndarray.flags.owndata
TEST_CASE("flags tell how an array lies in memory") {
  auto const a = cp::zeros<float>({3, 4});
  auto f = a.flags();
  CHECK((f.c_contiguous && !f.f_contiguous && f.owndata && f.aligned));
  f = a.T().flags();
  CHECK((!f.c_contiguous && f.f_contiguous && f.owndata));
  f = a(cp::slice(1, 3)).flags();
  CHECK((f.c_contiguous && !f.owndata && f.aligned));
  f = a(cp::all, cp::slice(1, 3)).flags();
  CHECK((!f.c_contiguous && !f.f_contiguous && !f.owndata && !f.aligned));
  f = a(cp::all, cp::slice(0, 1)).flags();
  CHECK((!f.c_contiguous && !f.f_contiguous));  // a column of a wider matrix
  f = cp::zeros<float>({3, 1}).flags();
  CHECK((f.c_contiguous && f.f_contiguous));
  f = cp::zeros<float>({0, 3}).flags();
  CHECK((f.c_contiguous && f.f_contiguous));
  f = a(0)(cp::slice(0, 4, 2)).flags();
  CHECK_FALSE(f.c_contiguous);
  f = cp::broadcast_to(a(0), {2, 4}).flags();
  CHECK_FALSE(f.c_contiguous);
  f = cp::ndarray<float, 0>(1.0f).flags();
  CHECK((f.c_contiguous && f.f_contiguous && f.owndata));
}

TEST_CASE("an array owns its data only where it shows all of its memory") {
  auto const a = cp::zeros<float>({4, 6});
  CHECK(a.flags().owndata);
  CHECK_FALSE(a(cp::slice(0, 2)).flags().owndata);  // a leading part begins where its memory begins
  CHECK_FALSE(a(0).flags().owndata);
  CHECK_FALSE(a(0, cp::slice(0, 1)).flags().owndata);
  CHECK_FALSE(a(cp::slice(0, 0)).flags().owndata);
  CHECK_FALSE(a(cp::all, cp::slice(cp::end, cp::end, 2)).flags().owndata);
  CHECK_FALSE(cp::broadcast_to(a(0), {4, 6}).flags().owndata);  // as many elements as the memory has, but of one row
  CHECK_FALSE(cp::broadcast_to(a, {2, 4, 6}).flags().owndata);
  CHECK_FALSE(cp::ndarray<float, 2>().flags().owndata);
  CHECK(a(cp::slice(0, 4)).flags().owndata);
  CHECK(cp::reshape(a, {24}).flags().owndata);
  CHECK(cp::zeros<float>({0, 3}).flags().owndata);
  auto b = cp::zeros<double>({1000});
  b = cp::ones<double>({3});  // a cached block may be larger than what was asked for
  CHECK(b.flags().owndata);
}

TEST_CASE("arrays from braces, ranges and numbers") {
  cp::ndarray<float, 1> const v{1, 2, 3};
  CHECK(values(v) == floats{1, 2, 3});
  cp::ndarray<float, 2> const m{{1, 2}, {3, 4}, {5, 6}};
  CHECK(list_of(m.shape()) == longs{3, 2});
  CHECK(values(m) == floats{1, 2, 3, 4, 5, 6});
  cp::ndarray<std::int32_t, 3> const c{{{1}, {2}}, {{3}, {4}}};
  CHECK(list_of(c.shape()) == longs{2, 2, 1});
  CHECK(values(c) == ints{1, 2, 3, 4});
  cp::ndarray<std::int32_t, 2> const hollow{{}, {}};
  CHECK(list_of(hollow.shape()) == longs{2, 0});
  CHECK_THROWS_WITH_AS((cp::ndarray<float, 2>{{1, 2}, {3}}),
                       "cp::ndarray: lists on one axis differ in length; one has 1", cp::value_error);
  CHECK_THROWS_AS((cp::ndarray<float, 3>{{{1, 2}, {3, 4}}, {{1, 2}}}), cp::value_error);

  std::vector<double> const from{1, 2, 3};
  cp::ndarray<double, 1> const w(from);
  CHECK(values(w) == from);
  std::array<float, 2> const two{4, 5};
  CHECK(values(cp::ndarray<float, 1>(two)) == floats{4, 5});
  CHECK(values(cp::ndarray<double, 1>(std::span<double const>(from).subspan(1))) == doubles{2, 3});
  std::list<int> const chain{7, 8, 9};
  CHECK(values(cp::ndarray<std::int32_t, 1>(chain.begin(), chain.end())) == ints{7, 8, 9});
  CHECK(values(cp::ndarray<float, 1>(chain.begin(), chain.end())) == floats{7, 8, 9});
  CHECK(cp::ndarray<double, 1>(std::vector<double>{}).size() == 0);
  cp::ndarray<float, 0> const s(2.5f);
  CHECK(s.item() == 2.5f);
  CHECK(static_cast<float>(s) == 2.5f);
  CHECK(cp::ndarray<bool, 1>{true, false}.size() == 2);
  CHECK(values(cp::ndarray<cp::float16, 1>{cp::float16(1), cp::float16(2)} + 1) ==
        std::vector<cp::float16>{cp::float16(2), cp::float16(3)});
}

TEST_CASE("iterators that can be walked only once are") {
  std::istringstream text("3 1 4 1 5 9 2 6");
  using input = std::istream_iterator<std::int32_t>;
  cp::ndarray<std::int32_t, 1> const v(input(text), input{});
  CHECK(values(v) == ints{3, 1, 4, 1, 5, 9, 2, 6});
  std::istringstream halves("0.5 1.5");
  cp::ndarray<float, 1> const f(std::istream_iterator<double>(halves), std::istream_iterator<double>{});
  CHECK(values(f) == floats{0.5f, 1.5f});
  cp::ndarray<std::int32_t, 1> const none(input(text), input{});
  CHECK(none.size() == 0);
  std::istringstream bits("1 0 1");
  cp::ndarray<bool, 1> const b(std::istream_iterator<bool>(bits), std::istream_iterator<bool>{});
  CHECK(values(b) == bools{true, false, true});
  std::forward_list<double> const list{1, 2, 3};
  CHECK(values(cp::ndarray<double, 1>(list.begin(), list.end())) == doubles{1, 2, 3});
  std::vector<bool> const packed{true, true, false};
  CHECK(values(cp::ndarray<bool, 1>(packed.begin(), packed.end())) == packed);
}

TEST_CASE("item() reads one element") {
  auto const a = counted({2, 3});
  CHECK(a.item(1, 2) == 5);
  CHECK(a.item(-1, -3) == 3);
  CHECK_THROWS_WITH_AS(a.item(), "cp::ndarray::item: an array of exactly one element is needed, this one has 6",
                       cp::value_error);
  CHECK_THROWS_WITH_AS(a.item(0, 3), "cp::ndarray: index 3 is out of bounds for axis 1 with extent 3", cp::index_error);
  CHECK_THROWS_AS(a.item(-3, 0), cp::index_error);
  CHECK(cp::ones<float>({1, 1, 1}).item() == 1);
  CHECK((a(0) + a(1)).operator()(1).item() == 5);
}

TEST_CASE("elements of host arrays are references, those of the device views of rank 0") {
  auto a = counted<std::int32_t, cp::host_space>({2, 3});
  static_assert(std::is_same_v<decltype(a(0, 1)), std::int32_t&>);
  static_assert(std::is_same_v<decltype(a(0)), cp::ndarray<std::int32_t, 1, cp::host_space>>);
  a(0, 1) = 50;
  a(-1, -1) += 5;
  CHECK(values(a) == ints{0, 50, 2, 3, 4, 10});
  CHECK(a[1][2] == 10);
  CHECK_THROWS_WITH_AS(a(2, 0), "cp::ndarray: index 2 is out of bounds for axis 0 with extent 2", cp::index_error);
  CHECK_THROWS_WITH_AS(a(0, -4), "cp::ndarray: index -4 is out of bounds for axis 1 with extent 3", cp::index_error);
  static_assert(std::is_same_v<decltype(std::declval<cp::ndarray<float, 1, cp::cuda_space>>()(0)),
                               cp::ndarray<float, 0, cp::cuda_space>>);
}

TEST_CASE("one axis of a host array is a range, whatever its stride") {
  auto a = cp::arange<std::int32_t, cp::host_space>(6);
  int sum = 0;
  for (int x : a) sum += x;
  CHECK(sum == 15);
  for (auto& x : a(cp::slice(1, cp::end, 2))) x = -x;
  CHECK(values(a) == ints{0, -1, 2, -3, 4, -5});
  std::sort(a.begin(), a.end());
  CHECK(values(a) == ints{-5, -3, -1, 0, 2, 4});
  auto const back = a(cp::slice(cp::end, cp::end, -2));
  CHECK(std::vector<int>(back.begin(), back.end()) == std::vector<int>{4, 0, -3});
  std::sort(back.begin(), back.end());
  CHECK(values(a) == ints{-5, 4, -1, 0, 2, -3});
  CHECK(back.end() - back.begin() == 3);
  CHECK(back.begin()[2] == 4);
  CHECK(*(back.begin() + 1) == 0);
  CHECK(std::accumulate(a.begin(), a.end(), 0) == -3);
  auto const m = counted<std::int32_t, cp::host_space>({3, 4});
  CHECK(std::accumulate(m(cp::all, 1).begin(), m(cp::all, 1).end(), 0) == 15);
  auto const none = m(cp::slice(0, 0), 1);
  CHECK(none.begin() == none.end());
  auto const same = cp::broadcast_to(a(cp::slice(0, 1)), {3});
  CHECK(std::vector<int>(same.begin(), same.end()) == std::vector<int>{-5, -5, -5});
}

TEST_CASE("a C++ number assigned to a view becomes the element type") {
  auto a = cp::zeros<std::int32_t>(3);
  a(cp::all) = 2.9;
  CHECK(values(a) == ints{2, 2, 2});
  auto c = cp::zeros<cp::complex64>(2);
  c(cp::all) = 1.5;
  CHECK(values(c) == std::vector<cp::complex64>(2, cp::complex64(1.5f, 0)));
  auto h = cp::zeros<cp::bfloat16>(2);
  h(0) = cp::bfloat16(3);
  CHECK(values(h) == std::vector<cp::bfloat16>{cp::bfloat16(3), cp::bfloat16(0)});
  auto b = cp::zeros<bool>(3);
  b(1) = true;
  CHECK(values(b) == bools{false, true, false});
  a.fill(-4);
  CHECK(values(a) == ints{-4, -4, -4});
  cp::zeros<float>({0, 3}).fill(1);
  auto d = cp::zeros<float>({3, 4});
  d(cp::all, cp::slice(0, 4, 2)).fill(1);
  CHECK(values(d) == floats{1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0});
}

namespace {

template <int Rank>
void check_rank() {
  cp::index_array<Rank> shape;
  for (int i = 0; i < Rank; ++i) shape[i] = i % 5 == 0 ? 2 : i % 5 == 2 ? 3 : 1;
  auto const n = cp::size_of(shape);
  auto const line = cp::arange<std::int32_t>(n);
  auto const a = cp::reshape(line, shape);
  CHECK(a.ndim() == Rank);
  CHECK(a.size() == n);
  CHECK(a.data() == line.data());
  auto expected = values(line);
  CHECK(values(a) == expected);
  cp::ndarray<std::int32_t, Rank> const b = a + a;
  for (auto& x : expected) x *= 2;
  CHECK(values(b) == expected);
  auto const t = b.T();
  cp::ndarray<std::int32_t, Rank> c = t + 0;
  CHECK(values(c) == values(t));
  CHECK(values(c.T()) == expected);
  c.T()(cp::ellipsis) = b * 0;
  CHECK(values(c) == ints(static_cast<std::size_t>(n), 0));
  CHECK(values(t.copy()) == values(t));
  cp::ndarray<std::int32_t, Rank> empty;
  if constexpr (Rank > 0) {
    shape[Rank - 1] = 0;
    empty = cp::zeros<std::int32_t>(shape);
    CHECK(empty.size() == 0);
    CHECK(values(empty + 1).empty());
    CHECK(values(empty.copy()).empty());
    CHECK(values(empty.T()).empty());
  }
}

}  // namespace

TEST_CASE("all ranks from 0 to 16") {
  []<int... Rank>(std::integer_sequence<int, Rank...>) { (check_rank<Rank>(), ...); }
  (std::make_integer_sequence<int, 17>{});
}

TEST_CASE("an array of rank 0 is an operand like any other") {
  cp::ndarray<double, 0> s(3);
  CHECK(list_of(s.shape()).empty());
  CHECK(s.size() == 1);
  CHECK(s.nbytes() == 8);
  s += 1;
  CHECK(s.item() == 4);
  s(cp::ellipsis) = 6;
  CHECK(s.item() == 6);
  s() = 7;
  CHECK(s.item() == 7);
  CHECK(values(s(cp::newaxis)) == doubles{7});
  CHECK(values(s * cp::arange<double>(3)) == doubles{0, 7, 14});
  CHECK((s * s).item() == 49);
  CHECK(values(s.T()) == doubles{7});
  CHECK(values(cp::reshape(s, {1, 1})) == doubles{7});
  CHECK(cp::reshape(cp::ones<double>({1, 1}), cp::index_array<0>{}).item() == 1);
  s = s - 1;
  CHECK(static_cast<double>(s) == 6);
  CHECK(s.copy().item() == 6);
  CHECK(s.to_host().item() == 6);
}

TEST_CASE("arrays move between spaces") {
  auto const a = counted<float>({3, 4});
  auto const h = a.to_host();
  static_assert(std::is_same_v<decltype(h)::space, cp::host_space>);
  CHECK(values(h) == values(a));
  CHECK(values(h.to<cp::default_space>().T()) == values(a.T()));
  CHECK(values(a.T().to_host()) == values(a.T()));
  CHECK(h.to_host().data() == h.data());
  CHECK(a(cp::slice(0, 0)).to_host().size() == 0);
  auto const line = a(cp::all, 1).to_host();
  CHECK(values(line) == floats{1, 5, 9});
}

TEST_CASE("to_host waits once, and copies what is on the device once") {
  constexpr bool on_device = std::is_same_v<cp::default_space, cp::cuda_space>;
  auto const a = counted<float>({3, 4});
  auto before = cp::count();
  auto const h = a.to_host();
  auto c = cp::count() - before;
  CHECK(c.synchronizations == (on_device ? 1 : 0));
  CHECK(c.copies == (on_device ? 1 : 0));
  CHECK(c.launches == 0);
  before = cp::count();
  auto const t = a.T().to_host();
  c = cp::count() - before;
  CHECK(c.synchronizations == (on_device ? 1 : 0));
  CHECK(c.copies == (on_device ? 1 : 0));
  CHECK(c.launches == (on_device ? 1 : 0));
  CHECK(values(t) == values(h.T()));
}

TEST_CASE("pinned arrays are host arrays") {
  auto p = cp::empty_pinned<float>({4, 5});
  static_assert(std::is_same_v<decltype(p)::space, cp::host_space>);
  p(cp::all) = cp::arange<float, cp::host_space>(5);
  p += 1.0f;
  CHECK(p(3, 4) == 5);
  auto const d = p.to<cp::default_space>();
  CHECK(values(d(2)) == floats{1, 2, 3, 4, 5});
  CHECK(cp::empty_pinned<double>({0, 2}).size() == 0);
  CHECK_THROWS_AS((void)cp::empty_pinned<double>({-1, 2}), cp::shape_error);
}

// covers: cupy.cuda.UnownedMemory
TEST_CASE("memory of somebody else is given back once, with the last view of it") {
  static int released;
  released = 0;
  float owner[6] = {0, 1, 2, 3, 4, 5};
  {
    cp::ndarray<float, 1, cp::host_space> view;
    {
      cp::storage_ptr memory(cp::runtime::adopt(
          owner, sizeof owner, cp::memory_kind::host, 0, [](void* p) noexcept { released += p == &released; },
          &released));
      cp::ndarray<float, 2, cp::host_space> const a(memory, owner, {{2, 3}}, {{3, 1}});
      view = a(1);
      a += 1.0f;
    }
    CHECK(released == 0);
    CHECK(values(view) == floats{4, 5, 6});
  }
  CHECK(released == 1);
  CHECK(owner[0] == 1);
}

TEST_CASE("extents that make no array are refused") {
  CHECK_THROWS_WITH_AS((void)cp::zeros<float>({2, -1}), "cp::zeros: negative extent in shape (2, -1)", cp::shape_error);
  CHECK_THROWS_WITH_AS((void)cp::empty<double>({std::int64_t(1) << 40, std::int64_t(1) << 40}),
                       "cp::empty: shape (1099511627776, 1099511627776) has more bytes than 64 bits count",
                       cp::shape_error);
  CHECK_THROWS_AS((void)cp::full<float>({std::uint64_t(1) << 63}, 1), cp::shape_error);
  CHECK(cp::zeros<double>({std::int64_t(1) << 40, std::int64_t(0), std::int64_t(1) << 40}).size() == 0);
}

TEST_CASE("astype as a member converts lazily") {
  auto const a = cp::ndarray<float, 1>{-1.5f, 0, 2.7f};
  CHECK(values(a.astype<std::int32_t>()) == ints{-1, 0, 2});
  CHECK(values(a.astype<bool>()) == bools{true, false, true});
  static_assert(!cp::is_array<decltype(a.astype<double>())>);
  CHECK(values(a.astype<float>()) == values(a));
}
