// Linear systems, inverses, determinants, ranks and least squares.
#pragma once

#include <fuse/ops/arithmetic.hpp>
#include <fuse/ops/creation.hpp>
#include <fuse/ops/decompositions.hpp>
#include <fuse/ops/logic.hpp>
#include <fuse/ops/manipulation.hpp>
#include <fuse/ops/norms.hpp>
#include <fuse/ops/reductions.hpp>
#include <fuse/ops/selection.hpp>
#include <fuse/ops/singular_values.hpp>
#include <limits>

namespace cp {

namespace detail {

/// Rank of x in a x = b.
template <class A, class B>
constexpr int solution_rank = B::rank == 1        ? A::rank - 1
                              : A::rank > B::rank ? A::rank
                                                  : B::rank;

template <class A, class B>
auto solution_shape(char const* where, A const& a, B const& b) {
  static_assert(B::rank >= 1, "cp::linalg: a right-hand side has one axis or more");
  index_array<solution_rank<A, B>> shape;
  cp::library::solution_shape(where, a.shape().value, A::rank, b.shape().value, B::rank, shape.value);
  return shape;
}

/// The spacing of numbers beside 1.
template <class T>
constexpr double epsilon_of = std::numeric_limits<real_dtype<T>>::epsilon();

inline double larger_extent(std::int64_t m, std::int64_t n) { return static_cast<double>(m > n ? m : n); }

}  // namespace detail

namespace linalg {

/// x of a x = b. b of one axis is a vector, for each of a's matrices; with more axes, matrices, whose batch broadcasts
/// with a's. One matrix for a batch of right-hand sides is factored once.
///
/// shape   a (..., n, n), b (n,) -> (..., n); b (..., n, k) -> (..., n, k)
/// dtype   the operands', promoted; float64 for integers and booleans
/// throws  shape_error for matrices that are not square and right-hand sides that do not fit; linalg_error for a
///         singular matrix, as cp::linalg::checks says
/// source  LAPACK getrf, getrs; cuSOLVER's, cuBLAS' batched ones, and a kernel of ours up to 32 x 32
/// numpy   numpy.linalg.solve
template <expression A, expression B>
[[nodiscard]] auto solve(A const& a, B const& b) {
  using namespace cp::detail;
  expect_matrices<A>();
  using T = linalg_common<A, B>;
  auto const p = linalg_operand<T>(a);
  auto const q = linalg_operand<T>(b);
  cp::library::expect_square("cp::linalg::solve", p.shape().value, A::rank);
  auto x = linalg_result<T, A>(solution_shape("cp::linalg::solve", p, q), "cp::linalg::solve");
  cp::library::solve("cp::linalg::solve", as_ref(p), as_ref(q), as_ref(x));
  return x;
}

/// How cp::linalg::solve_triangular and lu_solve take their matrix.
using cp::library::transposition;
/// a itself.
inline constexpr transposition no_transpose = transposition::none;
/// a's transpose.
inline constexpr transposition transposed = transposition::transpose;
/// a's conjugate transpose.
inline constexpr transposition adjoint = transposition::adjoint;

/// What of its matrices cp::linalg::solve_triangular uses.
struct triangular_options {
  bool lower = false;                  ///< the lower triangle, not the upper one
  transposition trans = no_transpose;  ///< solves a^T x = b or a^H x = b
  bool unit_diagonal = false;          ///< the diagonal counts as ones, whatever it holds
};

/// x of a x = b with triangles a; the rest of a's elements is not read. Shapes as in cp::linalg::solve.
///
/// dtype   the operands', promoted; float64 for integers and booleans
/// throws  shape_error as cp::linalg::solve; linalg_error for a zero on a diagonal, as cp::linalg::checks says
/// source  LAPACK trtrs; cuBLAS trsm, and a kernel of ours up to 32 x 32
/// numpy   scipy.linalg.solve_triangular
template <expression A, expression B>
[[nodiscard]] auto solve_triangular(A const& a, B const& b, triangular_options options = {}) {
  using namespace cp::detail;
  expect_matrices<A>();
  using T = linalg_common<A, B>;
  auto const p = linalg_operand<T>(a);
  auto const q = linalg_operand<T>(b);
  cp::library::expect_square("cp::linalg::solve_triangular", p.shape().value, A::rank);
  auto x = linalg_result<T, A>(solution_shape("cp::linalg::solve_triangular", p, q), "cp::linalg::solve_triangular");
  cp::library::solve_triangular(as_ref(p), as_ref(q), as_ref(x), options.lower, options.trans, options.unit_diagonal);
  return x;
}

/// x of a x = b from a's factors, cp::linalg::lu_factor(a). Shapes as in cp::linalg::solve. A singular matrix gives
/// infinities or NaN.
///
/// dtype   the factors' and b's, promoted
/// throws  shape_error as cp::linalg::solve
/// source  LAPACK and cuSOLVER getrs
/// numpy   scipy.linalg.lu_solve
template <class Factors, class Pivots, expression B>
[[nodiscard]] auto lu_solve(lu_factors<Factors, Pivots> const& a, B const& b, transposition trans = no_transpose) {
  using namespace cp::detail;
  using T = linalg_common<Factors, B>;
  auto const p = linalg_operand<T>(a.lu);
  auto const q = linalg_operand<T>(b);
  cp::library::expect_square("cp::linalg::lu_solve", p.shape().value, Factors::rank);
  auto x = linalg_result<T, Factors>(solution_shape("cp::linalg::lu_solve", p, q), "cp::linalg::lu_solve");
  note_use_here(a.piv);
  cp::library::lu_solve(as_ref(p), as_ref(a.piv), as_ref(q), as_ref(x), trans);
  return x;
}

/// x of a x = b from a's Cholesky factor, cp::linalg::cholesky(a, half). Shapes as in cp::linalg::solve.
///
/// dtype   the factor's and b's, promoted
/// throws  as cp::linalg::solve_triangular
/// numpy   scipy.linalg.cho_solve
template <expression A, expression B>
[[nodiscard]] auto cho_solve(A const& factor, triangle half, B const& b) {
  using namespace cp::detail;
  expect_matrices<A>();
  using T = linalg_common<A, B>;
  auto const p = linalg_operand<T>(factor);
  auto const q = linalg_operand<T>(b);
  cp::library::expect_square("cp::linalg::cho_solve", p.shape().value, A::rank);
  auto x = linalg_result<T, A>(solution_shape("cp::linalg::cho_solve", p, q), "cp::linalg::cho_solve");
  cp::library::cholesky_solve(as_ref(p), as_ref(q), as_ref(x), half == lower);
  return x;
}

/// Inverse of each matrix.
///
/// shape   (..., n, n) -> (..., n, n)
/// dtype   float64 for integers and booleans
/// throws  shape_error for matrices that are not square; linalg_error for a singular one, as cp::linalg::checks says
/// source  LAPACK getrf, getri; cuSOLVER's, cuBLAS' batched ones, and a kernel of ours up to 32 x 32
/// numpy   numpy.linalg.inv
template <expression A>
[[nodiscard]] auto inv(A const& a) {
  using namespace cp::detail;
  expect_matrices<A>();
  using T = linalg_type<A>;
  auto const x = linalg_operand<T>(a);
  cp::library::expect_square("cp::linalg::inv", x.shape().value, A::rank);
  auto inverse = linalg_result<T, A>(x.shape(), "cp::linalg::inv");
  cp::library::inverse("cp::linalg::inv", as_ref(x), as_ref(inverse));
  return inverse;
}

/// Inverse of each Hermitian positive definite matrix, of which one triangle is read.
///
/// shape   (..., n, n) -> (..., n, n)
/// throws  as cp::linalg::cholesky, which it begins with
/// numpy   cupyx.linalg.invh
template <expression A>
[[nodiscard]] auto invh(A const& a, triangle half = lower) {
  auto const factor = cholesky(a, half);
  using T = typename decltype(factor)::value_type;
  return cho_solve(factor, half, eye<T, typename A::space>(factor.shape(-1)));
}

/// Determinant of each matrix, 1 of one without elements.
///
/// shape   (..., n, n) -> (...)
/// dtype   float64 for integers and booleans
/// throws  shape_error for matrices that are not square
/// source  LU factors, as cp::linalg::lu
/// numpy   numpy.linalg.det
template <expression A>
[[nodiscard]] auto det(A const& a) {
  using namespace cp::detail;
  expect_matrices<A>();
  using T = linalg_type<A>;
  auto const x = linalg_operand<T>(a);
  cp::library::expect_square("cp::linalg::det", x.shape().value, A::rank);
  auto d = linalg_result<T, A>(shape_with_end<A::rank - 2>(x.shape()), "cp::linalg::det");
  cp::library::determinant(as_ref(x), as_ref(d));
  return d;
}

/// What cp::linalg::slogdet gives: det = sign e^logabsdet.
template <class Sign, class Log>
struct slogdet_result {
  Sign sign;      ///< of magnitude 1, or 0 for a singular matrix
  Log logabsdet;  ///< -infinity for a singular matrix
};

/// Sign and logarithm of the determinant of each matrix, where the determinant itself may overflow.
///
/// shape   (..., n, n) -> (...)
/// dtype   float64 for integers and booleans; logabsdet real
/// throws  shape_error for matrices that are not square
/// numpy   numpy.linalg.slogdet
template <expression A>
[[nodiscard]] auto slogdet(A const& a) {
  using namespace cp::detail;
  expect_matrices<A>();
  using T = linalg_type<A>;
  auto const x = linalg_operand<T>(a);
  cp::library::expect_square("cp::linalg::slogdet", x.shape().value, A::rank);
  auto sign = linalg_result<T, A>(shape_with_end<A::rank - 2>(x.shape()), "cp::linalg::slogdet");
  auto log = linalg_result<real_dtype<T>, A>(shape_with_end<A::rank - 2>(x.shape()), "cp::linalg::slogdet");
  cp::library::log_determinant(as_ref(x), as_ref(sign), as_ref(log));
  return slogdet_result<decltype(sign), decltype(log)>{sign, log};
}

/// What cp::linalg::lstsq gives.
template <class X, class Residuals, class Rank, class Values>
struct lstsq_result {
  X x;                  ///< the solutions, the shortest where there are several
  Residuals residuals;  ///< the sum of |b - a x|^2 for each column of b
  Rank rank;            ///< how many singular values of a counted
  Values s;             ///< singular values of a
};

/// x with the least |b - a x|^2, and of those the shortest. Singular values up to `rcond` times the largest count as 0;
/// a negative rcond stands for the dtype's epsilon times max(m, n). Batches broadcast as in cp::linalg::solve.
///
/// shape   a (..., m, n), b (m,) -> x (..., n), residuals (..., 1); b (..., m, k) -> x (..., n, k), residuals (..., k);
///         rank (...), s (..., min(m, n)) of the solution's batch
/// dtype   the operands', promoted; float64 for integers and booleans; residuals and s real, rank int64
/// throws  shape_error for right-hand sides that do not fit; linalg_error as cp::linalg::svd
/// source  singular values, as cp::linalg::svd
/// numpy   numpy.linalg.lstsq, which gives no residuals where rank < n or m <= n, and takes no batches
template <expression A, expression B>
[[nodiscard]] auto lstsq(A const& a, B const& b, double rcond = -1) {
  using namespace cp::detail;
  expect_matrices<A>();
  using T = linalg_common<A, B>;
  auto const p = linalg_operand<T>(a);
  auto const q = linalg_operand<T>(b);
  auto const shape = solution_shape("cp::linalg::lstsq", p, q);
  constexpr int batch = decltype(shape)::size() - (B::rank == 1 ? 1 : 2);
  std::int64_t const columns = B::rank == 1 ? 1 : shape[decltype(shape)::size() - 1];
  if (rcond < 0) rcond = epsilon_of<T> * larger_extent(rows_of(p.shape()), columns_of(p.shape()));
  auto x = linalg_result<T, A>(shape, "cp::linalg::lstsq");
  auto residuals = linalg_result<real_dtype<T>, A>(shape_with_end<batch + 1>(shape, columns), "cp::linalg::lstsq");
  auto rank = linalg_result<std::int64_t, A>(shape_with_end<batch>(shape), "cp::linalg::lstsq");
  auto s =
      linalg_result<real_dtype<T>, A>(shape_with_end<batch + 1>(shape, smaller_extent(p.shape())), "cp::linalg::lstsq");
  cp::library::least_squares(as_ref(p), as_ref(q), as_ref(x), as_ref(residuals), as_ref(rank), as_ref(s), rcond);
  return lstsq_result<decltype(x), decltype(residuals), decltype(rank), decltype(s)>{x, residuals, rank, s};
}

/// Pseudoinverse (Moore-Penrose) of each matrix. Singular values up to `rcond` times the largest count as 0; a negative
/// rcond stands for the dtype's epsilon times max(m, n), which is what rtol=None is to NumPy. With `hermitian` the
/// lower triangle is read.
///
/// shape   (..., m, n) -> (..., n, m)
/// dtype   float64 for integers and booleans
/// throws  linalg_error as cp::linalg::svd; shape_error for hermitian matrices that are not square
/// numpy   numpy.linalg.pinv
template <expression A>
[[nodiscard]] auto pinv(A const& a, double rcond = 1e-15, bool hermitian = false) {
  using namespace cp::detail;
  expect_matrices<A>();
  using T = linalg_type<A>;
  auto const x = linalg_operand<T>(a);
  if (hermitian) cp::library::expect_square("cp::linalg::pinv", x.shape().value, A::rank);
  std::int64_t const m = rows_of(x.shape()), n = columns_of(x.shape());
  if (rcond < 0) rcond = epsilon_of<T> * larger_extent(m, n);
  auto inverse = linalg_result<T, A>(shape_with_end<A::rank>(x.shape(), n, m), "cp::linalg::pinv");
  cp::library::pseudoinverse(as_ref(x), as_ref(inverse), rcond, hermitian);
  return inverse;
}

/// Where cp::linalg::matrix_rank begins to count.
struct rank_options {
  double tol = -1;         ///< singular values above it count; negative: rtol says
  double rtol = -1;        ///< as a part of the largest one; negative: the dtype's epsilon times max(m, n)
  bool hermitian = false;  ///< the matrices are Hermitian, of which the lower triangle is read
};

/// How many singular values of each matrix are not (nearly) 0: a lazy expression of the singular values. Of a vector,
/// whether it has an element other than 0.
///
/// shape   (..., m, n) -> (...)
/// dtype   int64
/// throws  linalg_error as cp::linalg::svd
/// numpy   numpy.linalg.matrix_rank
template <expression A>
[[nodiscard]] auto matrix_rank(A const& a, rank_options options = {}) {
  using namespace cp::detail;
  if constexpr (A::rank < 2) {
    return astype<std::int64_t>(any(a != 0));
  } else {
    auto const s = svdvals(a, {.hermitian = options.hermitian});
    auto const extents = expr::shape_of(a);
    double const part = options.rtol >= 0
                            ? options.rtol
                            : epsilon_of<linalg_type<A>> * larger_extent(rows_of(extents), columns_of(extents));
    bool const absolute = options.tol >= 0;
    using R = typename decltype(s)::value_type;
    auto const largest = max(s, axis<-1>, keepdims, initial(0));
    auto const least = largest * static_cast<R>(absolute ? 0 : part) + static_cast<R>(absolute ? options.tol : 0);
    return count_nonzero(s > least, axis<-1>);
  }
}

/// Condition number of each matrix in a norm: of order 2, which none given means, the largest singular value over the
/// smallest; of -2 the other way round; otherwise norm(a) norm(inv(a)), infinite for singular matrices.
///
/// options cp::ord<2>, cp::ord<-2>, cp::ord<1>, cp::ord<-1>, cp::ord_inf, cp::ord_minus_inf, cp::ord_fro, cp::ord_nuc
/// shape   (..., m, n) -> (...)
/// dtype   real: float64 for integers and booleans
/// throws  linalg_error as cp::linalg::svd; shape_error for matrices that are not square, but for order 2 and -2
/// numpy   numpy.linalg.cond
template <expression A, class Ord = ord_t<2>>
[[nodiscard]] auto cond(A const& a, [[maybe_unused]] Ord ord = {}) {
  using namespace cp::detail;
  expect_matrices<A>();
  if constexpr (std::is_same_v<Ord, ord_t<2>> || std::is_same_v<Ord, ord_t<-2>>) {
    auto const s = svdvals(a);
    if (s.shape(-1) == 0)
      throw shape_error("cp::linalg::cond: a matrix without elements has no condition number, the operand has shape " +
                        to_string(expr::shape_of(a)));
    auto const first = s(ellipsis, 0), last = s(ellipsis, -1);
    if constexpr (std::is_same_v<Ord, ord_t<2>>)
      return eval(where(last == 0, std::numeric_limits<typename decltype(s)::value_type>::infinity(), first / last));
    else
      return eval(last / first);
  } else {
    auto const x = linalg_operand<linalg_type<A>>(a);
    using T = linalg_type<A>;
    using R = real_dtype<T>;
    check_guard const silent(checks::never);
    auto const inverse = inv(x);
    auto const product = cp::linalg::matrix_norm(x, ord) * cp::linalg::matrix_norm(inverse, ord);
    // NaN that was not there before comes from a singular matrix.
    auto const known = any(isnan(x), axis<-2, -1>);
    return eval(where(isnan(product) && !known, std::numeric_limits<R>::infinity(), product));
  }
}

/// x of tensordot(a, x, b.ndim axes) = b: of the square matrix that a is when its first axes, as many as b has, are
/// taken for rows.
///
/// shape   a (b's shape..., x's shape...), b -> x
/// dtype   as cp::linalg::solve
/// throws  shape_error unless the products of the extents agree; linalg_error for a singular a
/// numpy   numpy.linalg.tensorsolve
template <expression A, expression B>
[[nodiscard]] auto tensorsolve(A const& a, B const& b) {
  using namespace cp::detail;
  static_assert(A::rank > B::rank, "cp::linalg::tensorsolve: a has more axes than b");
  constexpr int rank = A::rank - B::rank;
  using T = linalg_common<A, B>;
  auto const p = linalg_operand<T>(a);
  auto const q = linalg_operand<T>(b);
  std::int64_t const n = cp::library::tensor_square("cp::linalg::tensorsolve", p.shape().value, A::rank, B::rank);
  if (q.size() != n)
    throw_shape("cp::linalg::tensorsolve", "b must have as many elements as a has rows; their shapes are",
                p.shape().value, A::rank, q.shape().value, B::rank);
  index_array<rank> shape;
  for (int i = 0; i < rank; ++i) shape[i] = p.shape()[B::rank + i];
  auto const matrix = reshape(p, {n, n});
  auto const right = reshape(q, {n});
  auto x = linalg_result<T, A>(index_array<1>{{n}}, "cp::linalg::tensorsolve");
  cp::library::solve("cp::linalg::tensorsolve", as_ref(eval(matrix)), as_ref(eval(right)), as_ref(x));
  return reshape(x, shape);
}

/// Inverse of the square matrix that a tensor is when its first `Left` axes are taken for rows.
///
/// shape   (rows..., columns...) -> (columns..., rows...)
/// dtype   as cp::linalg::inv
/// throws  shape_error unless the products of the extents agree; linalg_error for a singular tensor
/// numpy   numpy.linalg.tensorinv(a, ind=Left)
/// example cp::linalg::tensorinv<1>(a)
template <int Left = 2, expression A>
[[nodiscard]] auto tensorinv(A const& a) {
  using namespace cp::detail;
  static_assert(Left > 0 && Left < A::rank, "cp::linalg::tensorinv: Left is between 1 and the number of axes less 1");
  using T = linalg_type<A>;
  auto const p = linalg_operand<T>(a);
  std::int64_t const n = cp::library::tensor_square("cp::linalg::tensorinv", p.shape().value, A::rank, Left);
  index_array<A::rank> shape;
  for (int i = 0; i < A::rank; ++i) shape[i] = p.shape()[(i + Left) % A::rank];
  auto const matrix = eval(reshape(p, {n, n}));
  auto inverse = linalg_result<T, A>(matrix.shape(), "cp::linalg::tensorinv");
  cp::library::inverse("cp::linalg::tensorinv", as_ref(matrix), as_ref(inverse));
  return reshape(inverse, shape);
}

}  // namespace linalg

}  // namespace cp
