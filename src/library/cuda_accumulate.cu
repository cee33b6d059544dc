// What several indices name, on the device: keys, their order, sums in bins.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <fuse/core/dtype.hpp>
#include <fuse/library/sums.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>
#include <type_traits>

#include "cuda_accumulate.hpp"
#include "cuda_sort.hpp"

namespace cp::library {

namespace {

using device::keyed_target;
using device::offset_of;
using device::scratch;
using device::shape_for;

constexpr unsigned threads = 256;
constexpr std::int64_t no_wide_key = 0xffffffff;  // more indices or elements need 64 bits

__device__ __forceinline__ std::int64_t first_of_thread() { return std::int64_t{blockIdx.x} * threads + threadIdx.x; }
__device__ __forceinline__ std::int64_t all_threads() { return std::int64_t{gridDim.x} * threads; }

/// The keys of indices, and, unless `numbers` is null, 0, 1 ... beside them.
template <class Key>
__global__ void __launch_bounds__(threads) find_keys(__grid_constant__ index_lists const x, Key* keys, Key* numbers) {
  for (std::int64_t i = first_of_thread(); i < x.n; i += all_threads()) {
    std::int64_t key = 0;
    for (int k = 0; k < x.axes.count; ++k) {
      std::int64_t const extent = x.axes.extent[k];
      std::int64_t at = x.list[k][i];
      if (at < 0 || at >= extent) {
        at %= extent;
        if (at < 0) at += extent;
      }
      key = key * extent + at;
    }
    keys[i] = static_cast<Key>(key);
    if (numbers != nullptr) numbers[i] = static_cast<Key>(i);
  }
}
template <class Key>
void start_find_keys(index_lists const& lists, Key* keys, Key* numbers) {
  void* arguments[] = {const_cast<index_lists*>(&lists), &keys, &numbers};
  runtime::launch(reinterpret_cast<void const*>(&find_keys<Key>), shape_for(lists.n), arguments, "cp::ufunc.at");
  runtime::count_launch(lists.n * 8 * lists.axes.count,
                        lists.n * static_cast<std::int64_t>(sizeof(Key)) * (numbers != nullptr ? 2 : 1));
}

template <class Key>
grouped_indices group(index_lists const& lists, std::int64_t count) {
  constexpr int bytes = sizeof(Key);
  // Each beside as much room to sort in, on a boundary of 256 bytes.
  std::int64_t const room = (lists.n + 255) / 256 * 256;
  scratch<Key> const keys(2 * room), numbers(2 * room);
  start_find_keys(lists, keys.data(), numbers.data());
  device::sorted_pairs p{keys.data(), keys.data() + room, numbers.data(), numbers.data() + room};
  if (lists.n > 1 && count > 1) {
    device::radix_sort_pairs(bytes, bytes, lists.n, std::bit_width(static_cast<std::uint64_t>(count - 1)), p);
    runtime::count_library_call();
  }
  return {{lists.n, p.keys, p.places, bytes == 8}, keys.memory, numbers.memory};
}

// -- sums in bins -----------------------------------------------------------------------------------------------------

template <class T>
__device__ bool is_minus_zero(T x) {
  if constexpr (sizeof(T) == 2)
    return x.bits == 0x8000;
  else
    return x == 0 && signbit(x);
}

template <class T>
__global__ void __launch_bounds__(threads) widen(T const* from, float* to, std::int64_t n) {
  for (std::int64_t i = first_of_thread(); i < n; i += all_threads()) to[i] = static_cast<float>(from[i]);
}

/// Sums of bins added to the elements. One that is 0 leaves its element alone: no index may name it, unless that was
/// -0: which of the two it is, the next kernel asks, if there is such an element (`asks`).
template <class T, class S>
__global__ void __launch_bounds__(threads) add_sums(__grid_constant__ keyed_target const target, S const* sums,
                                                    std::int64_t count, bool subtract, unsigned* asks) {
  for (std::int64_t i = first_of_thread(); i < count; i += all_threads()) {
    S const sum = sums[i];
    T* const p = static_cast<T*>(target.to) + offset_of(target.keyed, i);
    if (sum != 0)
      *p = static_cast<T>(static_cast<S>(*p) + (subtract ? -sum : sum));
    else if (is_minus_zero(*p))
      *asks = 1;
  }
}
/// A -0 to which another number than -0 was added is 0, if all of them came to 0.
template <class T>
__global__ void __launch_bounds__(threads)
    settle_zeros(__grid_constant__ keyed_target const target, std::uint32_t const* keys, T const* values,
                 std::int64_t n, bool subtract, unsigned const* asks) {
  if (*asks == 0) return;
  for (std::int64_t i = first_of_thread(); i < n; i += all_threads()) {
    T* const p = static_cast<T*>(target.to) + offset_of(target.keyed, keys[i]);
    T const x = values[i], added = subtract ? static_cast<T>(-x) : x;
    if (is_minus_zero(*p) && !is_minus_zero(added)) *p = static_cast<T>(0.0f);
  }
}

/// Adds values to few elements. T is summed as V (float16 as float32), and sums are S.
template <class T, class V, class S>
void add_bins(index_lists const& lists, keyed_target const& target, void const* given, std::int64_t count,
              bool subtract) {
  std::int64_t n = lists.n;
  auto const* const values = static_cast<T const*>(given);
  scratch<std::uint32_t> const keys(n);
  scratch<S> const sums(count);
  scratch<unsigned> const asks(1);
  scratch<float> const wide(std::is_same_v<T, V> ? 0 : n);
  start_find_keys<std::uint32_t>(lists, keys.data(), nullptr);
  void const* summed = values;
  if constexpr (!std::is_same_v<T, V>) {
    auto* to = wide.data();
    void* arguments[] = {&given, &to, &n};
    runtime::launch(reinterpret_cast<void const*>(&widen<T>), shape_for(n), arguments, nullptr);
    runtime::count_launch(n * 2, n * 4);
    summed = to;
  }
  sum_in_bins(memory_kind::device, {dtype_traits<V>::id, summed, keys.data(), 4, n, count, sums.data(),
                                    std::is_same_v<V, float> && std::is_same_v<S, double>});
  runtime::set_bytes(asks.data(), memory_kind::device, 0, 4);
  keyed_target to = target;
  auto* from = sums.data();
  auto* named = keys.data();
  auto* ask = asks.data();
  void* adding[] = {&to, &from, &count, &subtract, &ask};
  runtime::launch(reinterpret_cast<void const*>(&add_sums<T, S>), shape_for(count), adding, nullptr);
  auto const bytes = static_cast<std::int64_t>(sizeof(T));
  runtime::count_launch(count * (bytes + static_cast<std::int64_t>(sizeof(S))), count * bytes);
  void* settling[] = {&to, &named, &given, &n, &subtract, &ask};
  runtime::launch(reinterpret_cast<void const*>(&settle_zeros<T>), shape_for(n), settling, nullptr);
  runtime::count_launch(0, 0);
}

/// The same axes without those of one element; two of which one continues the other are one.
strided_axes joined(strided_axes const& given) {
  strided_axes axes;
  for (int k = 0; k < given.count; ++k) {
    if (given.extent[k] == 1) continue;
    int const last = axes.count - 1;
    if (last >= 0 && axes.stride[last] == given.stride[k] * given.extent[k])
      axes.extent[last] *= given.extent[k], axes.stride[last] = given.stride[k];
    else
      axes.add(given.extent[k], given.stride[k]);
  }
  return axes;
}

}  // namespace

grouped_indices group_indices(index_lists const& lists) {
  std::int64_t const count = lists.axes.size();
  return std::max(lists.n, count) > no_wide_key ? group<std::uint64_t>(lists, count)
                                                : group<std::uint32_t>(lists, count);
}

void add_by_keys(keyed_additions const& a) {
  std::int64_t const n = a.lists.n, count = a.lists.axes.size(), block = a.crossed.size();
  if (n == 0 || block == 0) return;
  keyed_target const target{a.to, joined(a.lists.axes), joined(a.crossed)};
  dtype_id const summed = a.dtype == dtype_id::float64 ? dtype_id::float64 : dtype_id::float32;
  bool const is_real = detail::row_of(a.dtype).kind == dtype_kind::floating;
  if (is_real && block == 1 && n > 1 && n >= count && fits_in_device_bins(summed, n, count)) {
    auto const add = [&]<class T, class V, class S>(T, V, S) {
      add_bins<T, V, S>(a.lists, target, a.values, count, a.subtract);
    };
    switch (a.dtype) {
      case dtype_id::float16:
        return add(float16{}, float{}, float{});
      case dtype_id::bfloat16:
        return add(bfloat16{}, float{}, float{});
      case dtype_id::float32:
        return add(float{}, float{}, double{});
      default:
        return add(double{}, double{}, double{});
    }
  }
  grouped_indices const grouped = group_indices(a.lists);
  device::add_runs(a.dtype, {grouped.order, target, a.values, block, a.subtract});
}

}  // namespace cp::library
