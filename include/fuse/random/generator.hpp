// Generators: distributions over a bit generator, as methods.
#pragma once

#include <concepts>
#include <cstdint>
#include <fuse/random/formulas.hpp>
#include <fuse/random/integers.hpp>
#include <fuse/random/methods.hpp>
#include <fuse/random/samplers.hpp>
#include <fuse/random/shuffles.hpp>
#include <fuse/random/vectors.hpp>
#include <type_traits>
#include <vector>

namespace cp::random {

namespace detail {
inline index_array<1> as_shape(extent n) { return {{n.value}}; }
}  // namespace detail

/// The distributions that Generator and RandomState have in common. Each method gives a lazy expression, which fuses
/// with what is around it: `rng.normal(0, 1, {1000, 1000})`. It has its own numbers, the same whenever and wherever it
/// is evaluated; another call has others.
///
/// shape    `size`, in braces, as an index_array or as one extent; without it that of the parameters. Parameters are
///          numbers or arrays (expressions), which broadcast to it
/// dtype    the template argument: float64 (or float32), int64 (or another integer) where a distribution's numbers are
///          integers. What rejects computes in float64
/// throws   value_error for numbers outside the distribution's domain, before anything is drawn. Parameters in arrays
///          are not looked at: those outside their domain come out as NaN, or -1 as integers. shape_error
/// stream   nothing runs before the expression is evaluated. A graph that was captured draws the same numbers each time it
///          is launched
template <class Bits>
class distributions {
 public:
  /// Draws from this bit generator, which it shares.
  explicit distributions(Bits bits) : bits_(std::move(bits)) {}

  /// The bit generator, which copies of this share.
  [[nodiscard]] Bits bit_generator() const { return bits_; }

