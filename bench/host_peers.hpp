// What the host's benchmarks compare with: Eigen and xtensor where they are installed, and NumPy through host_numpy.py.
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
  for (std::int64_t i = 0; i < n; ++i) a.data()[i] = element(i, seed);
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

inline void note_versions([[maybe_unused]] results& r) {
#if FUSE_BENCH_EIGEN
  r.version("eigen", std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) + "." +
                         std::to_string(EIGEN_MINOR_VERSION));
#endif
#if FUSE_BENCH_XTENSOR
  r.version("xtensor", std::to_string(XTENSOR_VERSION_MAJOR) + "." + std::to_string(XTENSOR_VERSION_MINOR) + "." +
                           std::to_string(XTENSOR_VERSION_PATCH));
#endif
}

/// What host_numpy.py measured of a set of workloads, where there is a Python with NumPy.
class numpy {
 public:
  numpy(results& r, std::string const& set) {
    if (!r.chosen().numpy) return;
    std::string const here = __FILE__, script = here.substr(0, here.rfind('/') + 1) + "host_numpy.py";
    for (std::string const python : {"python3", "/usr/bin/python3"}) {
      if (std::system((python + " -c 'import numpy' 2>/dev/null").c_str()) != 0) continue;
      std::FILE* const pipe =
          popen((python + " '" + script + "' " + set + " " + std::to_string(r.chosen().seconds) + " " + r.chosen().only)
                    .c_str(),
                "r");
      if (pipe == nullptr) continue;
      char line[512];
      while (std::fgets(line, sizeof line, pipe) != nullptr) take(r, line);
      if (pclose(pipe) == 0) return;
    }
    std::fprintf(stderr, "no Python with NumPy was found: its column stays empty\n");
  }

  /// NumPy's time in microseconds, if its results are the expected ones; 0 if there is none.
  double time(std::string const& workload, std::int64_t n, std::vector<std::vector<float>> const& expected) const {
    auto const found = times_.find(workload + " " + std::to_string(n));
    if (found == times_.end()) return 0.0;
    for (std::size_t o = 0; o < expected.size(); ++o) {
      double sum = 0, magnitude = 0;
      for (float const x : expected[o]) sum += x, magnitude += std::abs(x);
      if (!(std::abs(found->second.sums.at(o) - sum) <= 1e-5 * magnitude)) {
        std::fprintf(stderr, "%s, NumPy: the sum of output %zu is %.9g, not %.9g\n", workload.c_str(), o,
                     found->second.sums[o], sum);
        std::exit(1);
      }
    }
    return found->second.us;
  }

 private:
  struct entry {
    double us;
    std::vector<double> sums;
  };
  void take(results& r, char const* line) {
    std::istringstream text(line);
    std::string workload, n;
    text >> workload >> n;
    if (workload == "version") {
      r.version("numpy", n);
      return;
    }
    entry t{};
    text >> t.us;
    for (double sum; text >> sum;) t.sums.push_back(sum);
    times_[workload + " " + n] = t;
  }
  std::map<std::string, entry> times_;
};

}  // namespace bench
