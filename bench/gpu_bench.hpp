// What the GPU benchmarks share: timing by events, the bandwidth of the same run, results as CSV and JSON.
#pragma once

#include <fuse/fuse.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>

namespace bench {

constexpr std::int64_t n28 = std::int64_t{1} << 28;

/// Median milliseconds of 15 runs after 3 warm-up runs, by events on the current stream.
template <class F>
double median_ms(F const& f, int warm = 3, int runs = 15) {
  for (int i = 0; i < warm; ++i) f();
  cp::synchronize();
  std::vector<double> times;
  cp::event begin, end;
  for (int i = 0; i < runs; ++i) {
    begin.record();
    f();
    end.record();
    end.synchronize();
    times.push_back(end.elapsed_ms_since(begin));
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

/// Random numbers in [0.1, 1.1), never zero, different for each seed.
template <class T>
cp::ndarray<T, 1> random(std::int64_t n, std::uint32_t seed) {
  auto const i = cp::astype<std::uint32_t>(cp::index<0>({n}));
  auto const hash = cp::elementwise([] __host__ __device__(std::uint32_t x, std::uint32_t s) {
    std::uint32_t h = (x + s * 0x9e3779b9u) * 2654435761u;
    h ^= h >> 15;
    h *= 2246822519u;
    h ^= h >> 13;
    return static_cast<float>(h >> 8) * (1.0f / 16777216) + 0.1f;
  });
  if constexpr (cp::integral<T>)
    return cp::astype<T>(hash(i, seed) * 100);
  else
    return cp::astype<T>(hash(i, seed));
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

/// The table of one program: printed as it grows, written when it is done.
class results {
 public:
  results(int argc, char** argv, std::string name) : name_(std::move(name)) {
    for (int i = 1; i < argc; ++i) {
      if (std::string(argv[i]) == "--out" && i + 1 < argc) {
        folder_ = argv[++i];
      } else {
        std::fprintf(stderr, "usage: %s [--out FOLDER]\n", argv[0]);
        std::exit(2);
      }
    }
    if (!cp::cuda::is_available()) {
      std::fprintf(stderr, "%s: no CUDA device was found\n", argv[0]);
      std::exit(77);
    }
    auto const x = random<float>(n28, 1);
    auto const y = cp::empty<float>(n28);
    copy_gbs_ =
        8.0 * n28 / median_ms([&] {
          cp::runtime::copy_bytes(y.data(), cp::memory_kind::device, x.data(), cp::memory_kind::device, x.nbytes());
        }) /
        1e6;
    memset_gbs_ =
        4.0 * n28 / median_ms([&] { cp::runtime::set_bytes(y.data(), cp::memory_kind::device, 1, y.nbytes()); }) / 1e6;
    std::printf("%s: copy %.0f GB/s, memset %.0f GB/s\n", cp::cuda::properties().name.c_str(), copy_gbs_, memset_gbs_);
  }

  double copy_gbs() const { return copy_gbs_; }

  /// Times a workload that moves `bytes` bytes and adds its row; the ratio is to the copy bandwidth, or to memset's.
  /// Launches are counted.
  template <class F>
  void measure(std::string const& workload, std::string const& variant, std::string const& dtype,
               std::string const& size, double bytes, F const& f, bool against_memset = false) {
    f();
    auto const before = cp::count();
    f();
    auto const after = cp::count() - before;
    double const ms = median_ms(f);
    double const gbs = bytes / ms / 1e6, reference = against_memset ? memset_gbs_ : copy_gbs_;
    add(workload, variant, dtype, size, ms, bytes, gbs, gbs / reference, after.launches);
    std::printf("%-16s %-24s %-10s %-14s %9.4f ms %7.0f GB/s %6.3f %3lld launches\n", workload.c_str(), variant.c_str(),
                dtype.c_str(), size.c_str(), ms, gbs, gbs / reference, static_cast<long long>(after.launches));
    std::fflush(stdout);
  }

  /// The copy that moves as many bytes as a workload does: what beginning and ending a kernel leaves of the large
  /// copy's bandwidth.
  void measure_copy(std::string const& size, std::int64_t bytes) {
    auto const from = cp::zeros<cp::uint8>(bytes / 2), to = cp::zeros<cp::uint8>(bytes / 2);
    measure("copy", "as many bytes", "-", size, static_cast<double>(bytes), [&] {
      cp::runtime::copy_bytes(to.data(), cp::memory_kind::device, from.data(), cp::memory_kind::device, bytes / 2);
    });
  }

  /// A row that is a time and nothing else.
  void time(std::string const& workload, std::string const& variant, std::string const& dtype, std::string const& size,
            double ms, double ratio) {
    char row[512];
    std::snprintf(row, sizeof row, "%s,%s,%s,%s,%.6f,,,,%.4f,\n", workload.c_str(), plain(variant).c_str(),
                  dtype.c_str(), size.c_str(), ms, ratio);
    rows_ += row;
    std::printf("%-16s %-24s %-10s %-14s %9.5f ms          %6.3f\n", workload.c_str(), variant.c_str(), dtype.c_str(),
                size.c_str(), ms, ratio);
    std::fflush(stdout);
  }

  ~results() {
    if (folder_.empty()) return;
    auto const p = cp::cuda::properties();
    int driver = 0, runtime = 0;
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    std::time_t const now = std::time(nullptr);
    char date[32];
    std::strftime(date, sizeof date, "%Y-%m-%d", std::gmtime(&now));
    std::string const path = folder_ + "/" + name_;
    if (std::FILE* f = std::fopen((path + ".csv").c_str(), "w")) {
      std::fputs("workload,variant,dtype,size,ms,bytes,gbs,copy_gbs,ratio,launches\n", f);
      std::fputs(rows_.c_str(), f);
      std::fclose(f);
    }
    if (std::FILE* f = std::fopen((path + ".json").c_str(), "w")) {
      char const* commit = std::getenv("FUSE_COMMIT");
      std::fprintf(f,
                   "{\n  \"date\": \"%s\",\n  \"gpu\": \"%s\",\n  \"multiprocessors\": %d,\n  \"cuda_driver\": %d,\n  "
                   "\"cuda_runtime\": %d,\n  \"nvcc\": \"%d.%d\",\n"
                   "  \"commit\": \"%s\",\n  \"copy_gbs\": %.1f,\n  \"memset_gbs\": %.1f\n}\n",
                   date, p.name.c_str(), p.multiprocessors, driver, runtime, __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__,
                   commit != nullptr ? commit : "unknown", copy_gbs_, memset_gbs_);
      std::fclose(f);
    }
  }

 private:
  /// Commas separate columns.
  static std::string plain(std::string text) {
    std::replace(text.begin(), text.end(), ',', ';');
    return text;
  }

  void add(std::string const& workload, std::string const& variant, std::string const& dtype, std::string const& size,
           double ms, double bytes, double gbs, double ratio, std::int64_t launches) {
    char row[512];
    std::snprintf(row, sizeof row, "%s,%s,%s,%s,%.6f,%.0f,%.1f,%.1f,%.4f,%lld\n", workload.c_str(),
                  plain(variant).c_str(), dtype.c_str(), size.c_str(), ms, bytes, gbs, copy_gbs_, ratio,
                  static_cast<long long>(launches));
    rows_ += row;
  }

  std::string name_, folder_, rows_;
  double copy_gbs_ = 0, memset_gbs_ = 0;
};

}  // namespace bench
