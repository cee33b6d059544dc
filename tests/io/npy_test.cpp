// .npy files: what NumPy wrote is read, what is written is what NumPy writes, and what is broken is refused.
#include <fuse/io/npy.hpp>

#include <doctest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <fuse/core/error.hpp>
#include <fuse/core/half.hpp>
#include <fuse/runtime/memory_pool.hpp>
#include "../fuzz/mutations.hpp"
#include "../fuzz/npy_fuzz.hpp"
#include "data.hpp"
#include "records.hpp"

namespace {

using cp::dtype_id;
using cp::io::npy_header;
using shape_type = std::vector<std::int64_t>;

struct array {
  npy_header header;
  std::string bytes;
};

array read_array(cp::io::byte_source& source) {
  array a;
  a.header = cp::io::read_npy_header(source);
  a.bytes.resize(static_cast<std::size_t>(a.header.nbytes()));
  cp::io::read_npy_data(source, a.header, a.bytes.data());
  return a;
}

array read_array(std::string const& file) {
  cp::io::memory_source source(file.data(), static_cast<std::int64_t>(file.size()), "test.npy");
  return read_array(source);
}

// A file of this version with this dictionary, as another program might write it.
std::string file_of(std::string const& dictionary, std::string const& data = "", int major = 1) {
  std::string out = std::string("\x93NUMPY") + static_cast<char>(major) + '\0';
  for (int i = 0; i < (major == 1 ? 2 : 4); ++i) out += static_cast<char>(dictionary.size() >> (8 * i));
  return out + dictionary + data;
}

std::string message_of(std::string const& file) {
  try {
    read_array(file);
  } catch (cp::io_error const& e) {
    return e.what();
  }
  return "no error";
}

// Removed at the end, with what is in it.
struct temporary_folder {
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("fuse_npy_test_" + std::to_string(::getpid()));
  temporary_folder() { std::filesystem::create_directories(path); }
  ~temporary_folder() { std::filesystem::remove_all(path); }
  std::string file(char const* name) const { return (path / name).string(); }
};

}  // namespace

TEST_CASE("every dtype, byte order, axis order and version that NumPy writes is read") {
  auto const records = io_tests::read_records(tests::data_folder() + "/io/arrays.bin");
  REQUIRE(records.size() > 100);
  for (std::size_t i = 0; i < records.size(); ++i) {
    io_tests::record const& r = records[i];
    CAPTURE(i);
    CAPTURE(r.facts.at("dtype"));
    array const a = read_array(r.fields[0]);
    std::string const name = a.header.dtype == dtype_id::other ? "other" : cp::dtype_name(a.header.dtype);
    CHECK(name == r.facts.at("dtype"));
    CHECK(std::to_string(a.header.itemsize) == r.facts.at("itemsize"));
    CHECK(a.header.fortran_order == (r.facts.at("fortran") == "1"));
    std::string shape;
    for (std::int64_t const n : a.header.shape) shape += (shape.empty() ? "" : ",") + std::to_string(n);
    CHECK(shape == r.facts.at("shape"));
    CHECK(a.bytes == r.fields[1]);
    if (r.facts.at("same") == "1") {  // what numpy.save writes for this array
      std::string const header =
          cp::io::make_npy_header(a.header.dtype, a.header.itemsize, a.header.shape, a.header.fortran_order);
      CHECK(header + a.bytes == r.fields[0]);
    }
  }
}

