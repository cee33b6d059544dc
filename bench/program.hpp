// What all benchmarks share: programs of Google Benchmark, whose rows are named workload/variant/dtype/size.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <vector>

namespace bench {

/// Reads the options; `defaults` are those that hold where the command line says nothing else. Repetitions of all rows
/// are taken in a random order, so that whatever else the machine does meets all of them alike.
inline void initialize(int argc, char** argv, std::initializer_list<char const*> defaults) {
  std::vector<char*> all(argv, argv + 1);
  for (char const* const option :
       {"--benchmark_enable_random_interleaving=true", "--benchmark_report_aggregates_only=true"})
    all.push_back(const_cast<char*>(option));
  for (char const* const option : defaults) all.push_back(const_cast<char*>(option));
  all.insert(all.end(), argv + 1, argv + argc);
  argc = static_cast<int>(all.size());
  benchmark::Initialize(&argc, all.data());
  if (benchmark::ReportUnrecognizedArguments(argc, all.data())) std::exit(2);
}

/// Elements of the benchmarks' arrays: in [0.1, 1.1), never zero, different for each seed. host_numpy.py makes the
/// same.
constexpr float element(std::uint32_t i, std::uint32_t seed) {
  std::uint32_t h = (i + seed * 0x9e3779b9u) * 2654435761u;
  h ^= h >> 15;
  h *= 2246822519u;
  h ^= h >> 13;
  return static_cast<float>(h >> 8) * (1.0f / 16777216) + 0.1f;
}

/// Measures what was added, and lets go of it, arrays and all.
inline void run() {
  benchmark::RunSpecifiedBenchmarks();
  benchmark::ClearRegisteredBenchmarks();
}

template <class F>
benchmark::internal::Benchmark* add(std::string const& workload, std::string const& variant, std::string const& dtype,
                                    std::string const& size, F const& run) {
  return benchmark::RegisterBenchmark((workload + "/" + variant + "/" + dtype + "/" + size).c_str(), run);
}

}  // namespace bench
