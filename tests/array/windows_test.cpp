// Windows against NumPy's.
#include <doctest.h>

#include <cmath>
#include <fuse/fuse.hpp>
#include <fuse/special.hpp>
#include <iterator>

#include "close.hpp"
#include "values.hpp"

using namespace tests;

namespace {

template <class T, cp::expression E>
bool near(E const& e, doubles const& expected, double epsilons) {
  static_assert(std::is_same_v<typename E::value_type, T> && E::rank == 1);
  auto const a = cp::eval(e);
  auto const found = values(a);
  if (a.shape()[0] != std::ssize(expected)) return false;
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (!close(found[i], static_cast<T>(expected[i]), epsilons)) return false;
  return true;
}

}  // namespace

// covers: cupy.bartlett; cupy.blackman; cupy.hamming; cupy.hanning; cupy.kaiser
TEST_CASE("windows of NumPy, in four dtypes") {
#define WINDOW(NAME, M, ...)                                          \
  CHECK(near<double>(cp::NAME(M), __VA_ARGS__, 2));                   \
  CHECK(near<float>(cp::NAME<float>(M), __VA_ARGS__, 2));             \
  CHECK(near<cp::float16>(cp::NAME<cp::float16>(M), __VA_ARGS__, 1)); \
  CHECK(near<cp::bfloat16>(cp::NAME<cp::bfloat16>(M), __VA_ARGS__, 1));
#define KAISER(M, BETA, ...)                                 \
  CHECK(near<double>(cp::kaiser(M, BETA), __VA_ARGS__, 8));  \
  CHECK(near<double>(cp::kaiser(M, -BETA), __VA_ARGS__, 8)); \
  CHECK(near<float>(cp::kaiser<float>(M, BETA), __VA_ARGS__, 8));
#include "data/surface/windows.inc"
}

TEST_CASE("a window is lazy: it is computed in the kernel that uses it") {
  auto const x = cp::ones({3, 8});
  auto const before = cp::count();
  cp::ndarray<double, 2> const y = x * cp::hanning(8);
  CHECK((cp::count() - before).launches == 1);
  cp::ndarray<double, 2> const z = x * cp::bartlett(8) + x * cp::blackman(8) - x * cp::hamming(8);
  CHECK((cp::count() - before).launches == 2);
  CHECK(values(cp::eval(y(1))) == values(cp::eval(cp::hanning(8))));
  CHECK(near<float>(cp::kaiser<float>(5, 300.0), {0, 0, 1, 0, 0}, 1));
}
