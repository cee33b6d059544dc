// reduceat and sums of segments against NumPy (tests/data/segments, written by tests/data/make_segments.py), and
// against plain loops where segments are long, many or of very different lengths.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <fuse/fuse.hpp>
#include <fuse/io.hpp>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "data.hpp"
#include "running.hpp"

namespace {

using tests::launches;

template <class T, int N>
using array = cp::ndarray<T, N>;

template <class T, int N>
array<T, N> load(std::string const& name) {
  return cp::load<T, N, cp::host_space>(tests::data_folder() + "/segments/" + name + ".npy")
      .template to<cp::default_space>();
}
template <class T>
array<T, 1> device(std::vector<T> const& v) {
  auto h = cp::empty<T, cp::host_space>(cp::shape_array<1>{static_cast<std::int64_t>(v.size())});
  if (!v.empty()) std::memcpy(h.data(), v.data(), v.size() * sizeof(T));
  return h.template to<cp::default_space>();
}

/// Whether values are those of a file, to rounding; NaN is NaN.
template <class T, int N>
void compare(array<T, N> const& got, std::string const& name, double tolerance = 2e-6) {
  INFO(name);
  auto const expected = load<double, N>(name).to_host();
  REQUIRE(got.shape() == expected.shape());
  auto const g = got.copy().to_host();
  double worst = 0;
  for (std::int64_t i = 0; i < g.size(); ++i) {
    double const a = static_cast<double>(g.data()[i]), b = expected.data()[i];
    if (a == b || (std::isnan(a) && std::isnan(b))) continue;
    worst = std::fmax(
        worst, std::isfinite(a) && std::isfinite(b) ? std::fabs(a - b) / std::fmax(1.0, std::fabs(b)) : HUGE_VAL);
  }
  CHECK(worst <= tolerance);
}
/// Whether integers or truth values are those of a file.
template <class T, int N>
void same(array<T, N> const& got, std::string const& name) {
  INFO(name);
  auto const expected = load<T, N>(name).to_host();
  REQUIRE(got.shape() == expected.shape());
  auto const g = got.copy().to_host();
  bool equal = true;
  for (std::int64_t i = 0; i < g.size(); ++i) equal = equal && g.data()[i] == expected.data()[i];
  CHECK(equal);
}

/// Segments whose lengths are `length(i)`.
template <class F>
std::vector<std::int64_t> offsets_of(std::int64_t segments, F const& length) {
  std::vector<std::int64_t> o{0};
  for (std::int64_t i = 0; i < segments; ++i) o.push_back(o.back() + length(i));
  return o;
}
/// Sums of float64 that are exact, of segments of small integers.
void check_sums(std::vector<std::int64_t> const& o, std::int64_t columns) {
  std::int64_t const segments = static_cast<std::int64_t>(o.size()) - 1;
  INFO(segments, " segments of ", o.back(), " elements, ", columns, " columns");
  std::int64_t const rows = o.back();
  auto const x =
      cp::eval(cp::astype<float>(cp::reshape(cp::arange<std::int64_t>(rows * columns) % 13 - 5, {rows, columns})));
  auto const got = cp::segment_sum(x * 2, cp::offsets(device(o))).to_host();
  REQUIRE(got.shape() == cp::shape_array<2>{static_cast<std::int64_t>(o.size()) - 1, columns});
  std::int64_t wrong = 0;
  for (std::size_t s = 0; s + 1 < o.size(); ++s)
    for (std::int64_t c = 0; c < columns; ++c) {
      std::int64_t sum = 0;
      for (std::int64_t i = o[s]; i < o[s + 1]; ++i) sum += 2 * ((i * columns + c) % 13 - 5);
      wrong += got.data()[static_cast<std::int64_t>(s) * columns + c] != static_cast<float>(sum);
    }
  CHECK(wrong == 0);
}

}  // namespace

