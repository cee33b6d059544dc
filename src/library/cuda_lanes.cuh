// A group of threads of one warp that works on a small matrix.
#pragma once

#include <fuse/core/complex.hpp>

namespace cp::library::device {

/// A group of threads of one warp.
struct lanes {
  int lane, size;
  unsigned mask;

  __device__ explicit lanes(int threads)
      : lane(static_cast<int>(threadIdx.x) % threads),
        size(threads),
        mask((threads == 32 ? 0xffffffffu : (1u << threads) - 1) << (threadIdx.x % 32 / threads * threads)) {}
  __device__ void sync() const { __syncwarp(mask); }
  template <class R>
  __device__ int largest(R value, int index) const {
    for (int offset = size / 2; offset > 0; offset /= 2) {
      R const other = __shfl_xor_sync(mask, value, offset, size);
      int const place = __shfl_xor_sync(mask, index, offset, size);
      if (other > value || (other == value && place < index)) value = other, index = place;
    }
    return index;
  }
  template <class R>
  __device__ R greatest(R value) const {
    for (int offset = size / 2; offset > 0; offset /= 2) {
      R const other = __shfl_xor_sync(mask, value, offset, size);
      if (other > value) value = other;
    }
    return value;
  }
  __device__ bool any(bool flag) const { return __any_sync(mask, flag); }
  /// What another lane holds.
  template <class T>
  __device__ T from(T value, int other) const {
    return __shfl_sync(mask, value, other, size);
  }
  template <class T>
  __device__ complex<T> from(complex<T> value, int other) const {
    return {from(value.re, other), from(value.im, other)};
  }
};

}  // namespace cp::library::device
