// Distributions whose draws are vectors, along the last axis.
#pragma once

#include <cstdint>
#include <fuse/ops/arithmetic.hpp>
#include <fuse/ops/creation.hpp>
#include <fuse/ops/explog.hpp>
#include <fuse/ops/manipulation.hpp>
#include <fuse/ops/reductions.hpp>
#include <fuse/random/formulas.hpp>
#include <fuse/random/samplers.hpp>
#include <fuse/runtime/storage.hpp>
#include <new>
#include <span>
#include <type_traits>
#include <vector>

namespace cp::random::detail {

/// Numbers for the host: of a range, or of an array (which is waited for).
template <class X>
std::vector<double> numbers_of(X const& x) try {
  if constexpr (expression<X>) {
    auto const a = ndarray<double, X::rank, space_of<X>>(astype<double>(x)).to_host();
    auto const flat = ravel(a);
    return std::vector<double>(flat.data(), flat.data() + flat.size());
  } else {
    return std::vector<double>(std::begin(x), std::end(x));
  }
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}
template <int N>
index_array<N + 1> with_axis(index_array<N> const& size, std::int64_t n) {
  index_array<N + 1> shape;
  for (int i = 0; i < N; ++i) shape[i] = size[i];
  shape[N] = n;
  return shape;
}

/// The logarithm of a gamma of scale 1, which does not underflow where the shape is small.
struct log_gamma_of {
  static constexpr char name[] = "cp::random::dirichlet";
  static constexpr parameter parameters[] = {{"alpha", domain::positive}};
  static constexpr bool samples = true;
  static constexpr int cost = 2500;
  FUSE_HD static double sample(auto& w, double shape) {
    if (shape >= 1) return log(sample_gamma(w, shape));
    double const boosted = log(sample_gamma(w, shape + 1));
    return sum(boosted, divide(log(w.unit()), shape));
  }
};
/// Throws value_error.
void check_alphas(std::vector<double> const& alpha);
/// Throws value_error unless the probabilities lie in [0, 1] and sum to 1 at most.
void check_probabilities(char const* where, std::vector<double> const& p, std::int64_t n);

// Their sums run in the order of the backend's kernels: host and device may differ in the last bits.

/// An array of some numbers in a space.
template <class Space>
ndarray<double, 1, Space> array_of_numbers(std::vector<double> const& x) {
  return ndarray<double, 1, host_space>(x).template to<Space>();
}

template <class T, class Space, class Bits, int N, class Alpha>
auto draw_dirichlet(Bits const& bits, Alpha const& alpha, index_array<N> const& size) {
  if constexpr (expression<Alpha>) {
    static_assert(Alpha::rank == 1, "cp::random::dirichlet: alpha is an array of rank 1");
    auto const shape = with_axis(size, expr::shape_of(alpha)[0]);
    ndarray<double, N + 1, space_of<Alpha>> const logs = draw<log_gamma_of, double>(bits, shape, alpha);
    ndarray<double, N + 1, space_of<Alpha>> const parts = cp::exp(logs - cp::max(logs, axis<-1>, keepdims));
    return ndarray<T, N + 1, space_of<Alpha>>(astype<T>(parts / cp::sum(parts, axis<-1>, keepdims)));
  } else {
    auto const list = numbers_of(alpha);
    check_alphas(list);
    return draw_dirichlet<T, Space>(bits, array_of_numbers<Space>(list), size);
  }
}

template <class T, class Space, class Bits, int N>
auto draw_multinomial(Bits const& bits, std::int64_t n, std::vector<double> const& p, index_array<N> const& size) {
  check_probabilities("cp::random::multinomial", p, n);
  auto const k = static_cast<std::int64_t>(p.size());
  ndarray<T, N + 1, Space> result = empty<T, Space>(with_axis(size, k));
  ndarray<std::int64_t, N, Space> left = full<std::int64_t, Space>(size, n);
  double rest = 1;
  for (std::int64_t i = 0; i + 1 < k; ++i) {
    // A category takes its share of what is left; rounding may leave a little less than it asks for.
    double const share =
        rest > 0 ? (p[static_cast<std::size_t>(i)] < rest ? p[static_cast<std::size_t>(i)] / rest : 1) : 0;
    ndarray<std::int64_t, N, Space> const taken = draw<binomial_of, std::int64_t>(bits, size, left, share);
    result(ellipsis, i) = astype<T>(taken);
    left = left - taken;
    rest -= p[static_cast<std::size_t>(i)];
  }
  if (k > 0) result(ellipsis, k - 1) = astype<T>(left);
  return result;
}

/// L with L L^T = cov (n x n, C order), where cov is positive semidefinite; throws value_error where it is not, or has
/// not n x n elements, or is not symmetric. `tol`: relative to the largest element.
std::vector<double> cholesky(std::vector<double> const& cov, std::int64_t n, double tol);

template <class T, class Space, class Bits, int N>
auto draw_multivariate_normal(Bits const& bits, std::vector<double> const& mean, std::vector<double> const& cov,
                              index_array<N> const& size, double tol) {
  auto const k = static_cast<std::int64_t>(mean.size());
  auto const root = reshape(array_of_numbers<Space>(cholesky(cov, k, tol)), index_array<2>{{k, k}});
  ndarray<double, N + 1, Space> const z = draw<standard_normal_of, double>(bits, with_axis(size, k));
  auto const at = array_of_numbers<Space>(mean);
  return ndarray<T, N + 1, Space>(astype<T>(at + cp::sum(z(ellipsis, newaxis, all) * root, axis<-1>)));
}

}  // namespace cp::random::detail
