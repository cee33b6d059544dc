// Reductions against NumPy (tests/data/reductions, written by tests/data/make_reductions.py), their fusion, order and
// errors. The tests reduction_cases_* walk all dtypes.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <fuse/io.hpp>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "close.hpp"
#include "data.hpp"
#include "running.hpp"

namespace {

using tests::launches;
template <class T, int N>
using array = cp::ndarray<T, N>;

std::string file(std::string const& name) { return tests::data_folder() + "/reductions/" + name + ".npy"; }

/// What NumPy gave, result after result.
template <class R>
struct expectation {
  char const *name, *code;
  cp::ndarray<R, 1, cp::host_space> values;
  double epsilons;
  std::int64_t next = 0;

  void compare(cp::ndarray<R, 1, cp::host_space> const& flat) {
    CAPTURE(name);
    CAPTURE(code);
    REQUIRE(next + flat.size() <= values.size());
    for (std::int64_t i = 0; i < flat.size(); ++i, ++next) {
      CAPTURE(next);
      CHECK(tests::close(flat.data()[i], values.data()[next], epsilons));
    }
  }
};

/// Compares f(operand) and f(operand, axis) with what NumPy gave, dtype included: loading says no to another one.
template <class T, class F>
void as_numpy(char const* name, char const* code, F const& f, double epsilons) {
  std::string const suffix = std::string("_") + code;
  array<T, 3> const x = cp::load<T, 3, cp::host_space>(file("operand" + suffix)).template to<cp::default_space>();
  using R = typename decltype(f(x))::value_type;
  expectation<R> expected{name, code, cp::load<R, 1, cp::host_space>(file(name + suffix)), epsilons};
  expected.compare(cp::reshape(cp::eval(f(x)), {1}).to_host());
  for (int axis = 0; axis < 3; ++axis) expected.compare(cp::ravel(cp::eval(f(x, axis))).to_host());
  CHECK(expected.next == expected.values.size());
  // The same along axes that lie otherwise in memory.
  array<T, 3> const turned = cp::transpose(x);
  expected.next = 1;
  for (int axis = 2; axis >= 0; --axis) expected.compare(cp::ravel(cp::transpose(cp::eval(f(turned, axis)))).to_host());
}

#define REDUCTION(name) [](auto const& x, auto... axis) { return cp::name(x, axis...); }

template <class T>
void orders_and_truth(char const* code) {
  as_numpy<T>("max", code, REDUCTION(max), 0);
  as_numpy<T>("min", code, REDUCTION(min), 0);
  as_numpy<T>("any", code, REDUCTION(any), 0);
  as_numpy<T>("all", code, REDUCTION(all), 0);
  as_numpy<T>("count_nonzero", code, REDUCTION(count_nonzero), 0);
}

}  // namespace

TEST_CASE("sums, products and means are NumPy's, dtypes included") {
  as_numpy<bool>("sum", "1", REDUCTION(sum), 0);
  as_numpy<cp::int8>("sum", "b", REDUCTION(sum), 0);
  as_numpy<cp::float16>("sum", "e", REDUCTION(sum), 2);
  as_numpy<float>("sum", "f", REDUCTION(sum), 4);
  as_numpy<cp::complex64>("sum", "F", REDUCTION(sum), 4);
  as_numpy<cp::int8>("prod", "b", REDUCTION(prod), 0);
  as_numpy<cp::complex64>("prod", "F", REDUCTION(prod), 16);
  as_numpy<cp::int8>("mean", "b", REDUCTION(mean), 4);
  as_numpy<float>("mean", "f", REDUCTION(mean), 4);
}
TEST_CASE("variances and standard deviations are NumPy's") {
  as_numpy<cp::int8>("var", "b", REDUCTION(var), 8);
  as_numpy<cp::float16>("var", "e", REDUCTION(var), 4);
  as_numpy<float>("var", "f", REDUCTION(var), 8);
  as_numpy<float>("std", "f", REDUCTION(std), 8);
}
TEST_CASE("extremes, truth and counts are NumPy's") {
  orders_and_truth<float>("f");
  orders_and_truth<cp::complex64>("F");
  as_numpy<cp::int8>("ptp", "b", REDUCTION(ptp), 0);
}
TEST_CASE("places of extremes are NumPy's: the first of equal ones") {
  as_numpy<cp::int8>("argmax", "b", REDUCTION(argmax), 0);
  as_numpy<float>("argmin", "f", REDUCTION(argmin), 0);
  as_numpy<cp::complex64>("argmax", "F", REDUCTION(argmax), 0);
}
TEST_CASE("NaN goes where NumPy's goes") {
  as_numpy<float>("sum", "nan_f", REDUCTION(sum), 4);
  as_numpy<float>("max", "nan_f", REDUCTION(max), 0);
  as_numpy<float>("min", "nan_f", REDUCTION(min), 0);
  as_numpy<float>("argmax", "nan_f", REDUCTION(argmax), 0);
  as_numpy<float>("argmin", "nan_f", REDUCTION(argmin), 0);
  as_numpy<cp::complex64>("argmax", "nan_F", REDUCTION(argmax), 0);
}

