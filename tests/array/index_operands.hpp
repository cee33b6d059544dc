// What tests of index arrays and masks are made of.
#pragma once

#include "array/values.hpp"
#include "running.hpp"

namespace tests {

inline cp::ndarray<float, 2> table() { return counted<float>({3, 4}); }
inline cp::ndarray<std::int64_t, 1> of(longs const& v) { return cp::ndarray<std::int64_t, 1>(v); }
inline cp::ndarray<bool, 1> mask_of(longs const& v) { return of(v) != 0; }

}  // namespace tests