TEST_CASE("a written file has numpy.save's bytes, and arrays in one file are read one after another") {
  temporary_folder const folder;
  std::string const path = folder.file("two.npy");
  double const x[] = {1, 2, 3, 4, 5, 6};
  std::uint8_t const y = 7;
  cp::io::write_npy(path, dtype_id::float64, 0, {2, 3}, x);
  std::string expected("\x93NUMPY\1\0v\0{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }", 69);
  expected += std::string(127 - expected.size(), ' ') + "\n";
  CHECK(io_tests::file_bytes(path) == expected + std::string(reinterpret_cast<char const*>(x), sizeof(x)));

  std::FILE* file = std::fopen(path.c_str(), "ab");
  REQUIRE(file != nullptr);
  cp::io::write_npy(file, path, dtype_id::uint8, 0, {}, &y);
  cp::io::write_npy(file, path, dtype_id::complex64, 0, {0, 4}, nullptr);
  std::fclose(file);

  file = std::fopen(path.c_str(), "rb");
  REQUIRE(file != nullptr);
  for (int i = 0; i < 3; ++i) {  // a new source each time: it leaves the file where the array ends
    cp::io::file_source source(file, path);
    array const a = read_array(source);
    CHECK(a.header.shape == std::vector<shape_type>{{2, 3}, {}, {0, 4}}[static_cast<std::size_t>(i)]);
    CHECK(a.header.size() == (i == 0 ? 6 : i == 1 ? 1 : 0));
    if (i == 0) CHECK(std::memcmp(a.bytes.data(), x, sizeof(x)) == 0);
    if (i == 1) CHECK(a.bytes == "\7");
  }
  cp::io::file_source at_end(file, path);
  CHECK_THROWS_WITH_AS(cp::io::read_npy_header(at_end),
                       ("cp::load: " + path + ": expected a .npy array, found the end of the file").c_str(),
                       cp::io_error);
  std::fclose(file);

  cp::io::file_source whole(path);
  CHECK(read_array(whole).header.descr == "<f8");
  CHECK(read_array(whole).header.descr == "|u1");
}

TEST_CASE("bfloat16 is saved as ml_dtypes saves it, and is raw bytes until someone asks") {
  cp::bfloat16 const x[] = {cp::bfloat16(1.0f), cp::bfloat16(-2.0f)};
  std::string const header = cp::io::make_npy_header(dtype_id::bfloat16, 0, {2});
  CHECK(header.find("'descr': '<V2'") != std::string::npos);
  array const a = read_array(header + std::string(reinterpret_cast<char const*>(x), sizeof(x)));
  CHECK(a.header.dtype == dtype_id::other);
  CHECK(a.header.may_be_bfloat16());
  CHECK(std::memcmp(a.bytes.data(), x, sizeof(x)) == 0);
}

TEST_CASE("headers that other programs write are read") {
  std::string const data(24, '\0');
  for (char const* text : {
           "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)}",
           "{'shape': (2, 3), 'fortran_order': False, 'descr': '<f4'}\n",
           "{\"descr\":\"<f4\",\"fortran_order\":False,\"shape\":(2,3,),}",
           " { 'descr' : '<f4' ,\n\t'fortran_order' : False , 'shape' : ( 2 , 3 ) , } \n",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (2L, 3L), }",
           "{'descr': '=f4', 'fortran_order': False, 'shape': (2, 3), }",
           "{'descr': 'f4', 'fortran_order': False, 'shape': (2, 3), }",
       }) {
    for (int version = 1; version <= 3; ++version) {
      array const a = read_array(file_of(text, data, version));
      CHECK(a.header.dtype == dtype_id::float32);
      CHECK(a.header.shape == shape_type{2, 3});
    }
  }
  CHECK(read_array(file_of("{'descr': '>i1', 'fortran_order': True, 'shape': (1,)}", "\5")).bytes == "\5");
  std::string const fields = "[('x', '<f4'), ('', '|V4'), ('y', '<f8', 2)]";
  CHECK(read_array(file_of("{'descr': " + fields + ", 'fortran_order': False, 'shape': ()}", data)).header.itemsize ==
        24);
  std::string const flags("\0\1\x80", 3);
  std::string const turned = "[('n', [('x', '>i2'), ('on', '|b1')], (2,)), ('e', '|b1', (0, 9)), ('y', '>c8')]";
  CHECK(read_array(file_of("{'descr': " + turned + ", 'fortran_order': False, 'shape': ()}", "\1\2\3\4\5\6abcdefgh"))
            .bytes == "\2\1\1\5\4\1dcbahgfe");
  CHECK(read_array(file_of("{'descr': '|b1', 'fortran_order': False, 'shape': (3,)}", flags)).bytes ==
        std::string("\0\1\1", 3));
}

