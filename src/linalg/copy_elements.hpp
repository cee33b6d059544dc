// The kernels of strided copies for one space.
#pragma once

#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/ops/arithmetic.hpp>

#include "library/strided_copy.hpp"

namespace cp::library {

/// Elements as T, up to `rank` axes a kernel; those before them are walked here.
template <class T, bool Conjugate, class Space>
void copy_elements(strided_copy const& s) {
  constexpr int rank = 6;
  int const outer = s.axes > rank ? s.axes - rank : 0;
  index_array<rank> shape, from, to;
  for (int i = 0; i < rank; ++i) {
    int const axis = s.axes - rank + i;
    shape[i] = axis < 0 ? 1 : s.extent[axis];
    from[i] = axis < 0 ? 0 : s.from_stride[axis];
    to[i] = axis < 0 ? 0 : s.to_stride[axis];
  }
  std::int64_t at[strided_copy::most_axes] = {}, read = 0, write = 0;
  for (;;) {
    ndarray<T, rank, Space> const source({}, static_cast<T*>(const_cast<void*>(s.from)) + read, shape, from);
    ndarray<T, rank, Space> const target({}, static_cast<T*>(s.to) + write, shape, to);
    if constexpr (Conjugate) {
      auto const turned = conjugate(source);
      expr::run_kernel<Space>(expr::refer(turned), target);
    } else {
      expr::run_kernel<Space>(expr::refer(source), target);
    }
    int i = outer - 1;
    for (; i >= 0; --i) {
      read += s.from_stride[i], write += s.to_stride[i];
      if (++at[i] < s.extent[i]) break;
      read -= s.extent[i] * s.from_stride[i], write -= s.extent[i] * s.to_stride[i];
      at[i] = 0;
    }
    if (i < 0) return;
  }
}

template <class Space>
void copy_in(strided_copy const& s) {
  if (s.conjugate && s.dtype == dtype_id::complex64) return copy_elements<complex<float>, true, Space>(s);
  if (s.conjugate && s.dtype == dtype_id::complex128) return copy_elements<complex<double>, true, Space>(s);
  switch (itemsize_of(s.dtype)) {
    case 1:
      return copy_elements<std::uint8_t, false, Space>(s);
    case 2:
      return copy_elements<std::uint16_t, false, Space>(s);
    case 4:
      return copy_elements<std::uint32_t, false, Space>(s);
    case 8:
      return copy_elements<std::uint64_t, false, Space>(s);
    default:
      return copy_elements<complex<double>, false, Space>(s);
  }
}

}  // namespace cp::library
