// Streams and events: which one is current, whose handle it is, and the host's clock.
#include <chrono>
#include <fuse/core/error.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/stream.hpp>
#include <new>
#include <string>
#include <utility>

#include "pool.hpp"
#include "stream_book.hpp"
#include "stream_parts.hpp"

namespace cp {

namespace {
thread_local stream_ref now;
}

stream::stream(stream&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
stream& stream::operator=(stream&& other) noexcept {
  std::swap(handle_, other.handle_);
  return *this;
}

stream_ref current_stream() noexcept { return now; }

stream_guard::stream_guard(stream_ref s) : previous_(now) {
  runtime::stream_handle const handle = runtime::shared_stream(s.handle);
  try {
    runtime::all_streams().enter(handle, [&](runtime::mark const& last) { runtime::forget_stream(handle, last); });
  } catch (std::bad_alloc const&) {
    runtime::throw_out_of_bookkeeping(0);
  }
  now = stream_ref(handle);
}
stream_guard::~stream_guard() {
  runtime::all_streams().leave(now.handle);
  now = previous_;
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
double event::elapsed_ms_since(event const& begin) const {
  if (host_ms_ < 0 || begin.host_ms_ < 0)
    throw value_error("cp::event::elapsed_ms_since: both events must have been recorded");
  if (!timing_ || !begin.timing_) throw value_error("cp::event::elapsed_ms_since: an event was made without timing");
  if (handle_ == nullptr) return host_ms_ - begin.host_ms_;
  begin.synchronize();
  synchronize();
  return runtime::native_elapsed_ms(begin.handle_, handle_);
}

namespace runtime {

void refuse_while_capturing(char const* what) {
  if (is_capturing())
    throw value_error(std::string(what) +
                      ": the host cannot wait for work that is being captured into a graph; do it after the capture");
}

double clock_ms() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

stream_handle exchange_current_stream(stream_handle s) noexcept { return std::exchange(now.handle, s); }

}  // namespace runtime

}  // namespace cp
