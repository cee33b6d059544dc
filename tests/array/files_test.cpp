// Arrays of any space from and to .npz files, tables of text, raw bytes, mapped files and foreign memory.
#include <doctest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <fuse/fuse.hpp>
#include <fuse/io.hpp>
#include <iterator>
#include <list>
#include <string>
#include <vector>

#include "values.hpp"

using namespace tests;

namespace {

/// A file name of this process's own, removed at the end.
struct temporary_file {
  std::string path =
      (std::filesystem::temp_directory_path() / ("fuse_array_files_" + std::to_string(getpid()))).string();
  ~temporary_file() { std::remove(path.c_str()); }
  void write(std::string const& text) const { std::ofstream(path, std::ios::binary) << text; }
  std::string read() const {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }
};

}  // namespace

TEST_CASE("an .npz file has its arrays in the order in which they lie") {
  temporary_file const f;
  cp::savez(f.path, counted<float, cp::host_space>({2, 3}).T());
  CHECK(cp::npz_file(f.path).header("arr_0").fortran_order);
  CHECK(equals<float>(cp::npz_file(f.path).load<float, 2>("arr_0"), {3, 2}, {0, 3, 1, 4, 2, 5}));
}

// covers: cupy.savez
TEST_CASE("arrays of an .npz file are read by name") {
  temporary_file const f;
  auto const x = counted<float>({2, 3});
  cp::savez(f.path, x, cp::named("t", x.T()), x + 1, cp::named("scalar", cp::sum(x)));
  cp::npz_file const z(f.path);
  CHECK(z.names() == std::vector<std::string>{"t", "scalar", "arr_0", "arr_1"});  // as NumPy writes them
  CHECK(z.contains("t"));
  CHECK(!z.contains("u"));
  CHECK(z.header("t").shape == longs{3, 2});
  CHECK(!z.header("arr_0").fortran_order);
  CHECK(equals<float>(z.load<float, 2>("arr_0"), {2, 3}, {0, 1, 2, 3, 4, 5}));
  CHECK(equals<float>(z.load<float, 2>("t"), {3, 2}, {0, 3, 1, 4, 2, 5}));
  CHECK(equals<float>(z.load<float, 2>("arr_1"), {2, 3}, {1, 2, 3, 4, 5, 6}));
  CHECK(equals<float>(z.load<float, 0>("scalar"), {}, {15}));
  CHECK_THROWS_WITH_AS(
      (void)(z.load<float, 1>("u")),
      ("cp::npz_file::load: " + f.path + " has no array 'u'; it has 't', 'scalar', 'arr_0', 'arr_1'").c_str(),
      cp::value_error);
  CHECK_THROWS_AS((void)(z.load<double, 2>("t")), cp::dtype_error);
  CHECK_THROWS_AS((void)(z.load<float, 1>("t")), cp::shape_error);
  CHECK_THROWS_WITH_AS((void)(cp::npz_file(f.path, 100).load<float, 2>("t")),
                       doctest::Contains("it unpacks to 152 bytes, more than the 100 allowed"), cp::io_error);
  std::string const before = f.read();
  CHECK_THROWS_WITH_AS(cp::savez(f.path, x, cp::named("arr_0", x)),
                       "cp::savez: every array needs a name of its own, two are named 'arr_0'", cp::value_error);
  CHECK(f.read() == before);
  cp::npz_file const in_memory(before.data(), static_cast<std::int64_t>(before.size()));
  CHECK(values(in_memory.load<float, 2>("arr_0")) == values(x));
  std::string const longer = std::string(before).replace(before.find("(3, 2)"), 6, "(3, 1)");
  cp::npz_file const wrong(longer.data(), static_cast<std::int64_t>(longer.size()));
  CHECK_THROWS_WITH_AS((void)(wrong.load<float, 2>("t")), doctest::Contains("there are bytes behind the array"),
                       cp::io_error);
  CHECK_THROWS_AS(cp::npz_file("/no/such/file"), cp::io_error);
}

// covers: cupy.savez_compressed
TEST_CASE("deflated arrays are the same arrays, in fewer bytes") {
  temporary_file const f;
  auto const x = cp::zeros<double>({100, 100});
  if (!cp::io::has_zlib()) {
    CHECK_THROWS_WITH_AS(cp::savez_compressed(f.path, x), doctest::Contains("zlib1g-dev"), cp::io_error);
    return;
  }
  cp::savez_compressed(f.path, x, cp::named("n", counted({2, 2})));
  CHECK(f.read().size() < 2000);
  cp::npz_file const z(f.path);
  CHECK(equals<double>(z.load<double, 2>("arr_0"), {100, 100}, doubles(10000)));
  CHECK(equals<std::int32_t>(z.load<std::int32_t, 2>("n"), {2, 2}, {0, 1, 2, 3}));
}

