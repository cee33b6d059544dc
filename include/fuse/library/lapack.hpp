// Decompositions and solvers as the library compiles them: once, for dtypes, shapes and strides known at run time.
#pragma once

#include <cstdint>
#include <fuse/core/dtype_id.hpp>
#include <fuse/runtime/storage.hpp>

namespace cp::library {

/// An array whose dtype, shape and strides (in elements) are values. The last two axes are matrices (or the last one
/// vectors), those before them the batch.
struct array_ref {
  void* data = nullptr;
  dtype_id type = dtype_id::float64;
  memory_kind kind = memory_kind::host;
  int rank = 0;
  std::int64_t const* shape = nullptr;
  std::int64_t const* strides = nullptr;
};

/// What a triangular solve does with its matrix.
enum class transposition : unsigned char { none, transpose, adjoint };

// Checks and shapes. All throw shape_error, naming the function `where` and the shapes that came.

/// The last two extents are equal.
void expect_square(char const* where, std::int64_t const* shape, int rank);
/// The shape of x in a x = b into `x`, whose batch is a's and b's, broadcast. b of rank 1 is one vector for all of a's
/// matrices, others are matrices.
void solution_shape(char const* where, std::int64_t const* a, int rank_a, std::int64_t const* b, int rank_b,
                    std::int64_t* x);
/// The square matrix that a tensor is, whose first `left` extents are its rows: how many. `where` says what it was for.
std::int64_t tensor_square(char const* where, std::int64_t const* shape, int rank, int left);

/// Whether this build has decompositions in host memory (LAPACKE); without, they throw value_error.
bool host_has_lapack();

// The work. Results are C-contiguous arrays of the shapes that the public functions say; those with a null pointer are
// not wanted. dtypes: float32, float64, complex64, complex128. On the current stream. Count one library call. Throw
// linalg_error as cp::linalg::checks says; value_error while a graph is being captured, or in host memory where there
// is no LAPACKE; cuda_error.

void cholesky(array_ref const& a, array_ref const& factor, bool upper);
void qr(array_ref const& a, array_ref const& q, array_ref const& r);
void qr_raw(array_ref const& a, array_ref const& h, array_ref const& tau);
void svd(array_ref const& a, array_ref const& u, array_ref const& s, array_ref const& vh, bool hermitian);
void eigh(char const* where, array_ref const& a, array_ref const& w, array_ref const& v, bool upper);
void eig(char const* where, array_ref const& a, array_ref const& w, array_ref const& v);
void lu_factor(array_ref const& a, array_ref const& lu, array_ref const& pivots);
void lu(array_ref const& a, array_ref const& p, array_ref const& l, array_ref const& u, bool permute_l);
void lu_solve(array_ref const& lu, array_ref const& pivots, array_ref const& b, array_ref const& x, transposition how);
void solve(char const* where, array_ref const& a, array_ref const& b, array_ref const& x);
void solve_triangular(array_ref const& a, array_ref const& b, array_ref const& x, bool lower, transposition how,
                      bool unit_diagonal);
void cholesky_solve(array_ref const& factor, array_ref const& b, array_ref const& x, bool lower);
void inverse(char const* where, array_ref const& a, array_ref const& x);
void determinant(array_ref const& a, array_ref const& det);
void log_determinant(array_ref const& a, array_ref const& sign, array_ref const& log);
void least_squares(array_ref const& a, array_ref const& b, array_ref const& x, array_ref const& residuals,
                   array_ref const& rank, array_ref const& s, double cutoff);
void pseudoinverse(array_ref const& a, array_ref const& x, double cutoff, bool hermitian);
void exponential(array_ref const& a, array_ref const& x);
/// The numbers of diagonals below and above the main one that hold a number other than 0. Waits.
void bandwidth(array_ref const& a, std::int64_t& below, std::int64_t& above);

}  // namespace cp::library

namespace cp::linalg {

/// When failures of decompositions and solves on the device are looked for.
enum class checks : unsigned char {
  later,  ///< at the next wait of the host for the stream (item, to_host, synchronize, printing): nothing waits before
  now,    ///< before the call returns, which therefore waits
  never   ///< results of matrices that fail are NaN
};

/// Says for a scope, in this thread, when failures (linalg_error) are looked for; without one, later. On the host they
/// are thrown at once, unless never.
///
/// numpy    cupyx.errstate(linalg=...)
class check_guard {
 public:
  /// From now on as `when` says.
  explicit check_guard(checks when) noexcept;
  ~check_guard();
  check_guard(check_guard const&) = delete;
  check_guard& operator=(check_guard const&) = delete;

 private:
  checks previous_;
};

/// What holds in this thread now.
checks current_checks() noexcept;

}  // namespace cp::linalg
