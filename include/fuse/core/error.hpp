// The exceptions of the library: one base, one type for each way in which a call can fail.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace cp {

/// Base of everything that the library throws.
struct error : std::runtime_error {
  /// With a message. Throws out_of_memory where there is no room for it.
  explicit error(std::string const& message);
  /// The same.
  explicit error(char const* message);
};

/// Extents that do not fit each other or the operation.
struct shape_error : error {
  using error::error;
};

/// An index or an axis outside its range.
struct index_error : error {
  using error::error;
};

/// An argument of the right type with a value that the operation cannot take.
struct value_error : error {
  using error::error;
};

/// An element type that is not what was asked for, known only at run time (a file's, say).
struct dtype_error : error {
  using error::error;
};

/// A file that cannot be read or written.
struct io_error : error {
  using error::error;
};

/// A decomposition or a solve that has no result (a singular matrix, no convergence).
struct linalg_error : error {
  using error::error;
};

/// A call of a library (cuFFT, FFTW) that failed.
struct library_error : error {
  using error::error;
};

/// A call of the CUDA runtime that failed, or CUDA asked of a build or machine that has none.
struct cuda_error : error {
  /// `status` is the cudaError_t (0 when the build has no CUDA).
  cuda_error(std::string const& message, int status) : error(message), code(status) {}
  /// The cudaError_t, or 0.
  int code;
};

/// Work on the device failed in a way that CUDA does not recover from (an illegal address, a trap, a failed assertion
/// in a kernel): the first call that notices says what failed and which kernels were launched last, every later call
/// that uses the device that the context is lost. What device arrays held is gone; host arrays are as before, and the
/// program can go on without the device, and end, in order.
struct context_lost : cuda_error {
  using cuda_error::cuda_error;
};

/// Memory that could not be had. Thrown after unused memory was given back and the request tried once more; nothing
/// else has changed. All sizes are in bytes. What operator new cannot give the library for itself is this too, with a
/// `requested_bytes` of 0 where nobody knows it (a std::vector or std::string of the caller's stays a std::bad_alloc).
/// It is no std::bad_alloc: with two bases it could not be caught as std::exception.
struct out_of_memory : error {
  /// All sizes in bytes.
  out_of_memory(std::string const& message, std::int64_t requested_bytes_, std::int64_t used_bytes_,
                std::int64_t limit_bytes_)
      : error(message), requested_bytes(requested_bytes_), used_bytes(used_bytes_), limit_bytes(limit_bytes_) {}
  std::int64_t requested_bytes;  ///< what was asked for
  std::int64_t used_bytes;       ///< what arrays held then
  std::int64_t limit_bytes;      ///< the pool's limit, 0 for none
};

namespace runtime {

/// Throws out_of_memory for memory that operator new could not give for the library's own bookkeeping. Needs none
/// itself.
[[noreturn]] void throw_out_of_bookkeeping(std::int64_t bytes);

}  // namespace runtime

}  // namespace cp
