// float16 and bfloat16 accumulate in float32: sums of ones reach what adding in 16 bits never does (2048 and 256).
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <type_traits>

#include "array/values.hpp"

namespace {

/// 5000 ones, and 5000 in T: bfloat16 has 4992 and 5024 as neighbours.
template <class T>
void reach(double expected) {
  auto const x = cp::ones<T>(5000);
  static_assert(std::is_same_v<typename decltype(cp::sum(x))::value_type, T>);
  CHECK(double(cp::sum(x).item()) == expected);
  CHECK(double(cp::dot(x, x).item()) == expected);
  CHECK(double(cp::vdot(x, x).item()) == expected);
  CHECK(double(cp::mean(x).item()) == 1);
  CHECK(double(cp::eval(cp::cumsum(x)).item(4999)) == expected);
  CHECK(double(cp::add.reduce(x).item()) == expected);
  CHECK(double(cp::nansum(x).item()) == expected);
  CHECK(double(cp::average(x, cp::weights(x)).item()) == 1);
  CHECK(double(cp::var(x).item()) == 0);
  CHECK(double(cp::linalg::norm(x, cp::ord<1>).item()) == expected);
  auto const table = cp::ones<T>({5000, 3});
  CHECK(double(cp::eval(cp::sum(table, 0)).item(2)) == expected);
  CHECK(double(cp::eval(cp::sum(table.T(), 1)).item(2)) == expected);
  CHECK(double(cp::eval(cp::mean(table, 0)).item(1)) == 1);
  auto const places = cp::array<std::int64_t>({0, 5000, 5000});
  CHECK(double(cp::segment_sum(x, cp::offsets(places)).item(0)) == expected);
  CHECK(double(cp::segment_sum(x, cp::offsets(places)).item(1)) == 0);
  CHECK(double(cp::segment_mean(x, cp::offsets(places)).item(0)) == 1);
  CHECK(double(cp::segment_sum(x, cp::zeros<std::int32_t>(5000), 2).item(0)) == expected);
}

}  // namespace

TEST_CASE("5000 float16 ones") { reach<cp::float16>(5000); }
TEST_CASE("5000 bfloat16 ones") { reach<cp::bfloat16>(4992); }

TEST_CASE("float16 quotients are float32's, rounded") {
  auto const all = cp::eval(cp::astype<std::uint16_t>(cp::arange<std::int32_t>(65536))).view<cp::float16>();
  // All pairs on a device.
  std::int64_t const step = std::is_same_v<cp::default_space, cp::host_space> ? 257 : 1;
  auto const x = all(cp::all, cp::newaxis), y = all(cp::newaxis, cp::slice(0, cp::end, step));
  auto const q = x / y;
  auto const rounded = cp::astype<cp::float16>(cp::astype<float>(x) / cp::astype<float>(y));
  auto const differ = (q != rounded) | (cp::signbit(q) != cp::signbit(rounded));
  CHECK(cp::sum(differ & ~(cp::isnan(q) & cp::isnan(rounded))).item() == 0);
}

namespace {

/// All numbers of a dtype, with all on a device.
template <class T, class Op>
void check_rounded(Op const& op, double above = 0) {
  auto const all = cp::eval(cp::astype<std::uint16_t>(cp::arange<std::int32_t>(65536))).view<T>();
  std::int64_t const step = std::is_same_v<cp::default_space, cp::host_space> ? 257 : 1;
  auto const x = all(cp::all, cp::newaxis), y = all(cp::newaxis, cp::slice(0, cp::end, step));
  auto const z = op(x, y);
  auto const exact = op(cp::astype<float>(x), cp::astype<float>(y));
  auto const rounded = cp::astype<T>(exact);
  auto const differ = (z != rounded) | (cp::signbit(z) != cp::signbit(rounded));
  CHECK(cp::sum(differ & ~(cp::isnan(z) & cp::isnan(rounded)) & (cp::abs(exact) >= above)).item() == 0);
}

}  // namespace

