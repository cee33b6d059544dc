// Axes of transforms and of the passes around them.
#pragma once

#include <cstdint>
#include <fuse/fft/transform.hpp>
#include <fuse/runtime/storage.hpp>

#include "passes.hpp"

namespace cp::fft::detail {

constexpr int most = cp::library::fft_call::most_axes;

/// One value an axis, for any number of axes.
struct extents {
  std::int64_t value[most] = {};
  std::int64_t& operator[](int i) { return value[i]; }
  std::int64_t operator[](int i) const { return value[i]; }
};

inline std::int64_t product(int rank, std::int64_t const* shape) {
  std::int64_t n = 1;
  for (int i = 0; i < rank; ++i) n *= shape[i];
  return n;
}

/// An axis of a pass.
struct pass_axis {
  std::int64_t n = 1, to = 0, from = 0;
};
inline void set_axis(pass& p, int i, pass_axis const& x) {
  p.shape[i] = x.n;
  p.to_strides[i] = x.to;
  p.from_strides[i] = x.from;
}
/// Those of arrays of one shape, longest strides first; what both sides cross in one step is one. Those of extent 1 are
/// left out, and so is axis `without`.
struct merged_axes {
  int count = 0;
  pass_axis axis[most];
};
merged_axes merge(int rank, std::int64_t const* shape, std::int64_t const* to, std::int64_t const* from,
                  int without = -1);

}  // namespace cp::fft::detail
