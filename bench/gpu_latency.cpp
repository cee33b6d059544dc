// What one small operation costs the host, against the raw launch of the same work; and the time to a first result.
#include "gpu_bench.hpp"

#include <cuda_runtime.h>

#include <chrono>

__global__ void raw_axpy(float const* x, float const* y, float* z, float a, int n) {
  int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) * 4;
  if (i < n) {
    float4 const p = *reinterpret_cast<float4 const*>(x + i), q = *reinterpret_cast<float4 const*>(y + i);
    *reinterpret_cast<float4*>(z + i) = make_float4(a * p.x + q.x, a * p.y + q.y, a * p.z + q.z, a * p.w + q.w);
  }
}

/// A row: the time of a call, of which each does `each` things, issued back to back; the least of several series.
template <class F>
void latency(char const* workload, char const* variant, char const* dtype, char const* size, F f, int calls = 20000,
             int each = 1) {
  bench::add(workload, variant, dtype, size,
             [=](benchmark::State& state) mutable {
               for (int i = 0; i < 500; ++i) f();
               while (state.KeepRunning()) {
                 cp::synchronize();
                 auto const begin = std::chrono::steady_clock::now();
                 for (int i = 0; i < calls; ++i) f();
                 cp::synchronize();
                 state.SetIterationTime(
                     std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / calls / each);
               }
             })
      ->UseManualTime()
      ->Unit(benchmark::kMicrosecond)
      ->Repetitions(7)
      ->ComputeStatistics("min", [](std::vector<double> const& x) { return *std::min_element(x.begin(), x.end()); });
}

int main(int argc, char** argv) {
  auto const start = std::chrono::steady_clock::now();
  {
    // From the start of main: the context, the first allocation, the first kernel, the result on the host.
    auto x = cp::ones<float>(1024);
    cp::ndarray<float, 1> y = cp::tanh(x) * 2 + 1;
    (void)y.item(0);
  }
  double const first = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  bench::results const r(argc, argv);
  bench::add("first_result", "tanh(x)*2 + 1", "float32", "1024", [=](benchmark::State& state) {
    while (state.KeepRunning()) state.SetIterationTime(first);
  })->UseManualTime();
  cp::stream const own;
  cp::stream_guard const guard(own);
  auto const native = static_cast<cudaStream_t>(cp::current_stream().handle);
  auto x = bench::random<float>(1024, 1), y = bench::random<float>(1024, 2), z = cp::empty<float>(1024);
  auto const raw = [=] { raw_axpy<<<1, 256, 0, native>>>(x.data(), y.data(), z.data(), 2.5f, 1024); };
  auto const row = [](char const* variant, auto const& f) { latency("latency_1024", variant, "float32", "1024", f); };
  row("raw launch", raw);
  row("into an array", [=] { z(cp::all) = 2.5f * x + y; });
  row("new array", [=] { cp::ndarray<float, 1> w = 2.5f * x + y; });
  row("raw launch, again", raw);
  cp::ndarray<float, 0> total = cp::empty<float>(cp::shape_array<0>{});
  row("sum, into an array", [=] { total(cp::ellipsis) = cp::sum(x); });
  auto const softmax = cp::fuse([](auto v) {
    auto const e = cp::exp(v - cp::max(v));
    return e / cp::sum(e);
  });
  row("softmax, into an array", [=] { z(cp::all) = softmax(x); });

  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaStreamBeginCapture(native, cudaStreamCaptureModeThreadLocal);
  for (int i = 0; i < 100; ++i) raw();
  cudaStreamEndCapture(native, &graph);
  cudaGraphInstantiate(&executable, graph, 0);
  auto const in_graph = [](char const* variant, auto const& f) {
    latency("latency_1024_graph", variant, "float32", "1024", f, 500, 100);
  };
  in_graph("raw launch", [=] { cudaGraphLaunch(executable, native); });
  cp::graph const g = cp::capture(
      [&] {
        for (int i = 0; i < 100; ++i) z(cp::all) = 2.5f * x + y;
      },
      true);
  in_graph("into an array", [&] { g.launch(); });
  latency("pool_pair", "empty<float>(1024)", "", "4 KiB", [] { (void)cp::empty<float>(1024); });
  bench::run();
}