// covers: cupy.loadtxt
TEST_CASE("tables of text become arrays") {
  temporary_file const f;
  f.write("# x y\n1 2\n3 4\n5 6\n");
  CHECK(equals<double>(cp::loadtxt(f.path), {3, 2}, {1, 2, 3, 4, 5, 6}));
  CHECK(equals<float>(cp::loadtxt<float>(f.path, {.unpack = true}), {2, 3}, {1, 3, 5, 2, 4, 6}));
  CHECK(equals<std::int8_t>(cp::loadtxt<std::int8_t, 1>(f.path, {.usecols = {-1}}), {3}, {2, 4, 6}));
  CHECK(equals<double>(cp::loadtxt<double, 1>(f.path, {.skiprows = 2, .max_rows = 1}), {2}, {3, 4}));
  CHECK(equals<double>(cp::loadtxt<double, 0>(f.path, {.skiprows = 3, .usecols = {0}}), {}, {5}));
  CHECK(equals<double>(cp::loadtxt(f.path, {.skiprows = 9}), {0, 1}, {}));
  CHECK_THROWS_WITH_AS(
      (void)(cp::loadtxt<double, 1>(f.path)),
      ("cp::loadtxt: " + f.path + " holds 3 rows of 2 columns, but an array of 1 axis was asked for").c_str(),
      cp::shape_error);
  f.write("a;1,5\nb;2\n");
  auto const letter = [](std::string_view field) { return field[0] - 'a'; };
  auto const decimal = [](std::string_view field) {
    std::string text(field);
    for (char& c : text)
      if (c == ',') c = '.';
    return text;
  };
  CHECK(equals<double>(cp::loadtxt(f.path, {.delimiter = ";", .converters = {{0, letter}, {-1, decimal}}}), {2, 2},
                       {0, 1.5, 1, 2}));
  CHECK_THROWS_WITH_AS((void)cp::loadtxt(f.path, {.delimiter = ";", .converters = {{7, letter}}}),
                       doctest::Contains("line 1 has 2 columns, there is no column 7"), cp::value_error);
  CHECK_THROWS_AS((void)cp::loadtxt("/no/such/file"), cp::io_error);
}

// covers: cupy.genfromtxt
TEST_CASE("tables with gaps become arrays") {
  temporary_file const f;
  f.write("x,y\n1,,3\n4,N/A,6\ntotal,,\n");
  auto const a = values(cp::genfromtxt(f.path, {.delimiter = ",", .skip_header = 1, .skip_footer = 1}));
  REQUIRE(a.size() == 6);
  CHECK((a[0] == 1 && std::isnan(a[1]) && a[2] == 3 && a[3] == 4 && std::isnan(a[4]) && a[5] == 6));
  CHECK(equals<std::int64_t>(
      cp::genfromtxt<std::int64_t>(f.path, {.delimiter = ",", .skip_header = 1, .filling_values = {7, 8, 9}}), {3, 3},
      {1, 8, 3, 4, 8, 6, 7, 8, 9}));
  CHECK_THROWS_WITH_AS((void)cp::genfromtxt(f.path, {.delimiter = ","}),
                       doctest::Contains("rows of different lengths: line 2 has 3 columns, expected 2; line 3"),
                       cp::value_error);
}

// covers: cupy.savetxt
TEST_CASE("arrays become tables of text") {
  temporary_file const f;
  auto const x = counted<float>({2, 3});
  cp::savetxt(f.path, x.T() * 0.5f, {.fmt = {"%.2f"}, .delimiter = ","});
  CHECK(f.read() == "0.00,1.50\n0.50,2.00\n1.00,2.50\n");
  cp::savetxt(f.path, x(1), {.fmt = {"%s"}, .header = "x"});
  CHECK(f.read() == "# x\n3.0\n4.0\n5.0\n");
  CHECK(equals<float>(cp::loadtxt<float, 1>(f.path), {3}, {3, 4, 5}));
  cp::savetxt(f.path, x(1));
  CHECK(f.read() == "3.000000000000000000e+00\n4.000000000000000000e+00\n5.000000000000000000e+00\n");
  CHECK_THROWS_AS(cp::savetxt(f.path, x, {.fmt = {"%d", "%d"}}), cp::value_error);
  CHECK(f.read().size() == 75);
}

