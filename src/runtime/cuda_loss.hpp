// The CUDA context's end: by an error that every later call returns, or because the process ends.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

namespace cp::runtime {

/// Remembers the last kernels that were launched, so that an error that comes later can name them. `name` lives for
/// ever.
void note_launch(char const* name, void* stream) noexcept;
/// They are done.
void forget_launches(void* stream) noexcept;
void forget_all_launches() noexcept;
/// The name of a __global__ function, or null.
char const* kernel_name(void const* kernel) noexcept;
/// As it is written in C++.
std::string demangled(char const* name);

/// Whether this is an error after which every call fails until the process ends.
bool is_lasting(cudaError_t status) noexcept;
/// Remembers an error after which the context is lost; false for any other.
bool note_if_lasting(char const* call, cudaError_t status);
/// Throws context_lost: with the whole story, or as a later call.
[[noreturn]] void throw_lost(bool first);
/// Throws context_lost if that is why a library's call failed.
void throw_if_loses(char const* call);

/// Whether this process was forked from one that used CUDA.
bool is_forked() noexcept;
/// Called once, when CUDA is first used.
void watch_for_the_end() noexcept;

}  // namespace cp::runtime
