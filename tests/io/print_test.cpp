// What std::ostream shows with fuse.hpp alone: arrays, expressions, shapes, dtypes and elements, as NumPy prints them.
#include <doctest.h>

#include <fuse/fuse.hpp>
#include <limits>
#include <sstream>
#include <string>

namespace {

template <class T>
std::string text(T const& x) {
  std::ostringstream os;
  os << x;
  return os.str();
}

struct pair {
  float a, b;
};

}  // namespace

TEST_CASE("arrays and expressions print with fuse.hpp alone") {
  auto const a = cp::arange<std::int32_t, cp::host_space>(3);
  CHECK(text(a) == "[0 1 2]");
  CHECK(text(a * 0.5) == "[0.  0.5 1. ]");
  CHECK(text(cp::sum(a)) == "3");
  CHECK(text(a << 1) == "[0 2 4]");
  CHECK(cp::array_repr(a) == "array([0, 1, 2], dtype=int32)");
  std::wostringstream wide;
  wide << 1;  // other characters keep their own operators
  CHECK(wide.str() == L"1");
}

TEST_CASE("shapes, strides and dtypes print") {
  auto const a = cp::zeros<float, cp::host_space>({2, 3});
  CHECK(text(a.shape()) == "(2, 3)");
  CHECK(text(a.T().strides()) == "(1, 3)");
  CHECK(text(a(0).shape()) == "(3,)");
  CHECK(text(cp::sum(a).shape()) == "()");
  CHECK(text((a * a(0)).shape()) == "(2, 3)");
  CHECK(text(a.dtype()) == "float32");
  CHECK(text(cp::dtype_of<cp::bfloat16>) == "bfloat16");
  CHECK(text(cp::dtype_id::complex64) == "complex64");
  CHECK(text(cp::dtype_of<pair>) == cp::dtype_name(cp::dtype_id::other));
}

TEST_CASE("elements that C++ has no text for print as NumPy's scalars") {
  CHECK(text(cp::float16(0.1f)) == "0.1");
  CHECK(text(cp::complex<float>(1, 2)) == "(1+2j)");
  CHECK(text(cp::complex<double>(0, -0.1)) == "-0.1j");
  CHECK(text(cp::complex<float>(std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity())) ==
        "(nan+infj)");
  auto const z = cp::full<cp::complex<float>, cp::host_space>({2}, cp::complex<float>(0, 1));
  CHECK(text(z.item(1)) == "1j");
}
