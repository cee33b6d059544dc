// What the host's benchmarks share: interleaved timing, checked results, a table, results as CSV and JSON.
#pragma once

#include <fuse/fuse.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace bench {

/// Elements of one of the benchmarks' arrays: in [0.1, 1.1), never zero, different for each seed. host_numpy.py makes
/// the same.
inline float element(std::int64_t i, std::uint32_t seed) {
  std::uint32_t h = (static_cast<std::uint32_t>(i) + seed * 0x9e3779b9u) * 2654435761u;
  h ^= h >> 15;
  h *= 2246822519u;
  h ^= h >> 13;
  return static_cast<float>(h >> 8) * (1.0f / 16777216) + 0.1f;
}

/// What may not be optimised away.
inline void keep(void const* p) { asm volatile("" : : "g"(p) : "memory"); }

/// One way to do a workload: how it is called in the table, what runs it, and where its outputs lie (rows of `width`
/// elements, one a `pitch`).
struct way {
  std::string name;
  int threads;
  std::function<void()> run;
  std::function<std::vector<float const*>()> outputs;
  double tolerance = 1e-5;  ///< of each element, relative
};

struct timing {
  double median_us = 0, least_us = 0;
};

/// Calls each way in turn, round after round, in another order each time, so that whatever else the machine does meets
/// all of them alike, and none comes always behind one that leaves the caches full or empty. A sample begins with calls
/// that are not timed, half as many, for the same reason, and since threads wake up by then.
inline std::vector<timing> measure(std::vector<way> const& ways, double seconds_each) {
  using clock = std::chrono::steady_clock;
  auto const time = [](way const& w, std::int64_t calls) {
    auto const begin = clock::now();
    for (std::int64_t i = 0; i < calls; ++i) w.run();
    return std::chrono::duration<double>(clock::now() - begin).count();
  };
  double const sample = 300e-6;  // one sample is at least this long, so that the clock costs nothing
  std::vector<std::int64_t> calls;
  std::vector<std::vector<double>> samples(ways.size());
  int rounds = 1 << 30;
  for (auto const& w : ways) {
    cp::set_host_threads(w.threads);
    time(w, 2);
    std::int64_t n = 1;
    double t = time(w, n);
    while (t < sample) {
      n = std::max<std::int64_t>(2 * n, static_cast<std::int64_t>(static_cast<double>(n) * sample / std::max(t, 1e-7)));
      t = time(w, n);
    }
    calls.push_back(n);
    rounds = std::min(rounds, std::max(9, static_cast<int>(seconds_each / (1.5 * t))));
  }
  rounds = std::min(rounds, 301);
  std::vector<std::size_t> order(ways.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::mt19937 generator;
  for (int r = 0; r < rounds; ++r) {
    std::shuffle(order.begin(), order.end(), generator);
    for (std::size_t const i : order) {
      cp::set_host_threads(ways[i].threads);
      time(ways[i], (calls[i] + 1) / 2);
      samples[i].push_back(time(ways[i], calls[i]) / static_cast<double>(calls[i]));
    }
  }
  std::vector<timing> result;
  for (auto& s : samples) {
    std::sort(s.begin(), s.end());
    result.push_back({s[s.size() / 2] * 1e6, s.front() * 1e6});
  }
  return result;
}

/// The first word behind `name : ` in a file of /proc, or of what a command prints.
inline std::string machine_name() {
  std::ifstream f("/proc/cpuinfo");
  for (std::string line; std::getline(f, line);)
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  return "unknown";
}

/// The table: a line for each workload and size, a column for each way; kept as rows of bench/results' form.
class results {
 public:
  struct options {
    std::string folder, only;
    double seconds = 0.3;
    bool numpy = true;
  };

  results(int argc, char** argv, std::string name) : name_(std::move(name)) {
    auto const usage = [&] {
      std::fprintf(stderr,
                   "usage: %s [--out FOLDER] [--only WORKLOAD] [--seconds S] [--no-numpy]\n"
                   "    --out FOLDER       writes %s.csv and .json there\n"
                   "    --only WORKLOAD    this workload alone\n"
                   "    --seconds S        time spent on each number (default %.1f)\n",
                   argv[0], name_.c_str(), options_.seconds);
      std::exit(2);
    };
    for (int i = 1; i < argc; ++i) {
      std::string const a = argv[i];
      auto const value = [&]() -> std::string {
        if (i + 1 >= argc) usage();
        return argv[++i];
      };
      if (a == "--out")
        options_.folder = value();
      else if (a == "--only")
        options_.only = value();
      else if (a == "--seconds")
        options_.seconds = std::atof(value().c_str());
      else if (a == "--no-numpy")
        options_.numpy = false;
      else
        usage();
    }
    copy_gbs_ = measure_copy();
    std::printf("%s, %d threads, copy %.1f GB/s\n", machine_name().c_str(), cp::host_threads(), copy_gbs_);
  }

  options const& chosen() const { return options_; }
  bool wants(std::string const& workload) const { return options_.only.empty() || options_.only == workload; }
  void version(std::string const& of, std::string const& text) { versions_[of] = text; }

  /// Times the ways of a workload, checks their outputs against `expected` and prints the line. `numpy_us` is 0 where
  /// there is none.
  void line(std::string const& workload, std::int64_t n, double bytes, std::vector<way> const& ways,
            std::vector<std::vector<float>> const& expected, double numpy_us) {
    for (auto const& w : ways) {
      cp::set_host_threads(w.threads);
      w.run();
      auto const got = w.outputs();
      for (std::size_t o = 0; o < expected.size(); ++o) {
        double scale = 0;  // of the output's elements: a softmax's are far below 1
        for (float const e : expected[o]) scale += std::abs(e) / static_cast<double>(expected[o].size());
        for (std::size_t i = 0; i < expected[o].size(); ++i) {
          double const e = expected[o][i], x = got[o][i];
          if (!(std::abs(x - e) <= w.tolerance * (scale + std::abs(e)))) {
            std::fprintf(stderr, "%s, %s: element %zu of output %zu is %.9g, not %.9g\n", workload.c_str(),
                         w.name.c_str(), i, o, x, e);
            std::exit(1);
          }
        }
      }
    }
    auto const t = measure(ways, options_.seconds);
    if (!header_) {
      std::printf("\nmicroseconds a call, median\n%-14s %8s", "workload", "size");
      for (auto const& w : ways) std::printf(" %12s", w.name.c_str());
      std::printf(" %12s\n", "NumPy");
      header_ = true;
    }
    char size[32];
    std::snprintf(size, sizeof size, "10^%d", static_cast<int>(std::lround(std::log10(static_cast<double>(n)))));
    std::printf("%-14s %8s", workload.c_str(), size);
    for (std::size_t i = 0; i < ways.size(); ++i) {
      std::printf(t[i].median_us < 10 ? " %12.3f" : " %12.1f", t[i].median_us);
      row(workload, ways[i].name, size, t[i].median_us, bytes);
    }
    if (numpy_us > 0) {
      std::printf(numpy_us < 10 ? " %12.3f\n" : " %12.1f\n", numpy_us);
      row(workload, "NumPy", size, numpy_us, bytes);
    } else {
      std::printf(" %12s\n", "-");
    }
    std::printf("%-14s %8s", "", "");
    for (std::size_t i = 0; i < ways.size(); ++i) std::printf(" %11.2fx", t[i].median_us / t[0].median_us);
    std::printf(numpy_us > 0 ? " %11.2fx\n" : "\n", numpy_us / t[0].median_us);
    std::fflush(stdout);
  }

  ~results() {
    if (options_.folder.empty()) return;
    std::string const path = options_.folder + "/" + name_;
    std::ofstream csv(path + ".csv");
    csv << "workload,variant,dtype,size,ms,bytes,gbs,copy_gbs,ratio,launches\n" << rows_;
    std::time_t const now = std::time(nullptr);
    char date[32];
    std::strftime(date, sizeof date, "%Y-%m-%d", std::gmtime(&now));
    char const* commit = std::getenv("FUSE_COMMIT");
    std::ofstream json(path + ".json");
    json << "{\n  \"date\": \"" << date << "\",\n  \"cpu\": \"" << machine_name() << "\",\n  \"threads\": " << threads_
         << ",\n  \"compiler\": \"g++ " << __GNUC__ << "." << __GNUC_MINOR__ << "\",\n  \"commit\": \""
         << (commit != nullptr ? commit : "unknown") << "\",\n";
    json << "  \"copy_gbs\": " << copy_gbs_ << ",\n  \"versions\": {";
    char const* comma = "";
    for (auto const& [of, text] : versions_) {
      json << comma << "\"" << of << "\": \"" << text << "\"";
      comma = ", ";
    }
    json << "}\n}\n";
    if (!csv || !json) std::fprintf(stderr, "%s: %s.csv could not be written\n", name_.c_str(), path.c_str());
  }

 private:
  /// What memcpy reaches on arrays larger than the caches, bytes read and written, one thread.
  static double measure_copy() {
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

  void row(std::string const& workload, std::string variant, char const* size, double us, double bytes) {
    std::replace(variant.begin(), variant.end(), ',', ';');
    double const gbs = bytes / us / 1e3;
    char text[256];
    std::snprintf(text, sizeof text, "%s,%s,float32,%s,%.6f,%.0f,%.2f,%.2f,%.4f,\n", workload.c_str(), variant.c_str(),
                  size, us / 1e3, bytes, gbs, copy_gbs_, gbs / copy_gbs_);
    rows_ += text;
  }

  std::string name_, rows_;
  int threads_ = cp::host_threads();
  options options_;
  double copy_gbs_ = 0;
  bool header_ = false;
  std::map<std::string, std::string> versions_;
};

}  // namespace bench