TEST_CASE("a broken file is refused with what was expected and what came") {
  std::string const good = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
  auto const shaped = [](std::string const& shape) {
    return file_of("{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }", "1234");
  };
  auto const typed = [](std::string const& descr) {
    return file_of("{'descr': " + descr + ", 'fortran_order': False, 'shape': (1,), }", std::string(64, 'x'));
  };
  std::string const nested = std::string(40, '[');
  struct {
    std::string file;
    char const* phrase;
  } const cases[] = {
      {"", "expected a .npy array, found the end of the file"},
      {"\x93NUM", "not a .npy file"},
      {"PK\3\4 and more", "a zip archive, as .npz files are"},
      {"hello world, hello", "expected it to begin with \\x93NUMPY, got 'hello wo'"},
      {"\x93NUMPY", "truncated before the format version"},
      {file_of(good, "", 0), "expected .npy version 1.0, 2.0 or 3.0, got 0.0"},
      {file_of(good, "", 4), "got 4.0"},
      {std::string("\x93NUMPY\1\1", 8) + good, "got 1.1"},
      {std::string("\x93NUMPY\1\0\5", 9), "truncated header length: expected 2 bytes, got 1"},
      {std::string("\x93NUMPY\1\0\xff\xff{}", 12), "truncated header: expected 65535 bytes, got 2"},
      {std::string("\x93NUMPY\2\0\xff\xff\xff\xff{}", 14), "truncated header: expected 4294967295 bytes, got 2"},
      {file_of(std::string(1100000, ' '), "", 2), "more than the 1048576 that are accepted"},
      {file_of(good, std::string(23, 'x')), "truncated data: shape (2, 3) of dtype <f4 needs 24 bytes, got 23"},
      {file_of(""), "expected '{', at its end"},
      {file_of("garbage"), "expected '{', at 'garbage'"},
      {file_of("{"), "expected a string"},
      {file_of(good.substr(0, 17)), "expected a string, at its end"},
      {file_of("{'descr"), "a string without an end"},
      {file_of("{'descr\\"), "a string without an end"},
      {file_of(good + " {}"), "expected nothing more after the dictionary"},
      {file_of(good + std::string(1, '\0')), "expected nothing more"},
      {file_of("{}"), "the key 'descr' is missing"},
      {file_of("{'descr': '<f4', 'shape': ()}"), "the key 'fortran_order' is missing"},
      {file_of("{'descr': '<f4', 'fortran_order': False}"), "the key 'shape' is missing"},
      {file_of("{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': ()}", "1234"),
       "the key 'descr' comes twice"},
      {file_of("{'shape': (), 'shape': (9,)}"), "the key 'shape' comes twice"},
      {file_of("{'color': 1}"), "unknown key 'color'"},
      {file_of("{1: 2}"), "expected a string"},
      {file_of("{'descr' '<f4'}"), "expected ':'"},
      {file_of("{'descr': '<f4' 'shape': ()}"), "expected '}'"},
      {file_of("{'descr': '<f4', 'fortran_order': 0, 'shape': ()}"), "fortran_order must be True or False"},
      {file_of("{'descr': '<f4', 'fortran_order': true, 'shape': ()}"), "fortran_order must be True or False"},
      {shaped("(-1,)"), "an extent is negative"},
      {shaped("(1, -9223372036854775808)"), "an extent is negative"},
      {shaped("(9223372036854775808,)"), "an extent does not fit into 64 bits"},
      {shaped("(99999999999999999999999999,)"), "an extent does not fit into 64 bits"},
      {shaped("(9223372036854775807,)"), "does not fit into 64 bits"},
      {shaped("(4294967296, 4294967296)"), "does not fit into 64 bits"},
      {shaped("(4611686018427387904, 4, 0)"), "does not fit into 64 bits"},
      {shaped("(0, 4611686018427387904, 4)"), "does not fit into 64 bits"},
      {shaped("(1000000000000,)"), "needs 4000000000000 bytes, got 4"},
      {shaped("(1)"), "shape must be a tuple"},
      {shaped("1"), "expected '('"},
      {shaped("[1]"), "expected '('"},
      {shaped("(1.0,)"), "expected ',' or ')'"},
      {shaped("(1,,)"), "expected an extent"},
      {shaped("(,)"), "expected an extent"},
      {shaped("(True,)"), "expected an extent"},
      {shaped("(1 1)"), "expected ',' or ')'"},
      {shaped("(" + std::string(130, '1') + ",)"), "an extent does not fit"},
      {shaped("(" +
              [] {
                std::string s;
                for (int i = 0; i < 65; ++i) s += "1,";
                return s;
              }() +
              ")"),
       "the rank is above 64"},
      {typed("'|O'"), "the array holds Python objects, whose pickle is not read"},
      {typed("'O8'"), "pickle is not read"},
      {typed("[('a', '|O')]"), "pickle is not read"},
      {typed("'<f16'"), "unknown dtype '<f16'"},
      {typed("'<f3'"), "unknown dtype '<f3'"},
      {typed("'<q8'"), "unknown dtype '<q8'"},
      {typed("''"), "unknown dtype ''"},
      {typed("'<'"), "unknown dtype '<'"},
      {typed("'f'"), "unknown dtype 'f'"},
      {typed("'<f-4'"), "unknown dtype"},
      {typed("'<f4x'"), "unknown dtype"},
      {typed("'<V99999999999999999999'"), "unknown dtype"},
      {typed("'<U2147483647'"), "unknown dtype"},
      {typed("'\xff\n'"), "unknown dtype '\\xff\\x0a'"},
      {typed("'<U3'"), "arrays of strings cannot be read"},
      {typed("'|S3'"), "arrays of strings cannot be read"},
      {typed("'<M8[ns]'"), "arrays of dates and times cannot be read"},
      {typed("'|V0'"), "the elements have no bytes"},
      {typed("[]"), "the elements have no bytes"},
      {typed("[('a', '>U4')]"), "text and times of the other byte order"},
      {typed("[('a', '<f4'), ('b', '<i2'), ('a', '<f4')]"), "the member 'a' comes twice"},
      {typed("[('a', '<f4']"), "expected ')'"},
      {typed("[('a')]"), "expected ','"},
      {typed("[('a', '|V2147483647', (2147483647, 2147483647))]"), "the struct is too large"},
      {typed("[('a', '|V2147483647'), ('b', '|V2147483647')]"), "the struct is too large"},
      {typed(nested), "expected '('"},
      {typed([] {
         std::string s;
         for (int i = 0; i < 40; ++i) s += "[('a',";
         return s;
       }()),
       "nested too deeply"},
      {typed("None"), "expected a string"},
  };
  for (auto const& c : cases) {
    std::string const message = message_of(c.file);
    CHECK_MESSAGE(message.find(c.phrase) != std::string::npos, message << " should say " << c.phrase);
    CHECK(message.substr(0, 20) == "cp::load: test.npy: ");
    for (char const ch : message) CHECK_MESSAGE((ch >= ' ' && ch < '\x7f'), message);
    CHECK(message.size() < 300);
  }
}

