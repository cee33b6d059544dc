// What CUDA's runtime has in the place of CuPy's names for kernels (docs/not_needed.tsv), with arrays of this library:
// what a kernel is, cooperative launches, variables and textures of the device. nvcc compiles it; there is nothing of
// it in a build without CUDA.
#include <cooperative_groups.h>
#include <cuComplex.h>
#include <cuda_runtime.h>
#include <doctest.h>

#include <fuse/fuse.hpp>
#include <fuse/interop.hpp>

#include "array/values.hpp"

using namespace tests;

namespace {

template <class T>
__global__ void add_to_all(cp::array_view<T, 2> x, T value) {
  std::int64_t const j = threadIdx.x, i = blockIdx.x;
  if (i < x.shape[0] && j < x.shape[1]) x(i, j) += value;
}
__global__ void square_all(cp::complex64* z, std::int64_t n) {
  std::int64_t const i = threadIdx.x;
  if (i < n) z[i] = z[i] * z[i] + cp::complex64(0, 1);
}
__global__ void conjugate_all(cuFloatComplex* z, std::int64_t n) {
  std::int64_t const i = threadIdx.x;
  if (i < n) z[i] = cuConjf(z[i]);
}
/// Each element becomes the sum of all: the whole grid waits between reading and writing.
__global__ void sum_of_all(float* x, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i];
  cooperative_groups::this_grid().sync();
  int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) x[i] = sum;
}
__global__ void reverse_in_block(float* x, int n) {
  extern __shared__ float block[];
  int const i = static_cast<int>(threadIdx.x);
  if (i < n) block[i] = x[i];
  __syncthreads();
  if (i < n) x[i] = block[n - 1 - i];
}

__device__ float table[4];
__global__ void fill_table() { table[threadIdx.x] = 2.0f * static_cast<float>(threadIdx.x); }

__global__ void fetch_all(cudaTextureObject_t texture, float* out) {
  out[threadIdx.x] = tex1Dfetch<float>(texture, static_cast<int>(threadIdx.x));
}
/// A texture object is a number, which a functor holds.
struct fetch {
  cudaTextureObject_t texture;
  FUSE_HD float operator()(std::int32_t i) const {
#ifdef __CUDA_ARCH__
    return tex1Dfetch<float>(texture, i);
#else
    return static_cast<float>(i);
#endif
  }
};

cudaTextureObject_t texture_of(cp::ndarray<float, 1> const& x) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = x.data();
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = static_cast<std::size_t>(x.nbytes());
  cudaTextureDesc description{};
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  REQUIRE(cudaCreateTextureObject(&texture, &resource, &description, nullptr) == cudaSuccess);
  return texture;
}

}  // namespace

// instead of: <cupy/carray.cuh> CArray, CIndexer; cupy.ndarray.cstruct; cupy.ndarray.mdspan; cupy.ndarray.reduced_view
// instead of: RawModule name_expressions; cupy.RawModule; cupy.RawModule.backend; cupy.RawModule.code
// instead of: cupy.RawModule.compile; cupy.RawModule.file_path; cupy.RawModule.module
// instead of: cupy.RawModule.name_expressions; cupy.RawModule.options
TEST_CASE("kernels that are templates, of views") {
  auto const x = counted<float>({2, 3});
  cp::launch(add_to_all<float>, cp::grid(2, 32), x, 1);
  CHECK(values(x) == floats{1, 2, 3, 4, 5, 6});
  auto const y = counted<std::int32_t>({3, 2});
  cp::launch(add_to_all<std::int32_t>, cp::grid(2, 32), y.T(), -1);
  CHECK(values(y) == ints{-1, 0, 1, 2, 3, 4});
}

// instead of: cupy.RawKernel.code; cupy.RawKernel.file_path; cupy.RawKernel.kernel; cupy.RawKernel.name
// instead of: cupy.RawModule.get_function; <cupy/complex.cuh>
// instead of: RawKernel/RawModule translate_cucomplex option
TEST_CASE("a kernel is a function, of complex numbers too") {
  auto const z = cp::full<cp::complex64>(3, cp::complex64(1, 2));
  auto const kernel = square_all;
  cp::launch(kernel, cp::grid(1, 32), z, z.size());
  CHECK(z.item(2) == cp::complex64(-3, 5));
  cp::launch(conjugate_all, cp::grid(1, 32), reinterpret_cast<cuFloatComplex*>(z.data()), z.size());
  CHECK(z.item(0) == cp::complex64(-3, -5));
}

