// What draws of vectors need of the host: their parameters checked, and a covariance's root.
#include <algorithm>
#include <cmath>
#include <fuse/random/vectors.hpp>
#include <string>

namespace cp::random::detail {

void check_alphas(std::vector<double> const& alpha) {
  for (double const a : alpha)
    if (!(a > 0)) throw_parameter("cp::random::dirichlet", {"alpha", domain::positive}, a);
}

void check_probabilities(char const* where, std::vector<double> const& p, std::int64_t n) {
  if (n < 0) throw_parameter(where, {"n", domain::not_negative}, static_cast<double>(n));
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!(p[i] >= 0 && p[i] <= 1)) throw_parameter(where, {"pvals", domain::probability}, p[i]);
    if (i + 1 < p.size()) sum += p[i];
  }
  if (sum > 1 + 1e-12)
    throw value_error(std::string(where) + ": pvals without the last must not sum to more than 1, but to " +
                      std::to_string(sum));
}

std::vector<double> cholesky(std::vector<double> const& cov, std::int64_t n, double tol) try {
  std::string const where = "cp::random::multivariate_normal: ";
  auto const size = static_cast<std::size_t>(n);
  if (cov.size() != size * size)
    throw value_error(where + "the covariance of " + std::to_string(n) + " numbers has " + std::to_string(n) + " x " +
                      std::to_string(n) + " elements, not " + std::to_string(cov.size()));
  double largest = 0;
  for (double const c : cov) largest = std::max(largest, std::abs(c));
  double const little = tol * largest;
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (!(std::abs(cov[i * size + j] - cov[j * size + i]) <= little))
        throw value_error(where + "the covariance must be symmetric; elements (" + std::to_string(i) + ", " +
                          std::to_string(j) + ") and (" + std::to_string(j) + ", " + std::to_string(i) + ") are " +
                          std::to_string(cov[i * size + j]) + " and " + std::to_string(cov[j * size + i]));
  std::vector<double> root(size * size, 0.0);
  for (std::size_t j = 0; j < size; ++j) {
    double pivot = cov[j * size + j];
    for (std::size_t k = 0; k < j; ++k) pivot -= root[j * size + k] * root[j * size + k];
    if (!(pivot >= -little))
      throw value_error(where + "the covariance must be positive semidefinite; pivot " + std::to_string(j) + " is " +
                        std::to_string(pivot));
    bool const empty = pivot <= little;
    root[j * size + j] = empty ? 0 : std::sqrt(pivot);
    for (std::size_t i = j + 1; i < size; ++i) {
      double rest = cov[i * size + j];
      for (std::size_t k = 0; k < j; ++k) rest -= root[i * size + k] * root[j * size + k];
      // Beside a pivot of 0 there can be nothing.
      if (empty && !(std::abs(rest) <= std::sqrt(little * largest) + little))
        throw value_error(where + "the covariance must be positive semidefinite; it is not at (" + std::to_string(i) +
                          ", " + std::to_string(j) + ")");
      root[i * size + j] = empty ? 0 : rest / root[j * size + j];
    }
  }
  return root;
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(static_cast<std::int64_t>(cov.size() * sizeof(double)));
}

}  // namespace cp::random::detail
