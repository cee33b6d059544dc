// Reductions in lambdas for cp::fuse with what is computed before and after them, several of them, some of others:
// values, dtypes and shapes are NumPy's.
#include "core/fusion_cases.hpp"

using namespace fusion;

namespace {

using l = std::int64_t;
using table = matrix<l>;

/// Along no axis, 0 and 1: `axes` are the options that say so.
template <class... Axes>
void around_sums(cases& in, std::string const& along, bool fits, Axes... axes) {
  auto const one = [&](char const* name, auto const& f) { check<table, table>(in, name + along, f, 4); };
  auto const two = [&](char const* name, auto const& f) {
    if (fits)
      check<table, table>(in, name + along, f, 4);
    else
      check_raises<table, table>(in, name + along, f);
  };
  one("sum(x * 3)", [=](auto x, auto) { return cp::sum(x * 3, axes...); });
  one("sum(x + y)", [=](auto x, auto y) { return cp::sum(x + y, axes...); });
  one("sum(x) + 3", [=](auto x, auto) { return cp::sum(x, axes...) + 3; });
  two("sum(x) + y", [=](auto x, auto y) { return cp::sum(x, axes...) + y; });
  two("sum(sqrt(x) + y) * 2 + y", [=](auto x, auto y) { return cp::sum(cp::sqrt(x) + y, axes...) * 2 + y; });
  one("x += 2, y += x, sum(y)", [=](auto x, auto y) { return cp::sum(y + (x + 2), axes...); });
  two("y += x, y += sum(x)", [=](auto x, auto y) { return y + x + cp::sum(x, axes...); });
}
template <class First, class... Second>
void pairs_of_sums(cases& in, std::string const& along, bool fits, First first, Second... second) {
  auto const sum_of = [](auto x, auto... axes) { return cp::sum(x, axes...); };
  auto const first_sum = [=](auto x) { return std::apply([&](auto... axes) { return sum_of(x, axes...); }, first); };
  check<table, table>(in, "sum(x), sum(y)" + along,
                      [=](auto x, auto y) { return std::tuple(first_sum(x), sum_of(y, second...)); });
  auto const added = [=](auto x, auto y) { return first_sum(x) + sum_of(y, second...); };
  if (fits)
    check<table, table>(in, "sum(x) + sum(y)" + along, added);
  else
    check_raises<table, table>(in, "sum(x) + sum(y)" + along, added);
}

}  // namespace

TEST_CASE("what is computed before and after sums") {
  cases in("around_sums");
  around_sums(in, "", true);
  around_sums(in, " along 0", true, cp::axis<0>);
  around_sums(in, " along 1", false, cp::axis<1>);
}

TEST_CASE("two sums") {
  cases in("two_sums");
  std::tuple<> const all;
  std::tuple const rows(cp::axis<0>);
  std::tuple const columns(cp::axis<1>);
  pairs_of_sums(in, " along all, all", true, all);
  pairs_of_sums(in, " along all, 0", true, all, cp::axis<0>);
  pairs_of_sums(in, " along all, 1", true, all, cp::axis<1>);
  pairs_of_sums(in, " along 0, all", true, rows);
  pairs_of_sums(in, " along 0, 0", true, rows, cp::axis<0>);
  pairs_of_sums(in, " along 0, 1", false, rows, cp::axis<1>);
  pairs_of_sums(in, " along 1, all", true, columns);
  pairs_of_sums(in, " along 1, 0", false, columns, cp::axis<0>);
  pairs_of_sums(in, " along 1, 1", true, columns, cp::axis<1>);
}

TEST_CASE("reductions of reductions") {
  cases in("stages");
  check<of_rank<l, 3>>(in, "prod, sum", [](auto x) { return x.prod(cp::axis<1>).sum(cp::axis<1>); });
  check<of_rank<l, 3>>(
      in, "sqrt, prod, sum", [](auto x) { return (cp::sqrt(x).prod(cp::axis<0>) + x).sum(cp::axis<1>) * 2; }, 8);
  check<of_rank<l, 4>>(in, "of two axes", [](auto x) { return x.prod(cp::axis<-1, 1>).sum(cp::axis<0, 1>); });
}

TEST_CASE("reductions of elementwise expressions") {
  cases in("folds");
  using f = float;
  check<matrix<std::int8_t>, matrix<std::int8_t>, matrix<std::int8_t>>(
      in, "sum(x * y + z)", [](auto x, auto y, auto z) { return cp::sum(x * y + z); });
  check<matrix<std::int8_t>, matrix<std::int8_t>, matrix<std::int8_t>>(
      in, "sum(x * y + z) along 0", [](auto x, auto y, auto z) { return cp::sum(x * y + z, cp::axis<0>); });
  check<matrix<std::int8_t>, matrix<std::int8_t>, matrix<std::int8_t>>(
      in, "sum(x * y + z) along 1", [](auto x, auto y, auto z) { return cp::sum(x * y + z, cp::axis<1>); });
  check<matrix<f>>(
      in, "sum(sqrt(x) + 10)", [](auto x) { return cp::sum(cp::sqrt(x) + 10); }, 4);
  check<matrix<f>>(
      in, "sqrt(sum(x)) + 10", [](auto x) { return cp::sqrt(cp::sum(x)) + 10; }, 4);
  check<matrix<l>, matrix<f>>(
      in, "sum(sqrt(abs(x - y)))", [](auto x, auto y) { return cp::sum(cp::sqrt(cp::abs(x - y))); }, 8);
  check<matrix<double>, matrix<double>, matrix<double>>(
      in, "sum((x + y) * z)", [](auto x, auto y, auto z) { return cp::sum((x + y) * z); }, 4);
  check<matrix<double>>(
      in, "sqrt(sum(x) + 10)", [](auto x) { return cp::sqrt(cp::sum(x) + 10); }, 4);
  check<matrix<double>, matrix<double>, matrix<double>>(
      in, "sqrt(prod(x + y * z, 1) + 10)",
      [](auto x, auto y, auto z) { return cp::sqrt(cp::prod(x + y * z, cp::axis<1>) + 10); }, 8);
  check<table, table>(in, "sum(x & y)", [](auto x, auto y) { return cp::sum(cp::bitwise_and(x, y)); });
  check<matrix<std::int32_t>>(
      in, "prod(sqrt(x)) i", [](auto x) { return cp::prod(cp::sqrt(x)); }, 8);
  check<matrix<f>>(
      in, "prod(sqrt(x)) f", [](auto x) { return cp::prod(cp::sqrt(x)); }, 8);
  check<table, table>(in, "premap = x + y, sum along 0", [](auto x, auto y) {
    auto const premap = x + y;
    return cp::sum(premap, cp::axis<0>);
  });
}
