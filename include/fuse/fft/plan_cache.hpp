// The cache of plans: how many transforms a library keeps prepared, and how much workspace they may take.
#pragma once

#include <cstdint>
#include <fuse/fft/options.hpp>
#include <fuse/runtime/device.hpp>
#include <string>
#include <vector>

namespace cp::fft {

/// What a cache of plans holds and has done.
struct plan_cache_statistics {
  std::int64_t size = 0;              ///< plans held now
  std::int64_t max_size = 0;          ///< plans held at most; below 0: any number
  std::int64_t memory_bytes = 0;      ///< workspace of these plans: taken while they run, over several devices always
  std::int64_t max_memory_bytes = 0;  ///< at most; below 0: any amount
  std::int64_t hits = 0;              ///< transforms whose plan was there, since the last `clear`
  std::int64_t misses = 0;            ///< plans made
};

/// The plans of a device's transforms (of the host's, device -1), shared by all threads; those that were not used for
/// longest go first. A plan that a captured graph runs stays as long as the program.
class plan_cache {
 public:
  /// The cache of a device. Members throw index_error where there is no such device.
  explicit plan_cache(int device) : device_(device) {}
  /// Limits the number of plans; 0 keeps none, a negative number sets no limit. 16 at the start.
  void set_size(std::int64_t plans) const;
  /// The number of plans held at most.
  std::int64_t get_size() const { return statistics().max_size; }
  /// The number of plans held now.
  std::int64_t get_curr_size() const { return statistics().size; }
  /// Limits the workspace of all plans in bytes; a negative number, as at the start, sets no limit.
  void set_memsize(std::int64_t bytes) const;
  /// Bytes of workspace at most.
  std::int64_t get_memsize() const { return statistics().max_memory_bytes; }
  /// Bytes of workspace of the plans held now.
  std::int64_t get_curr_memsize() const { return statistics().memory_bytes; }
  /// The plan of transforms of arrays like `a`, with the options of cp::fft::get_fft_plan, if this cache has all that
  /// it takes: a std::optional of cp::fft::plan. Nothing is made. (In fuse/fft/plan.hpp.)
  ///
  /// throws   as cp::fft::get_fft_plan
  template <transform_type Type = transform_type::C2C, class A, class... Option>
  [[nodiscard]] auto get(A const& a, Option const&... option) const;
  /// Drops all plans; hits and misses count from 0 again.
  void clear() const;
  /// All of these numbers.
  plan_cache_statistics statistics() const;
  /// The same as text, in lines.
  std::string info() const;
  /// Prints the text.
  void show_info() const;

 private:
  int device_;
};

/// The cache of the current device's plans, or, where there is none, of the host's.
[[nodiscard]] inline plan_cache get_plan_cache() {
  return plan_cache(cuda::is_available() ? cuda::current_device() : -1);
}
/// The cache of the host's plans.
[[nodiscard]] inline plan_cache get_host_plan_cache() { return plan_cache(-1); }

/// Settings of transforms.
namespace config {

/// The cache of the current device's plans, or, where there is none, of the host's.
[[nodiscard]] inline plan_cache get_plan_cache() { return fft::get_plan_cache(); }
/// The most plans in it.
[[nodiscard]] inline std::int64_t get_plan_cache_size() { return get_plan_cache().get_size(); }
/// Limits the plans in it.
inline void set_plan_cache_size(std::int64_t plans) { get_plan_cache().set_size(plans); }
/// The most bytes of workspace of its plans.
[[nodiscard]] inline std::int64_t get_plan_cache_max_memsize() { return get_plan_cache().get_memsize(); }
/// Limits the workspace of its plans.
inline void set_plan_cache_max_memsize(std::int64_t bytes) { get_plan_cache().set_memsize(bytes); }
/// Drops its plans.
inline void clear_plan_cache() { get_plan_cache().clear(); }
/// Whether a complex transform along several axes is one plan (as at the start), or one a axis.
void enable_nd_planning(bool on = true);
/// Whether it is.
[[nodiscard]] bool nd_planning();
/// Spreads complex transforms along one axis over the devices that `set_cufft_gpus` has named, for all threads: device
/// arrays of complex64 and complex128 whose lines lie one behind the other. One line is parted (of a power of two, from
/// 64 elements on: what cuFFT can part), several lines are shared out. The numbers are copied to the devices and back,
/// through memory outside the pools that is as large as the array, or, of one line, twice that, and is given back when
/// the transform is done. cuFFT's workspace stays on the devices as long as the plan is in the cache of the device that
/// the array is on (limits, `clear_plan_cache`). Such a transform waits, and cannot be captured into a graph
/// (value_error); others run on one device, as ever. Throws value_error where no devices are named.
///
/// numpy    cupy.fft.config.use_multi_gpus
void use_multi_gpus(bool on = true);
/// Whether it does.
[[nodiscard]] bool multi_gpus();
/// Names the devices. Throws value_error for fewer than two and for one that is named twice, index_error for one that
/// there is not.
///
/// numpy    cupy.fft.config.set_cufft_gpus
void set_cufft_gpus(std::vector<int> devices);
/// Names the first n devices.
void set_cufft_gpus(int n);
/// The devices that are named.
[[nodiscard]] std::vector<int> devices();
/// Prints what the caches of all devices and of the host hold.
void show_plan_cache_info();

}  // namespace config

}  // namespace cp::fft
