// Comparing arrays in tests, and making arrays for them: numpy.testing and cupy.testing.
#pragma once

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <fuse/io/mismatch.hpp>
#include <fuse/ops/decompositions.hpp>
#include <fuse/ops/matrix_products.hpp>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace cp::testing {

namespace detail {

/// An operand in host memory, and what an io::host_elements of it needs.
template <class A>
struct host_operand {
  A array;
  io::host_elements elements() const {
    return {dtype_traits<typename A::value_type>::id, array.data(), A::rank, array.shape().value,
            array.strides().value};
  }
};
template <operand X>
auto on_host(X const& x) {
  if constexpr (expression<X>) {
    auto const h = eval(x).to_host();
    return host_operand<std::remove_cvref_t<decltype(h)>>{h};
  } else {
    using T = default_dtype<typename std::remove_cvref_t<decltype(expr::as_node(x))>::value_type>;
    return host_operand<ndarray<T, 0, host_space>>{ndarray<T, 0, host_space>(static_cast<T>(x))};
  }
}
template <operand A, operand B>
void compare(A const& a, B const& b, io::comparison const& c) {
  auto const x = on_host(a);
  auto const y = on_host(b);
  io::expect_relation(x.elements(), y.elements(), c);
}

}  // namespace detail

/// How cp::testing::assert_allclose compares.
struct allclose_options {
  double rtol = 1e-7;        ///< of |desired|
  double atol = 0;           ///< added to that
  bool equal_nan = true;     ///< NaN goes with NaN
  std::string err_msg = {};  ///< a line of the report
  bool verbose = true;       ///< the report shows both arrays
};

/// Throws unless |actual - desired| <= atol + rtol |desired| for each pair of elements. Each is an array, an expression
/// or a number, which stands for every element. Waits for both. The report is NumPy's: how many elements differ, the
/// first of them, the largest differences, both arrays.
///
/// throws   testing::assertion_error
/// numpy    numpy.testing.assert_allclose
template <operand A, operand B>
void assert_allclose(A const& actual, B const& desired, allclose_options const& o = {}) {
  detail::compare(actual, desired,
                  {.wanted = io::relation::close,
                   .rtol = o.rtol,
                   .atol = o.atol,
                   .equal_nan = o.equal_nan,
                   .message = o.err_msg,
                   .verbose = o.verbose});
}
/// Throws unless all elements are equal, NaN among them; with `strict` shapes and dtypes too. As assert_allclose.
///
/// numpy    numpy.testing.assert_array_equal
template <operand A, operand B>
void assert_array_equal(A const& actual, B const& desired, std::string const& err_msg = {}, bool strict = false) {
  detail::compare(actual, desired, {.strict = strict, .message = err_msg});
}
/// Throws unless |actual - desired| < 1.5 * 10^-decimal for each pair of elements. As assert_allclose.
///
/// numpy    numpy.testing.assert_array_almost_equal
template <operand A, operand B>
void assert_array_almost_equal(A const& actual, B const& desired, int decimal = 6, std::string const& err_msg = {}) {
  detail::compare(actual, desired, {.wanted = io::relation::near, .decimal = decimal, .message = err_msg});
}
/// Throws unless x < y for each pair of elements. As assert_allclose.
///
/// numpy    numpy.testing.assert_array_less
template <operand A, operand B>
void assert_array_less(A const& x, B const& y, std::string const& err_msg = {}) {
  detail::compare(x, y, {.wanted = io::relation::less, .message = err_msg});
}
/// Throws unless |x - y| is at most `nulp` times the spacing of the larger of both, for each pair of floating-point
/// numbers of one dtype. Waits for both.
///
/// throws   testing::assertion_error; dtype_error for other dtypes
/// numpy    numpy.testing.assert_array_almost_equal_nulp
template <expression A, expression B>
void assert_array_almost_equal_nulp(A const& x, B const& y, double nulp = 1) {
  auto const a = detail::on_host(x);
  auto const b = detail::on_host(y);
  io::expect_nulp(a.elements(), b.elements(), nulp);
}
/// Throws unless a and b, floating-point numbers of one dtype, are at most `maxulp` representable numbers apart. Waits
/// for both. Returns the largest distance.
///
/// throws   testing::assertion_error; dtype_error for other dtypes
/// numpy    numpy.testing.assert_array_max_ulp
template <expression A, expression B>
double assert_array_max_ulp(A const& a, B const& b, double maxulp = 1) {
  auto const x = detail::on_host(a);
  auto const y = detail::on_host(b);
  return io::expect_ulp(x.elements(), y.elements(), maxulp);
}
/// Throws unless two lists of arrays have equal lengths and equal arrays.
///
/// throws   testing::assertion_error
/// numpy    cupy.testing.assert_array_list_equal
template <class List, class Other>
void assert_array_list_equal(List const& xs, Other const& ys, std::string const& err_msg = {}) {
  if (xs.size() != ys.size())
    throw assertion_error("cp::testing::assert_array_list_equal: the lists have " + std::to_string(xs.size()) +
                          " and " + std::to_string(ys.size()) + " arrays");
  auto y = ys.begin();
  for (auto const& x : xs) assert_array_equal(x, *y++, err_msg);
}