// covers: cupy.ufunc.reduceat
TEST_CASE("reduceat is NumPy's") {
  auto const x1 = load<float, 1>("x1");
  auto const x3 = load<float, 3>("x3");
  auto const ints = load<std::int8_t, 2>("ints");
  for (std::string const name : {"numpy", "rising", "one", "last", "falling"}) {
    auto const o = load<std::int64_t, 1>("offsets_" + name);
    auto const floats = cp::add.reduceat(x1, o);
    static_assert(std::is_same_v<typename decltype(floats)::value_type, float>);
    compare(floats, "add_" + name + "_x1");
    compare(cp::multiply.reduceat(x1, o), "multiply_" + name + "_x1", 1e-5);
    compare(cp::maximum.reduceat(x1, o), "maximum_" + name + "_x1");
    compare(cp::minimum.reduceat(x1, o), "minimum_" + name + "_x1");
    compare(cp::hypot.reduceat(x1, o), "hypot_" + name + "_x1", 1e-5);
    for (int axis = 0; axis < 3; ++axis)
      compare(cp::add.reduceat(x3, o, axis), "add_" + name + "_x3_" + std::to_string(axis), 1e-5);
    auto const sums = cp::add.reduceat(ints, o, -1);
    static_assert(std::is_same_v<typename decltype(sums)::value_type, std::int64_t>);
    same(sums, "add_" + name + "_ints");
    same(cp::bitwise_xor.reduceat(ints, o), "bitwise_xor_" + name + "_ints");
    same(cp::logical_and.reduceat(ints > -90, o), "logical_and_" + name + "_ints");
  }
  // Views: reversed and transposed, offsets of another integer type.
  auto const o = cp::astype<std::int32_t>(load<std::int64_t, 1>("offsets_numpy"));
  auto const turned = cp::eval(cp::transpose(x3)).T();
  compare(cp::add.reduceat(turned, o, 1), "add_numpy_x3_1", 1e-5);
  compare(cp::add.reduceat(x1(cp::slice(cp::end, cp::end, -1))(cp::slice(cp::end, cp::end, -1)), o), "add_numpy_x1");
}

TEST_CASE("segments by offsets and by keys are sums, products, means and extremes") {
  auto const o = device(std::vector<std::int32_t>{0, 0, 7, 7, 200, 201, 300});
  auto const check = [&]<int N>(array<float, N> const& x, std::string const& columns) {
    auto const keys = load<std::int32_t, 1>("segments_keys" + columns);
    compare(cp::segment_sum(x, cp::offsets(o)), "sum_offsets" + columns, 1e-5);
    compare(cp::segment_prod(x, cp::offsets(o)), "prod_offsets" + columns, 1e-5);
    compare(cp::segment_mean(x, cp::offsets(o)), "mean_offsets" + columns);
    compare(cp::segment_max(x, cp::offsets(o)), "max_offsets" + columns);
    compare(cp::segment_min(x, cp::offsets(o)), "min_offsets" + columns);
    compare(cp::segment_sum(x, keys, 8), "sum_keys" + columns, 1e-5);
    compare(cp::segment_prod(x, keys, 8), "prod_keys" + columns, 1e-5);
    compare(cp::segment_mean(x, keys, 8), "mean_keys" + columns);
    compare(cp::segment_max(x, keys, 8), "max_keys" + columns);
    compare(cp::segment_min(x, keys, 8), "min_keys" + columns);
    compare(cp::segment_sum<double>(x * 1, cp::astype<std::int64_t>(keys) + 0, 8), "sum_keys" + columns, 1e-12);
  };
  check(load<float, 1>("segments_x0"), "0");
  check(load<float, 2>("segments_x3"), "3");
  check(load<float, 2>("segments_x40"), "40");
}

TEST_CASE("segments of all lengths, even and skewed, have the sums that loops have") {
  for (std::int64_t const columns : {1, 2, 5, 33}) {
    check_sums(offsets_of(1, [](std::int64_t) { return 40000; }), columns);
    check_sums(offsets_of(3000, [](std::int64_t i) { return i % 3; }), columns);
    check_sums(offsets_of(700, [](std::int64_t i) { return i % 41; }), columns);
    check_sums(offsets_of(12, [](std::int64_t i) { return 1000 + 12 * i; }), columns);
    check_sums(offsets_of(500, [](std::int64_t i) { return i == 250 ? 50000 : i % 7; }), columns);
    check_sums(offsets_of(9, [](std::int64_t i) { return i % 2 ? 1025 : 0; }), columns);
    check_sums(offsets_of(40, [](std::int64_t i) { return 255 + i % 4; }), columns);
  }
  check_sums(offsets_of(2, [](std::int64_t i) { return i ? 1 << 20 : 3; }), 1);
}

