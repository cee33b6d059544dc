// The order that sorts, searches and sets keep: of numbers by value, NaN last, complex numbers by their real parts
// first.
#pragma once

#include <fuse/core/config.hpp>
#include <fuse/core/dtype.hpp>

namespace cp::detail {

/// Whether x comes before y where arrays are sorted, as in NumPy. Behind complex numbers without a NaN come those whose
/// imaginary part is one, then those whose real part is, then those of two.
template <class T>
FUSE_HD constexpr bool sorts_before(T const& x, T const& y) {
  if constexpr (complex_floating<T>) {
    int const n = 2 * static_cast<int>(x.re != x.re) + static_cast<int>(x.im != x.im),
              m = 2 * static_cast<int>(y.re != y.re) + static_cast<int>(y.im != y.im);
    if (n != m) return n < m;
    if (x.re < y.re) return true;
    return (n == 2 || x.re == y.re) && x.im < y.im;
  } else if constexpr (floating<T>) {
#ifdef __CUDA_ARCH__
    return x < y || (y != y && x == x);
#else
    return static_cast<bool>(static_cast<int>(x < y) |
                             (static_cast<int>(y != y) & static_cast<int>(x == x)));  // no branch
#endif
  } else {
    return x < y;
  }
}

/// Whether x is a NaN, or has one.
template <class T>
FUSE_HD constexpr bool has_nan(T const& x) {
  if constexpr (complex_floating<T>)
    return x.re != x.re || x.im != x.im;
  else if constexpr (floating<T>)
    return x != x;
  else
    return false;
}

}  // namespace cp::detail
