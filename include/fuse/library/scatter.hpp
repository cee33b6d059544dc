// Storing elements at places that numbers name: of those that meet the last one stays.
#pragma once

#include <cstdint>
#include <fuse/runtime/storage.hpp>

namespace cp::library {

/// What is stored where. Number i of `count` writes a block, which crosses `rank` axes, from `to` plus keys[i] times
/// `step` elements on.
struct scatter_job {
  static constexpr int most_axes = 32;
  void* to;
  std::int64_t step;
  std::int64_t const* keys;  ///< in [0, span)
  std::int64_t count, span;
  bool distinct;  ///< no key comes twice
  std::int32_t itemsize, alignment;
  void const* values;
  std::int64_t value_step;  ///< elements from one number's block to the next one's; 0: all have the same
  int rank;
  std::int64_t extent[most_axes], stride[most_axes], value_stride[most_axes];

  /// Whether neighbouring keys are nearer in memory than neighbours within a block.
  bool keys_are_close() const {
    std::int64_t const apart = rank == 0 ? 0 : stride[rank - 1];
    return rank > 0 && step < (apart < 0 ? -apart : apart);
  }
};

/// Stores; where a key comes several times its last block stays. All in memory of one kind, on the current stream, and
/// apart. On the device each key's last number is found first (an atomic maximum), unless they are distinct. Counts
/// launches.
void scatter(memory_kind kind, scatter_job const& job);

/// The device's. Throws cuda_error.
void scatter_on_device(scatter_job const& job);

}  // namespace cp::library
