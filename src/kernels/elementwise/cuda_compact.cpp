// Starting the compacting kernel.
#include <cstring>
#include <fuse/kernels/elementwise/cuda_compact_plan.hpp>
#include <fuse/kernels/elementwise/cuda_elementwise_plan.hpp>
#include <fuse/kernels/tuning.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/storage.hpp>

namespace cp::kernels {

bool cuda_compact_start(cuda_compact_kernel& kernel, signature_info const& info, loop_builder& loop,
                        std::int64_t* count, char const* name) {
  std::int64_t n = loop.size;
  loop_view& v = loop.view;
  if (!loop.contiguous) {
    v.rank = simplify(v);
    bool flat = is_one_run(v);
    for (int c = 0; flat && c < info.count; ++c)
      flat = v.kind[c] != access::element || reinterpret_cast<std::uintptr_t>(v.data[c]) % 16 == 0;
    if (!flat) return false;
    n = v.rank == 0 ? 1 : v.shape[0];
  }
  std::int64_t const tiles = (n + kernel.tile - 1) / kernel.tile;
  storage_ptr const memory(runtime::allocate(memory_kind::device, (tiles + 1) * 8));
  runtime::set_bytes(memory->data, memory_kind::device, 0, (tiles + 1) * 8);
  auto* const states = static_cast<unsigned long long*>(memory->data);
  compact_head const head{count, states, reinterpret_cast<unsigned*>(states + tiles)};
  alignas(16) unsigned char bytes[sizeof(compact_head) + 16 + 8 + 8 * max_operands + 16 + max_scalar_bytes];
  constexpr std::size_t begin = (sizeof(compact_head) + 15) / 16 * 16;  // the flat form's are aligned to 16 bytes
  argument_layout const layout = flat_layout(info.count);
  std::memcpy(bytes, &head, sizeof head);
  std::memcpy(bytes + begin, &n, 8);
  std::memcpy(bytes + begin + layout.data, v.data, 8 * static_cast<std::size_t>(info.count));
  std::memcpy(bytes + begin + layout.scalars, loop.scalars, static_cast<std::size_t>(info.bytes));
  runtime::launch_shape shape;
  shape.grid_x = static_cast<unsigned>(tiles);
  shape.block_x = tuning::compact_threads;
  void* arguments[] = {bytes};
  runtime::launch(kernel.kernel, shape, arguments, name);
  runtime::count_launch(n * info.read_bytes, 8);
  return true;
}

}  // namespace cp::kernels
