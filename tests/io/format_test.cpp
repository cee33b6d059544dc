// The text of arrays and scalars, against NumPy 2.4's.
#include <fuse/io/format.hpp>

#include <doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include <fuse/core/dtype.hpp>
#include <fuse/core/error.hpp>
#include <fuse/core/half.hpp>
#include <fuse/io/npy.hpp>
#include "data.hpp"
#include "records.hpp"

namespace {

using cp::dtype_id;
using cp::print_options;
using shape_type = std::vector<std::int64_t>;

std::string text(dtype_id dtype, void const* data, shape_type const& shape, print_options const& options = {},
                 bool repr = false) {
  shape_type const strides = io_tests::strides_of(shape, false);
  return cp::io::format_array(dtype, 0, data, static_cast<int>(shape.size()), shape.data(), strides.data(), options,
                              repr);
}

template <class T>
std::string scalar(dtype_id dtype, T x) {
  return cp::io::format_scalar(dtype, sizeof(T), &x);
}

// FNV-1a over lines: one number for many texts, computed by tests/data/make_io.py --hashes from NumPy's.
struct line_hash {
  std::uint64_t value = 0xcbf29ce484222325u;
  void add(std::string const& line) {
    for (char const c : line + "\n") value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  }
};

std::uint64_t mixed(std::uint64_t i) {
  std::uint64_t k = i * 0x9e3779b97f4a7c15u;
  k = (k ^ (k >> 30)) * 0xbf58476d1ce4e5b9u;
  return k ^ (k >> 27);
}

/// The bytes of the elements of one array that its text shows, in C order, and the shape that they have.
struct gathered {
  std::vector<unsigned char> bytes;
  shape_type shape;
};

gathered gather(unsigned char const* data, std::int64_t itemsize, shape_type const& shape, shape_type const& strides,
                print_options const& options) {
  std::vector<shape_type> indices;
  gathered g;
  for (std::int64_t const n : shape) {
    cp::io::shown_places const s = cp::io::places_shown(n, true, options);
    shape_type& of_axis = indices.emplace_back();
    for (std::int64_t i = 0; i < s.leading; ++i) of_axis.push_back(i);
    for (std::int64_t i = n - s.trailing; i < n; ++i) of_axis.push_back(i);
    g.shape.push_back(s.leading + s.trailing);
  }
  auto const add = [&](auto const& self, std::size_t axis, std::int64_t offset) -> void {
    if (axis == shape.size()) {
      unsigned char const* const element = data + offset * itemsize;
      g.bytes.insert(g.bytes.end(), element, element + itemsize);
      return;
    }
    for (std::int64_t const i : indices[axis]) self(self, axis + 1, offset + i * strides[axis]);
  };
  add(add, 0, 0);
  return g;
}

}  // namespace

TEST_CASE("arrays print as in NumPy 2.4, byte for byte") {
  auto const records = io_tests::read_records(tests::data_folder() + "/io/printing.bin");
  REQUIRE(records.size() >= 300);
  for (std::size_t i = 0; i < records.size(); ++i) {
    io_tests::record const& r = records[i];
    cp::io::memory_source source(r.fields[0].data(), static_cast<std::int64_t>(r.fields[0].size()));
    cp::io::npy_header const h = cp::io::read_npy_header(source);
    std::vector<unsigned char> data(static_cast<std::size_t>(h.nbytes()));
    cp::io::read_npy_data(source, h, data.data());
    shape_type const strides = io_tests::strides_of(h.shape, h.fortran_order);
    auto const printed = [&](bool repr) {
      return cp::io::format_array(h.dtype, h.itemsize, data.data(), static_cast<int>(h.shape.size()), h.shape.data(),
                                  strides.data(), io_tests::options_of(r), repr);
    };
    CAPTURE(i);
    CHECK(printed(false) == r.fields[1]);
    CHECK(printed(true) == r.fields[2]);
  }
}

