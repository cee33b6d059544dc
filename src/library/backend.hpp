// What decompositions are composed of, for host and device: LAPACK's routines over batches of packed, column-major
// matrices, and loops over their elements.
#pragma once

#include <cstdint>
#include <fuse/core/dtype.hpp>
#include <fuse/library/lapack.hpp>
#include <fuse/runtime/storage.hpp>

#include "runtime/matrix_failure.hpp"

namespace cp::library {

/// Bytes of an element.
inline std::int64_t size_of_type(dtype_id type) { return detail::row_of(type).itemsize; }
/// The real and the complex type of the same precision.
dtype_id real_of(dtype_id type);
dtype_id complex_of(dtype_id type);
bool is_complex(dtype_id type);

/// One array of the pool, for the time of a call.
class scratch {
 public:
  scratch(memory_kind kind, dtype_id type, std::int64_t elements)
      : memory_(runtime::allocate(kind, elements * size_of_type(type))) {}
  void* data() const { return memory_->data; }
  template <class T>
  T* as() const {
    return static_cast<T*>(memory_->data);
  }

 private:
  storage_ptr memory_;
};

/// Matrices of a batch where they lie: element (i, j) of matrix k is number k * matrix + i * row + j * column.
struct lying {
  void* data;
  std::int64_t matrix, row, column;
};

/// Which vectors a singular value decomposition makes.
enum class vectors : unsigned char { none, reduced, full };

/// expm looks more closely at matrices whose norm asks for more squarings than these.
inline constexpr int many_squarings = 4;

/// Loops over the elements of `count` packed, column-major matrices (src/library/loops.hpp).
class element_loops {
 public:
  /// 0 in one triangle; with `unit`, 1 on the diagonal.
  virtual void keep_triangle(dtype_id type, std::int64_t count, std::int64_t m, std::int64_t n, void* a, bool upper,
                             bool unit) const = 0;
  virtual void identity(dtype_id type, std::int64_t count, std::int64_t n, void* a) const = 0;
  /// Fills the triangle that Hermitian matrices do not show from the one that they do.
  virtual void mirror(dtype_id type, std::int64_t count, std::int64_t n, void* a, bool upper) const = 0;
  /// Sets each status to not_finite or 0.
  virtual void find_not_finite(dtype_id type, std::int64_t count, std::int64_t elements, void const* a,
                               int* info) const = 0;
  /// NaN in each matrix whose status is not 0.
  virtual void poison(dtype_id type, std::int64_t count, std::int64_t elements, void* a, int const* info) const = 0;
  /// Of LU factors; those that are not wanted are null. A singular matrix has the determinant 0, whatever its status.
  virtual void determinants(dtype_id type, std::int64_t count, std::int64_t n, void const* lu, int const* pivots,
                            void* det, void* sign, void* log) const = 0;
  /// Singular values to their reciprocals, 0 for those not above `cutoff` times the largest; their numbers to `rank`
  /// unless it is null. `from` and `to` may be the same.
  virtual void reciprocals(dtype_id type, std::int64_t count, std::int64_t k, void const* from, void* to, double cutoff,
                           std::int64_t* rank) const = 0;
  /// Column j of the m x n matrices times factor j (real).
  virtual void scale_columns(dtype_id type, std::int64_t count, std::int64_t m, std::int64_t n, void* a,
                             void const* factor) const = 0;
  /// Sums of |b - c|^2 over the m rows of each of `columns` columns.
  virtual void squared_distances(dtype_id type, std::int64_t columns, std::int64_t m, void const* b, void const* c,
                                 void* sums) const = 0;
  /// Eigenvalues in ascending order and their vectors to singular values and vectors; `u` and `vh` may be null.
  virtual void singular_from_eigen(dtype_id type, std::int64_t count, std::int64_t n, void const* w, void const* v,
                                   void* s, void* u, void* vh) const = 0;
  /// k pivots, as LAPACK's, to m rows of the original: row i of P A is row `rows[i]` of A.
  virtual void permutations(std::int64_t count, std::int64_t m, std::int64_t k, int const* pivots, int* rows) const = 0;
  /// to = from + by. `from` and `to` may be the same.
  virtual void shift(std::int64_t n, int const* from, int by, int* to) const = 0;
  /// The m x m matrix P^T of P A = L U, or its product with L (m x k), from `rows`.
  virtual void permute(dtype_id type, std::int64_t count, std::int64_t m, std::int64_t k, int const* rows,
                       void const* l, void* to) const = 0;
  /// Norms of the first `most` powers of |A|, and the vectors that have them (see src/library/loops.hpp): `row` is
  /// (most, count, n), `largest` (most, count).
  virtual void powers(dtype_id type, std::int64_t count, std::int64_t n, void const* a, int most, double* row,
                      double* largest) const = 0;
  /// By which powers of two expm scales, of the norm, or of the norms of ten powers.
  virtual void count_squarings(std::int64_t count, bool by_powers, double const* largest, int* squarings) const = 0;
  /// Exponents, which are added to `total` too, whose powers of two balance matrices that hardly have cycles.
  virtual void balancing_exponents(std::int64_t count, std::int64_t n, int most, double const* row,
                                   double const* largest, int* exponents, int* total) const = 0;
  /// Element (i, j) times 2^(e(i) - e(j)), or `back`.
  virtual void scale_by_exponents(dtype_id type, std::int64_t count, std::int64_t n, void* a, int const* exponents,
                                  bool back) const = 0;
  /// a / 2^squarings.
  virtual void scale_down(dtype_id type, std::int64_t count, std::int64_t n, void* a, int const* squarings) const = 0;
  /// to = c0 I + c1 a + c2 b + c3 c; null matrices are left out.
  virtual void combine(dtype_id type, std::int64_t count, std::int64_t n, void* to, double const* c, void const* x,
                       void const* y, void const* z) const = 0;
  /// a = b where `step` is below the matrix' number of squarings.
  virtual void take_squared(dtype_id type, std::int64_t count, std::int64_t n, void* a, void const* b,
                            int const* squarings, int step) const = 0;
  /// Largest distances of a number other than 0 from the diagonal, below and above.
  virtual void band(dtype_id type, std::int64_t m, std::int64_t n, void const* a,
                    unsigned long long* below_above) const = 0;

