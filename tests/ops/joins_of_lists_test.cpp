// Joins of a std::vector of arrays: one kernel for a hundred parts that lie in runs, whatever their extents, alignment
// and layout; the same elements as plain loops give.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <utility>
#include <vector>

#include "array/values.hpp"
#include "running.hpp"

using cp::index_array;
using tests::equals;
using tests::launches;

namespace {

/// How a part lies in its memory.
enum class lying { packed, sliced, turned, transposed, every_second };

template <class T>
T element(std::int64_t part, std::int64_t i) {
  return static_cast<T>(static_cast<float>((part * 31 + i) % 113));
}

/// The part of this number: its elements count up in C order.
template <class T, int Rank>
cp::ndarray<T, Rank> make_part(std::int64_t number, index_array<Rank> const& shape, lying how) {
  index_array<Rank> strides;
  std::int64_t step = how == lying::every_second ? 2 : 1, offset = how == lying::sliced ? 1 : 0;
  for (int i = 0; i < Rank; ++i) {
    int const axis = how == lying::transposed ? i : Rank - 1 - i;
    strides[axis] = step;
    step *= shape[axis] + (how == lying::sliced ? 3 : 0);
  }
  if (how == lying::turned && shape[0] > 0) {
    offset = (shape[0] - 1) * strides[0];
    strides[0] = -strides[0];
  }
  auto const host = cp::zeros<T, cp::host_space>(step + offset);
  std::int64_t const size = cp::size_of(shape);
  for (std::int64_t i = 0; i < size; ++i) {
    std::int64_t at = offset, rest = i;
    for (int k = Rank; k-- > 0; rest /= shape[k]) at += rest % shape[k] * strides[k];
    host.data()[at] = element<T>(number, i);
  }
  auto const memory = host.template to<cp::default_space>();
  return {memory.memory(), memory.data() + offset, shape, strides};
}

/// Elements of the join of these parts that are wrong.
template <class T, int Rank>
std::int64_t wrong(cp::ndarray<T, Rank> const& joined, std::vector<cp::ndarray<T, Rank>> const& parts, int axis) {
  auto const got = joined.to_host();
  if (!cp::is_contiguous(got.shape(), got.strides())) return -1;
  auto const steps = cp::contiguous_strides(got.shape());
  std::int64_t count = 0, begin = 0, number = 0;
  for (auto const& part : parts) {
    auto const shape = part.shape();
    std::int64_t const size = part.size();
    for (std::int64_t i = 0; i < size; ++i) {
      std::int64_t at = begin * steps[axis], rest = i;
      for (int k = Rank; k-- > 0; rest /= shape[k]) at += rest % shape[k] * steps[k];
      count += got.data()[at] != element<T>(number, i);
    }
    begin += shape[axis];
    ++number;
  }
  return begin == got.shape()[axis] ? count : -1;
}

/// So many parts of extents up to `most` along the axis, those of `lying` in turn; they and the join's launches.
template <class T>
void check(std::int64_t count, index_array<3> shape, int axis, std::int64_t most, std::vector<lying> const& how) {
  CAPTURE(count);
  CAPTURE(axis);
  CAPTURE(most);
  CAPTURE(sizeof(T));
  std::vector<cp::ndarray<T, 3>> parts;
  std::int64_t in_runs = 0, others = 0;
  for (std::int64_t k = 0; k < count; ++k) {
    shape[axis] = k % 5 == 3 ? 0 : (k * k * 7 + 3) % most + 1;
    lying const one = how[static_cast<std::size_t>(k) % how.size()];
    parts.push_back(make_part<T>(k, shape, one));
    if (parts.back().size() == 0) continue;
    (one == lying::packed || cp::is_contiguous(parts.back().shape(), parts.back().strides()) ? in_runs : others) += 1;
  }
  cp::ndarray<T, 3> joined;
  auto const n = launches([&] { joined = cp::concatenate(parts, axis); });
  CHECK(wrong(joined, parts, axis) == 0);
  CHECK(n >= (in_runs + 99) / 100);
  CHECK(n <= (in_runs + others + 99) / 100 + others);
  if (others == 0) CHECK(n == (in_runs + 99) / 100);
}

template <class T>
void check_all() {
  for (std::int64_t count : {1, 2, 7, 99, 100, 101, 250})
    for (int axis : {0, 1, 2}) {
      check<T>(count, {{3, 5, 7}}, axis, 6, {lying::packed});
      check<T>(count, {{2, 3, 8}}, axis, 16, {lying::packed, lying::sliced, lying::transposed});
    }
  for (int axis : {0, 1, 2}) {
    check<T>(9, {{1, 3, 5}}, axis, 4000, {lying::packed});
    check<T>(20, {{40, 3, 9}}, axis, 300, {lying::packed, lying::turned, lying::sliced});
    check<T>(30, {{2, 70, 2}}, axis, 31, {lying::every_second, lying::packed});
  }
}

template <std::size_t... I>
auto join_with(std::vector<cp::ndarray<float, 1>> const& v, cp::ndarray<std::int8_t, 1> const& last,
               std::index_sequence<I...>) {
  return cp::concatenate(v[I]..., last);
}

}  // namespace

