// What OpenBLAS has besides BLAS: null pointers with another BLAS.
#pragma once

extern "C" {
[[gnu::weak]] char* openblas_get_config();
[[gnu::weak]] char* openblas_get_corename();
[[gnu::weak]] int openblas_get_num_threads();
[[gnu::weak]] void openblas_set_num_threads(int);
[[gnu::weak]] void gotoblas_dynamic_init();
[[gnu::weak]] void gotoblas_dynamic_quit();
}

namespace cp::library {

/// An OpenBLAS that does not know a processor, as it is newer, takes the kernels of the oldest one of its kind
/// (Prescott, SSE3: a fifth of the speed). Where the processor can do more, this has it take those for AVX-512 or AVX2,
/// as its variable OPENBLAS_CORETYPE would; where that is set, it holds. Whether it did. To be called before main, when
/// nothing is computed yet.
bool choose_openblas_kernels();

}  // namespace cp::library
