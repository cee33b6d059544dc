// libFuzzer target: whatever the bytes, reading .npy arrays from them either works or throws io_error.
// scripts/fuzz builds and runs it.
#include "npy_fuzz.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  fuzz::read_all_arrays(data, size);
  return 0;
}
