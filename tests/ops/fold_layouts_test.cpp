// Folds of arrays in host memory: the same bits however the elements lie along a row, for any number of threads, close
// to loops in float64, for lengths around the blocks, groups and parts that the host folds at once.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <limits>

#include "running.hpp"

namespace {

template <class T, int N>
using array = cp::ndarray<T, N, cp::host_space>;

/// Numbers in [-1, 1) that differ from place to place.
array<float, 1> numbers(std::int64_t n) {
  array<float, 1> a = cp::empty<float, cp::host_space>(n);
  for (std::int64_t i = 0; i < n; ++i) a.data()[i] = static_cast<float>(i * 7919 % 8191) / 4096.0f - 1;
  return a;
}
template <int N>
bool same(array<float, N> const& a, array<float, N> const& b) {
  if (!(a.shape() == b.shape())) return false;
  for (std::int64_t i = 0; i < a.size(); ++i)
    if (!(a.data()[i] == b.data()[i])) return false;
  return true;
}

constexpr auto softmax = cp::fuse([](auto v) {
  auto const e = cp::exp(v - cp::max(v, cp::axis<-1>, cp::keepdims));
  return e / cp::sum(e, cp::axis<-1>, cp::keepdims);
});

/// A matrix whose rows are the same, with elements two apart.
array<float, 2> spread(array<float, 2> const& x) {
  array<float, 2> wide = cp::full<float, cp::host_space>({x.shape()[0], 2 * x.shape()[1]}, 7.0f);
  array<float, 2> const view = wide(cp::all, cp::slice(0, cp::end, 2));
  view(cp::all) = x;
  return view;
}

void check(std::int64_t rows, std::int64_t columns) {
  CAPTURE(rows);
  CAPTURE(columns);
  array<float, 2> const x = cp::reshape(numbers(rows * columns), {rows, columns}), apart = spread(x);
  array<float, 1> const sums = cp::sum(x, cp::axis<1>), most = cp::max(x, cp::axis<1>),
                        variances = cp::var(x, cp::axis<1>), down = cp::sum(x, cp::axis<0>);
  array<float, 2> const soft = softmax(x);
  for (std::int64_t r = 0; r < rows; ++r) {
    double sum = 0, largest = -2, magnitude = 0, squares = 0, weights = 0;
    float const* const p = x.data() + r * columns;
    for (std::int64_t c = 0; c < columns; ++c)
      sum += p[c], magnitude += std::abs(p[c]), largest = std::fmax(largest, p[c]);
    double const mean = sum / static_cast<double>(columns);
    for (std::int64_t c = 0; c < columns; ++c)
      squares += (p[c] - mean) * (p[c] - mean), weights += std::exp(p[c] - largest);
    CHECK(std::abs(sums.data()[r] - sum) <= 1e-6 * magnitude);
    CHECK(most.data()[r] == largest);
    CHECK(std::abs(variances.data()[r] - squares / static_cast<double>(columns)) <= 1e-6);
    for (std::int64_t c = 0; c < columns; c += 1 + columns / 50)
      CHECK(std::abs(soft.data()[r * columns + c] * weights / std::exp(p[c] - largest) - 1) < 4e-6);
  }
  for (std::int64_t c = 0; c < columns; c += 1 + columns / 50) {
    double sum = 0, magnitude = 0;
    for (std::int64_t r = 0; r < rows; ++r)
      sum += x.data()[r * columns + c], magnitude += std::abs(x.data()[r * columns + c]);
    CHECK(std::abs(down.data()[c] - sum) <= 1e-6 * magnitude);
  }
  for (int t : {1, 3}) {
    tests::host_threads const threads(t);
    CHECK(same<1>(sums, cp::sum(apart, cp::axis<1>)));
    CHECK(same<1>(most, cp::max(apart, cp::axis<1>)));
    CHECK(same<1>(variances, cp::var(apart, cp::axis<1>)));
    CHECK(same<1>(down, cp::sum(apart, cp::axis<0>)));
    CHECK(same<1>(sums, cp::sum(x, cp::axis<1>)));
    CHECK(same<1>(down, cp::sum(x, cp::axis<0>)));
    CHECK(same<2>(soft, softmax(x)));
    array<float, 2> in_place = x.copy();
    in_place(cp::all) = softmax(in_place);
    CHECK(same<2>(soft, in_place));
    array<float, 1> strided = cp::full<float, cp::host_space>({2 * rows}, 0.0f);
    strided(cp::slice(0, cp::end, 2)) = cp::sum(x, cp::axis<1>);
    CHECK(same<1>(sums, cp::eval(strided(cp::slice(0, cp::end, 2)) * 1.0f)));
    cp::graph const g = cp::capture([&] { strided(cp::slice(0, cp::end, 2)) = cp::max(x, cp::axis<1>); }, false);
    g.launch();
    CHECK(same<1>(most, cp::eval(strided(cp::slice(0, cp::end, 2)) * 1.0f)));
  }
}

}  // namespace

