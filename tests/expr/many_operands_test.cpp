// Plain expressions that name arrays up to 64 times, in each kernel form.
#include <doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <vector>

#include "array/values.hpp"

using namespace tests;

namespace {

/// Names its arguments 15 times; of small integers exact in every dtype below.
template <class A, class B>
auto fifteen(A const& a, B const& b) {
  return a * b + (a - b) * (a + b) - b * (a + a) + (a + b) - (b - a) * b + a;
}
/// 60 times.
template <class A, class B, class C>
auto sixty(A const& a, B const& b, C const& c) {
  return (fifteen(a, b) - fifteen(b, c)) + (fifteen(c, a) - fifteen(a, c));
}

template <class T>
T expected(T a, T b, T c) {
  return static_cast<T>(sixty(static_cast<double>(a), static_cast<double>(b), static_cast<double>(c)));
}

template <class T>
void elementwise() {
  std::int64_t const rows = 37, columns = 45;
  auto a = cp::zeros<T>({rows, columns}), b = cp::zeros<T>({rows, columns}), t = cp::zeros<T>({columns, rows});
  a = cp::astype<T>(cp::index<0>(a.shape()) % 5 + cp::index<1>(a.shape()) % 3);
  b = cp::astype<T>((cp::index<0>(a.shape()) + cp::index<1>(a.shape())) % 4);
  t = cp::astype<T>(cp::index<0>(t.shape()) % 3 - cp::index<1>(t.shape()) % 2);
  auto const va = values(a), vb = values(b), vt = values(t);
  auto const check = [&](auto const& got, auto const& third) {
    auto const v = values(got);
    bool same = v.size() == va.size();
    for (std::int64_t i = 0; same && i < rows; ++i)
      for (std::int64_t j = 0; j < columns; ++j) {
        auto const at = static_cast<std::size_t>(i * columns + j);
        same = same && v[at] == expected<T>(va[at], vb[at], third(i, j));
      }
    CHECK(same);
  };
  auto const at = [&](std::vector<T> const& v, std::int64_t i) { return v[static_cast<std::size_t>(i)]; };
  auto const run = [&](cp::ndarray<T, 2> const& third, cp::ndarray<T, 2> to) {
    to = sixty(a, b, third);
    return to;
  };
  auto const fresh = [&] { return cp::zeros<T>({rows, columns}); };
  // One run, rows apart, one row for all, one element a row, transposed.
  check(run(b, fresh()), [&](auto i, auto j) { return at(vb, i * columns + j); });
  check(run(b, cp::zeros<T>({rows, columns + 3})(cp::all, cp::slice(0, columns))),
        [&](auto i, auto j) { return at(vb, i * columns + j); });
  check(run(b(cp::slice(2, 3), cp::all), fresh()), [&](auto, auto j) { return at(vb, 2 * columns + j); });
  check(run(b(cp::all, cp::slice(2, 3)), fresh()), [&](auto i, auto) { return at(vb, i * columns + 2); });
  check(run(t.T(), fresh()), [&](auto i, auto j) { return at(vt, j * rows + i); });
}

template <class T>
void folds() {
  std::int64_t const rows = 37, columns = 300;
  auto a = cp::zeros<T>({rows, columns}), b = cp::zeros<T>({rows, columns});
  a = cp::astype<T>(cp::index<0>(a.shape()) % 5 + cp::index<1>(a.shape()) % 3);
  b = cp::astype<T>((cp::index<0>(a.shape()) + cp::index<1>(a.shape())) % 4);
  cp::ndarray<T, 1> const row = b(2, cp::all);
  auto const va = values(a), vb = values(b), vr = values(row);
  std::vector<double> by_row(static_cast<std::size_t>(rows)), by_column(static_cast<std::size_t>(columns)),
      running(by_column);
  double all = 0;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j) {
      auto const at = static_cast<std::size_t>(i * columns + j);
      double const v = sixty(static_cast<double>(va[at]), static_cast<double>(vb[at]),
                             static_cast<double>(vr[static_cast<std::size_t>(j)]));
      by_row[static_cast<std::size_t>(i)] += v, by_column[static_cast<std::size_t>(j)] += v, all += v;
      if (i == 0) running[static_cast<std::size_t>(j)] = by_row[0];
    }
  auto const e = sixty(a, b, row);
  auto const as_double = [](auto const& got) {
    auto const v = values(got);
    return std::vector<double>(v.begin(), v.end());
  };
  CHECK(as_double(cp::eval(cp::sum(e, cp::axis<1>))) == by_row);
  CHECK(as_double(cp::eval(cp::sum(e, cp::axis<0>))) == by_column);
  CHECK(static_cast<double>(cp::sum(e).item()) == all);
  CHECK(as_double(cp::eval(cp::cumsum(sixty(a(0, cp::all), b(0, cp::all), row)))) == running);
  // A row kernel: reductions and elements of one.
  cp::ndarray<T, 2> const centred =
      fifteen(a, b) + fifteen(b, a) - cp::max(fifteen(a, a) + fifteen(b, b), cp::axis<1>, cp::keepdims);
  cp::ndarray<T, 2> const x = fifteen(a, b) + fifteen(b, a), y = fifteen(a, a) + fifteen(b, b);
  CHECK(values(centred) == values(x - cp::max(y, cp::axis<1>, cp::keepdims)));
}

}  // namespace

TEST_CASE("an expression may name arrays 63 times") {
  elementwise<float>();
  elementwise<double>();
}

TEST_CASE("reductions and scans of expressions that name arrays 60 times") { folds<float>(); }
