// Folds where a few results, or a few elements of each, lie side by side: on the host many of them are folded at once.
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <type_traits>

namespace {

/// Numbers from -8 to 8, many of them equal; whole where T is.
template <class T>
auto numbers(std::int64_t n) {
  auto const i = cp::index<0>({n});
  return cp::eval(cp::astype<T>((i * 7919 + cp::floor_divide(i, 13)) % 127) / T(8) - T(cp::integral<T> ? 0 : 8));
}
template <class A, class B>
bool same(A const& a, B const& b) {
  return a.shape() == b.shape() && cp::all(a == b).item();
}
template <class A, class B>
bool close(A const& a, B const& b, double limit) {
  return a.shape() == b.shape() &&
         cp::all(cp::abs(cp::astype<double>(a) - cp::astype<double>(b)) <= limit * (1 + cp::abs(cp::astype<double>(b))))
             .item();
}
template <class T>
void check(std::int64_t rest, std::int64_t n, std::int64_t columns, std::int64_t inner) {
  CAPTURE(rest);
  CAPTURE(n);
  CAPTURE(columns);
  CAPTURE(inner);
  double const limit = sizeof(T) == 2 ? 4e-3 : sizeof(T) == 4 ? 2e-6 : 1e-13;
  auto const x = cp::eval(cp::reshape(numbers<T>(rest * n * columns * inner), {rest, n, columns, inner}));
  // The same by folding whole rows: results first, what is folded behind them.
  auto const rows =
      cp::eval(cp::reshape(cp::ascontiguousarray(cp::transpose(x, 0, 2, 1, 3)), {rest, columns, n * inner}));
  CHECK(same(cp::eval(cp::max(x, cp::axis<1, 3>)), cp::eval(cp::max(rows, cp::axis<2>))));
#if !FUSE_NVCC
  CHECK(same(cp::eval(cp::count_nonzero(x > T(1), cp::axis<1, 3>)),
             cp::eval(cp::count_nonzero(rows > T(1), cp::axis<2>))));
  CHECK(close(cp::eval(cp::mean(x * x, cp::axis<1, 3>)), cp::eval(cp::mean(rows * rows, cp::axis<2>)), limit));
  CHECK(close(cp::eval(cp::mean(x, cp::axis<1, 3>)), cp::eval(cp::mean(rows, cp::axis<2>)), limit));
  CHECK(close(cp::eval(cp::var(x, cp::axis<1, 3>)), cp::eval(cp::var(rows, cp::axis<2>)), limit));
  if (inner == 1)
    CHECK(same(cp::eval(cp::argmax(cp::eval(cp::reshape(x, {rest, n, columns})), cp::axis<1>)),
               cp::eval(cp::argmax(rows, cp::axis<2>))));
#endif
  auto const weights = cp::eval(cp::astype<T>(cp::index<0>({columns}) % 5 + 1));
  auto const of_results = cp::reshape(weights, {1, 1, columns, 1});
  CHECK(close(cp::eval(cp::mean(x * of_results, cp::axis<1, 3>)),
              cp::eval(cp::mean(rows * cp::reshape(weights, {1, columns, 1}), cp::axis<2>)), limit));
  if constexpr (!cp::integral<T> && !FUSE_NVCC) {
    auto const standardized = [](auto const& y, auto axes) {
      return (y - cp::mean(y, axes, cp::keepdims)) / (cp::std(y, axes, cp::keepdims) + T(0.5f));
    };
    auto const back = [&](auto const& y) {  // from rows
      return cp::eval(cp::transpose(cp::reshape(y, {rest, columns, n, inner}), 0, 2, 1, 3));
    };
    CHECK(close(cp::eval(standardized(x, cp::axis<1, 3>)), back(cp::eval(standardized(rows, cp::axis<2>))), 4 * limit));
    auto const softmax = [](auto const& y, auto axes) {
      auto const e = cp::exp(y - cp::max(y, axes, cp::keepdims));
      return e / cp::sum(e, axes, cp::keepdims);
    };
    CHECK(close(cp::eval(softmax(x, cp::axis<1, 3>)), back(cp::eval(softmax(rows, cp::axis<2>))), 4 * limit));
  }
}
template <class T>
void check_all() {
  for (std::int64_t columns : {2, 3, 7, 12, 30, 63})
    for (std::int64_t n : {16, 131, 5000}) check<T>(1, n, columns, 1);
  check<T>(1, 100003, 3, 1);
  check<T>(5, 1000, 4, 1);
  check<T>(70, 300, 5, 1);
  check<T>(1, 4001, 8, 9);
  check<T>(3, 700, 3, 2);
  check<T>(2, 90000, 2, 3);
}

}  // namespace

