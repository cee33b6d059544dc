// Complex transforms along one axis over several devices, by cuFFT: the lines are copied to them, transformed in place,
// and copied back.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <fuse/core/error.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/device.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/stream.hpp>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "cuda_fft.hpp"
#include "fft_plans.hpp"

namespace cp::library {

namespace {

/// Puts the CUDA runtime's current device, which cuFFT changes, back.
class same_device {
 public:
  same_device() { cudaGetDevice(&device_); }
  ~same_device() { cudaSetDevice(device_); }
  same_device(same_device const&) = delete;
  same_device& operator=(same_device const&) = delete;

 private:
  int device_ = 0;
};

/// A plan for several devices. cuFFT has its workspace on each as long as the plan lives.
struct gpus_plan final : fft_plan {
  explicit gpus_plan(std::vector<int> on) : devices(std::move(on)) { check("cufftCreate", cufftCreate(&handle)); }
  ~gpus_plan() override {
    same_device const here;
    runtime::relaxed_capture const relaxed;
    cufftDestroy(handle);
  }
  gpus_plan(gpus_plan const&) = delete;
  gpus_plan& operator=(gpus_plan const&) = delete;

  std::vector<int> devices;
  cufftHandle handle = 0;
  bool parted = false;  ///< else cuFFT has refused it
};

/// Memory for a plan's numbers on its devices, for one run: between runs it would be kept from everything else.
class gpus_memory {
 public:
  explicit gpus_memory(gpus_plan const& plan) {
    runtime::relaxed_capture const relaxed;
    check("cufftXtMalloc", cufftXtMalloc(plan.handle, &parts_, CUFFT_XT_FORMAT_INPLACE));
  }
  ~gpus_memory() {
    runtime::relaxed_capture const relaxed;
    cufftXtFree(parts_);
  }
  gpus_memory(gpus_memory const&) = delete;
  gpus_memory& operator=(gpus_memory const&) = delete;
  cudaLibXtDesc* get() const { return parts_; }

