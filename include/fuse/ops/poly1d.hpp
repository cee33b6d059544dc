// Polynomials as values: numpy.poly1d. Their coefficients are in host memory.
#pragma once

#include <concepts>
#include <cstdint>
#include <fuse/expr/custom.hpp>
#include <fuse/ops/arithmetic.hpp>
#include <fuse/ops/coefficients.hpp>
#include <fuse/ops/manipulation.hpp>
#include <initializer_list>
#include <iosfwd>
#include <new>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace cp {

namespace detail {

/// So many coefficients travel to a kernel.
inline constexpr int most_coefficients = 64;

/// Horner's rule for coefficients that are known at run time.
template <class T>
struct horner_loop {
  using library_function = void;
  static constexpr int cost = 128;
  static constexpr char const* qualified_name = "cp::polyval";
  T c[most_coefficients];
  int n;

  template <class X>
  FUSE_HD auto operator()(X const& x) const {
    using R = result_type<X, T>;
    return (*this)(x, coefficient_cast<R>(T{}));
  }
  /// Goes on from what the coefficients before gave.
  template <class X, class R>
  FUSE_HD R operator()(X const& x, R y) const {
    R const at = coefficient_cast<R>(x);
    for (int i = 0; i < n; ++i) y = static_cast<R>(y * at + coefficient_cast<R>(c[i]));
    return y;
  }
};

/// x times itself, so often as an integer says: NumPy's Vandermonde matrices are products, whose bits pow has not.
struct repeated_product {
  using library_function = void;
  static constexpr int cost = 64;
  static constexpr char const* qualified_name = "cp::vander";
  template <class X>
  FUSE_HD X operator()(X const& x, std::int64_t n) const {
    X y = static_cast<X>(1);
    for (; n > 0; --n) y = static_cast<X>(y * x);
    return y;
  }
};
/// The powers of each element from 0 to `deg`, or down from there, along a new last axis, lazily.
template <class T, class X>
auto vandermonde(X const& x, std::int64_t deg, bool falling) {
  constexpr int rank = X::rank + 1;
  index_array<rank> shape, step;
  for (int i = 0; i < rank; ++i) shape[i] = 1;
  shape[rank - 1] = deg + 1, step[rank - 1] = falling ? -1 : 1;
  return elementwise(repeated_product{})(astype<T>(expand_dims(x, X::rank)),
                                         expr::position<rank>(shape, step, falling ? deg : 0));
}

/// The values of a polynomial of up to most_coefficients coefficients at an expression, lazily; `before` is what the
/// coefficients before these gave.
template <class T, class X, class... Y>
auto horner_values(T const* c, std::size_t n, X const& x, Y const&... before) {
  horner_loop<T> f{};
  f.n = static_cast<int>(n);
  for (std::size_t i = 0; i < n; ++i) f.c[i] = c[i];
  return elementwise(f)(x, before...);
}

}  // namespace detail

/// A polynomial c[0] x^n + ... + c[n]. Its coefficients are a std::vector; zeros before the first other one are
/// dropped. Integers without a fraction stay integers, and wrap as arrays do.
///
/// numpy    numpy.poly1d
template <class T>
class poly1d {
  static_assert(number<T> && !boolean<T> && !detail::half_float<T>,
                "cp::poly1d: coefficients are int32, int64, float32, float64 or complex");

 public:
  /// The type of the coefficients.
  using value_type = T;

  /// Of coefficients, that of the highest power first; or, with `r`, of roots. `variable` is what printing shows.
  explicit poly1d(std::vector<T> c, bool r = false, std::string variable = "x")
      : coefficients_(detail::without_leading_zeros(r ? detail::with_roots(c) : std::move(c))),
        variable_(std::move(variable)) {
    if (coefficients_.empty()) coefficients_.push_back(T(0));
  }
  /// Of numbers of another type.
  template <class U>
  requires(!std::same_as<U, T>) explicit poly1d(std::vector<U> const& c, bool r = false, std::string variable = "x")
      : poly1d(detail::coefficients_as<T>(c), r, std::move(variable)) {}
  /// The same in braces: `cp::poly1d p{1.0, 0.0, 2.0}`. Where `r` is given integers become float64, as roots are:
  /// `cp::poly1d({1, 2, 3}, true)`.
  template <std::convertible_to<T> U>
  poly1d(std::initializer_list<U> c, bool r = false, std::string variable = "x")
      : poly1d(std::vector<T>(c.begin(), c.end()), r, std::move(variable)) {}
  /// Coefficients and what printing calls the variable: `cp::poly1d({1, 2}, "z")`.
  template <std::convertible_to<T> U>
  poly1d(std::initializer_list<U> c, char const* variable) : poly1d(c, false, variable) {}

