// Polynomials as values with a domain and a window: numpy.polynomial.Polynomial. Their coefficients are in host memory.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <fuse/ops/polynomial_arrays.hpp>
#include <fuse/ops/polynomial_fits.hpp>
#include <fuse/ops/polynomial_series.hpp>
#include <fuse/ops/sequences.hpp>
#include <initializer_list>
#include <new>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace cp::polynomial {

/// The ends of an interval.
using interval = std::array<double, 2>;

/// What a cp::polynomial::Polynomial has beside its coefficients.
struct polynomial_options {
  interval domain = {-1, 1};  ///< what is mapped onto the window before the polynomial is evaluated
  interval window = {-1, 1};  ///< the same interval as the domain: nothing is mapped
  std::string symbol = "x";   ///< what printing calls the variable
};

namespace detail {

using namespace cp::detail;

/// The line off + scale x that maps one interval onto another. Throws value_error for one without length.
struct line_between {
  double off, scale;
  line_between(interval const& from, interval const& to)
      : off((from[1] * to[0] - from[0] * to[1]) / (from[1] - from[0])), scale((to[1] - to[0]) / (from[1] - from[0])) {
    if (!(from[0] != from[1])) throw value_error("cp::polynomial: an interval needs two ends that differ");
  }
  bool changes() const { return off != 0 || scale != 1; }
};

template <class T>
std::vector<T> reversed(std::vector<T> c) {
  std::reverse(c.begin(), c.end());
  return c;
}

}  // namespace detail

/// The polynomial c[0] + c[1] u + ... + c[n] u^n of u, which is x mapped from the domain onto the window. The
/// coefficients are float64 or complex128, in host memory.
///
/// numpy    numpy.polynomial.Polynomial
template <class T = double>
class Polynomial {
  static_assert(std::is_same_v<T, double> || std::is_same_v<T, complex128>,
                "cp::polynomial::Polynomial: coefficients are double or complex128");

 public:
  /// The type of the coefficients.
  using value_type = T;

  /// Of coefficients, the constant first. Throws value_error where there are none, and for a domain without length.
  explicit Polynomial(std::vector<T> coef, polynomial_options options = {})
      : coef_(std::move(coef)), options_(std::move(options)) {
    if (coef_.empty()) throw value_error("cp::polynomial::Polynomial: one coefficient or more is needed, got 0");
    (void)to_window();
  }
  /// The same in braces.
  Polynomial(std::initializer_list<T> coef, polynomial_options options = {})
      : Polynomial(std::vector<T>(coef), std::move(options)) {}

  /// The coefficients, the constant first.
  std::vector<T> const& coef() const { return coef_; }
  /// What is mapped onto the window.
  interval const& domain() const { return options_.domain; }
  /// Where the polynomial of the coefficients is evaluated.
  interval const& window() const { return options_.window; }
  /// What printing calls the variable.
  std::string const& symbol() const { return options_.symbol; }
  /// All of these.
  polynomial_options const& options() const { return options_; }
  /// The number of coefficients less one.
  std::int64_t degree() const { return static_cast<std::int64_t>(coef_.size()) - 1; }
  /// The line off + scale x that maps the domain onto the window.
  std::pair<double, double> mapparms() const {
    auto const m = to_window();
    return {m.off, m.scale};
  }

  /// The value at a number.
  template <cp::detail::coefficient_number X>
  auto operator()(X const& x) const {
    using R = result_type<T, default_dtype<X>>;
    auto const m = to_window();
    R const at = cp::detail::coefficient_cast<R>(m.off) +
                 cp::detail::coefficient_cast<R>(m.scale) * cp::detail::coefficient_cast<R>(x);
    return cp::detail::polynomial_value<R>(detail::reversed(coef_),
                                           m.changes() ? at : cp::detail::coefficient_cast<R>(x));
  }
  /// This polynomial of another one, whose domain and window the result has.
  Polynomial operator()(Polynomial const& x) const {
    auto const m = to_window();
    auto const number = [&](T const& one) { return Polynomial({one}, x.options_); };
    Polynomial const at = m.changes() ? x * number(T(m.scale)) + number(T(m.off)) : x;
    Polynomial y = number(coef_.back());
    for (auto c = coef_.rbegin() + 1; c != coef_.rend(); ++c) y = y * at + number(*c);
    return y;
  }
  /// The values at an expression's elements, lazily: one kernel with what is around it. Throws value_error above degree
  /// 63.
  template <expression X>
  [[nodiscard]] auto operator()(X const& x) const {
    if (degree() >= cp::detail::most_coefficients)
      cp::detail::throw_polynomial("cp::polynomial::Polynomial",
                                   "one kernel takes polynomials of degree 63 at most, this one's is", degree());
    auto const m = to_window();
    auto const c = detail::reversed(coef_);
    return cp::detail::horner_values(c.data(), c.size(),
                                     m.scale * astype<result_type<typename X::value_type, double>>(x) + m.off);
  }

