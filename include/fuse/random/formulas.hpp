// Distributions of one number a place: a form of uniform or normal numbers, and a formula. Sums of products are written
// as fused multiply-adds, so that host and device agree (see math.hpp).
#pragma once

#include <fuse/random/distribution.hpp>

namespace cp::random::detail {

/// The next number below.
template <class T>
FUSE_HD T below(T x) {
  auto const b = bits_of(x);
  using word = decltype(b + 0);
  constexpr auto sign = static_cast<word>(1) << (sizeof(T) * 8 - 1);
  if (x == 0) return from_bits<T>(sign | 1);
  return from_bits<T>(x > 0 ? b - 1 : b + 1);
}

struct random_of {
  static constexpr char name[] = "cp::random::random";
  static constexpr bool is_form = true;
  template <class C>
  using form = units<C>;
};
struct standard_normal_of {
  static constexpr char name[] = "cp::random::standard_normal";
  static constexpr bool is_form = true;
  template <class C>
  using form = normals<C>;
};
struct uniform_of {
  static constexpr char name[] = "cp::random::uniform";
  static constexpr parameter parameters[] = {{"low", domain::finite}, {"high", domain::finite}};
  static constexpr char fitting[] = "high - low to be finite";
  static constexpr int cost = 8;
  template <class C>
  FUSE_HD static bool fits(C low, C high) {
    return is_in<domain::finite>(high - low);
  }
  template <class C>
  using form = units<C>;
  /// Never `high`, though a sum may round to it.
  template <class C>
  FUSE_HD static C of(C u, C low, C high) {
    C const x = fma(u, high - low, low);
    return x >= high && low < high ? below(high) : x;
  }
};
struct normal_of {
  static constexpr char name[] = "cp::random::normal";
  static constexpr parameter parameters[] = {{"loc", domain::any}, {"scale", domain::not_negative}};
  static constexpr int cost = 4;
  template <class C>
  using form = normals<C>;
  template <class C>
  FUSE_HD static C of(C z, C loc, C scale) {
    return fma(z, scale, loc);
  }
};
struct lognormal_of {
  static constexpr char name[] = "cp::random::lognormal";
  static constexpr parameter parameters[] = {{"mean", domain::any}, {"sigma", domain::not_negative}};
  static constexpr int cost = 60;
  template <class C>
  using form = normals<C>;
  template <class C>
  FUSE_HD static C of(C z, C mean, C sigma) {
    return exp(fma(z, sigma, mean));
  }
};
struct standard_exponential_of {
  static constexpr char name[] = "cp::random::standard_exponential";
  static constexpr int cost = 60;
  template <class C>
  using form = open_units<C>;
  template <class C>
  FUSE_HD static C of(C u) {
    return -log(u);
  }
};
struct exponential_of {
  static constexpr char name[] = "cp::random::exponential";
  static constexpr parameter parameters[] = {{"scale", domain::not_negative}};
  static constexpr int cost = 60;
  template <class C>
  using form = open_units<C>;
  template <class C>
  FUSE_HD static C of(C u, C scale) {
    return product(scale, -log(u));
  }
};
struct laplace_of {
  static constexpr char name[] = "cp::random::laplace";
  static constexpr parameter parameters[] = {{"loc", domain::any}, {"scale", domain::not_negative}};
  static constexpr int cost = 60;
  template <class C>
  using form = centred_units<C>;
  template <class C>
  FUSE_HD static C of(C u, C loc, C scale) {
    bool const low = u < C(0.5);
    C const e = log(2 * (low ? u : 1 - u));
    return fma(low ? scale : -scale, e, loc);
  }
};
struct logistic_of {
  static constexpr char name[] = "cp::random::logistic";
  static constexpr parameter parameters[] = {{"loc", domain::any}, {"scale", domain::not_negative}};
  static constexpr int cost = 60;
  template <class C>
  using form = centred_units<C>;
  template <class C>
  FUSE_HD static C of(C u, C loc, C scale) {
    return fma(scale, log(divide(u, 1 - u)), loc);
  }
};
struct gumbel_of {
  static constexpr char name[] = "cp::random::gumbel";
  static constexpr parameter parameters[] = {{"loc", domain::any}, {"scale", domain::not_negative}};
  static constexpr int cost = 120;
  template <class C>
  using form = centred_units<C>;
  template <class C>
  FUSE_HD static C of(C u, C loc, C scale) {
    return fma(-scale, log(-log(u)), loc);
  }
};
struct rayleigh_of {
  static constexpr char name[] = "cp::random::rayleigh";
  static constexpr parameter parameters[] = {{"scale", domain::not_negative}};
  static constexpr int cost = 80;
  template <class C>
  using form = open_units<C>;
  template <class C>
  FUSE_HD static C of(C u, C scale) {
    return product(scale, sqrt(C(-2) * log(u)));
  }
};
struct weibull_of {
  static constexpr char name[] = "cp::random::weibull";
  static constexpr parameter parameters[] = {{"a", domain::not_negative}};
  static constexpr int cost = 160;
  template <class C>
  using form = open_units<C>;
  template <class C>
  FUSE_HD static C of(C u, C a) {
    return a == 0 || u == 1 ? C(0) : exp(divide(log(-log(u)), a));
  }
};
struct pareto_of {
  static constexpr char name[] = "cp::random::pareto";
  static constexpr parameter parameters[] = {{"a", domain::positive}};
  static constexpr int cost = 160;
  template <class C>
  using form = open_units<C>;
  template <class C>
  FUSE_HD static C of(C u, C a) {
    return expm1(divide(-log(u), a));
  }
};
struct power_of {
  static constexpr char name[] = "cp::random::power";
  static constexpr parameter parameters[] = {{"a", domain::positive}};
  static constexpr int cost = 120;
  template <class C>
  using form = open_units<C>;
  template <class C>
  FUSE_HD static C of(C u, C a) {
    return exp(divide(log(u), a));
  }
};
struct standard_cauchy_of {
  static constexpr char name[] = "cp::random::standard_cauchy";
  static constexpr int cost = 80;
  template <class C>
  using form = centred_units<C>;
  /// tan(pi (u - 1/2)), of which 2u - 1 is a turn's angle without rounding.
  template <class C>
  FUSE_HD static C of(C u) {
    using word = word_for<C>;
    C sine, cosine;
    sin_cos_of_turn(static_cast<word>(static_cast<word>(u * C(sizeof(C) == 4 ? 2147483648.0 : 9223372036854775808.0))),
                    sine, cosine);
    return divide(-cosine, sine);
  }
};
struct triangular_of {
  static constexpr char name[] = "cp::random::triangular";
  static constexpr parameter parameters[] = {
      {"left", domain::finite}, {"mode", domain::finite}, {"right", domain::finite}};
  static constexpr char fitting[] = "left <= mode <= right and left < right";
  static constexpr int cost = 40;
  template <class C>
  FUSE_HD static bool fits(C left, C mode, C right) {
    return left <= mode && mode <= right && left < right;
  }
  template <class C>
  using form = centred_units<C>;
  template <class C>
  FUSE_HD static C of(C u, C left, C mode, C right) {
    C const base = right - left, rise = mode - left;
    return u * base <= rise ? left + sqrt(u * base * rise) : right - sqrt((1 - u) * base * (right - mode));
  }
};
/// Trials up to the first success, by inversion.
struct geometric_of {
  static constexpr char name[] = "cp::random::geometric";
  static constexpr parameter parameters[] = {{"p", domain::positive_probability}};
  static constexpr int cost = 160;
  using compute = double;
  using integers = void;
  template <class C>
  using form = centred_units<C>;
  FUSE_HD static double of(double u, double p) {
    double const n = -floor(-divide(log(u), log1p(-p)));
    return n < 1 ? 1 : n;
  }
};

}  // namespace cp::random::detail
