// What functions and operators of arrays give as a whole: dtype, shape and elements, as NumPy has them. Other tests of
// this folder look closer at some of it.
#include <doctest.h>

#include <fuse/fuse.hpp>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "values.hpp"

using namespace tests;

// covers: cupy.array; cupy.asarray; cupy.diagflat; cupy.diagonal; cupy.eye; cupy.fromfunction; cupy.full
// covers: cupy.identity; cupy.ndarray; cupy.ndarray.diagonal; cupy.ones; cupy.zeros
TEST_CASE("arrays that are made") {
  CHECK(equals<float>(cp::zeros<float>({2, 1}), {2, 1}, {0, 0}));
  CHECK(equals<double>(cp::zeros(3), {3}, {0, 0, 0}));
  CHECK(equals<std::int8_t>(cp::ones<std::int8_t>({1, 2}), {1, 2}, {1, 1}));
  CHECK(equals<double>(cp::ones({2}), {2}, {1, 1}));
  CHECK(equals<std::int64_t>(cp::full({2, 2}, 7), {2, 2}, {7, 7, 7, 7}));
  CHECK(equals<float>(cp::full<float>({2}, 1.5), {2}, {1.5f, 1.5f}));
  CHECK(equals<double>(cp::identity<double>(2), {2, 2}, {1, 0, 0, 1}));
  CHECK(equals<double>(cp::eye(2, 3, 1), {2, 3}, {0, 1, 0, 0, 0, 1}));
  CHECK(equals<float>(cp::array<float>({{1, 2}, {3, 4}, {5, 6}}), {3, 2}, {1, 2, 3, 4, 5, 6}));
  CHECK(equals<std::int32_t>(cp::ndarray<std::int32_t, 3>{{{1}, {2}}, {{3}, {4}}}, {2, 2, 1}, {1, 2, 3, 4}));
  CHECK(equals<float>(cp::asarray(floats{1, 2}), {2}, {1, 2}));
  CHECK(equals<std::int64_t>(cp::asarray(3), {}, {3}));
  CHECK(equals<std::int32_t>(cp::diagflat(counted({2, 1}) + 1, 1), {3, 3}, {0, 1, 0, 0, 0, 2, 0, 0, 0}));
  CHECK(equals<std::int32_t>(cp::diagonal(counted({2, 3, 2})), {2, 2}, {0, 8, 1, 9}));
  CHECK(equals<double>(cp::fromfunction([](auto i, auto j) { return i * 10 + j; }, {2, 3}), {2, 3},
                       {0, 1, 2, 10, 11, 12}));
  CHECK(equals<std::int32_t>(cp::fromfunction<std::int32_t>([](auto i) { return i * i; }, {3}), {3}, {0, 1, 4}));
}

// covers: cupy.empty; cupy.empty_like; cupy.full_like; cupy.ones_like; cupy.zeros_like; cupy.cuda.alloc_pinned_memory
// covers: cupyx.empty_pinned; cupyx.zeros_pinned; cupyx.empty_like_pinned; cupyx.zeros_like_pinned
TEST_CASE("arrays like others, and arrays without values") {
  auto const a = counted<float>({2, 3});
  CHECK(equals<float>(cp::zeros_like(a.T()), {3, 2}, floats(6, 0)));
  CHECK(equals<float>(cp::ones_like(a), {2, 3}, floats(6, 1)));
  CHECK(equals<float>(cp::full_like(a(0), 2), {3}, {2, 2, 2}));
  auto const room = cp::empty<std::int16_t>({2, 2});
  room.fill(3);
  CHECK(equals<std::int16_t>(room, {2, 2}, {3, 3, 3, 3}));
  auto const same = cp::empty_like(a);
  same(cp::all) = a;
  CHECK(equals<float>(same, {2, 3}, {0, 1, 2, 3, 4, 5}));
  auto const pinned = cp::empty_pinned<float>({2, 2});
  static_assert(std::is_same_v<decltype(pinned)::space, cp::host_space>);
  pinned.fill(4);
  CHECK(equals<float>(pinned, {2, 2}, {4, 4, 4, 4}));
  CHECK(equals<std::int8_t>(cp::zeros_pinned<std::int8_t>({3}), {3}, {0, 0, 0}));
  CHECK(equals<float>(cp::zeros_like_pinned(a), {2, 3}, floats(6, 0)));
  auto const like = cp::empty_like_pinned(a);
  like.fill(1);
  CHECK(equals<float>(like, {2, 3}, floats(6, 1)));
}