TEST_CASE("a file that cannot be opened or written is an error with its name") {
  temporary_folder const folder;
  std::string const missing = folder.file("missing.npy");
  CHECK_THROWS_WITH_AS(cp::io::file_source{missing},
                       ("cp::load: " + missing + ": cannot be opened: No such file or directory").c_str(),
                       cp::io_error);
  std::string const nowhere = folder.file("no/such/folder.npy");
  CHECK_THROWS_AS(cp::io::write_npy(nowhere, dtype_id::int8, 0, {}, "x"), cp::io_error);
  cp::io::file_source directory(folder.path.string());
  CHECK_THROWS_WITH_AS(cp::io::read_npy_header(directory),
                       ("cp::load: " + folder.path.string() + ": cannot be read: Is a directory").c_str(),
                       cp::io_error);
  if (std::filesystem::exists("/dev/full")) {
    std::vector<char> const data(1 << 20);
    CHECK_THROWS_WITH_AS(cp::io::write_npy("/dev/full", dtype_id::int8, 0, {1 << 20}, data.data()),
                         doctest::Contains("No space left on device"), cp::io_error);
    CHECK_THROWS_AS(cp::io::write_npy("/dev/full", dtype_id::int8, 0, {1}, data.data()), cp::io_error);
  }
}

TEST_CASE("a pipe, whose length nobody knows, is read too") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  std::int16_t const x[] = {1, -2, 3};
  std::string const file = cp::io::make_npy_header(dtype_id::int16, 0, {3}) +
                           std::string(reinterpret_cast<char const*>(x), sizeof(x)) +
                           cp::io::make_npy_header(dtype_id::int16, 0, {3}) + "only";
  REQUIRE(::write(ends[1], file.data(), file.size()) == static_cast<ssize_t>(file.size()));
  ::close(ends[1]);
  std::FILE* const in = ::fdopen(ends[0], "rb");
  cp::io::file_source source(in, "pipe");
  CHECK(source.remaining() == -1);
  CHECK(read_array(source).bytes == std::string(reinterpret_cast<char const*>(x), sizeof(x)));
  CHECK_THROWS_WITH_AS(read_array(source), "cp::load: pipe: truncated data: expected 6 bytes, got 4", cp::io_error);
  std::fclose(in);
}