TEST_CASE("summarised arrays print alike from the elements that are shown, alone") {
  auto const records = io_tests::read_records(tests::data_folder() + "/io/printing.bin");
  int summarized = 0;
  for (std::size_t i = 0; i < records.size(); ++i) {
    io_tests::record const& r = records[i];
    cp::io::memory_source source(r.fields[0].data(), static_cast<std::int64_t>(r.fields[0].size()));
    cp::io::npy_header const h = cp::io::read_npy_header(source);
    print_options const options = io_tests::options_of(r);
    int const ndim = static_cast<int>(h.shape.size());
    if (!cp::io::is_summarized(ndim, h.shape.data(), options)) continue;
    ++summarized;
    std::vector<unsigned char> data(static_cast<std::size_t>(h.nbytes()));
    cp::io::read_npy_data(source, h, data.data());
    shape_type const in_file = io_tests::strides_of(h.shape, h.fortran_order);
    gathered const g = gather(data.data(), h.itemsize, h.shape, in_file, options);
    shape_type const strides = io_tests::strides_of(g.shape, false);
    auto const printed = [&](bool repr) {
      return cp::io::format_array(h.dtype, h.itemsize, g.bytes.data(), ndim, h.shape.data(), strides.data(), options,
                                  repr, cp::io::elements_given::shown);
    };
    CAPTURE(i);
    CHECK(printed(false) == r.fields[1]);
    CHECK(printed(true) == r.fields[2]);
  }
  CHECK(summarized >= 10);
}

TEST_CASE("scalars print as NumPy's: all float16, and many float32 and float64, by a hash of the text") {
  line_hash f16, f32, f64;
  for (std::uint32_t i = 0; i < 65536; ++i) f16.add(scalar(dtype_id::float16, static_cast<std::uint16_t>(i)));
  for (std::uint64_t i = 1; i <= 100000; ++i) {
    f32.add(scalar(dtype_id::float32, static_cast<std::uint32_t>(mixed(i) >> 32)));
    f64.add(scalar(dtype_id::float64, mixed(i)));
  }
  CHECK(f16.value == 0xb7af73908d5e8f78u);
  CHECK(f32.value == 0x5ebe073bdd9274fcu);
  CHECK(f64.value == 0x7ebd743b44618319u);
}

TEST_CASE("scalars of every kind") {
  CHECK(scalar(dtype_id::bool_, true) == "True");
  CHECK(scalar(dtype_id::int8, std::int8_t{-128}) == "-128");
  CHECK(scalar(dtype_id::uint64, ~std::uint64_t{0}) == "18446744073709551615");
  CHECK(scalar(dtype_id::float32, 0.1f) == "0.1");
  CHECK(scalar(dtype_id::float64, 1e16) == "1e+16");
  CHECK(scalar(dtype_id::float64, -0.0) == "-0.0");
  struct {
    double re, im;
  } const z[] = {{0, 0}, {0, -0.0}, {-0.0, 0}, {1, 2}, {0.5, -3}, {1e20, 1e-7}, {NAN, INFINITY}, {-INFINITY, -NAN}};
  char const* const expected[] = {"0j",         "-0j",        "(-0+0j)", "(1+2j)", "(0.5-3j)", "(1e+20+1e-07j)",
                                  "(nan+infj)", "(-inf+nanj)"};
  for (int i = 0; i < 8; ++i) CHECK(cp::io::format_scalar(dtype_id::complex128, 16, &z[i]) == expected[i]);
  unsigned char const raw[] = {0, 255, 65};
  CHECK(cp::io::format_scalar(dtype_id::other, 3, raw) == "b'\\x00\\xFF\\x41'");
}

TEST_CASE("bfloat16 prints with the digits that identify it") {
  std::vector<cp::bfloat16> const x = {cp::bfloat16(1.0f), cp::bfloat16(0.1f), cp::bfloat16(-3.14f)};
  CHECK(text(dtype_id::bfloat16, x.data(), {3}) == "[ 1.    0.1  -3.14]");
  CHECK(text(dtype_id::bfloat16, x.data(), {3}, {}, true) == "array([ 1.  ,  0.1 , -3.14], dtype=bfloat16)");
  CHECK(scalar(dtype_id::bfloat16, cp::bfloat16(3e38f)) == "3e+38");
  for (std::uint32_t i = 0; i < 65536; ++i) {
    cp::bfloat16 const b = cp::bfloat16::from_bits(static_cast<std::uint16_t>(i));
    if (!std::isfinite(float(b))) continue;
    std::string const s = scalar(dtype_id::bfloat16, b);
    CHECK_MESSAGE(cp::bfloat16(std::stod(s)).bits == b.bits, s);
  }
}

