// The methods of ufuncs (reduce, outer, at), as NumPy has them.
#include <tuple>

#include "ops/reduction_cases.hpp"

namespace {

using cases::array;
using cases::compare;
using cases::outcome_of;
using cases::reader;

template <class T, class F>
void reduce(reader& in, F const& f, array<T, 2> const& x, double epsilons) {
  compare(in, outcome_of([&] { return f.reduce(x); }), epsilons);
  compare(in, outcome_of([&] { return f.reduce(x, 1); }), epsilons);
  compare(in, outcome_of([&] { return f.reduce(x, cp::axis<0, 1>, cp::keepdims); }), epsilons);
  compare(in, outcome_of([&] { return f.reduce(x(cp::slice(0, 0))); }), epsilons);
}

/// Walks past as many records of the same kind, which need atomic operations on 16 bytes on the device.
template <class T>
constexpr bool swaps = sizeof(T) <= 8 || std::is_same_v<cp::default_space, cp::host_space>;

template <class T>
void of_dtype(reader& in, std::vector<T> const& values) {
  auto const line = cases::shaped<1, T>(values, {12});
  auto const x = cases::shaped<2, T>(values, {3, 4});
  constexpr bool exact = cp::boolean<T> || cp::integral<T>;
  reduce<T>(in, cp::add, x, 4);
  reduce<T>(in, cp::multiply, x, 8);
  reduce<T>(in, cp::maximum, x, 0);
  reduce<T>(in, cp::minimum, x, 0);
  reduce<T>(in, cp::fmax, x, 0);
  reduce<T>(in, cp::fmin, x, 0);
  reduce<T>(in, cp::logical_and, x, 0);
  reduce<T>(in, cp::logical_or, x, 0);
  reduce<T>(in, cp::logical_xor, x, 0);
  if constexpr (exact) {
    reduce<T>(in, cp::bitwise_and, x, 0);
    reduce<T>(in, cp::bitwise_or, x, 0);
    reduce<T>(in, cp::bitwise_xor, x, 0);
  }
  if constexpr (cp::integral<T>) {
    reduce<T>(in, cp::gcd, x, 0);
    reduce<T>(in, cp::lcm, x, 0);
  }
  if constexpr (!cp::complex_floating<T>) {
    reduce<T>(in, cp::hypot, x, 4);
    reduce<T>(in, cp::logaddexp, x, 8);
    reduce<T>(in, cp::logaddexp2, x, 8);
  }
  if constexpr (!cp::boolean<T>) compare(in, outcome_of([&] { return cp::subtract.outer(x(0), x(1)); }), 0);
  compare(in, outcome_of([&] { return cp::less.outer(x, x(0)); }), 0);
  compare(in, outcome_of([&] { return cp::multiply.outer(x(0), x); }), 1);
  array<std::int64_t, 1> const index =
      cp::ndarray<std::int64_t, 1, cp::host_space>{0, 2, 2, -1, 0, 1}.to<cp::default_space>();
  array<std::int32_t, 2> const more =
      cp::ndarray<std::int32_t, 2, cp::host_space>{{0, 3}, {3, -4}, {1, 1}}.to<cp::default_space>();
  compare(in, outcome_of([&] {
            auto const a = line.copy();
            cp::add.at(a, index, line(3));
            return a;
          }),
          4);
  if constexpr (swaps<T>) {
    compare(in, outcome_of([&] {
              auto const a = x.copy();
              cp::maximum.at(a, index, x(0));
              return a;
            }),
            0);
    compare(in, outcome_of([&] {
              auto const a = x.copy();
              cp::multiply.at(a, std::tuple(index(cp::slice(0, 3), cp::newaxis), more), x(cp::all, cp::slice(0, 2)));
              return a;
            }),
            8);
  } else {
    cases::pass(in, 2, false);
  }
}

}  // namespace

TEST_CASE("reduce, outer and at are NumPy's") {
  cases::each_dtype<bool, std::int8_t, std::uint16_t, cp::float16, float, double, cp::complex64, cp::complex128>(
      "ufuncs", [](reader& in, auto const& values) { of_dtype(in, values); });
}

