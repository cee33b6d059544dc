// The CUDA scanning kernel of so many lines side by side that threads are busy with a line, or a vector of lines, each:
// nothing is handed from thread to thread.
#pragma once

#include <cstdint>
#include <fuse/kernels/scan/cuda_scan_across.cuh>
#include <fuse/kernels/tuning.hpp>

namespace cp::kernels::device {

/// A thread scans lines from their first element to the last one: `tuning::scan_run` elements, as many such runs, and
/// what came before these are combined, so that errors grow slowly. `Vectors`: elements of a vector of lines that are
/// under way at once, `Elements`: of a single line.
template <class Signature, int Axes, int Width, int Vectors, int Elements>
struct down_body : across_body<Signature, Axes, Width, tuning::scan_run> {
  using base = across_body<Signature, Axes, Width, tuning::scan_run>;
  using typename base::A;
  using typename base::arguments;
  using typename base::places;
  using typename base::scanned;
  static constexpr int run = tuning::scan_run;

#ifdef __CUDA_ARCH__
  /// `W` lines side by side, of which `at` has the first elements; `Some` elements of each are under way at once.
  template <int W, int Some>
  static __device__ __forceinline__ void scan(arguments const& a, places at) {
    using T = typename base::output;
    using inputs = typename base::template inputs<W>;
    auto const length = static_cast<int>(a.plan.length);
    std::uint64_t const splats = W > 1 ? a.plan.splats : 0;
    places to = at;
    A runs[W], before[W];
#pragma unroll
    for (int w = 0; w < W; ++w) runs[w] = before[w] = scanned::identity();
    int left = length, of_runs = run;
#pragma unroll 1
    for (; left > 0; left -= Some) {
      inputs in[Some];
#pragma unroll
      for (int v = 0; v < Some; ++v) {
        base::template load_at<W, false>(a, in[v], at);
        at.move(a, v + 1 < left);
      }
#pragma unroll
      for (int r = 0; r < Some; r += run) {
        if (r >= left) break;
        inputs behind[run];
        if constexpr (base::reads_behind != 0) {
          places from = to;
#pragma unroll
          for (int v = 0; v < run; ++v) {
            base::template load_at<W, true>(a, behind[v], from);
            from.move(a, r + v + 1 < left);
          }
        }
        A e[W], all[W];
#pragma unroll
        for (int w = 0; w < W; ++w) all[w] = scanned::combine(before[w], runs[w]);
#pragma unroll
        for (int v = 0; v < run; ++v) {
          A next[W], x[W];
          base::template lift<W>(a, in[r + v], splat_bits{splats}, next);
#pragma unroll
          for (int w = 0; w < W; ++w) {
            e[w] = v == 0 ? next[w] : scanned::combine(e[w], next[w]);
            x[w] = scanned::combine(all[w], e[w]);
          }
          if (r + v < left)
            store_lying(reinterpret_cast<vector<T, W>*>(const_cast<char*>(to.at[0])),
                        base::template results<W>(a, behind[v], splat_bits{splats}, x));
          to.move(a, true);
        }
#pragma unroll
        for (int w = 0; w < W; ++w) runs[w] = scanned::combine(runs[w], e[w]);
        if (--of_runs == 0) {
          of_runs = run;
#pragma unroll
          for (int w = 0; w < W; ++w) {
            before[w] = scanned::combine(before[w], runs[w]);
            runs[w] = scanned::identity();
          }
        }
      }
    }
  }
#endif
};

template <class Signature, int Axes, int Width, int Vectors, int Elements>
__global__ void __launch_bounds__(tuning::scan_down_threads)
    scan_down(__grid_constant__ typename scan_body<Signature, Axes>::arguments const a) {
#ifdef __CUDA_ARCH__
  using body = down_body<Signature, Axes, Width, Vectors, Elements>;
  scan_plan const& p = a.plan;
  // Lines, or vectors of them, along the first axis that stays, for each place along the others.
  std::uint32_t const thread = blockIdx.x * tuning::scan_down_threads + threadIdx.x;
  if (thread >= p.groups) return;
  std::uint32_t const rest = p.kept > 1 ? thread / p.blocks : 0;
  std::int64_t const line = std::int64_t{thread - rest * p.blocks} * (p.vector ? Width : 1);
  std::int64_t base[Signature::count] = {};
  if (p.kept > 1) body::locate(a, rest, p.folded + 1, p.folded + p.kept, base);
  typename body::places const at(a, base, 0, line);
  if constexpr (Width > 1)
    if (p.vector) return body::template scan<Width, Vectors>(a, at);
  body::template scan<1, Elements>(a, at);
#endif
}

}  // namespace cp::kernels::device
