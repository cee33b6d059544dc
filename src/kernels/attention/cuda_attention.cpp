// Planning and starting the CUDA kernel of two products of matrices with a softmax between them.
#include <fuse/kernels/attention/cuda_attention_plan.hpp>
#include <fuse/runtime/counters.hpp>

#include "kernels/device_limits.hpp"

namespace cp::kernels {

namespace {

constexpr int item = 2;  ///< bytes of an element

bool lies_well(attention_job const& job, attention_matrix const& m) {
  if (reinterpret_cast<std::uintptr_t>(m.data) % 16 != 0 || m.row * item % 16 != 0) return false;
  for (int a = 0; a < job.batch_axes; ++a)
    if (m.batch[a] * item % 16 != 0) return false;
  return true;
}
std::int64_t blocks_of(attention_job const& job, int rows) { return (job.queries + rows - 1) / rows * job.problems; }
/// Bytes of a matrix that are different ones.
std::int64_t bytes_of(attention_job const& job, attention_matrix const& m, std::int64_t rows, int columns) {
  std::int64_t n = rows * columns * item;
  for (int a = 0; a < job.batch_axes; ++a)
    if (m.batch[a] != 0) n *= job.batch[a];
  return n;
}

}  // namespace

bool fits_attention(attention_job const& job) {
  return job.depth % 8 == 0 && job.width % 8 == 0 && job.depth >= 16 && job.depth <= 128 && job.width <= 128 &&
         job.keys >= 1 && job.keys <= std::int64_t{1} << 30 && job.queries <= std::int64_t{1} << 30 &&
         job.queries >= 16 && blocks_of(job, 64) <= 0x7fffffff && lies_well(job, job.query) &&
         lies_well(job, job.key) && lies_well(job, job.value) && lies_well(job, job.result);
}

void cuda_attention_start(cuda_attention_kernels& k, signature_info const& info, loop_builder& loop, attention_job& job,
                          char const* name) {
  loop_view const& v = loop.view;
  std::int64_t read = bytes_of(job, job.query, job.queries, job.depth) + bytes_of(job, job.key, job.keys, job.depth) +
                      bytes_of(job, job.value, job.keys, job.width);
  for (int i = info.outputs; i < info.count; ++i) {
    int const to = i - info.outputs;
    job.data[to] = v.data[i];
    job.row[to] = v.stride(i, v.rank - 2);
    job.column[to] = v.stride(i, v.rank - 1);
    for (int a = 0; a < job.batch_axes; ++a) job.each[to][a] = v.stride(i, a);
    read += kernels::bytes_of(v, i, i + 1);
  }
  int const which = job.depth > 64 || job.width > 64 ? 1 : 0;
  std::int64_t const tiles = (job.queries + k.rows[which] - 1) / k.rows[which];
  // Keys and values that the cache holds are read by all blocks at any time; else blocks of one problem run together.
  job.problems_first =
      2 * (bytes_of(job, job.key, job.keys, job.depth) + bytes_of(job, job.value, job.keys, job.width)) <=
      limits().l2_bytes;
  runtime::launch_shape shape;
  shape.grid_x = static_cast<unsigned>(tiles * job.problems);
  shape.block_x = 128;
  shape.shared_bytes = static_cast<unsigned>(k.shared_bytes[which]);
  void* arguments[] = {&job, loop.scalars};
  runtime::launch(k.kernel[which], shape, arguments, name);
  runtime::count_launch(read, bytes_of(job, job.result, job.queries, job.width));
}

}  // namespace cp::kernels