TEST_CASE("long segments of reduceat may overlap") {
  std::int64_t const n = 20000;
  auto const x = cp::eval(cp::astype<float>(cp::arange<std::int64_t>(n) % 11));
  std::vector<std::int64_t> const o{0, 15000, 5000, 19000, 100, 7, 9000, 0};
  auto const got = cp::add.reduceat(x, device(o)).to_host();
  for (std::size_t s = 0; s < o.size(); ++s) {
    std::int64_t const last = s + 1 == o.size() ? n : o[s + 1] > o[s] ? o[s + 1] : o[s] + 1;
    std::int64_t sum = 0;
    for (std::int64_t i = o[s]; i < last; ++i) sum += i % 11;
    CHECK(got.data()[s] == static_cast<float>(sum));
  }
}

TEST_CASE("keys need no order, and sums have the same bits in every run") {
  std::int64_t const n = 100000, segments = 37;
  auto const x = cp::eval(cp::sin(cp::astype<float>(cp::arange<std::int64_t>(n))));
  auto const keys = cp::eval(cp::arange<std::int64_t>(n) * 7919 % 41 - 2);  // -2, -1 and 37, 38 are left out
  auto const first = cp::segment_sum(x, keys, segments).to_host();
  std::vector<double> sums(static_cast<std::size_t>(segments), 0);
  auto const h = x.to_host();
  for (std::int64_t i = 0; i < n; ++i)
    if (std::int64_t const k = i * 7919 % 41 - 2; k >= 0 && k < segments)
      sums[static_cast<std::size_t>(k)] += h.data()[i];
  for (std::int64_t s = 0; s < segments; ++s)
    CHECK(std::fabs(first.data()[s] - sums[static_cast<std::size_t>(s)]) < 1e-3);
  for (int run = 0; run < 4; ++run) {
    tests::host_threads const threads(1 + run);
    auto const again = cp::segment_sum(x, keys, segments).to_host();
    CHECK(std::memcmp(again.data(), first.data(), static_cast<std::size_t>(segments) * 4) == 0);
  }
}

TEST_CASE("sums by few and by many keys hold small numbers beside large ones") {
  bool const host = std::is_same_v<cp::default_space, cp::host_space>;
  std::int64_t const n = 1'060'003;
  // Multiples of 2^-20 of which sums of float64 are exact, and float32 holds each.
  std::vector<double> h;
  std::vector<float> narrow;
  std::vector<std::int32_t> whole;
  for (std::int64_t i = 0; i < n; ++i) {
    h.push_back(std::ldexp(static_cast<double>(i * 48271 % 8191 - 4000), static_cast<int>(i * 16807 % 21) - 20));
    narrow.push_back(static_cast<float>(h.back()));
    whole.push_back(static_cast<std::int32_t>(h.back()));
  }
  auto const x = device(h);
  auto const y = device(narrow);
  auto const z = device(whole);
  for (std::int64_t const count : {1, 4000, 18000, 66000})
    for (int order = 0; order < 3;
         ++order) {  // runs of one key; keys that jump about; one that every other element has
      INFO(count, " ", order);
      std::vector<std::int64_t> keys;
      std::vector<std::int32_t> short_keys;
      std::vector<double> sums(static_cast<std::size_t>(count), 0), wholes(sums);
      for (std::int64_t i = 0; i < n; ++i) {
        std::int64_t const k = order == 0   ? i * count / n
                               : order == 1 ? i * 7919 % (count + 2) - 1
                                            : i % 2 * (i * 31 % count);
        keys.push_back(k);
        short_keys.push_back(static_cast<std::int32_t>(k));
        if (k < 0 || k >= count) continue;
        auto const at = static_cast<std::size_t>(i);
        sums[static_cast<std::size_t>(k)] += h[at], wholes[static_cast<std::size_t>(k)] += whole[at];
      }
      auto const k = device(keys);
      auto const doubles = cp::segment_sum(x, k, count).to_host();
      auto const floats = cp::segment_sum(y, device(short_keys), count).to_host();
      auto const integers = cp::segment_sum(z, k, count).to_host();
      auto const wide = cp::segment_sum<double>(y, device(short_keys), count).to_host();
      auto const wide_integers = cp::segment_sum<double>(z, k, count).to_host();
      double worst = 0, worst_float = 0, worst_integer = 0, worst_wide = 0;
      for (std::int64_t i = 0; i < count; ++i) {
        double const sum = sums[static_cast<std::size_t>(i)];
        worst = std::fmax(worst, std::fabs(doubles(i) - sum));
        worst_float =
            std::fmax(worst_float, std::fabs(static_cast<double>(floats(i)) - sum) / std::fmax(1, std::fabs(sum)));
        worst_integer =
            std::fmax(worst_integer, std::fabs(static_cast<double>(integers(i)) - wholes[static_cast<std::size_t>(i)]));
        worst_wide = std::fmax(worst_wide, std::fabs(wide(i) - sum));
        worst_wide = std::fmax(worst_wide, std::fabs(wide_integers(i) - wholes[static_cast<std::size_t>(i)]));
      }
      CHECK(worst == 0);
      CHECK(worst_float <=
            (host && count > 18000 ? 1 : 6e-8));  // rounded once in bins; pairwise sums where keys are sorted
      CHECK(worst_integer == 0);
      CHECK(worst_wide == 0);
    }
}

