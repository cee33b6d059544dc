// What the GPU benchmarks share: timing by events, and the bandwidths of the same run that rows are compared with.
#pragma once

#include <fuse/fuse.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <cuda_runtime_api.h>

#include "program.hpp"

namespace bench {

constexpr std::int64_t n28 = std::int64_t{1} << 28;

/// Milliseconds of one call, by events on the current stream.
template <class F>
double event_ms(F& f) {
  cp::event begin, end;
  begin.record();
  f();
  end.record();
  end.synchronize();
  return end.elapsed_ms_since(begin);
}

/// Three calls that are not timed.
template <class F>
void warm_up(F& f) {
  for (int i = 0; i < 3; ++i) f();
  cp::synchronize();
}

template <class T>
cp::ndarray<T, 1> random(std::int64_t n, std::uint32_t seed) {
  auto const i = cp::astype<std::uint32_t>(cp::index<0>({n}));
  auto const x = cp::elementwise(
      [] __host__ __device__(std::uint32_t i, std::uint32_t seed) { return element(i, seed); })(i, seed);
  if constexpr (cp::integral<T>)
    return cp::astype<T>(x * 100);
  else
    return cp::astype<T>(x);
}

/// The size of a table, as benchmarks are named.
inline std::string size_of(std::int64_t rows, std::int64_t columns) {
  return std::to_string(rows) + "x" + std::to_string(columns);
}

/// Ends the program if what was measured is not what a plain loop makes of the same numbers. `tolerance` is relative to
/// the right number, or to `least` where that is larger.
inline void expect(char const* what, double got, double right, double tolerance, double least = 0) {
  if (std::abs(got - right) <= tolerance * std::max(std::abs(right), least)) return;
  std::fprintf(stderr, "%s: computed %.9g, and a plain loop %.9g\n", what, got, right);
  std::exit(1);
}
/// The elements of a view in host memory, row by row, as float64.
template <class A>
std::vector<double> on_host(A const& view) {
  auto const flat = cp::ravel(cp::astype<double>(view)).to_host();
  return {flat.data(), flat.data() + flat.size()};
}
inline double total(std::vector<double> const& x) {
  double sum = 0;
  for (double v : x) sum += v;
  return sum;
}

/// The rows of one program. What is measured runs when all rows are known: it holds its arrays by value.
class results {
 public:
  results(int argc, char** argv) {
    initialize(argc, argv, {"--benchmark_repetitions=15", "--benchmark_min_time=0", "--benchmark_time_unit=ms"});
    if (!cp::cuda::is_available()) {
      std::fprintf(stderr, "%s: no CUDA device was found\n", argv[0]);
      std::exit(77);
    }
    auto const x = random<float>(n28, 1);
    auto const y = cp::empty<float>(n28);
    copy_gbs_ =
        8.0 * n28 / 1e6 / median_ms([&] {
          cp::runtime::copy_bytes(y.data(), cp::memory_kind::device, x.data(), cp::memory_kind::device, x.nbytes());
        });
    memset_gbs_ =
        4.0 * n28 / 1e6 / median_ms([&] { cp::runtime::set_bytes(y.data(), cp::memory_kind::device, 1, y.nbytes()); });
    auto const p = cp::cuda::properties();
    int driver = 0, runtime = 0;
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    for (auto const& [name, value] :
         {std::pair{"gpu", p.name},
          {"multiprocessors", std::to_string(p.multiprocessors)},
          {"cuda_driver", std::to_string(driver)},
          {"cuda_runtime", std::to_string(runtime)},
          {"nvcc", std::to_string(__CUDACC_VER_MAJOR__) + "." + std::to_string(__CUDACC_VER_MINOR__)},
          {"copy_gbs", std::to_string(copy_gbs_)},
          {"memset_gbs", std::to_string(memset_gbs_)}})
      benchmark::AddCustomContext(name, value);
  }

  /// A row of a workload that moves `bytes` bytes; the ratio is to the copy bandwidth, or to memset's. It is called
  /// here once, so that its results can be checked, and once more, whose launches are counted. A repetition is one call
  /// (more, where --benchmark_min_time says so), each by itself behind what came before it.
  template <class F>
  void measure(std::string const& workload, std::string const& variant, std::string const& dtype,
               std::string const& size, double bytes, F f, bool against_memset = false) {
    f();
    auto const before = cp::count();
    f();
    auto const launches = static_cast<double>((cp::count() - before).launches);
    double const reference = against_memset ? memset_gbs_ : copy_gbs_;
    add(workload, variant, dtype, size, [=](benchmark::State& state) mutable {
      double ms = 0;
      warm_up(f);
      while (state.KeepRunning()) {
        double const one = event_ms(f);
        state.SetIterationTime(one / 1000);
        ms += one;
      }
      auto const moved = bytes * static_cast<double>(state.iterations());
      state.SetBytesProcessed(static_cast<std::int64_t>(moved));
      state.counters["bytes"] = bytes;
      state.counters["ratio"] = moved / 1e6 / ms / reference;
      state.counters["launches"] = launches;
    })->UseManualTime();
  }

  /// The copy that moves as many bytes as a workload does: what beginning and ending a kernel leaves of the large
  /// copy's bandwidth.
  void measure_copy(std::string const& size, std::int64_t bytes) {
    auto const from = cp::zeros<cp::uint8>(bytes / 2), to = cp::zeros<cp::uint8>(bytes / 2);
    measure("copy", "as many bytes", "-", size, static_cast<double>(bytes), [=] {
      cp::runtime::copy_bytes(to.data(), cp::memory_kind::device, from.data(), cp::memory_kind::device, bytes / 2);
    });
  }

 private:
  template <class F>
  static double median_ms(F const& f) {
    std::vector<double> times(15);
    warm_up(f);
    for (double& ms : times) ms = event_ms(f);
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
  }

  double copy_gbs_ = 0, memset_gbs_ = 0;
};

}  // namespace bench
