// The CUDA kernel that folds functions of short rows, as the distances of points are: threads hold the rows, and those
// that a result has in common are loaded once.
#pragma once

#include <cstdint>
#include <fuse/kernels/early.cuh>
#include <fuse/kernels/fold/cuda_fold_plan.hpp>
#include <fuse/kernels/fold/fold_body.cuh>
#include <fuse/kernels/tuning.hpp>
#include <fuse/program/row.hpp>
#include <utility>

namespace cp::kernels::device {

/// Where a thread reads its next row of an input, or its next place.
template <int I, class Kind>
struct pair_reader {
  std::int64_t at, step;

  template <class Arguments>
  __device__ pair_reader(Arguments const& a, int k, std::int64_t base, std::int64_t first, std::int64_t apart)
      : at(place_of(a.data[k]) + base + first * a.strides[k][0]), step(apart * a.strides[k][0]) {}
  template <bool First, int N>
  __device__ __forceinline__ void next(std::int64_t& to) {
    at += First ? 0 : step;
    to = at;
  }
};
template <int I, class T, int Offset>
struct pair_reader<I, program::computed<program::row_in_memory<T>, Offset>> {
  T const* at;
  std::int64_t step, along;
  bool wide;  ///< rows are aligned vectors

  template <class Arguments>
  __device__ pair_reader(Arguments const& a, int k, std::int64_t base, std::int64_t first, std::int64_t apart)
      : step(apart * a.strides[k][0]) {
    auto const& rule = program::computed<program::row_in_memory<T>, Offset>::rule_in(a.scalars);
    at = rule.data + (place_of(a.data[k]) + base + first * a.strides[k][0]);
    along = rule.along;
    wide =
        along == 1 && (reinterpret_cast<std::uintptr_t>(at) | static_cast<std::uintptr_t>(step * sizeof(T))) % 16 == 0;
  }
  /// A row that all elements of a result have is loaded at first.
  template <bool First, int N>
  __device__ __forceinline__ void next(program::row_values<T, N>& to) {
    if (!First && step == 0) return;
    at += First ? 0 : step;
    constexpr int bytes = N * int(sizeof(T)), each = (bytes < 16 ? bytes : 16) / int(sizeof(T));
    if constexpr (each > 1 && bytes % (bytes < 16 ? 8 : 16) == 0) {
      if (wide) {
        auto const* const from = reinterpret_cast<vector<T, each> const*>(at);
#pragma unroll
        for (int i = 0; i < N; i += each) {
          auto const w = from[i / each];
#pragma unroll
          for (int j = 0; j < each; ++j) to.v[i + j] = w.v[j];
        }
        return;
      }
    }
    T const* p = at;
#pragma unroll
    for (int i = 0; i < N; ++i, p += along) to.v[i] = *p;
  }
};
template <class Sequence, class... Kind>
struct pair_readers;
template <int... I, class... Kind>
struct pair_readers<std::integer_sequence<int, I...>, Kind...> : pair_reader<I, Kind>... {
  template <class Arguments>
  __device__ pair_readers(Arguments const& a, int outputs, std::int64_t const* base, std::int64_t first,
                          std::int64_t apart)
      : pair_reader<I, Kind>(a, outputs + I, base[outputs + I], first, apart)... {}
  template <bool First, int N, class In>
  __device__ __forceinline__ void next(In& in) {
    (static_cast<pair_reader<I, Kind>&>(*this).template next<First, N>(
         slot_of<I, typename program::with_row_values<Kind, N>::type, 1>(in).v[0]),
     ...);
  }
};

template <class Signature, int Axes, int N>
struct fold_pairs_body;
template <class... Kind, int Bytes, class... Store, int Axes, int N>
struct fold_pairs_body<program::signature<program::inputs<Kind...>, Bytes, Store...>, Axes, N>
    : fold_body<
          typename program::with_row_values<program::signature<program::inputs<Kind...>, Bytes, Store...>, N>::type,
          Axes> {
  using signature =
      typename program::with_row_values<program::signature<program::inputs<Kind...>, Bytes, Store...>, N>::type;
  using base = fold_body<signature, Axes>;
  using typename base::arguments;
  using typename base::state;
  using inputs = typename base::template inputs<1>;
  using readers = pair_readers<typename base::sequence, Kind...>;

  /// What is known of the elements of a result is what its folds came to.
  template <int... O>
  static __device__ __forceinline__ void store(arguments const& a, state const& s, std::int64_t const* offset,
                                               std::integer_sequence<int, O...>) {
    inputs const none{};
    fold_values<typename base::folds> known;
    known.take(s, a.plan.count);
    fold_levels<signature>::evaluate(known, context<inputs, 1, no_splats>{none, a.scalars, {}, 0},
                                     [&](typename Store::type const&... v) {
                                       ((static_cast<typename Store::type*>(a.data[O])[offset[O]] = v), ...);
                                     });
  }
};

/// `N`: elements of a row.
template <class Signature, int Axes, int N>
__global__ void __launch_bounds__(tuning::fold_threads)
    fold_pairs(__grid_constant__ typename fold_body<Signature, Axes>::arguments const a) {
  using body = fold_pairs_body<Signature, Axes, N>;
  using state = typename body::state;
  fold_plan const& p = a.plan;
  int const t = static_cast<int>(threadIdx.x), lanes = 1 << p.lanes_log2, lane = t & (lanes - 1);
  let_next_kernel_begin();
#pragma unroll 1
  for (std::int64_t group = blockIdx.x; group < p.groups; group += p.blocks) {
    std::int64_t const result = group * p.slots + (t >> p.lanes_log2);
    bool const valid = result < p.results;
    std::int64_t base[Signature::count] = {};
    state s;
    s.clear();
    if (valid) {
      body::locate_result(a, result, base);
      typename body::readers at(a, Signature::outputs, base, lane, lanes);
      typename body::inputs in{};
      int left = (static_cast<int>(p.length) - lane + lanes - 1) >> p.lanes_log2;
      if (left > 0) at.template next<true, N>(in);
#pragma unroll 4
      for (; left > 1; --left) {
        body::template add<1>(a, s, in);
        at.template next<false, N>(in);
      }
      if (left > 0) body::template add<1>(a, s, in);
    }
    if (lanes > 1) body::merge_group(s, lane, lanes);
    if (valid && lane == 0) body::store(a, s, base, std::make_integer_sequence<int, Signature::outputs>{});
  }
}

}  // namespace cp::kernels::device
