// What the host's benchmarks share: the ways of a workload, whose results are checked before they are timed.
#pragma once

#include <fuse/fuse.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "program.hpp"

namespace bench {

/// One way to do a workload: how it is called in the table, what runs it, and where its outputs lie.
struct way {
  std::string name;
  int threads;
  std::function<void()> run;
  std::function<std::vector<float const*>()> outputs;
  double tolerance = 1e-5;  ///< of each element, relative
};

/// Ends the program unless a way's outputs are the expected ones.
inline void expect(std::string const& workload, way const& w, std::vector<std::vector<float>> const& expected) {
  auto const got = w.outputs();
  for (std::size_t o = 0; o < expected.size(); ++o) {
    double scale = 0;  // of the output's elements: a softmax's are far below 1
    for (float const e : expected[o]) scale += std::abs(e) / static_cast<double>(expected[o].size());
    for (std::size_t i = 0; i < expected[o].size(); ++i) {
      double const e = expected[o][i], x = got[o][i];
      if (std::abs(x - e) <= w.tolerance * (scale + std::abs(e))) continue;
      std::fprintf(stderr, "%s, %s: element %zu of output %zu is %.9g, not %.9g\n", workload.c_str(), w.name.c_str(), i,
                   o, x, e);
      std::exit(1);
    }
  }
}

/// The rows of a workload, one a way. host_numpy.py compares the sums of the outputs with NumPy's.
inline void measure(std::string const& workload, std::int64_t n, double bytes, std::vector<way> const& ways,
                    std::vector<std::vector<float>> const& expected) {
  std::vector<double> sums;
  for (auto const& output : expected) sums.push_back(std::accumulate(output.begin(), output.end(), 0.0));
  std::string const size = "10^" + std::to_string(std::lround(std::log10(static_cast<double>(n))));
  for (auto const& w : ways) {
    cp::set_host_threads(w.threads);
    w.run();
    expect(workload, w, expected);
    auto const begin = std::chrono::steady_clock::now();
    w.run();
    std::chrono::duration<double> const once = std::chrono::steady_clock::now() - begin;
    // 0.3 s for each row, a third of it not timed, in many short samples: a slow phase of the machine falls on few of
    // them, and on all rows' alike.
    int const repetitions = std::clamp(static_cast<int>(0.2 / once.count()), 9, 301);
    add(workload, w.name, "float32", size,
        [=](benchmark::State& state) {
          cp::set_host_threads(w.threads);
          // Calls that are not timed, half as many: others may have left the caches full or empty, and threads wake up.
          for (std::int64_t i = 0; i < (state.max_iterations + 1) / 2; ++i) w.run();
          for (auto _ : state) w.run();
          state.counters["bytes"] = bytes;
          for (std::size_t o = 0; o < sums.size(); ++o) state.counters["sum" + std::to_string(o)] = sums[o];
        })
        ->UseRealTime()
        ->Repetitions(repetitions);
  }
}

/// What may not be optimised away.
inline void keep(void const* p) { asm volatile("" : : "g"(p) : "memory"); }

/// What memcpy reaches on arrays larger than the caches, bytes read and written, one thread.
inline double copy_gbs() {
  std::size_t const n = std::size_t{40} << 20;
  std::vector<char> a(n, 1), b(n, 2);
  double best = 1e9;
  for (int i = 0; i < 15; ++i) {
    auto const begin = std::chrono::steady_clock::now();
    std::memcpy(b.data(), a.data(), n);
    keep(b.data());
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return 2.0 * static_cast<double>(n) / best / 1e9;
}

inline void initialize(int argc, char** argv) {
  initialize(argc, argv, {"--benchmark_min_time=0.0003", "--benchmark_time_unit=us"});
  std::string cpu = "unknown";
  std::ifstream f("/proc/cpuinfo");
  for (std::string line; cpu == "unknown" && std::getline(f, line);)
    if (line.rfind("model name", 0) == 0) cpu = line.substr(line.find(':') + 2);
  benchmark::AddCustomContext("cpu", cpu);
  benchmark::AddCustomContext("threads", std::to_string(cp::host_threads()));
  benchmark::AddCustomContext("compiler", "g++ " + std::to_string(__GNUC__) + "." + std::to_string(__GNUC_MINOR__));
  benchmark::AddCustomContext("copy_gbs", std::to_string(copy_gbs()));
}

}  // namespace bench