// covers: cupy.asnumpy; cupy.copy; cupy.ndarray.copy; cupy.ndarray.fill; cupy.ndarray.get
TEST_CASE("copies") {
  auto const a = counted({2, 3});
  auto const copied = cp::copy(a.T()), own = a.T().copy();
  CHECK(equals<std::int32_t>(copied, {3, 2}, {0, 3, 1, 4, 2, 5}));
  CHECK(equals<std::int32_t>(own, {3, 2}, {0, 3, 1, 4, 2, 5}));
  CHECK(equals<std::int32_t>(cp::copy(a * 2), {2, 3}, {0, 2, 4, 6, 8, 10}));
  auto const there = a.to_host();
  static_assert(std::is_same_v<decltype(there)::space, cp::host_space>);
  CHECK(equals<std::int32_t>(there, {2, 3}, {0, 1, 2, 3, 4, 5}));
  a.fill(7);
  CHECK(equals<std::int32_t>(a, {2, 3}, ints(6, 7)));
  CHECK(equals<std::int32_t>(copied, {3, 2}, {0, 3, 1, 4, 2, 5}));
  CHECK(equals<std::int32_t>(own, {3, 2}, {0, 3, 1, 4, 2, 5}));
}

// covers: basic indexing (int, slice, newaxis, Ellipsis); cupy.expand_dims; cupy.ndarray.base; cupy.ndarray.data
// covers: cupy.ndarray.item; cupy.newaxis; cupy.take
TEST_CASE("parts: memory, elements, basic indices") {
  auto const a = counted({2, 3, 4});
  auto const row = a(1);
  CHECK(row.memory() == a.memory());
  CHECK(row.data() == a.data() + 12);
  CHECK(a.copy().memory() != a.memory());
  static_assert(std::is_same_v<decltype(a.item(1, 2, 3)), std::int32_t>);
  CHECK(a.item(1, 2, 3) == 23);
  CHECK(equals<std::int32_t>(a(1, 0), {4}, {12, 13, 14, 15}));
  CHECK(equals<std::int32_t>(a(cp::all, 1, cp::slice(cp::end, cp::end, -2)), {2, 2}, {7, 5, 19, 17}));
  CHECK(equals<std::int32_t>(a(cp::ellipsis, 0), {2, 3}, {0, 4, 8, 12, 16, 20}));
  CHECK(equals<std::int32_t>(a(0, cp::newaxis, cp::ellipsis, cp::slice(3, 4)), {1, 3, 1}, {3, 7, 11}));
  CHECK(equals<std::int32_t>(cp::expand_dims(a(0, 0), -1), {4, 1}, {0, 1, 2, 3}));
  CHECK(equals<std::int32_t>(cp::take(a, cp::ndarray<std::int64_t, 2>{{5, 0}, {-1, 2}}), {2, 2}, {5, 0, 23, 2}));
}

