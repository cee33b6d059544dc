// What reading and writing zip archives share: the records of the format, and bytes inflated and deflated.
#pragma once

#include <cstdint>
#include <fuse/io/npy.hpp>
#include <fuse/io/zip.hpp>
#include <memory>
#include <string>

namespace cp::io {

/// Signatures and lengths of the records of an archive, and the values that say "in the zip64 record".
namespace zip {

inline constexpr std::uint32_t local_header = 0x04034b50, directory_entry = 0x02014b50, end_record = 0x06054b50,
                               zip64_end_record = 0x06064b50, zip64_locator = 0x07064b50;
inline constexpr std::int64_t local_bytes = 30, entry_bytes = 46, end_bytes = 22, zip64_end_bytes = 56,
                              locator_bytes = 20;
inline constexpr std::uint32_t in_zip64 = 0xffffffff;
inline constexpr std::uint16_t in_zip64_short = 0xffff;
inline constexpr int stored = 0, deflated = 8;

}  // namespace zip

/// Why a build without zlib refuses.
inline constexpr char no_zlib[] = "this build has no zlib (zlib1g-dev on Debian and Ubuntu)";

/// Deflated bytes of a source as a source of what they hold: `size` bytes. `remaining()` is unknown, so that whoever
/// reads takes memory as bytes come, not as the archive says.
std::unique_ptr<byte_source> inflated(std::unique_ptr<byte_source> from, std::int64_t size);

/// Deflates pieces of memory into `put(data, n)`.
class deflater {
 public:
  using sink = void (*)(void* to, void const* data, std::int64_t n);
  /// Throws io_error in a build without zlib.
  deflater(std::string const& name, sink put, void* to);
  ~deflater();
  deflater(deflater const&) = delete;
  deflater& operator=(deflater const&) = delete;
  /// The next bytes.
  void add(void const* data, std::int64_t n, bool last);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace cp::io
