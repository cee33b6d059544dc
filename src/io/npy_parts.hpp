// What reading and writing files share.
#pragma once

#include <cstdint>
#include <cstdio>
#include <fuse/io/npy.hpp>
#include <string>
#include <string_view>

namespace cp::io {

/// Throws io_error naming the source.
[[noreturn]] void fail(byte_source const& source, std::string const& what);
/// `1 byte`, `2 bytes`.
std::string bytes_text(std::int64_t n);
/// Reads n bytes, or throws io_error; `what` is what they are part of.
void read_exactly(byte_source& source, void* to, std::int64_t n, char const* what);
/// Writes n bytes, or throws io_error; `where` is the function that it names, `name` the file.
void write_exactly(std::FILE* file, char const* where, std::string const& name, void const* data, std::int64_t n);
/// The same in pieces, of which somebody is told.
void write_told(std::FILE* file, char const* where, std::string const& name, void const* data, std::int64_t n,
                progress_meter& meter);
/// Text from a file, safe to show: what is not printable ASCII as \xNN, and not too much of it.
std::string shown(std::string_view text, std::size_t limit = 60);

}  // namespace cp::io