// covers: cupy.flip; cupy.fliplr; cupy.flipud; cupy.moveaxis; cupy.ndarray.T; cupy.ndarray.swapaxes
// covers: cupy.ndarray.transpose; cupy.rollaxis; cupy.swapaxes; cupy.transpose
TEST_CASE("axes in another order") {
  auto const a = counted({2, 1, 3});
  CHECK(equals<std::int32_t>(a(cp::all, 0).T(), {3, 2}, {0, 3, 1, 4, 2, 5}));
  CHECK(equals<std::int32_t>(cp::transpose(a), {3, 1, 2}, {0, 3, 1, 4, 2, 5}));
  CHECK(equals<std::int32_t>(cp::transpose(a, {1, 2, 0}), {1, 3, 2}, {0, 3, 1, 4, 2, 5}));
  CHECK(equals<std::int32_t>(cp::swapaxes(a, 0, -1), {3, 1, 2}, {0, 3, 1, 4, 2, 5}));
  CHECK(equals<std::int32_t>(cp::moveaxis(a, 0, 1), {1, 2, 3}, {0, 1, 2, 3, 4, 5}));
  CHECK(equals<std::int32_t>(cp::moveaxis(a, 0, -1), {1, 3, 2}, {0, 3, 1, 4, 2, 5}));
  CHECK(equals<std::int32_t>(cp::rollaxis(a, 2), {3, 2, 1}, {0, 3, 1, 4, 2, 5}));
  auto const m = counted({2, 3});
  CHECK(equals<std::int32_t>(cp::flip(m), {2, 3}, {5, 4, 3, 2, 1, 0}));
  CHECK(equals<std::int32_t>(cp::flip(m, 0), {2, 3}, {3, 4, 5, 0, 1, 2}));
  CHECK(equals<std::int32_t>(cp::flipud(m), {2, 3}, {3, 4, 5, 0, 1, 2}));
  CHECK(equals<std::int32_t>(cp::fliplr(m), {2, 3}, {2, 1, 0, 5, 4, 3}));
}

// covers: cupy.ascontiguousarray; cupy.atleast_1d; cupy.atleast_2d; cupy.atleast_3d; cupy.ndarray.ravel
// covers: cupy.ndarray.reshape; cupy.ndarray.squeeze; cupy.ravel; cupy.reshape; cupy.squeeze
TEST_CASE("other shapes") {
  auto const a = counted({2, 1, 3});
  auto const number = cp::asarray(2.5f);
  CHECK(equals<std::int32_t>(cp::reshape(a, {3, -1}), {3, 2}, {0, 1, 2, 3, 4, 5}));
  CHECK(equals<std::int32_t>(cp::ravel(a.T()), {6}, {0, 3, 1, 4, 2, 5}));
  CHECK(equals<std::int32_t>(cp::squeeze<1>(a), {2, 3}, {0, 1, 2, 3, 4, 5}));
  CHECK(equals<float>(cp::atleast_1d(number), {1}, {2.5f}));
  CHECK(equals<float>(cp::atleast_2d(number), {1, 1}, {2.5f}));
  CHECK(equals<std::int32_t>(cp::atleast_2d(a(0, 0)), {1, 3}, {0, 1, 2}));
  CHECK(equals<std::int32_t>(cp::atleast_3d(a(cp::all, 0)), {2, 3, 1}, {0, 1, 2, 3, 4, 5}));
  auto const straight = cp::ascontiguousarray(a.T());
  CHECK(straight.flags().c_contiguous);
  CHECK(equals<std::int32_t>(straight, {3, 1, 2}, {0, 3, 1, 4, 2, 5}));
}

// covers: broadcasting in all operators; cupy.broadcast_arrays; cupy.broadcast_to
TEST_CASE("operands that are stretched") {
  auto const column = counted({2, 1});
  auto const row = counted({3});
  CHECK(equals<std::int32_t>(column * 10 + row, {2, 3}, {0, 1, 2, 10, 11, 12}));
  CHECK(equals<bool>(column(cp::newaxis) < row, {1, 2, 3}, {false, true, true, false, false, true}));
  CHECK(list_of(cp::broadcast_shapes(cp::make_shape({3, 1}), cp::make_shape({2, 1, 4}))) == longs{2, 3, 4});
  CHECK(equals<std::int32_t>(cp::broadcast_to(column, {2, 2, 2}), {2, 2, 2}, {0, 0, 1, 1, 0, 0, 1, 1}));
  auto const [a, b] = cp::broadcast_arrays(row, column);
  CHECK(equals<std::int32_t>(a, {2, 3}, {0, 1, 2, 0, 1, 2}));
  CHECK(equals<std::int32_t>(b, {2, 3}, {0, 0, 0, 1, 1, 1}));
}

