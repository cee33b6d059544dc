// The device's twins of kernels/segments/accumulate.hpp: a thread a value, atomic where indices may meet, in any order;
// and a thread an element, of values that are in the order of what they change.
#pragma once

#include <cstdint>
#include <fuse/core/complex.hpp>
#include <fuse/core/dtype.hpp>
#include <fuse/kernels/segments/accumulate.hpp>
#include <fuse/kernels/tuning.hpp>
#include <fuse/library/accumulate.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>
#include <type_traits>

namespace cp::kernels {

namespace device {

#ifdef __CUDA_ARCH__
/// *p = apply_in_any_order(*p, value) by compare and swap of a word that has the element's size; no swap where nothing
/// changes.
template <class Update, class Word, class T>
__device__ __forceinline__ void swap_in(T* p, T const& value) {
  static_assert(sizeof(Word) == sizeof(T));
  Word* const word = reinterpret_cast<Word*>(p);
  Word seen = *static_cast<Word volatile*>(word), expected;
  do {
    expected = seen;
    T current, next;
    __builtin_memcpy(&current, &expected, sizeof current);
    next = Update::apply_in_any_order(current, value);
    Word wanted;
    __builtin_memcpy(&wanted, &next, sizeof wanted);
    if (wanted == expected) return;
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
    T const next = Update::apply_in_any_order(current, value);
    unsigned char changed;
    __builtin_memcpy(&changed, &next, 1);
    if (changed == byte) return;
    seen = atomicCAS(word, expected, (expected & ~(0xffu << shift)) | (unsigned{changed} << shift));
  } while (seen != expected);
}

template <class Update, class T>
__device__ __forceinline__ void atomic_update(T* p, T const& value) {
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

/// The thread of the first index that names an element applies the values of all that do.
template <class Loop>
__global__ void __launch_bounds__(tuning::block_threads)
    accumulate_in_order(__grid_constant__ Loop const loop, __grid_constant__ library::index_order const order) {
#ifdef __CUDA_ARCH__
  using T = typename Loop::type;
  constexpr int ahead = sizeof(T) > 16 ? 1 : 4;  // values that are on their way together
  std::int64_t const n = loop.places * loop.block, step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t t = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; t < n; t += step) {
    std::int64_t i = loop.block == 1 ? t : t / loop.block;
    std::int64_t const column = t - i * loop.block;
    std::uint64_t const key = order.key(i);
    if (i > 0 && order.key(i - 1) == key) continue;
    std::int64_t const first = order.number(i) * loop.block + column;
    T* const p = loop.target(first);
    T x = Loop::update::apply(*p, loop.values[first]);
    for (bool more = true; more; i += ahead) {
      bool same[ahead];
      std::int64_t number[ahead];
      T value[ahead];
#pragma unroll
      for (int k = 0; k < ahead; ++k) same[k] = i + 1 + k < order.n && order.key(i + 1 + k) == key;
#pragma unroll
      for (int k = 0; k < ahead; ++k) number[k] = same[k] ? order.number(i + 1 + k) : 0;
#pragma unroll
      for (int k = 0; k < ahead; ++k) value[k] = loop.values[number[k] * loop.block + column];
#pragma unroll
      for (int k = 0; k < ahead; ++k)
        if (same[k]) x = Loop::update::apply(x, value[k]);
      more = same[ahead - 1];
    }
    *p = x;
  }
#endif
}

template <class Loop>
runtime::launch_shape accumulate_shape(Loop const& loop) {
  std::int64_t const blocks = (loop.places * loop.block + tuning::block_threads - 1) / tuning::block_threads;
  runtime::launch_shape shape;
  shape.grid_x = static_cast<unsigned>(blocks < 65536 ? blocks : 65536);
  shape.block_x = tuning::block_threads;
  return shape;
}

}  // namespace device

/// Starts the loop on the current stream, by atomic operations: values that meet come in any order.
template <class Loop>
void cuda_accumulate(Loop const& loop, char const* name) {
  static runtime::kernel_function kernel(reinterpret_cast<void const*>(&device::accumulate<Loop>));
  runtime::count_launch(loop.bytes_read(), loop.bytes_written());
  Loop copy = loop;
  void* arguments[] = {&copy};
  runtime::launch(kernel, device::accumulate_shape(loop), arguments, name);
}

/// The same in the order of the indices, which are sorted for it.
template <class Loop>
void cuda_accumulate_in_order(Loop const& loop, char const* name) {
  static runtime::kernel_function kernel(reinterpret_cast<void const*>(&device::accumulate_in_order<Loop>));
  library::grouped_indices const grouped = library::group_indices(loop.lists());
  runtime::count_launch(loop.bytes_read(), loop.bytes_written());
  Loop copy = loop;
  library::index_order order = grouped.order;
  void* arguments[] = {&copy, &order};
  runtime::launch(kernel, device::accumulate_shape(loop), arguments, name);
}

/// Sums of floats and complex numbers, in an order that follows from the indices alone.
template <class Loop>
void cuda_add_by_keys(Loop const& loop, bool subtract) {
  library::keyed_additions a{dtype_traits<typename Loop::type>::id, subtract, loop.to, loop.lists(), {}, loop.values};
  for (int k = 0; k < Loop::whole; ++k) a.crossed.add(loop.whole_extent[k], loop.whole_stride[k]);
  library::add_by_keys(a);
}

}  // namespace cp::kernels
