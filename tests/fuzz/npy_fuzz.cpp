// libFuzzer target: whatever the bytes, reading .npy arrays from them either works or throws io_error.
//
//   clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -Iinclude tests/fuzz/npy_fuzz.cpp
//       src/io/{npy,npy_header,format,element_text,digits}.cpp src/core/shape.cpp -o npy_fuzz
//   ./npy_fuzz -rss_limit_mb=512 corpus/
#include "npy_fuzz.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  fuzz::read_all_arrays(data, size);
  return 0;
}
