// Typical contractions by cp::einsum. The bytes are those of operands and results, so that the ratio says how far from
// a copy the work is; bench/gpu_einsum_peers.py times the same in CuPy and torch.
#include <fuse/linalg.hpp>
#include <string>

#include "gpu_bench.hpp"

namespace {

template <class... Extent>
auto tensor(std::uint32_t seed, Extent... extent) {
  return cp::reshape(bench::random<float>((std::int64_t{1} * ... * extent), seed), {extent...});
}

/// Times a contraction, and ends the program where a result is far from that of the same in float64.
template <cp::subscripts_text Text, class... A>
void contraction(bench::results& r, char const* workload, char const* size, A const&... a) {
  auto c = cp::eval(cp::einsum<Text>(a...));
  {
    auto const exact = cp::eval(cp::einsum<Text>(cp::astype<double>(a)...));
    double const largest = cp::max(cp::ravel(exact)).item();
    bench::expect(workload, cp::max(cp::abs(cp::ravel(c) - cp::ravel(exact))).item(), 0, 1e-4, largest);
  }
  double const bytes = static_cast<double>((c.nbytes() + ... + a.nbytes()));
  r.measure(workload, Text.text, "float32", size, bytes, [=]() mutable { c = cp::einsum<Text>(a...); });
}

}  // namespace

int main(int argc, char** argv) {
  bench::results r(argc, argv);
  {
    auto const a = tensor(1, 4096, 4096), b = tensor(2, 4096, 4096);
    contraction<"ij,jk->ik">(r, "matmul", "4096^3", a, b);
  }
  {
    auto const a = tensor(1, 4096, 64, 64), b = tensor(2, 4096, 64, 64);
    contraction<"bij,bjk->bik">(r, "batched matmul", "4096 x 64^3", a, b);
  }
  {
    auto const q = tensor(1, 8, 16, 1024, 64), k = tensor(2, 8, 16, 1024, 64), s = tensor(3, 8, 16, 1024, 1024);
    contraction<"bhqd,bhkd->bhqk">(r, "scores", "8x16x1024x64", q, k);
    contraction<"bhqk,bhkd->bhqd">(r, "weighted values", "8x16x1024x64", s, k);
  }
  {
    auto const x = tensor(1, 1024, 256), y = tensor(3, 1024, 256);
    auto const w = tensor(2, 256, 256, 256);
    contraction<"bn,anm,bm->ba">(r, "bilinear", "1024; 256^3", x, w, y);
  }
  {
    auto const a = tensor(1, 48, 48, 48, 48), b = tensor(2, 48, 48, 48, 48);
    contraction<"abcd,cdef->abef">(r, "tensor", "48^4", a, b);
    contraction<"abcd,ecfb->aefd">(r, "tensor; crossed", "48^4", a, b);
  }
  {
    auto const x = tensor(1, 16384), y = tensor(2, 16384);
    contraction<"i,j->ij">(r, "outer", "16384^2", x, y);
  }
  {
    auto const a = tensor(1, 16384, 16384), b = tensor(2, 16384, 16384);
    contraction<"ii->">(r, "trace", "16384^2", a);
    contraction<"ij,ij->i">(r, "row products", "16384^2", a, b);
  }
  {
    auto const a = tensor(1, 4096, 256), b = tensor(2, 256, 4096), c = tensor(3, 4096, 256);
    contraction<"ij,jk,kl->il">(r, "chain", "4096; 256", a, b, c);
  }
  {
    auto const a = tensor(1, 512, 4, 512), b = tensor(2, 512, 4, 512), gate = tensor(3, 4, 4, 16);
    contraction<"abc,cde,bdf->aef">(r, "matrix products", "512; 4", a, b, gate);
  }
  bench::run();
}
