// Planning and starting the CUDA kernel of transforms along rows.
#include <algorithm>
#include <fuse/kernels/transform/cuda_fft_plan.hpp>
#include <fuse/kernels/tuning.hpp>
#include <fuse/runtime/counters.hpp>

#include "kernels/device_limits.hpp"
#include "kernels/fold/fold_arguments.hpp"

namespace cp::kernels {

bool cuda_fft_rows_start(cuda_fft_rows_kernels& k, signature_info const& info, loop_builder& loop, std::int64_t given,
                         char const* name) {
  loop_view const& v = loop.view;
  if (!fits_fft_rows(v)) return false;
  std::int64_t const n = v.shape[v.rank - 1];
  axis_set row, kept;
  std::uint32_t const mask = std::uint32_t{1} << (v.rank - 1);
  take_axes(row, v, mask, true);
  take_axes(kept, v, mask, false);
  fold_plan p;
  p.count = n;
  p.length = given;
  p.results = kept.size();
  p.kept = kept.count;
  p.folded = row.count;
  p.wide = p.results > index_limit;
  p.lanes_log2 = log2_up_to(n, 31) - tuning::fft_rows_held_log2;
  std::int64_t const threads = std::max<std::int64_t>(tuning::fft_rows_block, std::int64_t{1} << p.lanes_log2),
                     rows = threads >> p.lanes_log2,
                     blocks = limits().multiprocessors * (tuning::fft_rows_resident / threads);
  std::int64_t const shared_bytes = rows * (n + n / 16) * k.number_bytes;
  if (shared_bytes > limits().shared_bytes) return false;
  alignas(16) unsigned char bytes[max_arguments];
  write_arguments(bytes, k.layout, k.axes, p, row, kept, v, loop.scalars, info.bytes);
  void* arguments[] = {bytes};
  runtime::launch_shape shape;
  shape.grid_x = static_cast<unsigned>(std::min((p.results + rows - 1) / rows, blocks));
  shape.block_x = static_cast<unsigned>(threads);
  shape.shared_bytes = static_cast<unsigned>(shared_bytes);
  std::int64_t read = 0;
  for (int i = info.outputs; i < info.count; ++i) {
    bool const in_part = (k.given >> (i - info.outputs) & 1) != 0 && v.stride(i, v.rank - 1) != 0;
    read += in_part ? bytes_of(v, i, i + 1) / n * given : bytes_of(v, i, i + 1);
  }
  runtime::launch(k.rows, shape, arguments, name);
  runtime::count_launch(read, bytes_of(v, 0, info.outputs));
  return true;
}

}  // namespace cp::kernels