TEST_CASE("folds do not depend on where elements lie, nor on threads") {
  for (std::int64_t const columns :
       {1, 2, 3, 15, 16, 17, 31, 63, 64, 65, 80, 127, 1000, 1023, 1024, 1025, 1039, 2049, 16384, 16390, 17408, 40000})
    for (std::int64_t const rows : {1, 2, 7}) check(rows, columns);
  check(70, 70000);
  check(3, 300000);
  check(700, 33);
  check(3000, 5);
  check(150, 2100);
  check(131, 4);
}

TEST_CASE("folds of several axes take what lies apart in blocks as if it lay together") {
  array<float, 2> const x = cp::reshape(numbers(300 * 1500), {300, 1500});
  array<float, 2> const view = x(cp::all, cp::slice(0, 7)), longer = x(cp::all, cp::slice(100, 1200));
  CHECK(cp::sum(view).item() == cp::sum(view.copy()).item());
  CHECK(cp::var(view).item() == cp::var(view.copy()).item());
  CHECK(cp::sum(longer).item() == cp::sum(longer.copy()).item());
  CHECK(cp::max(longer).item() == cp::max(longer.copy()).item());
}

namespace {

/// Rows of sums a(r, c) + b(r, c) by loops in float64, and what folds of their expression give.
template <class A, class B>
void check_stretched(array<float, 2> const& a, array<float, 2> const& b, A const& x, B const& y) {
  std::int64_t const rows = a.shape()[0], columns = a.shape()[1];
  CAPTURE(rows);
  CAPTURE(columns);
  array<float, 2> const whole = a + b;
  for (int t : {1, 2}) {
    tests::host_threads const threads(t);
    array<float, 1> const across = cp::sum(x + y, cp::axis<1>), down = cp::sum(x + y, cp::axis<0>);
    array<std::int64_t, 1> const first = cp::argmin(x + y, cp::axis<1>), first_down = cp::argmin(x + y, cp::axis<0>);
    array<float, 2> const centred = x + y - cp::mean(x + y, cp::axis<1>, cp::keepdims);
    CHECK(same<1>(across, cp::sum(whole, cp::axis<1>)));
    CHECK(same<1>(down, cp::sum(whole, cp::axis<0>)));
    bool right = true;
    for (std::int64_t r = 0; r < rows; ++r) {
      double sum = 0, magnitude = 1;
      std::int64_t least = 0;
      float const* const p = whole.data() + r * columns;
      for (std::int64_t c = 0; c < columns; ++c)
        sum += p[c], magnitude += std::abs(p[c]), least = p[c] < p[least] ? c : least;
      right = right && first.data()[r] == least && std::abs(across.data()[r] - sum) <= 1e-6 * magnitude;
      for (std::int64_t c = 0; c < columns; ++c)
        right = right && std::abs(centred.data()[r * columns + c] - (p[c] - sum / static_cast<double>(columns))) <=
                             1e-6 * magnitude;
    }
    for (std::int64_t c = 0; c < columns; ++c) {
      std::int64_t least = 0;
      for (std::int64_t r = 0; r < rows; ++r)
        least = whole.data()[r * columns + c] < whole.data()[least * columns + c] ? r : least;
      right = right && first_down.data()[c] == least;
    }
    CHECK(right);
  }
}

}  // namespace

TEST_CASE("operands that are stretched, transposed or computed are folded as what they come to") {
  for (std::int64_t const columns : {1, 2, 3, 4, 5, 8, 15, 17, 31, 33, 63, 64, 65, 100, 1023, 1025})
    for (std::int64_t const rows : {1, 3, 15, 16, 17, 40, 130, 700}) {
      array<float, 2> const full = cp::reshape(numbers(rows * columns), {rows, columns}),
                            turned = cp::reshape(numbers(rows * columns), {columns, rows}).T();
      array<float, 2> const row = cp::reshape(numbers(columns), {1, columns}),
                            column = cp::reshape(numbers(rows), {rows, 1});
      array<float, 2> const rows_of = cp::broadcast_to(row, {rows, columns}),
                            columns_of = cp::broadcast_to(column, {rows, columns});
      check_stretched(rows_of, columns_of, row, column);
      check_stretched(full, columns_of, full, column);
      check_stretched(turned, rows_of, turned, row);
      check_stretched(turned, columns_of, turned, column);
      auto const places = cp::arange<float, cp::host_space>(static_cast<float>(rows))(cp::all, cp::newaxis) * 3.0f +
                          cp::arange<float, cp::host_space>(static_cast<float>(columns));
      array<float, 2> const stored = places;
      check_stretched(stored, full, places, full);
    }
}

