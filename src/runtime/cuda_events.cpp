// Points in streams' work, as CUDA's events. Nothing here disturbs a capture.
#include <cuda_runtime_api.h>

#include <fuse/runtime/device.hpp>
#include <mutex>
#include <new>
#include <vector>

#include "cuda_capture.hpp"
#include "cuda_on_device.hpp"
#include "fork.hpp"
#include "stream_book.hpp"

namespace cp::runtime {

int device_of(cudaStream_t stream, int otherwise) noexcept {
  int d = otherwise;
#if CUDART_VERSION >= 12080
  if (stream != nullptr && cuda::device_count() > 1 && cudaStreamGetDevice(stream, &d) != cudaSuccess) d = otherwise;
#else
  static_cast<void>(stream);
#endif
  return d;
}

namespace {

/// Whether a stream is being captured, or so that work on the default stream would enter somebody's capture.
stream_events::answer capture_of(cudaStream_t stream) noexcept {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  cudaError_t const error = cudaStreamIsCapturing(stream, &status);
  if (error != cudaSuccess) cudaGetLastError();
  if (error == cudaErrorStreamCaptureImplicit || status != cudaStreamCaptureStatusNone)
    return stream_events::answer::captured;
  return error == cudaSuccess ? stream_events::answer::recorded : stream_events::answer::failed;
}

class cuda_events final : public stream_events {
 public:
  answer record(int device, stream_handle stream, void*& point) noexcept override {
    point = nullptr;
    if (cuda::device_count() == 0) return answer::recorded;
    relaxed_capture const relaxed;
    auto const s = static_cast<cudaStream_t>(stream);
    int const d = device_of(s, device);
    on_device const there(d);  // an event is recorded by its own device's streams
    if (answer const a = capture_of(s); a != answer::recorded) return a;
    event* const e = take(d);
    if (e == nullptr) return answer::failed;
    if (cudaEventRecord(e->native, s) != cudaSuccess) {
      cudaGetLastError();
      drop(e);
      return answer::failed;
    }
    point = e;
    return answer::recorded;
  }
  bool has_passed(void* point) noexcept override {
    relaxed_capture const relaxed;
    return succeeds(cudaEventQuery(static_cast<event*>(point)->native));
  }
  bool order(int device, stream_handle stream, void* point) noexcept override {
    relaxed_capture const relaxed;
    on_device const there(device);
    auto const s = static_cast<cudaStream_t>(stream);
    return capture_of(s) == answer::recorded && succeeds(cudaStreamWaitEvent(s, static_cast<event*>(point)->native, 0));
  }
  bool wait(void* point) noexcept override {
    relaxed_capture const relaxed;
    return succeeds(cudaEventSynchronize(static_cast<event*>(point)->native));
  }
  void drop(void* point) noexcept override {
    auto* const e = static_cast<event*>(point);
    try {
      std::lock_guard const lock(mutex_);
      idle_[static_cast<std::size_t>(e->device % most_devices)].push_back(e);
    } catch (std::bad_alloc const&) {
      cudaEventDestroy(e->native);
      delete e;
    }
  }
  bool finish(stream_handle stream) noexcept override {
    relaxed_capture const relaxed;
    return succeeds(cudaStreamSynchronize(static_cast<cudaStream_t>(stream)));
  }
  std::uint64_t id_of(stream_handle stream) noexcept override {
    unsigned long long id = 0;
    if (cuda::device_count() > 0 && !succeeds(cudaStreamGetId(static_cast<cudaStream_t>(stream), &id))) id = 0;
    return id;
  }

  std::mutex& mutex() { return mutex_; }

 private:
  struct event {
    cudaEvent_t native;
    int device;
  };
  static bool succeeds(cudaError_t status) noexcept {
    if (status != cudaSuccess) cudaGetLastError();
    return status == cudaSuccess;
  }
  /// On the current device.
  event* take(int device) noexcept {
    {
      std::lock_guard const lock(mutex_);
      auto& idle = idle_[static_cast<std::size_t>(device % most_devices)];
      if (!idle.empty() && idle.back()->device == device) {
        event* const e = idle.back();
        idle.pop_back();
        return e;
      }
    }
    auto* const e = new (std::nothrow) event{nullptr, device};
    if (e == nullptr) return nullptr;
    if (succeeds(cudaEventCreateWithFlags(&e->native, cudaEventDisableTiming))) return e;
    delete e;
    return nullptr;
  }

  static constexpr int most_devices = 64;
  std::mutex mutex_;
  std::vector<event*> idle_[most_devices];
};

}  // namespace

stream_events& device_events() {
  static auto* const events = [] {
    auto* const made = new cuda_events;
    lock_in_forks(made->mutex(), lock_floor::events);
    return made;
  }();
  return *events;
}

}  // namespace cp::runtime
