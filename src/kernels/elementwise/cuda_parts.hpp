// Loops that are started in parts, by the CUDA forms that follow strides.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fuse/kernels/elementwise/cuda_elementwise_plan.hpp>
#include <fuse/kernels/loop.hpp>
#include <vector>

namespace cp::kernels {

constexpr std::int64_t element_limit = (std::int64_t{1} << 31) - 1;

/// The axis that a loop is to be cut along, or -1: its longest one if there are 2^31 elements or more; one with steps
/// of as many bytes, which kernels have 32 bits for.
inline int axis_to_cut(loop_view const& v) {
  std::int64_t total = 1;
  int largest = 0, far = -1;
  for (int a = 0; a < v.rank; ++a) {
    total *= v.shape[a];
    if (v.shape[a] > v.shape[largest]) largest = a;
    for (int k = 0; k < v.count; ++k)
      if (v.kind[k] == access::element && v.shape[a] > 1 &&
          std::abs(v.stride(k, a)) > element_limit / std::max(v.itemsize[k], 1))
        far = a;
  }
  return total > element_limit ? largest : far;
}

/// Calls launch(part) for parts of a simplified loop of less than 2^31 elements each, with steps of less than 2^31
/// bytes; mostly once, with the loop itself.
template <class F>
void for_each_part(loop_view const& v, F const& launch) {
  int const largest = axis_to_cut(v);
  if (largest < 0) return launch(v);
  std::int64_t const whole = v.shape[largest];
  // A multiple of 64 elements, so that vectors and tiles stay whole; of a long axis as much as fits, of others halves.
  std::int64_t half = whole / 2;
  if (half > 64) half = half / 64 * 64;
  std::vector<std::int64_t> shape(v.shape, v.shape + v.rank);
  std::vector<std::int64_t> strides(static_cast<std::size_t>(v.count) * static_cast<std::size_t>(v.pitch));
  std::vector<void*> data(static_cast<std::size_t>(v.count));
  for (int part = 0; part < 2; ++part) {
    std::int64_t const begin = part == 0 ? 0 : half, n = part == 0 ? half : whole - half;
    std::copy_n(v.strides, strides.size(), strides.data());
    std::copy_n(v.shape, v.rank, shape.data());
    shape[static_cast<std::size_t>(largest)] = n;
    for (int k = 0; k < v.count; ++k)
      data[static_cast<std::size_t>(k)] = static_cast<char*>(v.data[k]) + begin * v.stride(k, largest) * v.itemsize[k];
    loop_view part_view = v;
    part_view.shape = shape.data();
    part_view.strides = strides.data();
    part_view.data = data.data();
    for_each_part(part_view, launch);
  }
}

/// Starts a loop in parts of less than 2^31 elements, which run beside each other where the GPU can; `beside`: the
/// first one too, beside what this function has started just before, which it shares no memory with but what both read.
/// Changes the view. Does not count.
void start_parts(cuda_kernels& kernels, signature_info const& info, loop_view& view, unsigned char const* scalars,
                 char const* name, bool beside);

/// Starts a loop whose rolls are slices in most of it: that part with plain kernels, the frame around it as it is.
/// Whether it did; else nothing has happened. Does not count.
bool start_turned(cuda_kernels& kernels, signature_info const& info, loop_builder const& loop, char const* name);

}  // namespace cp::kernels
