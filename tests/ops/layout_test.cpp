// How arrays lie in memory, and what is asked of them.
#include <doctest/doctest.h>
#include <array/values.hpp>
#include <cmath>
#include <fuse/fuse.hpp>
#include <fuse/interop.hpp>

using tests::doubles;
using tests::floats;

// covers: cupy.byte_bounds; cupy.may_share_memory; cupy.shares_memory
TEST_CASE("which arrays share memory") {
  auto const a = cp::zeros<float>({4, 6});
  auto const even = a(cp::all, cp::slice(0, 6, 2)), odd = a(cp::all, cp::slice(1, 6, 2)), none = a(cp::slice(0, 0));
  auto const [begin, end] = cp::byte_bounds(a);
  CHECK(begin == reinterpret_cast<std::uintptr_t>(a.data()));
  CHECK(end - begin == 96);
  auto const [from, to] = cp::byte_bounds(cp::flip(odd));
  CHECK(from == begin + 4);
  CHECK(to == end);
  CHECK(cp::may_share_memory(even, odd));
  CHECK(!cp::shares_memory(even, odd));
  CHECK(cp::shares_memory(even, a(2)));
  CHECK(!cp::may_share_memory(a(cp::slice(0, 2)), a(cp::slice(2, 4))));
  CHECK(!cp::may_share_memory(a, none));
  CHECK(!cp::shares_memory(a, cp::zeros<float>({4, 6})));
  CHECK(cp::shares_memory(a, a.view<std::int32_t>()));
}

// covers: cupy.asfortranarray; cupy.isfortran; cupy.require; cupy.asfarray; cupy.asarray_chkfinite
TEST_CASE("what a function requires of an array") {
  auto const a = tests::counted<float>({2, 3});
  auto const f = cp::asfortranarray(a);
  CHECK(cp::isfortran(f));
  CHECK(!cp::isfortran(a));
  CHECK(!cp::isfortran(cp::arange<float>(3)));
  CHECK(f.strides()[0] == 1);
  CHECK(f.strides()[1] == 2);
  CHECK(tests::equals<float>(f, {2, 3}, tests::values(a)));
  CHECK(cp::asfortranarray(f).data() == f.data());
  CHECK(cp::asfortranarray(2 * a).strides()[0] == 1);
  CHECK(cp::require(a).data() == a.data());
  CHECK(cp::require(f).strides()[1] == 1);
  CHECK(cp::isfortran(cp::require<double>(a, {.fortran = true})));
  CHECK(cp::require(a, {.owned = true}).data() != a.data());
  CHECK(tests::equals<double>(cp::asfarray(cp::arange(3)), {3}, {0, 1, 2}));
  CHECK(tests::equals<float>(cp::asfarray(cp::arange<float>(2)), {2}, {0, 1}));
  CHECK(tests::equals<float>(cp::asarray_chkfinite(a(0)), {3}, {0, 1, 2}));
  CHECK_THROWS_AS((void)cp::asarray_chkfinite(cp::array<float>({1, NAN})), cp::value_error);
}

// covers: cupy.real_if_close
TEST_CASE("complex numbers that are nearly real") {
  using cp::complex128;
  auto const close = cp::array<complex128>({complex128(1, 1e-15), complex128(2, 0)});
  auto const r = cp::real_if_close(close);
  REQUIRE(r.has_value());
  CHECK(tests::equals<double>(*r, {2}, {1, 2}));
  CHECK(!cp::real_if_close(close * complex128(1, 1e-10)).has_value());
  CHECK(cp::real_if_close(close * complex128(1, 1e-10), 1e-3).has_value());
}

// covers: cupy.ndarray.__ifloordiv__; cupy.ndarray.__ipow__; cupy.ndarray.__imatmul__; cupy.ndarray.__matmul__
TEST_CASE("what stands for assignments that C++ has no operators for") {
  auto const a = cp::array<double>({7, 9});
  a(cp::all) = cp::floor_divide(a, 2);
  CHECK(tests::values(a) == doubles{3, 4});
  a(cp::all) = cp::power(a, 2);
  CHECK(tests::values(a) == doubles{9, 16});
  auto const m = cp::array<double>({{1, 2}, {3, 4}});
  m(cp::all) = cp::matmul(m, cp::array<double>({{0, 1}, {1, 0}}));
  CHECK(tests::values(m) == doubles{2, 1, 4, 3});
}
