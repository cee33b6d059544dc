// What calls of cuSOLVER and cuBLAS need: their words for ours, arrays of pointers, workspaces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fuse/core/error.hpp>
#include <fuse/runtime/launch.hpp>
#include <limits>
#include <string>

#include "cuda_handles.hpp"
#include "cuda_kernels.hpp"

namespace cp::library {

/// Up to here many matrices are worked on side by side, beyond it one after the other, each by the whole device.
inline constexpr std::int64_t batched_extent = 512;

inline cublasFillMode_t fill_mode(bool upper) { return upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER; }
inline cublasOperation_t operation(transposition how) {
  return how == transposition::none ? CUBLAS_OP_N : how == transposition::transpose ? CUBLAS_OP_T : CUBLAS_OP_C;
}

inline int narrow(std::int64_t n) {
  if (n > std::numeric_limits<int>::max())
    throw value_error("cp::linalg: cuBLAS' batched routines count to 2^31 - 1, not to " + std::to_string(n));
  return static_cast<int>(n);
}

template <class F>
void with_native(dtype_id type, F const& f) {
  switch (type) {
    case dtype_id::float32:
      return f(float{});
    case dtype_id::complex64:
      return f(cuComplex{});
    case dtype_id::complex128:
      return f(cuDoubleComplex{});
    default:
      return f(double{});
  }
}

/// 1 of each dtype, and 0, for calls that take them by address.
struct constants {
  float f[2] = {1, 0};
  double d[2] = {1, 0};
  cuComplex c[2] = {{1, 0}, {0, 0}};
  cuDoubleComplex z[2] = {{1, 0}, {0, 0}};

  float const* of(float) const { return f; }
  double const* of(double) const { return d; }
  cuComplex const* of(cuComplex) const { return c; }
  cuDoubleComplex const* of(cuDoubleComplex) const { return z; }
};
inline constexpr constants number;

inline void* offset(void* p, dtype_id type, std::int64_t elements) {
  return static_cast<char*>(p) + elements * size_of_type(type);
}
inline void const* offset(void const* p, dtype_id type, std::int64_t elements) {
  return static_cast<char const*>(p) + elements * size_of_type(type);
}

inline scratch integers(std::int64_t n) { return {memory_kind::device, dtype_id::int32, n}; }

/// A device array of pointers to matrices of `elements` elements each.
class pointers {
 public:
  pointers(void const* base, dtype_id type, std::int64_t elements, std::int64_t count)
      : memory_(memory_kind::device, dtype_id::int64, count) {
    device::make_pointers(base, elements * size_of_type(type), count, memory_.as<void*>());
  }
  template <class T>
  T** as(T) const {
    return memory_.as<T*>();
  }

 private:
  scratch memory_;
};

inline bool side_by_side(std::int64_t count, std::int64_t extent) { return count > 1 && extent <= batched_extent; }
inline bool small(std::int64_t extent) { return extent <= device::small_extent; }
/// Right-hand sides up to which the kernels for small matrices take them: very many are work for the whole device.
inline std::int64_t small_columns(std::int64_t count) { return count > 1 ? 1024 : 32; }
inline void no_failure(std::int64_t count, int* info) { runtime::set_bytes(info, memory_kind::device, 0, count * 4); }

/// Workspaces of a routine of the 64-bit interface: asked for once for all matrices of a batch, which use it in turn.
class solver_call {
 public:
  solver_call() = default;
  std::size_t device_bytes = 0, host_bytes = 0;
  /// After the query.
  void make_room(locked_solver const& h) {
    host_ = h->host_room(host_bytes);
    device_ = storage_ptr(runtime::allocate(memory_kind::device, static_cast<std::int64_t>(device_bytes)));
  }
  /// For routines that read parts of their workspace which they have not written.
  void make_empty_room(locked_solver const& h) {
    make_room(h);
    if (device_bytes > 0)
      runtime::set_bytes(on_device(), memory_kind::device, 0, static_cast<std::int64_t>(device_bytes));
  }
  void* on_device() const { return device_->data; }
  void* on_host() const { return host_; }

 private:
  storage_ptr device_;
  void* host_ = nullptr;
};

}  // namespace cp::library
