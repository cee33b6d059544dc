// Runs of 16-bit floats to float32 and back.
#pragma once

#include <cstdint>
#include <fuse/core/half.hpp>

namespace cp::library {

/// to[i] = from[i], exactly, for i < n.
void widen_run(float* to, float16 const* from, std::int64_t n);
void widen_run(float* to, bfloat16 const* from, std::int64_t n);
/// The same back, rounded to nearest, halves to even.
void narrow_run(float16* to, float const* from, std::int64_t n);
void narrow_run(bfloat16* to, float const* from, std::int64_t n);

}  // namespace cp::library
