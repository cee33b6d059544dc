// Arithmetic of polynomials whose coefficients stand in host memory, the one of the highest power first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fuse/core/complex.hpp>
#include <fuse/core/dtype.hpp>
#include <fuse/core/error.hpp>
#include <fuse/ops/arithmetic.hpp>
#include <string>
#include <utility>
#include <vector>

namespace cp::detail {

/// What poly1d prints, of n coefficients as complex numbers.
std::string polynomial_text(complex<double> const* coefficients, std::size_t n, std::string const& variable);
/// Throws value_error: "where: what came".
[[noreturn]] void throw_polynomial(char const* where, char const* what, std::int64_t came);

/// An element of another dtype; of complex ones the real part where the other is real.
template <class To, class From>
constexpr To coefficient_cast(From const& x) {
  if constexpr (is_complex<From> && !is_complex<To>)
    return static_cast<To>(x.real());
  else if constexpr (is_complex<From> || !is_complex<To>)
    return static_cast<To>(x);
  else
    return To(static_cast<typename dtype_traits<To>::real_type>(x));
}
template <class To, class From>
std::vector<To> coefficients_as(std::vector<From> const& c) {
  std::vector<To> to;
  to.reserve(c.size());
  for (From const& x : c) to.push_back(coefficient_cast<To>(x));
  return to;
}

/// Without the zeros before the first other coefficient.
template <class T>
std::vector<T> without_leading_zeros(std::vector<T> c) {
  std::size_t n = 0;
  while (n < c.size() && c[n] == T(0)) ++n;
  c.erase(c.begin(), c.begin() + static_cast<std::ptrdiff_t>(n));
  return c;
}

/// a + sign b.
template <class T>
std::vector<T> added(std::vector<T> a, std::vector<T> const& b, T sign) {
  if (a.size() < b.size()) a.insert(a.begin(), b.size() - a.size(), T(0));
  std::size_t const first = a.size() - b.size();
  for (std::size_t i = 0; i < b.size(); ++i)
    a[first + i] = wrapping_add<T>(a[first + i], wrapping_multiply<T>(sign, b[i]));
  return a;
}

/// a b.
template <class T>
std::vector<T> multiplied(std::vector<T> const& a, std::vector<T> const& b) {
  std::vector<T> c(a.size() + b.size() - 1, T(0));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) c[i + j] = wrapping_add<T>(c[i + j], wrapping_multiply<T>(a[i], b[j]));
  return c;
}

/// Quotient and remainder of a / b, whose first coefficient is not 0.
template <class T>
std::pair<std::vector<T>, std::vector<T>> divided(std::vector<T> a, std::vector<T> const& b) {
  std::vector<T> q(a.size() < b.size() ? 1 : a.size() - b.size() + 1, T(0));
  T const scale = T(1) / b[0];
  for (std::size_t k = 0; k + b.size() <= a.size(); ++k) {
    T const d = q[k] = scale * a[k];
    for (std::size_t j = 0; j < b.size(); ++j) a[k + j] -= d * b[j];
  }
  auto const is_small = [](T const& x) {
    if constexpr (is_complex<T>)
      return x.real() * x.real() + x.imag() * x.imag() <= 1e-16;
    else
      return x <= T(1e-8) && x >= T(-1e-8);
  };
  std::size_t n = 0;
  while (n + 1 < a.size() && is_small(a[n])) ++n;
  a.erase(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(n));
  return {std::move(q), std::move(a)};
}

/// The derivative.
template <class T>
std::vector<T> derived(std::vector<T> c) {
  if (!c.empty()) c.pop_back();
  for (std::size_t i = 0; i < c.size(); ++i)
    c[i] = wrapping_multiply<T>(c[i], coefficient_cast<T>(static_cast<std::int64_t>(c.size() - i)));
  return c;
}
/// The integral with a constant.
template <class T>
std::vector<T> integrated(std::vector<T> c, T const& constant) {
  for (std::size_t i = 0; i < c.size(); ++i) c[i] = c[i] / coefficient_cast<T>(static_cast<std::int64_t>(c.size() - i));
  c.push_back(constant);
  return c;
}

/// The polynomial with these roots.
template <class T>
std::vector<T> with_roots(std::vector<T> const& roots) {
  std::vector<T> c{T(1)};
  for (T const& r : roots) c = multiplied(c, std::vector<T>{T(1), wrapping_multiply<T>(T(-1), r)});
  return c;
}

/// The value at a number, as a number of the common dtype.
template <class R, class T, class X>
R polynomial_value(std::vector<T> const& c, X const& x) {
  R const at = coefficient_cast<R>(x);
  R y(0);
  for (T const& one : c) y = wrapping_add<R>(wrapping_multiply<R>(y, at), coefficient_cast<R>(one));
  return y;
}

}  // namespace cp::detail