 private:
  cudaLibXtDesc* parts_ = nullptr;
};

/// The batch of a call whose lines are contiguous, one behind the other on both sides; else 0.
std::int64_t contiguous_batch(fft_call const& c) {
  if (c.transformed != 1 || c.axis[0].in != 1 || c.axis[0].out != 1) return 0;
  fft_axis repeated[fft_call::most_axes];
  std::copy(c.axis + 1, c.axis + 1 + c.batched, repeated);
  std::sort(repeated, repeated + c.batched, [](fft_axis const& x, fft_axis const& y) { return x.in < y.in; });
  std::int64_t lines = 1;
  for (int i = 0; i < c.batched; ++i) {
    if (repeated[i].extent == 1) continue;
    if (repeated[i].in != lines * c.axis[0].extent || repeated[i].out != repeated[i].in) return 0;
    lines *= repeated[i].extent;
  }
  return lines;
}

std::shared_ptr<fft_plan> make_plan(std::vector<int> const& devices, fft_float real, std::int64_t n,
                                    std::int64_t batch) {
  auto plan = std::make_shared<gpus_plan>(devices);
  std::vector<int> gpus = devices;
  std::vector<std::size_t> bytes(gpus.size());
  check("cufftXtSetGPUs", cufftXtSetGPUs(plan->handle, static_cast<int>(gpus.size()), gpus.data()));
  cufftResult const made =
      cufftMakePlan1d(plan->handle, static_cast<int>(n), real == fft_float::float64 ? CUFFT_Z2Z : CUFFT_C2C,
                      static_cast<int>(batch), bytes.data());
  if (made == CUFFT_INVALID_SIZE || made == CUFFT_INVALID_VALUE || made == CUFFT_NOT_SUPPORTED) return plan;
  check("cufftMakePlan1d", made);
  for (std::size_t const b : bytes) plan->bytes += static_cast<std::int64_t>(b);
  plan->parted = true;
  return plan;
}

/// Whether cuFFT parts such a transform: several lines, or one of a power of two, from 64 elements on.
bool can_part(std::int64_t n, std::int64_t batch) {
  return batch > 1 || (n >= 64 && std::has_single_bit(static_cast<std::uint64_t>(n)));
}

/// Copies between an array on this device and the parts, one behind the other.
void copy_parts(cudaLibXtDesc const* parts, char* array, std::int64_t bytes, int device, bool back) {
  runtime::check("cudaSetDevice", cudaSetDevice(device));
  auto const stream = static_cast<cudaStream_t>(current_stream().handle);
  cudaXtDesc const& p = *parts->descriptor;
  std::int64_t at = 0;
  for (int i = 0; i < p.nGPUs; ++i) {
    auto const part = std::min(static_cast<std::int64_t>(p.size[i]), bytes - at);
    if (part <= 0) break;
    runtime::count_copy();
    runtime::check(
        "cudaMemcpyPeerAsync",
        back ? cudaMemcpyPeerAsync(array + at, device, p.data[i], p.GPUs[i], static_cast<std::size_t>(part), stream)
             : cudaMemcpyPeerAsync(p.data[i], p.GPUs[i], array + at, device, static_cast<std::size_t>(part), stream));
    at += part;
  }
  if (at != bytes) throw library_error("cp::fft: cuFFT has less memory on its devices than the transform has numbers");
  runtime::count_synchronization();
  runtime::check("cudaStreamSynchronize", cudaStreamSynchronize(stream));
}

void wait_for(std::vector<int> const& devices) {
  for (int const d : devices) {
    runtime::check("cudaSetDevice", cudaSetDevice(d));
    runtime::count_synchronization();
    runtime::check("cudaDeviceSynchronize", cudaDeviceSynchronize());
  }
}

}  // namespace

bool execute_on_gpus(fft_call const& c) {
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  if (!is_complex_transform(c.kind) || is_half(c.real)) return false;
  std::int64_t const n = c.axis[0].extent, batch = contiguous_batch(c);
  if (batch == 0 || batch > most || n > most || !can_part(n, batch)) return false;
  if (runtime::is_capturing())
    throw value_error(
        "cp::fft: a transform over several devices waits, and cannot be captured into a graph; turn "
        "cp::fft::config::use_multi_gpus off");
  std::vector<int> const devices = fft_devices();
  int const here = cuda::current_device();
  // What follows waits for devices, which would break another thread's capture.
  auto const nobody_captures = runtime::without_captures();
  if (!nobody_captures) return false;
  same_device const guard;
  fft_plan_cache& cache = fft_plans(here);
  std::lock_guard const lock(cache.mutex);
  fft_key key{-1, kind_key(fft_kind::forward, c.real, true), n, batch};
  key.insert(key.end(), devices.begin(), devices.end());
  auto const found = cache.find(std::move(key), [&] { return make_plan(devices, c.real, n, batch); });
  auto const& plan = static_cast<gpus_plan const&>(*found);
  if (!plan.parted) return false;
  std::optional<gpus_memory> ordered;  // a single line cuFFT leaves in an order of its own
  if (batch == 1) ordered.emplace(plan);
  gpus_memory const memory(plan);
  cudaLibXtDesc* const numbers = memory.get();

  std::int64_t const bytes = 2 * bytes_of(c.real) * n * batch;
  int const direction = c.kind == fft_kind::backward ? CUFFT_INVERSE : CUFFT_FORWARD;
  copy_parts(numbers, static_cast<char*>(c.in), bytes, here, false);
  runtime::count_library_call();
  if (c.real == fft_float::float64)
    check("cufftXtExecDescriptorZ2Z", cufftXtExecDescriptorZ2Z(plan.handle, numbers, numbers, direction));
  else
    check("cufftXtExecDescriptorC2C", cufftXtExecDescriptorC2C(plan.handle, numbers, numbers, direction));
  wait_for(devices);
  if (ordered) {
    check("cufftXtMemcpy", cufftXtMemcpy(plan.handle, ordered->get(), numbers, CUFFT_COPY_DEVICE_TO_DEVICE));
    wait_for(devices);
  }
  copy_parts(ordered ? ordered->get() : numbers, static_cast<char*>(c.out), bytes, here, true);
  return true;
}

}  // namespace cp::library
