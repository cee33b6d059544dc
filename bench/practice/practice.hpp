// Programs as practitioners of several fields write them, by somebody who had read the documentation alone: registers
// them, times batches of 20 ms and more that end in a synchronise (the best of 5), and writes sums and samples of the
// results.
#pragma once
#include <fuse/fuse.hpp>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#ifdef SMALL
inline constexpr std::int64_t SCALE = SMALL;  // host check: extents are divided by this
#else
inline constexpr std::int64_t SCALE = 1;
#endif

FUSE_HD std::uint32_t hash32(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  x ^= x >> 16;
  return x;
}
struct hash_uniform {
  std::uint32_t seed;
  float low, scale;
  FUSE_HD float operator()(std::int64_t i) const {
    return low + scale * (float(hash32(std::uint32_t(i) + seed * 0x9E3779B9u) >> 8) * 5.9604644775390625e-08f);
  }
};
struct hash_integer {
  std::uint32_t seed, below;
  int shift;
  FUSE_HD std::int32_t operator()(std::int64_t i) const {
    return std::int32_t((hash32(std::uint32_t(i >> shift) + seed * 0x9E3779B9u) >> 8) % below);
  }
};
inline std::int64_t sc(std::int64_t n) { return SCALE == 1 ? n : std::max<std::int64_t>(n / SCALE, 8); }

/// low + (high - low) * [0, 1); element i of C order is a function of seed and i. low and scale are to be exact.
inline cp::ndarray<float, 1> uniform1(std::int64_t n, std::uint32_t seed, float low = 0, float high = 1) {
  return cp::eval(cp::elementwise(hash_uniform{seed, low, high - low})(cp::index<0>({n})));
}
template <int R>
cp::ndarray<float, R> uniform(std::int64_t const (&shape)[R], std::uint32_t seed, float low = 0, float high = 1) {
  std::int64_t n = 1;
  cp::index_array<R> s;
  for (int k = 0; k < R; ++k) n *= s[k] = shape[k];
  return cp::reshape(uniform1(n, seed, low, high), s);
}
/// Integers of [0, below); runs of 2^shift equal ones.
inline cp::ndarray<std::int32_t, 1> integers1(std::int64_t n, std::uint32_t seed, std::uint32_t below, int shift = 0) {
  return cp::eval(cp::elementwise(hash_integer{seed, below, shift})(cp::index<0>({n})));
}
template <int R>
cp::ndarray<std::int32_t, R> integers(std::int64_t const (&shape)[R], std::uint32_t seed, std::uint32_t below) {
  std::int64_t n = 1;
  cp::index_array<R> s;
  for (int k = 0; k < R; ++k) n *= s[k] = shape[k];
  return cp::reshape(integers1(n, seed, below), s);
}

struct report {
  std::FILE* f;
  std::string name;
  int outputs = 0;
  void row(std::string const& key, double v) { std::fprintf(f, "cp,%s,%s,%.17g\n", name.c_str(), key.c_str(), v); }
  template <class A>
  void operator()(A const& a) {
    auto const h = cp::eval(cp::astype<double>(cp::ravel(cp::ascontiguousarray(a)))).to_host();
    auto const o = "out" + std::to_string(outputs++) + ".";
    std::int64_t const n = h.size();
    double const* p = h.data();
    double sum = 0, mag = 0;
    std::int64_t finite = 0;
    for (std::int64_t i = 0; i < n; ++i)
      if (std::isfinite(p[i])) sum += p[i], mag += std::fabs(p[i]), ++finite;
    row(o + "n", double(n));
    row(o + "finite", double(finite));
    row(o + "sum", sum);
    row(o + "mag", mag);
    for (int k = 1; k <= 6 && n > 0; ++k) row(o + "s" + std::to_string(k), p[std::uint64_t(k) * 2654435761ull % n]);
  }
};

struct workload {
  char const* name;
  std::function<void(report&)> run;
};
inline std::vector<workload>& workloads() {
  static std::vector<workload> w;
  return w;
}
inline double now_ms() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// W's constructor is the set-up, step() what is timed, values(report&) tells the results of the first step.
template <class W>
struct add_workload {
  explicit add_workload(char const* name) {
    workloads().push_back({name, [](report& r) {
                             W w;
                             cp::synchronize();
                             auto const c0 = cp::count();
                             w.step();
                             cp::synchronize();
                             auto const c1 = cp::count();
                             r.row("launches", double(c1.launches - c0.launches));
                             w.values(r);
                             w.step(), w.step();
                             cp::synchronize();
                             double t = now_ms();
                             w.step();
                             cp::synchronize();
                             t = now_ms() - t;
                             int batch = std::max(1, std::min(2000, int(std::ceil(20 / std::max(t, 1e-3)))));
                             double best = 1e30;
                             for (int tries = 0; tries < 5;) {
                               t = now_ms();
                               for (int i = 0; i < batch; ++i) w.step();
                               cp::synchronize();
                               t = now_ms() - t;
                               if (t < 20 && batch < 20000 && tries == 0) {
                                 batch = int(batch * std::min(10., 1 + 24 / std::max(t, 0.1)));
                                 continue;
                               }
                               best = std::min(best, t / batch);
                               ++tries;
                             }
                             r.row("batch", batch);
                             r.row("ms", best);
                             std::printf("%-18s %10.4f ms  %g launches\n", r.name.c_str(), best,
                                         double(c1.launches - c0.launches));
                             std::fflush(stdout);
                           }});
  }
};
#define WORKLOAD(name) static add_workload<name> const add_##name(#name)
