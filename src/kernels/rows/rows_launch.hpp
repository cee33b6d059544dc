// What is planned of a launch of rows, and whether they go as vectors.
#pragma once

#include <cstdint>
#include <fuse/kernels/fold/cuda_fold_plan.hpp>
#include <fuse/kernels/tuning.hpp>
#include <fuse/runtime/launch.hpp>

#include "kernels/fold/fold_arguments.hpp"

namespace cp::kernels {

/// Whether rows are aligned vectors: every operand runs along them or (inputs) stands still. Notes which stand still.
inline bool rows_are_vectors(axis_set const& folded, axis_set const& kept, loop_view const& v, int width, bool to_rows,
                             std::uint64_t& splats) {
  if (folded.count > 2 || (folded.count == 2 && folded.size() > index_limit)) return false;
  if (folded.count > 0 && folded.extent[0] % width != 0) return false;
  splats = 0;
  for (int k = 0; k < v.count; ++k) {
    if (v.kind[k] != access::element || (to_rows && k < v.outputs)) continue;
    std::int64_t const step = folded.count == 0 ? 1 : folded.stride[k][0];
    if (step == 0 && k >= v.outputs) {
      splats |= std::uint64_t{1} << (k - v.outputs);
      continue;
    }
    if (step != 1) return false;
    if (width == 1) continue;
    if (reinterpret_cast<std::uintptr_t>(v.data[k]) % 16 != 0) return false;
    for (int a = 0; a < kept.count; ++a)
      if (kept.stride[k][a] % width != 0) return false;
    for (int a = 1; a < folded.count; ++a)
      if (folded.stride[k][a] % width != 0) return false;
  }
  return folded.count > 0 || width == 1;
}

struct rows_launch {
  rows_launch(cuda_rows_kernels& k, bool computed)
      : kernels(k), has_computed(computed) {}  // leaves the axes' rooms as they are
  cuda_rows_kernels& kernels;
  bool has_computed;
  axis_set kept, folded;
  fold_plan plan;
  runtime::launch_shape shape;
};

/// Whether rows are vectors but for their ends: every operand runs along them or (inputs) stands still, and what is
/// written, or else the first input that has rows of its own, lies on vectors' boundaries from some element on. Notes
/// which inputs stand still, and which lie on others.
inline bool rows_are_shifted_vectors(rows_launch& l, loop_view const& v) {
  fold_plan& p = l.plan;
  std::int64_t const width = l.kernels.width;
  if (l.folded.count != 1 || width == 1 || p.count < tuning::rows_cut_least) return false;
  auto const address = [&](int k) {
    return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(v.data[k])) / v.itemsize[k];
  };
  std::uint64_t splats = 0, runs = 0;
  int guide = -1;
  for (int k = p.to_rows ? v.outputs : 0; k < v.count; ++k) {
    if (v.kind[k] != access::element) continue;
    std::int64_t const step = l.folded.stride[k][0];
    bool own = k < v.outputs;
    for (int a = 0; a < l.kept.count; ++a) own = own || l.kept.stride[k][a] != 0;
    if (step == 0 && k >= v.outputs) {
      splats |= std::uint64_t{1} << (k - v.outputs);
      continue;
    }
    if (step != 1 || reinterpret_cast<std::uintptr_t>(v.data[k]) % static_cast<unsigned>(v.itemsize[k]) != 0)
      return false;
    runs |= std::uint64_t{1} << k;
    if (guide < 0 && own) guide = k;
  }
  if (guide < 0) return false;
  p.loose = 0;
  for (int k = 0; k < v.count; ++k) {
    if ((runs >> k & 1) == 0) continue;
    bool alike = (address(k) - address(guide)) % width == 0;
    for (int a = 0; a < l.kept.count; ++a)
      alike = alike && (l.kept.stride[k][a] - l.kept.stride[guide][a]) % width == 0;
    if (!alike && (k < v.outputs || (l.kernels.cached >> (k - v.outputs) & 1) != 0)) return false;
    if (!alike) p.loose |= std::uint64_t{1} << (k - v.outputs);
  }
  p.splats = splats;
  p.guide = guide;
  p.shift = static_cast<int>(address(guide) % width);
  p.aligned = false;
  return true;
}

/// Whether rows had better not be cut where vectors begin: much of the registers would hold nothing, or what is read
/// for the results alone would lie across other boundaries.
inline bool had_better_be_whole(rows_launch const& l) {
  std::int64_t const held = l.kernels.held, room = held << log2_up_to((l.plan.count + held - 1) / held, 30);
  bool const costly = l.kernels.keeps && !l.kernels.wide;
  if (!costly && l.plan.loose != 0 && (l.kernels.width != 4 || l.plan.count <= tuning::rows_cut_loose)) return true;
  return l.plan.count * 100 < room * (costly ? tuning::rows_cut_full : tuning::rows_full);
}

}  // namespace cp::kernels
