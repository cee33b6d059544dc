// Members of arrays that are functions as well, and views of the same bytes.
#include <doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <type_traits>
#include <vector>

#include "values.hpp"

using namespace tests;

// covers: cupy.ndarray.reshape; cupy.ndarray.ravel; cupy.ndarray.flatten; cupy.ndarray.transpose; cupy.ndarray.mT
// covers: cupy.ndarray.swapaxes; cupy.ndarray.squeeze; cupy.ndarray.diagonal
TEST_CASE("shapes and axes by members") {
  auto const a = counted({2, 3});
  CHECK(equals<std::int32_t>(a.reshape(3, -1), {3, 2}, {0, 1, 2, 3, 4, 5}));
  CHECK(equals<std::int32_t>(a.reshape({1, 6}), {1, 6}, {0, 1, 2, 3, 4, 5}));
  CHECK(equals<std::int32_t>(a.reshape(cp::make_shape({3, 2})), {3, 2}, {0, 1, 2, 3, 4, 5}));
  CHECK(equals<std::int32_t>(a(0, cp::slice(1, 2)).reshape(), {}, {1}));
  CHECK(a.reshape(-1).data() == a.data());
  CHECK(equals<std::int32_t>(a.T().ravel(), {6}, {0, 3, 1, 4, 2, 5}));
  CHECK(a.ravel().data() == a.data());
  CHECK(a.flatten().data() != a.data());
  CHECK(equals<std::int32_t>(a.flatten(), {6}, {0, 1, 2, 3, 4, 5}));
  CHECK(equals<std::int32_t>(a.transpose(), {3, 2}, {0, 3, 1, 4, 2, 5}));
  auto const c = a.reshape(1, 2, 3);
  CHECK(equals<std::int32_t>(c.transpose(2, 0, -2), {3, 1, 2}, {0, 3, 1, 4, 2, 5}));
  CHECK(equals<std::int32_t>(c.mT(), {1, 3, 2}, {0, 3, 1, 4, 2, 5}));
  CHECK(equals<std::int32_t>(c.swapaxes(0, 2), {3, 2, 1}, {0, 3, 1, 4, 2, 5}));
  CHECK(equals<std::int32_t>(c.squeeze<0>(), {2, 3}, {0, 1, 2, 3, 4, 5}));
  CHECK(equals<std::int32_t>(a.diagonal(), {2}, {0, 4}));
  CHECK(equals<std::int32_t>(a.diagonal(1), {2}, {1, 5}));
  CHECK_THROWS_AS((void)a.reshape(4, 2), cp::shape_error);
}

// covers: cupy.ndarray.clip; cupy.ndarray.round; cupy.ndarray.conj; cupy.ndarray.take
TEST_CASE("elements by members, lazily") {
  auto const x = cp::array<double>({{0.25, 1.5}, {2.5, -3.5}});
  CHECK(equals<double>(x.clip(0, 2), {2, 2}, {0.25, 1.5, 2, 0}));
  CHECK(equals<double>(x.round(), {2, 2}, {0, 2, 2, -4}));
  CHECK(equals<double>(x.round(1), {2, 2}, {0.2, 1.5, 2.5, -3.5}));
  CHECK(equals<double>(x.conj(), {2, 2}, {0.25, 1.5, 2.5, -3.5}));
  CHECK(equals<double>(x.take(cp::array<std::int64_t>({3, 0})), {2}, {-3.5, 0.25}));
  auto const before = cp::count();
  cp::ndarray<double, 2> const y = x.clip(-1, 1).T() + x.round(1) * 2;
  CHECK((cp::count() - before).launches == 1);
  CHECK(equals<double>(y, {2, 2}, {0.65, 4, 6, -8}));
}

