// Operands of scans: positions, what is broadcast or picked, numbers, and arrays that are written too.
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>

#include "running.hpp"
#include "scan_data.hpp"

using namespace scan_data;

TEST_CASE("scans of positions, of broadcast operands and of picked elements") {
  auto const i = cp::eval(cp::cumsum(cp::index<1>({4, 30}) - 2 * cp::index<0>({4, 30}), 1));
  CHECK(i.item(3, 29) == 29 * 30 / 2 - 6 * 30);
  auto const j = cp::eval(cp::cumsum(cp::index<0>({30, 40}), 0));
  CHECK(j.item(29, 39) == 29 * 30 / 2);
  array<float, 1> const x = noise(40);
  array<float, 2> const copied = cp::eval(cp::broadcast_to(x, {30, 40}));
  CHECK(same_bits(values_of(cp::cumsum(cp::broadcast_to(x, {30, 40}), 0)), values_of(cp::cumsum(copied, 0))));
  CHECK(same_bits(values_of(cp::cumsum(cp::broadcast_to(x, {30, 40}), 1)), values_of(cp::cumsum(copied, 1))));
  CHECK(same_bits(values_of(cp::cumsum(copied * x(cp::slice(0, 30))(cp::all, cp::newaxis), 1)),
                  values_of(cp::cumsum(cp::eval(copied * x(cp::slice(0, 30))(cp::all, cp::newaxis)), 1))));
  array<std::int32_t, 1> const where = cp::astype<std::int32_t>(cp::arange<std::int64_t>(40) * 7 % 40);
  CHECK(same_bits(values_of(cp::cumsum(x(where))), values_of(cp::cumsum(cp::eval(x(where))))));
}

TEST_CASE("numbers of narrow dtypes beside a scan") {
  auto const half = cp::array<cp::float16>({1, 2, 3});
  auto const number = cp::reshape(half(cp::slice(2, 3)), cp::index_array<0>{});
  array<float, 1> const x = cp::full<float>({100}, 2.0f);
  array<float, 1> const y = cp::cumsum(x) * number;
  for (std::int64_t i = 0; i < 100; ++i) CHECK(y.item(i) == 6.0f * static_cast<float>(i + 1));
}

TEST_CASE("overlapping operands are read before they are written") {
  for (std::int64_t n : {10, 1000, 200000}) {
    CAPTURE(n);
    array<float, 1> const x = noise(n);
    array<float, 1> y = x.copy();
    auto const before = cp::count();
    y(cp::all) = cp::cumsum(y);
    CHECK((cp::count() - before).temporaries == 0);
    CHECK(same_bits(values_of(y), values_of(cp::cumsum(x))));
    y = x.copy();
    y(cp::slice(1, cp::end)) = cp::cumsum(y(cp::slice(0, -1)));
    CHECK(same_bits(values_of(y(cp::slice(1, cp::end))), values_of(cp::cumsum(cp::eval(x(cp::slice(0, -1)) * 1)))));
    y = x.copy();
    y(cp::all) = cp::cumsum(cp::flip(y));
    CHECK(same_bits(values_of(y), values_of(cp::cumsum(cp::eval(cp::flip(x))))));
    y = x.copy();
    y = cp::cumsum(y) + y;
    CHECK(same_bits(values_of(y), values_of(cp::cumsum(x) + x)));
  }
  array<float, 2> const a = cp::reshape(noise(40 * 40), {40, 40});
  array<float, 2> b = a.copy();
  b(cp::all) = cp::cumsum(b.T(), 0);
  CHECK(same_bits(values_of(b), values_of(cp::cumsum(cp::eval(a.T()), 0))));
  b = a.copy();
  (void)cp::evaluate(cp::into(b, cp::cumsum(b, 1)), b * 2);
  CHECK(same_bits(values_of(b), values_of(cp::cumsum(a, 1))));
}