TEST_CASE("sums of float64 in bins keep what their additions round off") {
  std::vector<double> h;
  for (int i = 0; i < 300; ++i)
    for (double const x : {1e16, 1.0, -1e16}) h.push_back(x);
  auto const keys = cp::eval(cp::zeros<std::int64_t>(900));
  auto const all = cp::eval(keys + 1);
  CHECK(cp::segment_sum(device(h), keys, 1).to_host()(0) == 300);
  CHECK(cp::segment_sum(device(h), all, 2).to_host()(1) == 300);
  // float32 and integers, too, where float64 is asked for; what lies far below the sum's first digits counts (300 * 384
  // + 128 is 1.76 units of its last place).
  std::vector<float> narrow;
  for (int i = 0; i < 300; ++i)
    for (float const x : {0x1p60f, 0x1p8f, 0x1p7f}) narrow.push_back(x);
  narrow.push_back(0x1p7f);
  CHECK(cp::segment_sum<double>(device(narrow), cp::eval(cp::zeros<std::int64_t>(901)), 1).to_host()(0) ==
        300 * 0x1p60 + 0x1p17);
  CHECK(cp::segment_sum<double>(device(std::vector<std::int32_t>(600, 2147483647)),
                                cp::eval(cp::zeros<std::int64_t>(600)), 1)
            .to_host()(0) == 600 * 2147483647.0);
  CHECK(cp::segment_sum<double>(device(std::vector<std::uint8_t>(600, 255)), cp::eval(cp::zeros<std::int64_t>(600)), 1)
            .to_host()(0) == 600 * 255.0);
}

TEST_CASE("sums by very many keys are those of wider numbers") {
  std::int64_t const n = (std::int64_t{1} << 22) + 3, count = 200003;
  auto const i = cp::arange<std::int64_t>(n);
  auto const keys = cp::eval(cp::astype<std::int32_t>(i * 40503 % (count + 5) - 2));
  auto const x = cp::eval(cp::astype<std::int32_t>(i * 48271 % 8191 - 4000));
  auto const sums = cp::segment_sum(cp::astype<double>(x), keys, count);
  CHECK(cp::array_equal(cp::segment_sum(x, keys, count), sums).item());
  CHECK(cp::array_equal(cp::segment_sum(cp::astype<float>(x), keys, count), sums).item());
}

TEST_CASE("sums by keys of what is not finite, of nothing, and of the smallest numbers") {
  float const inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  auto const x = device(std::vector<float>{inf, 1, -inf, inf, nan, 3, -inf, 1e-45f, 1e-45f, 1e30f, 2});
  auto const keys = device(std::vector<std::int32_t>{0, 0, 1, 2, 3, 3, 2, 4, 4, 6, -7});
  auto const check = [&](auto const& sums) {
    auto const s = sums.to_host();
    CHECK(s(0) == inf);
    CHECK(s(1) == -inf);
    CHECK(std::isnan(s(2)));
    CHECK(std::isnan(s(3)));
    CHECK(s(4) == 2 * std::numeric_limits<float>::denorm_min());
    CHECK(s(5) == 0);
    CHECK(s(6) == 1e30f);
  };
  check(cp::segment_sum(x, keys, 7));
  check(cp::segment_sum<double>(x, keys, 7));
  CHECK(cp::segment_sum(cp::zeros<float>(4), device(std::vector<std::int32_t>{0, 1, 0, 5}), 2).to_host()(0) == 0);
  auto const large = device(std::vector<double>{1e308, 1e308, -1e308, 5e-324});
  auto const by_one = cp::segment_sum(large, device(std::vector<std::int64_t>{0, 1, 1, 2}), 3).to_host();
  CHECK(by_one(0) == 1e308);
  CHECK(by_one(1) == 0);
  CHECK(by_one(2) == 5e-324);
}

