// The gamma function and its relatives of packs: positive arguments of which gamma is far from overflow, and what is
// seldom asked for by the formulas of elements.
#pragma once

#include <fuse/special/gamma_formulas.hpp>
#include <fuse/special/pack.hpp>

namespace cp::special::formulas {

/// Up to where gamma_near of packs goes.
inline constexpr double most_near = 20;

#if FUSE_SPECIAL_PACKS

/// As of elements; e times the quotient's rounding is small.
FUSE_HD pack power_of_quotient(pack a, pack rest, pack b, pack e) {
  pack const q = a / b, left = (fma(-q, b, a) + rest) / b, power = scalar::pow(q, e), more = e * left / q;
  return where((power > 0) & (power < infinity<double>), power + power * (more + 0.5 * more * more), power);
}

/// gamma(x), or its inverse, for x from 0 to `most_near`.
template <bool Inverse>
FUSE_HD pack gamma_near(pack x) {
  pack_mask const low = x < 1;
  pack const y = tables::rgamma(where(low, x + 1, (x - scalar::floor(x)) + 1));
  pack between = 1, rest = 0;
  for (double j = 1; j < most_near - 1; j += 1) {
    pack_mask const more = x >= j + 1;
    if (!any(more)) break;
    pack const factor = where(more, x - j, 1), product = between * factor;
    rest = product_rest(between, factor, product) + rest * factor;
    between = product;
  }
  if constexpr (Inverse) {
    pack const inverse = 1 / between;
    return where(low, x * y, y * inverse - y * inverse * (rest * inverse));
  } else {
    pack const inverse = 1 / where(low, x * y, y);
    return between * inverse + rest * inverse;
  }
}
FUSE_HD pack gamma(pack x) {
  pack_mask const near = (x > 0) & (x < most_near);
  return but_for(
      !near, gamma_near<false>(where(near, x, 1)), [](double v) { return gamma(v); }, x);
}
FUSE_HD pack rgamma(pack x) {
  pack_mask const near = (x > 0) & (x < most_near);
  return but_for(
      !near, gamma_near<true>(where(near, x, 1)), [](double v) { return rgamma(v); }, x);
}
/// gamma(a + rest) for a from 0 to `most_near`, by the logarithmic derivative to a digit or two.
FUSE_HD pack gamma_with(pack a, pack rest) {
  pack const y = gamma_near<false>(a), r = 1 / (a + 1);
  return y + y * (rest * (scalar::log(a + 1) - (0.5 * r + 1 / a)));
}

FUSE_HD pack psi(pack x) {
  pack_mask const positive = x > 0;
  return but_for(
      !positive, psi_of_positive(where(positive, x, 1)), [](double v) { return psi(v); }, x);
}

/// Around the zeros 1 and 2 by polynomials, up to 8 by the logarithm of a product more, beyond by Stirling's formula.
FUSE_HD pack loggamma(pack x) {
  pack_mask const usual = (x > 0) & (x < 1e15);
  pack const at = where(usual, x, 1);
  pack const y = pick(
      at < 8,
      [=] {
        pack z = at, product = where(at < 0.5, at, 1);
        for (double j = 1; j < 6; j += 1) {
          pack_mask const more = at >= j + 2;
          if (!any(more)) break;
          product *= where(more, at - j, 1);
          z = where(more, at - j, z);
        }
        pack_mask const above = z >= 1.5;
        pack const one = z - where(z < 0.5, 0, 1), two = z - 2;
        pack const near = pick(
            above, [=] { return two * tables::lgamma2p(two); }, [=] { return one * tables::lgamma1p(one); });
        pack const l = pick(
            product == 1, [] { return pack(0); }, [=] { return scalar::log(product); });
        return where(at < 0.5, near - l, near + l);
      },
      [=] { return ((at - 0.5) * (scalar::log(at) - 1) + 0.41893853320467274178) + stirling(at); });
  return but_for(
      !usual, y, [](double v) { return loggamma(v); }, x);
}

/// gamma(a) gamma(b) / gamma(a + b), or its inverse, times a factor: of positive numbers, of which one is below 4 or
/// the sum below `most_near`.
template <bool Inverse>
FUSE_HD pack beta_or_inverse(pack a, pack b, pack factor = 1) {
  constexpr double sign = Inverse ? -1 : 1;
  pack_mask const first = a > b;
  pack const large = where(first, a, b), small = where(first, b, a), sum = large + small;
  pack const rest = sum_rest(large, small, sum);
  pack_mask const positive = small > 0, near = positive & (sum < most_near);
  pack_mask const far = positive & !near & (small < 4) & (large < 1e15);
  pack const y = pick(
      near | !far,
      [=] {
        pack const above = gamma_near<false>(where(near, large, 1)), below = gamma_with(where(near, sum, 1), rest),
                   other = gamma_near<false>(where(near, small, 1));
        return Inverse ? below / (above * other) * factor : above * other / below * factor;
      },
      [=] {
        pack const q = small / large;
        pack const e =
            0.5 * scalar::log1p(q) - large * log1pmx(q) + (stirling(large) - stirling(sum)) - small * (rest / sum);
        pack const power = scalar::pow(sum, -sign * small) * factor * scalar::exp(sign * e),
                   other = gamma_near<Inverse>(where(far, small, 1));
        return power * other;
      });
  return but_for(
      !(near | far), y, [](double u, double v, double w) { return beta_or_inverse<Inverse>(u, v, w); }, a, b, factor);
}

FUSE_HD pack beta(pack a, pack b) {
  pack_mask const usual = (a > 0) & (b > 0) & (a < 1e15) & (b < 1e15);
  return but_for(
      !usual, beta_or_inverse<false>(where(usual, a, 1), where(usual, b, 1)),
      [](double u, double v) { return beta(u, v); }, a, b);
}
FUSE_HD pack betaln(pack a, pack b) {
  pack const value = scalar::abs(beta(a, b));
  pack_mask const usual = (a > 0) & (b > 0) & (value > 1e-290) & (value < 1e290);
  return but_for(
      !usual, scalar::log(where(usual, value, 1)), [](double u, double v) { return betaln(u, v); }, a, b);
}

FUSE_HD pack poch(pack a, pack m) {
  pack const s = a + m;
  pack_mask const product = (m >= 0) & (m <= 8) & (m == scalar::floor(m));
  pack_mask const usual = (a > 0) & (s > 0) & (a < most_near) & (s < most_near) & !product;
  pack const y = gamma_with(where(usual, s, 1), sum_rest(a, m, s)) / gamma_near<false>(where(usual, a, 1));
  return but_for(
      !usual, y, [](double u, double v) { return poch(u, v); }, a, m);
}

/// By the beta function.
FUSE_HD pack binom_far(pack n, pack k, pack_mask usual) {
  pack const down = n - k;
  pack_mask const swapped = k > down;
  pack const high = where(swapped, k, down), low = where(swapped, down, k), rest = sum_rest(n, -k, down);
  pack const a = where(usual, 1 + low, 1), b = where(usual, 1 + high, 1), sum = a + b;
  pack const of_a = sum_rest(pack(1), low, a) + where(swapped, rest, 0),
             of_b = sum_rest(pack(1), high, b) + where(swapped, 0, rest);
  pack const more = of_a * scalar::log(sum / a) + of_b * scalar::log(sum / b);
  return beta_or_inverse<true>(a, b, (1 + more) / (n + 1));
}
FUSE_HD pack binom(pack n, pack k) {
  pack_mask const fraction = !(k == scalar::floor(k));
  pack_mask const near = (k > 0) & (k < n) & (n < most_of_binom) & fraction;
  pack_mask const usual = (k > -1) & (n - k > -1) & (n > -1) & (n < 1e15) & fraction;
  pack const y = pick(
      near | !usual, [=] { return binom_near(where(near, n, 1), where(near, k, 0.5)); },
      [=] { return binom_far(n, k, usual & !near); });
  return but_for(
      !usual, y, [](double u, double v) { return binom(u, v); }, n, k);
}

#endif

}  // namespace cp::special::formulas
