// Streams and events on CUDA; without a device, a stream that is always done and a clock.
#include <cuda_runtime_api.h>

#include <chrono>
#include <utility>

#include <fuse/core/error.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/device.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/stream.hpp>

#include "cuda_check.hpp"
#include "graph_state.hpp"
#include "pool.hpp"

namespace cp {

namespace {

thread_local stream_ref now;

cudaStream_t native(runtime::stream_handle s) { return static_cast<cudaStream_t>(s); }
cudaEvent_t native_event(void* e) { return static_cast<cudaEvent_t>(e); }

double clock_ms() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void refuse_while_capturing(char const* what) {
  if (runtime::is_capturing())
    throw value_error(std::string(what) +
                      ": the host cannot wait for work that is being captured into a graph; do it after the capture");
}

}  // namespace

void stream_ref::synchronize() const {
  refuse_while_capturing("cp::synchronize");
  if (!cuda::is_available()) return;
  runtime::count_synchronization();
  runtime::check("cudaStreamSynchronize", cudaStreamSynchronize(native(handle)));
}

bool stream_ref::is_done() const {
  if (runtime::is_capturing_device()) refuse_while_capturing("cp::stream_ref::is_done");
  if (!cuda::is_available()) return true;
  cudaError_t const status = cudaStreamQuery(native(handle));
  if (status == cudaErrorNotReady) return false;
  runtime::check("cudaStreamQuery", status);
  return true;
}

stream::stream() {
  if (!cuda::is_available()) return;
  cudaStream_t s = nullptr;
  runtime::check("cudaStreamCreateWithFlags", cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  handle_ = s;
}
stream::~stream() {
  if (handle_ == nullptr) return;
  runtime::count_synchronization();
  cudaStreamSynchronize(native(handle_));
  runtime::retire_stream(handle_);
  cudaStreamDestroy(native(handle_));
  cudaGetLastError();
}
stream::stream(stream&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
stream& stream::operator=(stream&& other) noexcept {
  std::swap(handle_, other.handle_);
  return *this;
}

stream_ref current_stream() noexcept { return now; }

stream_guard::stream_guard(stream_ref s) : previous_(now) { now = s; }
stream_guard::~stream_guard() { now = previous_; }

runtime::stream_handle runtime::exchange_current_stream(stream_handle s) noexcept {
  return std::exchange(now.handle, s);
}

event::event(bool timing) : timing_(timing) {
  if (!cuda::is_available()) return;
  cudaEvent_t e = nullptr;
  runtime::check("cudaEventCreateWithFlags",
                 cudaEventCreateWithFlags(&e, timing ? cudaEventDefault : cudaEventDisableTiming));
  handle_ = e;
}
event::~event() {
  if (handle_ != nullptr) cudaEventDestroy(native_event(handle_));
}
event::event(event&& other) noexcept
    : handle_(std::exchange(other.handle_, nullptr)),
      host_ms_(std::exchange(other.host_ms_, -1)),
      timing_(other.timing_) {}
event& event::operator=(event&& other) noexcept {
  std::swap(handle_, other.handle_);
  std::swap(host_ms_, other.host_ms_);
  std::swap(timing_, other.timing_);
  return *this;
}
void event::record(stream_ref s) {
  if (handle_ != nullptr) runtime::check("cudaEventRecord", cudaEventRecord(native_event(handle_), native(s.handle)));
  host_ms_ = clock_ms();
}
void event::synchronize() const {
  refuse_while_capturing("cp::event::synchronize");
  if (handle_ == nullptr) return;
  runtime::count_synchronization();
  runtime::check("cudaEventSynchronize", cudaEventSynchronize(native_event(handle_)));
}
bool event::is_done() const {
  if (runtime::is_capturing_device()) refuse_while_capturing("cp::event::is_done");
  if (handle_ == nullptr) return true;
  cudaError_t const status = cudaEventQuery(native_event(handle_));
  if (status == cudaErrorNotReady) return false;
  runtime::check("cudaEventQuery", status);
  return true;
}
void event::wait_on(stream_ref s) const {
  if (handle_ != nullptr)
    runtime::check("cudaStreamWaitEvent", cudaStreamWaitEvent(native(s.handle), native_event(handle_), 0));
}
double event::elapsed_ms_since(event const& begin) const {
  if (host_ms_ < 0 || begin.host_ms_ < 0)
    throw value_error("cp::event::elapsed_ms_since: both events must have been recorded");
  if (!timing_ || !begin.timing_) throw value_error("cp::event::elapsed_ms_since: an event was made without timing");
  if (handle_ == nullptr) return host_ms_ - begin.host_ms_;
  begin.synchronize();
  synchronize();
  float ms = 0;
  runtime::check("cudaEventElapsedTime", cudaEventElapsedTime(&ms, native_event(begin.handle_), native_event(handle_)));
  return ms;
}

}  // namespace cp
