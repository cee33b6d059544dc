// Streams and events on CUDA; without a device, streams that are always done.
#include <cuda_runtime_api.h>

#include <fuse/core/error.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/device.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/stream.hpp>
#include <new>

#include "cuda_capture.hpp"
#include "cuda_check.hpp"
#include "cuda_loss.hpp"
#include "cuda_status.hpp"
#include "pool.hpp"
#include "stream_parts.hpp"

namespace cp {

namespace {

cudaStream_t native(runtime::stream_handle s) { return static_cast<cudaStream_t>(s); }
cudaEvent_t native_event(void* e) { return static_cast<cudaEvent_t>(e); }

}  // namespace

void stream_ref::synchronize() const {
  runtime::refuse_while_capturing("cp::synchronize");
  if (!cuda::is_available()) return;
  runtime::enter_device();
  runtime::count_synchronization();
  runtime::check("cudaStreamSynchronize", cudaStreamSynchronize(native(handle)));
  runtime::forget_launches(handle);
  runtime::throw_statuses(handle);
}

bool stream_ref::is_done() const {
  if (runtime::is_capturing_device()) runtime::refuse_while_capturing("cp::stream_ref::is_done");
  if (!cuda::is_available()) return true;
  runtime::enter_device();
  cudaError_t const status = cudaStreamQuery(native(handle));
  if (status == cudaErrorNotReady) return false;
  runtime::check("cudaStreamQuery", status);
  return true;
}

stream::stream() {
  if (!cuda::is_available()) return;
  runtime::enter_device();
  cudaStream_t s = nullptr;
  runtime::check("cudaStreamCreateWithFlags", cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  try {
    runtime::all_streams().own(s, [s](runtime::mark const& last) { runtime::forget_stream(s, last); });
  } catch (std::bad_alloc const&) {
    cudaStreamDestroy(s);
    runtime::throw_out_of_bookkeeping(0);
  }
  handle_ = s;
}
stream::~stream() {
  if (handle_ == nullptr) return;
  runtime::count_synchronization();
  // What it worked on is others' from here on: a wait that fails is no reason to let go of it early.
  if (cudaStreamSynchronize(native(handle_)) != cudaSuccess)
    if (auto const nobody_captures = runtime::without_captures()) cudaDeviceSynchronize();
  runtime::forget_stream(handle_, {});
  runtime::all_streams().disown(handle_);
  cudaStreamDestroy(native(handle_));
  cudaGetLastError();
}

event::event(bool timing) : timing_(timing) {
  if (!cuda::is_available()) return;
  runtime::enter_device();
  cudaEvent_t e = nullptr;
  runtime::check("cudaEventCreateWithFlags",
                 cudaEventCreateWithFlags(&e, timing ? cudaEventDefault : cudaEventDisableTiming));
  handle_ = e;
}
event::~event() {
  if (handle_ != nullptr) cudaEventDestroy(native_event(handle_));
}
void event::record(stream_ref s) {
  if (handle_ != nullptr) runtime::enter_device();
  if (handle_ != nullptr) runtime::check("cudaEventRecord", cudaEventRecord(native_event(handle_), native(s.handle)));
  host_ms_ = runtime::clock_ms();
}
void event::synchronize() const {
  runtime::refuse_while_capturing("cp::event::synchronize");
  if (handle_ == nullptr) return;
  runtime::count_synchronization();
  runtime::check("cudaEventSynchronize", cudaEventSynchronize(native_event(handle_)));
}
bool event::is_done() const {
  if (runtime::is_capturing_device()) runtime::refuse_while_capturing("cp::event::is_done");
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

void runtime::forget_stream(stream_handle stream, mark const& last) noexcept {
  leave_statuses(stream);
  drop_handles(stream);
  retire_stream(stream, last);
}

runtime::stream_handle runtime::shared_stream(stream_handle stream) {
  if (stream == cudaStreamPerThread)
    throw value_error(
        "cp::stream_guard: cudaStreamPerThread is another stream in each thread, and arrays are shared by threads; "
        "make "
        "a cp::stream (or a cudaStream_t) for each thread");
  return stream == cudaStreamLegacy ? nullptr : stream;
}

double runtime::native_elapsed_ms(void* begin, void* end) {
  float ms = 0;
  check("cudaEventElapsedTime", cudaEventElapsedTime(&ms, native_event(begin), native_event(end)));
  return ms;
}

}  // namespace cp