  /// Standard normal numbers, by the method of Box and Muller from one block of words for four float32 or two float64.
  /// error    a few ulp of the exact function of the words; float32 reaches 6.7, float64 8.6 standard deviations
  FUSE_DRAW_0(standard_normal, double, bits_)
  /// Normal numbers: loc + scale z.
  FUSE_DRAW_2(normal, double, bits_, loc, scale)
  FUSE_DRAW_DEFAULT(normal, double, bits_, 0.0, 1.0)
  /// Uniform numbers in [low, high): low + (high - low) u, and never high itself.
  FUSE_DRAW_2(uniform, double, bits_, low, high)
  FUSE_DRAW_DEFAULT(uniform, double, bits_, 0.0, 1.0)
  /// e to the power of normal numbers.
  FUSE_DRAW_2(lognormal, double, bits_, mean, sigma)
  FUSE_DRAW_DEFAULT(lognormal, double, bits_, 0.0, 1.0)
  /// Exponential numbers of scale 1: -log(u).
  FUSE_DRAW_0(standard_exponential, double, bits_)
  /// Exponential numbers: -scale log(u).
  FUSE_DRAW_1(exponential, double, bits_, scale)
  FUSE_DRAW_DEFAULT(exponential, double, bits_, 1.0)
  /// Numbers of the Laplace distribution, by inversion.
  FUSE_DRAW_2(laplace, double, bits_, loc, scale)
  FUSE_DRAW_DEFAULT(laplace, double, bits_, 0.0, 1.0)
  /// Numbers of the logistic distribution: loc + scale log(u / (1 - u)).
  FUSE_DRAW_2(logistic, double, bits_, loc, scale)
  FUSE_DRAW_DEFAULT(logistic, double, bits_, 0.0, 1.0)
  /// Numbers of the Gumbel distribution: loc - scale log(-log(u)).
  FUSE_DRAW_2(gumbel, double, bits_, loc, scale)
  FUSE_DRAW_DEFAULT(gumbel, double, bits_, 0.0, 1.0)
  /// Numbers of the Rayleigh distribution: scale sqrt(-2 log(u)).
  FUSE_DRAW_1(rayleigh, double, bits_, scale)
  FUSE_DRAW_DEFAULT(rayleigh, double, bits_, 1.0)
  /// Numbers of the Weibull distribution: (-log(u))^(1 / a).
  FUSE_DRAW_1(weibull, double, bits_, a)
  /// Numbers of the Pareto II (Lomax) distribution: e^(-log(u) / a) - 1.
  FUSE_DRAW_1(pareto, double, bits_, a)
  /// Numbers of the power distribution a x^(a - 1) on [0, 1]: u^(1 / a).
  FUSE_DRAW_1(power, double, bits_, a)
  /// Numbers of the Cauchy distribution: tan(pi (u - 1/2)).
  FUSE_DRAW_0(standard_cauchy, double, bits_)
  /// Numbers of the triangular distribution, by inversion.
  FUSE_DRAW_3(triangular, double, bits_, left, mode, right)
  /// Numbers of the gamma distribution of scale 1 (Marsaglia and Tsang).
  FUSE_DRAW_1(standard_gamma, double, bits_, shape)
  /// Numbers of the gamma distribution (Marsaglia and Tsang).
  FUSE_DRAW_2(gamma, double, bits_, shape, scale)
  /// Numbers of the beta distribution: of two gammas, or by the method of Joehnk where a and b are at most 1.
  FUSE_DRAW_2(beta, double, bits_, a, b)
  /// Numbers of the chi-square distribution: twice a gamma of df / 2.
  FUSE_DRAW_1(chisquare, double, bits_, df)
  /// Numbers of the F distribution: the ratio of two chi-squares, each over its degrees of freedom.
  FUSE_DRAW_2(f, double, bits_, dfnum, dfden)
  /// Numbers of Student's t distribution: a normal over the root of a chi-square over df.
  FUSE_DRAW_1(standard_t, double, bits_, df)
  /// Numbers of the noncentral chi-square distribution.
  FUSE_DRAW_2(noncentral_chisquare, double, bits_, df, nonc)
  /// Numbers of the noncentral F distribution.
  FUSE_DRAW_3(noncentral_f, double, bits_, dfnum, dfden, nonc)
  /// Numbers of the inverse Gaussian distribution (Michael, Schucany and Haas).
  FUSE_DRAW_2(wald, double, bits_, mean, scale)
  /// Angles in [-pi, pi) of the von Mises distribution (Best and Fisher).
  FUSE_DRAW_2(vonmises, double, bits_, mu, kappa)
  /// Integers of the Poisson distribution: by search below 10, else by transformed rejection (Hoermann).
  FUSE_DRAW_1(poisson, std::int64_t, bits_, lam)
  FUSE_DRAW_DEFAULT(poisson, std::int64_t, bits_, 1.0)
  /// Integers of the binomial distribution: by search where n p is below 10, else by transformed rejection (Hoermann).
  FUSE_DRAW_2(binomial, std::int64_t, bits_, n, p)
  /// Integers of the negative binomial distribution: Poisson of a gamma.
  FUSE_DRAW_2(negative_binomial, std::int64_t, bits_, n, p)
  /// Trials up to the first success, by inversion.
  FUSE_DRAW_1(geometric, std::int64_t, bits_, p)
  /// How many of nsample items, taken from ngood and nbad, are good. None may be above 1e9.
  FUSE_DRAW_3(hypergeometric, std::int64_t, bits_, ngood, nbad, nsample)
  /// Integers of the logarithmic series distribution (Kemp).
  FUSE_DRAW_1(logseries, std::int64_t, bits_, p)
  /// Integers of Zipf's distribution (Devroye).
  FUSE_DRAW_1(zipf, std::int64_t, bits_, a)

  /// Elements of an array of rank 1, or of [0, n), each as likely: `choice(a, {3})`; `choice(a, {3}, false)`: each once
  /// at most; `choice(a, {3}, replace, p)`: with probabilities `p` (an array or a std::vector).
  ///
  /// stream   lazy, but with `p`, which runs at once: a running sum and a search, or without replacement a sort of n
  ///          keys
  /// throws   value_error for nothing to choose from, too few elements, and probabilities on the host that are
  ///          negative or do not sum to 1. On the device they are not looked at: they count relative to their sum,
  ///          those below 0 and NaN as 0
  FUSE_DRAW_CHOICE(choice, bits_)
  /// [0, n) in random order, or an array's rows. Lazy: each place is computed by itself, in any order, so that nothing
  /// is sorted, and a slice of it computes what it shows. Of an array of several axes the order becomes an array first.
  FUSE_DRAW_PERMUTATION(permutation, bits_)
  /// Brings the rows of an array into random order, in place, by way of a temporary. Runs at once.
  FUSE_DRAW_SHUFFLE(shuffle, bits_)