  /// The derivative with respect to x, `m` times.
  Polynomial deriv(int m = 1) const {
    if (m < 0)
      cp::detail::throw_polynomial("cp::polynomial::Polynomial::deriv", "the order of a derivative is 0 or more, got",
                                   m);
    auto c = detail::reversed(coef_);
    for (; m > 0; --m) {
      c = cp::detail::derived(std::move(c));
      for (T& one : c) one = one * T(to_window().scale);
      if (c.empty()) c.push_back(T(0));
    }
    return Polynomial(detail::reversed(std::move(c)), options_);
  }
  /// The integral with respect to x, `m` times, with constants `k` (none is 0), each counted from `lbnd` on:
  /// an x, or without one what the window has at 0, as in NumPy.
  Polynomial integ(int m = 1, std::vector<T> const& k = {}, std::optional<double> lbnd = {}) const {
    if (m < 0)
      cp::detail::throw_polynomial("cp::polynomial::Polynomial::integ", "the order of an integral is 0 or more, got",
                                   m);
    if (k.size() > static_cast<std::size_t>(m))
      cp::detail::throw_polynomial("cp::polynomial::Polynomial::integ", "no more constants than integrals, got",
                                   static_cast<std::int64_t>(k.size()));
    auto const map = to_window();
    T const from = T(lbnd ? map.off + map.scale * *lbnd : 0.0);
    auto c = detail::reversed(coef_);
    for (std::size_t i = 0; i < static_cast<std::size_t>(m); ++i) {
      for (T& one : c) one = one / T(map.scale);
      c = cp::detail::integrated(std::move(c), T(0));
      c.back() = (i < k.size() ? k[i] : T(0)) - cp::detail::polynomial_value<T>(c, from);
    }
    return Polynomial(detail::reversed(std::move(c)), options_);
  }

  /// Where it is 0, in ascending order, in host memory; as cp::roots.
  auto roots() const try {
    auto r = cp::detail::roots_of(detail::reversed(coef_));
    detail::line_between const back(options_.window, options_.domain);
    if (back.changes())
      for (auto& x : r) x = complex128(back.off) + complex128(back.scale) * x;
    std::sort(r.begin(), r.end(), [](auto const& a, auto const& b) {
      return a.real() < b.real() || (a.real() == b.real() && a.imag() < b.imag());
    });
    return ndarray<complex128, 1, host_space>(r.begin(), r.end());
  } catch (std::bad_alloc const&) {
    runtime::throw_out_of_bookkeeping(0);
  }

  /// Without its highest coefficients as long as their magnitude is `tol` or less.
  Polynomial trim(double tol = 0) const { return Polynomial(trimcoef(coef_, tol), options_); }
  /// The first `size` coefficients. Throws value_error for a size below 1.
  Polynomial truncate(std::int64_t size) const {
    if (size < 1)
      cp::detail::throw_polynomial("cp::polynomial::Polynomial::truncate", "the size is 1 or more, got", size);
    auto c = coef_;
    if (size < degree() + 1) c.resize(static_cast<std::size_t>(size));
    return Polynomial(std::move(c), options_);
  }
  /// Up to the degree `deg`.
  Polynomial cutdeg(std::int64_t deg) const { return truncate(deg + 1); }
  /// The same function with another domain and window.
  Polynomial convert(polynomial_options const& to = {}) const {
    detail::line_between const in(to.window, to.domain);
    auto const m = to_window();
    // u = off + scale x, and x = in.off + in.scale v
    Polynomial const u({T(m.off + m.scale * in.off), T(m.scale * in.scale)});
    Polynomial y({T(0)});
    for (std::size_t i = coef_.size(); i-- > 0;) y = y * u + coef_[i];
    return Polynomial(y.coef_, to);
  }
  /// `n` places of the domain and the values there: (x, y), in default space.
  auto linspace(std::int64_t n = 100) const {
    auto const x = cp::linspace(options_.domain[0], options_.domain[1], n);
    return std::pair(x, eval((*this)(x)));
  }
  /// It times itself, `n` times in all. Throws value_error for n < 0 and above 100.
  Polynomial pow(int n) const {
    if (n < 0 || n > 100)
      cp::detail::throw_polynomial("cp::polynomial::Polynomial::pow", "a power is from 0 to 100, got", n);
    Polynomial y({T(1)}, options_);
    for (; n > 0; --n) y = y * *this;
    return y;
  }

