// The arguments of the strided form's kernels, and where a thread of theirs works.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fuse/kernels/divider.hpp>
#include <fuse/kernels/elementwise/cuda_elementwise_plan.hpp>
#include <fuse/kernels/tuning.hpp>

namespace cp::kernels::device {

/// Axes are innermost first; `extents` holds divisors of the axes from 1 on.
template <int Count, int Axes, int Bytes>
struct strided_arguments {
  strided_head head;
  divider extents[Axes];
  void* data[Count];
  std::int64_t strides[Count][Axes];
  alignas(16) unsigned char scalars[Bytes];

  __device__ __forceinline__ reach reach_of(int operand) const { return head.plan.reaches[operand]; }
};
template <class Arguments, int Count, int Axes>
constexpr bool strided_layout_agrees = offsetof(Arguments, data) ==
                                       strided_layout(Count, Axes).data&& offsetof(Arguments, strides) ==
                                       strided_layout(Count, Axes).strides&& offsetof(Arguments, scalars) ==
                                       strided_layout(Count, Axes).scalars;

/// The first place of a thread, how many it has, and the step from one to the next.
struct thread_place {
  std::uint32_t j = 0, row = 0, rest = 0;  ///< along axes 0 and 1, and the others together
  std::uint32_t places = 0, j_step = 0, row_step = 0;

#ifdef __CUDA_ARCH__
  /// Whether there is one. `Shifted`: rows may begin up to a vector before their first element.
  template <int Axes, int Width, bool Shifted>
  __device__ __forceinline__ bool find(cuda_plan const& plan) {
    std::uint32_t const log2 = plan.block_log2;
    std::uint32_t thread_row;
    if (Axes > 1 && (Width == 1 || Shifted) && plan.linear) {
      std::uint32_t const thread = blockIdx.x * tuning::block_threads + threadIdx.x;
      thread_row = plan.inner_tiles.divide(thread);
      j = (thread - thread_row * plan.inner_tiles.divisor) * Width;
    } else {
      std::uint32_t const tile_row = plan.inner_tiles.divide(blockIdx.x);
      std::uint32_t const tile = blockIdx.x - tile_row * plan.inner_tiles.divisor;
      j = ((tile << log2) * plan.items_across + (threadIdx.x & ((1u << log2) - 1))) * Width;
      thread_row = (tile_row << (tuning::block_log2 - log2)) + (threadIdx.x >> log2);
    }
    if (j >= plan.inner + (Shifted ? Width - 1 : 0) || thread_row >= plan.thread_rows) return false;
    if (!find_row<Axes>(plan, thread_row)) return false;
    bool const down = plan.items_down > 1;
    std::uint32_t const step_log2 = down ? plan.beside_log2 : log2;
    row_step = down ? 1u << step_log2 : 0;
    j_step = down ? 0 : static_cast<std::uint32_t>(Width) << step_log2;
    std::uint32_t const left = (((down ? plan.rows - row : (plan.inner - j) / Width) - 1) >> step_log2) + 1,
                        most = down ? plan.items_down : plan.items_across;
    places = Shifted && !down ? 1 : left < most ? left : most;
    return true;
  }
  /// The same where each warp has `Side` runs of a row, one behind the other, of an element a lane. Where these would
  /// reach beyond the row's end they begin `before` elements earlier.
  template <int Axes, int Side>
  __device__ __forceinline__ bool find_runs(cuda_plan const& plan, int& before) {
    std::uint32_t const log2 = plan.block_log2, tile_row = plan.inner_tiles.divide(blockIdx.x),
                        tile = blockIdx.x - tile_row * plan.inner_tiles.divisor,
                        along = (tile << log2) + (threadIdx.x & ((1u << log2) - 1)), wanted = (along & ~31u) * Side,
                        thread_row = (tile_row << (tuning::block_log2 - log2)) + (threadIdx.x >> log2);
    if (wanted >= plan.inner || thread_row >= plan.thread_rows) return false;
    std::uint32_t const last = plan.inner - 32 * Side, first = wanted < last ? wanted : last;
    before = static_cast<int>(wanted - first);
    j = first + (along & 31u);
    if (!find_row<Axes>(plan, thread_row)) return false;
    row_step = 1u << plan.beside_log2;
    std::uint32_t const left = ((plan.rows - row - 1) >> plan.beside_log2) + 1;
    places = left < plan.items_down ? left : plan.items_down;
    return true;
  }

 private:
  /// Where a row of threads is along axes 1 and beyond; whether it is there.
  template <int Axes>
  __device__ __forceinline__ bool find_row(cuda_plan const& plan, std::uint32_t thread_row) {
    std::uint32_t part = thread_row >> plan.beside_log2;
    if constexpr (Axes > 2) {
      rest = plan.parts.divide(part);
      part -= rest * plan.parts.divisor;
    }
    row = (part * plan.items_down << plan.beside_log2) + (thread_row & ((1u << plan.beside_log2) - 1));
    return row < plan.rows;
  }
#endif
};

}  // namespace cp::kernels::device
