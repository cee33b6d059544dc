// The functions of cp::special of one argument at every float32, on the device: how far they are from themselves in
// float64, in float32's steps. It measures no time; docs/special_accuracy.md has what it printed.
#include <fuse/special.hpp>

#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

#include <cuda_runtime_api.h>

namespace {

namespace ops = cp::special::ops;

/// The largest error, and the argument that has it; how many results are more than 4 steps off, or another special
/// value.
struct worst_of {
  unsigned long long error_and_bits, beyond, wrong;
};

/// In steps; negative for another special value.
__device__ double error_of(float got, double right) {
  double const wide = got, size = cp::scalar::abs(right);
  if (right != right || got != got) return (right != right) == (got != got) ? 0 : -1;
  if (size > 3.402823e38) return cp::scalar::abs(wide) > 3.4e38 && (wide > 0) == (right > 0) ? 0 : -1;
  if (wide == right) return 0;
  int e = 0;
  (void)cp::scalar::frexp(right, e);
  e = right == 0 || e < -125 ? -125 : e;
  double const error = cp::scalar::abs(wide - right) * cp::scalar::ldexp(1.0, 24 - e);
  return error < 1e9 ? error : -1;
}

template <class Op>
__global__ void compare(worst_of* worst) {
  unsigned long long most = 0, beyond = 0, wrong = 0;
  std::uint64_t const step = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t bits = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; bits < (1ull << 32); bits += step) {
    float const x = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    double const e = error_of(Op{}(x), Op{}(static_cast<double>(x)));
    beyond += e > 4;
    wrong += e < 0;
    std::uint64_t const high = std::bit_cast<std::uint32_t>(static_cast<float>(e < 0 ? 0 : e));
    most = max(most, static_cast<unsigned long long>(high << 32 | bits));
  }
  atomicMax(&worst->error_and_bits, most);
  atomicAdd(&worst->beyond, beyond);
  atomicAdd(&worst->wrong, wrong);
}

template <class Op>
void every_float(char const* name, worst_of* device) {
  cudaMemset(device, 0, sizeof(worst_of));
  compare<Op><<<2640, 256>>>(device);
  worst_of worst{};
  cudaMemcpy(&worst, device, sizeof worst, cudaMemcpyDeviceToHost);
  std::printf("%-14s %10.3g steps at %-16.9g more than 4: %10llu special values that differ: %llu\n", name,
              std::bit_cast<float>(static_cast<std::uint32_t>(worst.error_and_bits >> 32)),
              std::bit_cast<float>(static_cast<std::uint32_t>(worst.error_and_bits)), worst.beyond, worst.wrong);
  std::fflush(stdout);
}

}  // namespace

int main() {
  worst_of* device = nullptr;
  if (cudaMalloc(&device, sizeof *device) != cudaSuccess) {
    std::fprintf(stderr, "no CUDA device was found\n");
    return 77;
  }
#define EVERY(NAME) every_float<ops::NAME>(#NAME, device)
  EVERY(expit);
  EVERY(logit);
  EVERY(log_expit);
  EVERY(entr);
  EVERY(exprel);
  EVERY(exp10);
  EVERY(cosm1);
  EVERY(sindg);
  EVERY(cosdg);
  EVERY(tandg);
  EVERY(cotdg);
  EVERY(round);
  EVERY(erfcx);
  EVERY(erfinv);
  EVERY(erfcinv);
  EVERY(ndtr);
  EVERY(log_ndtr);
  EVERY(ndtri);
  EVERY(psi);
  EVERY(riemann_zeta);
  EVERY(zetac);
  EVERY(loggamma);
  EVERY(gammasgn);
  EVERY(rgamma);
  EVERY(j0);
  EVERY(j1);
  EVERY(y0);
  EVERY(y1);
  EVERY(i0);
  EVERY(i0e);
  EVERY(i1);
  EVERY(i1e);
  EVERY(k0);
  EVERY(k0e);
  EVERY(k1);
  EVERY(k1e);
  EVERY(ellipk);
  EVERY(ellipkm1);
  EVERY(exp1);
  EVERY(expi);
  EVERY(si);
  EVERY(ci);
  EVERY(shi);
  EVERY(chi);
#undef EVERY
  every_float<ops::lambertw<false>>("lambertw", device);
  every_float<ops::lambertw<true>>("lambertw_lower", device);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
