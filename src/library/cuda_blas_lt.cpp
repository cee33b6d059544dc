// Products with an epilogue by cuBLASLt. Which algorithm a shape takes is kept; descriptions lie on the stack.
#include <cublasLt.h>

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

#include "cuda_blas.hpp"
#include "precision.hpp"

namespace cp::library {

namespace {

/// Bytes that an address is a multiple of, up to what algorithms ask for.
std::uint32_t alignment_of(void const* p) {
  auto const address = reinterpret_cast<std::uintptr_t>(p);
  std::uint32_t a = 256;
  while (address % a != 0) a /= 2;
  return a;
}

cublasLtEpilogue_t epilogue_of(finish const& f) {
  using function = finish::function;
  bool const bias = f.bias != nullptr;
  switch (f.then) {
    case function::relu:
      return bias ? CUBLASLT_EPILOGUE_RELU_BIAS : CUBLASLT_EPILOGUE_RELU;
    case function::gelu_tanh:
      return bias ? CUBLASLT_EPILOGUE_GELU_BIAS : CUBLASLT_EPILOGUE_GELU;
    default:
      return bias ? CUBLASLT_EPILOGUE_BIAS : CUBLASLT_EPILOGUE_DEFAULT;
  }
}

/// One call, described.
struct description {
  cublasLtMatmulDescOpaque_t operation;
  cublasLtMatrixLayoutOpaque_t a, b, c;

  description(gemm const& g, blas_types const& t) {
    check_blas("cublasLtMatmulDescInit", cublasLtMatmulDescInit(&operation, t.compute, scale_of(t)));
    // Rows of ours are cuBLAS's columns: it computes the transposed product, whose first operand is b.
    set(CUBLASLT_MATMUL_DESC_TRANSA, library::operation(g.b));
    set(CUBLASLT_MATMUL_DESC_TRANSB, library::operation(g.a));
    set(CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue_of(g.last));
    if (g.last.bias != nullptr) set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, g.last.bias);
    auto const lay = [&](cublasLtMatrixLayoutOpaque_t& to, std::int64_t rows, std::int64_t columns, bool turned,
                         std::int64_t leading) {
      check_blas("cublasLtMatrixLayoutInit",
                 cublasLtMatrixLayoutInit(&to, t.data, static_cast<std::uint64_t>(turned ? columns : rows),
                                          static_cast<std::uint64_t>(turned ? rows : columns), leading));
    };
    lay(b, g.n, g.k, g.b.transposed, g.b.leading);
    lay(a, g.k, g.m, g.a.transposed, g.a.leading);
    lay(c, g.n, g.m, false, g.c_leading);
  }

 private:
  static cudaDataType scale_of(blas_types const& t) { return t.data == CUDA_R_64F ? CUDA_R_64F : CUDA_R_32F; }
  template <class T>
  void set(cublasLtMatmulDescAttributes_t what, T const& value) {
    check_blas("cublasLtMatmulDescSetAttribute",
               cublasLtMatmulDescSetAttribute(&operation, what, &value, sizeof value));
  }
};

/// Whether cuBLASLt may apply the function. Of relu, its algorithms differ in what becomes of NaN. Of gelu's tanh form
/// all are off by up to 6e-6, which is much beside gelu_tanh(-4) = -7e-5, for 16-bit floats too.
bool may_apply(finish const& f) { return f.then == finish::function::none || inexact_activations(); }

using choice = std::optional<cublasLtMatmulAlgo_t>;

/// Asks cuBLASLt for the best algorithm.
choice find(cublasLtHandle_t handle, description& d, std::uint32_t align_a, std::uint32_t align_b,
            std::uint32_t align_c, std::size_t workspace) {
  cublasLtMatmulPreferenceOpaque_t preference;
  check_blas("cublasLtMatmulPreferenceInit", cublasLtMatmulPreferenceInit(&preference));
  auto const set = [&](cublasLtMatmulPreferenceAttributes_t what, auto const& value) {
    check_blas("cublasLtMatmulPreferenceSetAttribute",
               cublasLtMatmulPreferenceSetAttribute(&preference, what, &value, sizeof value));
  };
  set(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, static_cast<std::uint64_t>(workspace));
  set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, align_b);
  set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, align_a);
  set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, align_c);
  set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, align_c);
  // Split sums of 16-bit floats are added in float32.
  set(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK,
      static_cast<std::uint32_t>(CUBLASLT_REDUCTION_SCHEME_MASK & ~CUBLASLT_REDUCTION_SCHEME_OUTPUT_TYPE));
  cublasLtMatmulHeuristicResult_t result;
  int found = 0;
  cublasStatus_t const status =
      cublasLtMatmulAlgoGetHeuristic(handle, &d.operation, &d.b, &d.a, &d.c, &d.c, &preference, 1, &result, &found);
  if (status != CUBLAS_STATUS_SUCCESS || found == 0) return {};
  return result.algo;
}

/// Algorithms, or that there is none, by all that decides on them.
using key = std::array<std::int64_t, 16>;
struct kept_choices {
  static constexpr std::size_t most = 4096;
  std::mutex mutex;
  std::map<key, choice> of;
};
kept_choices& kept() {
  static auto& k = *new kept_choices;
  return k;
}

}  // namespace

bool finished_product(library_handles& h, gemm const& g, precision_kind precision) {
  constexpr std::uint32_t least = 16;
  bool const type_fits = g.dtype == dtype_id::float32 || g.dtype == dtype_id::float16 || g.dtype == dtype_id::bfloat16;
  if (!type_fits || g.axes != 0 || g.k == 0 || !may_apply(g.last)) return false;
  if (g.last.bias != nullptr && alignment_of(g.last.bias) < least) return false;
  blas_types const t = types_of(g.dtype, precision);
  std::uint32_t const align_a = alignment_of(g.a.data), align_b = alignment_of(g.b.data), align_c = alignment_of(g.c);
  description d(g, t);
  int device = 0;
  cudaGetDevice(&device);
  key const k = {device,
                 t.data,
                 t.compute,
                 epilogue_of(g.last),
                 operation(g.a),
                 operation(g.b),
                 g.m,
                 g.n,
                 g.k,
                 g.a.leading,
                 g.b.leading,
                 g.c_leading,
                 align_a,
                 align_b,
                 align_c,
                 static_cast<std::int64_t>(h.workspace_bytes())};
  // A handle of cuBLAS is one of cuBLASLt.
  auto const handle = reinterpret_cast<cublasLtHandle_t>(h.blas);
  choice algorithm;
  {
    std::lock_guard const lock(kept().mutex);
    auto const at = kept().of.find(k);
    if (at != kept().of.end()) {
      algorithm = at->second;
    } else {
      algorithm = find(handle, d, align_a, align_b, align_c, h.workspace_bytes());
      if (kept().of.size() == kept().most) kept().of.clear();
      kept().of.emplace(k, algorithm);
    }
  }
  if (!algorithm) return false;
  blas_number const alpha(g.alpha, g.dtype), beta(g.beta, g.dtype);
  check_blas("cublasLtMatmul", cublasLtMatmul(handle, &d.operation, alpha.bytes, g.b.data, &d.b, g.a.data, &d.a,
                                              beta.bytes, g.c, &d.c, g.c, &d.c, &*algorithm, h.workspace(),
                                              h.workspace_bytes(), static_cast<cudaStream_t>(h.stream())));
  return true;
}

}  // namespace cp::library
