// Addresses of the matrices of a batch.
#include <cstdint>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>

#include "cuda_batch.hpp"

namespace cp::library {

namespace {

constexpr int most_axes = 8;
constexpr unsigned threads = 256;

struct addresses {
  char *a, *b, *c;
  char** to;
  std::int64_t n;
  int axes;
  gemm::batch_axis axis[most_axes];  // strides in bytes
};

__global__ void __launch_bounds__(threads) write(__grid_constant__ addresses const x) {
  std::int64_t const i = std::int64_t{blockIdx.x} * threads + threadIdx.x;
  if (i >= x.n) return;
  std::int64_t rest = i, a = 0, b = 0, c = 0;
  for (int k = x.axes - 1; k >= 0; --k) {
    std::int64_t const at = rest % x.axis[k].extent;
    rest /= x.axis[k].extent;
    a += at * x.axis[k].a, b += at * x.axis[k].b, c += at * x.axis[k].c;
  }
  x.to[i] = x.a + a;
  x.to[x.n + i] = x.b + b;
  x.to[2 * x.n + i] = x.c + c;
}

}  // namespace

void write_addresses(gemm const& g, int itemsize, void** to) {
  addresses x;
  x.a = static_cast<char*>(const_cast<void*>(g.a.data));
  x.b = static_cast<char*>(const_cast<void*>(g.b.data));
  x.c = static_cast<char*>(g.c);
  x.to = reinterpret_cast<char**>(to);
  x.n = batch_size(g);
  x.axes = g.axes;
  for (int i = 0; i < g.axes; ++i) {
    auto const& s = g.batch[i];
    x.axis[i] = {s.extent, s.a * itemsize, s.b * itemsize, s.c * itemsize};
  }
  runtime::launch_shape shape;
  shape.grid_x = static_cast<unsigned>((x.n + threads - 1) / threads);
  shape.block_x = threads;
  void* arguments[] = {&x};
  runtime::launch(reinterpret_cast<void const*>(&write), shape, arguments, "batch addresses");
  runtime::count_launch(0, 3 * x.n * 8);
}

}  // namespace cp::library
