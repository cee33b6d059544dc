// Matrices with names: of a rule (Hilbert, Hadamard, Fourier, Helmert) or of a vector (Toeplitz, companion, Leslie).
#pragma once

#include <fuse/expr/custom.hpp>
#include <fuse/ops/arithmetic.hpp>
#include <fuse/ops/creation.hpp>
#include <fuse/ops/explog.hpp>
#include <fuse/ops/indexing.hpp>
#include <fuse/ops/joining.hpp>
#include <fuse/ops/linalg_operands.hpp>
#include <fuse/ops/logic.hpp>
#include <fuse/ops/manipulation.hpp>
#include <fuse/ops/selection.hpp>
#include <fuse/ops/trigonometric.hpp>

namespace cp {

namespace detail {

template <class C>
constexpr void expect_vector() {
  static_assert(C::rank == 1, "cp::linalg: this matrix is made of vectors");
}
template <class C>
auto length_of(C const& c, char const* where, std::int64_t least) {
  expect_vector<C>();
  std::int64_t const n = expr::shape_of(c)[0];
  if (n < least)
    throw_value(where,
                least == 1 ? "the vector must have an element at least, it has"
                           : "the vector must have two elements at least, it has",
                n);
  return n;
}
inline index_array<2> square(std::int64_t n, char const* where) {
  if (n < 0) throw_value(where, "the number of rows cannot be negative, as", n);
  return {{n, n}};
}
/// The rows that `values` shows, each from one element further up, or down, than the one before it.
template <class V>
auto moving_rows(V const& values, std::int64_t first, std::int64_t down, std::int64_t rows, std::int64_t columns,
                 std::int64_t across) {
  using array = ndarray<typename V::value_type, 2, typename V::space>;
  return array(values.memory(), values.data() + (rows * columns > 0 ? first : 0), {{rows, columns}}, {{down, across}})
      .copy();
}
/// Part of a matrix as a vector: from an element on, in steps of rows and columns.
template <class M>
auto slanted(M const& m, std::int64_t row, std::int64_t column, std::int64_t down, std::int64_t across) {
  using array = ndarray<typename M::value_type, 1, typename M::space>;
  std::int64_t n = 0;
  for (std::int64_t i = row, j = column; i < m.shape(0) && j < m.shape(1); i += down, j += across) ++n;
  return array(m.memory(), m.data() + (n > 0 ? row * m.strides()[0] + column * m.strides()[1] : 0), {{n}},
               {{down * m.strides()[0] + across * m.strides()[1]}});
}

}  // namespace detail

namespace linalg {

/// The matrix with constant diagonals: first column c, first row r (whose first element is not read).
///
/// shape   (m,), (n,) -> (m, n)
/// dtype   the operands', promoted
/// numpy   scipy.linalg.toeplitz
template <expression C, expression R>
[[nodiscard]] auto toeplitz(C const& c, R const& r) {
  cp::detail::expect_vector<C>();
  cp::detail::expect_vector<R>();
  std::int64_t const m = expr::shape_of(c)[0], n = expr::shape_of(r)[0];
  auto const values = eval(concatenate(flip(r)(slice(0, n > 0 ? n - 1 : 0)), c));
  return cp::detail::moving_rows(values, n - 1, 1, m, n, -1);
}
/// With the conjugate of c as the first row.
template <expression C>
[[nodiscard]] auto toeplitz(C const& c) {
  if constexpr (complex_floating<typename C::value_type>)
    return toeplitz(c, eval(conj(c)));
  else
    return toeplitz(c, c);
}

/// The matrix whose columns are c, each one row further down than the one before, around the end.
///
/// shape   (n,) -> (n, n)
/// numpy   scipy.linalg.circulant
template <expression C>
[[nodiscard]] auto circulant(C const& c) {
  std::int64_t const n = cp::detail::length_of(c, "cp::linalg::circulant", 1);
  auto const values = eval(concatenate(eval(c)(slice(1, end)), c));
  return cp::detail::moving_rows(values, n - 1, 1, n, n, -1);
}

/// The matrix with constant antidiagonals: first column c, last row r (whose first element is not read).
///
/// shape   (m,), (n,) -> (m, n)
/// dtype   the operands', promoted
/// numpy   scipy.linalg.hankel
template <expression C, expression R>
[[nodiscard]] auto hankel(C const& c, R const& r) {
  std::int64_t const m = cp::detail::length_of(c, "cp::linalg::hankel", 1),
                     n = cp::detail::length_of(r, "cp::linalg::hankel", 1);
  auto const values = eval(concatenate(c, eval(r)(slice(1, end))));
  return cp::detail::moving_rows(values, 0, 1, m, n, 1);
}
/// With zeros in the last row.
template <expression C>
[[nodiscard]] auto hankel(C const& c) {
  return hankel(c, zeros_like(c));
}

/// The Hadamard matrix of n = 2^k rows by Sylvester's construction: 1 and -1, columns at right angles.
///
/// dtype   int64 or T
/// throws  value_error unless n is a power of 2
/// numpy   scipy.linalg.hadamard
template <class T = std::int64_t, space Space = default_space>
[[nodiscard]] ndarray<T, 2, Space> hadamard(std::int64_t n) {
  if (n < 1 || (n & (n - 1)) != 0)
    cp::detail::throw_value("cp::linalg::hadamard", "the number of rows must be a power of 2, not", n);
  index_array<2> const shape{{n, n}};
  auto const sign = elementwise(CP_LAMBDA(std::int64_t i, std::int64_t j) {
    std::int64_t odd = i & j;
    for (int bits = 32; bits > 0; bits /= 2) odd ^= odd >> bits;
    return static_cast<T>(1 - 2 * (odd & 1));
  });
  return sign(index<0>(shape), index<1>(shape));
}

/// 1 / (i + j + 1).
///
/// numpy   scipy.linalg.hilbert
template <class T = double, space Space = default_space>
[[nodiscard]] ndarray<T, 2, Space> hilbert(std::int64_t n) {
  cp::detail::known_late<index_array<2>, T> const shape = cp::detail::square(n, "cp::linalg::hilbert");
  return T(1) / astype<T>(index<0>(shape) + index<1>(shape) + std::int64_t{1});
}

/// How cp::linalg::dft is scaled.
enum class dft_scale : unsigned char {
  none,    ///< e^(-2 pi i j k / n)
  sqrt_n,  ///< divided by the square root of n, which makes it unitary
  by_n     ///< divided by n
};

/// The matrix whose product with a vector is the vector's discrete Fourier transform.
///
/// dtype   complex128
/// numpy   scipy.linalg.dft
template <space Space = default_space>
[[nodiscard]] ndarray<complex128, 2, Space> dft(std::int64_t n, dft_scale scale = dft_scale::none) {
  cp::detail::known_late<index_array<2>, Space> const shape = cp::detail::square(n, "cp::linalg::dft");
  double const size = static_cast<double>(n > 0 ? n : 1);
  double const factor = scale == dft_scale::none ? 1 : scale == dft_scale::by_n ? 1 / size : 1 / scalar::sqrt(size);
  // j k is reduced first, so that large products cost no digits.
  auto const turn =
      astype<double>((index<0>(shape) * index<1>(shape)) % (n > 0 ? n : 1)) * (-2 * 3.141592653589793238463 / size);
  return astype<complex128>(cos(turn) * factor) + astype<complex128>(sin(turn) * factor) * complex128(0, 1);
}

/// |a_i - a_j|.
///
/// shape   (n,) -> (n, n)
/// numpy   scipy.linalg.fiedler
template <expression A>
[[nodiscard]] auto fiedler(A const& a) {
  cp::detail::expect_vector<A>();
  return eval(abs(expand_dims(a, 1) - expand_dims(a, 0)));
}

/// The matrix with the eigenvalues that are the roots of a polynomial, whose coefficients are a, the highest power's
/// first: all but five diagonals are 0. A first coefficient of 0 gives infinities or NaN.
///
/// shape   (n + 1,) -> (n, n)
/// dtype   float64 for integers
/// numpy   scipy.linalg.fiedler_companion
template <expression A>
[[nodiscard]] auto fiedler_companion(A const& a) {
  using T = cp::detail::linalg_type<A>;
  std::int64_t const n = cp::detail::length_of(a, "cp::linalg::fiedler_companion", 2) - 1;
  ndarray<T, 1, typename A::space> const x = astype<T>(a);
  ndarray<T, 1, typename A::space> const p = -x / x(slice(0, 1));
  auto c = zeros<T, typename A::space>(index_array<2>{{n, n}});
  using cp::detail::slanted;
  if (n > 1) {
    slanted(c, 3, 1, 2, 2).fill(T(1));
    slanted(c, 0, 2, 2, 2).fill(T(1));
    slanted(c, 2, 1, 2, 2)(all) = p(slice(3, end, 2));
    slanted(c, 0, 1, 2, 2)(all) = p(slice(2, end, 2));
    c(slice(1, 2), slice(0, 1)).fill(T(1));
  }
  c(slice(0, 1), 0) = p(slice(1, 2));
  return c;
}

/// The matrix with the eigenvalues that are the roots of a polynomial, whose coefficients are a, the highest power's
/// first. A first coefficient of 0 gives infinities or NaN.
///
/// shape   (n + 1,) -> (n, n)
/// dtype   float64 for integers
/// numpy   scipy.linalg.companion
template <expression A>
[[nodiscard]] auto companion(A const& a) {
  using T = cp::detail::linalg_type<A>;
  std::int64_t const n = cp::detail::length_of(a, "cp::linalg::companion", 2) - 1;
  ndarray<T, 1, typename A::space> const x = astype<T>(a);
  auto c = eye<T, typename A::space>(n, n, -1);
  c(0, all) = -x(slice(1, end)) / x(slice(0, 1));
  return c;
}

/// Which rows cp::linalg::convolution_matrix keeps.
enum class convolution_mode : unsigned char {
  full,  ///< all, n + a's length - 1
  same,  ///< as many as the longer one has elements, from the middle
  valid  ///< those of places where the shorter one lies inside the longer one
};

/// The matrix whose product with a vector of n elements is its convolution with a.
///
/// shape   (m,) -> (m + n - 1, n), or fewer rows
/// throws  value_error for an empty vector and for n below 1
/// numpy   scipy.linalg.convolution_matrix
template <expression A>
[[nodiscard]] auto convolution_matrix(A const& a, std::int64_t n, convolution_mode mode = convolution_mode::full) {
  std::int64_t const m = cp::detail::length_of(a, "cp::linalg::convolution_matrix", 1);
  if (n < 1)
    cp::detail::throw_value("cp::linalg::convolution_matrix", "the number of columns must be positive, not", n);
  auto const none = zeros<typename A::value_type, typename A::space>(index_array<1>{{n - 1}});
  auto const values = eval(concatenate(none, a, none));
  std::int64_t const cut = (m < n ? m : n) - 1;
  std::int64_t const top = mode == convolution_mode::full ? 0 : mode == convolution_mode::same ? cut / 2 : cut;
  std::int64_t const bottom = mode == convolution_mode::full ? 0 : mode == convolution_mode::same ? cut - cut / 2 : cut;
  return cp::detail::moving_rows(values, n - 1 + top, 1, m + n - 1 - top - bottom, n, -1);
}

/// Helmert's matrix: orthogonal, with constant first row, which is left out unless `full`.
///
/// shape   (n - 1, n), or (n, n)
/// dtype   float64
/// numpy   scipy.linalg.helmert
template <space Space = default_space>
[[nodiscard]] ndarray<double, 2, Space> helmert(std::int64_t n, bool full = false) {
  cp::detail::known_late<index_array<2>, Space> const shape = cp::detail::square(n, "cp::linalg::helmert");
  auto const i = index<0>(shape), j = index<1>(shape);
  auto const row = astype<double>(i);
  auto const element = where(j < i, 1.0, where(j == i, -row, 0.0)) / sqrt(row * (row + 1.0));
  ndarray<double, 2, Space> const h = where(i == std::int64_t{0}, 1 / scalar::sqrt(static_cast<double>(n)), element);
  return full || n == 0 ? h : h(slice(1, end), all);
}

/// The matrix of a population's growth: fecundities f in the first row, survival rates s below the diagonal.
///
/// shape   (n,), (n - 1,) -> (n, n)
/// dtype   the operands', promoted
/// throws  shape_error unless s has one element less than f
/// numpy   scipy.linalg.leslie
template <expression F, expression S>
[[nodiscard]] auto leslie(F const& f, S const& s) {
  using T = result_type<typename F::value_type, typename S::value_type>;
  std::int64_t const n = cp::detail::length_of(f, "cp::linalg::leslie", 2);
  cp::detail::expect_vector<S>();
  if (expr::shape_of(s)[0] != n - 1)
    cp::detail::throw_shape("cp::linalg::leslie", "s must have one element less than f; their shapes are",
                            expr::shape_of(s).value, 1, expr::shape_of(f).value, 1);
  auto m = zeros<T, typename F::space>(index_array<2>{{n, n}});
  m(0, all) = astype<T>(f);
  cp::detail::slanted(m, 1, 0, 1, 1)(all) = astype<T>(s);
  return m;
}

/// Matrices along the diagonal of one, zeros elsewhere. Vectors are rows, numbers of rank 0 matrices of one element.
///
/// dtype   the operands', promoted
/// numpy   scipy.linalg.block_diag
template <expression... A>
[[nodiscard]] auto block_diag(A const&... a) {
  static_assert(sizeof...(A) > 0 && ((A::rank <= 2) && ...),
                "cp::linalg::block_diag: the operands are matrices, one at least");
  using T = typename cp::detail::promote_all<typename A::value_type...>::type;
  using space = typename expr::common_space<typename A::space...>::type;
  std::int64_t rows = 0, columns = 0;
  auto const add = [&](auto const& x) {
    auto const shape = expr::shape_of(atleast_2d(x));
    rows += shape[0];
    columns += shape[1];
  };
  (add(a), ...);
  auto m = zeros<T, space>(index_array<2>{{rows, columns}});
  std::int64_t i = 0, j = 0;
  auto const put = [&](auto const& x) {
    auto const block = atleast_2d(x);
    auto const shape = expr::shape_of(block);
    m(slice(i, i + shape[0]), slice(j, j + shape[1])) = astype<T>(block);
    i += shape[0];
    j += shape[1];
  };
  (put(a), ...);
  return m;
}

}  // namespace linalg

}  // namespace cp
