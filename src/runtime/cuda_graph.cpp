// CUDA graphs.
#include <cuda_runtime_api.h>

#include <fuse/core/error.hpp>
#include <fuse/runtime/device.hpp>

#include "cuda_capture.hpp"
#include "cuda_check.hpp"
#include "graph_state.hpp"
#include "pool.hpp"
#include "stream_parts.hpp"

namespace cp::runtime {

namespace {
cudaStream_t native(stream_handle s) { return static_cast<cudaStream_t>(s); }
}  // namespace

void begin_native_capture(graph::state& s) {
  if (!cuda::is_available())
    throw cuda_error("cp::capture: no CUDA device was found", static_cast<int>(cudaErrorNoDevice));
  enter_device();
  cudaStream_t stream = nullptr;
  check("cudaStreamCreateWithFlags", cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  count_capture(1);
  cudaError_t const status = cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
  if (status != cudaSuccess) {
    count_capture(-1);
    cudaStreamDestroy(stream);
    throw_cuda("cudaStreamBeginCapture", status);
  }
  s.capture_stream = stream;
  s.previous_stream = exchange_current_stream(stream);
  s.last_stream = s.previous_stream;
}

void end_native_capture(graph::state& s) {
  exchange_current_stream(s.previous_stream);
  cudaGraph_t graph = nullptr;
  cudaError_t const ended = cudaStreamEndCapture(native(s.capture_stream), &graph);
  count_capture(-1);
  drop_handles(s.capture_stream);
  cudaStreamDestroy(native(s.capture_stream));
  s.capture_stream = nullptr;
  check("cudaStreamEndCapture", ended);
  std::size_t nodes = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  s.native_size = static_cast<int>(nodes);
  cudaGraphExec_t executable = nullptr;
  cudaError_t const made = cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphDestroy(graph);
  check("cudaGraphInstantiate", made);
  s.native = executable;
}

void abandon_native_capture(graph::state& s) noexcept {
  exchange_current_stream(s.previous_stream);
  cudaGraph_t graph = nullptr;
  if (cudaStreamEndCapture(native(s.capture_stream), &graph) == cudaSuccess && graph != nullptr)
    cudaGraphDestroy(graph);
  count_capture(-1);
  drop_handles(s.capture_stream);
  cudaStreamDestroy(native(s.capture_stream));
  cudaGetLastError();
}

void launch_native_graph(graph::state& s, stream_handle stream) {
  check("cudaGraphLaunch", cudaGraphLaunch(static_cast<cudaGraphExec_t>(s.native), native(stream)));
}

void destroy_native_graph(graph::state& s) noexcept {
  cudaGraphExecDestroy(static_cast<cudaGraphExec_t>(s.native));
  cudaGetLastError();
}

}  // namespace cp::runtime
