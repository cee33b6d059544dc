// What the host's benchmarks compare with: Eigen and xtensor, where they are installed.
#pragma once

#include <array>

#include "host_bench.hpp"

#if FUSE_BENCH_EIGEN
#include <Eigen/Core>
#include <unsupported/Eigen/SpecialFunctions>
#endif
#if FUSE_BENCH_XTENSOR
#if __has_include(<xsimd/xsimd.hpp>)
#define XTENSOR_USE_XSIMD
#endif
#include <xtensor/xadapt.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>
#endif

namespace bench {

using array = cp::ndarray<float, 1, cp::host_space>;
using matrix = cp::ndarray<float, 2, cp::host_space>;

inline array random(std::int64_t n, std::uint32_t seed) {
  array a = cp::empty<float, cp::host_space>(n);
  for (std::int64_t i = 0; i < n; ++i) a.data()[i] = element(static_cast<std::uint32_t>(i), seed);
  return a;
}

#if FUSE_BENCH_EIGEN
using eigen_vector = Eigen::Array<float, Eigen::Dynamic, 1>;
using eigen_matrix = Eigen::Array<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
// The other libraries read the very arrays that cp reads: how an array's pages meet in a cache makes up to a third of
// the time of reading it from there.
using eigen_vector_view = Eigen::Map<eigen_vector const, Eigen::Aligned64>;
using eigen_matrix_view = Eigen::Map<eigen_matrix const, Eigen::Aligned64>;
#endif
#if FUSE_BENCH_XTENSOR
/// The same memory as a tensor of the same shape.
template <int Rank>
auto tensor_view(cp::ndarray<float, Rank, cp::host_space> const& a) {
  std::array<std::size_t, Rank> shape;
  for (int i = 0; i < Rank; ++i) shape[static_cast<std::size_t>(i)] = static_cast<std::size_t>(a.shape()[i]);
  return xt::adapt(a.data(), static_cast<std::size_t>(a.size()), xt::no_ownership(), shape);
}
/// A copy as a tensor of the same shape.
template <int Rank>
xt::xtensor<float, Rank> tensor_of(cp::ndarray<float, Rank, cp::host_space> const& a) {
  typename xt::xtensor<float, Rank>::shape_type shape;
  for (int i = 0; i < Rank; ++i) shape[static_cast<std::size_t>(i)] = static_cast<std::size_t>(a.shape()[i]);
  xt::xtensor<float, Rank> made(shape);
  std::copy_n(a.data(), a.size(), made.data());
  return made;
}
#endif

/// Reads the options and says the versions of what is compared.
inline void start(int argc, char** argv) {
  initialize(argc, argv);
  std::string versions;
#if FUSE_BENCH_EIGEN
  versions = "eigen " + std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) + "." +
             std::to_string(EIGEN_MINOR_VERSION);
#endif
#if FUSE_BENCH_XTENSOR
  versions += (versions.empty() ? "xtensor " : ", xtensor ") + std::to_string(XTENSOR_VERSION_MAJOR) + "." +
              std::to_string(XTENSOR_VERSION_MINOR) + "." + std::to_string(XTENSOR_VERSION_PATCH);
#endif
  benchmark::AddCustomContext("versions", versions);
}

}  // namespace bench
