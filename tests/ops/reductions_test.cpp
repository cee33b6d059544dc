// Reductions against NumPy (tests/data/reductions, written by scripts/make_reduction_data.py), their fusion, order and errors.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <fuse/io.hpp>
#include <string>
#include <vector>

namespace {

template <class T, int N>
using array = cp::ndarray<T, N>;

std::string file(std::string const& name) { return std::string(FUSE_TEST_DATA) + "/reductions/" + name + ".npy"; }

template <class T>
double magnitude(T const& x) {
  if constexpr (cp::complex_floating<T>)
    return std::hypot(static_cast<double>(x.real()), static_cast<double>(x.imag()));
  else
    return std::abs(static_cast<double>(x));
}
template <class T>
bool close(T const& x, T const& y, double epsilons) {
  if constexpr (cp::complex_floating<T>) {
    double const scale = 1 + magnitude(y);
    auto const part = [&](auto a, auto b) {
      return (a != a && b != b) || std::abs(static_cast<double>(a) - static_cast<double>(b)) <= epsilons * scale * 1.2e-7;
    };
    return part(x.real(), y.real()) && part(x.imag(), y.imag());
  } else if constexpr (cp::floating<T>) {
    double const a = static_cast<double>(x), b = static_cast<double>(y);
    double const epsilon = sizeof(T) == 2 ? 9.8e-4 : sizeof(T) == 4 ? 1.2e-7 : 2.3e-16;
    return (a != a && b != b) || a == b || std::abs(a - b) <= epsilons * epsilon * (1 + std::abs(b));
  } else {
    return x == y;
  }
}

/// Compares f(operand) and f(operand, axis) with what NumPy gave, dtype included: loading says no to another one.
template <class T, class F>
void as_numpy(char const* name, char const* code, F const& f, double epsilons) {
  CAPTURE(name);
  CAPTURE(code);
  std::string const suffix = std::string("_") + code;
  array<T, 3> const x = cp::load<T, 3, cp::host_space>(file("operand" + suffix)).template to<cp::default_space>();
  using R = typename decltype(f(x))::value_type;
  auto const expected = cp::load<R, 1, cp::host_space>(file(name + suffix));
  std::int64_t next = 0;
  auto const compare = [&](auto const& result) {
    auto const flat = cp::ravel(result).to_host();
    for (std::int64_t i = 0; i < flat.size(); ++i, ++next) {
      CAPTURE(next);
      CHECK(close(flat.data()[i], expected.data()[next], epsilons));
    }
  };
  compare(cp::reshape(cp::eval(f(x)), {1}));
  for (int axis = 0; axis < 3; ++axis) compare(cp::eval(f(x, axis)));
  CHECK(next == expected.size());
  // The same along axes that lie otherwise in memory.
  array<T, 3> const turned = cp::transpose(x);
  next = 1;
  for (int axis = 2; axis >= 0; --axis) compare(cp::eval(cp::transpose(cp::eval(f(turned, axis)))));
}

#define REDUCTION(name) [](auto const& x, auto... axis) { return cp::name(x, axis...); }

template <class T>
void exact_ones(char const* code) {
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
  as_numpy<double>("sum", "d", REDUCTION(sum), 4);
  as_numpy<cp::complex64>("sum", "F", REDUCTION(sum), 4);
  as_numpy<bool>("prod", "1", REDUCTION(prod), 0);
  as_numpy<cp::int8>("prod", "b", REDUCTION(prod), 0);
  as_numpy<float>("prod", "f", REDUCTION(prod), 8);
  as_numpy<cp::complex64>("prod", "F", REDUCTION(prod), 16);
  as_numpy<bool>("mean", "1", REDUCTION(mean), 4);
  as_numpy<cp::int8>("mean", "b", REDUCTION(mean), 4);
  as_numpy<cp::float16>("mean", "e", REDUCTION(mean), 2);
  as_numpy<float>("mean", "f", REDUCTION(mean), 4);
  as_numpy<cp::complex64>("mean", "F", REDUCTION(mean), 4);
}
TEST_CASE("variances and standard deviations are NumPy's") {
  as_numpy<bool>("var", "1", REDUCTION(var), 8);
  as_numpy<cp::int8>("var", "b", REDUCTION(var), 8);
  as_numpy<cp::float16>("var", "e", REDUCTION(var), 4);
  as_numpy<float>("var", "f", REDUCTION(var), 8);
  as_numpy<double>("var", "d", REDUCTION(var), 8);
  as_numpy<float>("std", "f", REDUCTION(std), 8);
}
TEST_CASE("extremes, truth and counts are NumPy's") {
  exact_ones<bool>("1");
  exact_ones<cp::int8>("b");
  exact_ones<cp::float16>("e");
  exact_ones<float>("f");
  exact_ones<cp::complex64>("F");
  as_numpy<cp::int8>("ptp", "b", REDUCTION(ptp), 0);
  as_numpy<float>("ptp", "f", REDUCTION(ptp), 0);
}
TEST_CASE("places of extremes are NumPy's: the first of equal ones") {
  as_numpy<bool>("argmax", "1", REDUCTION(argmax), 0);
  as_numpy<cp::int8>("argmax", "b", REDUCTION(argmax), 0);
  as_numpy<cp::int8>("argmin", "b", REDUCTION(argmin), 0);
  as_numpy<cp::float16>("argmax", "e", REDUCTION(argmax), 0);
  as_numpy<float>("argmax", "f", REDUCTION(argmax), 0);
  as_numpy<float>("argmin", "f", REDUCTION(argmin), 0);
  as_numpy<cp::complex64>("argmax", "F", REDUCTION(argmax), 0);
}
TEST_CASE("NaN goes where NumPy's goes") {
  as_numpy<float>("sum", "nan_f", REDUCTION(sum), 4);
  as_numpy<float>("max", "nan_f", REDUCTION(max), 0);
  as_numpy<float>("min", "nan_f", REDUCTION(min), 0);
  as_numpy<float>("argmax", "nan_f", REDUCTION(argmax), 0);
  as_numpy<float>("argmin", "nan_f", REDUCTION(argmin), 0);
  as_numpy<cp::float16>("max", "nan_e", REDUCTION(max), 0);
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
    CHECK(close(g.data()[j], static_cast<float>(sum), 4));
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
  auto launches = [](auto const& statement) {
    auto const before = cp::count();
    statement();
    return (cp::count() - before).launches;
  };
  array<float, 1> rows = cp::empty<float>({64});
  CHECK(launches([&] { rows(cp::all) = cp::sqrt(cp::sum(x * x + 1, cp::axis<1>)) / 2; }) == 1);
  CHECK(close(rows.to_host().data()[5], std::sqrt(250.0f) / 2, 4));
  CHECK(launches([&] { rows(cp::all) = cp::std(x, 1); }) == 1);
  CHECK(launches([&] { (void)cp::evaluate(cp::min(x, 0), cp::max(x, 0), cp::mean(x, 0)); }) == 1);
  CHECK(launches([&] { (void)cp::eval(cp::ptp(x, 1)); }) == 1);
}

TEST_CASE("reductions inside elementwise work, and of it") {
  array<float, 2> const x = cp::load<float, 3, cp::host_space>(file("operand_f")).to<cp::default_space>()(2);
  array<float, 2> const standard = (x - cp::mean(x, cp::axis<0>)) / cp::std(x, cp::axis<0>);
  auto const m = cp::eval(cp::mean(standard, 0)).to_host();
  for (int j = 0; j < 5; ++j) CHECK(std::abs(m.data()[j]) < 1e-6);
  auto const softmax = cp::fuse([](auto v) {
    auto const e = cp::exp(v - cp::max(v, cp::axis<-1>, cp::keepdims));
    return e / cp::sum(e, cp::axis<-1>, cp::keepdims);
  });
  array<float, 2> const s = softmax(x);
  auto const total = cp::eval(cp::sum(s, 1)).to_host();
  for (int i = 0; i < 7; ++i) CHECK(std::abs(total.data()[i] - 1) < 1e-6);
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
  CHECK_THROWS_WITH_AS((void)cp::eval(cp::max(x, 0)), "cp::max: needs at least one element for each result; the operand has shape (0, 3)", cp::value_error);
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
  auto const values = x.to_host();
  double exact = 0, exact_column = 0;
  for (std::int64_t i = 0; i < 3000000; ++i) exact += values.data()[i];
  for (std::int64_t i = 7; i < 3000000; i += 3000) exact_column += values.data()[i];
  CHECK(std::abs(first - exact) < 23 * 6e-8 * 2e6);
  CHECK(std::abs(columns.data()[7] - exact_column) < 11 * 6e-8 * 640);
  for (int run = 0; run < 10; ++run) {
    cp::set_host_threads(run % 4 + 1);
    CHECK(cp::sum(x).item() == first);
    auto const again = cp::eval(cp::sum(wide, 1)).to_host(), again_columns = cp::eval(cp::sum(wide, 0)).to_host();
    bool same = true;
    for (int i = 0; i < 1000; ++i) same = same && again.data()[i] == rows.data()[i];
    for (int i = 0; i < 3000; ++i) same = same && again_columns.data()[i] == columns.data()[i];
    CHECK(same);
  }
}
