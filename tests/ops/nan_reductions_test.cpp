// Reductions that leave NaN out, and places along all axes by name: values of NumPy 2.4.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <limits>
#include <type_traits>

#include "array/values.hpp"

using namespace tests;

namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

auto table() {
  return cp::array<float>(
      {{1, not_a_number, 3, 2}, {not_a_number, not_a_number, not_a_number, not_a_number}, {-4, 0.5f, not_a_number, 2}});
}

/// Whether elements are alike up to a few roundings, NaN as NaN.
template <class T>
bool near(std::vector<T> const& got, std::vector<T> const& expected) {
  if (got.size() != expected.size()) return false;
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (std::isnan(got[i]) != std::isnan(expected[i])) return false;
    if (std::abs(got[i] - expected[i]) > 4 * std::numeric_limits<T>::epsilon() * std::abs(expected[i])) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("sums and products leave NaN out: 0 and 1 of nothing else") {
  auto const x = table();
  CHECK(values(cp::nansum(x, 1)) == floats{6, 0, -1.5f});
  CHECK(values(cp::nansum(x, cp::axis<0>)) == floats{-3, 0.5f, 3, 4});
  CHECK(values(cp::nanprod(x, 1)) == floats{6, 1, -4});
  CHECK(cp::nansum(x).item() == 4.5f);
  CHECK(cp::nanprod(x).item() == -24);
  CHECK(cp::nansum(x, cp::where(x > 0), cp::initial(10)).item() == 18.5f);
  CHECK(cp::nansum(cp::empty<float>(0)).item() == 0);
  CHECK(cp::nanprod(cp::empty<float>(0)).item() == 1);
  static_assert(std::is_same_v<decltype(cp::nansum(x))::value_type, float>);
  static_assert(std::is_same_v<decltype(cp::nansum<double>(x))::value_type, double>);
  auto const small = cp::array<std::int8_t>({3, -1, 2});
  static_assert(std::is_same_v<decltype(cp::nansum(small))::value_type, std::int64_t>);
  CHECK(cp::nansum(small).item() == 4);
  CHECK(cp::nanprod(small).item() == -6);
}

TEST_CASE("means, variances and deviations leave NaN out: NaN of nothing else") {
  auto const x = table();
  CHECK(near(values(cp::nanmean(x, 1)), floats{2, not_a_number, -0.5f}));
  CHECK(near(values(cp::nanmean(x, 0)), floats{-1.5f, 0.5f, 3, 2}));
  CHECK(near(values(cp::nanvar(x, 1)), floats{2 / 3.f, not_a_number, 6.5f}));
  CHECK(near(values(cp::nanvar(x, 0)), floats{6.25f, 0, 0, 0}));
  CHECK(near(values(cp::nanstd(x, 1)), floats{0.8164966f, not_a_number, 2.5495098f}));
  CHECK(near(values(cp::nanmean(x, cp::where(x > 0))), floats{1.7f}));
  CHECK(near(values(cp::nanvar(x, cp::where(x > 0), cp::ddof<1>)), floats{0.95f}));
  CHECK(std::isnan(cp::nanmean(cp::empty<float>(0)).item()));
  CHECK(std::isnan(cp::nanvar(cp::empty<float>(0)).item()));
  static_assert(std::is_same_v<decltype(cp::nanmean(x))::value_type, float>);
  static_assert(std::is_same_v<decltype(cp::nanmean(cp::ones<std::int8_t>(1)))::value_type, double>);
  static_assert(std::is_same_v<decltype(cp::nanvar<double>(x))::value_type, double>);
}

TEST_CASE("nanvar and nanstd count the elements that are left against ddof") {
  double const none = std::numeric_limits<double>::quiet_NaN();
  auto const one = cp::array<double>({none, 3}), two = cp::array<double>({none, 3, 5});
  CHECK(cp::nanvar(one).item() == 0);
  CHECK(std::isnan(cp::nanvar(one, cp::ddof<1>).item()));
  CHECK(std::isnan(cp::nanvar(one, cp::ddof<2>).item()));
  CHECK(cp::nanvar(two, cp::ddof<1>).item() == 2);
  CHECK(std::isnan(cp::nanvar(two, cp::ddof<2>).item()));
  CHECK(cp::nanstd(two, cp::ddof<1>).item() == std::sqrt(2.0));
  CHECK(std::isnan(cp::nanvar(cp::array<double>({3, 4}), cp::ddof<2>).item()));
  CHECK(near(values(cp::nanvar(table(), 1, cp::ddof<1>)), floats{1, not_a_number, 9.75f}));
  CHECK(near(values(cp::nanstd(table(), 1, cp::ddof<2>)), floats{1.4142135f, not_a_number, 4.41588f}));
  auto const whole = cp::array<std::int64_t>({3, 4});  // of integers it is cp::var
  CHECK(cp::nanvar(whole, cp::ddof<1>).item() == 0.5);
  CHECK(std::isinf(cp::nanvar(whole, cp::ddof<2>).item()));
}

TEST_CASE("extremes and their places leave NaN out: NaN and -1 of nothing else") {
  auto const x = table();
  CHECK(near(values(cp::nanmax(x, 1)), floats{3, not_a_number, 2}));
  CHECK(near(values(cp::nanmin(x, 1)), floats{1, not_a_number, -4}));
  CHECK(near(values(cp::nanmin(x, 0)), floats{-4, 0.5f, 3, 2}));
  CHECK(cp::nanmax(x).item() == 3);
  CHECK(cp::nanmax(x, cp::where(x < 2.5f), cp::initial(-9)).item() == 2);
  CHECK_THROWS_AS((void)cp::nanmax(cp::empty<float>(0)).item(), cp::value_error);
  CHECK(values(cp::nanargmax(x, 1)) == longs{2, -1, 3});
  CHECK(values(cp::nanargmin(x, 1)) == longs{0, -1, 0});
  CHECK(values(cp::nanargmax(x, 0)) == longs{0, 2, 0, 0});
  CHECK(cp::nanargmax(x).item() == 2);
  CHECK(cp::nanargmin(x).item() == 8);
  CHECK(cp::nanargmin(x, cp::axis<0, 1>).item() == 8);
  CHECK_THROWS_AS((void)cp::nanargmax(cp::empty<float>(0)).item(), cp::value_error);
  auto const small = cp::array<std::int8_t>({3, -1, 2});
  static_assert(std::is_same_v<decltype(cp::nanmax(small))::value_type, std::int8_t>);
  CHECK(cp::nanmin(small).item() == -1);
  CHECK(cp::nanargmin(small).item() == 1);
}

TEST_CASE("a complex number is NaN if a part is") {
  using complex = cp::complex64;
  auto const z =
      cp::array<complex>({complex(1, 2), complex(not_a_number, 0), complex(0, not_a_number), complex(3, -1)});
  CHECK(cp::nansum(z).item() == complex(4, 1));
  CHECK(cp::nanprod(z).item() == complex(5, 5));
  CHECK(cp::nanmean(z).item() == complex(2, 0.5f));
  CHECK(cp::nanvar(z).item() == 3.25f);
  static_assert(std::is_same_v<decltype(cp::nanvar(z))::value_type, float>);
  CHECK(cp::nanmax(z).item() == complex(3, -1));
  CHECK(cp::nanmin(z).item() == complex(1, 2));
  CHECK(cp::nanargmax(z).item() == 3);
}

TEST_CASE("with all axes named, the place of an extreme is that in the flattened operand") {
  auto const x = cp::array<float>({{0, 0}, {5, 0}});
  CHECK(cp::argmax(x, cp::axis<0, 1>).item() == 2);
  CHECK(cp::argmax(x, cp::axis<-1, 0>).item() == 2);
  CHECK(cp::argmin(-x, cp::axis<0, 1>).item() == 2);
  CHECK(cp::nanargmax(x, cp::axis<0, 1>).item() == 2);
  CHECK(cp::nanargmin(-x, cp::axis<0, 1>).item() == 2);
  auto const kept = cp::eval(cp::argmax(x, cp::axis<0, 1>, cp::keepdims));
  CHECK(kept.shape() == cp::make_shape({1, 1}));
  CHECK(kept.item(0, 0) == 2);
  auto const cube = cp::array<float>({{1, 7, 7, 0, 7, 2}, {3, 0, 7, 0, 7, 7}});
  auto const parts = cp::reshape(cube, {2, 2, 3});
  CHECK(cp::argmax(parts, cp::axis<0, 1, 2>).item() == 1);
  CHECK(cp::argmin(parts, cp::axis<2, 0, 1>).item() == 3);
  CHECK(cp::argmax(cp::ones<float>({3}), cp::axis<0>).item() == 0);
}

TEST_CASE("the first of equal elements wins in the operand's order, also if it is transposed") {
  auto const x = cp::array<float>({{1, 2, 9}, {9, 0, not_a_number}});
  auto const t = x.T();  // 1 9 / 2 0 / 9 nan
  CHECK(cp::nanargmax(x, cp::axis<0, 1>).item() == 2);
  CHECK(cp::nanargmax(t, cp::axis<0, 1>).item() == 1);
  CHECK(cp::nanargmax(t, cp::axis<1, 0>).item() == 1);
  CHECK(cp::nanargmin(t, cp::axis<0, 1>).item() == 3);
  CHECK(cp::argmax(x, cp::axis<0, 1>).item() == 5);
  CHECK(cp::argmin(t, cp::axis<0, 1>).item() == 5);
  CHECK(cp::nanargmax(x + t.T(), cp::axis<0, 1>).item() == 2);
  for (std::int64_t const n : {7, 64, 1000}) {  // all alike but one column, so that every kernel sees ties
    auto a = cp::zeros<float>({n, n + 1});
    a(cp::all, 5) = 1;
    a(cp::all, 3) = -1;
    CHECK(cp::argmax(a, cp::axis<0, 1>).item() == 5);
    CHECK(cp::argmin(a, cp::axis<0, 1>).item() == 3);
    CHECK(cp::argmax(a.T(), cp::axis<0, 1>).item() == 5 * n);
    CHECK(cp::argmin(a.T(), cp::axis<0, 1>).item() == 3 * n);
    CHECK(cp::nanargmax(a.T(), cp::axis<0, 1>).item() == 5 * n);
    CHECK(cp::nanargmin(a.T(), cp::axis<0, 1>).item() == 3 * n);
  }
}

TEST_CASE("places of extremes that come seldom, always, again and beside NaNs are those of a plain loop") {
  // Place of the first element that none beats; a NaN beats all, or (nan == false) is passed over.
  auto const place = [](auto const& x, bool largest, bool nan) {
    std::int64_t at = -1;
    for (std::size_t i = 0; i < x.size(); ++i) {
      bool const is_nan = x[i] != x[i];
      if (is_nan && nan) return static_cast<std::int64_t>(i);
      if (!is_nan &&
          (at < 0 || (largest ? x[i] > x[static_cast<std::size_t>(at)] : x[i] < x[static_cast<std::size_t>(at)])))
        at = static_cast<std::int64_t>(i);
    }
    return at;
  };
  auto const check = [&]<class T>(std::vector<T> x) {
    for (int misaligned = 0; misaligned < 2; ++misaligned) {
      auto const all = cp::asarray(x);
      auto const a = all(cp::slice(misaligned, cp::end));
      x.erase(x.begin(), x.begin() + misaligned);
      CHECK(cp::argmax(a).item() == place(x, true, true));
      CHECK(cp::argmin(a).item() == place(x, false, true));
      CHECK(cp::nanargmax(a).item() == place(x, true, false));
      CHECK(cp::nanargmin(a).item() == place(x, false, false));
    }
  };
  for (std::size_t const n : {1000u, 300001u}) {
    std::vector<float> rising(n), wave(n), bounded(n, -1.0f);
    std::vector<std::int8_t> narrow(n);
    std::uint32_t random = 1;
    for (std::size_t i = 0; i < n; ++i) {
      random = random * 1664525u + 1013904223u;
      rising[i] = static_cast<float>(i / 3);
      wave[i] = static_cast<float>(random >> 20);  // 4096 values: each extreme comes often
      narrow[i] = static_cast<std::int8_t>(random >> 24);
    }
    check(rising);
    check(std::vector<float>(rising.rbegin(), rising.rend()));
    check(wave);
    check(narrow);
    check(std::vector<double>(wave.begin(), wave.end()));
    check(std::vector<std::uint8_t>(narrow.begin(), narrow.end()));
    {
      auto const x = cp::asarray(wave);
      std::vector<float> sines;
      auto const made = cp::eval(cp::sin(x)).to_host();
      sines.assign(made.data(), made.data() + made.size());
      CHECK(cp::argmax(cp::sin(x)).item() == place(sines, true, true));
    }
    check(std::vector<float>(n, -std::numeric_limits<float>::infinity()));
    check(std::vector<float>(n, not_a_number));
    for (std::size_t const at : {std::size_t{0}, n / 2, n - 1}) {
      auto x = wave;
      x[at] = not_a_number;
      check(x);
      x[n / 3] = not_a_number;
      x[n - 2] = 1e9f;
      check(x);
      bounded[at] = -2;
      check(bounded);
    }
  }
}