TEST_CASE("at counts indices that meet") {
  std::int64_t const n = 100000;
  auto const i = cp::arange<std::int64_t>(n) % 7;
  array<std::int32_t, 1> const counts = cp::zeros<std::int32_t>({7});
  auto const before = cp::count();
  cp::add.at(counts, i, 1);
  CHECK((cp::count() - before).copies == 0);
  array<float, 1> const sums = cp::zeros<float>({7});
  cp::add.at(sums, i, 2.5f);
  cp::subtract.at(sums, i, 0.5f);
  array<std::int8_t, 1> const wrapped = cp::zeros<std::int8_t>({7});
  cp::add.at(wrapped, i, 1);
  array<cp::float16, 1> const halves = cp::zeros<cp::float16>({7});
  cp::add.at(halves, i(cp::slice(0, 7000)), 1);
  array<std::uint8_t, 1> const bits = cp::zeros<std::uint8_t>({7});
  cp::bitwise_or.at(bits, i, cp::astype<std::uint8_t>(i));
  auto const c = counts.to_host();
  auto const w = wrapped.to_host();
  auto const s = sums.to_host();
  auto const h = halves.to_host();
  auto const b = bits.to_host();
  for (int k = 0; k < 7; ++k) {
    std::int32_t const expected = static_cast<std::int32_t>(n / 7 + (k < n % 7));
    CHECK(c.data()[k] == expected);
    CHECK(s.data()[k] == static_cast<float>(2 * expected));
    CHECK(w.data()[k] == static_cast<std::int8_t>(expected));
    CHECK(static_cast<float>(h.data()[k]) == 1000);
    CHECK(b.data()[k] == k);
  }
}

TEST_CASE("at reads before it writes, through views, and replays in graphs") {
  array<float, 1> const a = cp::astype<float>(cp::arange<std::int64_t>(6));
  cp::add.at(a(cp::slice(cp::end, cp::end, -2)), cp::zeros<std::int64_t>({6}), a);  // a[5] gets the sum of all
  auto const h = a.to_host();
  CHECK(h.data()[5] == 20);
  CHECK(h.data()[3] == 3);
  array<std::int32_t, 1> const counts = cp::zeros<std::int32_t>({3});
  array<std::int64_t, 1> const index = cp::zeros<std::int64_t>({4});
  cp::graph const g = cp::capture([&] { cp::add.at(counts, index, 1); });
  g.launch();
  index(cp::all) = 2;
  g.launch();
  auto const c = counts.to_host();
  CHECK(c.data()[0] == 4);
  CHECK(c.data()[2] == 4);
}

TEST_CASE("at refuses what it cannot do") {
  array<float, 1> const a = cp::zeros<float>({3});
  array<float, 1> const none = cp::zeros<float>({0});
  array<std::int64_t, 1> const i = cp::zeros<std::int64_t>({4});
  CHECK_THROWS_AS(cp::add.at(none, i, 1), cp::index_error);
  CHECK_THROWS_AS(cp::add.at(a, i, cp::ones<float>({3})), cp::shape_error);
  CHECK_THROWS_AS(cp::add.at(cp::broadcast_to(cp::zeros<float>({1}), {3}), i, 1), cp::value_error);
  CHECK(cp::sum(a).item() == 0);
  cp::add.at(none, i(cp::slice(0, 0)), 1);
}

TEST_CASE("reduce along no axis of rank 0, with initial values and masks") {
  array<float, 0> const scalar = cp::full<float>(cp::shape_array<0>{}, 3.0f);
  CHECK(cp::add.reduce(scalar).item() == 3);
  array<std::int8_t, 1> const x = cp::ndarray<std::int8_t, 1, cp::host_space>{12, 18, 30}.to<cp::default_space>();
  CHECK(cp::add.reduce(x, cp::initial(5), cp::where(x > 12)).item() == 53);
  CHECK(cp::bitwise_or.reduce(x, cp::initial(1)).item() == 31);
  CHECK(cp::logical_and.reduce(x, cp::initial(false)).item() == false);
  CHECK(cp::lcm.reduce(cp::astype<int>(x), cp::initial(1)).item() == 180);
  CHECK_THROWS_AS((void)cp::lcm.reduce(x(cp::slice(0, 0))).item(), cp::value_error);
}
