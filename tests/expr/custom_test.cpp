// Kernels of the user's own: scalar functors with loops and branches, CP_LAMBDA, structs as elements, __global__
// functions.
#include <doctest.h>

#include <cmath>
#include <fuse/fuse.hpp>
#include <string>

#include "array/values.hpp"

using namespace tests;

namespace {

/// Steps until x reaches 1, halving even numbers and taking odd ones times 3 plus 1.
struct collatz {
  FUSE_HD std::int32_t operator()(std::int64_t x) const {
    std::int32_t n = 0;
    while (x > 1) x = x % 2 == 0 ? x / 2 : 3 * x + 1, ++n;
    return n;
  }
};

struct mandelbrot {
  int limit;
  FUSE_HD std::int32_t operator()(double re, double im) const {
    double x = 0, y = 0;
    for (int i = 0; i < limit; ++i) {
      double const t = x * x - y * y + re;
      y = 2 * x * y + im;
      x = t;
      if (x * x + y * y > 4) return i;
    }
    return limit;
  }
};

struct coefficients {
  double c[4];
  FUSE_HD double operator()(double x) const {
    double y = 0;
    for (int i = 3; i >= 0; --i) y = y * x + c[i];
    return y;
  }
};

struct particle {
  float x, mass;
  bool operator==(particle const&) const = default;
};
struct push {
  float dt;
  FUSE_HD particle operator()(particle p, float force) const { return {p.x + dt * force / p.mass, p.mass}; }
};
struct weigh {
  FUSE_HD float operator()(particle const& p) const { return p.mass; }
};

struct point {
  float x, y;
  bool operator==(point const&) const = default;
  friend FUSE_HD point operator+(point const& a, point const& b) { return {a.x + b.x, a.y + b.y}; }
  friend FUSE_HD point operator*(point const& a, point const& b) {
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
  }
};

bool one_kernel(auto const& statement) {
  auto const before = cp::count();
  statement();
  auto const c = cp::count() - before;
  return c.launches == 1 && c.temporaries == 0;
}

}  // namespace

TEST_CASE("a functor with a loop and branches") {
  auto const n = cp::arange(1, 10);
  auto const steps = cp::elementwise(collatz{});
  cp::ndarray<std::int32_t, 1> y;
  CHECK(one_kernel([&] { y = steps(n); }));
  CHECK(values(y) == ints{0, 1, 7, 2, 5, 8, 16, 3, 19});
  CHECK(one_kernel([&] { y = steps(n + 1) * 2 - y; }));  // it fuses
  CHECK(values(y) == ints{2, 13, -3, 8, 11, 24, -10, 35, -7});
}

// covers: cupy.ElementwiseKernel
TEST_CASE("values that a functor holds travel with the kernel, and operands broadcast") {
  auto const x = cp::linspace(-2, 1, 4), y = cp::linspace(0, 1, 3);
  cp::ndarray<std::int32_t, 2> inside;
  CHECK(one_kernel([&] { inside = cp::elementwise(mandelbrot{50})(x, cp::expand_dims(y, 1)); }));
  CHECK(list_of(inside.shape()) == longs{3, 4});
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j) CHECK(inside.item(i, j) == mandelbrot{50}(-2.0 + j, i * 0.5));
  CHECK(equals<double>(cp::elementwise(coefficients{{1, 2, 3, 4}})(cp::arange<double>(3)), {3}, {1, 10, 49}));
  CHECK(equals<std::int32_t>(cp::elementwise(mandelbrot{7})(x(cp::all, cp::newaxis), cp::zeros(1)), {4, 1},
                             {7, 7, 7, 2}));
  CHECK(values(cp::elementwise(mandelbrot{7})(x, 0.0)) == ints{7, 7, 7, 2});
}

TEST_CASE("lambdas with CP_LAMBDA") {
  float const low = 0.5f;
  int const power = 3;
  auto const f = cp::elementwise(CP_LAMBDA(float x) {
    if (x < low) return 0.0f;
    float y = 1;
    for (int i = 0; i < power; ++i) y *= x;
    return y;
  });
  auto const a = cp::arange<float>(4);
  cp::ndarray<float, 1> y;
  CHECK(one_kernel([&] { y = f(a) + 1; }));
  CHECK(values(y) == floats{1, 2, 9, 28});
  CHECK(values(cp::elementwise(CP_LAMBDA(std::int32_t x, double z) { return x * z; })(cp::arange<std::int32_t>(4),
                                                                                      a)) == doubles{0, 1, 4, 9});
  CHECK(values(f(a(cp::slice(cp::end, cp::end, -1)))(cp::slice(0, 2))) == floats{27, 8});
}