TEST_CASE("the same members of expressions") {
  auto const x = cp::array<double>({{0.25, 1.5, 3}, {2.5, -3.5, 0}});
  auto const e = x + 1;
  CHECK(equals<std::int32_t>(e.astype<std::int32_t>(), {2, 3}, {1, 2, 4, 3, -2, 1}));
  CHECK(equals<double>(e.reshape(3, -1), {3, 2}, {1.25, 2.5, 4, 3.5, -2.5, 1}));
  CHECK(equals<double>(e.reshape({6}), {6}, {1.25, 2.5, 4, 3.5, -2.5, 1}));
  CHECK(equals<double>(e.reshape(cp::make_shape({1, 6})), {1, 6}, {1.25, 2.5, 4, 3.5, -2.5, 1}));
  CHECK(equals<double>(e.ravel(), {6}, {1.25, 2.5, 4, 3.5, -2.5, 1}));
  CHECK(equals<double>(e.T().flatten(), {6}, {1.25, 3.5, 2.5, -2.5, 4, 1}));
  CHECK(equals<double>(e.transpose(), {3, 2}, {1.25, 3.5, 2.5, -2.5, 4, 1}));
  CHECK(equals<double>(e.transpose(1, 0), {3, 2}, {1.25, 3.5, 2.5, -2.5, 4, 1}));
  CHECK(equals<double>(e.swapaxes(0, 1), {3, 2}, {1.25, 3.5, 2.5, -2.5, 4, 1}));
  CHECK(equals<double>(e.mT(), {3, 2}, {1.25, 3.5, 2.5, -2.5, 4, 1}));
  CHECK(equals<double>(e(cp::newaxis).squeeze<0>(), {2, 3}, {1.25, 2.5, 4, 3.5, -2.5, 1}));
  CHECK(equals<double>(e.diagonal(1), {2}, {2.5, 1}));
  CHECK(equals<double>(e.clip(0, 3), {2, 3}, {1.25, 2.5, 3, 3, 0, 1}));
  CHECK(equals<double>(e.round(), {2, 3}, {1, 2, 4, 4, -2, 1}));
  CHECK(equals<double>((e / 3).round(1), {2, 3}, {0.4, 0.8, 1.3, 1.2, -0.8, 0.3}));
  using cp::complex128;
  auto const z = complex128(0, 1) * x;
  CHECK(equals<complex128>(z(0, cp::slice(1, 3)).conj(), {2}, {complex128(0, -1.5), complex128(0, -3)}));
  static_assert(std::is_same_v<decltype(e.copy()), cp::ndarray<double, 2>>);
  CHECK(equals<double>(e.copy(), {2, 3}, {1.25, 2.5, 4, 3.5, -2.5, 1}));
  static_assert(std::is_same_v<decltype(e.to_host()), cp::ndarray<double, 2, cp::host_space>>);
  CHECK(values(e.to_host()) == doubles{1.25, 2.5, 4, 3.5, -2.5, 1});
  CHECK(e.tolist() == std::vector<doubles>{{1.25, 2.5, 4}, {3.5, -2.5, 1}});
  // Lazy, and part of a traced lambda.
  auto const before = cp::count();
  cp::ndarray<float, 2> const y = ((x * 2).clip(-1, 4).mT().astype<float>() + 1).round();
  CHECK((cp::count() - before).launches == 1);
  CHECK(equals<float>(y, {3, 2}, {2, 5, 4, 0, 5, 1}));
  auto const f = cp::fuse([](auto a) { return (a + 1).clip(0, 3).template astype<float>().round(); });
  CHECK(equals<float>(f(x), {2, 3}, {1, 2, 3, 3, 0, 1}));
  CHECK_THROWS_AS((void)e.reshape(4, 2), cp::shape_error);
}

TEST_CASE("limits beyond what the elements hold, and limits that are not there") {
  auto const a = cp::array<std::uint8_t>({250, 3, 7});
  using bytes = std::vector<std::uint8_t>;
  CHECK(equals<std::uint8_t>(cp::clip(a, 5, 300), {3}, {250, 5, 7}));
  CHECK(equals<std::uint8_t>(cp::clip(a, -1, 5), {3}, {5, 3, 5}));
  CHECK(equals<std::uint8_t>(cp::clip(a + 0, -1, 300), {3}, bytes{250, 3, 7}));
  CHECK(equals<double>(cp::clip(a, 1.5, 300), {3}, {250, 3, 7}));
  CHECK(equals<double>(cp::clip(a, -1, 2.5), {3}, {2.5, 2.5, 2.5}));
  // Of another dtype that is promoted to, the bound is still none.
  CHECK(equals<std::int16_t>(cp::clip(a, cp::array<std::int16_t>({1, 300, 3}), 300), {3}, {250, 300, 7}));
  CHECK(equals<std::uint64_t>(cp::clip(cp::array<std::uint64_t>({1, 9}), -1, 5), {2}, {1, 5}));
  CHECK_THROWS_AS((void)cp::eval(cp::clip(a, 300, 400)), cp::value_error);
  CHECK_THROWS_AS((void)cp::eval(cp::clip(a, -5, -1)), cp::value_error);
  CHECK(equals<std::uint8_t>(cp::clip(a, 5, cp::none), {3}, {250, 5, 7}));
  CHECK(equals<std::uint8_t>(cp::clip(a, cp::none, 5), {3}, {5, 3, 5}));
  CHECK(equals<std::uint8_t>(cp::clip(a, cp::none, 300), {3}, {250, 3, 7}));
  CHECK(equals<std::uint8_t>(cp::clip(a, cp::none, cp::none), {3}, {250, 3, 7}));
  CHECK(equals<std::uint8_t>(cp::clip(a, 5), {3}, {250, 5, 7}));
  CHECK(equals<std::uint8_t>(a.clip(5), {3}, {250, 5, 7}));
  CHECK(equals<std::uint8_t>(a.clip(cp::none, 5), {3}, {5, 3, 5}));
  CHECK(equals<std::uint8_t>((a + 1).clip(cp::none, 4), {3}, {4, 4, 4}));
  CHECK(
      equals<std::uint8_t>(cp::fuse([](auto x) { return cp::clip(x, -5, 5) + cp::clip(x, 4); })(a), {3}, {255, 7, 12}));
  CHECK(cp::clip(7, 0, 5) == 5);
}