TEST_CASE("a stretched operand whose own elements lie apart") {
  for (std::int64_t const rows : {1, 2, 7, 64, 130})
    for (std::int64_t const columns : {1, 3, 16, 100, 1025}) {
      CAPTURE(rows);
      CAPTURE(columns);
      array<float, 2> const full = cp::reshape(numbers(rows * columns), {rows, columns});
      array<float, 1> const wide = numbers(3 * columns), tall = numbers(3 * rows);
      array<float, 1> const row = wide(cp::slice(0, cp::end, 3)), column = tall(cp::slice(0, cp::end, 3)),
                            row_copy = row.copy(), column_copy = column.copy();
      array<float, 1> const down = cp::sum(full * row, cp::axis<0>),
                            along = cp::sum(full * column(cp::all, cp::newaxis), cp::axis<1>);
      CHECK(same(down, array<float, 1>(cp::sum(full * row_copy, cp::axis<0>))));
      CHECK(same(along, array<float, 1>(cp::sum(full * column_copy(cp::all, cp::newaxis), cp::axis<1>))));
      CHECK(same(array<float, 1>(cp::max(full + row, cp::axis<0>)),
                 array<float, 1>(cp::max(full + row_copy, cp::axis<0>))));
      for (std::int64_t c = 0; c < columns; c += 1 + columns / 7) {
        double sum = 0, magnitude = 1;
        for (std::int64_t r = 0; r < rows; ++r) {
          double const x = full.data()[r * columns + c] * row_copy.data()[c];
          sum += x, magnitude += std::abs(x);
        }
        CHECK(std::abs(down.data()[c] - sum) <= 1e-6 * magnitude);
      }
    }
}

namespace {

/// Folds and scans down columns of what nothing in memory tells the order of.
template <class E>
void check_columns(E const& e) {
  array<float, 2> const whole = e;
  CAPTURE(whole.shape()[0]);
  CAPTURE(whole.shape()[1]);
  for (int t : {1, 2}) {
    tests::host_threads const threads(t);
    CHECK(same<1>(cp::sum(e, cp::axis<0>), cp::sum(whole, cp::axis<0>)));
    CHECK(same<1>(cp::max(e, cp::axis<0>), cp::max(whole, cp::axis<0>)));
    CHECK(same<1>(cp::var(e, cp::axis<0>), cp::var(whole, cp::axis<0>)));
    CHECK(same<1>(cp::sum(e, cp::axis<1>), cp::sum(whole, cp::axis<1>)));
    CHECK(same<2>(cp::cumsum(e, cp::axis<0>), cp::cumsum(whole, cp::axis<0>)));
    array<std::int64_t, 1> const least = cp::argmin(e, cp::axis<0>), wanted = cp::argmin(whole, cp::axis<0>);
    std::int64_t wrong = 0;
    for (std::int64_t c = 0; c < least.size(); ++c) wrong += least.data()[c] != wanted.data()[c];
    CHECK(wrong == 0);
  }
}

}  // namespace

TEST_CASE("columns of what is rolled, repeated, joined or turned around") {
  for (auto const& [rows, columns] : {std::pair<std::int64_t, std::int64_t>{700, 33}, {3, 70}, {131, 1}, {400, 1025}}) {
    array<float, 2> const x = cp::reshape(numbers(rows * columns), {rows, columns});
    check_columns(cp::roll(x, 2, 0));
    check_columns(cp::roll(x, 1, 1));
    check_columns(cp::repeat(x, 2, 0));
    check_columns(cp::tile(x, {2, 1}));
    check_columns(cp::concatenate<0>(x, x));
    check_columns(cp::flip(x));
    check_columns(cp::flip(x, 1) + 1.0f);
    array<float, 2> const wide = cp::reshape(numbers(6 * rows * columns), {3 * rows, 2 * columns});
    check_columns(wide(cp::slice(0, cp::end, 3), cp::slice(0, cp::end, 2)));
    check_columns(wide(cp::slice(cp::end, cp::end, -3), cp::slice(cp::end, cp::end, -2)));
  }
}

