// Norms, products and the rest as part of expressions: how many kernels they are, what cp::explain says of them, and
// their spelling as methods.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <limits>
#include <string>

#include "array/values.hpp"
#include "running.hpp"

namespace {

using tests::equals;
using tests::launches;
template <class T, int N>
using array = cp::ndarray<T, N>;

array<float, 2> table() { return cp::reshape(cp::astype<float>(cp::arange<std::int64_t>(12)), {3, 4}); }

bool has(std::string const& text, char const* part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("reductions of several operands are one kernel with what feeds them") {
  array<float, 1> const x = cp::full<float>({500}, 2.0f), y = cp::full<float>({500}, 3.0f);
  array<float, 2> const t = table();
  array<float, 0> scalar = cp::empty<float>(cp::shape_array<0>{});
  array<float, 1> rows = cp::empty<float>({3});
  CHECK(launches([&] { scalar(cp::ellipsis) = cp::dot(x * 2, y + 1); }) == 1);
  CHECK(scalar.item() == 8000);
  CHECK(launches([&] { scalar(cp::ellipsis) = cp::dot(x, y) / cp::sqrt(cp::dot(x, x) * cp::dot(y, y)); }) == 1);
  CHECK(scalar.item() == doctest::Approx(1));
  CHECK(launches([&] { rows(cp::all) = cp::logsumexp(t * 2, 1); }) == 1);
  CHECK(launches([&] { rows(cp::all) = cp::linalg::norm(t + 1, 1) * 2; }) == 1);
  CHECK(launches([&] { rows(cp::all) = cp::linalg::norm(t, cp::ord<3>, 1); }) == 1);
  CHECK(launches([&] { rows(cp::all) = cp::sum(t, 1, cp::where(t > 3), cp::initial(7)); }) == 1);
  CHECK(rows.to_host().data()[0] == 7);
  CHECK(rows.to_host().data()[1] == 29);
  CHECK(launches([&] { rows(cp::all) = cp::nanmean(t, 1) + cp::nanstd(t, 1); }) == 1);
  CHECK(launches([&] { rows(cp::all) = cp::average(t, cp::axis<1>, cp::weights(t + 1)); }) == 1);
  CHECK(launches([&] {
          auto const [mean, weight] = cp::average(t, cp::axis<1>, cp::weights(t + 1), cp::returned);
          (void)cp::evaluate(mean, weight);
        }) == 1);
  CHECK(launches([&] { (void)cp::eval(cp::allclose(t, t * 1)); }) == 1);
  CHECK(launches([&] { (void)cp::eval(cp::array_equal(t, t + 0)); }) == 1);
  CHECK(launches([&] { (void)cp::eval(cp::maximum.reduce(t * t, 1)); }) == 1);
  CHECK(launches([&] { (void)cp::eval(cp::subtract.outer(x, y) * 2); }) == 1);
  array<std::int64_t, 1> const i = cp::zeros<std::int64_t>({500});
  CHECK(launches([&] { cp::add.at(x, i, y); }) == 1);
}

TEST_CASE("explain shows scalar products and logarithms of sums as one kernel") {
  array<float, 1> const x = cp::ones<float>({3});
  char const* const space = std::is_same_v<cp::default_space, cp::host_space> ? "host_space" : "cuda_space";
  std::string const product = cp::explain(cp::dot(x * 2, x + 1)), log = cp::explain(cp::logsumexp(x));
  std::string const leaf = std::string("array float32 (3,) strides (1,) in ") + space + "\n";
  std::string const one =
      "one folding kernel, with what is computed from it (a second one where blocks share a result)\n";
  CHECK(product == std::string("result float32 () in ") + space +
                       "\n  cp::dot float32 over axis 0\n    cp::multiply float32\n      " + leaf +
                       "      constant float32\n    cp::add float32\n      " + leaf + "      constant float32\n" + one);
  CHECK(log ==
        std::string("result float32 () in ") + space + "\n  cp::logsumexp float32 over axis 0\n    " + leaf + one);
  CHECK(has(cp::explain(cp::sum(x, cp::where(x > 0), cp::initial(1))), "one folding kernel"));
  CHECK(has(cp::explain(cp::linalg::norm(x)), "cp::linalg::norm float32 over axis 0"));
  CHECK(has(cp::explain(cp::nanstd(x)), "cp::nanstd float32 over axis 0"));
}

TEST_CASE("reductions inside a traced function") {
  array<float, 2> const t = table();
  auto const normalized = cp::fuse([](auto v) { return v / cp::linalg::norm(v, cp::axis<-1>, cp::keepdims); });
  auto const norms = cp::eval(cp::linalg::norm(normalized(t + 1), cp::axis<1>)).to_host();
  for (int i = 0; i < 3; ++i) CHECK(norms.data()[i] == doctest::Approx(1));
  auto const log_softmax = cp::fuse([](auto v) { return v - cp::logsumexp(v, cp::axis<-1>, cp::keepdims); });
  auto const total = cp::eval(cp::sum(cp::exp(log_softmax(t)), 1)).to_host();
  for (int i = 0; i < 3; ++i) CHECK(total.data()[i] == doctest::Approx(1));
  auto const above = cp::fuse([](auto v) { return v * cp::sum(v, cp::axis<-1>, cp::keepdims, cp::where(v > 2)); });
  CHECK(cp::eval(above(t)).to_host().data()[3] == 9);
}

// covers: cupy.ndarray.all; cupy.ndarray.any; cupy.ndarray.argmax; cupy.ndarray.argmin; cupy.ndarray.max
// covers: cupy.ndarray.mean; cupy.ndarray.min; cupy.ndarray.prod; cupy.ndarray.ptp; cupy.ndarray.std; cupy.ndarray.sum
// covers: cupy.ndarray.var
TEST_CASE("reductions as methods") {
  array<float, 2> const t = table();
  CHECK(t.sum().item() == 66);
  CHECK(cp::eval(t.sum(0)).to_host().data()[1] == 15);
  static_assert(std::is_same_v<decltype(t.sum<double>())::value_type, double>);
  static_assert(decltype(t.sum(cp::axis<0>, cp::keepdims))::rank == 2);
  CHECK(cp::eval((t + 1).prod(1)).item(0) == 24);
  CHECK((t * 2).mean().item() == 11);
  CHECK(t.var(cp::ddof<1>).item() == 13);
  CHECK(t.std().item() == doctest::Approx(std::sqrt(143.0 / 12)));
  CHECK(t.min(cp::initial(-1)).item() == -1);
  CHECK(t.max(cp::axis<0, 1>).item() == 11);
  CHECK(t.ptp().item() == 11);
  CHECK((-t).argmin().item() == 11);
  CHECK(cp::eval((-t).argmax(1)).item(0) == 0);
  CHECK((t > 10).any().item() == true);
  CHECK((t > 10).all().item() == false);
  CHECK(t.sum(cp::where(t > 9)).item() == 21);
  CHECK(equals<float>(t.sum(0), {4}, {12, 15, 18, 21}));
  CHECK(equals<float>(t.prod(1), {3}, {0, 840, 7920}));
  CHECK(equals<float>(t.mean(1), {3}, {1.5f, 5.5f, 9.5f}));
  auto const pairs = t(cp::all, cp::slice(0, 2));
  CHECK(equals<float>(pairs.var(1), {3}, {0.25f, 0.25f, 0.25f}));
  CHECK(equals<float>(pairs.std(1, cp::keepdims), {3, 1}, {0.5f, 0.5f, 0.5f}));
  CHECK(equals<float>(t.min(1), {3}, {0, 4, 8}));
  CHECK(equals<float>(t.max(0), {4}, {8, 9, 10, 11}));
  CHECK(equals<float>(t.ptp(1), {3}, {3, 3, 3}));
  CHECK(equals<std::int64_t>(t.argmin(1), {3}, {0, 0, 0}));
  CHECK(equals<std::int64_t>(t.argmax(0), {4}, {2, 2, 2, 2}));
  CHECK(equals<bool>((t > 5).any(1), {3}, {false, true, true}));
  CHECK(equals<bool>((t > 5).all(1), {3}, {false, false, true}));
}

TEST_CASE("reductions of lower rank become arrays first, and the others are one kernel") {
  array<float, 2> const t = table();
  array<float, 1> const g = cp::full<float>({4}, 3.0f);
  array<float, 1> rows = cp::empty<float>({3}), columns = cp::empty<float>({4});
  auto const entropy = [](auto const& x, auto const& v) {
    auto const e = cp::exp(x - cp::max(x, cp::axis<1>, cp::keepdims));
    auto const p = e / cp::sum(e, cp::axis<1>, cp::keepdims);
    return cp::mean(v * 2) - cp::sum(p * cp::log(p), 1);
  };
  CHECK(launches([&] { rows(cp::all) = entropy(t, g); }) == 2);
  CHECK(cp::eval(cp::max(cp::abs(rows - 6.947537f))).item() < 1e-5f);
  CHECK(launches([&] { rows(cp::all) = cp::fuse(entropy)(t, g); }) == 2);
  CHECK(cp::eval(cp::max(cp::abs(rows - 6.947537f))).item() < 1e-5f);
  CHECK(launches([&] { columns(cp::all) = cp::sum(t, 0) / cp::sum(g); }) == 2);
  CHECK(equals<float>(columns, {4}, {1, 1.25f, 1.5f, 1.75f}));
  // A vector's reduction of rows' reductions is of lower rank, but not what is in it.
  CHECK(equals<float>(cp::eval(cp::sum(cp::max(t, 1)) + cp::max(t, 0) * cp::max(g)), {4}, {45, 48, 51, 54}));
}

TEST_CASE("what norms, products and averages refuse") {
  array<float, 1> const x = cp::ones<float>({3});
  CHECK_THROWS_WITH_AS((void)cp::dot(x, cp::ones<float>({1})).item(),
                       "cp::dot: the operand cannot be stretched to another's shape; these are (1,) and (3,)",
                       cp::shape_error);
  CHECK_THROWS_AS((void)cp::dot(x, cp::ones<float>({2})).item(), cp::shape_error);
  CHECK(cp::eval(cp::dot(x, 2)).to_host().data()[0] == 2);
  CHECK_THROWS_AS((void)cp::vdot(table(), cp::ones<float>({1, 4})).item(), cp::shape_error);
  CHECK_THROWS_AS((void)cp::ord_p(0), cp::value_error);
  CHECK_THROWS_AS((void)cp::ord_p(std::numeric_limits<double>::infinity()), cp::value_error);
  CHECK_THROWS_AS((void)cp::linalg::norm(x(cp::slice(0, 0)), cp::ord_minus_inf).item(), cp::value_error);
  CHECK_THROWS_AS((void)cp::eval(cp::average(table(), 0, cp::weights(cp::ones<float>({4})))), cp::shape_error);
  CHECK_THROWS_AS((void)cp::average(table(), cp::weights(cp::ones<float>({1, 4}))).item(), cp::shape_error);
  CHECK(std::isnan(cp::average(x, cp::weights(x * 0)).item()));
  CHECK(cp::nanargmax(x * std::numeric_limits<float>::quiet_NaN()).item() == -1);
}
