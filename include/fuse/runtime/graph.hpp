// Graphs: a sequence of operations recorded once and launched many times, at a fraction of the cost of issuing them.
#pragma once

#include <fuse/runtime/device.hpp>

namespace cp {

class graph;
namespace runtime {
graph end_capture();
}

/// Recorded work. It keeps alive the temporaries that the recording allocated; the arrays that it reads and writes,
/// pinned ones that are copied too, are the caller's to keep. Not to be launched by two threads at once.
class graph {
 public:
  graph() = default;
  /// A share of the same work.
  graph(graph const& other) noexcept;
  /// Takes over another's share.
  graph(graph&& other) noexcept : state_(other.state_) { other.state_ = nullptr; }
  /// Shares another's work, or takes over its share, instead of the present one.
  graph& operator=(graph other) noexcept {
    state* const mine = state_;
    state_ = other.state_;
    other.state_ = mine;
    return *this;
  }
  ~graph();
  /// Runs the recorded work on the current stream; does not wait. Throws value_error if nothing was captured.
  void launch() const;
  /// Number of recorded operations.
  int size() const noexcept;

  struct state;                                     ///< the runtime's own
  explicit graph(state* s) noexcept : state_(s) {}  ///< takes the caller's share

 private:
  friend graph runtime::end_capture();
  state* state_ = nullptr;  // counts its owners; std::shared_ptr would cost every user's program a tenth of this
                            // library's compile time
};

namespace runtime {
/// begin_capture records the calling thread's current stream (device) or its host work (host) until end_capture.
/// abandon_capture ends it after an exception.
void begin_capture(bool device);
graph end_capture();
void abandon_capture() noexcept;
}  // namespace runtime

/// Records what `f()` does and returns it without running it: with `device` the work on device arrays, as a CUDA graph,
/// else the work on host arrays. An operation that has to wait for a result (item, to_host, printing) throws
/// value_error, and so does work on the other space.
template <class F>
graph capture(F&& f, bool device = cuda::is_available()) {
  runtime::begin_capture(device);
  try {
    f();
  } catch (...) {
    runtime::abandon_capture();
    throw;
  }
  return runtime::end_capture();
}

}  // namespace cp
