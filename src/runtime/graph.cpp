// Graphs: the host's are lists of recorded loops; the device's are CUDA graphs (through the hooks below).
#include <cstdint>
#include <cstring>
#include <fuse/core/error.hpp>
#include <fuse/runtime/graph.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/stream.hpp>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "fork.hpp"
#include "graph_state.hpp"
#include "pool.hpp"

namespace cp {

namespace {

constinit thread_local graph::state* capturing = nullptr;  // no destructor: arrays are made and freed while threads end

struct graph_list {
  std::mutex mutex;
  graph::state* first = nullptr;
};

graph_list& all_graphs() {
  static auto* const list = [] {  // leaked: graphs may outlive main
    auto* const made = new graph_list;
    runtime::lock_in_forks(made->mutex, runtime::lock_floor::graphs);
    return made;
  }();
  return *list;
}
[[maybe_unused]] bool const made = runtime::make_before_forks([] { (void)all_graphs(); });

}  // namespace

graph::state::state() {
  graph_list& list = all_graphs();
  std::lock_guard const lock(list.mutex);
  after = list.first;
  if (after != nullptr) after->before = this;
  list.first = this;
}

graph::state::~state() {
  if (native != nullptr) runtime::destroy_native_graph(*this);
  // Under the lock of the list, so that the stream does not go meanwhile.
  graph_list& list = all_graphs();
  std::lock_guard const lock(list.mutex);
  (before != nullptr ? before->after : list.first) = after;
  if (after != nullptr) after->before = before;
  runtime::for_each_pool(
      [](runtime::pool& p, void* graph_state) {
        auto* s = static_cast<state*>(graph_state);
        p.hand_over(s, s->last_stream, s->behind);
      },
      this);
}

void graph::launch() const {
  if (state_ == nullptr) throw value_error("cp::graph::launch: nothing was captured");
  if (capturing != nullptr)
    throw value_error("cp::graph::launch: a graph cannot be launched while another one is captured");
  if (state_->native != nullptr) {
    runtime::stream_handle const stream = current_stream().handle;
    {
      std::lock_guard const lock(all_graphs().mutex);
      state_->last_stream = stream;
      state_->behind = runtime::mark();
    }
    runtime::launch_native_graph(*state_, stream);
    return;
  }
  for (auto const& step : state_->steps) step.run(step.bytes.get());
}

graph::graph(graph const& other) noexcept : state_(other.state_) {
  if (state_ != nullptr) state_->owners.fetch_add(1, std::memory_order_relaxed);
}
graph::~graph() {
  if (state_ != nullptr && state_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete state_;
}

int graph::size() const noexcept {
  if (state_ == nullptr) return 0;
  return state_->device ? state_->native_size : static_cast<int>(state_->steps.size());
}

namespace runtime {

void begin_capture(bool device) try {
  if (capturing != nullptr) throw value_error("cp::capture: a capture is already going on in this thread");
  auto s = std::make_unique<graph::state>();
  s->device = device;
  if (device) begin_native_capture(*s);
  capturing = s.release();
} catch (std::bad_alloc const&) {
  throw_out_of_bookkeeping(0);
}

graph end_capture() {
  if (capturing == nullptr) throw value_error("cp::runtime::end_capture: no capture is going on in this thread");
  graph g(std::exchange(capturing, nullptr));
  if (g.state_->device) end_native_capture(*g.state_);
  return g;
}

void abandon_capture() noexcept {
  if (capturing == nullptr) return;
  std::unique_ptr<graph::state> const s(std::exchange(capturing, nullptr));
  if (s->device) abandon_native_capture(*s);
}

bool is_capturing() noexcept { return capturing != nullptr; }
bool is_capturing_device() noexcept { return capturing != nullptr && capturing->device; }

void record(void (*run)(void const*), void const* arguments, std::size_t bytes) try {
  if (capturing == nullptr) return run(arguments);
  if (capturing->device)
    throw value_error(
        "cp::capture: work on host arrays cannot be captured into a device graph; do it outside, or capture a host "
        "graph");
  auto copy = std::unique_ptr<unsigned char[]>(new unsigned char[bytes]);  // operator new aligns to 16
  std::memcpy(copy.get(), arguments, bytes);
  capturing->steps.push_back({run, std::move(copy)});
} catch (std::bad_alloc const&) {
  throw_out_of_bookkeeping(0);
}

allocation_place place_of_allocation(memory_kind kind) noexcept {
  bool const on_device = is_device(kind);
  if (capturing != nullptr && (capturing->device ? kind != memory_kind::host : !on_device))
    return {capturing->previous_stream, capturing};
  if (kind == memory_kind::host || kind == memory_kind::pinned) return {nullptr, nullptr};
  stream_handle const s = current_stream().handle;
  return {s, s};
}

bool is_capture_stream(stream_handle stream) noexcept {
  return capturing != nullptr && capturing->device && capturing->capture_stream == stream;
}

void retire_stream(stream_handle stream, mark const& last) noexcept {
  graph_list& list = all_graphs();
  std::lock_guard const lock(list.mutex);
  for (graph::state* s = list.first; s != nullptr; s = s->after) {
    if (s->last_stream == stream) s->last_stream = nullptr, s->behind = last;
    if (s->previous_stream == stream) s->previous_stream = nullptr;
  }
  struct ended {
    stream_handle stream;
    mark const& last;
  } e{stream, last};
  for_each_pool(
      [](pool& p, void* x) {
        auto const& of = *static_cast<ended*>(x);
        p.hand_over(of.stream, nullptr, of.last);
      },
      &e);
}

}  // namespace runtime

}  // namespace cp