// covers: custom user struct kernel arguments
TEST_CASE("structs go in and come out") {
  auto p = cp::full<particle>(3, {1, 2});
  auto const force = cp::ndarray<float, 1>{0, 4, 8};
  CHECK(one_kernel([&] { p = cp::elementwise(push{0.5f})(p, force); }));
  CHECK(equals<particle>(p, {3}, {{1, 2}, {2, 2}, {3, 2}}));
  CHECK(values(cp::elementwise(weigh{})(p) * force) == floats{0, 8, 16});
  auto grid = cp::reshape(cp::full<particle>(6, {0, 1}), {2, 3});
  grid.T() = cp::elementwise(push{1})(grid.T(), cp::ndarray<float, 2>{{1, 2}, {3, 4}, {5, 6}});
  CHECK(grid.item(1, 0) == particle{2, 1});
  CHECK(grid.item(0, 2) == particle{5, 1});
}

TEST_CASE("a struct's own operators are those of its arrays") {
  auto const a = cp::ndarray<point, 1>{{1, 2}, {3, 4}};
  cp::ndarray<point, 1> y;
  CHECK(one_kernel([&] { y = a * a + a; }));
  CHECK(values(y) == std::vector<point>{{-2, 6}, {-4, 28}});
  y += a;
  CHECK(values(y) == std::vector<point>{{-1, 8}, {-1, 32}});
  y(cp::all) = point{0, 1};
  CHECK(values(y * y) == std::vector<point>{{-1, 0}, {-1, 0}});
}

TEST_CASE("user functions inside fused ones and among several outputs") {
  auto const n = cp::arange(1, 5);
  auto const f = cp::fuse([](auto x) { return cp::elementwise(collatz{})(x) + x; });
  CHECK(values(f(n)) == longs{1, 3, 10, 6});
  auto [a, b] = cp::evaluate(cp::elementwise(collatz{})(n), n * 2);
  CHECK(values(a) == ints{0, 1, 7, 2});
  CHECK(values(b) == longs{2, 4, 6, 8});
}

TEST_CASE("rank 0, empty arrays, and shapes that do not fit") {
  CHECK(cp::elementwise(collatz{})(cp::ndarray<std::int64_t, 0>(27)).item() == 111);
  CHECK(values(cp::elementwise(collatz{})(cp::zeros<std::int64_t>({0, 2}))).empty());
  CHECK_THROWS_WITH_AS(cp::eval(cp::elementwise(mandelbrot{1})(cp::zeros(3), cp::zeros(4))),
                       "cp::elementwise: cannot broadcast shapes (3,) and (4,): axis 0 has extents 3 and 4",
                       cp::shape_error);
}

TEST_CASE("a grid covers what it can, and says what it cannot") {
  CHECK(cp::grid::cover(0).blocks[0] == 0);
  CHECK(cp::grid::cover(1).blocks[0] == 1);
  CHECK(cp::grid::cover(256).blocks[0] == 1);
  CHECK(cp::grid::cover(257).blocks[0] == 2);
  CHECK(cp::grid::cover((std::int64_t{1} << 32) + 5, 256).blocks[0] == (1u << 24) + 1);
  CHECK(cp::grid::cover(2147483647, 1).blocks[0] == 2147483647u);
  CHECK(cp::grid::cover(std::int64_t{2147483647} * 1024, 1024).blocks[0] == 2147483647u);
  CHECK_THROWS_AS(cp::grid::cover(2147483648, 1), cp::value_error);
  CHECK_THROWS_AS(cp::grid::cover((std::int64_t{1} << 32) + 5, 1), cp::value_error);
  CHECK_THROWS_AS(cp::grid::cover(std::int64_t{2147483647} * 1024 + 1, 1024), cp::value_error);
  CHECK_THROWS_AS(cp::grid::cover(INT64_MAX), cp::value_error);
  CHECK_THROWS_AS(cp::grid::cover(-1), cp::value_error);
  CHECK_THROWS_AS(cp::grid::cover(10, 0), cp::value_error);
  CHECK_THROWS_WITH_AS(cp::grid::cover(4294967301, 1), doctest::Contains("4294967301 elements in blocks of 1 threads"),
                       cp::value_error);
}

#if FUSE_NVCC