  /// The quotient, of which a remainder is left: Python's `p // b`.
  Polynomial floor_divide(Polynomial const& b) const { return divmod(b).first; }
  /// Quotient and remainder. Throws value_error for a divisor whose highest coefficient is 0.
  std::pair<Polynomial, Polynomial> divmod(Polynomial const& b) const try {
    check_same(b);
    if (b.coef_.back() == T(0))
      throw value_error("cp::polynomial::Polynomial: the divisor's highest coefficient must not be 0");
    std::size_t const n = b.coef_.size();
    auto rest = coef_;
    std::vector<T> quotient(rest.size() < n ? 1 : rest.size() - n + 1, T(0));
    for (std::size_t k = rest.size() < n ? 0 : quotient.size(); k-- > 0;) {
      T const q = quotient[k] = rest[k + n - 1] / b.coef_.back();
      for (std::size_t j = 0; j + 1 < n; ++j) rest[k + j] = rest[k + j] - q * b.coef_[j];
    }
    if (rest.size() >= n) rest.resize(n > 1 ? n - 1 : 1);
    if (n == 1) rest[0] = T(0);
    return {Polynomial(std::move(quotient), options_), Polynomial(trimseq(std::move(rest)), options_)};
  } catch (std::bad_alloc const&) {
    runtime::throw_out_of_bookkeeping(0);
  }

  /// The polynomial of degree `deg` with the least squares through points, on the domain that x spans; as cp::polyfit.
  /// Waits.
  template <expression X, expression Y, class W = no_weights_t>
  [[nodiscard]] static Polynomial fit(X const& x, Y const& y, std::int64_t deg, W const& w = {}, double rcond = -1) {
    auto const at = eval(x);
    if (at.size() == 0) throw shape_error("cp::polynomial::Polynomial::fit: x needs one point or more, got 0");
    interval domain{static_cast<double>(min(at).item()), static_cast<double>(max(at).item())};
    if (domain[0] == domain[1]) domain[0] -= 1, domain[1] += 1;
    return fit(at, y, deg, polynomial_options{domain, {-1, 1}, "x"}, w, rcond);
  }
  /// The same on a domain.
  template <expression X, expression Y, class W = no_weights_t>
  [[nodiscard]] static Polynomial fit(X const& x, Y const& y, std::int64_t deg, polynomial_options const& options,
                                      W const& w = {}, double rcond = -1) {
    detail::line_between const m(options.domain, options.window);
    auto const c = polyfit(m.scale * astype<double>(x) + m.off, astype<T>(y), deg, w, rcond).to_host();
    return Polynomial(detail::reversed(std::vector<T>(c.begin(), c.end())), options);
  }
  /// The polynomial with these roots, and 1 before its highest power.
  [[nodiscard]] static Polynomial fromroots(std::vector<T> roots, polynomial_options const& options = {}) {
    detail::line_between const m(options.domain, options.window);
    for (T& r : roots) r = T(m.off) + T(m.scale) * r;
    auto c = detail::reversed(cp::detail::with_roots(roots));
    T const by(std::pow(m.scale, -static_cast<double>(roots.size())));
    for (T& one : c) one = one * by;
    return Polynomial(std::move(c), options);
  }
  /// x itself.
  [[nodiscard]] static Polynomial identity(polynomial_options const& options = {}) {
    detail::line_between const back(options.window, options.domain);
    return Polynomial({T(back.off), T(back.scale)}, options);
  }
  /// u to a power.
  [[nodiscard]] static Polynomial basis(std::int64_t deg, polynomial_options const& options = {}) {
    if (deg < 0) cp::detail::throw_polynomial("cp::polynomial::Polynomial::basis", "the degree is 0 or more, got", deg);
    std::vector<T> c(static_cast<std::size_t>(deg) + 1, T(0));
    c.back() = T(1);
    return Polynomial(std::move(c), options);
  }

