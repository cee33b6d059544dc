// libFuzzer target: whatever the bytes, reading a .npz file or a table of text from them works or throws.
//
//   clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -DFUSE_CUDA=0 -Iinclude tests/fuzz/files_fuzz.cpp
//       -Lbuild/asan -lfuse -lz -o files_fuzz       (build/asan: the library, built by clang with -fsanitize=address)
//   ./files_fuzz -rss_limit_mb=512 corpus/
#include "files_fuzz.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  fuzz::read_archive(data, size);
  fuzz::read_tables(data, size);
  return 0;
}
