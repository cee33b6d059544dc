// Polynomials whose coefficients are arrays: numpy.polyadd and its like, numpy.roots, numpy.poly.
#pragma once

#include <cstdint>
#include <fuse/ops/creation.hpp>
#include <fuse/ops/decompositions.hpp>
#include <fuse/ops/poly1d.hpp>
#include <fuse/ops/polynomials.hpp>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace cp {

namespace detail {

template <class P>
concept coefficient_list = is_poly1d<P> || expression<P>;

/// Coefficients in host memory; of an array it waits for them.
template <class T>
std::vector<T> const& host_coefficients(poly1d<T> const& p) {
  return p.c();
}
template <expression E>
auto host_coefficients(E const& e) {
  static_assert(E::rank == 1, "cp: coefficients of a polynomial are a poly1d or an array of one axis");
  auto const h = eval(e).to_host();
  return std::vector<typename E::value_type>(h.begin(), h.end());
}

/// The space that an operation of coefficients gives its array in.
template <class P>
struct coefficient_space {
  using type = void;
};
template <expression E>
struct coefficient_space<E> {
  using type = space_of<E>;
};

/// Coefficients in the form of what they were made from: a poly1d if one of them was, else an array.
template <class A, class B = A, class T>
auto coefficients_like(std::vector<T> c) {
  if constexpr (is_poly1d<A> || is_poly1d<B>)
    return poly1d<T>(std::move(c));
  else
    return ndarray<T, 1, typename coefficient_space<A>::type>(c.begin(), c.end());
}
template <class A, class B>
using common_coefficient = result_type<typename A::value_type, typename B::value_type>;
template <class A, class B = A>
using divided_coefficient = weak_result_type<common_coefficient<A, B>, double>;

}  // namespace detail

