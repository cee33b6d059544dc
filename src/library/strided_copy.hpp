// Copying elements of any dtype between strided places, by the library's own kernels, compiled once.
#pragma once

#include <cstdint>
#include <fuse/core/dtype.hpp>
#include <fuse/library/contraction.hpp>
#include <fuse/library/lapack.hpp>
#include <fuse/runtime/storage.hpp>

namespace cp::library {

/// Which elements go where.
struct strided_copy {
  static constexpr int most_axes = contraction::most_axes;
  dtype_id dtype{};
  bool conjugate = false;
  void const* from = nullptr;
  void* to = nullptr;
  int axes = 0;
  std::int64_t extent[most_axes], from_stride[most_axes], to_stride[most_axes];

  void add(std::int64_t n, std::int64_t from_step, std::int64_t to_step) {
    extent[axes] = n, from_stride[axes] = from_step, to_stride[axes++] = to_step;
  }
};

/// Starts it on the current stream, or does it on the host.
void copy(memory_kind kind, strided_copy const& what);
/// The same from one array into another one of its shape, dtype and kind of memory.
void copy(array_ref const& to, array_ref const& from);
/// The device's half of it.
void copy_on_device(strided_copy const& what);

/// Bytes of an element.
inline int itemsize_of(dtype_id dtype) { return detail::row_of(dtype).itemsize; }

}  // namespace cp::library
