// What one small operation costs the host, against the raw launch of the same work; and the time to a first result.
#include "gpu_bench.hpp"

#include <cuda_runtime.h>

__global__ void raw_axpy(float const* x, float const* y, float* z, float a, int n) {
  int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) * 4;
  if (i < n) {
    float4 const p = *reinterpret_cast<float4 const*>(x + i), q = *reinterpret_cast<float4 const*>(y + i);
    *reinterpret_cast<float4*>(z + i) = make_float4(a * p.x + q.x, a * p.y + q.y, a * p.z + q.z, a * p.w + q.w);
  }
}

/// Microseconds a call, issued back to back; the best of several series.
template <class F>
double microseconds(F const& f, int calls = 20000) {
  double best = 1e9;
  for (int i = 0; i < 500; ++i) f();
  for (int series = 0; series < 7; ++series) {
    cp::synchronize();
    auto const begin = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i) f();
    cp::synchronize();
    best = std::min(
        best, std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count() / calls);
  }
  return best;
}

int main(int argc, char** argv) {
  auto const start = std::chrono::steady_clock::now();
  {
    // From the start of main: the context, the first allocation, the first kernel, the result on the host.
    auto x = cp::ones<float>(1024);
    cp::ndarray<float, 1> y = cp::tanh(x) * 2 + 1;
    (void)y.item(0);
  }
  double const first = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  bench::results r(argc, argv, "latency");
  r.time("first_result", "tanh(x)*2 + 1", "float32", "1024", first, 0);
  cp::stream const own;
  cp::stream_guard const guard(own);
  auto const native = static_cast<cudaStream_t>(cp::current_stream().handle);
  auto x = bench::random<float>(1024, 1), y = bench::random<float>(1024, 2), z = cp::empty<float>(1024);
  double const raw = microseconds([&] { raw_axpy<<<1, 256, 0, native>>>(x.data(), y.data(), z.data(), 2.5f, 1024); });
  r.time("latency_1024", "raw launch", "float32", "1024", raw / 1000, 1);
  double const into = microseconds([&] { z(cp::all) = 2.5f * x + y; });
  r.time("latency_1024", "into an array", "float32", "1024", into / 1000, into / raw);
  double const fresh = microseconds([&] { cp::ndarray<float, 1> w = 2.5f * x + y; });
  r.time("latency_1024", "new array", "float32", "1024", fresh / 1000, fresh / raw);
  double const raw_again =
      microseconds([&] { raw_axpy<<<1, 256, 0, native>>>(x.data(), y.data(), z.data(), 2.5f, 1024); });
  r.time("latency_1024", "raw launch, again", "float32", "1024", raw_again / 1000, raw_again / raw);
  cp::ndarray<float, 0> total = cp::empty<float>(cp::shape_array<0>{});
  double const sum = microseconds([&] { total(cp::ellipsis) = cp::sum(x); });
  r.time("latency_1024", "sum, into an array", "float32", "1024", sum / 1000, sum / raw);
  auto const softmax = cp::fuse([](auto v) {
    auto const e = cp::exp(v - cp::max(v));
    return e / cp::sum(e);
  });
  double const rows = microseconds([&] { z(cp::all) = softmax(x); });
  r.time("latency_1024", "softmax, into an array", "float32", "1024", rows / 1000, rows / raw);

  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaStreamBeginCapture(native, cudaStreamCaptureModeThreadLocal);
  for (int i = 0; i < 100; ++i) raw_axpy<<<1, 256, 0, native>>>(x.data(), y.data(), z.data(), 2.5f, 1024);
  cudaStreamEndCapture(native, &graph);
  cudaGraphInstantiate(&executable, graph, 0);
  double const raw_graph = microseconds([&] { cudaGraphLaunch(executable, native); }, 500) / 100;
  r.time("latency_1024_graph", "raw launch", "float32", "1024", raw_graph / 1000, 1);
  cp::graph const g = cp::capture(
      [&] {
        for (int i = 0; i < 100; ++i) z(cp::all) = 2.5f * x + y;
      },
      true);
  double const in_graph = microseconds([&] { g.launch(); }, 500) / 100;
  r.time("latency_1024_graph", "into an array", "float32", "1024", in_graph / 1000, in_graph / raw_graph);
  double const pool = microseconds([&] { (void)cp::empty<float>(1024); });
  r.time("pool_pair", "empty<float>(1024)", "", "4 KiB", pool / 1000, 0);
}