TEST_CASE("axes and keepdims") {
  array<float, 3> const x = cp::load<float, 3, cp::host_space>(file("operand_f")).to<cp::default_space>();
  auto const host = x.to_host();
  auto const kept = cp::eval(cp::sum(x, cp::axis<0, -1>, cp::keepdims));
  static_assert(decltype(kept)::rank == 3);
  CHECK(kept.shape() == cp::shape_array<3>{1, 7, 1});
  auto const gone = cp::eval(cp::sum(x, cp::axis<0, -1>));
  CHECK(gone.shape() == cp::shape_array<1>{7});
  auto const k = kept.to_host();
  auto const g = gone.to_host();
  for (int j = 0; j < 7; ++j) {
    double sum = 0;
    for (int i = 0; i < 6; ++i)
      for (int l = 0; l < 5; ++l) sum += host.data()[(i * 7 + j) * 5 + l];
    CHECK(tests::close(g.data()[j], static_cast<float>(sum), 4));
    CHECK(k.data()[j] == g.data()[j]);
  }
  CHECK(cp::eval(cp::sum(x, cp::keepdims)).shape() == cp::shape_array<3>{1, 1, 1});
  CHECK(cp::sum(x, cp::axis<0, 1, 2>).item() == cp::sum(x).item());
  CHECK(cp::amax(x).item() == cp::max(x).item());
  CHECK(cp::amin(x).item() == cp::min(x).item());
  CHECK(std::abs(cp::var(x, cp::ddof<1>).item() * 209 / 210 - cp::var(x).item()) < 1e-5);
  CHECK_THROWS_AS((void)cp::sum(x, 3), cp::index_error);
  CHECK_THROWS_AS((void)cp::sum(x, cp::axis<0, -3>), cp::value_error);
}

TEST_CASE("what feeds a reduction and what is computed from it are one kernel") {
  array<float, 2> const x = cp::full<float>({64, 50}, 2.0f);
  array<float, 1> rows = cp::empty<float>({64});
  CHECK(launches([&] { rows(cp::all) = cp::sqrt(cp::sum(x * x + 1, cp::axis<1>)) / 2; }) == 1);
  CHECK(tests::close(rows.to_host().data()[5], std::sqrt(250.0f) / 2, 4));
  CHECK(launches([&] { rows(cp::all) = cp::std(x, 1); }) == 1);
  CHECK(launches([&] { (void)cp::evaluate(cp::min(x, 0), cp::max(x, 0), cp::mean(x, 0)); }) == 1);
  CHECK(launches([&] { (void)cp::eval(cp::ptp(x, 1)); }) == 1);
}

