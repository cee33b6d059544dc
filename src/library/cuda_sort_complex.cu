// Sorting complex numbers on the device: CUB's merge sort.
#include <cub/device/device_merge_sort.cuh>
#include <fuse/core/complex.hpp>
#include <fuse/core/sort_order.hpp>
#include <fuse/runtime/stream.hpp>

#include "cuda_sort.hpp"
#include "runtime/cuda_check.hpp"

namespace cp::library::device {

namespace {

template <class C>
struct element_before {
  __device__ bool operator()(C const& x, C const& y) const { return detail::sorts_before(x, y); }
};

/// Places of one row by their elements, of several rows by the rows first.
template <class C>
struct place_before {
  C const* keys;
  std::int64_t length;
  __device__ bool operator()(std::int64_t i, std::int64_t j) const {
    std::int64_t const a = i / length, b = j / length;
    return a != b ? a < b : detail::sorts_before(keys[i], keys[j]);
  }
};

__global__ void __launch_bounds__(256) count_up_places(std::int64_t* to, std::int64_t n) {
  std::int64_t const step = std::int64_t{gridDim.x} * 256;
  for (std::int64_t i = std::int64_t{blockIdx.x} * 256 + threadIdx.x; i < n; i += step) to[i] = i;
}

template <class T, class Before>
void stable_sort(T* keys, std::int64_t n, Before before) {
  auto const stream = static_cast<cudaStream_t>(current_stream().handle);
  std::size_t bytes = 0;
  auto const run = [&](void* work) {
    runtime::check("cub::DeviceMergeSort::StableSortKeys",
                   cub::DeviceMergeSort::StableSortKeys(work, bytes, keys, n, before, stream));
  };
  run(nullptr);
  scratch<unsigned char> const work(static_cast<std::int64_t>(bytes));
  run(work.data());
}

template <class C>
void argsort_rows(rows_of const& what, void const* keys, std::int64_t* order) {
  std::int64_t n = what.rows * what.length;
  void* arguments[] = {&order, &n};
  runtime::launch(reinterpret_cast<void const*>(&count_up_places), shape_for(n), arguments, nullptr);
  stable_sort(order, n, place_before<C>{static_cast<C const*>(keys), what.length});
}

}  // namespace

void merge_sort(dtype_id dtype, std::int64_t n, void const* from, void* to) {
  bool const small = dtype == dtype_id::complex64;
  if (from != to) runtime::copy_bytes(to, memory_kind::device, from, memory_kind::device, n * (small ? 8 : 16));
  if (small)
    stable_sort(static_cast<complex64*>(to), n, element_before<complex64>());
  else
    stable_sort(static_cast<complex128*>(to), n, element_before<complex128>());
}

void merge_argsort(dtype_id dtype, rows_of const& what, void const* keys, std::int64_t* order) {
  dtype == dtype_id::complex64 ? argsort_rows<complex64>(what, keys, order)
                               : argsort_rows<complex128>(what, keys, order);
}

}  // namespace cp::library::device