// covers: cupy.column_stack; cupy.concatenate; cupy.dstack; cupy.hstack; cupy.stack; cupy.vstack
TEST_CASE("arrays that are joined") {
  auto const a = counted({2, 2}), b = cp::eval(counted({1, 2}) + 10);
  auto const x = counted({2}), y = cp::eval(counted({2}) + 10);
  CHECK(equals<std::int32_t>(cp::concatenate(a, b), {3, 2}, {0, 1, 2, 3, 10, 11}));
  CHECK(equals<double>(cp::concatenate<1>(a, cp::ndarray<float, 2>{{0.5f}, {1}}), {2, 3}, {0, 1, 0.5, 2, 3, 1}));
  CHECK(equals<std::int32_t>(cp::stack(x, y), {2, 2}, {0, 1, 10, 11}));
  CHECK(equals<std::int32_t>(cp::stack<1>(a, a), {2, 2, 2}, {0, 1, 0, 1, 2, 3, 2, 3}));
  CHECK(equals<std::int32_t>(cp::vstack(a, b), {3, 2}, {0, 1, 2, 3, 10, 11}));
  CHECK(equals<std::int32_t>(cp::hstack(x, y), {4}, {0, 1, 10, 11}));
  CHECK(equals<std::int32_t>(cp::hstack(a, a), {2, 4}, {0, 1, 0, 1, 2, 3, 2, 3}));
  CHECK(equals<std::int32_t>(cp::dstack(x, y), {1, 2, 2}, {0, 10, 1, 11}));
  CHECK(equals<std::int32_t>(cp::column_stack(x, y), {2, 2}, {0, 10, 1, 11}));
}

// covers: cupy.array_split; cupy.dsplit; cupy.hsplit; cupy.split; cupy.vsplit
TEST_CASE("arrays that are parted") {
  auto const parts = cp::array_split(cp::arange<std::int32_t>(5), 2);
  REQUIRE(parts.size() == 2);
  CHECK(equals<std::int32_t>(parts[0], {3}, {0, 1, 2}));
  CHECK(equals<std::int32_t>(parts[1], {2}, {3, 4}));
  auto const a = counted({2, 2, 2});
  auto const second_of_two = [](auto const& made) {
    REQUIRE(made.size() == 2);
    return made[1];
  };
  CHECK(equals<std::int32_t>(second_of_two(cp::split(a, 2, 1)), {2, 1, 2}, {2, 3, 6, 7}));
  CHECK(equals<std::int32_t>(second_of_two(cp::vsplit(a, 2)), {1, 2, 2}, {4, 5, 6, 7}));
  CHECK(equals<std::int32_t>(second_of_two(cp::hsplit(a, 2)), {2, 1, 2}, {2, 3, 6, 7}));
  CHECK(equals<std::int32_t>(second_of_two(cp::dsplit(a, 2)), {2, 2, 1}, {1, 3, 5, 7}));
}