TEST_CASE("bfloat16 arrays print as NumPy's float16 where both have the value and its digits") {
  auto const both = [](std::vector<float> const& values) {
    std::vector<cp::bfloat16> const b(values.begin(), values.end());
    std::vector<cp::float16> const h(values.begin(), values.end());
    std::string const s = text(dtype_id::bfloat16, b.data(), {static_cast<std::int64_t>(b.size())});
    CHECK(s == text(dtype_id::float16, h.data(), {static_cast<std::int64_t>(h.size())}));
    return s;
  };
  float const nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  CHECK(both({1000, 2000}) == "[1.e+03 2.e+03]");
  CHECK(both({1000, 1}) == "[1.e+03 1.e+00]");
  CHECK(both({1e-4f, 1}) == "[1.e-04 1.e+00]");
  CHECK(both({6e-5f}) == "[6.e-05]");
  CHECK(both({0.5f, 2, 996}) == "[5.00e-01 2.00e+00 9.96e+02]");
  CHECK(both({1, 1024}) == "[1.000e+00 1.024e+03]");
  CHECK(both({nan, inf, -inf, 1.5f}) == "[ nan  inf -inf  1.5]");
  CHECK(both({0.5f, -0.25f, 0}) == "[ 0.5  -0.25  0.  ]");
}

TEST_CASE("every number prints by the rules of its own dtype") {
  struct {
    dtype_id dtype;
    unsigned char bytes[8];  // little-endian, as this machine
    char const* text;
  } const cases[] = {
      {dtype_id::int8, {0xfe}, "-2"},
      {dtype_id::int16, {0xfe, 0xff}, "-2"},
      {dtype_id::int32, {0, 0, 0xff, 0xff}, "-65536"},
      {dtype_id::int64, {0, 0, 0, 0, 1}, "4294967296"},
      {dtype_id::uint8, {0xfe}, "254"},
      {dtype_id::uint16, {0xfe, 0xff}, "65534"},
      {dtype_id::uint32, {0, 0, 0, 0xff}, "4278190080"},
      {dtype_id::uint64, {0, 0, 0, 0, 0, 0, 0, 0x80}, "9223372036854775808"},
      {dtype_id::float16, {0x01, 0x3c}, "1.001"},  // the number above 1
      {dtype_id::bfloat16, {0x81, 0x3f}, "1.01"},
      {dtype_id::float32, {0x01, 0, 0x80, 0x3f}, "1.0000001"},
      {dtype_id::float64, {1, 0, 0, 0, 0, 0, 0xf0, 0x3f}, "1.0000000000000002"},
  };
  std::size_t numbers = 0;
  for (int i = 0; i < cp::detail::dtype_count; ++i) {
    cp::dtype_kind const kind = cp::detail::dtype_rows[i].kind;
    numbers += kind == cp::dtype_kind::floating || kind == cp::dtype_kind::signed_integer ||
               kind == cp::dtype_kind::unsigned_integer;
  }
  CHECK(std::size(cases) == numbers);  // a new dtype belongs here too
  for (auto const& c : cases) {
    CHECK(cp::io::format_scalar(c.dtype, 0, c.bytes) == c.text);
    CHECK(text(c.dtype, c.bytes, {1}, {.floatmode = cp::float_mode::unique}) == std::string("[") + c.text + "]");
  }
}

