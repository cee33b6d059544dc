// PNG by libpng's simplified interface, which needs no setjmp; and the colormap.
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fuse/core/error.hpp>
#include <fuse/io/png.hpp>

#if FUSE_HAVE_PNG
#include <png.h>
#endif

namespace cp::io {

namespace {

constexpr std::int64_t max_extent = std::int64_t{1} << 20;

constexpr int viridis_points = 10;
constexpr std::uint8_t viridis_rgb[viridis_points][3] = {
    {0x44, 0x01, 0x54}, {0x48, 0x28, 0x78}, {0x3e, 0x49, 0x89}, {0x31, 0x68, 0x8e}, {0x26, 0x82, 0x8e},
    {0x1f, 0x9e, 0x89}, {0x35, 0xb7, 0x79}, {0x6e, 0xce, 0x58}, {0xb5, 0xde, 0x2b}, {0xfd, 0xe7, 0x25},
};

}  // namespace

void viridis(float const* x, std::int64_t n, std::uint8_t* rgb) {
  for (std::int64_t i = 0; i < n; ++i) {
    std::uint8_t* const out = rgb + 3 * i;
    if (std::isnan(x[i])) {
      out[0] = out[1] = out[2] = 128;
      continue;
    }
    float const at = std::fmin(std::fmax(x[i], 0.0f), 1.0f) * (viridis_points - 1);
    int const left = std::min(static_cast<int>(at), viridis_points - 2);
    float const t = at - static_cast<float>(left);
    for (int c = 0; c < 3; ++c) {
      float const a = viridis_rgb[left][c], b = viridis_rgb[left + 1][c];
      out[c] = static_cast<std::uint8_t>(a + (b - a) * t + 0.5f);
    }
  }
}

#if FUSE_HAVE_PNG

namespace {

// A file and libpng's state, let go together.
struct png_file {
  std::FILE* file;
  png_image image;

  png_file(std::string const& path, char const* mode) : file(std::fopen(path.c_str(), mode)), image() {
    image.version = PNG_IMAGE_VERSION;
  }
  ~png_file() {
    png_image_free(&image);
    if (file != nullptr) std::fclose(file);
  }
  png_file(png_file const&) = delete;
  png_file& operator=(png_file const&) = delete;
};

png_uint_32 format_of(int channels) {
  return channels == 1 ? PNG_FORMAT_GRAY : channels == 3 ? PNG_FORMAT_RGB : PNG_FORMAT_RGBA;
}

}  // namespace

bool has_png() noexcept { return true; }

void write_png(std::string const& path, std::int64_t width, std::int64_t height, int channels,
               std::uint8_t const* pixels) {
  if (width < 1 || height < 1 || width > max_extent || height > max_extent) {
    throw value_error("cp::write_png: a picture of " + std::to_string(width) + " x " + std::to_string(height) +
                      " pixels; both must be from 1 to 2^20");
  }
  if (channels != 1 && channels != 3 && channels != 4) {
    throw value_error("cp::write_png: " + std::to_string(channels) + " channels; must be 1, 3 or 4");
  }
  png_file out(path, "wb");
  if (out.file == nullptr) {
    throw io_error("cp::write_png: " + path + ": cannot be opened: " + std::strerror(errno));
  }
  out.image.width = static_cast<png_uint_32>(width);
  out.image.height = static_cast<png_uint_32>(height);
  out.image.format = format_of(channels);
  errno = 0;
  bool const written = png_image_write_to_stdio(&out.image, out.file, 0, pixels, 0, nullptr) != 0;
  int const error = errno;
  std::FILE* const file = out.file;
  out.file = nullptr;
  if (std::fclose(file) != 0 || !written) {
    std::string const why = !written ? out.image.message : std::strerror(errno);
    throw io_error("cp::write_png: " + path + ": " + why +
                   (error != 0 ? std::string(": ") + std::strerror(error) : ""));
  }
}

picture read_png(std::string const& path) {
  auto const fail = [&](std::string const& what) { throw io_error("cp::read_png: " + path + ": " + what); };
  png_file in(path, "rb");
  if (in.file == nullptr) fail(std::string("cannot be opened: ") + std::strerror(errno));

  // Eight bytes of signature, then the header chunk: length, name, width, height, bits, colour type.
  unsigned char start[26] = {};
  std::size_t const got = std::fread(start, 1, sizeof(start), in.file);
  if (got < 8 || png_sig_cmp(start, 0, 8) != 0) fail("not a PNG file");
  if (got < sizeof(start)) fail("truncated header");
  if (start[24] == 16) fail("16 bits a channel; expected up to 8");
  if (std::fseek(in.file, 0, SEEK_END) != 0) fail("cannot be read twice, as a pipe");
  std::int64_t const file_bytes = std::ftell(in.file);
  std::rewind(in.file);

  if (png_image_begin_read_from_stdio(&in.image, in.file) == 0) fail(in.image.message);
  picture p;
  p.width = in.image.width;
  p.height = in.image.height;
  bool const color = (in.image.format & PNG_FORMAT_FLAG_COLOR) != 0;
  bool const opacity = (in.image.format & PNG_FORMAT_FLAG_ALPHA) != 0;
  p.channels = opacity ? 4 : color ? 3 : 1;
  // A byte of deflated data becomes at most 1032.
  int const samples = start[25] == 2 ? 3 : start[25] == 4 ? 2 : start[25] == 6 ? 4 : 1;  // by PNG's colour type
  std::int64_t const row_bytes = (p.width * samples * start[24] + 7) / 8;
  if (p.width > max_extent || p.height > max_extent || row_bytes * p.height > 1032 * file_bytes) {
    fail(std::to_string(p.width) + " x " + std::to_string(p.height) + " pixels are more than " +
         std::to_string(file_bytes) + " bytes can hold");
  }
  in.image.format = format_of(p.channels);
  p.pixels.resize(static_cast<std::size_t>(p.width * p.height * p.channels));
  if (png_image_finish_read(&in.image, nullptr, p.pixels.data(), 0, nullptr) == 0) fail(in.image.message);
  return p;
}

#else

bool has_png() noexcept { return false; }

void write_png(std::string const& path, std::int64_t, std::int64_t, int, std::uint8_t const*) {
  throw io_error("cp::write_png: " + path + ": this build has no libpng");
}

picture read_png(std::string const& path) { throw io_error("cp::read_png: " + path + ": this build has no libpng"); }

#endif

}  // namespace cp::io