TEST_CASE("segments have the dtypes of sums, means and extremes") {
  auto const o = device(std::vector<std::int64_t>{0, 2, 3}), keys = device(std::vector<std::int64_t>{1, 0, 1});
  auto const check = [&](auto one, auto sum_dtype, auto mean_dtype) {
    using T = decltype(one);
    array<T, 1> const x = cp::astype<T>(device(std::vector<float>{100, 100, 3}));
    auto const sums = cp::segment_sum(x, cp::offsets(o)), by_key = cp::segment_sum(x, keys, 2);
    auto const means = cp::segment_mean(x, cp::offsets(o));
    auto const most = cp::segment_max(x, keys, 2);
    static_assert(std::is_same_v<typename decltype(sums)::value_type, decltype(sum_dtype)>);
    static_assert(std::is_same_v<typename decltype(by_key)::value_type, decltype(sum_dtype)>);
    static_assert(std::is_same_v<typename decltype(means)::value_type, decltype(mean_dtype)>);
    static_assert(std::is_same_v<typename decltype(most)::value_type, T>);
    CHECK(static_cast<double>(sums.item(0)) == 200);
    CHECK(static_cast<double>(sums.item(1)) == 3);
    CHECK(static_cast<double>(by_key.item(0)) == 100);
    CHECK(static_cast<double>(by_key.item(1)) == 103);
    CHECK(static_cast<double>(means.item(0)) == 100);
    CHECK(static_cast<double>(most.item(1)) == 100);
  };
  check(std::int8_t{}, std::int64_t{}, double{});
  check(std::uint8_t{}, std::uint64_t{}, double{});
  check(cp::float16{}, cp::float16{}, cp::float16{});
  array<cp::complex64, 1> const z = cp::astype<cp::complex64>(cp::arange<float>(3)) * cp::complex64(0, 1);
  CHECK(cp::segment_sum(z, cp::offsets(o)).item(0).imag() == 1);
  CHECK(cp::segment_sum(z, keys, 2).item(1).imag() == 2);
}

TEST_CASE("degenerate segments") {
  auto const none = device(std::vector<std::int64_t>{}), zero = device(std::vector<std::int64_t>{0}),
             two = device(std::vector<std::int64_t>{0, 0, 0});
  array<float, 1> const empty = cp::empty<float>({0}), x = cp::ones<float>({5});
  CHECK(cp::segment_sum(x, cp::offsets(zero)).shape() == cp::shape_array<1>{0});
  CHECK(cp::segment_sum(empty, cp::offsets(two)).to_host().data()[1] == 0);
  CHECK(cp::segment_max(empty, cp::offsets(two)).to_host().data()[0] == -std::numeric_limits<float>::infinity());
  CHECK(cp::segment_min(cp::empty<std::int32_t>({0}), cp::offsets(two)).to_host().data()[0] ==
        std::numeric_limits<std::int32_t>::max());
  CHECK(std::isnan(cp::segment_mean(empty, cp::offsets(two)).to_host().data()[1]));
  CHECK(cp::segment_sum(empty, cp::empty<std::int64_t>({0}), 3).to_host().data()[2] == 0);
  CHECK(cp::segment_sum(x, cp::zeros<std::int64_t>({5}), 0).shape() == cp::shape_array<1>{0});
  CHECK(cp::segment_sum(cp::empty<float>({5, 0}), cp::zeros<std::int64_t>({5}), 2).shape() == cp::shape_array<2>{2, 0});
  CHECK(cp::segment_sum(x, cp::full<std::int64_t>({5}, -1), 2).to_host().data()[0] == 0);
  CHECK(cp::segment_sum(x, cp::full<std::uint64_t>({5}, ~std::uint64_t{0}), 2).to_host().data()[1] == 0);
  CHECK(cp::add.reduceat(x, none).shape() == cp::shape_array<1>{0});
  CHECK(cp::add.reduceat(cp::ones<float>({1, 4}), zero).to_host().data()[3] == 1);
}