TEST_CASE("views print as copies of them do") {
  std::vector<std::int32_t> data(60);
  for (int i = 0; i < 60; ++i) data[static_cast<std::size_t>(i)] = i * i - 500;
  std::int64_t const shape[] = {3, 4};
  struct {
    std::int64_t offset, strides[2];
  } const views[] = {{0, {1, 3}}, {59, {-20, -2}}, {7, {0, 1}}, {5, {0, 0}}, {3, {13, -1}}};
  for (auto const& v : views) {
    std::vector<std::int32_t> copy;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 4; ++j) {
        copy.push_back(data[static_cast<std::size_t>(v.offset + i * v.strides[0] + j * v.strides[1])]);
      }
    }
    CHECK(cp::io::format_array(dtype_id::int32, 0, data.data() + v.offset, 2, shape, v.strides, {}, true) ==
          text(dtype_id::int32, copy.data(), {3, 4}, {}, true));
  }
}

TEST_CASE("a summary reads only the elements that it shows") {
  // 2^80 elements: reading them all would never end.
  std::int64_t const huge[] = {std::int64_t{1} << 40, std::int64_t{1} << 40}, zero[] = {0, 0};
  float const x = 1.5f;
  std::string const s = cp::io::format_array(dtype_id::float32, 0, &x, 2, huge, zero, {}, false);
  std::string const row = "[1.5 1.5 1.5 ... 1.5 1.5 1.5]\n ";
  CHECK(s == "[" + row + row + row + "...\n " + row + row + row.substr(0, row.size() - 2) + "]");

  double const y = 2;
  std::int64_t const shape[] = {5000}, strides[] = {0};
  CHECK(cp::io::format_array(dtype_id::float64, 0, &y, 1, shape, strides, {}, true) ==
        "array([2., 2., 2., ..., 2., 2., 2.], shape=(5000,))");
  CHECK(cp::io::is_summarized(1, shape, {}));
  std::int64_t const at_threshold[] = {10, 100}, overflowing[] = {0, std::numeric_limits<std::int64_t>::max(), 9};
  CHECK_FALSE(cp::io::is_summarized(2, at_threshold, {}));
  CHECK_FALSE(cp::io::is_summarized(3, overflowing, {}));
  CHECK(cp::io::is_summarized(2, overflowing + 1, {}));
}

TEST_CASE("elements at any address can be printed") {
  std::vector<unsigned char> bytes(1 + 2 * sizeof(double));
  double const x[] = {1.5, -2};
  std::memcpy(bytes.data() + 1, x, sizeof(x));
  CHECK(text(dtype_id::float64, bytes.data() + 1, {2}) == "[ 1.5 -2. ]");
}

// covers: cupy.get_printoptions; cupy.set_printoptions
TEST_CASE("set_printoptions changes what get_printoptions returns, and refuses nonsense") {
  print_options const before = cp::get_printoptions();
  CHECK(before.precision == 8);
  CHECK(before.threshold == 1000);
  CHECK(before.edgeitems == 3);
  CHECK(before.linewidth == 75);
  CHECK(before.nanstr == "nan");
  // example-begin set_printoptions
  print_options options = cp::get_printoptions();
  options.precision = 3;
  options.suppress = true;
  cp::set_printoptions(options);
  // example-end set_printoptions
  CHECK(cp::get_printoptions().precision == 3);
  CHECK(cp::get_printoptions().suppress);
  for (auto const& wrong :
       {print_options{.precision = -1}, print_options{.precision = 5000}, print_options{.threshold = -1},
        print_options{.edgeitems = -1}, print_options{.linewidth = -1}, print_options{.sign = 'x'}}) {
    CHECK_THROWS_AS(cp::set_printoptions(wrong), cp::value_error);
  }
  CHECK(cp::get_printoptions().precision == 3);
  CHECK_THROWS_WITH(cp::set_printoptions({.sign = 'x'}), "cp::set_printoptions: sign is 'x', must be '-', '+' or ' '");
  cp::set_printoptions(before);
}

TEST_CASE("dtype names are NumPy's") {
  CHECK(cp::dtype_name(dtype_id::bool_) == "bool");
  CHECK(cp::dtype_name(dtype_id::float16) == "float16");
  CHECK(cp::dtype_name(dtype_id::complex128) == "complex128");
  CHECK(cp::dtype_name(dtype_id::other) == "bytes");
}
