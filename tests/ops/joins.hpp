// The arrays of tests/data/make_joins.py, and its cases.
#pragma once

#include <doctest/doctest.h>
#include <array/values.hpp>
#include <fuse/fuse.hpp>

namespace tests {

namespace P = cp::padding;

/// What the cases of NumPy's are over.
struct join_inputs {
  cp::ndarray<std::int32_t, 2> x = counted<std::int32_t>({3, 4});
  cp::ndarray<std::int32_t, 2> y = cp::eval(counted<std::int32_t>({3, 2}) * 10);
  cp::ndarray<std::int32_t, 2> e = cp::zeros<std::int32_t>({3, 0});
  cp::ndarray<double, 1> v = cp::array<double>({1, 2, 5, 7});
  cp::ndarray<float, 1> w = cp::array<float>({3, -1, 4, 1});
  cp::ndarray<std::int16_t, 3> t = counted<std::int16_t>({2, 3, 4});
  cp::ndarray<bool, 1> b = cp::array<bool>({true, false, true, true, false, false, false, true, true});
  cp::ndarray<std::uint8_t, 1> u = cp::array<std::uint8_t>({7, 200, 0, 129});
};

}  // namespace tests

#define SHAPE(...) (tests::longs{__VA_ARGS__})
#define CASE(EXPRESSION, TYPE, SHAPE_OF_IT, ...) \
  CHECK_MESSAGE(tests::equals<TYPE>(EXPRESSION, SHAPE_OF_IT, __VA_ARGS__), #EXPRESSION);
