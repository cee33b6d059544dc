// Fourier transforms: which library does one, and the caches of plans.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fuse/core/error.hpp>
#include <fuse/library/fft.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/device.hpp>
#include <fuse/runtime/launch.hpp>
#include <mutex>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "fft_plans.hpp"
#include "runtime/fork.hpp"

namespace cp::library {

namespace {

/// What transforms over several devices are told.
struct several_devices {
  std::atomic<bool> on{false};
  std::mutex mutex;
  std::vector<int> devices;  ///< behind the lock
};
several_devices& several() {
  static auto& s = [&]() -> several_devices& {
    auto& made = *new several_devices;
    runtime::lock_in_forks(made.mutex, runtime::lock_floor::plans);
    return made;
  }();
  return s;
}

struct rows_to_zero {
  void* data;
  std::int64_t rows, pitch, bytes;
};
void zero_now(rows_to_zero const& r) {
  for (std::int64_t i = 0; i < r.rows; ++i)
    std::memset(static_cast<char*>(r.data) + i * r.pitch, 0, static_cast<std::size_t>(r.bytes));
}

}  // namespace

fft_plan_cache& fft_plans(int device) {
  constexpr int most_devices = 64;
  static auto& caches = *new std::array<fft_plan_cache, most_devices + 1>;
  if (device < -1 || device >= most_devices || (device >= 0 && device >= cuda::device_count()))
    throw index_error("cp::fft: there is no device " + std::to_string(device) +
                      " to have a cache of plans (-1: the host)");
  static auto& in_forks = *new std::array<std::once_flag, most_devices + 1>;
  auto const at = static_cast<std::size_t>(device + 1);
  std::call_once(in_forks[at], [&] { runtime::lock_in_forks(caches[at].mutex, runtime::lock_floor::plans); });
  return caches[at];
}

namespace {
[[maybe_unused]] bool const made = runtime::make_before_forks([] {
  (void)several();
  (void)fft_plans(-1);
});
}  // namespace

fft_key key_of(fft_call const& c) {
  fft_key key;
  int const axes = c.transformed + c.batched;
  key.reserve(static_cast<std::size_t>(3 * axes + 4));
  key.push_back(kind_key(c.kind, c.real, c.in == c.out));
  key.push_back(c.transformed);
  for (int i = 0; i < axes; ++i) key.insert(key.end(), {c.axis[i].extent, c.axis[i].in, c.axis[i].out});
  return key;
}

int count_fft_calls(memory_kind kind, fft_call const& c) {
  if (is_device(kind)) return count_device_fft_calls(c);
  // FFTW takes any strides, but plans without end for some negative ones (3.3.10); of inputs that are stretched it is
  // not known to promise anything.
  for (int i = 0; i < c.transformed + c.batched; ++i)
    if ((c.axis[i].in <= 0 || c.axis[i].out <= 0) && c.axis[i].extent > 1) return 0;
  return 1;
}

void execute_fft(memory_kind kind, fft_call const& c) { is_device(kind) ? execute_device_fft(c) : execute_host_fft(c); }
bool prepare_fft(memory_kind kind, fft_call const& c, fft_plan_set& set, bool make) try {
  return is_device(kind) ? prepare_device_fft(c, set, make) : prepare_host_fft(c, set, make);
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

bool spreads_fft() noexcept { return several().on.load(std::memory_order_relaxed); }
void spread_fft(bool on) {
  if (on && fft_devices().empty())
    throw value_error(
        "cp::fft::config::use_multi_gpus: name two or more devices by cp::fft::config::set_cufft_gpus first "
        "(there are " +
        std::to_string(cuda::device_count()) + ")");
  several().on.store(on, std::memory_order_relaxed);
}
std::vector<int> fft_devices() try {
  std::lock_guard const lock(several().mutex);
  return several().devices;
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}
void set_fft_devices(std::vector<int> devices) try {
  int const there = cuda::device_count();
  for (std::size_t i = 0; i < devices.size(); ++i) {
    if (devices[i] < 0 || devices[i] >= there)
      throw index_error("cp::fft::config::set_cufft_gpus: there is no device " + std::to_string(devices[i]) +
                        " (there are " + std::to_string(there) + ")");
    if (std::find(devices.begin(), devices.begin() + static_cast<std::ptrdiff_t>(i), devices[i]) !=
        devices.begin() + static_cast<std::ptrdiff_t>(i))
      throw value_error("cp::fft::config::set_cufft_gpus: device " + std::to_string(devices[i]) + " is named twice");
  }
  if (devices.size() < 2)
    throw value_error("cp::fft::config::set_cufft_gpus: expected two devices or more, not " +
                      std::to_string(devices.size()));
  std::lock_guard const lock(several().mutex);
  several().devices = std::move(devices);
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

std::shared_ptr<fft_plan_set>& current_fft_plans() {
  thread_local std::shared_ptr<fft_plan_set> current;
  return current;
}
std::shared_ptr<fft_plan_set> make_fft_plan_set() try {
  return std::make_shared<fft_plan_set>();
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}
std::int64_t count_plans(fft_plan_set const& set) { return static_cast<std::int64_t>(set.plans.size()); }

void zero_rows(memory_kind kind, void* data, std::int64_t rows, std::int64_t pitch, std::int64_t bytes) {
  if (rows <= 0 || bytes <= 0) return;
  runtime::count_copy();
  if (is_device(kind)) return zero_device_rows(data, rows, pitch, bytes);
  rows_to_zero const r{data, rows, pitch, bytes};
  runtime::record<zero_now>(r);
}

fft_cache_state fft_cache(int device) try {
  fft_plan_cache& cache = fft_plans(device);
  std::lock_guard const lock(cache.mutex);
  return cache.state();
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}
void limit_fft_cache(int device, std::int64_t most_plans, std::int64_t most_bytes) try {
  fft_plan_cache& cache = fft_plans(device);
  std::lock_guard const lock(cache.mutex);
  cache.limit(most_plans, most_bytes);
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}
void clear_fft_cache(int device) {
  fft_plan_cache& cache = fft_plans(device);
  std::lock_guard const lock(cache.mutex);
  cache.clear();
}

}  // namespace cp::library
