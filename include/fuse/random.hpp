// cp::random: random numbers as lazy expressions. Generators, and functions on one that the program shares.
#pragma once

#include <cstdint>
#include <fuse/fuse.hpp>
#include <fuse/random/generator.hpp>
#include <fuse/random/random_state.hpp>
#include <vector>

/// Random numbers. The functions draw from one generator that all threads share; they have the names, shapes and dtypes
/// of `distributions`, which documents them.
namespace cp::random {

namespace detail {
/// The bit generator behind the functions.
Philox4x3210 global_bits();
void set_global_bits(Philox4x3210 bits);
}  // namespace detail

/// Begins the functions' sequence anew, with a seed.
inline void seed(detail::seed_value seed) { RandomState(detail::global_bits()).seed(seed); }
/// With the system's entropy.
inline void seed() { RandomState(detail::global_bits()).seed(); }
/// The generator behind the functions, which it shares with them.
[[nodiscard]] inline RandomState get_random_state() { return RandomState(detail::global_bits()); }
/// Lets the functions draw from another generator, which they share.
inline void set_random_state(RandomState const& state) { detail::set_global_bits(state.bit_generator()); }
/// Lets the functions draw from a new generator, seeded by the system's entropy (or the environment's CP_SEED).
inline void reset_states() { detail::set_global_bits(Philox4x3210()); }

/// `n` random bytes, on the host.
[[nodiscard]] std::vector<unsigned char> bytes(std::int64_t n);

/// Uniform numbers in [0, 1): `rand<float>(3, 4)`.
template <class T = double, std::integral... I>
[[nodiscard]] auto rand(I... extents) {
  return get_random_state().rand<T>(extents...);
}
/// Standard normal numbers: `randn<float>(3, 4)`.
template <class T = double, std::integral... I>
[[nodiscard]] auto randn(I... extents) {
  return get_random_state().randn<T>(extents...);
}
/// Uniform numbers in [0, 1).
FUSE_DRAW_LEGACY(random, detail::global_bits())
/// Uniform numbers in [0, 1).
FUSE_DRAW_LEGACY(random_sample, detail::global_bits())
/// Uniform numbers in [0, 1).
FUSE_DRAW_LEGACY(ranf, detail::global_bits())
/// Uniform numbers in [0, 1).
FUSE_DRAW_LEGACY(sample, detail::global_bits())
/// Integers of [low, high), or of [0, high).
FUSE_DRAW_INTEGERS(randint, detail::global_bits())
/// Integers of [low, high], or of [1, high].
FUSE_DRAW_CLOSED(random_integers, detail::global_bits())
/// Elements of an array of rank 1, or of [0, n).
FUSE_DRAW_CHOICE(choice, detail::global_bits())
/// [0, n) in random order, or an array's rows.
FUSE_DRAW_PERMUTATION(permutation, detail::global_bits())
/// Brings the rows of an array into random order, in place.
FUSE_DRAW_SHUFFLE(shuffle, detail::global_bits())
/// Proportions along a last axis.
FUSE_DRAW_DIRICHLET(dirichlet, detail::global_bits())
/// Counts along a last axis that sum to n.
FUSE_DRAW_MULTINOMIAL(multinomial, detail::global_bits())
/// Vectors of normal numbers along a last axis.
FUSE_DRAW_MULTIVARIATE_NORMAL(multivariate_normal, detail::global_bits())
/// Standard normal numbers, by the method of Box and Muller from one block of words for four float32 or two float64.
FUSE_DRAW_0(standard_normal, double, detail::global_bits())
/// Normal numbers: loc + scale z.
FUSE_DRAW_2(normal, double, detail::global_bits(), loc, scale)
FUSE_DRAW_DEFAULT(normal, double, detail::global_bits(), 0.0, 1.0)
/// Uniform numbers in [low, high): low + (high - low) u, and never high itself.
FUSE_DRAW_2(uniform, double, detail::global_bits(), low, high)
FUSE_DRAW_DEFAULT(uniform, double, detail::global_bits(), 0.0, 1.0)
/// e to the power of normal numbers.
FUSE_DRAW_2(lognormal, double, detail::global_bits(), mean, sigma)
FUSE_DRAW_DEFAULT(lognormal, double, detail::global_bits(), 0.0, 1.0)
/// Exponential numbers of scale 1: -log(u).
FUSE_DRAW_0(standard_exponential, double, detail::global_bits())
/// Exponential numbers: -scale log(u).
FUSE_DRAW_1(exponential, double, detail::global_bits(), scale)
FUSE_DRAW_DEFAULT(exponential, double, detail::global_bits(), 1.0)
/// Numbers of the Laplace distribution, by inversion.
FUSE_DRAW_2(laplace, double, detail::global_bits(), loc, scale)
FUSE_DRAW_DEFAULT(laplace, double, detail::global_bits(), 0.0, 1.0)
/// Numbers of the logistic distribution: loc + scale log(u / (1 - u)).
FUSE_DRAW_2(logistic, double, detail::global_bits(), loc, scale)
FUSE_DRAW_DEFAULT(logistic, double, detail::global_bits(), 0.0, 1.0)
/// Numbers of the Gumbel distribution: loc - scale log(-log(u)).
FUSE_DRAW_2(gumbel, double, detail::global_bits(), loc, scale)
FUSE_DRAW_DEFAULT(gumbel, double, detail::global_bits(), 0.0, 1.0)
/// Numbers of the Rayleigh distribution: scale sqrt(-2 log(u)).
FUSE_DRAW_1(rayleigh, double, detail::global_bits(), scale)
FUSE_DRAW_DEFAULT(rayleigh, double, detail::global_bits(), 1.0)
/// Numbers of the Weibull distribution: (-log(u))^(1 / a).
FUSE_DRAW_1(weibull, double, detail::global_bits(), a)
/// Numbers of the Pareto II (Lomax) distribution: e^(-log(u) / a) - 1.
FUSE_DRAW_1(pareto, double, detail::global_bits(), a)
/// Numbers of the power distribution a x^(a - 1) on [0, 1]: u^(1 / a).
FUSE_DRAW_1(power, double, detail::global_bits(), a)
/// Numbers of the Cauchy distribution: tan(pi (u - 1/2)).
FUSE_DRAW_0(standard_cauchy, double, detail::global_bits())
/// Numbers of the triangular distribution, by inversion.
FUSE_DRAW_3(triangular, double, detail::global_bits(), left, mode, right)
/// Numbers of the gamma distribution of scale 1 (Marsaglia and Tsang).
FUSE_DRAW_1(standard_gamma, double, detail::global_bits(), shape)
/// Numbers of the gamma distribution (Marsaglia and Tsang).
FUSE_DRAW_2(gamma, double, detail::global_bits(), shape, scale)
/// Numbers of the beta distribution: of two gammas, or by the method of Joehnk where a and b are at most 1.
FUSE_DRAW_2(beta, double, detail::global_bits(), a, b)
/// Numbers of the chi-square distribution: twice a gamma of df / 2.
FUSE_DRAW_1(chisquare, double, detail::global_bits(), df)
/// Numbers of the F distribution: the ratio of two chi-squares, each over its degrees of freedom.
FUSE_DRAW_2(f, double, detail::global_bits(), dfnum, dfden)
/// Numbers of Student's t distribution: a normal over the root of a chi-square over df.
FUSE_DRAW_1(standard_t, double, detail::global_bits(), df)
/// Numbers of the noncentral chi-square distribution.
FUSE_DRAW_2(noncentral_chisquare, double, detail::global_bits(), df, nonc)
/// Numbers of the noncentral F distribution.
FUSE_DRAW_3(noncentral_f, double, detail::global_bits(), dfnum, dfden, nonc)
/// Numbers of the inverse Gaussian distribution (Michael, Schucany and Haas).
FUSE_DRAW_2(wald, double, detail::global_bits(), mean, scale)
/// Angles in [-pi, pi) of the von Mises distribution (Best and Fisher).
FUSE_DRAW_2(vonmises, double, detail::global_bits(), mu, kappa)
/// Integers of the Poisson distribution: by search below 10, else by transformed rejection (Hoermann).
FUSE_DRAW_1(poisson, std::int64_t, detail::global_bits(), lam)
FUSE_DRAW_DEFAULT(poisson, std::int64_t, detail::global_bits(), 1.0)
/// Integers of the binomial distribution: by search where n p is below 10, else by transformed rejection (Hoermann).
FUSE_DRAW_2(binomial, std::int64_t, detail::global_bits(), n, p)
/// Integers of the negative binomial distribution: Poisson of a gamma.
FUSE_DRAW_2(negative_binomial, std::int64_t, detail::global_bits(), n, p)
/// Trials up to the first success, by inversion.
FUSE_DRAW_1(geometric, std::int64_t, detail::global_bits(), p)
/// How many of nsample items, taken from ngood and nbad, are good. None may be above 1e9.
FUSE_DRAW_3(hypergeometric, std::int64_t, detail::global_bits(), ngood, nbad, nsample)
/// Integers of the logarithmic series distribution (Kemp).
FUSE_DRAW_1(logseries, std::int64_t, detail::global_bits(), p)
/// Integers of Zipf's distribution (Devroye).
FUSE_DRAW_1(zipf, std::int64_t, detail::global_bits(), a)

}  // namespace cp::random