TEST_CASE("memory for what a pipe claims is taken as it comes") {
  auto const before = cp::host_pool().statistics();
  for (std::int64_t sent : {std::int64_t{1000}, std::int64_t{200} << 20}) {
    for (std::int64_t claimed : {sent, std::int64_t{10} << 30}) {
      CAPTURE(sent);
      CAPTURE(claimed);
      cp::host_pool().trim();
      cp::host_pool().reset_peak();
      int ends[2];
      REQUIRE(::pipe(ends) == 0);
      std::thread writer([&, to = ends[1]] {
        std::string const header = cp::io::make_npy_header(dtype_id::uint8, 0, {claimed});
        CHECK(::write(to, header.data(), header.size()) == static_cast<ssize_t>(header.size()));
        std::vector<unsigned char> bytes(1 << 20);
        for (std::int64_t done = 0; done < sent; done += std::ssize(bytes)) {
          for (std::size_t i = 0; i < bytes.size(); ++i)
            bytes[i] = static_cast<unsigned char>((done + static_cast<std::int64_t>(i)) % 251);
          for (std::int64_t i = 0, n = std::min<std::int64_t>(std::ssize(bytes), sent - done); i < n;)
            i += ::write(to, bytes.data() + i, static_cast<std::size_t>(n - i));
        }
        ::close(to);
      });
      std::FILE* const in = ::fdopen(ends[0], "rb");
      cp::io::file_source source(in, "pipe");
      auto const header = cp::io::read_npy_header(source);
      if (claimed == sent) {
        cp::storage_ptr const memory = cp::detail::read_npy_elements(source, header);
        CHECK(memory->bytes == sent);
        auto const* const bytes = static_cast<unsigned char const*>(memory->data);
        std::int64_t wrong = 0;
        for (std::int64_t i = 0; i < sent; ++i) wrong += bytes[i] != i % 251;
        CHECK(wrong == 0);
      } else {
        std::string const message = "cp::load: pipe: truncated data: expected 10737418240 bytes, got ";
        CHECK_THROWS_WITH_AS(cp::detail::read_npy_elements(source, header), (message + std::to_string(sent)).c_str(),
                             cp::io_error);
      }
      writer.join();
      std::fclose(in);
      auto const peak = cp::host_pool().statistics().peak_used_bytes - before.used_bytes;
      CHECK(peak <= 3 * std::max<std::int64_t>(sent, 64 << 20));
      CHECK(cp::host_pool().statistics().used_bytes == before.used_bytes);
    }
  }
}

namespace {
std::string bytes_of(std::string const& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}
}  // namespace

TEST_CASE("40000 mutations of good files are read or refused, in bounded memory") {
  std::vector<std::string> seeds;
  for (auto const& r : io_tests::read_records(tests::data_folder() + "/io/arrays.bin")) seeds.push_back(r.fields[0]);
  for (char const* const name : {"bodies", "turned", "places"})
    seeds.push_back(bytes_of(tests::data_folder() + "/structs/" + name + ".npy"));
  fuzz::mutations random({"(", ")", ",",  "'",   "-",  "0",    "9",       "99999999999", "4294967296", "[", "]", "{",
                          "}", ":", "|O", "<f8", ">V", "True", "'shape'", "'descr'",     "\xff",       "L", " ", "\n"});
  int arrays = 0;
  for (int i = 0; i < 40000; ++i) {
    std::string s = seeds[random.below(seeds.size())];
    if (random.below(4) == 0) s += seeds[random.below(seeds.size())];
    for (std::size_t edits = 1 + random.below(4); edits > 0 && !s.empty(); --edits) {
      // half of the edits where the header's text is
      random.edit(s, random.below(random.below(2) == 0 ? std::min<std::size_t>(s.size(), 80) : s.size()));
    }
    arrays += fuzz::read_all_arrays(s.data(), s.size());
  }
  CHECK(arrays > 1000);            // else the mutations are so wild that they test nothing
#if !defined(__SANITIZE_THREAD__)  // whose shadow is a multiple
  rusage usage;
  REQUIRE(::getrusage(RUSAGE_SELF, &usage) == 0);
  CHECK(usage.ru_maxrss < 1024 * 1024);  // KiB; AddressSanitizer's own memory included
#endif
}
