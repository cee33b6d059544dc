// libFuzzer target: whatever the bytes, reading a .npz file or a table of text from them works or throws.
// scripts/fuzz builds and runs it. What begins with a P is read as an archive;
// else the last byte says by which rules of a table.
#include "files_fuzz.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  if (size != 0 && data[0] == 'P')
    fuzz::read_archive(data, size);
  else
    fuzz::read_table(data, size, size == 0 ? 0 : data[size - 1] % fuzz::table_kinds);
  return 0;
}