TEST_CASE("sums, differences and products are float32's, rounded") {
  auto const add = [](auto const& x, auto const& y) { return x + y; };
  auto const subtract = [](auto const& x, auto const& y) { return x - y; };
  auto const multiply = [](auto const& x, auto const& y) { return x * y; };
  check_rounded<cp::float16>(add);
  check_rounded<cp::float16>(subtract);
  check_rounded<cp::float16>(multiply);
  check_rounded<cp::bfloat16>(add);
  check_rounded<cp::bfloat16>(subtract);
  check_rounded<cp::bfloat16>(multiply, 0x1p-126);  // float32 rounds smaller products itself
}

TEST_CASE("bfloat16 quotients are float32's, rounded") {
  check_rounded<cp::bfloat16>([](auto const& x, auto const& y) { return x / y; }, 0x1p-126);
}

namespace {

/// A function of all numbers of a dtype, as double has it, rounded: float32's value is as near, and so is what a device
/// computes, but for a hundredth of what two numbers lie apart.
template <class T, class Op>
void check_function(Op const& op) {
  auto const x = cp::eval(cp::astype<std::uint16_t>(cp::arange<std::int32_t>(65536))).view<T>();
  auto const z = cp::eval(op(x));
  auto const exact = cp::eval(op(cp::astype<double>(x)));
  auto const rounded = cp::eval(cp::astype<T>(exact));
  static_assert(std::is_same_v<typename decltype(z)::value_type, T>);
  CHECK(cp::sum(cp::isnan(z) != cp::isnan(exact)).item() == 0);
  CHECK(cp::sum(cp::isinf(z) != cp::isinf(rounded)).item() == 0);
  CHECK(cp::sum((cp::signbit(z) != cp::signbit(rounded)) & ~cp::isnan(z)).item() == 0);
  auto const finite = cp::isfinite(z) & cp::isfinite(rounded);
  auto const apart = cp::astype<double>(cp::abs(cp::spacing(z)));
  auto const error = cp::where(finite, cp::abs(cp::astype<double>(z) - exact) / apart, 0.0);
  CHECK(cp::max(error).item() <= 0.51);
}
template <class T>
void check_functions() {
  check_function<T>([](auto const& x) { return cp::exp(x); });
  check_function<T>([](auto const& x) { return cp::exp2(x); });
  check_function<T>([](auto const& x) { return cp::log(x); });
  check_function<T>([](auto const& x) { return cp::log2(x); });
  check_function<T>([](auto const& x) { return cp::log10(x); });
}

}  // namespace

TEST_CASE("exponentials and logarithms of all float16") { check_functions<cp::float16>(); }
TEST_CASE("exponentials and logarithms of all bfloat16") { check_functions<cp::bfloat16>(); }

TEST_CASE("rows of many 16-bit inputs") {
  cp::ndarray<cp::float16, 2> a[16];
  for (int i = 0; i < 16; ++i)
    a[i] = cp::astype<cp::float16>(cp::reshape((cp::arange<float>(6 * 40) * float(i + 3)) % 7.0f, {6, 40}));
  auto const share = cp::fuse([](auto... x) {
    auto const sum = (... + cp::astype<float>(x));
    return sum / cp::max(sum, cp::axis<-1>, cp::keepdims);
  });
  auto const found = tests::values(cp::eval(
      share(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13], a[14], a[15])));
  for (std::int64_t row = 0; row < 6; ++row) {
    float sum[40] = {}, most = 0;
    for (std::int64_t k = 0; k < 40; ++k) {
      for (int i = 0; i < 16; ++i) sum[k] += float(std::int64_t((row * 40 + k) * (i + 3)) % 7);
      most = sum[k] > most ? sum[k] : most;
    }
    for (std::int64_t k = 0; k < 40; ++k) CHECK(found[std::size_t(row * 40 + k)] == sum[k] / most);
  }
}
