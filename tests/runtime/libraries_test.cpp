// What other libraries do in host memory: right where they are there; where they are not, an error that names the
// package, and nothing is changed. Runs in every build.
#include <doctest/doctest.h>

#include <cmath>
#include <fuse/fft.hpp>
#include <fuse/fuse.hpp>
#include <fuse/library/blas.hpp>
#include <fuse/library/lapack.hpp>
#include <fuse/linalg.hpp>
#include <string>

namespace {

template <class T>
using host = cp::ndarray<T, 2, cp::host_space>;

template <class T>
host<T> matrix(double a, double b, double c, double d) {
  auto m = cp::empty<T, cp::host_space>({2, 2});
  double const values[] = {a, b, c, d};
  for (int i = 0; i < 4; ++i) m.data()[i] = static_cast<T>(values[i]);
  return m;
}

/// Runs f; true if it threw an error that names the package.
template <class F>
bool names_package(char const* package, F const& f) {
  try {
    f();
  } catch (cp::value_error const& e) {
    CHECK_MESSAGE(std::string(e.what()).find(package) != std::string::npos, e.what());
    return true;
  }
  return false;
}

template <class T>
void products() {
  auto const a = matrix<T>(1, 2, 3, 4), b = matrix<T>(5, 6, 7, 8);
  auto c = matrix<T>(1, 1, 1, 1);
  bool const threw = names_package("libopenblas-dev", [&] { c(cp::all) = cp::matmul(a, b) + c; });
  CHECK(threw == !cp::library::host_has_blas());
  double const expected[] = {20, 23, 44, 51};
  for (int i = 0; i < 4; ++i) CHECK(static_cast<double>(static_cast<float>(c.data()[i])) == (threw ? 1 : expected[i]));
}

}  // namespace

TEST_CASE("products of floats in host memory, or who would do them") {
  products<float>();
  products<double>();
  products<cp::float16>();
  products<cp::bfloat16>();
}

TEST_CASE("products of integers and of vectors need no library") {
  auto const a = matrix<std::int64_t>(1, 2, 3, 4);
  auto const b = cp::eval(cp::matmul(a, a));
  CHECK(b.item(1, 1) == 22);
  auto const v = cp::arange<float, cp::host_space>(4);
  CHECK(cp::dot(v, v).item() == 14);
  CHECK(cp::eval(cp::outer(v, v)).item(3, 2) == 6);
}

TEST_CASE("decompositions in host memory, or who would do them") {
  auto const a = matrix<double>(4, 2, 2, 5);
  auto l = matrix<double>(7, 7, 7, 7);
  bool const threw = names_package("liblapacke-dev", [&] { l(cp::all) = cp::linalg::cholesky(a); });
  CHECK(threw == !cp::library::host_has_lapack());
  double const expected[] = {2, 0, 1, 2};
  for (int i = 0; i < 4; ++i) CHECK(l.data()[i] == doctest::Approx(threw ? 7 : expected[i]));
  bool const solving = names_package("liblapacke-dev", [&] {
    auto const x = cp::linalg::solve(a, matrix<double>(4, 0, 2, 4));
    CHECK(x.item(1, 1) == doctest::Approx(1));
  });
  CHECK(solving == threw);
  bool const many = names_package("liblapacke-dev", [&] {  // so many that several threads call the library
    auto const w = cp::linalg::eigvalsh(cp::eval(cp::broadcast_to(a, {500, 2, 2})));
    CHECK(w.item(499, 0) == doctest::Approx(4.5 - std::sqrt(17.0) / 2));
  });
  CHECK(many == threw);
}

TEST_CASE("transforms in host memory, or who would do them") {
  auto const v = cp::arange<double, cp::host_space>(4);
  (void)names_package("libfftw3-dev", [&] {
    auto const x = cp::eval(cp::fft::fft(v));
    CHECK(x.item(0).real() == 6);
  });
}