  /// The coefficients, that of the highest power first.
  std::vector<T> const& coeffs() const { return coefficients_; }
  /// The same.
  std::vector<T> const& c() const { return coefficients_; }
  /// The same.
  std::vector<T> const& coef() const { return coefficients_; }
  /// The same.
  std::vector<T> const& coefficients() const { return coefficients_; }
  /// The highest power.
  std::int64_t order() const { return static_cast<std::int64_t>(coefficients_.size()) - 1; }
  /// The same.
  std::int64_t o() const { return order(); }
  /// What printing calls the variable.
  std::string const& variable() const { return variable_; }
  /// Where it is 0, in host memory; as cp::roots.
  auto roots() const;
  /// The same.
  auto r() const { return roots(); }

  /// The value at a number.
  template <class X>
  requires(number<canonical<X>> || detail::is_complex<X>) auto operator()(X const& x) const {
    using R = result_type<T, default_dtype<X>>;
    return detail::polynomial_value<R>(coefficients_, x);
  }
  /// The values at the elements of an array or expression, by Horner's rule, lazily: one kernel with what is around it.
  /// dtype: x's and the coefficients', promoted. Throws value_error above order 63: cp::polyval takes any.
  template <expression X>
  [[nodiscard]] auto operator()(X const& x) const {
    if (order() >= detail::most_coefficients)
      detail::throw_polynomial("cp::poly1d",
                               "one kernel takes polynomials of order 63 at most (cp::polyval takes any), "
                               "this one's is",
                               order());
    return detail::horner_values(coefficients_.data(), coefficients_.size(), x);
  }
  /// This polynomial of another one.
  template <class U>
  auto operator()(poly1d<U> const& x) const {
    using R = result_type<T, U>;
    poly1d<R> y({R(0)});
    for (T const& one : coefficients_) y = y * x + poly1d<R>({detail::coefficient_cast<R>(one)});
    return y;
  }

  /// The coefficient of a power; 0 where there is none.
  T operator[](std::int64_t degree) const {
    return degree < 0 || degree > order() ? T(0) : coefficients_[static_cast<std::size_t>(order() - degree)];
  }
  /// What `p[degree]` is of a polynomial that may change: a number, to which one can be assigned.
  class coefficient {
   public:
    /// The coefficient.
    operator T() const { return std::as_const(of_)[degree_]; }
    /// Sets it. Throws value_error for negative powers.
    T operator=(T const& x) {
      of_.set(degree_, x);
      return x;
    }

   private:
    friend poly1d;
    coefficient(poly1d& of, std::int64_t degree) : of_(of), degree_(degree) {}
    poly1d& of_;
    std::int64_t degree_;
  };
  /// The coefficient of a power, which can be assigned to: `p[3] = 2`.
  coefficient operator[](std::int64_t degree) { return {*this, degree}; }

  /// The derivative, `m` times.
  poly1d deriv(int m = 1) const {
    if (m < 0) detail::throw_polynomial("cp::poly1d::deriv", "the order of a derivative is 0 or more, got", m);
    std::vector<T> c = coefficients_;
    for (; m > 0; --m) c = detail::derived(std::move(c));
    return poly1d(std::move(c), false, variable_);
  }
  /// The integral, `m` times, with constants: none is 0, one serves all, else one each. Of integers float64.
  auto integ(int m = 1, std::vector<weak_result_type<T, double>> const& k = {}) const {
    using R = weak_result_type<T, double>;
    if (m < 0) detail::throw_polynomial("cp::poly1d::integ", "the order of an integral is 0 or more, got", m);
    if (k.size() > 1 && k.size() < static_cast<std::size_t>(m))
      detail::throw_polynomial("cp::poly1d::integ", "expected no, one or m constants, got",
                               static_cast<std::int64_t>(k.size()));
    std::vector<R> c = detail::coefficients_as<R>(coefficients_);
    for (std::size_t i = 0; i < static_cast<std::size_t>(m); ++i)
      c = detail::integrated(std::move(c), k.empty() ? R(0) : k[k.size() == 1 ? 0 : i]);
    return poly1d<R>(std::move(c), false, variable_);
  }

  /// Whether both have the same coefficients.
  template <class U>
  bool operator==(poly1d<U> const& other) const {
    using R = result_type<T, U>;
    return detail::coefficients_as<R>(coefficients_) == detail::coefficients_as<R>(other.c());
  }
  /// Minus it.
  poly1d operator-() const { return poly1d(std::vector<T>{T(0)}, false, variable_) - *this; }

  /// It times itself, `n` times in all: NumPy's `p ** n`. Throws value_error for n < 0.
  poly1d pow(int n) const {
    if (n < 0) detail::throw_polynomial("cp::poly1d::pow", "a power of a polynomial is 0 or more, got", n);
    poly1d y(std::vector<T>{T(1)}, false, variable_);
    for (; n > 0; --n) y = *this * y;
    return y;
  }

  /// What NumPy's print(p) shows: two lines, the powers in the first.
  std::string str() const {
    auto const c = detail::coefficients_as<complex<double>>(coefficients_);
    return detail::polynomial_text(c.data(), c.size(), variable_);
  }

