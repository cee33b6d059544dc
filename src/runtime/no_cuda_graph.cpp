// Device graphs of a build without CUDA: none.
#include <fuse/core/error.hpp>

#include "graph_state.hpp"

namespace cp::runtime {

void begin_native_capture(graph::state&) {
  throw cuda_error("cp::capture: this build of the library has no CUDA (configure it with the preset `cuda`)", 0);
}
void end_native_capture(graph::state&) {}
void abandon_native_capture(graph::state&) noexcept {}
void launch_native_graph(graph::state&, stream_handle) {}
void destroy_native_graph(graph::state&) noexcept {}

}  // namespace cp::runtime