/// Sum of two polynomials, each a poly1d or an array of coefficients, that of the highest power first: a poly1d if one
/// of them is, else an array. Waits for arrays, whose coefficients come to the host.
///
/// numpy    numpy.polyadd
template <detail::coefficient_list A, detail::coefficient_list B>
[[nodiscard]] auto polyadd(A const& a, B const& b) try {
  using R = detail::common_coefficient<A, B>;
  return detail::coefficients_like<A, B>(detail::added(detail::coefficients_as<R>(detail::host_coefficients(a)),
                                                       detail::coefficients_as<R>(detail::host_coefficients(b)),
                                                       static_cast<R>(1)));
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}
/// Difference of two polynomials; as cp::polyadd.
///
/// numpy    numpy.polysub
template <detail::coefficient_list A, detail::coefficient_list B>
[[nodiscard]] auto polysub(A const& a, B const& b) try {
  using R = detail::common_coefficient<A, B>;
  return detail::coefficients_like<A, B>(detail::added(detail::coefficients_as<R>(detail::host_coefficients(a)),
                                                       detail::coefficients_as<R>(detail::host_coefficients(b)),
                                                       static_cast<R>(-1)));
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}
/// Product of two polynomials; as cp::polyadd, but zeros before the first other coefficient are dropped first.
///
/// numpy    numpy.polymul
template <detail::coefficient_list A, detail::coefficient_list B>
[[nodiscard]] auto polymul(A const& a, B const& b) try {
  using R = detail::common_coefficient<A, B>;
  auto const trimmed = [](auto const& p) {
    auto c = detail::without_leading_zeros(detail::coefficients_as<R>(detail::host_coefficients(p)));
    if (c.empty()) c.push_back(R(0));
    return c;
  };
  return detail::coefficients_like<A, B>(detail::multiplied(trimmed(a), trimmed(b)));
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}
/// Quotient and remainder of two polynomials, as a pair; as cp::polyadd. Of integers float64.
///
/// throws   value_error for a divisor whose first coefficient is 0
/// numpy    numpy.polydiv
template <detail::coefficient_list A, detail::coefficient_list B>
[[nodiscard]] auto polydiv(A const& a, B const& b) try {
  using R = detail::divided_coefficient<A, B>;
  auto const divisor = detail::coefficients_as<R>(detail::host_coefficients(b));
  auto dividend = detail::coefficients_as<R>(detail::host_coefficients(a));
  if (divisor.empty() || dividend.empty() || divisor[0] == R(0))
    detail::throw_polynomial("cp::polydiv", "both need coefficients, and the divisor's first must not be 0; it has",
                             static_cast<std::int64_t>(divisor.size()));
  auto [q, r] = detail::divided(std::move(dividend), divisor);
  return std::pair(detail::coefficients_like<A, B>(std::move(q)), detail::coefficients_like<A, B>(std::move(r)));
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}
/// The derivative of a polynomial, `m` times; as cp::polyadd.
///
/// numpy    numpy.polyder
template <detail::coefficient_list A>
[[nodiscard]] auto polyder(A const& a, int m = 1) try {
  if (m < 0) detail::throw_polynomial("cp::polyder", "the order of a derivative is 0 or more, got", m);
  auto c = std::vector<typename A::value_type>(detail::host_coefficients(a));
  for (; m > 0; --m) c = detail::derived(std::move(c));
  return detail::coefficients_like<A>(std::move(c));
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}
/// The integral of a polynomial, `m` times, with constants: one for all, or at least `m`, `cp::polyint(a, 2, {3, 4})`;
/// as cp::polyadd. Of integers float64.
///
/// throws   value_error for m < 0 and for another number of constants
/// numpy    numpy.polyint
template <detail::coefficient_list A>
[[nodiscard]] auto polyint(A const& a, int m, std::vector<detail::divided_coefficient<A>> const& k) try {
  using R = detail::divided_coefficient<A>;
  if (m < 0) detail::throw_polynomial("cp::polyint", "the order of an integral is 0 or more, got", m);
  if (k.size() != 1 && k.size() < static_cast<std::size_t>(m))
    detail::throw_polynomial("cp::polyint", "expected one constant, or one for each integration, got",
                             static_cast<std::int64_t>(k.size()));
  auto c = detail::coefficients_as<R>(detail::host_coefficients(a));
  for (std::size_t i = 0; i < static_cast<std::size_t>(m); ++i)
    c = detail::integrated(std::move(c), k[k.size() == 1 ? 0 : i]);
  return detail::coefficients_like<A>(std::move(c));
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}
template <detail::coefficient_list A>
[[nodiscard]] auto polyint(A const& a, int m = 1, double k = 0) try {
  using R = detail::divided_coefficient<A>;
  return polyint(a, m, std::vector<R>{detail::coefficient_cast<R>(k)});
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

/// The values of a polynomial whose coefficients, that of the highest power first, are known at run time: an array, a
/// kernel for each 64 coefficients. dtype: x's and the coefficients', promoted.
///
/// numpy    numpy.polyval
template <class T, expression X>
[[nodiscard]] auto polyval(std::vector<T> const& c, X const& x) {
  constexpr std::size_t most = detail::most_coefficients;
  std::size_t done = c.size() % most;
  auto y = eval(detail::horner_values(c.data(), done, x));
  for (; done < c.size(); done += most) y(all) = detail::horner_values(c.data() + done, most, x, y);
  return y;
}
/// The same of an array of coefficients, for which it waits.
template <expression P, expression X>
[[nodiscard]] auto polyval(P const& c, X const& x) try {
  return polyval(detail::host_coefficients(c), x);
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}
/// The same of a polynomial of any order.
template <class T, expression X>
[[nodiscard]] auto polyval(poly1d<T> const& p, X const& x) {
  return polyval(p.c(), x);
}
/// The value at a number, as p(x).
template <class T, detail::coefficient_number X>
[[nodiscard]] auto polyval(poly1d<T> const& p, X const& x) {
  return p(x);
}
template <class T, detail::coefficient_number X>
[[nodiscard]] auto polyval(std::vector<T> const& c, X const& x) {
  return detail::polynomial_value<result_type<T, default_dtype<X>>>(c, x);
}
template <expression P, detail::coefficient_number X>
[[nodiscard]] auto polyval(P const& c, X const& x) {
  return polyval(detail::host_coefficients(c), x);
}
/// The polynomial p(q), a poly1d; p is a poly1d, a std::vector, an array or stands in braces.
template <class T, class U>
[[nodiscard]] auto polyval(poly1d<T> const& p, poly1d<U> const& q) {
  return p(q);
}
template <class T, class U>
[[nodiscard]] auto polyval(std::vector<T> const& p, poly1d<U> const& q) {
  return poly1d<T>(p)(q);
}
template <expression P, class U>
[[nodiscard]] auto polyval(P const& p, poly1d<U> const& q) {
  return polyval(detail::host_coefficients(p), q);
}
template <class T, int N, class U>
[[nodiscard]] auto polyval(T const (&p)[N], poly1d<U> const& q) {
  return polyval(std::vector<default_dtype<T>>(p, p + N), q);
}

namespace detail {

/// The roots of a polynomial, from the eigenvalues of its companion matrix.
template <class T>
auto roots_of(std::vector<T> c) {
  using L = std::conditional_t<integral<T>, double, T>;
  using C = result_type<L, complex64>;
  c = without_leading_zeros(std::move(c));
  std::size_t zeros = 0;
  while (!c.empty() && c.back() == T(0)) c.pop_back(), ++zeros;
  std::int64_t const n = c.empty() ? 0 : static_cast<std::int64_t>(c.size()) - 1;
  std::vector<C> roots;
  if (n > 0) {
    auto companion = cp::zeros<L, host_space>({n, n});
    for (std::int64_t i = 0; i < n; ++i) {
      companion(0, i) = -coefficient_cast<L>(c[static_cast<std::size_t>(i + 1)]) / coefficient_cast<L>(c[0]);
      if (i > 0) companion(i, i - 1) = coefficient_cast<L>(1);
    }
    auto const w = linalg::eigvals(companion);
    synchronize();
    roots.assign(w.begin(), w.end());
  }
  if (!c.empty()) roots.insert(roots.end(), zeros, C(0));
  return roots;
}

/// The coefficients of a polynomial of roots in the dtype of what they belong to.
template <class T, class Root>
std::vector<T> coefficients_of_roots(std::vector<Root> const& roots) {
  return coefficients_as<T>(with_roots(roots));
}

}  // namespace detail

/// Where a polynomial is 0: the eigenvalues of its companion matrix, computed in host memory. Of a poly1d they are an
/// array there, of an array one in its space, for whose coefficients it waits.
///
/// dtype    complex128, complex64 of float32 and complex64 (NumPy's are real where all are)
/// throws   linalg_error where the eigenvalues do not converge; library_error in a host build without LAPACKE
/// numpy    numpy.roots
template <class T>
[[nodiscard]] auto roots(poly1d<T> const& p) try {
  auto const r = detail::roots_of(p.c());
  using C = typename std::remove_cvref_t<decltype(r)>::value_type;
  return ndarray<C, 1, host_space>(r.begin(), r.end());
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}
template <expression E>
[[nodiscard]] auto roots(E const& e) try {
  auto const r = detail::roots_of(detail::host_coefficients(e));
  using C = typename std::remove_cvref_t<decltype(r)>::value_type;
  return ndarray<C, 1, space_of<E>>(r.begin(), r.end());
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}
template <class T>
auto poly1d<T>::roots() const {
  return cp::roots(*this);
}

/// The coefficients of the polynomial with the roots that an array of one axis holds, or of the characteristic
/// polynomial of a square matrix, that of the highest power, which is 1, first. Waits for them.
///
/// dtype    the array's; float64 of integers (NumPy's are real for complex roots in conjugate pairs)
/// throws   shape_error for a matrix that is not square
/// numpy    numpy.poly
template <expression E>
[[nodiscard]] auto poly(E const& e) try {
  static_assert(E::rank == 1 || E::rank == 2, "cp::poly takes roots, an array of one axis, or a square matrix");
  using T = typename E::value_type;
  using R = std::conditional_t<integral<T>, double, T>;
  std::vector<R> c;
  if constexpr (E::rank == 1) {
    c = detail::with_roots(detail::coefficients_as<R>(detail::host_coefficients(e)));
  } else {
    auto const w = linalg::eigvals(eval(e)).to_host();
    using C = typename std::remove_cvref_t<decltype(w)>::value_type;
    c = detail::coefficients_of_roots<R>(std::vector<C>(w.begin(), w.end()));
  }
  return ndarray<R, 1, space_of<E>>(c.begin(), c.end());
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp
