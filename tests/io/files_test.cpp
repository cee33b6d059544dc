// .npz files and tables of text: what NumPy wrote is read, what is written is what NumPy writes, what is broken is
// refused.
#include <doctest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fuse/core/dtype.hpp>
#include <fuse/core/error.hpp>
#include <fuse/io/npz.hpp>
#include <fuse/io/text.hpp>
#include <fuse/io/zip.hpp>
#include <fuse/runtime/memory_pool.hpp>
#include "../fuzz/files_fuzz.hpp"
#include "../fuzz/mutations.hpp"
#include "data.hpp"
#include "facts.hpp"
#include "records.hpp"

namespace {

using namespace io_tests;

std::vector<record> const& records() {
  static std::vector<record> const all = read_records(tests::data_folder() + "/io/files.bin");
  return all;
}

cp::io::memory_source source_of(std::string const& bytes) {
  return {bytes.data(), static_cast<std::int64_t>(bytes.size()), "test"};
}

struct array {
  cp::io::npy_header header;
  std::string bytes;
};

array read_npy(cp::io::byte_source& source) {
  array a;
  a.header = cp::io::read_npy_header(source);
  a.bytes.resize(static_cast<std::size_t>(a.header.nbytes()));
  cp::io::read_npy_data(source, a.header, a.bytes.data());
  return a;
}

std::unique_ptr<cp::io::byte_store const> store_of(std::string const& bytes) {
  return std::make_unique<cp::io::memory_store const>(bytes.data(), static_cast<std::int64_t>(bytes.size()), "a.npz");
}

struct temporary_file {
  std::string path =
      (std::filesystem::temp_directory_path() / ("fuse_files_test_" + std::to_string(::getpid()))).string();
  ~temporary_file() { std::remove(path.c_str()); }
};

// What went wrong when an archive and all its members are read.
std::string message_of(std::string const& bytes) {
  try {
    cp::io::zip_archive const archive(store_of(bytes));
    for (auto const& m : archive.members()) {
      auto const source = archive.open(m);
      read_npy(*source);
    }
  } catch (cp::io_error const& e) {
    return e.what();
  }
  return "no error";
}

// Equal bytes, but any NaN for a NaN.
bool same_elements(std::string const& a, std::string const& b, cp::dtype_id dtype) {
  if (a == b) return true;
  if (a.size() != b.size()) return false;
  cp::dtype_id const part = dtype == cp::dtype_id::complex64    ? cp::dtype_id::float32
                            : dtype == cp::dtype_id::complex128 ? cp::dtype_id::float64
                                                                : dtype;
  std::size_t const n = static_cast<std::size_t>(cp::detail::row_of(part).itemsize);
  for (std::size_t i = 0; i < a.size(); i += n) {
    std::string const x = cp::io::format_scalar(part, 0, a.data() + i),
                      y = cp::io::format_scalar(part, 0, b.data() + i);
    if (a.compare(i, n, b, i, n) != 0 && !(x == "nan" && y == "nan")) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("the archives that NumPy writes are read, and written byte for byte") {
  for (record const& r : records()) {
    if (r.facts.at("kind") != "npz") continue;
    bool const deflated = r.facts.at("method") == "8";
    if (deflated && !cp::io::has_zlib()) {
      if (!r.facts.at("names").empty()) CHECK(message_of(r.fields[0]).find("zlib1g-dev") != std::string::npos);
      continue;
    }
    std::vector<std::string> const names = strings(r.facts.at("names"));
    cp::io::zip_archive const archive(store_of(r.fields[0]));
    REQUIRE(archive.members().size() == names.size());
    temporary_file const file;
    cp::io::npz_writer to(file.path, deflated);
    auto expected = source_of(r.fields[1]);
    bool fortran = false;
    for (std::string const& name : names) {
      CAPTURE(name);
      cp::io::zip_member const* const member = archive.find(name + ".npy");
      REQUIRE(member != nullptr);
      array const want = read_npy(expected);
      auto const source = archive.open(*member);
      array const got = read_npy(*source);
      CHECK(got.header.shape == want.header.shape);
      CHECK(got.header.descr == want.header.descr);
      CHECK(got.bytes == want.bytes);
      char more;
      CHECK(source->read(&more, 1) == 0);
      fortran = fortran || got.header.fortran_order;
      to.add(name, got.header.dtype, got.header.itemsize, got.header.shape, got.bytes.data());
    }
    to.close();
    std::string const written = file_bytes(file.path);
    if (!deflated && !fortran) CHECK(written == r.fields[0]);
    cp::io::zip_archive const again(store_of(written));
    for (auto const& m : again.members()) CHECK(archive.find(m.name)->size == m.size);
    CHECK(message_of(written) == "no error");
  }
}

TEST_CASE("tables are read as NumPy reads them, or refused as NumPy refuses them") {
  int refused = 0;
  for (record const& r : records()) {
    std::string const kind = r.facts.at("kind");
    if (kind != "loadtxt" && kind != "genfromtxt") continue;
    CAPTURE(r.fields[0]);
    CAPTURE(r.facts.at("dtype"));
    cp::dtype_id const dtype = dtype_named(r.facts.at("dtype"));
    auto const plain = loadtxt_options(r.facts);
    auto const lenient = genfromtxt_options(r.facts);
    auto source = source_of(r.fields[0]);
    std::string message;
    cp::io::table t;
    try {
      t = cp::io::read_table(source,
                             kind == "loadtxt" ? cp::io::rules_of(plain, dtype) : cp::io::rules_of(lenient, dtype));
    } catch (cp::value_error const& e) {
      message = e.what();
    }
    CAPTURE(message);
    CHECK(message.empty() == !r.fields[1].empty());
    refused += !message.empty();
    if (!message.empty()) CHECK(message.substr(0, kind.size() + 4) == "cp::" + kind);
    if (!message.empty() || r.fields[1].empty()) continue;
    auto expected = source_of(r.fields[1]);
    array const want = read_npy(expected);
    CHECK(t.rows == want.header.shape[0]);
    CHECK(t.columns == want.header.shape[1]);
    CHECK(same_elements(
        std::string(static_cast<char const*>(t.memory->data), static_cast<std::size_t>(want.header.nbytes())),
        want.bytes, dtype));
  }
  CHECK(refused > 100);
}

TEST_CASE("tables are written as NumPy writes them, or refused as NumPy refuses them") {
  temporary_file const file;
  for (record const& r : records()) {
    if (r.facts.at("kind") != "savetxt") continue;
    CAPTURE(r.facts.count("fmt") != 0 ? r.facts.at("fmt") : "default");
    CAPTURE(r.fields[1]);
    auto from = source_of(r.fields[0]);
    array const a = read_npy(from);
    std::vector<std::int64_t> const& s = a.header.shape;
    std::int64_t const columns = s.size() > 1 ? s[1] : 1;
    std::int64_t const shape[2] = {s[0], columns}, strides[2] = {columns, 1};
    std::string text;
    try {
      cp::io::write_table(file.path, savetxt_options(r.facts), a.header.dtype, a.bytes.data(), shape, strides);
      text = file_bytes(file.path);
    } catch (cp::value_error const& e) {
      CHECK(std::string(e.what()).substr(0, 11) == "cp::savetxt");
    }
    CHECK(text == r.fields[1]);
  }
}

TEST_CASE("messages name line and column") {
  auto const message = [](std::string const& text, cp::loadtxt_options const& o, cp::dtype_id dtype) {
    auto source = source_of(text);
    try {
      cp::io::read_table(source, cp::io::rules_of(o, dtype));
    } catch (cp::value_error const& e) {
      return std::string(e.what());
    }
    return std::string("no error");
  };
  cp::loadtxt_options comma;
  comma.delimiter = ",";
  CHECK(message("# x\n1,2\n3,y\x01\n", comma, cp::dtype_id::float64) ==
        "cp::loadtxt: test: line 3, column 2: expected float64, got 'y\\x01'");
  CHECK(message("1,300\n", comma, cp::dtype_id::int8) ==
        "cp::loadtxt: test: line 1, column 2: expected int8, got '300', which does not fit");
  CHECK(message("1,2\n\n3\n", comma, cp::dtype_id::int8) ==
        "cp::loadtxt: test: line 3 has 1 columns, expected 2; usecols reads some columns of such rows");
  comma.usecols = {0, 5};
  CHECK(message("1,2\n", comma, cp::dtype_id::int8) == "cp::loadtxt: test: line 1 has 2 columns, there is no column 5");
  cp::loadtxt_options wrong;
  wrong.comments = {""};
  CHECK(message("1", wrong, cp::dtype_id::int8) == "cp::loadtxt: a comment begins with a text that is not empty");
}

TEST_CASE("a table of many blocks and long lines is read whole, in bounded memory") {
  std::string text;
  std::int64_t const rows = 30000, columns = 20;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j)
      text += std::to_string(i * columns + j) + (j + 1 < columns ? " " : "\r\n");
  cp::host_pool().trim();
  cp::host_pool().reset_peak();
  auto const before = cp::host_pool().statistics().used_bytes;
  {
    auto source = source_of(text);
    cp::io::table const t = cp::io::read_table(source, cp::io::rules_of(cp::loadtxt_options{}, cp::dtype_id::int64));
    CHECK(t.rows == rows);
    CHECK(t.columns == columns);
    std::int64_t wrong = 0;
    for (std::int64_t i = 0; i < rows * columns; ++i) wrong += static_cast<std::int64_t const*>(t.memory->data)[i] != i;
    CHECK(wrong == 0);
    CHECK(cp::host_pool().statistics().peak_used_bytes - before < 5 * rows * columns * 8 / 2);
  }
  std::string line;
  for (int i = 0; i < 200000; ++i) line += "1,";
  line += '1';
  auto source = source_of(line);
  cp::loadtxt_options comma;
  comma.delimiter = ",";
  CHECK(cp::io::read_table(source, cp::io::rules_of(comma, cp::dtype_id::int8)).columns == 200001);
}

TEST_CASE("broken archives are refused with what is wrong") {
  temporary_file const file;
  double const x[] = {1, 2, 3};
  {
    cp::io::npz_writer to(file.path, false);
    to.add("x", cp::dtype_id::float64, 0, {3}, x);
    to.add("y", cp::dtype_id::float64, 0, {1}, x);
    to.close();
  }
  std::string const good = file_bytes(file.path);
  std::size_t const entry = good.find("PK\1\2"), second = good.find("PK\1\2", entry + 1), end = good.find("PK\5\6");
  auto const edited = [&](std::size_t at, std::string const& by) {
    return std::string(good).replace(at, by.size(), by);
  };
  std::string const large("\xff\xff\xff\x7f", 4);
  struct {
    std::string bytes;
    char const* phrase;
  } const cases[] = {
      {good, "no error"},
      {"", "expected 22 bytes or more, got 0"},
      {"hello, this is no archive at all", "it has no end record"},
      {good.substr(0, good.size() - 1), "it has no end record"},
      {good.substr(1), "is outside the file"},
      {edited(end + 16, large), "is outside the file"},
      {edited(end + 12, large), "is outside the file"},
      {edited(end + 8, "\xf0\x0f\xf0\x0f"), "cannot hold 4080 members"},
      {edited(end + 8, std::string("\1\0\1\0", 4)), "bytes behind the entries"},
      {edited(end + 8, std::string("\2\0\3\0", 4)), "several parts"},
      {edited(end + 16, "\xff\xff\xff\xff"), "zip64 records are missing"},
      {edited(entry, "PK\1\3"), "an entry of its directory is none"},
      {edited(entry + 8, "\1"), "[x.npy]: it is encrypted"},
      {edited(entry + 10, "\14"), "compressed by method 12; only stored and deflated"},
      {edited(entry + 16, "\1"), "[x.npy]: damaged: the CRC-32"},
      {edited(200, "x"), "[x.npy]: damaged: the CRC-32"},
      {edited(entry + 20, "\1"), "stored bytes have two lengths"},
      {edited(entry + 20, large + large), "reaches into what begins at"},
      {edited(entry + 42, large), "reaches into what begins at"},
      {edited(entry + 42, "\1"), "not where its directory says"},
      {edited(second + 42, std::string(4, '\0')), "reaches into what begins at"},
      {edited(second + 46, "x"), "two members are named 'x.npy'"},
      {edited(second + 46, "z"), "the member there is named 'y.npy'"},
      {edited(entry + 46, "\n"), "[\\x0a.npy]"},
      {edited(28, "\xff\xff"), "reach into what begins behind it"},
      {edited(entry + 24, "\xff\xff\xff\xff"), "a zip64 field is missing"},
  };
  for (auto const& c : cases) {
    std::string const message = message_of(c.bytes);
    CHECK_MESSAGE(message.find(c.phrase) != std::string::npos, message << " should say " << c.phrase);
    for (char const ch : message) CHECK_MESSAGE((ch >= ' ' && ch < '\x7f'), message);
  }
}

namespace {

std::string little_endian(std::uint64_t x, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(x >> (8 * i) & 0xff);
  return text;
}

// What a zip64 archive says of one member and of itself.
struct zip64_parts {
  std::uint64_t size, begin = 0, field_bytes = 24, record_at, part = 0, count = 1;
};

// An archive of one stored member, with all that zip64 can have in 64 bits there.
std::string as_zip64(std::string const& archive, zip64_parts const& parts) {
  std::size_t const entry = archive.find("PK\1\2");
  std::string name = archive.substr(entry + 46, static_cast<unsigned char>(archive[entry + 28])), ones(8, '\xff');
  std::string directory = archive.substr(entry, 46);
  directory.replace(20, 8, ones).replace(42, 4, ones.substr(0, 4));
  directory.replace(30, 2, little_endian(4 + 24, 2));
  directory += name + little_endian(1, 2) + little_endian(parts.field_bytes, 2) + little_endian(parts.size, 8) +
               little_endian(parts.size, 8) + little_endian(parts.begin, 8);
  return archive.substr(0, entry) + directory + "PK\6\6" + little_endian(44, 8) + little_endian(45, 2) +
         little_endian(45, 2) + little_endian(parts.part, 4) + little_endian(0, 4) + little_endian(parts.count, 8) +
         little_endian(parts.count, 8) + little_endian(directory.size(), 8) + little_endian(entry, 8) + "PK\6\7" +
         little_endian(0, 4) + little_endian(parts.record_at, 8) + little_endian(1, 4) + "PK\5\6" +
         little_endian(0, 4) + ones.substr(0, 4) + ones + little_endian(0, 2);
}

}  // namespace

TEST_CASE("archives whose sizes and places are written in 64 bits are read, or refused") {
  temporary_file const file;
  double const x[] = {1, 2, 3};
  {
    cp::io::npz_writer to(file.path, false);
    to.add("x", cp::dtype_id::float64, 0, {3}, x);
    to.close();
  }
  std::string const good = file_bytes(file.path);
  std::size_t const entry = good.find("PK\1\2");
  std::uint64_t const size = 128 + sizeof(x), record = entry + 46 + 5 + 28;
  auto const wide = [&](auto const& change) {
    zip64_parts parts{size, 0, 24, record};
    change(parts);
    return as_zip64(good, parts);
  };
  std::string const whole = wide([](zip64_parts&) {});
  CHECK(message_of(whole) == "no error");
  {
    cp::io::zip_archive const archive(store_of(whole));
    REQUIRE(archive.members().size() == 1);
    auto const source = archive.open(archive.members()[0]);
    CHECK(read_npy(*source).bytes == std::string(reinterpret_cast<char const*>(x), sizeof(x)));
  }
  struct {
    std::string bytes;
    char const* phrase;
  } const cases[] = {
      {wide([](zip64_parts& p) { p.size = UINT64_MAX; }), "a size does not fit into 63 bits"},
      {wide([](zip64_parts& p) { p.size += 1; }), "[x.npy]"},
      {wide([](zip64_parts& p) { p.size = INT64_MAX; }), "reaches into what begins at"},
      {wide([](zip64_parts& p) { p.begin = 1 << 30; }), "reaches into what begins at"},
      {wide([](zip64_parts& p) { p.field_bytes = 16; }), "a zip64 field is too short"},
      {wide([](zip64_parts& p) { p.record_at = 1 << 30; }), "its zip64 record is outside the file"},
      {wide([](zip64_parts& p) { p.record_at = 0; }), "its zip64 record is not where it says"},
      {wide([](zip64_parts& p) { p.part = 1; }), "several parts"},
      {wide([](zip64_parts& p) { p.count = std::uint64_t{1} << 40; }), "cannot hold 1099511627776 members"},
  };
  for (auto const& c : cases) {
    std::string const message = message_of(c.bytes);
    CHECK_MESSAGE(message.find(c.phrase) != std::string::npos, message << " should say " << c.phrase);
  }
}

TEST_CASE("more members than 16 bits can count") {
  temporary_file const file;
  constexpr int members = 65540;
  {
    cp::io::npz_writer to(file.path, false);
    for (int i = 0; i < members; ++i) to.add(std::to_string(i), cp::dtype_id::int32, 0, {}, &i);
    to.close();
  }
  std::string const bytes = file_bytes(file.path);
  CHECK(bytes.find("PK\6\6") != std::string::npos);
  cp::io::zip_archive const archive(store_of(bytes));
  REQUIRE(archive.members().size() == members);
  for (int const i : {0, 65535, members - 1}) {
    cp::io::zip_member const* const member = archive.find(std::to_string(i) + ".npy");
    REQUIRE(member != nullptr);
    auto const source = archive.open(*member);
    std::int32_t found = -1;
    std::memcpy(&found, read_npy(*source).bytes.data(), sizeof(found));
    CHECK(found == i);
  }
}

TEST_CASE("a bomb costs what it holds, not what it says") {
  if (!cp::io::has_zlib()) return;
  temporary_file const file;
  std::vector<char> const zeros(1 << 20);
  {
    cp::io::npz_writer to(file.path, true);
    to.add("x", cp::dtype_id::int8, 0, {1 << 20}, zeros.data());
    to.close();
  }
  std::string const good = file_bytes(file.path);
  CHECK(good.size() < 2000);
  std::size_t const entry = good.find("PK\1\2");
  auto const edited = [&](std::size_t at, std::string const& by) {
    return std::string(good).replace(at, by.size(), by);
  };
  CHECK(message_of(edited(entry + 24, std::string("\xff\xff\xff\x7f", 4))).find("of deflated data cannot hold") !=
        std::string::npos);
  CHECK(message_of(edited(entry + 24, std::string("\x81\0\x10\0", 4))).find("too early") != std::string::npos);
  CHECK(message_of(edited(entry + 24, std::string("\x7f\0\x10\0", 4))).find("holds more") != std::string::npos);
  CHECK(message_of(edited(entry + 24, std::string(4, '\0'))).find("holds more") != std::string::npos);
  std::string cut = good;
  cut[100] = static_cast<char>(cut[100] ^ 0x55);
  CHECK(message_of(cut) != "no error");
  // An array of 2^40 elements of which the archive holds 2^20: refused after those, with no more memory than they took.
  std::string header = cp::io::make_npy_header(cp::dtype_id::int8, 0, {std::int64_t{1} << 40});
  cp::host_pool().reset_peak();
  auto const before = cp::host_pool().statistics().used_bytes;
  {
    cp::io::zip_archive const archive(store_of(good));
    auto const source = archive.open(archive.members()[0]);
    cp::io::npy_header h = cp::io::read_npy_header(*source);
    h.shape = {std::int64_t{1} << 40};
    CHECK_THROWS_AS(cp::detail::read_npy_elements(*source, h), cp::io_error);
  }
  CHECK(cp::host_pool().statistics().peak_used_bytes - before <= std::int64_t{64} << 20);
}

TEST_CASE("100000 mutations of archives and tables are read or refused, in bounded memory") {
  std::vector<std::string> archives, tables;
  for (record const& r : records()) {
    if (r.facts.at("kind") == "npz" && r.fields[0].size() < 3000) archives.push_back(r.fields[0]);
    if (r.facts.at("kind") == "loadtxt" || r.facts.at("kind") == "genfromtxt") tables.push_back(r.fields[0]);
  }
  fuzz::mutations random({"PK\1\2", "PK\3\4", "PK\5\6", "PK\6\6", "PK\6\7", "\xff\xff\xff\xff", "\xff\xff", "1e999",
                          ",", " ", "\n", "\r", "#", "nan", "(1+2j)", "-"});
  auto const mutate = [&](std::string s) {
    for (std::size_t edits = 1 + random.below(3); edits > 0 && !s.empty(); --edits) {
      // half of the edits where an archive's directory is
      random.edit(s, random.below(2) == 0 ? s.size() - 1 - random.below(std::min<std::size_t>(s.size(), 120))
                                          : random.below(s.size()));
    }
    return s;
  };
  int arrays = 0, read = 0;
  for (int i = 0; i < 50000; ++i) {
    std::string const archive = mutate(archives[random.below(archives.size())]),
                      table = mutate(tables[random.below(tables.size())]);
    arrays += fuzz::read_archive(archive.data(), archive.size());
    read += fuzz::read_tables(table.data(), table.size());
  }
  CHECK(arrays > 1000);  // else the mutations are so wild that they test nothing
  CHECK(read > 1000);
}