TEST_CASE("angles in degrees") {
  auto const z = cp::array<cp::complex64>({cp::complex64(1, 1), cp::complex64(-1, 0)});
  CHECK(equals<float>(cp::angle(z, true), {2}, {45, 180}));
  CHECK(equals<double>(cp::angle(cp::array({1, -1}), true), {2}, {0, 180}));
  CHECK(values(cp::angle(z, false)) == values(cp::angle(z)));
  CHECK(cp::angle(cp::complex128(0, 1), true) == 90);
}

TEST_CASE("sums along diagonals, and axes left out, by members") {
  auto const a = counted<std::int64_t>({2, 3, 2});
  CHECK(equals<std::int64_t>(a.trace(), {2}, {8, 10}));
  CHECK(equals<std::int64_t>(a.trace(1), {2}, {12, 14}));
  CHECK(equals<std::int64_t>(a.trace(0, 1, 2), {2}, {3, 15}));
  CHECK(equals<double>(a.trace<double>(0, 1, 2), {2}, {3, 15}));
  auto const b = counted<std::int64_t>({1, 2, 1});
  CHECK(equals<std::int64_t>(b.squeeze(0), {2, 1}, {0, 1}));
  CHECK(equals<std::int64_t>(b.squeeze(cp::axis<0, -1>), {2}, {0, 1}));
  CHECK(equals<std::int64_t>((b + 1).squeeze(-1), {1, 2}, {1, 2}));
}

// covers: cupy.ndarray.tolist; cupy.ndarray.tobytes; cupy.ndarray.set
TEST_CASE("elements to and from the host") {
  auto const a = counted({2, 3});
  CHECK(a.tolist() == std::vector<ints>{{0, 1, 2}, {3, 4, 5}});
  CHECK(a.T().tolist() == std::vector<ints>{{0, 3}, {1, 4}, {2, 5}});
  CHECK(a(1).tolist() == ints{3, 4, 5});
  CHECK(cp::asarray(7).tolist() == 7);
  CHECK(cp::zeros<float>({2, 0}).tolist() == std::vector<floats>(2));
  CHECK(cp::eval(a(0) > 0).tolist() == bools{false, true, true});
  auto const bytes = cp::array<std::uint16_t>({{1, 2}, {3, 0x0504}}).T().tobytes();
  CHECK(bytes == std::vector<unsigned char>{1, 0, 3, 0, 2, 0, 4, 5});
  CHECK(cp::zeros<float>(0).tobytes().empty());
  auto const part = a(cp::all, cp::slice(1, 3));
  part.set(cp::ndarray<std::int32_t, 2, cp::host_space>{{10, 20}, {30, 40}});
  CHECK(equals<std::int32_t>(a, {2, 3}, {0, 10, 20, 3, 30, 40}));
  CHECK_THROWS_AS(a.set(cp::ndarray<std::int32_t, 2, cp::host_space>{{1, 2}, {3, 4}}), cp::shape_error);
  CHECK(equals<std::int32_t>(a, {2, 3}, {0, 10, 20, 3, 30, 40}));
}

