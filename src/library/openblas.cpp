#include "openblas.hpp"

#include <cstdlib>
#include <cstring>

namespace cp::library {

bool choose_openblas_kernels() {
#if defined(__x86_64__)
  char const* const variable = "OPENBLAS_CORETYPE";
  if (openblas_get_corename == nullptr || gotoblas_dynamic_init == nullptr || gotoblas_dynamic_quit == nullptr ||
      std::getenv(variable) != nullptr || std::strcmp(openblas_get_corename(), "Prescott") != 0)
    return false;
  __builtin_cpu_init();
  bool const avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  bool const avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
  if (!avx2) return false;
  // It is read there alone, and means nothing to the processes that this one starts.
  setenv(variable, avx512 ? "SKYLAKEX" : "HASWELL", 1);
  gotoblas_dynamic_quit();
  gotoblas_dynamic_init();
  unsetenv(variable);
  return true;
#else
  return false;
#endif
}

}  // namespace cp::library
