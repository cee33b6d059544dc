// The runtime of a build without CUDA: no devices, streams that are always done, events that are clocks.
#include <cstring>
#include <fuse/core/error.hpp>
#include <fuse/runtime/device.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/memory_pool.hpp>
#include <fuse/runtime/stream.hpp>
#include <string>

#include "host_copy.hpp"
#include "pool.hpp"
#include "stream_parts.hpp"

namespace cp {

namespace {

[[noreturn]] void throw_no_cuda(char const* what) {
  throw cuda_error(std::string(what) + ": this build of the library has no CUDA (configure it with the preset `cuda`)",
                   0);
}

}  // namespace

namespace cuda {

int device_count() noexcept { return 0; }
int current_device() noexcept { return 0; }
void set_device(int) { throw_no_cuda("cp::cuda::set_device"); }
device_properties properties(int) { throw_no_cuda("cp::cuda::properties"); }
void synchronize_device() { runtime::refuse_while_capturing("cp::cuda::synchronize_device"); }
device_guard::device_guard(int device) : previous_(0) {
  if (device != 0) throw_no_cuda("cp::cuda::device_guard");
}
device_guard::~device_guard() = default;

}  // namespace cuda

void stream_ref::synchronize() const { runtime::refuse_while_capturing("cp::synchronize"); }
bool stream_ref::is_done() const { return true; }
stream::stream() = default;
stream::~stream() = default;

event::event(bool timing) : timing_(timing) {}
event::~event() = default;
void event::record(stream_ref) { host_ms_ = runtime::clock_ms(); }
void event::synchronize() const { runtime::refuse_while_capturing("cp::event::synchronize"); }
bool event::is_done() const { return true; }
void event::wait_on(stream_ref) const {}

void set_device_allocator(device_allocator) { throw_no_cuda("cp::set_device_allocator"); }

namespace runtime {

double native_elapsed_ms(void*, void*) { throw_no_cuda("cp::event::elapsed_ms_since"); }

memory_source* default_source(memory_kind kind) {
  if (kind == memory_kind::host || kind == memory_kind::pinned)
    return host_source();  // without a device nothing needs pinning
  throw_no_cuda("cp: cuda_space");
}
stream_events& device_events() {
  struct no_events final : stream_events {
    answer record(int, stream_handle, void*& point) noexcept override {
      point = nullptr;
      return answer::recorded;
    }
    bool has_passed(void*) noexcept override { return true; }
    bool order(int, stream_handle, void*) noexcept override { return true; }
    bool wait(void*) noexcept override { return true; }
    void drop(void*) noexcept override {}
    bool finish(stream_handle) noexcept override { return true; }
    std::uint64_t id_of(stream_handle) noexcept override { return 0; }
  };
  static auto* const events = new no_events;
  return *events;
}
void forget_stream(stream_handle stream, mark const& last) noexcept { retire_stream(stream, last); }
stream_handle shared_stream(stream_handle stream) { return stream; }
void throw_if_lost() {}
void enter_device() {}
void wait_for_the_end() noexcept {}
void device_memory(std::int64_t&, std::int64_t&) noexcept {}

void launch(void const*, launch_shape const&, void**, char const*) { throw_no_cuda("cp::launch"); }
void launch(kernel_function&, launch_shape const&, void**, char const*) { throw_no_cuda("cp::launch"); }
void copy_bytes(void* to, memory_kind, void const* from, memory_kind, std::int64_t bytes) {
  host_copy(to, from, bytes);
}
void read_bytes(void* to, void const* from, memory_kind, std::int64_t bytes) {
  if (is_capturing())
    throw value_error(
        "cp: an element cannot be read while a graph is being captured: its value comes with the graph's launch");
  std::memcpy(to, from, static_cast<std::size_t>(bytes));
}
void set_bytes(void* to, memory_kind, int value, std::int64_t bytes) { host_set(to, value, bytes); }
void push_range(char const*) noexcept {}
void pop_range() noexcept {}

}  // namespace runtime

}  // namespace cp