// instead of: cupy.RawKernel.attributes; cupy.RawKernel.binary_version; cupy.RawKernel.cache_mode_ca
// instead of: cupy.RawKernel.const_size_bytes; cupy.RawKernel.local_size_bytes; cupy.RawKernel.max_threads_per_block
// instead of: cupy.RawKernel.num_regs; cupy.RawKernel.ptx_version; cupy.RawKernel.shared_size_bytes
// instead of: cupy.RawKernel.max_dynamic_shared_size_bytes; cupy.RawKernel.preferred_shared_memory_carveout
TEST_CASE("what a kernel is, and may use") {
  cudaFuncAttributes attributes{};
  REQUIRE(cudaFuncGetAttributes(&attributes, reverse_in_block) == cudaSuccess);
  CHECK(attributes.numRegs > 0);
  CHECK(attributes.maxThreadsPerBlock >= 32);
  CHECK(attributes.binaryVersion >= 50);
  CHECK(attributes.ptxVersion >= 50);
  CHECK(attributes.sharedSizeBytes == 0);
  CHECK(attributes.constSizeBytes + attributes.localSizeBytes + static_cast<std::size_t>(attributes.cacheModeCA) <
        65536);
  CHECK(cudaFuncSetAttribute(reverse_in_block, cudaFuncAttributeMaxDynamicSharedMemorySize, 40000) == cudaSuccess);
  CHECK(cudaFuncSetAttribute(reverse_in_block, cudaFuncAttributePreferredSharedMemoryCarveout, 50) == cudaSuccess);
  REQUIRE(cudaFuncGetAttributes(&attributes, reverse_in_block) == cudaSuccess);
  CHECK(attributes.maxDynamicSharedSizeBytes == 40000);
  auto const x = cp::arange<float>(4);
  cp::launch(reverse_in_block, cp::grid(1, 32, 4 * sizeof(float)), x, 4);
  CHECK(values(x) == floats{3, 2, 1, 0});
}

// instead of: cupy.RawKernel.enable_cooperative_groups; cupy.RawModule.enable_cooperative_groups
TEST_CASE("a cooperative launch on the current stream") {
  auto const x = cp::arange<float>(64);
  float* data = x.data();
  int n = 64;
  void* arguments[] = {&data, &n};
  auto const stream = static_cast<cudaStream_t>(cp::current_stream().handle);
  REQUIRE(cudaLaunchCooperativeKernel(reinterpret_cast<void const*>(sum_of_all), dim3(2), dim3(32), arguments, 0,
                                      stream) == cudaSuccess);
  CHECK(values(x) == floats(64, 2016));
}

// instead of: cupy.RawModule.get_global
TEST_CASE("an array over a variable of the device") {
  void* address = nullptr;
  REQUIRE(cudaGetSymbolAddress(&address, table) == cudaSuccess);
  auto const x = cp::from_memory<cp::cuda_space>(static_cast<float*>(address), {4});
  cp::launch(fill_table, cp::grid(1, 4));
  CHECK(values(x + 1) == floats{1, 3, 5, 7});
}

// instead of: cupy.RawModule.get_texref; texture argument in ElementwiseKernel
TEST_CASE("textures as parameters of kernels and members of functors") {
  auto const x = cp::eval(cp::arange<float>(8) * 10);
  cudaTextureObject_t const texture = texture_of(x);
  auto const out = cp::zeros<float>({8});
  cp::launch(fetch_all, cp::grid(1, 8), texture, out);
  CHECK(values(out) == values(x));
  CHECK(equals<float>(cp::elementwise(fetch{texture})(cp::ndarray<std::int32_t, 1>{5, 0, 7}), {3}, {50, 0, 70}));
  cp::synchronize();
  CHECK(cudaDestroyTextureObject(texture) == cudaSuccess);
}