  /// Proportions along a last axis, of the Dirichlet distribution: `dirichlet(alpha, {n})`, of an array or a
  /// std::vector. Runs at once, in two kernels. Throws value_error for an alpha on the host that is not positive.
  FUSE_DRAW_DIRICHLET(dirichlet, bits_)
  /// Counts along a last axis that sum to n: `multinomial(n, pvals, {m})`. Runs at once, a binomial for each category.
  /// Waits for probabilities on the device. Throws value_error where they are not in [0, 1], or sum to more than 1
  /// without the last.
  FUSE_DRAW_MULTINOMIAL(multinomial, bits_)
  /// Vectors of normal numbers along a last axis: `multivariate_normal(mean, cov, {n})`, by Cholesky's factor of `cov`.
  /// Runs at once, and waits for parameters on the device. Throws value_error for a covariance that is not symmetric or
  /// not positive semidefinite (`tol`: relative to its largest element).
  FUSE_DRAW_MULTIVARIATE_NORMAL(multivariate_normal, bits_)

 protected:
  /// What draws.
  Bits bits_;
};

/// NumPy's generator over a kind of bit generator. A handle: copies draw from one sequence.
template <class Bits>
class basic_generator : public distributions<Bits> {
  using distributions<Bits>::bits_;

 public:
  using distributions<Bits>::distributions;

  /// Uniform numbers in [0, 1): multiples of 2^-53, or 2^-24 as float32.
  FUSE_DRAW_0(random, double, bits_)

  /// Integers of [low, high), or with `endpoint` of [low, high], each as likely (Lemire). Bounds are numbers or integer
  /// arrays; with one bound, [0, high). Throws value_error for an empty interval, and for one that the dtype has not.
  template <class T = std::int64_t, operand Low, operand High, int N>
  [[nodiscard]] auto integers(Low const& low, High const& high, index_array<N> const& size, bool endpoint = false) {
    return detail::integers_between<T>(bits_, size, low, high, endpoint, "cp::random::integers");
  }
  /// The same.
  template <class T = std::int64_t, operand Low, operand High, int N>
  [[nodiscard]] auto integers(Low const& low, High const& high, extent const (&size)[N], bool endpoint = false) {
    return detail::integers_between<T>(bits_, make_shape(size), low, high, endpoint, "cp::random::integers");
  }
  /// The same.
  template <class T = std::int64_t, operand Low, operand High, std::integral I>
  [[nodiscard]] auto integers(Low const& low, High const& high, I size, bool endpoint = false) {
    return detail::integers_between<T>(bits_, detail::as_shape(size), low, high, endpoint, "cp::random::integers");
  }
  /// The same.
  template <class T = std::int64_t, operand Low, operand High>
  [[nodiscard]] auto integers(Low const& low, High const& high) {
    return detail::integers_between<T>(bits_, detail::no_size{}, low, high, false, "cp::random::integers");
  }
  /// The same.
  template <class T = std::int64_t, operand High, int N>
  [[nodiscard]] auto integers(High const& high, index_array<N> const& size, bool endpoint = false) {
    return detail::integers_between<T>(bits_, size, 0, high, endpoint, "cp::random::integers");
  }
  /// The same.
  template <class T = std::int64_t, operand High, int N>
  [[nodiscard]] auto integers(High const& high, extent const (&size)[N], bool endpoint = false) {
    return detail::integers_between<T>(bits_, make_shape(size), 0, high, endpoint, "cp::random::integers");
  }

  /// Generators with keys of their own, unlike this one's: one for each thread, say.
  [[nodiscard]] std::vector<basic_generator> spawn(std::int64_t n) {
    std::vector<basic_generator> all;
    for (auto& bits : bits_.spawn(n)) all.emplace_back(std::move(bits));
    return all;
  }
};

/// NumPy's generator: `auto rng = cp::random::default_rng(42);`.
using Generator = basic_generator<Philox4x3210>;

/// A generator seeded by the system's entropy (or the environment's CP_SEED).
[[nodiscard]] inline Generator default_rng() { return Generator(Philox4x3210()); }
/// A generator whose numbers the seed decides. Throws value_error for a negative one.
[[nodiscard]] inline Generator default_rng(detail::seed_value seed) { return Generator(Philox4x3210(seed)); }
/// A generator over a bit generator: `default_rng(cp::random::XORWOW(42))`.
template <class Stream>
[[nodiscard]] basic_generator<bit_generator<Stream>> default_rng(bit_generator<Stream> bits) {
  return basic_generator<bit_generator<Stream>>(std::move(bits));
}

}  // namespace cp::random