// covers: cupy.fromfile; cupy.ndarray.tofile
TEST_CASE("raw files") {
  temporary_file const f;
  auto const x = counted<std::int16_t>({2, 3});
  cp::tofile(f.path, x.T());
  CHECK(equals<std::int16_t>(cp::fromfile<std::int16_t>(f.path), {6}, {0, 3, 1, 4, 2, 5}));
  CHECK(equals<std::int16_t>(cp::fromfile<std::int16_t>(f.path, 2, 2), {2}, {3, 1}));
  CHECK(equals<std::int64_t>(cp::fromfile<std::int64_t>(f.path, 5), {1}, {0x0004000100030000}));
  CHECK(equals<double>(cp::fromfile<double>(f.path, -1, 12), {0}, {}));
  CHECK(equals<bool>(cp::fromfile<bool>(f.path, 4), {4}, {false, false, true, false}));
  CHECK_THROWS_WITH_AS((void)cp::fromfile<double>(f.path, -1, 13),
                       ("cp::fromfile: " + f.path + " has 12 bytes, the offset is 13").c_str(), cp::value_error);
  CHECK_THROWS_AS((void)cp::fromfile<double>(f.path, -2), cp::value_error);
  CHECK_THROWS_AS((void)cp::fromfile<double>("/no/such/file"), cp::io_error);
  cp::tofile(f.path, cp::astype<float>(x) / 4, ", ");
  CHECK(f.read() == "0.0, 0.25, 0.5, 0.75, 1.0, 1.25");
  CHECK(equals<float>(cp::fromfile<float>(f.path, ","), {6}, {0, 0.25f, 0.5f, 0.75f, 1, 1.25f}));
  CHECK(equals<float>(cp::fromfile<float>(f.path, ",", 2), {2}, {0, 0.25f}));
  cp::tofile(f.path, x, " ", "<%03d>");
  CHECK(f.read() == "<000> <001> <002> <003> <004> <005>");
  CHECK_THROWS_AS((void)cp::fromfile<float>(f.path, ","), cp::value_error);
  CHECK_THROWS_AS(cp::tofile(f.path, x, " ", "%d%d"), cp::value_error);
}

// covers: cupy.fromstring; cupy.fromiter
TEST_CASE("arrays from text and from iterators") {
  CHECK(equals<double>(cp::fromstring("1, 2,3", ","), {3}, {1, 2, 3}));
  CHECK(equals<double>(cp::fromstring("1,2,", ","), {2}, {1, 2}));
  CHECK(equals<std::int8_t>(cp::fromstring<std::int8_t>(" 1 -2\n3 ", " ", 2), {2}, {1, -2}));
  CHECK(equals<double>(cp::fromstring("1 ; 2;3", " ; "), {3}, {1, 2, 3}));
  CHECK(equals<double>(cp::fromstring("", " "), {0}, {}));
  CHECK_THROWS_WITH_AS((void)cp::fromstring("1 2 x", " "),
                       "cp::fromstring: the text: expected float64 at byte 4, got 'x'", cp::value_error);
  CHECK_THROWS_WITH_AS((void)cp::fromstring("1;2", ","),
                       "cp::fromstring: the text: expected float64 at byte 0, got '1;2'", cp::value_error);
  CHECK_THROWS_WITH_AS((void)cp::fromstring("1 2", ","), "cp::fromstring: the text: expected ',' at byte 2, got '2'",
                       cp::value_error);
  CHECK_THROWS_AS((void)cp::fromstring("1,,2", ","), cp::value_error);
  CHECK_THROWS_AS((void)cp::fromstring("1 2", " ", 3), cp::value_error);
  CHECK_THROWS_AS((void)cp::fromstring("1 2", ""), cp::value_error);
  std::list<int> const list{1, 2, 3};
  CHECK(equals<float>(cp::fromiter<float>(list.begin(), list.end()), {3}, {1, 2, 3}));
  CHECK(equals<float>(cp::fromiter<float>(list.begin(), list.end(), 2), {2}, {1, 2}));
  CHECK_THROWS_AS((void)cp::fromiter<float>(list.begin(), list.end(), 4), cp::value_error);
}

