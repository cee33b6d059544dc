// What reading a header and reading elements share.
#pragma once

#include <cstdint>
#include <fuse/io/npy.hpp>
#include <string>

namespace cp::io {

/// Throws io_error naming the source.
[[noreturn]] void fail(byte_source const& source, std::string const& what);
/// `1 byte`, `2 bytes`.
std::string bytes_text(std::int64_t n);
/// Reads n bytes, or throws io_error; `what` is what they are part of.
void read_exactly(byte_source& source, void* to, std::int64_t n, char const* what);

}  // namespace cp::io