  /// The sum. Polynomials of different domains, windows or symbols throw value_error, here and below.
  friend Polynomial operator+(Polynomial const& a, Polynomial const& b) { return a.added(b, T(1)); }
  /// The difference.
  friend Polynomial operator-(Polynomial const& a, Polynomial const& b) { return a.added(b, T(-1)); }
  /// The product.
  friend Polynomial operator*(Polynomial const& a, Polynomial const& b) try {
    a.check_same(b);
    return Polynomial(trimseq(cp::detail::multiplied(a.coef_, b.coef_)), a.options_);
  } catch (std::bad_alloc const&) {
    runtime::throw_out_of_bookkeeping(0);
  }
  /// The remainder of a division.
  friend Polynomial operator%(Polynomial const& a, Polynomial const& b) { return a.divmod(b).second; }
  /// With a number, which stands for the polynomial that it is.
  friend Polynomial operator+(Polynomial const& a, T const& x) { return a + a.constant(x); }
  friend Polynomial operator+(T const& x, Polynomial const& a) { return a + x; }
  friend Polynomial operator-(Polynomial const& a, T const& x) { return a - a.constant(x); }
  friend Polynomial operator-(T const& x, Polynomial const& a) { return a.constant(x) - a; }
  friend Polynomial operator*(Polynomial const& a, T const& x) { return a * a.constant(x); }
  friend Polynomial operator*(T const& x, Polynomial const& a) { return a * x; }
  friend Polynomial operator/(Polynomial const& a, T const& x) { return a.floor_divide(a.constant(x)); }
  friend Polynomial operator-(Polynomial const& a) { return a * T(-1); }
  /// Whether both have the same coefficients, domain, window and symbol.
  friend bool operator==(Polynomial const& a, Polynomial const& b) {
    return a.coef_ == b.coef_ && a.has_same_options(b);
  }

 private:
  detail::line_between to_window() const { return {options_.domain, options_.window}; }
  Polynomial constant(T const& x) const { return Polynomial({x}, options_); }
  bool has_same_options(Polynomial const& b) const {
    return domain() == b.domain() && window() == b.window() && symbol() == b.symbol();
  }
  void check_same(Polynomial const& b) const {
    if (!has_same_options(b))
      throw value_error("cp::polynomial::Polynomial: the domains, windows and symbols must be the same");
  }
  Polynomial added(Polynomial const& b, T const& sign) const try {
    check_same(b);
    auto c = cp::detail::added(detail::reversed(coef_), detail::reversed(b.coef_), sign);
    return Polynomial(trimseq(detail::reversed(std::move(c))), options_);
  } catch (std::bad_alloc const&) {
    runtime::throw_out_of_bookkeeping(0);
  }

  std::vector<T> coef_;
  polynomial_options options_;
};

template <class... U>
requires(sizeof...(U) > 0 && (std::is_arithmetic_v<U> && ...)) Polynomial(U...)
->Polynomial<double>;
template <class U>
Polynomial(std::initializer_list<U>, polynomial_options = {})
    -> Polynomial<std::conditional_t<cp::detail::is_complex<U>, complex128, double>>;

namespace detail {

/// Clenshaw's recurrence for coefficients that are known at run time.
template <bool Legendre>
struct clenshaw_loop {
  using library_function = void;
  static constexpr int cost = 256;
  static constexpr char const* qualified_name = Legendre ? "cp::legval" : "cp::chebval";
  double c[most_coefficients];
  int n;

  template <class X>
  FUSE_HD auto operator()(X const& x) const {
    using R = weak_result_type<X, double>;
    R const at = coefficient_cast<R>(x);
    R a = coefficient_cast<R>(c[n > 1 ? n - 2 : 0]),
      b = n > 1 ? coefficient_cast<R>(c[n - 1]) : at * coefficient_cast<R>(0.);
    for (int i = n - 3; i >= 0; --i) {
      double const degree = i + 2;
      R const before = a;
      a = static_cast<R>(coefficient_cast<R>(c[i]) - (Legendre ? b * coefficient_cast<R>((degree - 1) / degree) : b));
      b = static_cast<R>(before + b * at * coefficient_cast<R>(Legendre ? (2 * degree - 1) / degree : 2.));
    }
    return static_cast<R>(a + b * at);
  }
};
template <bool Legendre, class X>
auto series_values(char const* where, X const& x, std::vector<double> const& c) {
  clenshaw_loop<Legendre> f{};
  if (c.empty() || c.size() > most_coefficients)
    throw_polynomial(where, "from 1 to 64 coefficients are taken, got", static_cast<std::int64_t>(c.size()));
  f.n = static_cast<int>(c.size());
  std::copy(c.begin(), c.end(), f.c);
  return elementwise(f)(x);
}

}  // namespace detail

/// cp::polynomial::chebval for coefficients, from 1 to 64, whose number is known at run time. Throws value_error for
/// others.
template <expression X>
[[nodiscard]] auto chebval(X const& x, std::vector<double> const& c) {
  return detail::series_values<false>("cp::polynomial::chebval", x, c);
}
/// The same for cp::polynomial::legval.
template <expression X>
[[nodiscard]] auto legval(X const& x, std::vector<double> const& c) {
  return detail::series_values<true>("cp::polynomial::legval", x, c);
}

}  // namespace cp::polynomial
