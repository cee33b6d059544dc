// Factors and eigenvalues of matrices: Cholesky, QR, LU, eigenvalues. Singular values are in ops/singular_values.hpp.
#pragma once

#include <fuse/ops/linalg_operands.hpp>

namespace cp::linalg {

/// Cholesky factor of each Hermitian positive definite matrix: a = l l^H, of which the lower triangle is read, or with
/// cp::linalg::upper a = u^H u, of which the upper one is.
///
/// shape   (..., n, n) -> (..., n, n)
/// dtype   float64 for integers and booleans
/// throws  shape_error for matrices that are not square; linalg_error for one that is not positive definite, as
///         cp::linalg::checks says
/// source  LAPACK potrf; on the device cuSOLVER potrf, and kernels of ours up to 32 x 32
/// numpy   numpy.linalg.cholesky
template <expression A>
[[nodiscard]] auto cholesky(A const& a, triangle half = lower) {
  using namespace cp::detail;
  expect_matrices<A>();
  using T = linalg_type<A>;
  auto const x = linalg_operand<T>(a);
  cp::library::expect_square("cp::linalg::cholesky", x.shape().value, A::rank);
  auto factor = linalg_result<T, A>(x.shape(), "cp::linalg::cholesky");
  cp::library::cholesky(as_ref(x), as_ref(factor), half == upper);
  return factor;
}

/// What cp::linalg::qr gives: a = q r.
template <class Q, class R>
struct qr_result {
  Q q;  ///< columns of length 1 at right angles
  R r;  ///< upper triangles
};
/// What cp::linalg::qr gives in mode raw.
template <class H, class Tau>
struct qr_raw_result {
  H h;      ///< Householder vectors and r, transposed
  Tau tau;  ///< the vectors' factors
};

/// The types of cp::linalg's modes of a QR decomposition.
struct reduced_mode {};
struct complete_mode {};
struct r_mode {};
struct raw_mode {};
/// q has min(m, n) columns.
inline constexpr reduced_mode reduced{};
/// q is square.
inline constexpr complete_mode complete{};
/// Only r is wanted.
inline constexpr r_mode r_only{};
/// LAPACK's own form.
inline constexpr raw_mode raw{};

/// QR decomposition a = q r of each matrix; cp::linalg::r_only gives r alone, cp::linalg::raw LAPACK's own form {h,
/// tau}.
///
/// shape   (..., m, n) -> q (..., m, k), r (..., k, n) with k = min(m, n); complete: q (..., m, m), r (..., m, n);
///         raw: h (..., n, m), tau (..., k)
/// dtype   float64 for integers and booleans
/// source  LAPACK and cuSOLVER geqrf, orgqr
/// numpy   numpy.linalg.qr
template <expression A, class Mode = reduced_mode>
[[nodiscard]] auto qr(A const& a, Mode = {}) {
  using namespace cp::detail;
  static_assert(std::is_same_v<Mode, reduced_mode> || std::is_same_v<Mode, complete_mode> ||
                    std::is_same_v<Mode, r_mode> || std::is_same_v<Mode, raw_mode>,
                "cp::linalg::qr: the mode is cp::linalg::reduced, complete, r_only or raw");
  expect_matrices<A>();
  using T = linalg_type<A>;
  constexpr int rank = A::rank;
  auto const x = linalg_operand<T>(a);
  std::int64_t const m = rows_of(x.shape()), n = columns_of(x.shape()), k = smaller_extent(x.shape());
  if constexpr (std::is_same_v<Mode, raw_mode>) {
    auto h = linalg_result<T, A>(shape_with_end<rank>(x.shape(), n, m), "cp::linalg::qr");
    auto tau = linalg_result<T, A>(shape_with_end<rank - 1>(x.shape(), k), "cp::linalg::qr");
    cp::library::qr_raw(as_ref(x), as_ref(h), as_ref(tau));
    return qr_raw_result<decltype(h), decltype(tau)>{h, tau};
  } else {
    std::int64_t const columns = std::is_same_v<Mode, complete_mode> ? m : k;
    auto r = linalg_result<T, A>(shape_with_end<rank>(x.shape(), columns, n), "cp::linalg::qr");
    if constexpr (std::is_same_v<Mode, r_mode>) {
      cp::library::qr(as_ref(x), {}, as_ref(r));
      return r;
    } else {
      auto q = linalg_result<T, A>(shape_with_end<rank>(x.shape(), m, columns), "cp::linalg::qr");
      cp::library::qr(as_ref(x), as_ref(q), as_ref(r));
      return qr_result<decltype(q), decltype(r)>{q, r};
    }
  }
}

/// What cp::linalg::eigh and eig give.
template <class Values, class Vectors>
struct eig_result {
  Values eigenvalues;    ///< of each matrix
  Vectors eigenvectors;  ///< of length 1, as columns
};

/// Eigenvalues, in ascending order, and eigenvectors of each Hermitian matrix, of which one triangle is read.
///
/// shape   (..., n, n) -> eigenvalues (..., n), eigenvectors (..., n, n)
/// dtype   float64 for integers and booleans; eigenvalues real
/// throws  shape_error for matrices that are not square; linalg_error for elements that are not finite and where
///         nothing
///         converges, as cp::linalg::checks says
/// source  LAPACK syevd, heevd; cuSOLVER syevd, syevBatched, up to 32 x 32 syevjBatched; a kernel of ours up to 8 x 8
///         (one matrix: 32 x 32)
/// numpy   numpy.linalg.eigh
template <expression A>
[[nodiscard]] auto eigh(A const& a, triangle half = lower) {
  using namespace cp::detail;
  expect_matrices<A>();
  using T = linalg_type<A>;
  auto const x = linalg_operand<T>(a);
  cp::library::expect_square("cp::linalg::eigh", x.shape().value, A::rank);
  auto w = linalg_result<real_dtype<T>, A>(shape_with_end<A::rank - 1>(x.shape(), columns_of(x.shape())),
                                           "cp::linalg::eigh");
  auto v = linalg_result<T, A>(x.shape(), "cp::linalg::eigh");
  cp::library::eigh("cp::linalg::eigh", as_ref(x), as_ref(w), as_ref(v), half == upper);
  return eig_result<decltype(w), decltype(v)>{w, v};
}

/// Eigenvalues of each Hermitian matrix in ascending order; as cp::linalg::eigh.
///
/// numpy   numpy.linalg.eigvalsh
template <expression A>
[[nodiscard]] auto eigvalsh(A const& a, triangle half = lower) {
  using namespace cp::detail;
  expect_matrices<A>();
  using T = linalg_type<A>;
  auto const x = linalg_operand<T>(a);
  cp::library::expect_square("cp::linalg::eigvalsh", x.shape().value, A::rank);
  auto w = linalg_result<real_dtype<T>, A>(shape_with_end<A::rank - 1>(x.shape(), columns_of(x.shape())),
                                           "cp::linalg::eigvalsh");
  cp::library::eigh("cp::linalg::eigvalsh", as_ref(x), as_ref(w), {}, half == upper);
  return w;
}

/// Eigenvalues and right eigenvectors of each matrix, in no particular order. Always complex: whether they are real is
/// only known from the values.
///
/// shape   (..., n, n) -> eigenvalues (..., n), eigenvectors (..., n, n)
/// dtype   complex64 for float32 and complex64, otherwise complex128
/// throws  as cp::linalg::eigh
/// stream  cuSOLVER computes on the host too, and may wait for the device
/// source  LAPACK geev; cuSOLVER Xgeev
/// numpy   numpy.linalg.eig
template <expression A>
[[nodiscard]] auto eig(A const& a) {
  using namespace cp::detail;
  expect_matrices<A>();
  using T = linalg_type<A>;
  using C = result_type<T, complex64>;
  auto const x = linalg_operand<T>(a);
  cp::library::expect_square("cp::linalg::eig", x.shape().value, A::rank);
  auto w = linalg_result<C, A>(shape_with_end<A::rank - 1>(x.shape(), columns_of(x.shape())), "cp::linalg::eig");
  auto v = linalg_result<C, A>(x.shape(), "cp::linalg::eig");
  cp::library::eig("cp::linalg::eig", as_ref(x), as_ref(w), as_ref(v));
  return eig_result<decltype(w), decltype(v)>{w, v};
}

/// Eigenvalues of each matrix; as cp::linalg::eig.
///
/// numpy   numpy.linalg.eigvals
template <expression A>
[[nodiscard]] auto eigvals(A const& a) {
  using namespace cp::detail;
  expect_matrices<A>();
  using T = linalg_type<A>;
  using C = result_type<T, complex64>;
  auto const x = linalg_operand<T>(a);
  cp::library::expect_square("cp::linalg::eigvals", x.shape().value, A::rank);
  auto w = linalg_result<C, A>(shape_with_end<A::rank - 1>(x.shape(), columns_of(x.shape())), "cp::linalg::eigvals");
  cp::library::eig("cp::linalg::eigvals", as_ref(x), as_ref(w), {});
  return w;
}

/// What cp::linalg::lu gives: a = p l u.
template <class P, class Factor>
struct lu_result {
  P p;       ///< permutation matrices
  Factor l;  ///< lower triangles with ones on the diagonal
  Factor u;  ///< upper triangles
};
/// What cp::linalg::lu gives with cp::linalg::permute_l: a = pl u.
template <class Factor>
struct permuted_lu_result {
  Factor pl;  ///< p l
  Factor u;   ///< upper triangles
};
/// The type of cp::linalg::permute_l.
struct permute_l_t {};
/// Makes cp::linalg::lu return p l and u.
inline constexpr permute_l_t permute_l{};

/// LU decomposition a = p l u of each matrix, with pivots of its rows. Singular matrices have one, too.
///
/// shape   (..., m, n) -> p (..., m, m), l (..., m, k), u (..., k, n) with k = min(m, n)
/// dtype   float64 for integers and booleans; p real
/// source  LAPACK and cuSOLVER getrf, cuBLAS getrfBatched
/// numpy   scipy.linalg.lu
template <expression A>
[[nodiscard]] auto lu(A const& a) {
  using namespace cp::detail;
  expect_matrices<A>();
  using T = linalg_type<A>;
  constexpr int rank = A::rank;
  auto const x = linalg_operand<T>(a);
  std::int64_t const m = rows_of(x.shape()), n = columns_of(x.shape()), k = smaller_extent(x.shape());
  auto p = linalg_result<real_dtype<T>, A>(shape_with_end<rank>(x.shape(), m, m), "cp::linalg::lu");
  auto l = linalg_result<T, A>(shape_with_end<rank>(x.shape(), m, k), "cp::linalg::lu");
  auto u = linalg_result<T, A>(shape_with_end<rank>(x.shape(), k, n), "cp::linalg::lu");
  cp::library::lu(as_ref(x), as_ref(p), as_ref(l), as_ref(u), false);
  return lu_result<decltype(p), decltype(l)>{p, l, u};
}
/// The same with p l in one matrix.
template <expression A>
[[nodiscard]] auto lu(A const& a, permute_l_t) {
  using namespace cp::detail;
  expect_matrices<A>();
  using T = linalg_type<A>;
  auto const x = linalg_operand<T>(a);
  std::int64_t const m = rows_of(x.shape()), n = columns_of(x.shape()), k = smaller_extent(x.shape());
  auto l = linalg_result<T, A>(shape_with_end<A::rank>(x.shape(), m, k), "cp::linalg::lu");
  auto u = linalg_result<T, A>(shape_with_end<A::rank>(x.shape(), k, n), "cp::linalg::lu");
  cp::library::lu(as_ref(x), {}, as_ref(l), as_ref(u), true);
  return permuted_lu_result<decltype(l)>{l, u};
}

/// What cp::linalg::lu_factor gives, for cp::linalg::lu_solve.
template <class Factors, class Pivots>
struct lu_factors {
  Factors lu;  ///< u, and below its diagonal l without its ones
  Pivots piv;  ///< row i was exchanged with row piv[i], one after the other
};

/// LU factors of each matrix in one, and pivots counted from 0.
///
/// shape   (..., m, n) -> lu (..., m, n), piv (..., min(m, n))
/// dtype   float64 for integers and booleans; piv int32
/// source  as cp::linalg::lu
/// numpy   scipy.linalg.lu_factor
template <expression A>
[[nodiscard]] auto lu_factor(A const& a) {
  using namespace cp::detail;
  expect_matrices<A>();
  using T = linalg_type<A>;
  auto const x = linalg_operand<T>(a);
  auto factors = linalg_result<T, A>(x.shape(), "cp::linalg::lu_factor");
  auto pivots = linalg_result<std::int32_t, A>(shape_with_end<A::rank - 1>(x.shape(), smaller_extent(x.shape())),
                                               "cp::linalg::lu_factor");
  cp::library::lu_factor(as_ref(x), as_ref(factors), as_ref(pivots));
  return lu_factors<decltype(factors), decltype(pivots)>{factors, pivots};
}

}  // namespace cp::linalg
