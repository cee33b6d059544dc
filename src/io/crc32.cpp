// CRC-32 as zip archives have it, eight bytes at a time.
#include <array>
#include <bit>
#include <cstring>
#include <fuse/io/zip.hpp>

namespace cp::io {

namespace {

using tables = std::array<std::array<std::uint32_t, 256>, 8>;

// Table k: the CRC of a byte with k zero bytes behind it.
constexpr tables make_tables() {
  tables t{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t c = i;
    for (int bit = 0; bit < 8; ++bit) c = (c >> 1) ^ (c & 1 ? 0xedb88320u : 0);
    t[0][i] = c;
  }
  for (std::size_t k = 1; k < 8; ++k)
    for (std::size_t i = 0; i < 256; ++i) t[k][i] = (t[k - 1][i] >> 8) ^ t[0][t[k - 1][i] & 255];
  return t;
}

constexpr tables table = make_tables();

}  // namespace

std::uint32_t crc32(std::uint32_t before, void const* data, std::int64_t n) noexcept {
  auto const* p = static_cast<unsigned char const*>(data);
  std::uint32_t c = ~before;
  if constexpr (std::endian::native == std::endian::little) {
    for (; n >= 8; n -= 8, p += 8) {
      std::uint64_t word;
      std::memcpy(&word, p, 8);
      word ^= c;
      c = 0;
      for (std::size_t k = 0; k < 8; ++k) c ^= table[7 - k][(word >> (8 * k)) & 255];
    }
  }
  for (; n > 0; --n, ++p) c = (c >> 8) ^ table[0][(c ^ *p) & 255];
  return ~c;
}

}  // namespace cp::io