TEST_CASE("parts of any number, extents and layouts: bytes") { check_all<std::uint8_t>(); }
TEST_CASE("parts of any number, extents and layouts: float16") { check_all<cp::float16>(); }
TEST_CASE("parts of any number, extents and layouts: float32") { check_all<float>(); }
TEST_CASE("parts of any number, extents and layouts: float64") { check_all<double>(); }
TEST_CASE("parts of any number, extents and layouts: complex128") { check_all<cp::complex128>(); }

TEST_CASE("long parts, which begin anywhere, beside tiny ones") {
  tests::host_threads const threads(4);
  std::vector<cp::ndarray<std::uint8_t, 1>> parts;
  std::int64_t number = 0;
  for (std::int64_t n : {1, 300001, 0, 3, 70000, 16, 100003, 1, 1, 65536})
    parts.push_back(make_part<std::uint8_t, 1>(number++, {{n}}, lying::packed));
  cp::ndarray<std::uint8_t, 1> joined;
  CHECK(launches([&] { joined = cp::concatenate(parts); }) == 1);
  CHECK(wrong(joined, parts, 0) == 0);
  std::vector<cp::ndarray<std::uint8_t, 2>> tables;
  number = 0;
  for (std::int64_t n : {1000, 1, 5000, 1024, 17})
    tables.push_back(make_part<std::uint8_t, 2>(number++, {{37, n}}, lying::packed));
  cp::ndarray<std::uint8_t, 2> wide;
  CHECK(launches([&] { wide = cp::hstack(tables); }) == 1);
  CHECK(wrong(wide, tables, 1) == 0);
}

TEST_CASE("columns of many rows, one element of each part in a row") {
  tests::host_threads const threads(4);
  for (std::int64_t count : {1, 3, 16, 130, 300}) {
    std::vector<cp::ndarray<float, 1>> parts;
    for (std::int64_t k = 0; k < count; ++k) parts.push_back(make_part<float, 1>(k, {{5001}}, lying::packed));
    cp::ndarray<float, 2> columns, rows;
    CHECK(launches([&] { columns = cp::column_stack(parts); }) == (count + 99) / 100);
    CHECK(launches([&] { rows = cp::vstack(parts); }) == (count + 99) / 100);
    auto const got = columns.to_host(), below = rows.to_host();
    std::int64_t bad = 0;
    for (std::int64_t i = 0; i < 5001; ++i)
      for (std::int64_t k = 0; k < count; ++k)
        bad += got(i, k) != element<float>(k, i) || below(k, i) != element<float>(k, i);
    CHECK(bad == 0);
  }
}

