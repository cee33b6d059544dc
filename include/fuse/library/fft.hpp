// Fourier transforms by cuFFT and FFTW: plain functions of memory, extents and strides, and the caches of their plans.
#pragma once

#include <cstdint>
#include <fuse/runtime/storage.hpp>
#include <memory>
#include <vector>

namespace cp::library {

/// What a transform computes, without a factor: complex ones with exp(-i) and exp(+i), of real numbers, to real
/// numbers, and the cosine and sine transforms of types I to IV as FFTW and SciPy define them.
enum class fft_kind : unsigned char {
  forward,
  backward,
  real_forward,
  real_backward,
  cosine1,
  cosine2,
  cosine3,
  cosine4,
  sine1,
  sine2,
  sine3,
  sine4
};
constexpr bool is_complex_transform(fft_kind k) { return k <= fft_kind::backward; }
constexpr bool is_cosine_or_sine(fft_kind k) { return k >= fft_kind::cosine1; }

/// What the numbers of a transform, or their parts, are.
enum class fft_float : unsigned char { float16, bfloat16, float32, float64 };
constexpr bool is_half(fft_float f) { return f <= fft_float::bfloat16; }
constexpr std::int64_t bytes_of(fft_float f) { return f == fft_float::float64 ? 8 : f == fft_float::float32 ? 4 : 2; }

/// One axis of a transform: how many elements, and the steps of both sides, in elements of each.
struct fft_axis {
  std::int64_t extent;  ///< of a real transform's last axis: of the real side
  std::int64_t in;
  std::int64_t out;
};

/// A transform as the libraries take it. In place where `in` is `out`, with equal strides.
struct fft_call {
  static constexpr int most_axes = 34;
  fft_kind kind = fft_kind::forward;
  fft_float real = fft_float::float32;
  int transformed = 0;  ///< axes that are transformed; the last is halved where one side is real
  int batched = 0;      ///< axes along which it is repeated, behind the others
  fft_axis axis[most_axes];
  void* in = nullptr;  ///< read; written where one side is real and it is the complex one
  void* out = nullptr;
};

/// How many calls of the library a transform takes; 0 where the library cannot work with its strides.
int count_fft_calls(memory_kind kind, fft_call const& c);
/// Does it on the current stream. Plans come from the cache of the current device (or of the host); workspace from the
/// pool. Throws library_error for what a library refuses, value_error where there is none.
void execute_fft(memory_kind kind, fft_call const& c);

/// Plans that somebody keeps, whatever a cache drops.
struct fft_plan_set;
/// Those that this thread's transforms take before they look into a cache; null: none.
std::shared_ptr<fft_plan_set>& current_fft_plans();
/// An empty set.
std::shared_ptr<fft_plan_set> make_fft_plan_set();
/// How many plans there are in a set.
std::int64_t count_plans(fft_plan_set const& set);
/// Adds the plans that `execute_fft` would take to a set. Where the cache has none it makes them; or, without `make`,
/// says false.
bool prepare_fft(memory_kind kind, fft_call const& c, fft_plan_set& set, bool make);

/// Sets `rows` runs of `bytes` bytes to zero, `pitch` bytes apart, on the current stream.
void zero_rows(memory_kind kind, void* data, std::int64_t rows, std::int64_t pitch, std::int64_t bytes);

/// Whether complex transforms along one axis of device arrays are spread over `fft_devices()`.
bool spreads_fft() noexcept;
/// Throws value_error where these are fewer than two.
void spread_fft(bool on);
/// The devices for that.
std::vector<int> fft_devices();
/// Throws value_error for fewer than two, and for one that is named twice; index_error for one that there is not.
void set_fft_devices(std::vector<int> devices);

/// The parts of the libraries; those of the device throw cuda_error in a build without CUDA.
int count_device_fft_calls(fft_call const& c);
void execute_device_fft(fft_call const& c);
bool prepare_device_fft(fft_call const& c, fft_plan_set& set, bool make);
void zero_device_rows(void* data, std::int64_t rows, std::int64_t pitch, std::int64_t bytes);
void execute_host_fft(fft_call const& c);
/// Whether this build has them in host memory.
bool has_host_fft() noexcept;
bool prepare_host_fft(fft_call const& c, fft_plan_set& set, bool make);

/// What a cache of plans holds and has done.
struct fft_cache_state {
  std::int64_t plans = 0;        ///< held now
  std::int64_t most_plans = 16;  ///< held at most; below 0: any number
  std::int64_t bytes = 0;        ///< of workspace that these take while they run
  std::int64_t most_bytes = -1;  ///< at most; below 0: any number
  std::int64_t hits = 0;         ///< transforms whose plan was there
  std::int64_t misses = 0;       ///< plans made
};
/// The cache of a device, or of the host (-1). Throws index_error for a device that is not there.
fft_cache_state fft_cache(int device);
/// Changes its limits; the plans that were not used for longest go first.
void limit_fft_cache(int device, std::int64_t most_plans, std::int64_t most_bytes);
/// Drops all plans and begins to count anew.
void clear_fft_cache(int device);

}  // namespace cp::library
