// What a graph holds. Blocks of memory that were allocated while it was captured have its address as their key.
#pragma once

#include <atomic>
#include <fuse/runtime/graph.hpp>
#include <fuse/runtime/storage.hpp>
#include <memory>
#include <vector>

#include "stream_book.hpp"

namespace cp {

struct graph::state {
  struct step {
    void (*run)(void const* arguments);
    std::unique_ptr<unsigned char[]> bytes;
  };
  bool device = false;
  std::vector<step> steps;
  void* native = nullptr;  ///< cudaGraphExec_t
  int native_size = 0;
  runtime::stream_handle last_stream = nullptr;  ///< it was launched on; guarded by the list's mutex
  runtime::mark behind;                          ///< where that stream has ended, the point behind what it did
  runtime::stream_handle capture_stream = nullptr;
  runtime::stream_handle previous_stream = nullptr;
  std::atomic<int> owners = 1;                ///< graphs, and the capture while it lasts
  state *before = nullptr, *after = nullptr;  ///< the list of all graphs

  state();
  ~state();
};

namespace runtime {

// CUDA's part: cuda_graph.cpp, or no_cuda_graph.cpp.
void begin_native_capture(graph::state& s);
void end_native_capture(graph::state& s);
void abandon_native_capture(graph::state& s) noexcept;
void launch_native_graph(graph::state& s, stream_handle stream);
void destroy_native_graph(graph::state& s) noexcept;

}  // namespace runtime

}  // namespace cp
