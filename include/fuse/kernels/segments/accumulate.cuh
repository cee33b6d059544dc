// The device's twin of kernels/segments/accumulate.hpp: a thread a value, atomic where indices may meet.
#pragma once

#include <cstdint>
#include <fuse/core/complex.hpp>
#include <fuse/core/dtype.hpp>
#include <fuse/kernels/segments/accumulate.hpp>
#include <fuse/kernels/tuning.hpp>
#include <fuse/runtime/launch.hpp>
#include <type_traits>

namespace cp::kernels {

namespace device {

#ifdef __CUDA_ARCH__
/// *p = apply(*p, value) by compare and swap of a word that has the element's size.
template <class Update, class Word, class T>
__device__ __forceinline__ void swap_in(T* p, T const& value) {
  static_assert(sizeof(Word) == sizeof(T));
  Word* const word = reinterpret_cast<Word*>(p);
  Word seen = *static_cast<Word volatile*>(word), expected;
  do {
    expected = seen;
    T current, next;
    __builtin_memcpy(&current, &expected, sizeof current);
    next = Update::apply(current, value);
    Word wanted;
    __builtin_memcpy(&wanted, &next, sizeof wanted);
    seen = atomicCAS(word, expected, wanted);
  } while (seen != expected);
}
/// The same for single bytes, by way of the aligned four bytes that hold one: a block of memory never ends between
/// them.
template <class Update, class T>
__device__ __forceinline__ void swap_in_byte(T* p, T const& value) {
  static_assert(sizeof(T) == 1);
  std::uintptr_t const address = reinterpret_cast<std::uintptr_t>(p);
  unsigned* const word = reinterpret_cast<unsigned*>(address & ~std::uintptr_t{3});
  unsigned const shift = static_cast<unsigned>(address & 3) * 8;
  unsigned seen = *static_cast<unsigned volatile*>(word), expected;
  do {
    expected = seen;
    unsigned char const byte = static_cast<unsigned char>(expected >> shift);
    T current;
    __builtin_memcpy(&current, &byte, 1);
    T const next = Update::apply(current, value);
    unsigned char changed;
    __builtin_memcpy(&changed, &next, 1);
    seen = atomicCAS(word, expected, (expected & ~(0xffu << shift)) | (unsigned{changed} << shift));
  } while (seen != expected);
}

template <class Update, class T>
__device__ __forceinline__ void atomic_update(T* p, T const& value) {
  static_assert(sizeof(T) <= 8 || (Update::adds && complex_floating<T>),
                "cp: on the device at() changes elements of up to 8 bytes (complex128: add and subtract)");
  if constexpr (Update::adds && (std::is_same_v<T, float> || std::is_same_v<T, double>)) {
    atomicAdd(p, Update::added(value));
  } else if constexpr (Update::adds && complex_floating<T>) {
    T const d = Update::added(value);
    atomicAdd(&p->re, d.re);
    atomicAdd(&p->im, d.im);
  } else if constexpr (Update::adds && integral<T> && sizeof(T) == 4) {
    atomicAdd(reinterpret_cast<unsigned*>(p), static_cast<unsigned>(Update::added(value)));
  } else if constexpr (Update::adds && integral<T> && sizeof(T) == 8) {
    atomicAdd(reinterpret_cast<unsigned long long*>(p), static_cast<unsigned long long>(Update::added(value)));
  } else if constexpr (sizeof(T) == 1) {
    swap_in_byte<Update>(p, value);
  } else if constexpr (sizeof(T) == 2) {
    swap_in<Update, unsigned short>(p, value);
  } else if constexpr (sizeof(T) == 4) {
    swap_in<Update, unsigned>(p, value);
  } else {
    swap_in<Update, unsigned long long>(p, value);
  }
}
#endif

template <class Loop>
__global__ void __launch_bounds__(tuning::block_threads) accumulate(__grid_constant__ Loop const loop) {
#ifdef __CUDA_ARCH__
  std::int64_t const n = loop.places * loop.block, step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step)
    atomic_update<typename Loop::update>(loop.target(i), loop.values[i]);
#endif
}

}  // namespace device

/// Starts the loop on the current stream.
template <class Loop>
void cuda_accumulate(Loop const& loop, char const* name) {
  static runtime::kernel_function kernel(reinterpret_cast<void const*>(&device::accumulate<Loop>));
  std::int64_t const blocks = (loop.places * loop.block + tuning::block_threads - 1) / tuning::block_threads;
  runtime::launch_shape shape;
  shape.grid_x = static_cast<unsigned>(blocks < 65536 ? blocks : 65536);
  shape.block_x = tuning::block_threads;
  Loop copy = loop;
  void* arguments[] = {&copy};
  runtime::launch(kernel, shape, arguments, name);
}

}  // namespace cp::kernels
