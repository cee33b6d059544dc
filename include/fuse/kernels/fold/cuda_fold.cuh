// The CUDA folding kernels: threads of a block fold a result (or several), and blocks share one where there are few
// results.
#pragma once

#include <cstdint>
#include <fuse/kernels/early.cuh>
#include <fuse/kernels/fold/cuda_fold_plan.hpp>
#include <fuse/kernels/fold/fold_body.cuh>
#include <fuse/kernels/fold/merged_at_once.hpp>
#include <fuse/kernels/tuning.hpp>
#include <utility>

namespace cp::kernels {

namespace device {

/// Threads of a block fold elements that are neighbours, of one result or of several, and then of further ones.
/// `Loose`: some inputs' vectors lie anywhere.
template <class Signature, int Axes, int Width, int Vectors, int Elements, int Resident, bool Loose = false>
__global__ void __launch_bounds__(tuning::fold_threads, Resident)
    fold(__grid_constant__ typename fold_body<Signature, Axes>::arguments const a) {
#ifdef __CUDA_ARCH__
  using body = fold_body<Signature, Axes>;
  using state = typename body::state;
  __shared__ alignas(16) unsigned char memory[tuning::fold_threads / 32 * sizeof(state)];
  fold_plan const& p = a.plan;
  int const t = static_cast<int>(threadIdx.x), lanes = 1 << p.lanes_log2, lane = t & (lanes - 1),
            row_lane = lane & ((1 << p.row_log2) - 1);
  std::uint32_t const block = p.parts == 1 ? blockIdx.x : blockIdx.x / p.parts, part = blockIdx.x - block * p.parts;
  let_next_kernel_begin();
#pragma unroll 1
  for (std::int64_t group = block; group < p.groups; group += p.blocks) {
    std::int64_t const result = (group << (tuning::fold_threads_log2 - p.lanes_log2)) + (t >> p.lanes_log2);
    bool const valid = result < p.results;
    std::int64_t base[Signature::count] = {};
    state s;
    s.clear();
    if (valid) {
      body::locate_result(a, result, base);
      std::int64_t const first = part * p.step, last = first + p.per_part < p.length ? first + p.per_part : p.length;
      body::each_row(a, base, part, lane >> p.row_log2, [&](std::int64_t const* row) {
        body::template fold_row<Width, Vectors, Elements, Loose>(a, s, row, first, last, row_lane,
                                                                 static_cast<int>(p.row_log2));
      });
    }
    if (lanes > 1) body::merge_lanes(s, reinterpret_cast<state*>(memory), lane, lanes);
    if (!valid || lane != 0) continue;
    if (p.parts > 1)
      static_cast<state*>(p.partial)[part * p.results + result] = s;
    else
      body::store(a, s, base, std::make_integer_sequence<int, Signature::outputs>{});
  }
#endif
}

/// The same where results are neighbours, or short: a thread folds `Width` of them, of which each load brings one
/// element, or each of as many loads; then neighbouring threads have neighbouring results.
template <class Signature, int Axes, int Width, int Vectors, int Apart, int Resident>
__global__ void __launch_bounds__(tuning::fold_threads, Resident)
    fold_across(__grid_constant__ typename fold_body<Signature, Axes>::arguments const a) {
#ifdef __CUDA_ARCH__
  using body = fold_body<Signature, Axes>;
  using state = typename body::state;
  __shared__ alignas(16) unsigned char memory[Width * tuning::fold_threads * sizeof(state)];
  state* const shared = reinterpret_cast<state*>(memory);
  fold_plan const& p = a.plan;
  int const t = static_cast<int>(threadIdx.x), lane = t / p.slots, slot = t - lane * p.slots;
  std::uint32_t const block = p.parts == 1 ? blockIdx.x : blockIdx.x / p.parts, part = blockIdx.x - block * p.parts;
  let_next_kernel_begin();
#pragma unroll 1
  for (std::int64_t group = block; group < p.groups; group += p.blocks) {
    std::int64_t const column = group * p.slots + slot;
    bool const valid = lane < p.lanes && column < p.columns;
    std::int64_t base[Signature::count] = {};
    state s[Width];
#pragma unroll
    for (int v = 0; v < Width; ++v) s[v].clear();
    if (valid) {
      body::locate_result(a, p.vector ? column * Width : column, base);
      // Lanes have rows of their own, or share each row.
      bool const rows = p.row_lanes > 1;
      std::int64_t const begin = part * p.step, last = begin + p.per_part < p.length ? begin + p.per_part : p.length,
                         first = begin + (rows ? 0 : lane);
      body::each_row(a, base, part, rows ? lane : 0, [&](std::int64_t const* row) {
        if (Width > 1 && p.vector)
          body::template fold_rows_across<Width, Vectors, false>(a, s, row, first, last, rows ? 1 : p.lanes);
        else
          body::template fold_rows_across<Width, Apart, true>(a, s, row, first, last, rows ? 1 : p.lanes);
      });
    }
    if (p.lanes > 1) {
      if (group != block) __syncthreads();
#pragma unroll
      for (int v = 0; v < Width; ++v) shared[v * tuning::fold_threads + t] = s[v];
      for (int w = (1 << p.lanes_log2) / 2; w > 0; w /= 2) {
        __syncthreads();
        if (lane < w && lane + w < p.lanes) {
#pragma unroll
          for (int v = 0; v < Width; ++v) {
            s[v].merge(shared[v * tuning::fold_threads + t + w * p.slots]);
            shared[v * tuning::fold_threads + t] = s[v];
          }
        }
      }
    }
    if (!valid || lane != 0) continue;
    std::int64_t const first =
        p.vector ? column * Width >> p.joined_log2
                 : column + (p.parts == 1 ? 0 : column / a.extent[p.folded] * (p.together - 1) * p.apart);
    if constexpr (Width > 1)
      if (p.joined_log2 > 0) body::template join<Width>(a, s, column, base);
#pragma unroll
    for (int v = 0; v < Width; ++v) {
      if (v >= p.together) break;
      if (Width > 1 && (v & ((1 << p.joined_log2) - 1)) != 0) continue;
      if (p.parts > 1) {
        static_cast<state*>(p.partial)[part * p.results + first + (v >> p.joined_log2) * p.apart] = s[v];
      } else {
        body::store(a, s[v], base, std::make_integer_sequence<int, Signature::outputs>{});
#pragma unroll
        for (int k = 0; k < Signature::count; ++k) base[k] += p.apart * a.strides[k][p.folded];
      }
    }
  }
#endif
}

/// Merges the parts of each result: neighbouring threads have neighbouring results, as far as there are some. Begins
/// while the last parts are being folded.
template <class Signature, int Axes>
__global__ void __launch_bounds__(tuning::fold_threads)
    fold_parts(__grid_constant__ typename fold_body<Signature, Axes>::arguments const a) {
#ifdef __CUDA_ARCH__
  using body = fold_body<Signature, Axes>;
  using state = typename body::state;
  __shared__ alignas(16) unsigned char memory[tuning::fold_threads * sizeof(state)];
  fold_plan const& p = a.plan;
  int const t = static_cast<int>(threadIdx.x), slots = 1 << p.merged_log2, slot = t & (slots - 1),
            lane = t >> p.merged_log2, lanes = tuning::fold_threads >> p.merged_log2;
  std::int64_t const result = std::int64_t{blockIdx.x} * slots + slot;
  bool const valid = result < p.results;
  state* const shared = reinterpret_cast<state*>(memory);
  std::int64_t base[Signature::count];
  if (valid) body::locate_result(a, result, base);
  state s;
  s.clear();
  wait_for_kernels_before();
  if (valid) {
    auto const* const partial = static_cast<state const*>(p.partial) + result;
    constexpr auto together = static_cast<std::uint32_t>(merged_at_once(int(sizeof(state))));
    auto const apart = static_cast<std::uint32_t>(lanes);
#pragma unroll 1
    for (std::uint32_t i = static_cast<std::uint32_t>(lane); i < p.parts; i += together * apart) {
      state part[together];
#pragma unroll
      for (std::uint32_t u = 0; u < together; ++u)
        if (i + u * apart < p.parts) part[u] = partial[(i + u * apart) * p.results];
#pragma unroll
      for (std::uint32_t u = 0; u < together; ++u)
        if (i + u * apart < p.parts) s.merge(part[u]);
    }
  }
  shared[t] = s;
  for (int w = lanes / 2; w > 0; w /= 2) {
    __syncthreads();
    if (lane < w) {
      s.merge(shared[t + w * slots]);
      shared[t] = s;
    }
  }
  if (valid && lane == 0) body::store(a, s, base, std::make_integer_sequence<int, Signature::outputs>{});
#endif
}

}  // namespace device

}  // namespace cp::kernels