namespace {

__global__ void add_rows(cp::array_view<float, 2> out, cp::array_view<float const, 2> in, float factor) {
  auto const i = blockIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < out.shape[1]) out(i, j) += factor * in(i, j);
}
__global__ void reverse(float* data, std::int64_t n) {
  extern __shared__ float block[];
  std::int64_t const i = threadIdx.x;
  if (i < n) block[i] = data[i];
  __syncthreads();
  if (i < n) data[i] = block[n - 1 - i];
}

}  // namespace

TEST_CASE("nothing to do is launched as nothing") {
  auto const v = cp::ones<float>(100);
  auto const before = cp::count();
  cp::launch(reverse, cp::grid::cover(0), v, 0);
  CHECK((cp::count() - before).launches == 0);
  cp::launch(reverse, cp::grid({1, 0, 1}, {32, 1, 1}), v, 0);
  cp::synchronize();
  CHECK(v.item(99) == 1);
}

// covers: cupy.RawKernel; cupy.RawKernel.__call__
TEST_CASE("a __global__ function is launched on views, pointers and numbers") {
  auto a = counted<float>({3, 4});
  auto const b = cp::ones<float>({4, 3});
  CHECK(one_kernel([&] { cp::launch(add_rows, cp::grid({1, 3, 1}, {32, 1, 1}), a, b.T(), 10); }));
  CHECK(equals<float>(a, {3, 4}, {10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21}));
  auto v = cp::arange<float>(100);
  cp::launch(reverse, cp::grid(1, 128, 128 * sizeof(float)), v, v.size());
  CHECK(v.item(0) == 99);
  CHECK_THROWS_WITH_AS(cp::launch(reverse, cp::grid(1, 128, 512), v(cp::slice(0, cp::end, 2)), 50),
                       "cp::launch: the kernel takes a pointer, so the array of shape (50,) must be contiguous; pass "
                       "cp::array_view or copy() it",
                       cp::value_error);
  cp::stream other;
  cp::stream_guard const guard(other);
  cp::launch(reverse, cp::grid(1, 128, 512), v, 100);
  CHECK(v.item(0) == 0);
}

#endif

#if !FUSE_NVCC
namespace {

struct refusal {
  double at;
};
struct refuses {
  double limit;
  double operator()(double x) const {
    if (x >= limit) throw refusal{x};
    return 2 * x;
  }
};
struct refuses_all {
  double operator()(double, double) const { throw refusal{0}; }
};
struct as_it_is {
  double operator()(double x) const { return x; }
};

}  // namespace

TEST_CASE("an exception that a function throws reaches the caller, at every size and number of threads") {
  int const before = cp::host_threads();
  for (int threads : {1, 2, 5}) {
    cp::set_host_threads(threads);
    for (std::int64_t n : {1, 2, 10, 63, 1000, 70001, 1000000}) {
      CAPTURE(threads);
      CAPTURE(n);
      auto const x = cp::eval(cp::arange<double>(n));
      auto const last = cp::elementwise(refuses{double(n - 1)}), none = cp::elementwise(refuses{double(n)});
      auto y = cp::zeros<double>({n});
      auto const shared = y;
      CHECK_THROWS_AS(y = last(x), refusal);
      CHECK(y.item(0) == 0);  // y = ... made new data
      CHECK_THROWS_AS(y(cp::all) = last(x) + 1.0, refusal);
      CHECK_THROWS_AS((void)cp::eval(last(cp::exp(-x) + x)), refusal);
      CHECK_THROWS_AS((void)cp::eval(cp::sum(last(x))), refusal);
      CHECK_THROWS_AS((void)cp::eval(cp::cumsum(last(x))), refusal);
      CHECK_THROWS_AS((void)cp::eval(last(cp::flip(x))), refusal);
      CHECK_THROWS_AS((void)cp::eval(cp::fuse([last](auto a, auto b) { return last(a) * b; })(x, x)), refusal);
      CHECK_THROWS_AS((void)cp::eval(cp::fuse([last](auto u) { return last(cp::at<0>(u)); })(cp::wrap(x))), refusal);
      cp::ndarray<std::int64_t, 1> const ends{0, n};
      CHECK_THROWS_AS((void)cp::eval(cp::segment_sum(last(x), cp::offsets(ends))), refusal);
      // Nothing of it is left.
      y = none(x);
      CHECK(y.item(-1) == 2.0 * double(n - 1));
      CHECK(cp::sum(none(x)).item() == doctest::Approx(double(n) * double(n - 1)));
    }
  }
  cp::set_host_threads(before);
}