 protected:
  ~element_loops() = default;
};

/// `count` matrices of one dtype, one behind the other, each column-major and without gaps. Every `info` has a status a
/// matrix, which is set (0: fine), unless it says otherwise.
class lapack {
 public:
  // LAPACK's.
  /// Cholesky factor in place; the other triangle becomes 0.
  virtual void cholesky(dtype_id type, std::int64_t count, std::int64_t n, bool upper, void* a, int* info) const = 0;
  /// The same of matrices as they lie, if that is quicker than to pack them: false, and nothing done, if it is not.
  virtual bool cholesky_lying(dtype_id, std::int64_t /*count*/, std::int64_t /*n*/, bool /*upper*/, lying const& /*a*/,
                              lying const& /*factor*/, int* /*info*/) const {
    return false;
  }
  /// P A = L U in place, `min(m, n)` pivots a matrix, counted from 1.
  virtual void factor(dtype_id type, std::int64_t count, std::int64_t m, std::int64_t n, void* a, int* pivots,
                      int* info) const = 0;
  /// op(A) X = B in place of B, of k columns.
  virtual void solve_factored(dtype_id type, std::int64_t count, std::int64_t n, std::int64_t k, transposition how,
                              void const* lu, int const* pivots, void* b) const = 0;
  /// A X = B in place of B; A is overwritten.
  virtual void solve(dtype_id type, std::int64_t count, std::int64_t n, std::int64_t k, void* a, void* b,
                     int* info) const = 0;
  /// The same of matrices as they lie, of identities where B's data is null, if that is quicker than to pack them:
  /// false, and nothing done, if it is not.
  virtual bool solve_lying(dtype_id, std::int64_t /*count*/, std::int64_t /*n*/, std::int64_t /*k*/, lying const& /*a*/,
                           lying const& /*b*/, lying const& /*x*/, int* /*info*/) const {
    return false;
  }
  /// The inverse in place.
  virtual void invert(dtype_id type, std::int64_t count, std::int64_t n, void* a, int* info) const = 0;
  /// op(A) X = B in place of B, A a triangle. A zero on the diagonal is a status.
  virtual void solve_triangular(dtype_id type, std::int64_t count, std::int64_t n, std::int64_t k, bool upper,
                                transposition how, bool unit, void const* a, void* b, int* info) const = 0;
  /// Householder vectors and R in place, min(m, n) factors a matrix.
  virtual void factor_qr(dtype_id type, std::int64_t count, std::int64_t m, std::int64_t n, void* a,
                         void* tau) const = 0;
  /// The first `columns` columns of Q in place of the first min(m, n) Householder vectors; `reflectors` of them.
  virtual void make_q(dtype_id type, std::int64_t count, std::int64_t m, std::int64_t columns, std::int64_t reflectors,
                      void* a, void const* tau) const = 0;
  /// Eigenvalues in ascending order; with `want`, eigenvectors in place of A. Reads a status of not_finite.
  virtual void eigh(dtype_id type, std::int64_t count, std::int64_t n, bool upper, bool want, void* a, void* w,
                    int* info) const = 0;
  /// Singular values in descending order; A is overwritten. U is m x m or m x min(m, n), Vh n x n or min(m, n) x n.
  /// Reads a status of not_finite.
  virtual void svd(dtype_id type, std::int64_t count, std::int64_t m, std::int64_t n, vectors want, void* a, void* s,
                   void* u, void* vh, int* info) const = 0;
  /// Complex eigenvalues and, unless `v` is null, complex eigenvectors of length 1; A is overwritten. Reads a status of
  /// not_finite.
  virtual void eig(dtype_id type, std::int64_t count, std::int64_t n, void* a, void* w, void* v, int* info) const = 0;
  /// C = op(A) op(B), C m x n.
  virtual void multiply(dtype_id type, std::int64_t count, std::int64_t m, std::int64_t n, std::int64_t k,
                        transposition how_a, void const* a, transposition how_b, void const* b, void* c) const = 0;

  /// Throws linalg_error for the first status that is not 0: at once, or with the stream's next wait. `what` ends the
  /// sentence "matrix i of n ...".
  virtual void report(char const* where, char const* what, std::int64_t count, int const* info) const = 0;

  /// The loops over elements that go with it.
  element_loops const& loops;

 protected:
  explicit lapack(element_loops const& l) : loops(l) {}
  ~lapack() = default;
};

/// Throws value_error for `where` in a build without LAPACKE.
lapack const& host_lapack(char const* where);
/// Throws cuda_error where there is no device.
lapack const& cuda_lapack();
inline lapack const& lapack_of(char const* where, memory_kind kind) {
  return is_device(kind) ? cuda_lapack() : host_lapack(where);
}

}  // namespace cp::library
