// Rows of elements of 2 and 4 bytes that begin anywhere, beside operands and results that begin elsewhere, against
// loops in float64.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>

namespace {

/// Numbers in [-4, 4) that differ from place to place.
template <class T>
cp::ndarray<T, 2> numbers(std::int64_t rows, std::int64_t columns) {
  auto const i = cp::index<0>({rows, columns}) * columns + cp::index<1>({rows, columns});
  return cp::astype<T>((i * 7919 + cp::floor_divide(i, 97) * 31) % 8191 / 1024.0f - 4.0f);
}

/// (x - mean) * gamma + beta; nothing beside the rows is written.
template <class T>
void check_offsets(std::int64_t n, std::int64_t pitch, double bound) {
  constexpr std::int64_t rows = 5;
  CAPTURE(n);
  // (A row more of each: the last word that is read may end behind an array, where compute-sanitizer finds nothing
  // written.)
  auto const x = numbers<T>(rows + 1, pitch)(cp::slice(0, rows));
  auto const beside = numbers<T>(3, pitch);
  auto const gamma = beside(0), beta = beside(1);
  auto const v = x.to_host(), w = beside.to_host();
  for (std::int64_t const from : {0, 1, 3, 8}) {
    for (std::int64_t const to : {0, 1, 5}) {
      std::int64_t const other = (from + to) % 3;
      if (from + n > pitch || to + n > pitch || other + n > pitch) continue;
      CAPTURE(from);
      CAPTURE(to);
      auto const z = cp::full<T>({rows, pitch}, T(9.0f));
      auto const part = x(cp::all, cp::slice(from, from + n));
      z(cp::all, cp::slice(to, to + n)) =
          (part - cp::mean(part, cp::axis<1>, cp::keepdims)) * gamma(cp::slice(other, other + n)) +
          beta(cp::slice(other, other + n));
      auto const got = z.to_host();
      double worst = 0;
      std::int64_t written = 0;
      for (std::int64_t r = 0; r < rows; ++r) {
        double mean = 0;
        for (std::int64_t c = 0; c < n; ++c) mean += double(v(r, from + c)) / double(n);
        for (std::int64_t c = 0; c < pitch; ++c) {
          std::int64_t const k = c - to;
          if (k < 0 || k >= n)
            written += double(got(r, c)) != 9;
          else
            worst = std::fmax(
                worst, std::abs(double(got(r, c)) -
                                ((double(v(r, from + k)) - mean) * double(w(0, other + k)) + double(w(1, other + k)))));
        }
      }
      CHECK(worst < bound);
      CHECK(written == 0);
    }
  }
}

/// Rows of positions times elements, beside positions and an array that is read for the results alone.
template <class T>
void check_positions(std::int64_t n, double bound) {
  constexpr std::int64_t rows = 67;
  CAPTURE(n);
  auto const x = numbers<T>(rows, n), gamma = numbers<T>(1, n);
  auto const place = cp::astype<T>(cp::index<1>({rows, n}) % 5 + 1);
  auto const z = cp::eval((x - cp::max(x * place, cp::axis<1>, cp::keepdims)) * gamma + place);
  auto const v = x.to_host(), g = gamma.to_host(), got = z.to_host();
  double worst = 0;
  for (std::int64_t r = 0; r < rows; ++r) {
    double most = -1e9;
    for (std::int64_t c = 0; c < n; ++c) most = std::fmax(most, double(T(double(v(r, c)) * double(c % 5 + 1))));
    for (std::int64_t c = 0; c < n; ++c) {
      double const wanted = (double(v(r, c)) - most) * double(g(0, c)) + double(c % 5 + 1);
      worst = std::fmax(worst, std::abs(double(got(r, c)) - wanted));
    }
  }
  CHECK(worst < bound);
}

}  // namespace

TEST_CASE("rows of positions, beside what is read for the results alone") {
  for (std::int64_t const n : {1, 3, 7, 33, 50, 63, 65, 129, 150, 341, 591, 1001, 2050, 8195}) {
    check_positions<float>(n, 1e-4);
    check_positions<double>(n, 1e-12);
    check_positions<cp::float16>(n, 0.2);
  }
}

TEST_CASE("rows that begin and end anywhere") {
  for (std::int64_t const n : {63, 64, 71, 535}) {
    check_offsets<cp::float16>(n, n + 9, 4e-2);
    check_offsets<float>(n, n + 10, 2e-5);
  }
  check_offsets<cp::bfloat16>(257, 263, 4e-1);
}

TEST_CASE("short rows beside what all have in common") {
  for (std::int64_t const n : {3, 17, 33}) {
    check_offsets<float>(n, n, 2e-5);
    check_offsets<cp::float16>(n, n, 4e-2);
  }
}

TEST_CASE("rows that begin anywhere and are longer than a block's registers hold") {
  check_offsets<cp::float16>(41001, 41001, 4e-2);
  check_offsets<float>(41001, 41004, 2e-5);
  check_offsets<float>(300001, 300001, 2e-5);
}

TEST_CASE("sums of products with what all short rows have in common") {
  for (std::int64_t const n : {3, 17, 33, 60}) {
    CAPTURE(n);
    auto const x = numbers<float>(300, n);
    auto const w = numbers<float>(1, n)(0);
    auto const got = cp::eval(x - cp::sum(x * w + w, cp::axis<1>, cp::keepdims)).to_host();
    auto const v = x.to_host();
    auto const u = w.to_host();
    double worst = 0;
    for (int r = 0; r < 300; ++r) {
      double sum = 0;
      for (int c = 0; c < n; ++c) sum += double(v(r, c)) * u(c) + u(c);
      for (int c = 0; c < n; ++c) worst = std::fmax(worst, std::abs(got(r, c) - (v(r, c) - sum)));
    }
    CHECK(worst < 1e-3);
  }
}
