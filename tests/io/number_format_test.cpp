// Text of single numbers and of arrays by options, against NumPy's.
#include <doctest.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fuse/fuse.hpp>
#include <fuse/io.hpp>
#include <fuse/library/blas.hpp>
#include <limits>
#include <sstream>
#include <string>

#include "data.hpp"
#include "facts.hpp"
#include "records.hpp"

using namespace io_tests;

// covers: cupy.format_float_positional; cupy.format_float_scientific
TEST_CASE("numbers by all options are what NumPy writes") {
  int seen = 0;
  for (record const& r : read_records(tests::data_folder() + "/io/files.bin")) {
    if (r.facts.at("kind") != "numbers") continue;
    std::string shown;
    for (auto const& [key, value] : r.facts) shown += key + "=" + value + " ";
    CAPTURE(shown);
    auto const options = number_options(r.facts);
    cp::io::memory_source source(r.fields[0].data(), static_cast<std::int64_t>(r.fields[0].size()));
    auto const header = cp::io::read_npy_header(source);
    std::string bytes(static_cast<std::size_t>(header.nbytes()), '\0');
    cp::io::read_npy_data(source, header, bytes.data());
    std::istringstream positional(r.fields[1]), scientific(r.fields[2]);
    for (std::size_t i = 0; i < bytes.size(); i += static_cast<std::size_t>(header.itemsize)) {
      std::string fixed, with_exponent, line;
      auto const both = [&]<class T>(T x) {
        std::memcpy(&x, bytes.data() + i, sizeof(x));
        fixed = cp::format_float_positional(x, options);
        with_exponent = cp::format_float_scientific(x, options);
      };
      if (header.itemsize == 2)
        both(cp::float16());
      else if (header.itemsize == 4)
        both(0.0f);
      else
        both(0.0);
      std::getline(positional, line);
      CHECK(fixed == line);
      std::getline(scientific, line);
      // NumPy leaves a point where trim '-' took zeros that rounding had cut: 1.e+00
      if (std::size_t const at = line.find(".e"); options.trim == '-' && at != line.npos) line.erase(at, 1);
      CHECK(with_exponent == line);
      ++seen;
    }
  }
  CHECK(seen > 3000);
  CHECK(cp::format_float_positional(1e-5) == "0.00001");
  CHECK(cp::format_float_scientific(cp::bfloat16(1.5f)) == "1.5e+00");
  CHECK_THROWS_WITH_AS((void)cp::format_float_positional(1.0, {.unique = false}),
                       "cp::format_float_positional: a precision is needed without unique, got -1", cp::value_error);
  CHECK_THROWS_AS((void)cp::format_float_positional(1.0, {.precision = 2, .min_digits = 5}), cp::value_error);
  CHECK_THROWS_AS((void)cp::format_float_scientific(1.0, {.trim = 'x'}), cp::value_error);
  CHECK_THROWS_AS((void)cp::format_float_positional(1.0, {.precision = 0, .fractional = false}), cp::value_error);
  CHECK_THROWS_AS((void)cp::format_float_scientific(1.0, {.precision = 5000}), cp::value_error);
}

// covers: cupy.base_repr; cupy.binary_repr
TEST_CASE("integers in other bases") {
  CHECK(cp::base_repr(-255, 16) == "-FF");
  CHECK(cp::base_repr(0) == "0");
  CHECK(cp::base_repr(5, 2, 3) == "000101");
  CHECK(cp::base_repr(0, 2, 3) == "000");
  CHECK(cp::base_repr(35, 36) == "Z");
  CHECK(cp::base_repr(INT64_MIN, 10) == "-9223372036854775808");
  CHECK(cp::base_repr(UINT64_MAX, 16) == "FFFFFFFFFFFFFFFF");
  CHECK_THROWS_WITH_AS((void)cp::base_repr(1, 37), "cp::base_repr: a base is from 2 to 36, got 37", cp::value_error);
  CHECK_THROWS_AS((void)cp::base_repr(1, 1), cp::value_error);
  CHECK(cp::binary_repr(-3) == "-11");
  CHECK(cp::binary_repr(3, 5) == "00011");
  CHECK(cp::binary_repr(-3, 5) == "11101");
  CHECK(cp::binary_repr(0) == "0");
  CHECK(cp::binary_repr(0, 4) == "0000");
  CHECK(cp::binary_repr(-1, 1) == "1");
  CHECK(cp::binary_repr(-4, 3) == "100");
  CHECK(cp::binary_repr(-5, 4) == "1011");
  CHECK(cp::binary_repr(-1, 70) == std::string(70, '1'));
  CHECK(cp::binary_repr(INT64_MIN, 64) == "1" + std::string(63, '0'));
  CHECK_THROWS_WITH_AS((void)cp::binary_repr(9, 2), "cp::binary_repr: the number needs 4 digits, the width is 2",
                       cp::value_error);
  CHECK_THROWS_AS((void)cp::binary_repr(-9, 4), cp::value_error);
}

// covers: cupy.array2string; cupy.printoptions
TEST_CASE("arrays by options of their own") {
  auto const a = cp::arange<double, cp::host_space>(3) / 3;
  CHECK(cp::array2string(a) == "[0.         0.33333333 0.66666667]");
  CHECK(cp::array2string(a, {.precision = 2}, ";") == "[0.  ;0.33;0.67]");
  CHECK(cp::array2string(cp::arange<std::int32_t, cp::host_space>(12), {.linewidth = 20}, ", ", "ab=", ")") ==
        "[ 0,  1,  2,  3,\n     4,  5,  6,  7,\n     8,  9, 10, 11]");
  CHECK(cp::array2string(cp::full<double, cp::host_space>(cp::index_array<0>{}, 1.25), {.precision = 1}) == "1.2");
  CHECK(cp::array2string(cp::zeros<double, cp::host_space>({0, 2})) == "[]");
  CHECK_THROWS_AS((void)cp::array2string(a, {.precision = -1}), cp::value_error);
  {
    cp::printoptions const guard({.precision = 3});
    CHECK(cp::array_str(a) == "[0.    0.333 0.667]");
    CHECK(cp::get_printoptions().precision == 3);
  }
  CHECK(cp::array_str(a) == "[0.         0.33333333 0.66666667]");
}

// covers: cupy.show_config
TEST_CASE("the configuration says what there is") {
  std::string const text = cp::show_config();
  CHECK(text.substr(0, 17) == "fuse         : 0.");
  CHECK(text.find(cp::io::has_zlib() ? "zlib         : yes\n" : "zlib         : no\n") != text.npos);
  CHECK((text.find("BLAS         : no\n") == text.npos) == cp::library::host_has_blas());
  CHECK(text.find("host threads : " + std::to_string(cp::host_threads()) + "\n") != text.npos);
}

#if defined(__x86_64__)
TEST_CASE("OpenBLAS computes with the vectors that the processor has") {
  if (std::getenv("OPENBLAS_CORETYPE") != nullptr || !__builtin_cpu_supports("avx2")) return;
  CHECK(cp::show_config().find("kernels for Prescott") == std::string::npos);
}
#endif