TEST_CASE("stacks of a list: a kernel each") {
  auto const a = cp::array<std::int16_t>({{1, 2, 3}, {4, 5, 6}}),
             b = cp::array<std::int16_t>({{7, 8, 9}, {10, 11, 12}});
  std::vector const both{a, b};
  std::vector const rows{a(0), b(1)};
  using shorts = std::vector<std::int16_t>;
  cp::ndarray<std::int16_t, 3> stacked, deep;
  cp::ndarray<std::int16_t, 2> wide, columns;
  CHECK(launches([&] { stacked = cp::stack(both, 1); }) == 1);
  CHECK(launches([&] { deep = cp::dstack(both); }) == 1);
  CHECK(launches([&] { wide = cp::hstack(both); }) == 1);
  CHECK(launches([&] { columns = cp::column_stack(rows); }) == 1);
  CHECK(equals<std::int16_t>(stacked, {2, 2, 3}, shorts{1, 2, 3, 7, 8, 9, 4, 5, 6, 10, 11, 12}));
  CHECK(equals<std::int16_t>(deep, {2, 3, 2}, shorts{1, 7, 2, 8, 3, 9, 4, 10, 5, 11, 6, 12}));
  CHECK(equals<std::int16_t>(wide, {2, 6}, shorts{1, 2, 3, 7, 8, 9, 4, 5, 6, 10, 11, 12}));
  CHECK(equals<std::int16_t>(columns, {3, 2}, shorts{1, 10, 2, 11, 3, 12}));
  CHECK(equals<std::int16_t>(cp::stack(rows, -1), {3, 2}, shorts{1, 10, 2, 11, 3, 12}));
  // Numbers, one array again and again, parts of stretched ones.
  std::vector<cp::ndarray<std::int16_t, 0>> const numbers(250, cp::ndarray<std::int16_t, 0>(6));
  cp::ndarray<std::int16_t, 1> line;
  CHECK(launches([&] { line = cp::stack(numbers); }) == 3);
  CHECK(equals<std::int16_t>(line, {250}, shorts(250, 6)));
  auto const stretched = cp::broadcast_to(cp::array<std::int16_t>({1, 2}), {3, 2});
  CHECK(equals<std::int16_t>(cp::concatenate(std::vector{stretched, stretched}, 1), {3, 4},
                             shorts{1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2}));
}

TEST_CASE("what has no elements") {
  auto const a = cp::ones<float>({2, 3}), none = cp::empty<float>({2, 0});
  CHECK(equals<float>(cp::concatenate(std::vector{none, a, none}, 1), {2, 3}, {1, 1, 1, 1, 1, 1}));
  cp::ndarray<float, 2> joined;
  CHECK(launches([&] { joined = cp::concatenate(std::vector{none, none, none}, 1); }) == 0);
  CHECK(equals<float>(joined, {2, 0}, {}));
  CHECK(launches([&] { joined = cp::concatenate(std::vector(3, none), 0); }) == 0);
  CHECK(equals<float>(joined, {6, 0}, {}));
}

TEST_CASE("expressions and other dtypes have kernels of their own") {
  auto const x = cp::arange<float>(5);
  using twice = decltype(x + x);
  cp::ndarray<float, 1> sums;
  CHECK(launches([&] { sums = cp::concatenate(std::vector<twice>(3, x + x)); }) == 3);
  CHECK(equals<float>(sums, {15}, {0, 2, 4, 6, 8, 0, 2, 4, 6, 8, 0, 2, 4, 6, 8}));
  // More operands than a kernel takes, of which one is converted.
  std::vector<cp::ndarray<float, 1>> const many(30, x);
  cp::ndarray<std::int8_t, 1> const last = cp::arange<std::int8_t>(3);
  cp::ndarray<float, 1> all;
  CHECK(launches([&] { all = join_with(many, last, std::make_index_sequence<30>()); }) == 2);
  CHECK(all.size() == 153);
  CHECK(all.item(152) == 2);
  CHECK(all.item(149) == 4);
}

TEST_CASE("a graph joins what its parts hold when it is launched") {
  std::vector<cp::ndarray<float, 1>> parts;
  for (int k = 0; k < 120; ++k) parts.push_back(cp::zeros<float>(k % 7));
  cp::ndarray<float, 1> const y = cp::empty<float>(cp::concatenate(parts).size());
  auto const graph = cp::capture([&] { y(cp::all) = cp::concatenate(parts); });
  for (float value : {3.0f, 1.0f}) {
    for (auto const& part : parts) part(cp::all) = value;
    graph.launch();
    CHECK(cp::sum(y).item() == value * static_cast<float>(y.size()));
  }
}
