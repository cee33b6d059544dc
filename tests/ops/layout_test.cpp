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

// Strides and elements as NumPy's with order="F"; fuse counts strides in elements.
TEST_CASE("arrays whose first axis runs fastest") {
  using strides = cp::index_array<3>;
  auto const z = cp::zeros<float>({2, 3, 4}, cp::fortran_order);
  CHECK(z.strides() == strides{{1, 2, 6}});
  CHECK(tests::equals<float>(z, {2, 3, 4}, std::vector<float>(24, 0)));
  auto const o = cp::ones({2, 1}, cp::fortran_order);
  CHECK(tests::equals<double>(o, {2, 1}, {1, 1}));
  CHECK(cp::empty<float>({2, 3, 4}, cp::fortran_order).strides() == strides{{1, 2, 6}});
  auto const f = cp::full<std::int32_t>({2, 2}, 7, cp::fortran_order);
  CHECK(cp::isfortran(f));
  CHECK(tests::equals<std::int32_t>(f, {2, 2}, {7, 7, 7, 7}));
  auto const a = tests::counted({2, 3});
  CHECK(tests::equals<std::int32_t>(cp::ravel(a, cp::fortran_order), {6}, {0, 3, 1, 4, 2, 5}));
  CHECK(tests::equals<std::int32_t>(cp::ravel(a + 1, cp::fortran_order), {6}, {1, 4, 2, 5, 3, 6}));
  auto const r = cp::reshape(a, {3, -1}, cp::fortran_order);
  CHECK(tests::equals<std::int32_t>(r, {3, 2}, {0, 4, 3, 2, 1, 5}));
  CHECK(cp::isfortran(r));
  auto const t = cp::asfortranarray(a);
  CHECK(cp::reshape(t, {3, 2}, cp::fortran_order).data() == t.data());
  CHECK_THROWS_AS((void)cp::reshape(a, {4, -1}, cp::fortran_order), cp::shape_error);
  CHECK_THROWS_AS((void)cp::zeros({2, -3}, cp::fortran_order), cp::shape_error);
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

// Rows of an operand that runs along another axis than the result are brought together, several at a time; short rows
// go many at a time, and so do few columns and small steps.
TEST_CASE_TEMPLATE("axes in any order, of rows that are no whole tiles", T, std::uint8_t, std::int16_t, float, double,
                   cp::complex128) {
  cp::index_array<3> const shapes[] = {{70, 133, 66}, {300, 67, 3}, {4, 150, 131},
                                       {34, 90, 34},  {257, 2, 20}, {5, 1, 600}};
  auto const formula = [](auto const& i, auto const& j, auto const& k) { return (i * 7 + j * 3 + k) % 101; };
  int const orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  for (auto const& shape : shapes) {
    CAPTURE(shape[0]);
    auto const x = cp::eval(cp::astype<T>(formula(cp::index<0>(shape), cp::index<1>(shape), cp::index<2>(shape))));
    auto const row = x(0, 0);
    auto const column = x(cp::all, cp::slice(0, 1), cp::slice(0, 1));
    for (auto const& order : orders) {
      cp::index_array<3> moved;
      int axis_of[3];
      for (int a = 0; a < 3; ++a) moved[a] = shape[order[a]], axis_of[order[a]] = a;
      cp::ndarray<std::int64_t, 3> const at[] = {cp::index<0>(moved), cp::index<1>(moved), cp::index<2>(moved)};
      auto const right = cp::eval(cp::astype<T>(formula(at[axis_of[0]], at[axis_of[1]], at[axis_of[2]])));
      auto const y = cp::transpose(x, order);
      CHECK(cp::eval(cp::all(y.copy() == right)).item());
      CHECK(cp::eval(cp::all(cp::eval(y + right) == right + right)).item());
      for (std::int64_t const step : {-1, 2, 3, 4, -5}) {
        auto const part = [step](auto const& a) {
          return a(cp::slice(0, cp::end, 2), cp::slice(0, cp::end), cp::slice(cp::end, cp::end, step));
        };
        auto const picked = cp::eval(part(right));
        CHECK(cp::eval(cp::all(part(y).copy() == picked)).item());
        auto const to = cp::zeros<T>(moved);
        part(to) = picked;
        CHECK(cp::eval(cp::all(part(to) == picked)).item());
        CHECK(cp::eval(cp::sum(cp::astype<std::int64_t>(to != T{}))).item() ==
              cp::eval(cp::sum(cp::astype<std::int64_t>(picked != T{}))).item());
      }
    }
    cp::ndarray<std::int64_t, 3> const k = cp::index<2>(shape) + 0 * cp::index<0>(shape),
                                       i = cp::index<0>(shape) + 0 * cp::index<2>(shape);
    CHECK(cp::eval(cp::all(cp::eval(row + column) == cp::astype<T>(formula(0, 0, k)) + cp::astype<T>(formula(i, 0, 0))))
              .item());
  }
}

TEST_CASE("the first axis runs fastest in what is reshaped, copied and made") {
  using tests::equals, tests::list_of, tests::longs, tests::values;
  auto const m = cp::array({{0, 1, 2}, {3, 4, 5}});
  auto const f = cp::fortran_order;
  CHECK(equals<std::int64_t>(m.reshape({3, -1}, f), {3, 2}, {0, 4, 3, 2, 1, 5}));
  CHECK(equals<std::int64_t>(m.reshape(cp::make_shape({3, 2}), f), {3, 2}, {0, 4, 3, 2, 1, 5}));
  CHECK(equals<std::int64_t>((m + 1).reshape({3, -1}, f), {3, 2}, {1, 5, 4, 3, 2, 6}));
  CHECK(equals<std::int64_t>(m.ravel(f), {6}, {0, 3, 1, 4, 2, 5}));
  CHECK(equals<std::int64_t>(m.flatten(f), {6}, {0, 3, 1, 4, 2, 5}));
  CHECK(equals<std::int64_t>(cp::ravel(m + 1, f), {6}, {1, 4, 2, 5, 3, 6}));
  CHECK(m.T().flatten(f).data() != m.data());
  auto const is_turned = [&](auto const& a, longs const& elements) {
    return cp::isfortran(a) && list_of(a.shape()) == longs{2, 3} &&
           values(cp::eval(cp::astype<std::int64_t>(a))) == elements;
  };
  longs const same{0, 1, 2, 3, 4, 5};
  CHECK(is_turned(m.copy(f), same));
  CHECK(is_turned(cp::copy(m + 0, f), same));
  CHECK(is_turned(cp::array(m, f), same));
  CHECK(is_turned(cp::array<float>(m, f), same));
  CHECK(is_turned(cp::array<float>({{0, 1, 2}, {3, 4, 5}}, f), same));
  CHECK(is_turned(cp::array({{0, 1, 2}, {3, 4, 5}}, f), same));
  CHECK(is_turned(cp::zeros_like(m, f), longs(6, 0)));
  CHECK(is_turned(cp::ones_like(m, f), longs(6, 1)));
  CHECK(is_turned(cp::full_like(m, 3, f), longs(6, 3)));
  CHECK(cp::isfortran(cp::empty_like(m, f)));
  CHECK(is_turned(cp::full({2, 3}, 7, f), longs(6, 7)));
  CHECK(is_turned(cp::full<float>(m.shape(), 7, f), longs(6, 7)));
  CHECK(is_turned(cp::ones(m.shape(), f), longs(6, 1)));
}
