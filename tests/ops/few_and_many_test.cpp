// Means and variances of few elements, whose number all results have in common: quotients are rounded once. Folds of so
// many elements that the groups of results are a few more than there is room for at once.
#include <doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <limits>
#include <vector>

#include "array/values.hpp"

namespace {

/// Numbers of all sizes: neighbours of the ends of the range, subnormal ones, zeros, and others.
std::vector<double> of_all_sizes(std::int64_t n) {
  std::vector<double> x;
  std::uint64_t state = 1;
  for (std::int64_t i = 0; i < n; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    double const unit = static_cast<double>(state >> 11) / 9007199254740992.0 - 0.5;
    int const kind = static_cast<int>(i / 16 % 8);
    x.push_back(kind == 0   ? unit * 1e300
                : kind == 1 ? unit * 1e-300
                : kind == 2 ? unit * 4e-323
                : kind == 3 ? 0.0
                : kind == 4 ? std::round(unit * 100)
                            : unit);
  }
  return x;
}

void check_means(std::int64_t columns) {
  CAPTURE(columns);
  std::int64_t const rows = 200001;
  auto const x = of_all_sizes(rows * columns);
  auto const mean = tests::values(cp::eval(cp::mean(cp::reshape(cp::asarray(x), {rows, columns}), cp::axis<1>)));
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < rows; ++i) {
    double sum = x[static_cast<std::size_t>(i * columns)];
    for (std::int64_t j = 1; j < columns; ++j) sum += x[static_cast<std::size_t>(i * columns + j)];
    double const right = sum / static_cast<double>(columns), got = mean[static_cast<std::size_t>(i)];
    wrong += got != right;
  }
  CHECK(wrong == 0);
}

void check_variances(std::int64_t columns) {
  CAPTURE(columns);
  std::int64_t const rows = 200001;
  auto const x = cp::eval(
      cp::reshape(cp::astype<double>(cp::arange<std::int64_t>(rows * columns) * 7919 % 8191), {rows, columns}));
  auto const a = tests::values(x), variance = tests::values(cp::eval(cp::var(x, cp::axis<1>))),
             deviation = tests::values(cp::eval(cp::std(x, cp::axis<1>, cp::ddof<1>))),
             masked = tests::values(cp::eval(cp::var(x, cp::axis<1>, cp::where(x > 100))));
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < rows; ++i) {
    double sum = 0, squares = 0, some = 0, some_squares = 0, n = 0;
    for (std::int64_t j = 0; j < columns; ++j) sum += a[static_cast<std::size_t>(i * columns + j)];
    for (std::int64_t j = 0; j < columns; ++j)
      if (a[static_cast<std::size_t>(i * columns + j)] > 100) some += a[static_cast<std::size_t>(i * columns + j)], ++n;
    for (std::int64_t j = 0; j < columns; ++j) {
      double const v = a[static_cast<std::size_t>(i * columns + j)], d = v - sum / static_cast<double>(columns);
      squares += d * d;
      if (v > 100) some_squares += (v - some / n) * (v - some / n);
    }
    auto const near = [](double got, double right) { return std::abs(got - right) <= 1e-13 * (right + 1); };
    auto const r = static_cast<std::size_t>(i);
    wrong += !near(variance[r], squares / static_cast<double>(columns));
    if (columns > 1) wrong += !near(deviation[r], std::sqrt(squares / static_cast<double>(columns - 1)));
    if (n > 0) wrong += !near(masked[r], some_squares / n);
  }
  CHECK(wrong == 0);
}

void check_sums(std::int64_t planes, std::int64_t results, std::int64_t columns) {
  CAPTURE(results);
  CAPTURE(columns);
  auto const x = cp::eval(cp::reshape(cp::astype<float>(cp::arange<std::int64_t>(planes * results * columns) * 7 % 31),
                                      {planes, results, columns}));
  auto const sums = tests::values(cp::eval(cp::sum(x, cp::axis<0, 2>)));
  auto const a = tests::values(x);
  std::vector<double> right(static_cast<std::size_t>(results));
  for (std::int64_t p = 0; p < planes; ++p)
    for (std::int64_t r = 0; r < results; ++r)
      for (std::int64_t c = 0; c < columns; ++c)
        right[static_cast<std::size_t>(r)] += a[static_cast<std::size_t>((p * results + r) * columns + c)];
  std::int64_t wrong = 0;
  for (std::int64_t r = 0; r < results; ++r)
    wrong += static_cast<double>(sums[static_cast<std::size_t>(r)]) != right[static_cast<std::size_t>(r)];
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("means of few float64 are quotients that are rounded once") {
  for (std::int64_t const columns : {1, 2, 3}) check_means(columns);
}

TEST_CASE("variances of few float64, of all and of those that a mask takes") {
  for (std::int64_t const columns : {1, 2, 3, 8}) check_variances(columns);
}

TEST_CASE("long folds of some hundred and some thousand results along axes that lie apart") {
  for (std::int64_t const results : {390, 401, 800, 1700, 2900}) {
    check_sums(9, results, 132);
    check_sums(9, results, 57);
  }
}