TEST_CASE("wrong segments are refused") {
  auto const zero = device(std::vector<std::int64_t>{0});
  array<float, 1> const empty = cp::empty<float>({0}), x = cp::ones<float>({5});
  CHECK_THROWS_AS((void)cp::segment_sum(x, cp::offsets(device(std::vector<std::int64_t>{}))), cp::value_error);
  CHECK_THROWS_AS((void)cp::segment_sum(x, cp::zeros<std::int64_t>({4}), 3), cp::shape_error);
  CHECK_THROWS_AS((void)cp::segment_sum(x, cp::zeros<std::int64_t>({5}), -1), cp::value_error);
  CHECK_THROWS_AS((void)cp::add.reduceat(empty, zero), cp::index_error);
  CHECK_THROWS_AS((void)cp::add.reduceat(x, zero, 1), cp::index_error);
  auto const beyond = device(std::vector<std::int64_t>{0, 5}), negative = device(std::vector<std::int64_t>{-1}),
             falling = device(std::vector<std::int64_t>{0, 4, 2});
  if constexpr (std::is_same_v<cp::default_space, cp::host_space>) {
    CHECK_THROWS_AS((void)cp::add.reduceat(x, beyond), cp::index_error);
    CHECK_THROWS_AS((void)cp::add.reduceat(x, negative), cp::index_error);
    CHECK_THROWS_AS((void)cp::segment_sum(x, cp::offsets(device(std::vector<std::int64_t>{0, 6}))), cp::index_error);
    CHECK_THROWS_AS((void)cp::segment_sum(x, cp::offsets(falling)), cp::value_error);
  } else {  // data on a device are clamped
    CHECK(cp::add.reduceat(x, beyond).to_host().data()[1] == 1);
    CHECK(cp::add.reduceat(x, negative).to_host().data()[0] == 5);
    CHECK(cp::segment_sum(x, cp::offsets(falling)).to_host().data()[1] == 0);
  }
}

TEST_CASE("what computes the operand is part of the kernel of segments, in graphs too") {
  bool const host = std::is_same_v<cp::default_space, cp::host_space>;
  auto const x = cp::eval(cp::reshape(cp::astype<float>(cp::arange<std::int64_t>(600)), {200, 3}));
  auto const y = cp::eval(cp::ones<float>({3}));
  auto const o = device(std::vector<std::int64_t>{0, 50, 200});
  auto const keys = cp::eval(cp::arange<std::int64_t>(200) % 4);
  CHECK(launches([&] { (void)cp::segment_sum(x * 2 + y, cp::offsets(o)); }) == 1);
  CHECK(launches([&] { (void)cp::segment_sum(cp::index<0>({200, 3}) + 0.5, cp::offsets(o)); }) == 1);
  CHECK(launches([&] { (void)cp::segment_sum(x * 2 + y, keys, 4); }) ==
        (host ? 3 : 2));  // bounded keys, their order (a library's on the device), sums
  auto const positions = cp::segment_sum(cp::index<0>({200, 3}) * 2, cp::offsets(o)).to_host();
  CHECK(positions.data()[0] == 2450);
  CHECK(positions.data()[5] == 2 * (19900 - 1225));
  auto const centred =
      cp::segment_sum(x - cp::mean(x, cp::axis<0>), cp::offsets(device(std::vector<std::int64_t>{0, 200}))).to_host();
  CHECK(std::fabs(centred.data()[1]) < 1e-2);

  array<float, 2> sums = cp::empty<float>({2, 3}), by_key = cp::empty<float>({4, 3});
  auto const before = cp::eval(cp::segment_sum(x + 1, cp::offsets(o))),
             before_keys = cp::eval(cp::segment_sum(x + 1, keys, 4));
  auto const graph = cp::capture([&] {
    sums(cp::ellipsis) = cp::segment_sum(x + 1, cp::offsets(o));
    by_key(cp::ellipsis) = cp::segment_sum(x + 1, keys, 4);
  });
  for (int run = 0; run < 2; ++run) {
    graph.launch();
    CHECK(cp::array_equal(sums, before).item());
    CHECK(cp::array_equal(by_key, before_keys).item());
    sums(cp::ellipsis) = 0;
  }
}
