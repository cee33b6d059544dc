// The CUDA kernel that folds many rows beside what all have in common: neighbouring threads have neighbouring elements
// of a row, and each has several rows, whose addresses are found once.
#pragma once

#include <cstdint>
#include <fuse/kernels/early.cuh>
#include <fuse/kernels/fold/cuda_fold_plan.hpp>
#include <fuse/kernels/fold/fold_body.cuh>
#include <fuse/kernels/tuning.hpp>
#include <utility>

namespace cp::kernels::device {

template <class Signature, int Axes>
struct fold_beside_body;

template <class... Kind, int Bytes, class... Store, int Axes>
struct fold_beside_body<program::signature<program::inputs<Kind...>, Bytes, Store...>, Axes>
    : fold_body<program::signature<program::inputs<Kind...>, Bytes, Store...>, Axes> {
  using base = fold_body<program::signature<program::inputs<Kind...>, Bytes, Store...>, Axes>;
  using base::count;
  using base::outputs;
  using typename base::arguments;
  using typename base::sequence;
  using typename base::state;
  template <int Width>
  using inputs = typename base::template inputs<Width>;

#ifdef __CUDA_ARCH__
  /// Where results lie from their arrays' beginnings, in elements: few enough for 32 bits where there are several axes.
  static __device__ __forceinline__ void locate(arguments const& a, std::int64_t result, std::int64_t* to) {
    int const first = a.plan.folded, last = first + a.plan.kept;
    if (a.plan.kept <= 1) {
#pragma unroll
      for (int k = 0; k < count; ++k) to[k] = result * a.strides[k][first];
      return;
    }
    int at[count] = {};
    auto rest = static_cast<std::uint32_t>(result);
#pragma unroll
    for (int axis = 1; axis < Axes; ++axis) {
      if (axis >= last) break;
      std::uint32_t const above = axis + 1 < last ? a.by[axis].divide(rest) : 0, i = rest - above * a.by[axis].divisor;
      rest = above;
#pragma unroll
      for (int k = 0; k < count; ++k) at[k] += static_cast<int>(i) * static_cast<int>(a.strides[k][axis]);
    }
#pragma unroll
    for (int k = 0; k < count; ++k) to[k] = at[k];
  }
#endif

  /// Where a thread has its first row, how far the others are from it, in bytes (so few that an address takes one or
  /// two instructions), and how far it is to a row's next element.
  template <int Rows>
  struct addresses {
    char const* at[count];
    int row[Rows][count], step[count];

#ifdef __CUDA_ARCH__
    __device__ __forceinline__ addresses(arguments const& a, std::int64_t result, int apart, int index, int elements) {
      std::int64_t first[count], to[count];
      locate(a, result, first);
#pragma unroll
      for (int k = outputs; k < count; ++k) {
        std::int64_t const along = a.strides[k][0] * base::cursor::unit(k);
        at[k] = static_cast<char const*>(a.data[k]) + first[k] * base::cursor::unit(k) + index * along;
        step[k] = static_cast<int>(elements * along);
      }
#pragma unroll
      for (int r = 0; r < Rows; ++r) {
        if (r > 0 && a.plan.kept > 1) locate(a, result + r * apart, to);
#pragma unroll
        for (int k = outputs; k < count; ++k)
          row[r][k] = r == 0            ? 0
                      : a.plan.kept > 1 ? static_cast<int>(to[k] - first[k]) * base::cursor::unit(k)
                                        : r * (apart * static_cast<int>(a.strides[k][1]) * base::cursor::unit(k));
      }
    }
    template <int Width, int... I>
    __device__ __forceinline__ void load(arguments const& a, inputs<Width> (&in)[Rows], int rows,
                                         std::integer_sequence<int, I...>) {
#pragma unroll
      for (int r = 0; r < Rows; ++r)
        if (r < rows)
          (load_bytes<Kind, I, Width>(
               slot_of<I, Kind, Width>(in[r]),
               is_single<Kind> ? static_cast<char const*>(a.data[outputs + I]) : at[outputs + I] + row[r][outputs + I]),
           ...);
    }
    template <int Width, class In>
    __device__ __forceinline__ void compute(arguments const& a, In& in, int r) const {
      compute_inputs(in, a.scalars, [&](auto j) {
        return place_run{place_of(at[outputs + j] + row[r][outputs + j]), a.strides[outputs + j][0]};
      });
    }
    template <int... I>
    __device__ __forceinline__ void advance(std::integer_sequence<int, I...>) {
      ((at[outputs + I] += step[outputs + I]), ...);
    }
#endif
  };

#ifdef __CUDA_ARCH__
  /// Merges the states of rows that several warps share; the first lane of each row gets the whole. All threads of the
  /// block call it.
  template <int Rows>
  static __device__ __forceinline__ void merge_warps(state (&s)[Rows], state (*of_warps)[tuning::fold_threads / 32],
                                                     int lane, int lanes) {
    int const t = static_cast<int>(threadIdx.x);
    __syncthreads();  // the rows before have been merged
#pragma unroll
    for (int r = 0; r < Rows; ++r) {
      base::merge_group(s[r], lane & 31, 32);
      if ((t & 31) == 0) of_warps[r][t >> 5] = s[r];
    }
    __syncthreads();
    if (lane != 0) return;
#pragma unroll
    for (int r = 0; r < Rows; ++r)
      for (int w = 1; w < lanes / 32; ++w) s[r].merge(of_warps[r][(t >> 5) + w]);
  }
  /// Folds `rows` rows, `apart` results apart from `result` on, of which a thread has every `lanes`-th vector.
  template <int Width, int Rows>
  static __device__ __forceinline__ void fold(arguments const& a, std::int64_t result, int apart, int rows, int lane,
                                              int lanes) {
    state s[Rows];
#pragma unroll
    for (int r = 0; r < Rows; ++r) s[r].clear();
    int const length = static_cast<int>(a.plan.length);
    addresses<Rows> at(a, result, apart, lane * Width, lanes * Width);
#pragma unroll 1
    for (int i = lane * Width; i < length; i += lanes * Width) {
      inputs<Width> in[Rows];
      at.load(a, in, rows, sequence{});
#pragma unroll
      for (int r = 0; r < Rows; ++r)
        if (r < rows) {
          at.template compute<Width>(a, in[r], r);
          base::template add<Width>(a, s[r], in[r]);
        }
      at.advance(sequence{});
    }
    if (lanes > 32) {
      constexpr int warps = tuning::fold_threads / 32;
      __shared__ alignas(16) unsigned char memory[Rows * warps * sizeof(state)];
      merge_warps(s, reinterpret_cast<state(*)[warps]>(memory), lane, lanes);
    } else if (lanes > 1) {
#pragma unroll
      for (int r = 0; r < Rows; ++r) base::merge_group(s[r], lane, lanes);
    }
    if (lane != 0) return;
#pragma unroll
    for (int r = 0; r < Rows; ++r) {
      if (r >= rows) break;
      std::int64_t to[count];
      locate(a, result + r * apart, to);
      base::store(a, s[r], to, std::make_integer_sequence<int, outputs>{});
    }
  }
#endif
};

/// `Width` and `Rows` of rows that are vectors; of others single elements of `ElementRows` rows.
template <class Signature, int Axes, int Width, int Rows, int ElementRows>
__global__ void __launch_bounds__(tuning::fold_threads, tuning::fold_beside_blocks)
    fold_beside(__grid_constant__ typename fold_body<Signature, Axes>::arguments const a) {
#ifdef __CUDA_ARCH__
  using body = fold_beside_body<Signature, Axes>;
  fold_plan const& p = a.plan;
  int const t = static_cast<int>(threadIdx.x), lanes = 1 << p.lanes_log2, lane = t & (lanes - 1),
            apart = tuning::fold_threads >> p.lanes_log2;
  let_next_kernel_begin();
#pragma unroll 1
  for (std::int64_t group = blockIdx.x; group < p.groups; group += p.blocks) {
    // Threads of a block go on together, also those that have no row.
    std::int64_t const first = group * p.slots + (t >> p.lanes_log2), left = p.results - first;
    int const rows = left >= p.slots
                         ? p.together
                         : (static_cast<int>(left) + apart - 1) >> (tuning::fold_threads_log2 - p.lanes_log2);
    if (Width > 1 && p.vector)
      body::template fold<Width, Rows>(a, first, apart, rows, lane, lanes);
    else
      body::template fold<1, ElementRows>(a, first, apart, rows, lane, lanes);
  }
#endif
}

}  // namespace cp::kernels::device
