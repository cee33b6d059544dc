// The caches of plans as users see them.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <fuse/fft/plan_cache.hpp>
#include <fuse/library/fft.hpp>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "checks.hpp"

namespace cp::fft {

namespace {
std::string limit_text(std::int64_t n) { return n < 0 ? "no limit" : std::to_string(n); }
}  // namespace

void plan_cache::set_size(std::int64_t plans) const {
  cp::library::limit_fft_cache(device_, plans, statistics().max_memory_bytes);
}
void plan_cache::set_memsize(std::int64_t bytes) const {
  cp::library::limit_fft_cache(device_, statistics().max_size, bytes);
}
void plan_cache::clear() const { cp::library::clear_fft_cache(device_); }

plan_cache_statistics plan_cache::statistics() const {
  cp::library::fft_cache_state const s = cp::library::fft_cache(device_);
  return {s.plans, s.most_plans, s.bytes, s.most_bytes, s.hits, s.misses};
}

std::string plan_cache::info() const {
  plan_cache_statistics const s = statistics();
  std::string const where = device_ < 0 ? "host" : "device " + std::to_string(device_);
  return "plans of Fourier transforms, " + where + "\n  plans      " + std::to_string(s.size) + " (at most " +
         limit_text(s.max_size) + ")\n  workspace  " + std::to_string(s.memory_bytes) + " bytes (at most " +
         limit_text(s.max_memory_bytes) + ")\n  hits       " + std::to_string(s.hits) + "\n  misses     " +
         std::to_string(s.misses) + "\n";
}
void plan_cache::show_info() const { std::fputs(info().c_str(), stdout); }

void config::enable_nd_planning(bool on) { fft::detail::nd_planning().store(on, std::memory_order_relaxed); }
bool config::nd_planning() { return fft::detail::nd_planning().load(std::memory_order_relaxed); }
void config::use_multi_gpus(bool on) { cp::library::spread_fft(on); }
bool config::multi_gpus() { return cp::library::spreads_fft(); }
void config::set_cufft_gpus(std::vector<int> devices) { cp::library::set_fft_devices(std::move(devices)); }
void config::set_cufft_gpus(int n) {
  std::vector<int> first(static_cast<std::size_t>(std::max(n, 0)));
  std::iota(first.begin(), first.end(), 0);
  set_cufft_gpus(std::move(first));
}
std::vector<int> config::devices() { return cp::library::fft_devices(); }
void config::show_plan_cache_info() {
  for (int device = -1; device < cuda::device_count(); ++device) plan_cache(device).show_info();
}

}  // namespace cp::fft