TEST_CASE("folds of a few columns: float32") { check_all<float>(); }
#if !FUSE_NVCC  // the device has kernels of its own, and tests of them
TEST_CASE("folds of a few columns: float64") { check_all<double>(); }
TEST_CASE("folds of a few columns: float16") { check_all<cp::float16>(); }
TEST_CASE("folds of a few columns: int32") { check_all<std::int32_t>(); }
#endif

TEST_CASE("folds of a few columns into strided and broadcast places") {
  auto const x = cp::eval(cp::reshape(numbers<float>(3000 * 4), {3000, 4}));
  auto to = cp::zeros<float>({4, 3});
  to(cp::all, 1) = cp::sum(x, 0);
  CHECK(close(cp::eval(to(cp::all, 1)), cp::eval(cp::sum(x, 0)), 1e-6));
  CHECK(cp::all(to(cp::all, 0) == 0.f).item());
  auto const w = cp::eval(cp::index<0>({3000}) % 3 * 1.f);  // a number for each row
  CHECK(close(cp::eval(cp::sum(x * w(cp::all, cp::newaxis), 0)), cp::eval(cp::sum(cp::ascontiguousarray(x.T()) * w, 1)),
              1e-6));
  CHECK(close(cp::eval(cp::sum(x(cp::all, cp::slice(0, 3)), 0)), cp::eval(cp::sum(x, 0)(cp::slice(0, 3))), 1e-6));
  CHECK(close(cp::eval(cp::sum(cp::flip(x, 0), 0)), cp::eval(cp::sum(x, 0)), 1e-6));
  auto const y = cp::eval(cp::sin(x));  // of inexact sums the same bits wherever operands lie, as of one array
  auto const one_by_one = [&](auto const& e) {
    return same(cp::eval(cp::sum(e, 0)), cp::eval(cp::sum(cp::eval(e), 0)));
  };
  if constexpr (std::is_same_v<cp::default_space, cp::host_space>) {
    CHECK(one_by_one(y * w(cp::all, cp::newaxis)));
    CHECK(one_by_one(y + cp::sin(x(cp::slice(0, 1)))));
    CHECK(one_by_one(y(cp::all, cp::slice(1, 4)) * 1.5f));
    CHECK(one_by_one(cp::reshape(cp::eval(y.T()), {4, 3000}).T() * 1.5f));
    CHECK(one_by_one(y * cp::index<1>({3000, 4}) + cp::index<0>({3000, 4})));
    auto const cube = cp::eval(cp::reshape(y, {30, 100, 4}));
    CHECK(same(cp::eval(cp::sum(cube * w(cp::slice(0, 100))(cp::all, cp::newaxis), cp::axis<0, 1>)),
               cp::eval(cp::sum(cp::eval(cube * w(cp::slice(0, 100))(cp::all, cp::newaxis)), cp::axis<0, 1>))));
    auto const wide = cp::eval(cp::reshape(y, {300, 4, 10}));
    CHECK(same(cp::eval(cp::sum(wide(cp::all, cp::all, cp::slice(2, 9)) * 1.5f, cp::axis<0, 2>)),
               cp::eval(cp::sum(cp::eval(wide(cp::all, cp::all, cp::slice(2, 9)) * 1.5f), cp::axis<0, 2>))));
    auto const centred = [](auto const& z) { return cp::eval(z - cp::mean(z, cp::axis<0>, cp::keepdims)); };
    auto into = cp::zeros<float>({3000, 8});
    into(cp::all, cp::slice(0, 4)) = y - cp::mean(y, cp::axis<0>, cp::keepdims);
    CHECK(same(cp::eval(into(cp::all, cp::slice(0, 4))), centred(y)));
    CHECK(cp::all(into(cp::all, cp::slice(4, 8)) == 0.f).item());
  }
}
