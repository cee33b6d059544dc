// PNG pictures: 8 bits a channel, written and read, and colours for numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cp::io {

/// A picture: rows from top to bottom, pixels from left to right, the channels of a pixel next to each other.
struct picture {
  /// Pixels of a row.
  std::int64_t width = 0;
  /// Rows.
  std::int64_t height = 0;
  int channels = 3;                  ///< 1: gray, 3: red, green, blue, 4: those and opacity
  std::vector<std::uint8_t> pixels;  ///< height * width * channels
};

/// Writes a PNG file of 1 (gray), 3 (RGB) or 4 (RGBA) channels from height * width * channels bytes.
///
/// throws   value_error if the extents are not from 1 to 2^20 or the channels not 1, 3 or 4; io_error if the file
/// cannot
///          be written, or this build has no libpng
void write_png(std::string const& path, std::int64_t width, std::int64_t height, int channels,
               std::uint8_t const* pixels);

/// Reads a PNG file of up to 8 bits a channel. Palettes become RGB, gray with opacity becomes RGBA.
///
/// throws   io_error if it is no such file, is damaged, or claims more pixels than its bytes can hold; or without
/// libpng
picture read_png(std::string const& path);

/// Whether this build can write and read PNG files.
bool has_png() noexcept;

/// The viridis colours of n numbers from 0 (dark violet) to 1 (yellow): equal steps look equal, in gray too. Numbers
/// outside are clamped; NaN is mid-gray. Writes 3 n bytes: red, green, blue.
///
/// source   S. van der Walt and N. Smith, matplotlib's viridis (CC0), at ten points, linear between them
void viridis(float const* x, std::int64_t n, std::uint8_t* rgb);

}  // namespace cp::io
