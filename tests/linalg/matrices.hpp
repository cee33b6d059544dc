// What the tests of linear algebra share: matrices of the kinds that LAPACK is tested with, and its scaled residuals.
// They are computed in complex128 by plain loops, for all dtypes by one code.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <fuse/io.hpp>
#include <fuse/linalg.hpp>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "data.hpp"

namespace matrices {

using number = std::complex<double>;

/// A batch of matrices in host memory, row by row.
struct batch {
  std::int64_t count = 0, m = 0, n = 0;
  std::vector<number> values;

  batch(std::int64_t c, std::int64_t rows, std::int64_t columns)
      : count(c), m(rows), n(columns), values(static_cast<std::size_t>(c * rows * columns)) {}
  number& operator()(std::int64_t b, std::int64_t i, std::int64_t j) {
    return values[static_cast<std::size_t>((b * m + i) * n + j)];
  }
  number const& operator()(std::int64_t b, std::int64_t i, std::int64_t j) const {
    return values[static_cast<std::size_t>((b * m + i) * n + j)];
  }
};

inline batch product(batch const& x, batch const& y) {
  batch z(x.count, x.m, y.n);
  for (std::int64_t b = 0; b < x.count; ++b)
    for (std::int64_t i = 0; i < x.m; ++i)
      for (std::int64_t k = 0; k < x.n; ++k)
        for (std::int64_t j = 0; j < y.n; ++j) z(b, i, j) += x(b, i, k) * y(b, k, j);
  return z;
}
inline batch adjoint(batch const& x) {
  batch z(x.count, x.n, x.m);
  for (std::int64_t b = 0; b < x.count; ++b)
    for (std::int64_t i = 0; i < x.m; ++i)
      for (std::int64_t j = 0; j < x.n; ++j) z(b, j, i) = std::conj(x(b, i, j));
  return z;
}
inline batch difference(batch x, batch const& y) {
  REQUIRE(x.values.size() == y.values.size());
  for (std::size_t i = 0; i < x.values.size(); ++i) x.values[i] -= y.values[i];
  return x;
}
inline batch identity(std::int64_t count, std::int64_t n) {
  batch z(count, n, n);
  for (std::int64_t b = 0; b < count; ++b)
    for (std::int64_t i = 0; i < n; ++i) z(b, i, i) = 1;
  return z;
}
/// Columns times factors, which are the rows of a batch of 1 x n.
inline batch times(batch x, batch const& factors) {
  for (std::int64_t b = 0; b < x.count; ++b)
    for (std::int64_t i = 0; i < x.m; ++i)
      for (std::int64_t j = 0; j < x.n; ++j) x(b, i, j) *= factors(b, 0, j);
  return x;
}
/// Largest sum of a column's magnitudes of one matrix; NaN if there is one in it.
inline double norm(batch const& x, std::int64_t b) {
  double largest = 0;
  for (std::int64_t j = 0; j < x.n; ++j) {
    double sum = 0;
    for (std::int64_t i = 0; i < x.m; ++i) sum += std::abs(x(b, i, j));
    if (!(sum <= largest)) largest = sum;
  }
  return largest;
}
/// The largest of |error| / (size * scale * epsilon) over the batch.
template <class Scale>
double scaled(batch const& error, double epsilon, Scale const& scale) {
  double worst = 0;
  for (std::int64_t b = 0; b < error.count; ++b) {
    double const e = norm(error, b),
                 s = scale(b) * epsilon * static_cast<double>(std::max({error.m, error.n, std::int64_t{1}}));
    double const r = e == 0 ? 0 : e / s;
    if (!(r <= worst)) worst = r;
  }
  return worst;
}
/// Of |q^H q - 1|.
inline double orthogonality(batch const& q, double epsilon) {
  return scaled(difference(product(adjoint(q), q), identity(q.count, q.n)),
                epsilon * std::max(1.0, static_cast<double>(q.m) / static_cast<double>(std::max<std::int64_t>(q.n, 1))),
                [](std::int64_t) { return 1.0; });
}

template <class T>
constexpr bool is_complex = cp::complex_floating<T>;
template <class T>
constexpr double epsilon = std::numeric_limits<typename cp::dtype_traits<T>::real_type>::epsilon();

/// A batch's numbers, as dtype T holds them, on the device that is tested.
template <class T>
cp::ndarray<T, 3> array(batch const& x) {
  cp::ndarray<T, 3, cp::host_space> a = cp::empty<T, cp::host_space>({x.count, x.m, x.n});
  using R = typename cp::dtype_traits<T>::real_type;
  for (std::int64_t i = 0; i < a.size(); ++i) {
    number const z = x.values[static_cast<std::size_t>(i)];
    if constexpr (is_complex<T>)
      a.data()[i] = T(static_cast<R>(z.real()), static_cast<R>(z.imag()));
    else
      a.data()[i] = static_cast<T>(z.real());
  }
  return a.template to<cp::default_space>();
}
template <class T>
number wide(T const& x) {
  if constexpr (is_complex<T>)
    return {static_cast<double>(x.real()), static_cast<double>(x.imag())};
  else
    return static_cast<double>(x);
}
/// Whether an array has this dtype and this shape.
template <class T, class A>
bool is(A const& x, std::vector<std::int64_t> const& shape) {
  static_assert(std::is_same_v<typename A::value_type, T>, "the dtype is another one");
  return std::vector<std::int64_t>(x.shape().begin(), x.shape().end()) == shape;
}
template <class T>
using real_of = typename cp::dtype_traits<T>::real_type;

/// An array as a batch of matrices, those of vectors as rows.
template <class A>
batch values(A const& x, bool vectors = false) {
  auto const h = x.to_host();
  REQUIRE(cp::is_contiguous(h.shape(), h.strides()));
  int const rank = A::ndim(), axes = vectors ? 1 : 2;
  std::int64_t count = 1;
  for (int i = 0; i < rank - axes; ++i) count *= h.shape(i);
  batch b(count, vectors ? 1 : h.shape(rank - 2), h.shape(rank - 1));
  for (std::int64_t i = 0; i < h.size(); ++i) b.values[static_cast<std::size_t>(i)] = wide(h.data()[i]);
  return b;
}
/// The numbers after dtype T has rounded them.
template <class T>
batch rounded(batch const& x) {
  return values(array<T>(x));
}

enum class kind { random, hilbert, graded, deficient, zero };

/// A batch of a kind. `real`: without imaginary parts.
inline batch make(kind k, std::int64_t count, std::int64_t m, std::int64_t n, bool real) {
  std::mt19937 engine(static_cast<unsigned>(m * 131 + n * 17 + static_cast<int>(k)));
  std::uniform_real_distribution<double> uniform(-1, 1);
  auto const draw = [&] {
    double const re = uniform(engine);
    return number(re, real ? 0 : uniform(engine));
  };
  batch x(count, m, n);
  std::vector<number> row(static_cast<std::size_t>(n));
  for (std::int64_t b = 0; b < count; ++b) {
    for (auto& v : row) v = draw();
    for (std::int64_t i = 0; i < m; ++i) {
      number const factor = draw();
      for (std::int64_t j = 0; j < n; ++j) {
        number const z = draw();
        double const grade =
            std::pow(10, -4.0 * static_cast<double>(i + j) / static_cast<double>(std::max<std::int64_t>(m + n - 2, 1)));
        x(b, i, j) = k == kind::hilbert     ? 1.0 / static_cast<double>(i + j + 1)
                     : k == kind::graded    ? z * grade
                     : k == kind::deficient ? factor * row[static_cast<std::size_t>(j)]
                     : k == kind::zero      ? 0.0
                                            : z;
      }
    }
  }
  return x;
}
/// x + x^H.
inline batch symmetric(batch const& x) {
  batch s = adjoint(x);
  for (std::size_t i = 0; i < s.values.size(); ++i) s.values[i] += x.values[i];
  return s;
}
/// x x^H + n shift.
inline batch positive(batch const& x, double shift) {
  batch p = product(x, adjoint(x));
  for (std::int64_t b = 0; b < p.count; ++b)
    for (std::int64_t i = 0; i < p.n; ++i) p(b, i, i) += shift * static_cast<double>(p.n);
  return p;
}

inline constexpr kind all_kinds[] = {kind::random, kind::hilbert, kind::graded, kind::deficient, kind::zero};
struct extents {
  std::int64_t count, m, n;
};
/// Shapes on both sides of where kernels change.
inline constexpr extents shapes[] = {{3, 1, 1},   {2, 5, 5},   {3, 8, 3},   {2, 3, 8},   {4, 8, 8},
                                     {5, 16, 16}, {2, 20, 20}, {2, 33, 33}, {1, 70, 40}, {1, 40, 70}};

/// LAPACK's threshold.
inline constexpr double most = 30;

inline std::string file(std::string const& name) { return tests::data_folder() + "/linalg/" + name + ".npy"; }
template <class T, int N>
cp::ndarray<T, N> load(std::string const& name) {
  return cp::load<T, N, cp::host_space>(file(name)).template to<cp::default_space>();
}
/// Largest difference from NumPy's result, relative to its largest magnitude; infinite if shapes differ.
template <class A>
double distance(A const& x, std::string const& name) {
  using T = typename A::value_type;
  auto const expected = cp::load<T, A::ndim(), cp::host_space>(file(name));
  if (!(x.shape() == expected.shape())) return std::numeric_limits<double>::infinity();
  auto const h = x.to_host();
  double worst = 0, largest = 0;
  for (std::int64_t i = 0; i < h.size(); ++i) {
    worst = std::max(worst, std::abs(wide(h.data()[i]) - wide(expected.data()[i])));
    largest = std::max(largest, std::abs(wide(expected.data()[i])));
    if (wide(h.data()[i]) != wide(h.data()[i])) return std::numeric_limits<double>::infinity();
  }
  return largest > 0 ? worst / largest : worst;
}

}  // namespace matrices