// covers: cupy.ndarray.view
TEST_CASE("views of the same bytes as other elements") {
  auto const a = cp::array<float>({{1, -2, 0.5}, {0, 3, 4}});
  auto const bits = a.view<std::uint32_t>();
  CHECK(equals<std::uint32_t>(bits, {2, 3}, {0x3f800000u, 0xc0000000u, 0x3f000000u, 0, 0x40400000u, 0x40800000u}));
  bits(0, 1) = 0x40000000;
  CHECK(equals<float>(a, {2, 3}, {1, 2, 0.5, 0, 3, 4}));
  CHECK(equals<std::uint32_t>(a.T().view<std::uint32_t>()(0), {2}, {0x3f800000u, 0}));
  CHECK(equals<std::uint16_t>(a(cp::all, cp::slice(0, 1)).view<std::uint16_t>(), {2, 2}, {0, 0x3f80, 0, 0}));
  auto const z = cp::array<double>({1, 2, 3, 4}).reshape(2, 2);
  CHECK(equals<cp::complex128>(z.view<cp::complex128>(), {2, 1}, {cp::complex128(1, 2), cp::complex128(3, 4)}));
  CHECK(equals<double>(z.view<cp::complex128>().view<double>(), {2, 2}, {1, 2, 3, 4}));
  CHECK(equals<cp::complex128>(z(cp::slice(0, 2, 2)).view<cp::complex128>(), {1, 1}, {cp::complex128(1, 2)}));
  CHECK(cp::zeros<float>({0, 4}).view<double>().shape() == cp::make_shape({0, 2}));
  CHECK_THROWS_WITH_AS((void)a.T().view<std::uint16_t>(),
                       "cp::ndarray::view: the last axis must be contiguous; its stride is 3", cp::value_error);
  CHECK_THROWS_WITH_AS((void)a.view<double>(),
                       "cp::ndarray::view: larger elements must fill the last axis, whose bytes are 12",
                       cp::value_error);
  CHECK_THROWS_WITH_AS((void)a(cp::all, cp::slice(0, 2)).view<double>(),
                       "cp::ndarray::view: strides must be whole numbers of the new elements; a stride in bytes is 12",
                       cp::value_error);
  CHECK_THROWS_AS((void)a(0, cp::slice(1, 3)).view<double>(), cp::value_error);
}

// covers: cupy.ndarray.__bool__; cupy.ndarray.__float__; cupy.ndarray.__int__; cupy.ndarray.flags.fnc
// covers: cupy.ndarray.flags.forc
TEST_CASE("an array of rank 0 as a number, and orders of memory") {
  cp::ndarray<float, 0> const x(2.75f);
  CHECK((static_cast<int>(x) == 2 && static_cast<double>(x) == 2.75 && static_cast<float>(x) == 2.75f));
  CHECK(static_cast<bool>(x));
  CHECK(!static_cast<bool>(cp::asarray(0)));
  if (cp::eval(cp::any(counted({2}) > 1))) FAIL("a condition");
  static_assert(!std::is_convertible_v<cp::ndarray<float, 0>, int> &&
                !std::is_constructible_v<int, cp::ndarray<float, 1>>);
  static_assert(!std::is_constructible_v<float, cp::ndarray<cp::complex64, 0>>);
  auto const a = counted({2, 3});
  CHECK((!a.flags().fnc() && a.flags().forc() && a.T().flags().fnc() && a.T().flags().forc()));
  CHECK((!a(0).flags().fnc() && !a(cp::all, cp::slice(0, 2)).flags().forc()));
}

// covers: cupy.ndarray.flat; cupy.ndarray.__iter__; cupy.ndarray.byteswap; cupy.ndarray.device
TEST_CASE("elements in C order, rows one by one, bytes turned round, where an array lies") {
  auto const a = counted({2, 3}).copy();
  CHECK(equals<std::int32_t>(a.T().flat(), {6}, {0, 3, 1, 4, 2, 5}));
  CHECK(equals<std::int32_t>(a.T().flat() * 2 + 1, {6}, {1, 7, 3, 9, 5, 11}));
  a.T().flat() = cp::arange<std::int32_t>(6) * 10;
  CHECK(equals<std::int32_t>(a, {2, 3}, {0, 20, 40, 10, 30, 50}));
  CHECK(equals<std::int32_t>(cp::zeros<std::int32_t>({0, 3}).flat(), {0}, {}));
  for (auto const row : a) row(0) = 7;
  CHECK(equals<std::int32_t>(a, {2, 3}, {7, 20, 40, 7, 30, 50}));
  int rows = 0;
  for (auto const& row : cp::zeros<float>({3, 0})) rows += row.size() == 0;
  CHECK(rows == 3);
  CHECK(equals<std::int16_t>(cp::array<std::int16_t>({1, 256, -2}).byteswap(), {3}, {256, 1, -257}));
  auto const z = cp::array<cp::complex64>({cp::complex64(1, 2)});
  CHECK(equals<float>(cp::eval(z.byteswap()).view<float>().byteswap(), {2}, {1, 2}));
  CHECK(counted<float, cp::host_space>({2}).device() == -1);
  CHECK(a.device() == (std::is_same_v<cp::default_space, cp::host_space> ? -1 : cp::cuda::current_device()));
}