 private:
  void set(std::int64_t degree, T const& x) {
    if (degree < 0) detail::throw_polynomial("cp::poly1d", "a power is 0 or more, got", degree);
    if (degree > order()) coefficients_.insert(coefficients_.begin(), static_cast<std::size_t>(degree - order()), T(0));
    coefficients_[static_cast<std::size_t>(order() - degree)] = x;
    if (x == T(0) && degree == order()) *this = poly1d(coefficients_, false, variable_);
  }

  std::vector<T> coefficients_;
  std::string variable_;
};

template <class U>
poly1d(std::initializer_list<U>) -> poly1d<default_dtype<U>>;
template <class U>
poly1d(std::initializer_list<U>, char const*) -> poly1d<default_dtype<U>>;
template <class U>
poly1d(std::initializer_list<U>, bool, std::string = "x") -> poly1d<weak_result_type<default_dtype<U>, double>>;
template <class U>
poly1d(std::vector<U>, bool, std::string = "x") -> poly1d<weak_result_type<U, double>>;

namespace detail {

template <class P>
inline constexpr bool is_poly1d = false;
template <class T>
inline constexpr bool is_poly1d<poly1d<T>> = true;
template <class X>
concept coefficient_number = number<canonical<X>> || is_complex<X>;

}  // namespace detail

/// Sum of two polynomials.
template <class T, class U>
[[nodiscard]] auto operator+(poly1d<T> const& a, poly1d<U> const& b) try {
  using R = result_type<T, U>;
  return poly1d<R>(detail::added(detail::coefficients_as<R>(a.c()), detail::coefficients_as<R>(b.c()), R(1)), false,
                   a.variable());
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}
/// Difference of two polynomials.
template <class T, class U>
[[nodiscard]] auto operator-(poly1d<T> const& a, poly1d<U> const& b) try {
  using R = result_type<T, U>;
  return poly1d<R>(detail::added(detail::coefficients_as<R>(a.c()), detail::coefficients_as<R>(b.c()), R(-1)), false,
                   a.variable());
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}
/// Product of two polynomials.
template <class T, class U>
[[nodiscard]] auto operator*(poly1d<T> const& a, poly1d<U> const& b) try {
  using R = result_type<T, U>;
  return poly1d<R>(detail::multiplied(detail::coefficients_as<R>(a.c()), detail::coefficients_as<R>(b.c())), false,
                   a.variable());
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}
/// Quotient and remainder of two polynomials, as a pair. Throws value_error for a divisor 0.
template <class T, class U>
[[nodiscard]] auto operator/(poly1d<T> const& a, poly1d<U> const& b) try {
  using R = weak_result_type<result_type<T, U>, double>;
  if (b.c()[0] == U(0)) detail::throw_polynomial("cp::poly1d", "a divisor other than 0 is needed, its order is", 0);
  auto [q, r] = detail::divided(detail::coefficients_as<R>(a.c()), detail::coefficients_as<R>(b.c()));
  return std::pair(poly1d<R>(std::move(q), false, a.variable()), poly1d<R>(std::move(r), false, a.variable()));
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}
/// Polynomial and number: the number is a polynomial of order 0.
template <class T, detail::coefficient_number X>
[[nodiscard]] auto operator+(poly1d<T> const& a, X const& x) {
  return a + poly1d<default_dtype<X>>({static_cast<default_dtype<X>>(x)});
}
template <class T, detail::coefficient_number X>
[[nodiscard]] auto operator-(poly1d<T> const& a, X const& x) {
  return a - poly1d<default_dtype<X>>({static_cast<default_dtype<X>>(x)});
}
template <class T, detail::coefficient_number X>
[[nodiscard]] auto operator*(poly1d<T> const& a, X const& x) {
  return a * poly1d<default_dtype<X>>({static_cast<default_dtype<X>>(x)});
}
template <class T, detail::coefficient_number X>
[[nodiscard]] auto operator+(X const& x, poly1d<T> const& a) {
  return a + x;
}
template <class T, detail::coefficient_number X>
[[nodiscard]] auto operator-(X const& x, poly1d<T> const& a) {
  return -a + x;
}
template <class T, detail::coefficient_number X>
[[nodiscard]] auto operator*(X const& x, poly1d<T> const& a) {
  return a * x;
}
/// Its coefficients divided by a number.
template <class T, detail::coefficient_number X>
[[nodiscard]] auto operator/(poly1d<T> const& a, X const& x) try {
  using R = weak_result_type<result_type<T, default_dtype<X>>, double>;
  std::vector<R> c = detail::coefficients_as<R>(a.c());
  for (R& one : c) one = one / detail::coefficient_cast<R>(x);
  return poly1d<R>(std::move(c), false, a.variable());
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}
/// A polynomial as NumPy prints it.
template <class Char, class Traits, class T>
std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& os, poly1d<T> const& p) {
  return os << p.str();
}

}  // namespace cp
