// Sequences, grids and powers against NumPy's.
#include <doctest.h>

#include <cmath>
#include <fuse/fuse.hpp>
#include <type_traits>

#include "close.hpp"
#include "values.hpp"

using namespace tests;

namespace {

template <class T, int N>
auto array(cp::extent const (&shape)[N], std::vector<T> const& elements) {
  return cp::eval(cp::reshape(cp::asarray(elements), shape));
}

/// As `equals`, but for so many epsilons.
template <class T, cp::expression E>
bool near(E const& e, longs const& shape, std::vector<T> const& expected, double epsilons) {
  static_assert(std::is_same_v<typename E::value_type, T>, "the dtype is another one");
  auto const a = cp::eval(e);
  auto const found = values(a);
  if (list_of(a.shape()) != shape || found.size() != expected.size()) return false;
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (!close(found[i], expected[i], epsilons)) return false;
  return true;
}
template <class T>
std::int64_t count(std::vector<T> const& v) {
  return static_cast<std::int64_t>(v.size());
}
/// Near in each element's own magnitude.
bool in_proportion(cp::ndarray<double, 1> const& a, doubles const& expected) {
  auto const found = values(a);
  if (found.size() != expected.size()) return false;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    double const x = found[i], y = expected[i];
    if (!((x != x && y != y) || std::abs(x - y) <= 0x1p-49 * std::abs(y) * (1 + std::abs(std::log(std::abs(y))))))
      return false;
  }
  return true;
}

}  // namespace

// covers: cupy.logspace
TEST_CASE("logspace and geomspace are NumPy's") {
#define LOGSPACE(START, STOP, N, ENDPOINT, BASE, ...) \
  CHECK(in_proportion(cp::logspace(START, STOP, N, ENDPOINT, BASE), doubles __VA_ARGS__));
#define LOGSPACE_INT(START, STOP, N, ENDPOINT, BASE, ...) \
  CHECK(equals<std::int64_t>(cp::logspace<std::int64_t>(START, STOP, N, ENDPOINT, BASE), {N}, longs __VA_ARGS__));
#define GEOMSPACE(START, STOP, N, ENDPOINT, ...) \
  CHECK(in_proportion(cp::geomspace(START, STOP, N, ENDPOINT), doubles __VA_ARGS__));
#define GEOMSPACE_INT(START, STOP, N, ENDPOINT, ...) \
  CHECK(equals<std::int64_t>(cp::geomspace<std::int64_t>(START, STOP, N, ENDPOINT), {N}, longs __VA_ARGS__));
#include "data/surface/sequences.inc"
  CHECK(equals<float>(cp::logspace<float>(0, 2, 3), {3}, {1, 10, 100}));
  CHECK(cp::logspace(0, 1).size() == 50);
}

// covers: cupy.linspace; cupy.vander; cupy.indices
TEST_CASE("linspace between arrays, vander and indices are NumPy's") {
#define LINSPACE_ARRAYS(T, START, STOP, N, ENDPOINT, SHAPE, ...) \
  CHECK(near<T>(cp::linspace(START, STOP, N, ENDPOINT), SHAPE, std::vector<T> __VA_ARGS__, 1));
#define VANDER(X, N, INCREASING, T, SHAPE, ...) \
  CHECK(near<T>(cp::vander(X, N, INCREASING), SHAPE, std::vector<T> __VA_ARGS__, 8));
#define INDICES(SHAPE, RESULT, ...) CHECK(equals<std::int64_t>(cp::indices SHAPE, RESULT, longs __VA_ARGS__));
#include "data/surface/grids.inc"
  CHECK(equals<std::int64_t>(cp::vander(cp::array<std::int32_t>({2, 3})), {2, 2}, {2, 1, 3, 1}));
  CHECK_THROWS_AS((void)cp::vander(cp::array<std::int32_t>({2, 3}), std::int64_t{1} << 62), cp::shape_error);
  CHECK(cp::vander(cp::array<std::int32_t>({2, 3}), 0).size() == 0);
  CHECK(equals<float>(cp::indices<float>({2}), {1, 2}, {0, 1}));
  CHECK(equals<double>(cp::linspace(cp::array<double>({{0, 1}})(cp::all, 1) * 2, 4, 3), {3, 1}, {2, 3, 4}));
}