// covers: cupy.ndarray.__abs__; cupy.ndarray.__add__; cupy.ndarray.__and__; cupy.ndarray.__divmod__
// covers: cupy.ndarray.__eq__; cupy.ndarray.__floordiv__; cupy.ndarray.__ge__; cupy.ndarray.__gt__
// covers: cupy.ndarray.__invert__; cupy.ndarray.__le__; cupy.ndarray.__lshift__; cupy.ndarray.__lt__
// covers: cupy.ndarray.__mod__; cupy.ndarray.__mul__; cupy.ndarray.__ne__; cupy.ndarray.__neg__; cupy.ndarray.__or__
// covers: cupy.ndarray.__pos__; cupy.ndarray.__pow__; cupy.ndarray.__rshift__; cupy.ndarray.__sub__
// covers: cupy.ndarray.__truediv__; cupy.ndarray.__xor__
TEST_CASE("operators") {
  auto const x = cp::array<std::int32_t>({{7, -7}, {5, 6}});
  auto const y = cp::array<std::int32_t>({2, 3}), z = cp::array<std::int32_t>({5, 6});
  CHECK(equals<std::int32_t>(x + y, {2, 2}, {9, -4, 7, 9}));
  CHECK(equals<std::int32_t>(x - y, {2, 2}, {5, -10, 3, 3}));
  CHECK(equals<std::int32_t>(x * y, {2, 2}, {14, -21, 10, 18}));
  CHECK(equals<double>(x / y, {2, 2}, {3.5, -7.0 / 3, 2.5, 2}));
  CHECK(equals<std::int32_t>(cp::floor_divide(x, y), {2, 2}, {3, -3, 2, 2}));
  CHECK(equals<std::int32_t>(x % y, {2, 2}, {1, 2, 1, 0}));
  auto const [quotient, rest] = cp::divmod(x, y);
  CHECK(equals<std::int32_t>(quotient, {2, 2}, {3, -3, 2, 2}));
  CHECK(equals<std::int32_t>(rest, {2, 2}, {1, 2, 1, 0}));
  CHECK(equals<std::int32_t>(cp::power(x, y), {2, 2}, {49, -343, 25, 216}));
  CHECK(equals<std::int32_t>(-x, {2, 2}, {-7, 7, -5, -6}));
  CHECK(equals<std::int32_t>(+x, {2, 2}, {7, -7, 5, 6}));
  CHECK(equals<std::int32_t>(cp::abs(x), {2, 2}, {7, 7, 5, 6}));
  CHECK(
      equals<float>(cp::abs(cp::array<cp::complex64>({{cp::complex64(0, -4), cp::complex64(2, 0)}})), {1, 2}, {4, 2}));
  CHECK(equals<std::int32_t>(x & y, {2, 2}, {2, 1, 0, 2}));
  CHECK(equals<std::int32_t>(x | y, {2, 2}, {7, -5, 7, 7}));
  CHECK(equals<std::int32_t>(x ^ y, {2, 2}, {5, -6, 7, 5}));
  CHECK(equals<std::int32_t>(~x, {2, 2}, {-8, 6, -6, -7}));
  CHECK(equals<std::int32_t>(x << y, {2, 2}, {28, -56, 20, 48}));
  CHECK(equals<std::int32_t>(x >> y, {2, 2}, {1, -1, 1, 0}));
  CHECK(equals<bool>(x == z, {2, 2}, {false, false, true, true}));
  CHECK(equals<bool>(x != z, {2, 2}, {true, true, false, false}));
  CHECK(equals<bool>(x < z, {2, 2}, {false, true, false, false}));
  CHECK(equals<bool>(x <= z, {2, 2}, {false, true, true, true}));
  CHECK(equals<bool>(x > z, {2, 2}, {true, false, false, false}));
  CHECK(equals<bool>(x >= z, {2, 2}, {true, false, true, true}));
}

// covers: cupy.ndarray.__iadd__; cupy.ndarray.__iand__; cupy.ndarray.__ilshift__; cupy.ndarray.__imod__
// covers: cupy.ndarray.__imul__; cupy.ndarray.__ior__; cupy.ndarray.__irshift__; cupy.ndarray.__isub__
// covers: cupy.ndarray.__itruediv__; cupy.ndarray.__ixor__
TEST_CASE("operators in place") {
  auto const x = cp::array<std::int32_t>({{7, -7}, {5, 6}});
  auto const y = cp::array<std::int32_t>({2, 3});
  x += y;
  CHECK(equals<std::int32_t>(x, {2, 2}, {9, -4, 7, 9}));
  x -= 1;
  CHECK(equals<std::int32_t>(x, {2, 2}, {8, -5, 6, 8}));
  x *= y;
  CHECK(equals<std::int32_t>(x, {2, 2}, {16, -15, 12, 24}));
  x %= 7;
  CHECK(equals<std::int32_t>(x, {2, 2}, {2, 6, 5, 3}));
  x <<= 2;
  CHECK(equals<std::int32_t>(x, {2, 2}, {8, 24, 20, 12}));
  x >>= 1;
  CHECK(equals<std::int32_t>(x, {2, 2}, {4, 12, 10, 6}));
  x |= 1;
  CHECK(equals<std::int32_t>(x, {2, 2}, {5, 13, 11, 7}));
  x &= 6;
  CHECK(equals<std::int32_t>(x, {2, 2}, {4, 4, 2, 6}));
  x ^= 5;
  CHECK(equals<std::int32_t>(x, {2, 2}, {1, 1, 7, 3}));
  cp::ndarray<float, 2> const f{{1}, {3}};
  f /= 2;
  CHECK(equals<float>(f, {2, 1}, {0.5f, 1.5f}));
}