// covers: cupy.frombuffer
TEST_CASE("arrays over foreign memory") {
  alignas(8) std::array<unsigned char, 20> bytes{1, 0, 0, 0, 2};
  auto const a = cp::frombuffer<std::int32_t>(bytes);
  CHECK(equals<std::int32_t>(a, {5}, {1, 2, 0, 0, 0}));
  CHECK(static_cast<void*>(a.data()) == bytes.data());
  CHECK(equals<std::int32_t>(cp::frombuffer<std::int32_t>(bytes, 1, 4), {1}, {2}));
  a(1) = 7;
  CHECK(bytes[4] == 7);
  CHECK_THROWS_AS((void)cp::frombuffer<double>(bytes), cp::value_error);
  CHECK_THROWS_AS((void)cp::frombuffer<float>(bytes, 6), cp::value_error);
  CHECK_THROWS_AS((void)cp::frombuffer<float>(bytes, -1, 24), cp::value_error);
  CHECK_THROWS_AS((void)cp::frombuffer<float>(bytes, 1, 1), cp::value_error);

  int freed = 0;
  float owner[6] = {0, 1, 2, 3, 4, 5};
  {
    cp::ndarray<float, 1, cp::host_space> row;
    {
      auto b = cp::from_memory(owner, {2, 3}, [&](float* p) { freed += p == owner; });
      row = b(1);
      b(0, 0) = 9;
    }
    CHECK(freed == 0);
    CHECK(equals<float>(row, {3}, {3, 4, 5}));
  }
  CHECK(freed == 1);
  CHECK(owner[0] == 9);
  CHECK_THROWS_AS((void)cp::from_memory(owner, {2, -1}, [&](float*) { ++freed; }), cp::shape_error);
  CHECK(freed == 2);
  CHECK_THROWS_AS((void)cp::from_memory(static_cast<float*>(nullptr), {2}), cp::value_error);
  CHECK(cp::from_memory(static_cast<float*>(nullptr), {0}).size() == 0);
}

TEST_CASE("an .npy file can be used where it lies") {
  temporary_file const f;
  auto const x = counted<double>({2, 3});
  cp::save(f.path, x);
  auto m = cp::load_mapped<double, 2>(f.path);
  CHECK(equals<double>(m, {2, 3}, {0, 1, 2, 3, 4, 5}));
  auto const row = m(1);
  auto const* const mapped = m.data();
  m = cp::eval(row(cp::newaxis, cp::all)) + 0 * m;  // new data: nothing is written to the mapping
  CHECK(m.data() != mapped);
  CHECK(equals<double>(row, {3}, {3, 4, 5}));

  auto const c = cp::load_mapped<double, 2>(f.path, cp::mmap_mode::c);
  c(0, 0) = 9;
  CHECK(cp::load<double, 2>(f.path).item(0, 0) == 0);
  {
    auto const w = cp::load_mapped<double, 2>(f.path, cp::mmap_mode::r_plus);
    w(0, 0) = 8;
  }
  CHECK(cp::load<double, 2>(f.path).item(0, 0) == 8);
  CHECK_THROWS_AS((void)(cp::load_mapped<float, 2>(f.path)), cp::dtype_error);
  CHECK_THROWS_AS((void)(cp::load_mapped<double, 1>(f.path)), cp::shape_error);
  CHECK_THROWS_AS((void)(cp::load_mapped<double, 1>("/no/such/file")), cp::io_error);

  std::string const good = f.read();
  std::string other = good;
  other[other.find("<f8") == other.npos ? 0 : other.find("<f8")] = '>';
  f.write(other);
  CHECK_THROWS_WITH_AS((void)(cp::load_mapped<double, 2>(f.path)), doctest::Contains("other byte order"), cp::io_error);
  std::string fortran = good;
  fortran.replace(fortran.find("False"), 5, "True ");
  f.write(fortran);
  CHECK(equals<double>(cp::load_mapped<double, 2>(f.path), {2, 3}, {8, 2, 4, 1, 3, 5}));
  std::string shifted = good;  // one byte less of the header
  shifted.erase(100, 1);
  shifted[8] = static_cast<char>(shifted[8] - 1);
  f.write(shifted);
  CHECK_THROWS_WITH_AS((void)(cp::load_mapped<double, 2>(f.path)), doctest::Contains("begin at byte 127"),
                       cp::value_error);
  f.write(good.substr(0, good.size() - 1));
  CHECK_THROWS_AS((void)(cp::load_mapped<double, 2>(f.path)), cp::io_error);
  f.write("");
  CHECK_THROWS_AS((void)(cp::load_mapped<double, 2>(f.path)), cp::io_error);
}

