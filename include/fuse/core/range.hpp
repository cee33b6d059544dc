// Ranges of numbers: how many there are, and whether a dtype holds them.
#pragma once

#include <cstdint>
#include <fuse/core/convert.hpp>
#include <fuse/core/dtype.hpp>
#include <fuse/core/shape.hpp>

namespace cp::detail {

/// How many numbers there are from start to stop, stop not among them. Throws value_error for a step of 0, for more
/// than 2^63 - 1 of them, and where an integer dtype does not hold all.
std::int64_t range_length(wide_integer start, wide_integer stop, wide_integer step, dtype_id id);
/// The same of floats; value_error also where one is not finite.
std::int64_t range_length(double start, double stop, double step, dtype_id id);
/// Throws value_error where an integer dtype does not hold x, whose fraction does not count, or x is NaN.
void check_in_range(char const* where, double x, dtype_id id);

/// An integer as an element: modulo the dtype's range, or rounded.
template <class T>
constexpr T from_wide(wide_integer x) {
  if constexpr (integral<T>)
    return static_cast<T>(x);
  else if (x >= INT64_MIN && x <= INT64_MAX)
    return static_cast<T>(static_cast<std::int64_t>(x));
  else
    return static_cast<T>(static_cast<double>(x));
}

}  // namespace cp::detail
