// Reductions in lambdas for cp::fuse, along each axis that arrays of rank 1 to 3 have and have not, and of what is
// computed before and after them: values, dtypes and shapes are NumPy's.
#include "core/fusion_cases.hpp"

using namespace fusion;

namespace {

using l = std::int64_t;
using line = vector<l>;
using table = matrix<l>;
using box = of_rank<l, 3>;

/// Sums along an axis that is captured: where the array has it, NumPy's; else an error.
template <class X>
void sum_along(cases& in, std::string const& shape, int rank) {
  for (int axis = -4; axis <= 4; ++axis) {
    std::string const name = "sum of " + shape + " along " + std::to_string(axis);
    auto const f = [axis](auto x) { return cp::sum(x, axis); };
    if (-rank <= axis && axis < rank) {
      check<X>(in, name, f);
    } else {
      record const& r = in.take(name);
      CHECK(r.raises);
      CHECK_THROWS_AS((void)cp::eval(cp::fuse(f)(X::from(r.operands[0]))), cp::index_error);
    }
  }
}

#define ALONG(X, shape, ...) \
  check<X>(in, "sum of " shape " by axis<" #__VA_ARGS__ ">", [](auto x) { return cp::sum(x, cp::axis<__VA_ARGS__>); });

}  // namespace

TEST_CASE("sums along an axis that is captured") {
  cases in("sums_along");
  sum_along<line>(in, "(1,)", 1);
  sum_along<table>(in, "(3, 4)", 2);
  sum_along<box>(in, "(2, 1, 4)", 3);
  sum_along<box>(in, "(2, 0, 3)", 3);
}

TEST_CASE("sums along axes that are known while compiling") {
  cases in("sums_by_axis");
  ALONG(line, "(1,)", -1)
  ALONG(line, "(1,)", 0)
  ALONG(table, "(3, 4)", -2)
  ALONG(table, "(3, 4)", -1)
  ALONG(table, "(3, 4)", 0)
  ALONG(table, "(3, 4)", 1)
  ALONG(table, "(3, 4)", 0, 1)
  for (std::string const shape : {"(2, 1, 4)", "(2, 0, 3)"}) {
    auto const along = [&](char const* axes, auto const& f) {
      check<box>(in, "sum of " + shape + " by axis<" + axes + ">", f);
    };
    along("-3", [](auto x) { return cp::sum(x, cp::axis<-3>); });
    along("-2", [](auto x) { return cp::sum(x, cp::axis<-2>); });
    along("-1", [](auto x) { return cp::sum(x, cp::axis<-1>); });
    along("0", [](auto x) { return cp::sum(x, cp::axis<0>); });
    along("1", [](auto x) { return cp::sum(x, cp::axis<1>); });
    along("2", [](auto x) { return cp::sum(x, cp::axis<2>); });
    along("0, 1", [](auto x) { return cp::sum(x, cp::axis<0, 1>); });
    along("1, 2", [](auto x) { return cp::sum(x, cp::axis<1, 2>); });
    along("0, 2", [](auto x) { return cp::sum(x, cp::axis<0, 2>); });
  }
  using five = of_rank<l, 5>;
  ALONG(five, "(2, 3, 2, 2, 3)", 0)
  ALONG(five, "(2, 3, 2, 2, 3)", 1)
  ALONG(five, "(2, 3, 2, 2, 3)", 0, 1)
  ALONG(five, "(2, 3, 2, 2, 3)", 1, 2)
  ALONG(five, "(2, 3, 2, 2, 3)", 0, 2)
  ALONG(five, "(2, 3, 2, 2, 3)", 1, 3)
  auto const all = [](auto x) { return cp::sum(x); };
  check<line>(in, "sum of (1,)", all);
  check<table>(in, "sum of (3, 4)", all);
  check<box>(in, "sum of (2, 1, 4)", all);
  check<box>(in, "sum of (2, 0, 3)", all);
  check<five>(in, "sum of (2, 3, 2, 2, 3)", all);
}

TEST_CASE("sums of arrays that have more elements than a block") {
  cases in("large_sums");
  for (auto const& [name, shape] : {std::pair<std::string, cp::shape_array<3>>("(120, 128, 144)", {120, 128, 144}),
                                    {"(119, 127, 143)", {119, 127, 143}},
                                    {"(128, 128, 128)", {128, 128, 128}},
                                    {"(2, 1024, 1024)", {2, 1024, 1024}}}) {
    std::string const of = "sum of " + name;
    array<l, 3> const x = cp::reshape(cp::arange<l, cp::host_space>(cp::size_of(shape)) * 7919 % 1009, shape);
    auto const along = [&](char const* axes, auto const& f) {
      record const& r = in.take(of + axes);
      auto const sums = cp::eval(cp::fuse(f)(x));
      // The elements times odd numbers, added.
      array<l, 1> const flat = cp::ravel(sums);
      array<l, 0> const sum = cp::sum(flat * (cp::arange<l, cp::host_space>(flat.size()) * 2 + 1));
      array<l, 1> const shape_of = cp::empty<l, cp::host_space>({sums.ndim()});
      for (int k = 0; k < sums.ndim(); ++k) shape_of.data()[k] = sums.shape()[k];
      compare(of + axes, {untyped_of(sum), untyped_of(shape_of)}, r.results, 0);
    };
    along("", [](auto a) { return cp::sum(a); });
    along(" along 0", [](auto a) { return cp::sum(a, cp::axis<0>); });
    along(" along 1", [](auto a) { return cp::sum(a, cp::axis<1>); });
    along(" along 2", [](auto a) { return cp::sum(a, cp::axis<2>); });
    along(" along 0, 1", [](auto a) { return cp::sum(a, cp::axis<0, 1>); });
    along(" along 0, 2", [](auto a) { return cp::sum(a, cp::axis<0, 2>); });
    along(" along 1, 2", [](auto a) { return cp::sum(a, cp::axis<1, 2>); });
  }
}