TEST_CASE("reductions inside elementwise work, and of it") {
  array<float, 2> const x = cp::load<float, 3, cp::host_space>(file("operand_f")).to<cp::default_space>()(2);
  auto const softmax = cp::fuse([](auto v) {
    auto const e = cp::exp(v - cp::max(v, cp::axis<-1>, cp::keepdims));
    return e / cp::sum(e, cp::axis<-1>, cp::keepdims);
  });
  auto const twice = cp::fuse([&](auto v) { return softmax(v * 2) + 1; });
  auto const nested = cp::eval(twice(x)).to_host(), plain = cp::eval(softmax(x * 2) + 1).to_host();
  for (int i = 0; i < 35; ++i) CHECK(nested.data()[i] == plain.data()[i]);
  // The operand is overwritten by what is computed from it.
  array<float, 2> y = x.copy();
  y(cp::all) = y - cp::sum(y, 1, cp::keepdims);
  auto const expected = cp::eval(x - cp::sum(x, 1, cp::keepdims)).to_host(), got = y.to_host();
  for (int i = 0; i < 35; ++i) CHECK(got.data()[i] == expected.data()[i]);
}

TEST_CASE("reductions are replayed by graphs") {
  array<float, 2> const x = cp::full<float>({300, 400}, 1.0f);
  array<float, 1> const by_row = cp::empty<float>({300}), by_column = cp::empty<float>({400});
  cp::graph const g = cp::capture([&] {
    by_row(cp::all) = cp::sum(x, 1) * 2;
    by_column(cp::all) = cp::sum(x, 0);
  });
  x(cp::all) = 3.0f;
  g.launch();
  CHECK(by_row.to_host().data()[7] == 2400);
  CHECK(by_column.to_host().data()[399] == 900);
}

TEST_CASE("explain tells of reductions") {
  array<float, 2> const x = cp::full<float>({3, 4}, 1.0f);
  std::string const one = cp::explain(cp::sqrt(cp::sum(x, cp::axis<1>))), two = cp::explain(x - cp::mean(x));
  CHECK(one.find("cp::sum float32 over axis 1") != std::string::npos);
  CHECK(one.find("one folding kernel") != std::string::npos);
  CHECK(two.find("cp::mean float32 over axis 0, 1") != std::string::npos);
  CHECK(two.find("one kernel of rows") != std::string::npos);
}

TEST_CASE("empty operands") {
  array<float, 2> const x = cp::empty<float>({0, 3});
  CHECK(cp::sum(x).item() == 0);
  CHECK(cp::prod(x).item() == 1);
  CHECK(std::isnan(cp::mean(x).item()));
  CHECK(cp::any(x).item() == false);
  CHECK(cp::all(x).item() == true);
  auto const columns = cp::eval(cp::sum(x, 0)).to_host();
  CHECK(columns.size() == 3);
  for (int i = 0; i < 3; ++i) CHECK(columns.data()[i] == 0);
  CHECK(cp::eval(cp::max(x, 1)).size() == 0);
  CHECK_THROWS_WITH_AS((void)cp::eval(cp::max(x, 0)),
                       "cp::max: needs at least one element for each result; the operand has shape (0, 3)",
                       cp::value_error);
  CHECK_THROWS_AS((void)cp::argmin(x).item(), cp::value_error);
}

TEST_CASE("rank 0, one element, expressions of numbers") {
  array<float, 0> const x = cp::full<float>(cp::shape_array<0>{}, 3.0f);
  CHECK(cp::sum(x).item() == 3);
  CHECK(cp::max(x * 2).item() == 6);
  CHECK(cp::argmax(cp::full<float>({1}, 3.0f)).item() == 0);
}

TEST_CASE("large sums are exact where they can be, alike in every run") {
  std::int64_t const n = (std::int64_t{1} << 24) + 12345;
  array<float, 1> const ones = cp::full<float>({n}, 1.0f);
  CHECK(cp::sum(ones).item() == static_cast<float>(n));
  array<float, 1> const x = cp::sin(cp::astype<float>(cp::arange<cp::int64>(3000000)));
  array<float, 2> const wide = cp::reshape(x, {1000, 3000});
  float const first = cp::sum(x).item();
  auto const rows = cp::eval(cp::sum(wide, 1)).to_host(), columns = cp::eval(cp::sum(wide, 0)).to_host();
  for (int run = 0; run < 10; ++run) {
    tests::host_threads const threads(run % 4 + 1);
    CHECK(cp::sum(x).item() == first);
    auto const again = cp::eval(cp::sum(wide, 1)).to_host(), again_columns = cp::eval(cp::sum(wide, 0)).to_host();
    bool same = true;
    for (int i = 0; i < 1000; ++i) same = same && again.data()[i] == rows.data()[i];
    for (int i = 0; i < 3000; ++i) same = same && again_columns.data()[i] == columns.data()[i];
    CHECK(same);
  }
}