TEST_CASE("an exception that a reduction's function throws reaches the caller") {
  auto const folds = cp::reduction(0.0, as_it_is{}, refuses_all{});
  for (std::int64_t n : {2, 100, 300000}) {
    auto const x = cp::eval(cp::reshape(cp::arange<double>(2 * n), {2, n}));
    CHECK_THROWS_AS((void)cp::eval(folds(x, 1)), refusal);
    CHECK_THROWS_AS((void)cp::eval(folds(x, 0)), refusal);
  }
}

namespace {

/// An element type whose operators and conversions refuse numbers below 0.
struct wary {
  double x;
  wary() = default;
  wary(double value) : x(value) {  // NOLINT(google-explicit-constructor)
    if (value < 0) throw refusal{value};
  }
  static wary unchecked(double value) {
    wary w;
    w.x = value;
    return w;
  }
  double checked() const {
    if (x < 0) throw refusal{x};
    return x;
  }
  explicit operator double() const { return checked(); }
  friend wary operator+(wary a, wary b) { return {a.checked() + b.checked()}; }
  friend wary operator*(wary a, wary b) { return {a.checked() * b.checked()}; }
  friend bool operator<(wary a, wary b) { return a.checked() < b.checked(); }
  friend bool operator==(wary a, wary b) { return a.checked() == b.checked(); }
};

}  // namespace

TEST_CASE("an exception that an operator or a conversion of an element type throws reaches the caller") {
  int const before = cp::host_threads();
  for (int threads : {1, 2, 5}) {
    cp::set_host_threads(threads);
    for (std::int64_t n : {1, 2, 63, 70001}) {
      CAPTURE(threads);
      CAPTURE(n);
      auto x = cp::full<wary>({n}, wary(1));
      x(n - 1) = wary::unchecked(-1);
      auto const fine = cp::full<wary>({n}, wary(1));
      auto const m = x(cp::newaxis, cp::all);
      CHECK_THROWS_AS((void)cp::eval(x + fine), refusal);
      CHECK_THROWS_AS((void)cp::eval(fine * x), refusal);
      CHECK_THROWS_AS((void)cp::eval(x < fine), refusal);
      CHECK_THROWS_AS((void)cp::eval(x == fine), refusal);
      CHECK_THROWS_AS((void)cp::eval(cp::where(fine == fine, fine, fine * x)), refusal);
      CHECK_THROWS_AS((void)cp::eval(cp::astype<double>(x)), refusal);
      CHECK_THROWS_AS((void)cp::eval(cp::astype<wary>(-cp::arange<double>(n) - 1.0)), refusal);
      CHECK_THROWS_AS((void)cp::eval(cp::sum(x)), refusal);
      CHECK_THROWS_AS((void)cp::eval(cp::sum(m, 1)), refusal);
      CHECK_THROWS_AS((void)cp::eval(cp::sum(m, cp::axis<0>)), refusal);
      CHECK_THROWS_AS((void)cp::eval(cp::prod(m, cp::axis<1>)), refusal);
      CHECK_THROWS_AS((void)cp::eval(cp::cumsum(x)), refusal);
      CHECK_THROWS_AS((void)cp::eval(cp::multiply.accumulate(x)), refusal);
      CHECK_THROWS_AS((void)cp::eval(cp::add.outer(fine(cp::slice(0, 1)), x)), refusal);
      CHECK_THROWS_AS((void)cp::eval(cp::fuse([](auto a, auto b) { return b + a * a; })(x, fine)), refusal);
      CHECK_THROWS_AS((void)cp::eval(cp::fuse([](auto u) { return cp::at<0>(u) + cp::at<1>(u); })(cp::wrap(x))),
                      refusal);
      cp::ndarray<std::int64_t, 1> const ends{0, n};
      CHECK_THROWS_AS((void)cp::eval(cp::segment_sum(x, cp::offsets(ends))), refusal);
      auto y = fine.copy();
      auto const shared = y;
      CHECK_THROWS_AS(y = x + fine, refusal);
      CHECK(y.item(0).x == 1);  // y = ... made new data
      CHECK_THROWS_AS(y(cp::all) = x + fine, refusal);
      // Nothing of it is left.
      CHECK(cp::sum(fine + fine * fine).item().x == 2.0 * static_cast<double>(n));
    }
  }
  cp::set_host_threads(before);
}
#endif