namespace detail {

/// Numbers as elements: booleans are whether they are even, complex ones are x + x i.
template <class T, class X>
auto as_elements(X const& x) {
  if constexpr (boolean<T>)
    return x % 2 == 0;
  else if constexpr (cp::detail::is_complex<T>)
    return cp::astype<T>(x) * T(1, 1);
  else
    return cp::astype<T>(x);
}

}  // namespace detail

/// 1, 2, 3 ... in a shape; booleans are whether those are even, complex elements x + x i.
///
/// numpy    cupy.testing.shaped_arange
template <class T = float, class Space = default_space, int N>
[[nodiscard]] ndarray<T, N, Space> shaped_arange(extent const (&shape)[N]) {
  auto const s = make_shape(shape);
  return detail::as_elements<T>(reshape(arange<std::int64_t, Space>(1, size_of(s) + 1), s));
}
/// The same downwards, to 1.
///
/// numpy    cupy.testing.shaped_reverse_arange
template <class T = float, class Space = default_space, int N>
[[nodiscard]] ndarray<T, N, Space> shaped_reverse_arange(extent const (&shape)[N]) {
  auto const s = make_shape(shape);
  return detail::as_elements<T>(reshape(arange<std::int64_t, Space>(size_of(s), 0, -1), s));
}
/// Equal steps from start to stop in a shape.
///
/// numpy    cupy.testing.shaped_linspace
template <class T = float, class Space = default_space, int N>
[[nodiscard]] ndarray<T, N, Space> shaped_linspace(double start, double stop, extent const (&shape)[N]) {
  auto const s = make_shape(shape);
  return reshape(linspace<T, Space>(start, stop, size_of(s)), s);
}
/// Random numbers in [0, scale) in a shape, the same for equal seeds on every machine and in every space; booleans are
/// true half of the time, complex elements have two. They are not CuPy's numbers.
///
/// numpy    cupy.testing.shaped_random
template <class T = float, class Space = default_space, int N>
[[nodiscard]] ndarray<T, N, Space> shaped_random(extent const (&shape)[N], double scale = 10, std::uint64_t seed = 0) {
  auto const a = cp::empty<T, host_space>(make_shape(shape));
  for (std::int64_t i = 0; i < a.size(); ++i) {
    if constexpr (boolean<T>)
      a.data()[i] = io::next_uniform(seed) < 0.5;
    else if constexpr (cp::detail::is_complex<T>)
      a.data()[i] = static_cast<T>(complex<double>(scale * io::next_uniform(seed), scale * io::next_uniform(seed)));
    else
      a.data()[i] = static_cast<T>(scale * io::next_uniform(seed));
  }
  return a.template to<Space>();
}
/// A random matrix (m, n) with given singular values, min(m, n) of them. Equal seeds give equal matrices.
///
/// throws   shape_error for another number of singular values; as cp::linalg::qr
/// numpy    cupy.testing.generate_matrix
template <class T = float, class Space = default_space>
[[nodiscard]] ndarray<T, 2, Space> generate_matrix(std::int64_t m, std::int64_t n,
                                                   std::vector<double> const& singular_values, std::uint64_t seed = 0) {
  std::int64_t const k = m < n ? m : n;
  if (static_cast<std::int64_t>(singular_values.size()) != k)
    throw shape_error("cp::testing::generate_matrix: a matrix of " + std::to_string(m) + " rows and " +
                      std::to_string(n) + " columns has " + std::to_string(k) + " singular values, got " +
                      std::to_string(singular_values.size()));
  auto const orthogonal = [&](std::int64_t rows, std::uint64_t which) {
    return linalg::qr(shaped_random<T, Space>({rows, k}, 2, which) - shaped_random<T, Space>({rows, k}, 2, which + 1))
        .q;
  };
  auto const u = orthogonal(m, 4 * seed), v = orthogonal(n, 4 * seed + 2);
  ndarray<double, 1, Space> const s(singular_values);
  return matmul(u * astype<T>(s), conj(v.T()));
}

}  // namespace cp::testing
