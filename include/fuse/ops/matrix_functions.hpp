// Functions of matrices that are neither factors nor solutions: the exponential, the Khatri-Rao product, bands,
// triangles.
#pragma once

#include <fuse/ops/arithmetic.hpp>
#include <fuse/ops/creation.hpp>
#include <fuse/ops/linalg_operands.hpp>
#include <fuse/ops/manipulation.hpp>
#include <fuse/ops/selection.hpp>

namespace cp {

/// Ones on and below the diagonal `k` of an n x m matrix, zeros above it.
///
/// numpy   numpy.tri, scipy.linalg.tri
template <class T = double, space Space = default_space>
[[nodiscard]] ndarray<T, 2, Space> tri(std::int64_t n, std::int64_t m, std::int64_t k = 0) {
  detail::known_late<index_array<2>, T> const shape{{n, m}};
  detail::checked_size("cp::tri", shape.value, 2, sizeof(T));
  return astype<T>(index<1>(shape) - index<0>(shape) <= k);
}
template <class T = double, space Space = default_space>
[[nodiscard]] ndarray<T, 2, Space> tri(std::int64_t n) {
  return tri<T, Space>(n, n);
}

namespace detail {
/// Column less row of each element of the last two axes.
template <class X>
auto above_diagonal(X const& x) {
  static_assert(X::rank >= 2, "cp::tril, cp::triu: the operand has two axes or more");
  if constexpr (X::rank < 2) {
    return 0;
  } else if constexpr (expr::is_traced<X>) {
    return expr::derive([](auto const& e) { return above_diagonal(e); }, x);
  } else {
    auto const shape = expr::shape_of(x);
    return index<X::rank - 1>(shape) - index<X::rank - 2>(shape);
  }
}
}  // namespace detail

/// The elements on and below the diagonal `k` of each matrix, zeros above it. Lazy.
///
/// numpy   numpy.tril, scipy.linalg.tril
template <expression X>
[[nodiscard]] auto tril(X const& x, std::int64_t k = 0) {
  return where(detail::above_diagonal(x) <= k, x, typename X::value_type(0));
}
/// The elements on and above the diagonal `k` of each matrix, zeros below it. Lazy.
///
/// numpy   numpy.triu, scipy.linalg.triu
template <expression X>
[[nodiscard]] auto triu(X const& x, std::int64_t k = 0) {
  return where(detail::above_diagonal(x) >= k, x, typename X::value_type(0));
}

namespace linalg {

/// Exponential of each matrix.
///
/// shape   (..., n, n) -> (..., n, n)
/// dtype   float64 for integers and booleans
/// throws  shape_error for matrices that are not square
/// stream  waits, on the device: how often the result is squared depends on the values
/// source  N. J. Higham, SIAM J. Matrix Anal. Appl. 26 (2005): Pade approximant of order 13, scaled and squared; where
///         the
///         norm asks for many squarings, balanced, and scaled by norms of powers: A. H. Al-Mohy, N. J. Higham, 31
///         (2009)
/// numpy   scipy.linalg.expm
template <expression A>
[[nodiscard]] auto expm(A const& a) {
  using namespace cp::detail;
  expect_matrices<A>();
  using T = linalg_type<A>;
  auto const x = linalg_operand<T>(a);
  cp::library::expect_square("cp::linalg::expm", x.shape().value, A::rank);
  auto e = linalg_result<T, A>(x.shape(), "cp::linalg::expm");
  cp::library::exponential(as_ref(x), as_ref(e));
  return e;
}

/// Products of each column of a with all of b's same column: column j is kron(a[:, j], b[:, j]).
///
/// shape   (m, k), (n, k) -> (m n, k)
/// throws  shape_error where the numbers of columns differ
/// numpy   scipy.linalg.khatri_rao
template <expression A, expression B>
[[nodiscard]] auto khatri_rao(A const& a, B const& b) {
  static_assert(A::rank == 2 && B::rank == 2, "cp::linalg::khatri_rao: the operands are matrices");
  auto const p = expr::shape_of(a), q = expr::shape_of(b);
  if (p[1] != q[1])
    cp::detail::throw_shape("cp::linalg::khatri_rao", "the matrices must have as many columns; their shapes are",
                            p.value, 2, q.value, 2);
  return reshape(eval(expand_dims(a, 1) * expand_dims(b, 0)), {p[0] * q[0], p[1]});
}

/// What cp::linalg::bandwidth gives.
struct bandwidth_result {
  std::int64_t lower;  ///< diagonals below the main one up to the last that holds a number other than 0
  std::int64_t upper;  ///< the same above
};

/// How far from the diagonal a matrix has numbers other than 0. Waits for them.
///
/// numpy   scipy.linalg.bandwidth
template <expression A>
[[nodiscard]] bandwidth_result bandwidth(A const& a) {
  static_assert(A::rank == 2, "cp::linalg::bandwidth: the operand is a matrix");
  using namespace cp::detail;
  auto const x = linalg_operand<linalg_type<A>>(a);
  bandwidth_result r{};
  cp::library::bandwidth(as_ref(x), r.lower, r.upper);
  return r;
}

}  // namespace linalg

}  // namespace cp