namespace {

/// What a cp::progress was told.
struct told {
  longs done, total;
  cp::progress of(std::int64_t every) {
    done.clear(), total.clear();
    return cp::progress(
        [this](std::int64_t d, std::int64_t t) {
          done.push_back(d);
          total.push_back(t);
        },
        every);
  }
  // Whether there were `calls`, the last of `bytes`, those before of a total.
  bool was(std::size_t calls, std::int64_t bytes, std::int64_t before) const {
    return done.size() == calls && std::is_sorted(done.begin(), done.end()) && done.back() == bytes &&
           total.back() == bytes &&
           std::count(total.begin(), total.end() - 1, before) == longs::difference_type(calls) - 1;
  }
};

}  // namespace

TEST_CASE("who wants to is told how far a file is") {
  temporary_file const f;
  auto const x = counted<double>({1000});
  told t;
  auto const check = [&](auto const& use, std::size_t calls, std::int64_t bytes, std::int64_t before,
                         int every = 1000) {
    use(t.of(every));
    CHECK(t.was(calls, bytes, before));
    use(t.of(1 << 30));
    CHECK(t.was(1, bytes, bytes));
  };
  using const_ref = cp::progress const&;
  check([&](const_ref p) { cp::save(f.path, x, p); }, 8, 8000, 8000);
  check([&](const_ref p) { CHECK(values(cp::load<double, 1>(f.path, p)) == values(x)); }, 8, 8000, 8000);
  check([&](const_ref p) { cp::tofile(f.path, x, p); }, 8, 8000, 8000);
  check([&](const_ref p) { CHECK(cp::fromfile<double>(f.path, 500, 8, p).item(0) == 1); }, 4, 4000, 4000);
  check([&](const_ref p) { cp::savez(f.path, p, x, cp::named("y", x(cp::slice(250)))); }, 10, 10000, 10000);
  std::string const whole = f.read();
  check([&](const_ref p) { CHECK(cp::npz_file(f.path).load<double, 1>("y", p).size() == 250); }, 2, 2000, 2000);
  if (cp::io::has_zlib()) {
    cp::savez_compressed(f.path, x);
    std::string const deflated = f.read();
    check([&](const_ref p) { cp::savez_compressed(f.path, p, x); }, 8, 8000, 8000);
    CHECK(f.read() == deflated);
    check([&](const_ref p) { CHECK(values(cp::npz_file(f.path).load<double, 1>("arr_0", p)) == values(x)); }, 8, 8000,
          8000);
  }
  auto const table = counted<double>({100, 100});
  check([&](const_ref p) { cp::savetxt(f.path, table, {.progress = p}); }, 4, 250000, -1, 1 << 16);
  check([&](const_ref p) { CHECK(cp::loadtxt(f.path, {.progress = p}).item(99, 99) == 9999); }, 4, 250000, 250000,
        1 << 16);
  check([&](const_ref p) { CHECK(cp::genfromtxt(f.path, {.progress = p}).item(9, 0) == 900); }, 4, 250000, 250000,
        1 << 16);
  check([&](const_ref p) { cp::tofile(f.path, x, ", ", "%s", p); }, 7, 6888, -1);
  check([&](const_ref p) { CHECK(values(cp::fromfile<double>(f.path, ",", -1, p)) == values(x)); }, 7, 6888, 6888);
  cp::save(f.path, cp::zeros<float>({0}), t.of(10));
  CHECK(t.was(1, 0, 0));

  // What the function throws comes out; of what was being written there is what was written, which is no archive.
  cp::progress const enough(
      [](std::int64_t done, std::int64_t) {
        if (done > 3000) throw done;
      },
      1000);
  CHECK_THROWS_AS(cp::savez(f.path, enough, x), std::int64_t);
  CHECK(f.read().size() >= 4000);
  CHECK(f.read().size() < 5000);
  CHECK_THROWS_AS(cp::npz_file(f.path), cp::io_error);
  f.write(whole);
  CHECK_THROWS_AS((void)(cp::npz_file(f.path).load<double, 1>("arr_0", enough)), std::int64_t);
  CHECK_THROWS_WITH_AS((void)t.of(0), "cp::progress: it is told after 1 byte or more, not after 0", cp::value_error);
}
