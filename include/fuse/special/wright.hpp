// Wright's generalised Bessel function.
#pragma once

#include <fuse/special/gamma.hpp>
#include <fuse/special/ufunc.hpp>

namespace cp::special {

namespace formulas {

/// In float64 for float32 too, whose roundings of so many quotients would be seen.
/// The sum of x^k / (k! gamma(a k + b)), whose terms are positive: each is the one before times a quotient of gammas. A
/// sum that is a number has its largest one before k = 710, by Stirling's formula: the steps end. Powers of 2 are put
/// aside on the way.
template <native T>
FUSE_HD_NOINLINE T wright_bessel(T a, T b, T x) {
  if (!(a >= 0) || !(b >= 0) || !(x >= 0)) return not_a_number<T>;
  if (a == infinity<T> || b == infinity<T>) return not_a_number<T>;
  if (x == 0) return rgamma(b);
  if (x == infinity<T>) return x;
  bool const from_one = b == 0;  // where the first term is 0
  T const c = from_one ? a : b;
  if (c == 0) return T{0};
  if (a == 0) return exp_times(x, rgamma(b));
  constexpr T large = static_cast<T>(sizeof(T) == 8 ? 0x1p500 : 0x1p60);
  T sum = 1, term = 1;
  int aside = 0;
  for (int k = from_one ? 2 : 1; k < 2000; ++k) {
    term *= x / static_cast<T>(k) / gamma_quotient(b + a * static_cast<T>(k - 1), a);
    sum += term;
    if (!(term > sum * (epsilon<T> * static_cast<T>(0.0625)))) break;
    if (sum > large) {
      sum /= large;
      term /= large;
      ++aside;
    }
  }
  if (from_one) sum *= x;
  if (c >= static_cast<T>(sizeof(T) == 8 ? 160 : 32)) {
    constexpr T of_large = static_cast<T>((sizeof(T) == 8 ? 500 : 60) * detail::ln2);
    return exp_times(static_cast<T>(aside) * of_large - scalar::lgamma(c), sum);
  }
  sum *= rgamma(c);
  for (; aside > 0; --aside) sum *= large;
  return sum;
}

}  // namespace formulas

/// Wright's generalised Bessel function of x, y >= 0 at z >= 0: the sum of z^k / (k! gamma(x k + y)). NaN where one is
/// negative.
///
/// source  DLMF 10.46.1, term by term
/// numpy   scipy.special.wright_bessel
FUSE_SPECIAL3(wright_bessel, 20000,
              formulas::wright_bessel(static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)));

}  // namespace cp::special