TEST_CASE("variances on the host of numbers whose sum overflows, and of infinities") {
  using cp::host_space;
  float const inf = cp::inf;
  for (std::int64_t n : {3, 100, 4000}) {
    CAPTURE(n);
    auto const narrow = cp::full<host_space>({n, 3}, 3e38f);
    CHECK(cp::var(narrow).item() == 0);
    CHECK(cp::all(cp::std(narrow, 0) == 0.f).item());
    auto spread = narrow.copy();
    spread(cp::slice(0, cp::end, 2)) = -3e38f;
    double const share = double((n + 1) / 2) / double(n);  // of -3e38
    CHECK(std::abs(cp::std(spread).item() / 6e38 * 1. - std::sqrt(share * (1 - share))) < 1e-6);
    auto const wide = cp::full<host_space>({n, 3}, 1e308);
    CHECK(cp::var(wide).item() == double(inf));  // as NumPy's, whose mean is infinite
    CHECK(cp::all(cp::var(wide, 0) == double(inf)).item());
    auto with_infinity = cp::ones<double, host_space>({n, 3});
    with_infinity(0, 1) = double(inf);
    CHECK(cp::isnan(cp::var(with_infinity)).item());
    auto narrow_infinity = narrow.copy();
    narrow_infinity(0, 1) = inf;
    CHECK(cp::isnan(cp::var(narrow_infinity)).item());
    CHECK(cp::isnan(cp::eval(cp::std(narrow_infinity, 0)).item(1)));
    CHECK(cp::eval(cp::std(narrow_infinity, 0)).item(0) == 0);
  }
}

TEST_CASE("the first of elements that nothing beats") {
  auto const check = []<class T>(std::type_identity<T>, T most, T least) {
    for (auto const& extents : {std::pair<std::int64_t, std::int64_t>{1, 300000}, {1000, 33}, {2, 5000}, {70000, 3}}) {
      std::int64_t const rows = extents.first, columns = extents.second;
      CAPTURE(rows);
      CAPTURE(columns);
      auto const high = cp::full<T>({rows, columns}, most), low = cp::full<T>({rows, columns}, least);
      for (auto const& places : {cp::eval(cp::argmin(high, 1)), cp::eval(cp::argmax(low, 1))})
        CHECK(cp::all(places == 0).item());
      for (auto const& places : {cp::eval(cp::argmin(high, 0)), cp::eval(cp::argmax(low, 0))})
        CHECK(cp::all(places == 0).item());
      CHECK(cp::argmin(high).item() == 0);
      CHECK(cp::argmax(low).item() == 0);
      auto one = high.copy();
      one(cp::all, columns / 2) = least;
      CHECK(cp::all(cp::argmin(one, 1) == columns / 2).item());
      auto other = low.copy();
      other(rows - 1, cp::all) = most;
      CHECK(cp::all(cp::argmax(other, 0) == rows - 1).item());
    }
  };
  check(std::type_identity<float>{}, INFINITY, -INFINITY);
  check(std::type_identity<cp::float16>{}, cp::float16(INFINITY), cp::float16(-INFINITY));
  check(std::type_identity<std::int32_t>{}, INT32_MAX, INT32_MIN);
  check(std::type_identity<std::uint8_t>{}, std::uint8_t{255}, std::uint8_t{0});
  auto x = cp::full<float>({3, 200}, INFINITY);
  x(1, cp::slice(0, 7)) = NAN, x(2) = NAN;
  auto const some = cp::eval(cp::nanargmin(x, 1)).to_host(), first = cp::eval(cp::argmin(x, 1)).to_host();
  CHECK(some(0) == 0);
  CHECK(some(1) == 7);
  CHECK(some(2) == -1);
  CHECK(first(1) == 0);
  CHECK(first(2) == 0);
}
