// Work on the host that runs now, or that a graph under capture records.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fuse/kernels/loop.hpp>
#include <fuse/runtime/failure.hpp>
#include <fuse/runtime/launch.hpp>
#include <type_traits>
#include <vector>

namespace cp::kernels {

/// Records Run(job, scalars): both are copied.
template <auto Run, class Job>
void record_job(Job const& job, unsigned char const* scalars, std::int64_t scalar_bytes) {
  static_assert(std::is_trivially_copyable_v<Job>);
  std::vector<unsigned char> bytes(sizeof(Job) + static_cast<std::size_t>(scalar_bytes));
  std::memcpy(bytes.data(), &job, sizeof(Job));
  std::memcpy(bytes.data() + sizeof(Job), scalars, static_cast<std::size_t>(scalar_bytes));
  runtime::record(
      [](void const* arguments) {
        Run(*static_cast<Job const*>(arguments), static_cast<unsigned char const*>(arguments) + sizeof(Job));
      },
      bytes.data(), bytes.size());
}

template <auto Now, class Job>
void run_recorded(Job const& recorded, unsigned char const* scalars) {
  Job job = recorded;
  job.scalars = scalars;
  Now(job);
  runtime::throw_noted();
}
/// Now(job), at once or recorded; `job.scalars` are the only bytes that it points to and does not share.
template <auto Now, class Job>
void run_or_record(Job& job, std::int64_t scalar_bytes) {
  if (runtime::is_capturing())
    record_job<run_recorded<Now, Job>>(job, job.scalars, scalar_bytes);
  else
    Now(job);
}

/// A loop of up to `Operands` operands with its own copy of what a loop_view points to.
template <int Operands>
struct stored_loop {
  static constexpr int max_rank = 32;
  int rank, count, outputs;
  std::int64_t shape[max_rank];
  std::int64_t strides[Operands][max_rank];
  void* data[Operands];
  std::int32_t itemsize[Operands];
  access kind[Operands];
  computing const* computed;

  explicit stored_loop(loop_view const& v) : rank(v.rank), count(v.count), outputs(v.outputs), computed(v.computed) {
    std::copy_n(v.shape, rank, shape);
    std::copy_n(v.data, count, data);
    std::copy_n(v.itemsize, count, itemsize);
    std::copy_n(v.kind, count, kind);
    for (int k = 0; k < count; ++k)
      for (int a = 0; a < rank; ++a) strides[k][a] = v.stride(k, a);
  }
  /// The loop, for those who do not change it.
  loop_view view() const {
    auto* const own = const_cast<stored_loop*>(this);
    return {rank, count, outputs, own->shape, own->data, &own->strides[0][0], max_rank, itemsize, kind, computed};
  }
};

}  // namespace cp::kernels
