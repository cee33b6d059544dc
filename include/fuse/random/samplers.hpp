// Distributions that draw until they accept, in double: each place has blocks of its own, as many as it takes.
#pragma once

#include <fuse/random/distribution.hpp>

namespace cp::random::detail {

/// Gamma of scale 1. source: Marsaglia, Tsang: A simple method for generating gamma variables (2000)
FUSE_HD double sample_gamma(auto& w, double shape) {
  if (shape == 0) return 0;
  bool const boosted = shape < 1;
  double const d = (boosted ? shape + 1 : shape) - 1.0 / 3, c = divide(1.0, sqrt(9 * d));
  double value;
  for (;;) {
    double const x = w.normal(), v = fma(c, x, 1.0), xx = x * x;
    if (!(v > 0)) continue;
    double const u = w.unit(), cube = v * v * v;
    value = product(d, cube);
    if (u < fma(-0.0331 * xx, xx, 1.0)) break;
    double const rest = fma(-(v * v), v, 1.0) + log(cube);
    if (log(u) < fma(d, rest, 0.5 * xx)) break;
  }
  return boosted ? product(value, power(w.unit(), divide(1.0, shape))) : value;
}
FUSE_HD double sample_chisquare(auto& w, double df) { return 2 * sample_gamma(w, 0.5 * df); }

/// log(k!) less the leading terms of Stirling's formula.
FUSE_HD double stirling_tail(double k) {
  double const n = k + 1;
  if (k < 10) return fma(-(k + 0.5), log(n), log_gamma(n)) + (n - 0.91893853320467274);
  double const z = divide(1.0, n * n);
  return divide(polynomial(z, 7.936507936507937e-04, -2.777777777777778e-03, 8.333333333333333e-02), n);
}

/// source: lam < 10: inversion by search; else Hoermann: The transformed rejection method for generating Poisson random
/// variables (1993), PTRS
FUSE_HD double sample_poisson(auto& w, double lam) {
  if (lam < 10) {
    double const u = w.unit();
    double p = exp(-lam), below = p, k = 0;
    while (u > below && k < 1000) {
      k += 1;
      double const q = divide(lam, k);
      below = fma(p, q, below);
      p *= q;
    }
    return k;
  }
  double const root = sqrt(lam), log_lam = log(lam);
  double const b = fma(2.53, root, 0.931), a = fma(0.02483, b, -0.059);
  double const inverse_alpha = 1.1239 + divide(1.1328, b - 3.4), vr = 0.9277 - divide(3.6224, b - 2);
  for (;;) {
    double const u = w.unit() - 0.5, v = w.unit(), us = 0.5 - absolute(u);
    double const k = floor(fma(divide(2 * a, us) + b, u, lam + 0.43));
    if (us >= 0.07 && v <= vr) return k;
    if (k < 0 || (us < 0.013 && v > us)) continue;
    double const left = log(divide(v * inverse_alpha, divide(a, us * us) + b));
    // k log(lam) - lam - log(k!), by Stirling's formula: no large numbers are subtracted.
    double const right = fma(k + 0.5, log1p(divide(lam - (k + 1), k + 1)), (k + 1 - lam) - stirling_tail(k)) -
                         fma(0.5, log_lam, 0.91893853320467274);
    if (left <= right) return k;
  }
}

/// source: n p < 10: inversion by search; else Hoermann: The generation of binomial random variates (1993), BTRS
FUSE_HD double sample_binomial(auto& w, double trials, double probability) {
  double const n = floor(trials);
  bool const mirrored = probability > 0.5;
  double const p = mirrored ? 1 - probability : probability;
  if (n <= 0 || p == 0) return mirrored ? n : 0;
  double const ratio = divide(p, 1 - p);
  double k;
  if (n * p < 10) {
    double const u = w.unit();
    double f = exp(n * log1p(-p)), below = f;
    k = 0;
    while (u > below && k < n && k < 1000) {
      k += 1;
      double const q = divide(n - k + 1, k) * ratio;
      below = fma(f, q, below);
      f *= q;
    }
    return mirrored ? n - k : k;
  }
  double const spq = sqrt(n * p * (1 - p)), b = fma(2.53, spq, 1.15);
  double const a = fma(0.01, p, fma(0.0248, b, -0.0873)), c = fma(n, p, 0.5), alpha = (2.83 + divide(5.1, b)) * spq;
  double const vr = 0.92 - divide(4.2, b), m = floor((n + 1) * p);
  for (;;) {
    double const u = w.unit() - 0.5, v = w.unit(), us = 0.5 - absolute(u);
    k = floor(fma(divide(2 * a, us) + b, u, c));
    if (us >= 0.07 && v <= vr) break;
    if (k < 0 || k > n) continue;
    double const left = log(divide(v * alpha, divide(a, us * us) + b));
    double const at_mode =
        fma(m + 0.5, log(divide(m + 1, ratio * (n - m + 1))), stirling_tail(m) + stirling_tail(n - m));
    double const at_k = fma(k + 0.5, log(divide(ratio * (n - k + 1), k + 1)), -stirling_tail(k) - stirling_tail(n - k));
    if (left <= fma(n + 1, log(divide(n - m + 1, n - k + 1)), at_mode + at_k)) break;
  }
  return mirrored ? n - k : k;
}

/// 2 atan(x) for x >= 0. source: FreeBSD's s_atan.c (Sun), with its polynomial on other intervals
FUSE_HD double twice_arctan(double x) {
  double const pi = 3.141592653589793;
  bool const large = x > 2.414213562373095, middle = !large && x > 0.4142135623730951;
  double const y = large ? divide(-1.0, x) : middle ? divide(x - 1, x + 1) : x;
  double const z = y * y;
  double const p = polynomial(z, 1.62858201153657823623e-02, -3.65315727442169155270e-02, 4.97687799461593236017e-02,
                              -5.83357013379057348645e-02, 6.66107313738753120669e-02, -7.69187620504482999495e-02,
                              9.09088713343650656196e-02, -1.11111104054623557880e-01, 1.42857142725034663711e-01,
                              -1.99999999998764832476e-01, 3.33333333333329318027e-01);
  return (large ? pi : middle ? 0.5 * pi : 0.0) + 2 * fma(-(z * p), y, y);
}

struct standard_gamma_of {
  static constexpr char name[] = "cp::random::standard_gamma";
  static constexpr parameter parameters[] = {{"shape", domain::not_negative}};
  static constexpr bool samples = true;
  static constexpr int cost = 2000;
  FUSE_HD static double sample(auto& w, double shape) { return sample_gamma(w, shape); }
};
struct gamma_of {
  static constexpr char name[] = "cp::random::gamma";
  static constexpr parameter parameters[] = {{"shape", domain::not_negative}, {"scale", domain::not_negative}};
  static constexpr bool samples = true;
  static constexpr int cost = 2000;
  FUSE_HD static double sample(auto& w, double shape, double scale) { return product(scale, sample_gamma(w, shape)); }
};
/// source: Joehnk: Erzeugung von betaverteilten und gammaverteilten Zufallszahlen (1964), where both are at most 1;
/// else gammas
struct beta_of {
  static constexpr char name[] = "cp::random::beta";
  static constexpr parameter parameters[] = {{"a", domain::positive}, {"b", domain::positive}};
  static constexpr bool samples = true;
  static constexpr int cost = 4000;
  FUSE_HD static double sample(auto& w, double a, double b) {
    if (a > 1 || b > 1) {
      double const x = sample_gamma(w, a), y = sample_gamma(w, b);
      return divide(x, sum(x, y));
    }
    for (;;) {
      double const log_x = divide(log(w.unit()), a), log_y = divide(log(w.unit()), b);
      double const larger = log_x > log_y ? log_x : log_y;
      double const x = exp(log_x - larger), y = exp(log_y - larger);
      if (larger + log(x + y) <= 0) return divide(x, x + y);
    }
  }
};
struct chisquare_of {
  static constexpr char name[] = "cp::random::chisquare";
  static constexpr parameter parameters[] = {{"df", domain::positive}};
  static constexpr bool samples = true;
  static constexpr int cost = 2000;
  FUSE_HD static double sample(auto& w, double df) { return sample_chisquare(w, df); }
};
struct f_of {
  static constexpr char name[] = "cp::random::f";
  static constexpr parameter parameters[] = {{"dfnum", domain::positive}, {"dfden", domain::positive}};
  static constexpr bool samples = true;
  static constexpr int cost = 4000;
  FUSE_HD static double sample(auto& w, double dfnum, double dfden) {
    double const x = sample_chisquare(w, dfnum), y = sample_chisquare(w, dfden);
    return divide(x * dfden, y * dfnum);
  }
};
struct standard_t_of {
  static constexpr char name[] = "cp::random::standard_t";
  static constexpr parameter parameters[] = {{"df", domain::positive}};
  static constexpr bool samples = true;
  static constexpr int cost = 2400;
  FUSE_HD static double sample(auto& w, double df) {
    double const z = w.normal();
    return product(z, sqrt(divide(0.5 * df, sample_gamma(w, 0.5 * df))));
  }
};
/// source: Johnson, Kotz, Balakrishnan: Continuous univariate distributions 2 (1995), as in NumPy
FUSE_HD double sample_noncentral_chisquare(auto& w, double df, double nonc) {
  if (nonc == 0) return sample_chisquare(w, df);
  if (df > 1) {
    double const z = sum(w.normal(), sqrt(nonc)), rest = sample_gamma(w, fma(0.5, df, -0.5));
    return fma(z, z, 2 * rest);
  }
  return sample_chisquare(w, fma(2.0, sample_poisson(w, 0.5 * nonc), df));
}
struct noncentral_chisquare_of {
  static constexpr char name[] = "cp::random::noncentral_chisquare";
  static constexpr parameter parameters[] = {{"df", domain::positive}, {"nonc", domain::not_negative}};
  static constexpr bool samples = true;
  static constexpr int cost = 4000;
  FUSE_HD static double sample(auto& w, double df, double nonc) { return sample_noncentral_chisquare(w, df, nonc); }
};
struct noncentral_f_of {
  static constexpr char name[] = "cp::random::noncentral_f";
  static constexpr parameter parameters[] = {
      {"dfnum", domain::positive}, {"dfden", domain::positive}, {"nonc", domain::not_negative}};
  static constexpr bool samples = true;
  static constexpr int cost = 6000;
  FUSE_HD static double sample(auto& w, double dfnum, double dfden, double nonc) {
    double const x = sample_noncentral_chisquare(w, dfnum, nonc), y = sample_chisquare(w, dfden);
    return divide(x * dfden, y * dfnum);
  }
};
/// source: Michael, Schucany, Haas: Generating random variates using transformations with multiple roots (1976), the
/// root written without cancellation
struct wald_of {
  static constexpr char name[] = "cp::random::wald";
  static constexpr parameter parameters[] = {{"mean", domain::positive}, {"scale", domain::positive}};
  static constexpr bool samples = true;
  static constexpr int cost = 1000;
  FUSE_HD static double sample(auto& w, double mean, double scale) {
    double const z = w.normal(), t = divide(mean * (z * z), 2 * scale);
    double const x = divide(mean, (1 + t) + sqrt(fma(t, t, 2 * t)));
    return w.unit() <= divide(mean, mean + x) ? x : divide(mean * mean, x);
  }
};
/// source: Best, Fisher: Efficient simulation of the von Mises distribution (1979)
struct vonmises_of {
  static constexpr char name[] = "cp::random::vonmises";
  static constexpr parameter parameters[] = {{"mu", domain::finite}, {"kappa", domain::not_negative}};
  static constexpr bool samples = true;
  static constexpr int cost = 3000;
  FUSE_HD static double sample(auto& w, double mu, double kappa) {
    double const pi = 3.141592653589793;
    double angle;
    if (kappa < 1e-8) {
      angle = fma(2 * pi, w.unit(), -pi);
    } else if (kappa > 1e6) {
      angle = w.normal() * sqrt(divide(1.0, kappa));
    } else {
      double s = divide(1.0, kappa) + kappa;
      if (kappa >= 1e-5) {
        double const r = 1 + sqrt(fma(4 * kappa, kappa, 1.0)), rho = divide(r - sqrt(2 * r), 2 * kappa);
        s = divide(fma(rho, rho, 1.0), 2 * rho);
      }
      double cosine;
      for (;;) {
        double unused, z;
        sin_cos_of_turn(w.word() >> 1, unused, z);
        cosine = divide(fma(s, z, 1.0), s + z);
        double const d = s - cosine, y = kappa * d, v = w.unit();
        if (fma(y, fma(-kappa, d, 2.0), -v) >= 0 || fma(-kappa, d, log(divide(y, v)) + 1) >= 0) break;
      }
      cosine = cosine > 1 ? 1 : cosine < -1 ? -1 : cosine;
      angle = twice_arctan(sqrt(divide(1 - cosine, 1 + cosine)));
      if (w.unit() < 0.5) angle = -angle;
    }
    double const turned = sum(angle, mu);
    return fma(-2 * pi, floor(divide(turned + pi, 2 * pi)), turned);
  }
};
struct poisson_of {
  static constexpr char name[] = "cp::random::poisson";
  static constexpr parameter parameters[] = {{"lam", domain::not_negative}};
  static constexpr char fitting[] = "lam to be at most 9.223372e18";
  static constexpr bool samples = true;
  using integers = void;
  static constexpr int cost = 1500;
  FUSE_HD static bool fits(double lam) { return lam <= 9.223372006484771e18; }
  FUSE_HD static double sample(auto& w, double lam) { return sample_poisson(w, lam); }
};
struct binomial_of {
  static constexpr char name[] = "cp::random::binomial";
  static constexpr parameter parameters[] = {{"n", domain::not_negative}, {"p", domain::probability}};
  static constexpr bool samples = true;
  using integers = void;
  static constexpr int cost = 2500;
  FUSE_HD static double sample(auto& w, double n, double p) { return sample_binomial(w, n, p); }
};
struct negative_binomial_of {
  static constexpr char name[] = "cp::random::negative_binomial";
  static constexpr parameter parameters[] = {{"n", domain::positive}, {"p", domain::positive_probability}};
  static constexpr bool samples = true;
  using integers = void;
  static constexpr int cost = 3500;
  FUSE_HD static double sample(auto& w, double n, double p) {
    double const lam = sample_gamma(w, n) * divide(1 - p, p);
    return lam <= 9.2e18 ? sample_poisson(w, lam) : lam;
  }
};
/// source: few draws: one after the other; else Stadlober: The ratio of uniforms approach for generating discrete
/// random variates (1990), HRUA
struct hypergeometric_of {
  static constexpr char name[] = "cp::random::hypergeometric";
  static constexpr parameter parameters[] = {
      {"ngood", domain::not_negative}, {"nbad", domain::not_negative}, {"nsample", domain::not_negative}};
  static constexpr char fitting[] = "nsample <= ngood + nbad, and each of them at most 1e9";
  static constexpr bool samples = true;
  using integers = void;
  static constexpr int cost = 3500;
  FUSE_HD static bool fits(double good, double bad, double sample) {
    return sample <= good + bad && good <= 1e9 && bad <= 1e9;
  }
  FUSE_HD static double sample(auto& w, double good, double bad, double sample) {
    double const all = good + bad, few = sample < all - sample ? sample : all - sample;
    if (few <= 10) {
      double left = all, of_them = good;
      for (double k = 0; k < few && of_them > 0; k += 1) {
        if (w.unit() * left < of_them) of_them -= 1;
        left -= 1;
      }
      return sample > few ? of_them : good - of_them;
    }
    double const less = good < bad ? good : bad, more = good < bad ? bad : good;
    double const share = divide(less, all), mean = fma(few, share, 0.5);
    double const sigma = sqrt(divide((all - few) * sample * share * (1 - share), all - 1) + 0.5),
                 width = fma(1.7155277699214135, sigma, 0.8989161620588988);
    double const mode = floor(divide((few + 1) * (less + 1), all + 2));
    auto const weight = [&](double z) {
      return (log_gamma(z + 1) + log_gamma(less - z + 1)) + (log_gamma(few - z + 1) + log_gamma(more - few + z + 1));
    };
    double const at_mode = weight(mode), most = (few < less ? few : less) + 1, far = floor(fma(16.0, sigma, mean));
    double const end = most < far ? most : far;
    double z;
    for (;;) {
      double const x = w.unit(), y = w.unit(), at = fma(width, divide(y - 0.5, x), mean);
      if (at < 0 || at >= end) continue;
      z = floor(at);
      double const t = at_mode - weight(z);
      if (fma(x, 4 - x, -3.0) <= t) break;
      if (x * (x - t) >= 1) continue;
      if (2 * log(x) <= t) break;
    }
    double const chosen = good > bad ? few - z : z;
    return few < sample ? good - chosen : chosen;
  }
};
/// source: Kemp: Efficient generation of logarithmically distributed pseudo-random variables (1981), LK
struct logseries_of {
  static constexpr char name[] = "cp::random::logseries";
  static constexpr parameter parameters[] = {{"p", domain::proper_probability}};
  static constexpr bool samples = true;
  using integers = void;
  static constexpr int cost = 1000;
  FUSE_HD static double sample(auto& w, double p) {
    if (p == 0) return 1;
    double const v = w.unit();
    if (v >= p) return 1;
    double const q = -expm1(log1p(-p) * w.unit());
    if (v <= q * q) {
      double const n = floor(1 + divide(log(v), log(q)));
      return n < 1 ? 1 : n;
    }
    return v >= q ? 1 : 2;
  }
};
/// source: Devroye: Non-uniform random variate generation (1986), X.6.1
struct zipf_of {
  static constexpr char name[] = "cp::random::zipf";
  static constexpr parameter parameters[] = {{"a", domain::above_one}};
  static constexpr bool samples = true;
  using integers = void;
  static constexpr int cost = 1500;
  FUSE_HD static double sample(auto& w, double a) {
    double const less = a - 1;
    if (less > 1024) return 1;
    double const b1 = expm1(less * 0.6931471805599453);
    // So far that no number is beyond int64: else an `a` near 1 would be rejected for ever.
    double const least = exp(less * -43.66827237527655);
    for (;;) {
      double const v = w.unit(), share = w.unit(), u = fma(share, least, 1 - share);
      double const x = floor(exp(divide(-log(u), less)));
      if (!(x < 9.223372036854775e18) || x < 1) continue;
      double const t1 = expm1(less * log1p(divide(1.0, x)));
      if (divide(v * x * t1, b1) <= divide(t1 + 1, b1 + 1)) return x;
    }
  }
};

}  // namespace cp::random::detail
