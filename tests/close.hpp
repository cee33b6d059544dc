// Whether two elements are the same value but for rounding.
#pragma once

#include <cmath>
#include <fuse/core/dtype.hpp>
#include <type_traits>

namespace tests {

/// The distance of 1 from the next value of a dtype (of a complex dtype: of its parts).
template <class T>
constexpr double epsilon_of = [] {
  if constexpr (cp::complex_floating<T>)
    return sizeof(T) == 8 ? 0x1p-23 : 0x1p-52;
  else
    return std::is_same_v<T, cp::bfloat16> ? 0x1p-7 : sizeof(T) == 2 ? 0x1p-10 : sizeof(T) == 4 ? 0x1p-23 : 0x1p-52;
}();

template <class T>
double magnitude(T const& x) {
  if constexpr (cp::complex_floating<T>)
    return std::hypot(static_cast<double>(x.real()), static_cast<double>(x.imag()));
  else
    return std::abs(static_cast<double>(x));
}

inline bool within(double x, double y, double bound) {
  return (x != x && y != y) || x == y || std::abs(x - y) <= bound;
}

/// Whether x is y, NaN and infinities included, but for so many epsilons of 1 + |y|; integers are equal.
template <class T>
bool close(T const& x, T const& y, double epsilons) {
  double const bound = epsilons * epsilon_of<T> * (1 + magnitude(y));
  if constexpr (cp::complex_floating<T>)
    return within(x.real(), y.real(), bound) && within(x.imag(), y.imag(), bound);
  else if constexpr (cp::floating<T>)
    return within(static_cast<double>(x), static_cast<double>(y), bound);
  else
    return x == y;
}

}  // namespace tests
