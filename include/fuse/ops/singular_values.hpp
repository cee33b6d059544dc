// Singular values and their vectors.
#pragma once

#include <fuse/ops/linalg_operands.hpp>

namespace cp::linalg {

/// What cp::linalg::svd gives: a = u diag(s) vh.
template <class Vectors, class Values>
struct svd_result {
  Vectors u;   ///< left singular vectors, as columns
  Values s;    ///< singular values, the largest first
  Vectors vh;  ///< right singular vectors, conjugated, as rows
};

/// How cp::linalg::svd and svdvals go about it.
struct svd_options {
  bool full_matrices = true;  ///< square u and vh; otherwise as many vectors as singular values
  bool hermitian = false;     ///< the matrices are Hermitian (the lower triangle is read), which is faster
};

/// Singular value decomposition a = u diag(s) vh of each matrix.
///
/// shape   (..., m, n) -> u (..., m, m), s (..., k), vh (..., n, n) with k = min(m, n); without full_matrices u
///         (..., m, k), vh (..., k, n)
/// dtype   float64 for integers and booleans; s real
/// throws  linalg_error for elements that are not finite and where nothing converges, as cp::linalg::checks says;
///         shape_error for hermitian matrices that are not square
/// source  LAPACK gesdd; cuSOLVER gesvd, a kernel of ours up to 32 x 32
/// numpy   numpy.linalg.svd; compute_uv=False is cp::linalg::svdvals
template <expression A>
[[nodiscard]] auto svd(A const& a, svd_options options = {}) {
  using namespace cp::detail;
  expect_matrices<A>();
  using T = linalg_type<A>;
  constexpr int rank = A::rank;
  auto const x = linalg_operand<T>(a);
  if (options.hermitian) cp::library::expect_square("cp::linalg::svd", x.shape().value, rank);
  std::int64_t const m = rows_of(x.shape()), n = columns_of(x.shape()), k = smaller_extent(x.shape());
  auto u = linalg_result<T, A>(shape_with_end<rank>(x.shape(), m, options.full_matrices ? m : k), "cp::linalg::svd");
  auto s = linalg_result<real_dtype<T>, A>(shape_with_end<rank - 1>(x.shape(), k), "cp::linalg::svd");
  auto vh = linalg_result<T, A>(shape_with_end<rank>(x.shape(), options.full_matrices ? n : k, n), "cp::linalg::svd");
  cp::library::svd(as_ref(x), as_ref(u), as_ref(s), as_ref(vh), options.hermitian);
  return svd_result<decltype(u), decltype(s)>{u, s, vh};
}

/// Singular values of each matrix, the largest first.
///
/// shape   (..., m, n) -> (..., min(m, n))
/// dtype   real: float64 for integers and booleans
/// throws  as cp::linalg::svd
/// numpy   numpy.linalg.svdvals; numpy.linalg.svd(a, compute_uv=False)
template <expression A>
[[nodiscard]] auto svdvals(A const& a, svd_options options = {}) {
  using namespace cp::detail;
  expect_matrices<A>();
  using T = linalg_type<A>;
  auto const x = linalg_operand<T>(a);
  if (options.hermitian) cp::library::expect_square("cp::linalg::svdvals", x.shape().value, A::rank);
  auto s = linalg_result<real_dtype<T>, A>(shape_with_end<A::rank - 1>(x.shape(), smaller_extent(x.shape())),
                                           "cp::linalg::svdvals");
  cp::library::svd(as_ref(x), {}, as_ref(s), {}, options.hermitian);
  return s;
}

}  // namespace cp::linalg