// covers: cupy.amax; cupy.amin
TEST_CASE("extremes by their other names") {
  auto const a = counted<float>({2, 3});
  CHECK(equals<float>(cp::amax(a), {}, {5}));
  CHECK(equals<float>(cp::amax(a, 1), {2}, {2, 5}));
  CHECK(equals<float>(cp::amin(a), {}, {0}));
  CHECK(equals<float>(cp::amin(a, 0, cp::keepdims), {1, 3}, {0, 1, 2}));
}

// covers: cupy.fuse
TEST_CASE("functions of a lambda") {
  auto const f = cp::fuse([](auto x, auto y) { return x * x + y; });
  auto const a = counted({2, 2});
  CHECK(equals<std::int32_t>(f(a, 1), {2, 2}, {1, 2, 5, 10}));
  CHECK(equals<double>(f(a(0), cp::ndarray<double, 2>{{0.5}, {1}}), {2, 2}, {0.5, 1.5, 1, 2}));
  auto const [more, less] = cp::fuse([](auto x) { return std::tuple(x + 1, x < 2); })(a);
  CHECK(equals<std::int32_t>(more, {2, 2}, {1, 2, 3, 4}));
  CHECK(equals<bool>(less, {2, 2}, {true, true, false, false}));
}

namespace {

template <class Named, class T>
void check_dtype(char const* name, std::int64_t itemsize) {
  static_assert(std::is_same_v<Named, T>);
  auto const a = cp::full<Named>({2, 1}, Named(1));
  CHECK(a.dtype().name() == std::string(name));
  CHECK(a.itemsize() == itemsize);
  CHECK(equals<T>(a, {2, 1}, {T(1), T(1)}));
}

}  // namespace

// covers: cupy.bool_; cupy.int8; cupy.int16; cupy.int32; cupy.int64; cupy.uint8; cupy.uint16; cupy.uint32; cupy.uint64
// covers: cupy.float16; cupy.float32; cupy.float64; cupy.complex64; cupy.complex128; cupy.bfloat16 (ml_dtypes)
TEST_CASE("dtypes by name") {
  check_dtype<cp::bool_, bool>("bool", 1);
  check_dtype<cp::int8, std::int8_t>("int8", 1);
  check_dtype<cp::int16, std::int16_t>("int16", 2);
  check_dtype<cp::int32, std::int32_t>("int32", 4);
  check_dtype<cp::int64, std::int64_t>("int64", 8);
  check_dtype<cp::uint8, std::uint8_t>("uint8", 1);
  check_dtype<cp::uint16, std::uint16_t>("uint16", 2);
  check_dtype<cp::uint32, std::uint32_t>("uint32", 4);
  check_dtype<cp::uint64, std::uint64_t>("uint64", 8);
  check_dtype<cp::float16, cp::float16>("float16", 2);
  check_dtype<cp::bfloat16, cp::bfloat16>("bfloat16", 2);
  check_dtype<cp::float32, float>("float32", 4);
  check_dtype<cp::float64, double>("float64", 8);
  check_dtype<cp::complex64, cp::complex<float>>("complex64", 8);
  check_dtype<cp::complex128, cp::complex<double>>("complex128", 16);
}