TEST_CASE("of equal elements the first one's place counts") {
  for (std::int64_t const n : {2, 5, 17, 40, 100, 300, 2000})
    for (std::int64_t const step : {1, 3, 4, 7, 8, 15, 16, 31, 32, 64, 127}) {
      CAPTURE(n);
      CAPTURE(step);
      for (std::int64_t first = 0; first < n; first += 1 + n / 9) {
        array<double, 1> x = cp::zeros<double, cp::host_space>(n);
        for (std::int64_t i = first; i < n; i += step) x.data()[i] = 5;
        array<double, 2> const rows = cp::broadcast_to(x(cp::all, cp::newaxis), {n, 3});
        CHECK(cp::argmax(x).item() == first);
        CHECK(cp::argmin(-x).item() == first);
        CHECK(cp::argmax(cp::astype<std::int16_t>(x)).item() == first);
        CHECK(cp::argmax(x(cp::slice(cp::end, cp::end, -1))).item() == (n - 1 - first) % step);
        array<std::int64_t, 1> const down = cp::argmax(rows, cp::axis<0>);
        CHECK(down.data()[2] == first);
      }
    }
}

TEST_CASE("folds of the middle axis of three, short ones too") {
  for (std::int64_t const outer : {1, 5, 17, 70, 1000})
    for (std::int64_t const n : {1, 2, 3, 7, 15, 64, 70})
      for (std::int64_t const inner : {1, 2, 3, 15, 16, 40}) {
        CAPTURE(outer);
        CAPTURE(n);
        CAPTURE(inner);
        array<float, 3> const x = cp::reshape(numbers(outer * n * inner), {outer, n, inner});
        for (int t : {1, 2}) {
          tests::host_threads const threads(t);
          array<float, 2> const sums = cp::sum(x, cp::axis<1>);
          array<std::int64_t, 2> const first = cp::argmin(x, cp::axis<1>);
          array<float, 3> const centred = x - cp::mean(x, cp::axis<1>, cp::keepdims);
          bool right = true;
          for (std::int64_t i = 0; i < outer; ++i)
            for (std::int64_t k = 0; k < inner; ++k) {
              float const* const p = x.data() + i * n * inner + k;
              double sum = 0, magnitude = 1;
              std::int64_t least = 0;
              for (std::int64_t m = 0; m < n; ++m) {
                sum += p[m * inner], magnitude += std::abs(p[m * inner]);
                least = p[m * inner] < p[least * inner] ? m : least;
              }
              right = right && std::abs(sums.data()[i * inner + k] - sum) <= 1e-6 * magnitude &&
                      first.data()[i * inner + k] == least;
              for (std::int64_t m = 0; m < n; ++m)
                right = right && std::abs(centred.data()[(i * n + m) * inner + k] -
                                          (p[m * inner] - sum / static_cast<double>(n))) <= 1e-6 * magnitude;
            }
          CHECK(right);
        }
      }
}

TEST_CASE("what lies in one run becomes one result with the bits of what lies apart") {
  for (std::int64_t const n : {1, 2, 15, 16, 17, 63, 64, 65, 100, 127, 1000, 1023, 1024, 1025, 5000}) {
    CAPTURE(n);
    array<float, 1> const x = numbers(n), wide = cp::full<float, cp::host_space>({2 * n}, 7.0f),
                          apart = wide(cp::slice(0, cp::end, 2));
    apart(cp::all) = x;
    CHECK(cp::sum(x).item() == cp::sum(apart).item());
    CHECK(cp::sum(x * x).item() == cp::sum(apart * apart).item());
    CHECK(cp::var(x).item() == cp::var(apart).item());
    CHECK(cp::max(x).item() == cp::max(apart).item());
    CHECK(cp::sum(cp::reshape(x, {1, n}), cp::axis<1>).item() == cp::sum(x).item());
  }
}

TEST_CASE("a NaN is the largest and the smallest element wherever it lies") {
  for (std::int64_t const n : {1, 5, 16, 64, 130, 1100})
    for (std::int64_t place = 0; place<n; place += n> 130 ? 97 : 1) {
      array<float, 1> const x = numbers(n);
      x.data()[place] = std::numeric_limits<float>::quiet_NaN();
      CAPTURE(n);
      CAPTURE(place);
      CHECK(std::isnan(cp::max(x).item()));
      CHECK(std::isnan(cp::min(x).item()));
    }
}
