// Graphs: the host's are lists of recorded loops; the device's are CUDA graphs (through the hooks below).
#include <fuse/runtime/graph.hpp>

#include <cstdint>
#include <cstring>
#include <vector>

#include <fuse/core/error.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/stream.hpp>

#include "graph_state.hpp"
#include "pool.hpp"

namespace cp {

namespace {
thread_local std::shared_ptr<graph::state> capturing;
}

graph::state::~state() {
  if (native != nullptr) runtime::destroy_native_graph(*this);
  runtime::for_each_pool(
      [](runtime::pool& p, void* self) {
        auto* s = static_cast<state*>(self);
        p.hand_over(s, s->last_stream);
      },
      this);
}

void graph::launch() const {
  if (state_ == nullptr) throw value_error("cp::graph::launch: nothing was captured");
  if (runtime::is_capturing_host() || runtime::is_capturing_device()) throw value_error("cp::graph::launch: a graph cannot be launched while another one is captured");
  if (state_->native != nullptr) {
    state_->last_stream = current_stream().handle;
    runtime::launch_native_graph(*state_);
    return;
  }
  for (auto const& step : state_->steps) step.run(step.bytes.get());
}

int graph::size() const noexcept {
  if (state_ == nullptr) return 0;
  return state_->device ? state_->native_size : static_cast<int>(state_->steps.size());
}

namespace runtime {

void begin_capture(bool device) {
  if (capturing) throw value_error("cp::capture: a capture is already going on in this thread");
  auto s = std::make_shared<graph::state>();
  s->device = device;
  if (device) begin_native_capture(*s);
  capturing = std::move(s);
}

graph end_capture() {
  std::shared_ptr<graph::state> s = std::move(capturing);
  capturing = nullptr;
  if (s->device) end_native_capture(*s);
  return graph(std::move(s));
}

void abandon_capture() noexcept {
  if (capturing && capturing->device) abandon_native_capture(*capturing);
  capturing = nullptr;
}

bool is_capturing_host() noexcept { return capturing != nullptr && !capturing->device; }
bool is_capturing_device() noexcept { return capturing != nullptr && capturing->device; }

void record(void (*run)(void const*), void const* arguments, std::size_t bytes) {
  auto copy = std::unique_ptr<unsigned char[]>(new unsigned char[bytes]);  // operator new aligns to 16
  std::memcpy(copy.get(), arguments, bytes);
  capturing->steps.push_back({run, std::move(copy)});
}

allocation_place place_of_allocation(memory_kind kind) noexcept {
  if (capturing) return {capturing->previous_stream, capturing.get()};
  if (kind == memory_kind::host) return {nullptr, nullptr};
  stream_handle const s = current_stream().handle;
  return {s, s};
}

}  // namespace runtime

}  // namespace cp
