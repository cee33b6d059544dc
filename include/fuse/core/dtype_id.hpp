// The element types as run-time values: what type-erased code (files, printing, planning) speaks of.
#pragma once

namespace cp {

/// The element types of NumPy that the library knows, and `other` for a user's own struct.
enum class dtype_id : unsigned char {
  bool_,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  float16,
  bfloat16,
  float32,
  float64,
  complex64,
  complex128,
  other
};

}  // namespace cp
