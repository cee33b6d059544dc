// Several arrays brought into one order: what is read at random are records of whole 16 bytes.
#include <fuse/library/records.hpp>
#include <fuse/runtime/counters.hpp>

#include "cuda_sort.hpp"

namespace cp::library {

namespace {

constexpr unsigned threads = 256;

template <int Quads>
__global__ void __launch_bounds__(threads) make_records(__grid_constant__ records_job const j, uint4* records) {
  std::int64_t const step = std::int64_t{gridDim.x} * threads;
  for (std::int64_t i = std::int64_t{blockIdx.x} * threads + threadIdx.x; i < j.n; i += step) {
    std::uint32_t x[4 * Quads];
#pragma unroll
    for (int k = 0; k < 4 * Quads; ++k) x[k] = k < j.words ? j.word[k].from[i * j.word[k].step] : 0;
#pragma unroll
    for (int q = 0; q < Quads; ++q)
      records[i * Quads + q] = make_uint4(x[4 * q], x[4 * q + 1], x[4 * q + 2], x[4 * q + 3]);
  }
}
template <int Quads>
__global__ void __launch_bounds__(threads) pick_records(__grid_constant__ records_job const j, uint4 const* records) {
  std::int64_t const step = std::int64_t{gridDim.x} * threads;
  for (std::int64_t i = std::int64_t{blockIdx.x} * threads + threadIdx.x; i < j.n; i += step) {
    std::int64_t at = j.order[i];
    if (at < 0 || at >= j.n) {
      at %= j.n;
      if (at < 0) at += j.n;
    }
    std::uint32_t x[4 * Quads];
#pragma unroll
    for (int q = 0; q < Quads; ++q) {
      uint4 const v = records[at * Quads + q];
      x[4 * q] = v.x, x[4 * q + 1] = v.y, x[4 * q + 2] = v.z, x[4 * q + 3] = v.w;
    }
#pragma unroll
    for (int k = 0; k < 4 * Quads; ++k)
      if (k < j.words) j.word[k].to[i * j.word[k].step] = x[k];
  }
}

template <int Quads>
void permute(records_job const& j) {
  device::scratch<uint4> const memory(j.n * Quads);
  uint4* records = memory.data();
  void* arguments[] = {const_cast<records_job*>(&j), &records};
  runtime::launch(reinterpret_cast<void const*>(&make_records<Quads>), device::shape_for(j.n), arguments, nullptr);
  runtime::launch(reinterpret_cast<void const*>(&pick_records<Quads>), device::shape_for(j.n), arguments, nullptr);
}

}  // namespace

void permute_records(records_job const& j) {
  if (j.words <= 4)
    permute<1>(j);
  else if (j.words <= 8)
    permute<2>(j);
  else
    permute<4>(j);
  runtime::count_library_call();
}

}  // namespace cp::library