// covers: cupy.diag_indices; cupy.diag_indices_from; cupy.ix_
TEST_CASE("index arrays of diagonals and grids") {
  auto const a = counted({3, 3});
  auto const [i, j] = cp::diag_indices<2>(3);
  CHECK(equals<std::int64_t>(i, {3}, {0, 1, 2}));
  CHECK(equals<std::int64_t>(j, {3}, {0, 1, 2}));
  CHECK(equals<std::int32_t>(a(i, j), {3}, {0, 4, 8}));
  auto const [k, l, m] = cp::diag_indices_from(cp::zeros({2, 2, 2}));
  CHECK(equals<std::int64_t>(k, {2}, {0, 1}));
  CHECK(equals<std::int64_t>(m + l, {2}, {0, 2}));
  auto const [rows, columns] = cp::ix_(cp::array<std::int64_t>({2, 0}), cp::array<std::int32_t>({1, 2, 1}));
  CHECK(equals<std::int64_t>(rows, {2, 1}, {2, 0}));
  CHECK(equals<std::int32_t>(columns, {1, 3}, {1, 2, 1}));
  CHECK(equals<std::int32_t>(a(rows, columns), {2, 3}, {7, 8, 7, 1, 2, 1}));
  CHECK_THROWS_WITH_AS((void)cp::diag_indices_from(counted({2, 3})),
                       "cp::diag_indices_from: all extents must be equal, those of (2, 3) are not", cp::shape_error);
}

TEST_CASE("sequences refuse what they cannot be") {
  CHECK_THROWS_WITH_AS((void)cp::logspace(0, 1, -1), "cp::logspace: the number of samples cannot be negative, as -1",
                       cp::value_error);
  CHECK_THROWS_WITH_AS((void)cp::geomspace(0, 1), "cp::geomspace: a geometric sequence cannot have the end 0",
                       cp::value_error);
  CHECK_THROWS_AS((void)cp::geomspace(1, 0), cp::value_error);
  CHECK_THROWS_AS((void)cp::logspace<std::int8_t>(0, 3), cp::value_error);
  CHECK_THROWS_AS((void)cp::geomspace<std::uint8_t>(-1, -3), cp::value_error);
  CHECK(cp::geomspace<std::int8_t>(1, 128, 7, false).item(6) >= 63);
  CHECK_THROWS_WITH_AS((void)cp::linspace(cp::zeros(2), 1, -3),
                       "cp::linspace: the number of samples cannot be negative, as -3", cp::value_error);
  CHECK_THROWS_WITH_AS((void)cp::vander(cp::zeros(2), -1),
                       "cp::vander: the number of columns cannot be negative, as -1", cp::value_error);
  CHECK_THROWS_AS((void)cp::eval(cp::linspace(cp::zeros(2), cp::zeros(3), 4)), cp::shape_error);
}

TEST_CASE("linspace of arrays and vander are lazy") {
  auto const x = cp::arange(5.0);
  auto const before = cp::count();
  cp::ndarray<double, 2> const y = cp::vander(x, 3) * 2, z = cp::linspace(x, 1, 4) + 1;
  CHECK((cp::count() - before).launches == 2);
  CHECK(y.size() + z.size() == 35);
}

TEST_CASE("powers and ratios between ends that are arrays") {
  auto const g = cp::geomspace(cp::array({1, 2}), cp::array({1000, 16}), 4);
  CHECK(list_of(cp::eval(g).shape()) == longs{4, 2});
  CHECK(in_proportion(cp::ravel(g), {1, 2, 10, 4, 100, 8, 1000, 16}));
  CHECK(in_proportion(cp::ravel(cp::geomspace(cp::array({-1.0, 2.0}), cp::array({-8.0, 16.0}), 3, false)),
                      {-1, 2, -2, 4, -4, 8}));
  CHECK(in_proportion(cp::ravel(cp::logspace(cp::array({0, 1}), cp::array({2, 3}), 3)), {1, 10, 10, 100, 100, 1000}));
  auto const f = cp::logspace(cp::array<float>({0, 1}), 2, 3, true, 2);
  static_assert(std::is_same_v<decltype(f)::value_type, float>);
  CHECK(values(f)[1] == 2);
  CHECK(values(f)[4] == 4);
  CHECK_THROWS_AS((void)cp::geomspace(cp::array({1, 2}), 3, -1), cp::value_error);
}
