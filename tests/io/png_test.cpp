// PNG pictures: what is written is what other programs read, and what is read is what was written.
#include <fuse/io/png.hpp>

#include <doctest.h>
#include <unistd.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fuse/core/error.hpp>
#include "records.hpp"

namespace {

struct temporary_file {
  std::string path =
      (std::filesystem::temp_directory_path() / ("fuse_png_" + std::to_string(::getpid()) + ".png")).string();
  ~temporary_file() { std::filesystem::remove(path); }
};

// Big-endian, as in PNG.
std::uint32_t word(std::string const& bytes, std::size_t at) {
  std::uint32_t n = 0;
  for (std::size_t i = 0; i < 4; ++i) n = n << 8 | static_cast<unsigned char>(bytes[at + i]);
  return n;
}

void write_file(std::string const& path, std::string const& bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace

TEST_CASE("viridis runs from dark violet to yellow, and grows lighter all the way") {
  std::vector<float> x;
  for (int i = 0; i <= 1000; ++i) x.push_back(static_cast<float>(i) / 1000);
  std::vector<std::uint8_t> rgb(3 * x.size());
  cp::io::viridis(x.data(), static_cast<std::int64_t>(x.size()), rgb.data());
  CHECK(rgb[0] == 68);
  CHECK(rgb[1] == 1);
  CHECK(rgb[2] == 84);
  CHECK(rgb[3000] == 253);
  CHECK(rgb[3001] == 231);
  CHECK(rgb[3002] == 37);
  double before = -1;
  for (std::size_t i = 0; i < x.size(); i += 20) {
    double const light = 0.2126 * rgb[3 * i] + 0.7152 * rgb[3 * i + 1] + 0.0722 * rgb[3 * i + 2];
    CHECK(light > before);
    before = light;
  }
  float const outside[] = {-1, 2, -INFINITY, INFINITY, NAN};
  std::uint8_t out[15];
  cp::io::viridis(outside, 5, out);
  for (int i = 0; i < 3; ++i) {
    CHECK(out[i] == rgb[static_cast<std::size_t>(i)]);
    CHECK(out[3 + i] == rgb[static_cast<std::size_t>(3000 + i)]);
    CHECK(out[6 + i] == out[i]);
    CHECK(out[9 + i] == out[3 + i]);
    CHECK(out[12 + i] == 128);
  }
}

TEST_CASE("a picture comes back as it was written" * doctest::skip(!cp::io::has_png())) {
  temporary_file const file;
  for (int const channels : {1, 3, 4}) {
    std::vector<std::uint8_t> pixels(static_cast<std::size_t>(37 * 21 * channels));
    for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::uint8_t>(i * i % 251);
    cp::io::write_png(file.path, 37, 21, channels, pixels.data());
    std::string const bytes = io_tests::file_bytes(file.path);
    CHECK(bytes.substr(0, 8) == "\x89PNG\r\n\x1a\n");
    CHECK(word(bytes, 16) == 37);
    CHECK(word(bytes, 20) == 21);
    CHECK(bytes[24] == 8);                                            // bits a channel
    CHECK(bytes[25] == (channels == 1 ? 0 : channels == 3 ? 2 : 6));  // PNG's colour type
    cp::io::picture const p = cp::io::read_png(file.path);
    CHECK(p.width == 37);
    CHECK(p.height == 21);
    CHECK(p.channels == channels);
    CHECK((p.pixels == pixels));
  }
}

TEST_CASE("broken pictures and arguments are refused" * doctest::skip(!cp::io::has_png())) {
  temporary_file const file;
  std::vector<std::uint8_t> const pixels(64 * 64 * 3, 9);
  CHECK_THROWS_WITH_AS(cp::io::write_png(file.path, 0, 4, 3, pixels.data()),
                       "cp::write_png: a picture of 0 x 4 pixels; both must be from 1 to 2^20", cp::value_error);
  CHECK_THROWS_AS(cp::io::write_png(file.path, 4, std::int64_t{1} << 40, 3, pixels.data()), cp::value_error);
  CHECK_THROWS_WITH_AS(cp::io::write_png(file.path, 4, 4, 2, pixels.data()),
                       "cp::write_png: 2 channels; must be 1, 3 or 4", cp::value_error);
  CHECK_THROWS_AS(cp::io::write_png("/no/such/folder/x.png", 4, 4, 3, pixels.data()), cp::io_error);
  CHECK_THROWS_AS(cp::io::read_png("/no/such/folder/x.png"), cp::io_error);

  cp::io::write_png(file.path, 64, 64, 3, pixels.data());
  std::string const good = io_tests::file_bytes(file.path);
  auto const refused = [&](std::string const& bytes, char const* phrase) {
    write_file(file.path, bytes);
    CHECK_THROWS_WITH_AS(cp::io::read_png(file.path), doctest::Contains(phrase), cp::io_error);
  };
  refused("", "not a PNG file");
  refused("\x93NUMPY and more bytes", "not a PNG file");
  refused(good.substr(0, 20), "truncated header");
  std::string sixteen = good;
  sixteen[24] = 16;
  refused(sixteen, "16 bits a channel");
  refused(std::string("\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\1\x86\xa0\0\1\x86\xa0\x08\2\0\0\0\x27\x30\x9c\x9f\0\0\0\0IDAT",
                      41),
          "100000 x 100000 pixels are more than 41 bytes can hold");
  for (std::size_t n = 26; n + 12 < good.size(); ++n) {  // without its end chunk alone a picture is whole
    write_file(file.path, good.substr(0, n));
    CHECK_THROWS_AS(cp::io::read_png(file.path), cp::io_error);
  }
  for (std::size_t i = 0; i < good.size(); ++i) {  // any damage: an error or a picture, never more
    std::string bytes = good;
    bytes[i] = static_cast<char>(bytes[i] ^ 0x55);
    write_file(file.path, bytes);
    try {
      cp::io::picture const p = cp::io::read_png(file.path);
      CHECK(p.pixels.size() == static_cast<std::size_t>(p.width * p.height * p.channels));
    } catch (cp::io_error const&) {
    }
  }
}

TEST_CASE("a build without libpng says so" * doctest::skip(cp::io::has_png())) {
  std::uint8_t const pixel = 0;
  CHECK_THROWS_WITH_AS(cp::io::write_png("x.png", 1, 1, 1, &pixel), "cp::write_png: x.png: this build has no libpng",
                       cp::io_error);
  CHECK_THROWS_AS(cp::io::read_png("x.png"), cp::io_error);
}
