// isclose, allclose, array_equal and array_equiv: NaN, infinities, shapes that differ, dtypes that differ.
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <limits>

#include "array/values.hpp"

namespace {

template <class T, int N>
using array = cp::ndarray<T, N>;

array<float, 2> table() { return cp::reshape(cp::astype<float>(cp::arange<std::int64_t>(12)), {3, 4}); }

}  // namespace

// covers: cupy.allclose; cupy.array_equal; cupy.array_equiv; cupy.isclose
TEST_CASE("what is close, equal and alike") {
  float const nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  auto const on_default = [](cp::ndarray<float, 1, cp::host_space> const& a) { return a.to<cp::default_space>(); };
  array<float, 1> const a = on_default({1, nan, inf, -inf, 1e10f}),
                        b = on_default({1.000001f, nan, inf, inf, 1.00001e10f});
  auto const close = cp::eval(cp::isclose(a, b)).to_host(),
             with_nan = cp::eval(cp::isclose(a, b, 1e-4, 0, true)).to_host();
  CHECK(tests::equals<bool>(close, {5}, {true, false, true, false, false}));
  CHECK(tests::equals<bool>(cp::isclose(table(), table() + 1, 0.15), {3, 4},
                            {false, false, false, false, false, false, true, true, true, true, true, true}));
  CHECK(with_nan.data()[1] == true);
  CHECK(with_nan.data()[4] == true);
  CHECK(cp::allclose(a, b).item() == false);
  CHECK(tests::equals<bool>(cp::allclose(a(cp::slice(0, 1)), 1.0), {}, {true}));
  CHECK(cp::allclose(cp::arange<std::int64_t>(3), cp::arange<std::int64_t>(3)).item() == true);
  CHECK_THROWS_AS((void)cp::allclose(a, a(cp::slice(0, 2))).item(), cp::shape_error);
  CHECK(cp::array_equal(a, a).item() == false);
  CHECK(tests::equals<bool>(cp::array_equal(a, a * 1, true), {}, {true}));
  CHECK(cp::array_equal(a, a(cp::slice(0, 4)), true).item() == false);
  CHECK(cp::array_equal(a, table()).item() == false);
  CHECK(cp::array_equal(cp::empty<float>({0}), cp::empty<float>({0})).item() == true);
  CHECK(cp::array_equal(cp::empty<float>({0, 3}), cp::empty<float>({3, 0})).item() == false);
  array<float, 2> const t = table();
  CHECK(cp::array_equiv(t(0), cp::broadcast_to(t(0), {2, 4})).item() == true);
  CHECK(tests::equals<bool>(cp::array_equiv(t, t(0)), {}, {false}));
  CHECK(cp::array_equiv(t, t(cp::all, cp::slice(0, 3))).item() == false);
  array<std::int64_t, 1> const big = cp::full<std::int64_t>({1}, (std::int64_t{1} << 53) + 1);
  CHECK(cp::array_equal(big, cp::eval(cp::astype<std::uint64_t>(big - 1))).item() == false);
}
