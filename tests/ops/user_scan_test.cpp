// Running folds by a user's operation.
#include <doctest/doctest.h>
#include <array/values.hpp>
#include <fuse/fuse.hpp>
#include <stdexcept>

namespace {

using tests::floats;
using tests::ints;

/// y = a x + b, and one after the other: not commutative.
struct affine {
  std::int32_t a, b;
};
bool operator==(affine const& x, affine const& y) { return x.a == y.a && x.b == y.b; }

}  // namespace

TEST_CASE("scans with an operation of the user's, in one kernel") {
  auto const x = cp::array<float>({3, 1, 4, 1, 5, 9, 2, 6});
  auto const larger = CP_LAMBDA(float a, float b) { return a > b ? a : b; };
  auto const before = cp::count();
  auto const y = cp::eval(cp::scan(larger, 2 * x, 0));
  auto const n = cp::count() - before;
  CHECK(n.launches == 1);
  CHECK(n.temporaries == 0);
  CHECK(tests::values(y) == floats{6, 6, 8, 8, 10, 18, 18, 18});
  auto const m = tests::counted<std::int32_t>({2, 3});
  auto const sum = CP_LAMBDA(std::int32_t a, std::int32_t b) { return a + b; };
  CHECK(tests::values(cp::scan(sum, m, 0)) == ints{0, 1, 2, 3, 5, 7});
  CHECK(tests::values(cp::scan(sum, m, cp::axis<1>)) == ints{0, 1, 3, 3, 7, 12});
  CHECK(tests::values(cp::scan(sum, m)) == ints{0, 1, 3, 6, 10, 15});
  CHECK(tests::values(cp::scan(sum, m(cp::all, cp::slice(0, 0)), 1)).empty());
  CHECK_THROWS_AS((void)cp::scan(sum, m, 2), cp::index_error);
  auto const none = CP_LAMBDA() { return 0; };
  CHECK(tests::values(cp::scan(none, sum, m, 0)) == ints{0, 1, 2, 3, 5, 7});
  CHECK(tests::values(cp::scan(none, sum, m)) == ints{0, 1, 3, 6, 10, 15});
}

TEST_CASE("the operation need not commute, and elements may be structs") {
  auto const then = CP_LAMBDA(affine f, affine g) { return affine{(f.a * g.a) & 0x7fff, (g.a * f.b + g.b) & 0x7fff}; };
  auto const make = cp::elementwise(CP_LAMBDA(std::int64_t k) {
    return affine{static_cast<std::int32_t>(k % 7 + 1), static_cast<std::int32_t>(k % 5)};
  });
  for (std::int64_t const n : {1, 31, 1025, 70001}) {
    auto const y = tests::values(cp::scan(then, make(cp::index<0>({n})), 0));
    affine f{1, 0};
    bool same = true;
    for (std::int64_t k = 0; k < n; ++k) {
      affine const g{static_cast<std::int32_t>(k % 7 + 1), static_cast<std::int32_t>(k % 5)};
      f = affine{(f.a * g.a) & 0x7fff, (g.a * f.b + g.b) & 0x7fff};
      same = same && y[static_cast<std::size_t>(k)] == f;
    }
    CHECK(same);
  }
  // Along the first axis, across which elements lie in memory.
  auto const rows = tests::values(cp::scan(then, make(cp::index<0>({300, 3})), 0));
  affine f{1, 0};
  bool same = true;
  for (std::int64_t k = 0; k < 300; ++k) {
    affine const g{static_cast<std::int32_t>(k % 7 + 1), static_cast<std::int32_t>(k % 5)};
    f = affine{(f.a * g.a) & 0x7fff, (g.a * f.b + g.b) & 0x7fff};
    for (std::int64_t j = 0; j < 3; ++j) same = same && rows[static_cast<std::size_t>(3 * k + j)] == f;
  }
  CHECK(same);
}

TEST_CASE("what the operation throws on the host comes out") {
  auto const x = cp::array<std::int32_t, cp::host_space>({1, 2, 3});
  auto const refuses = [](std::int32_t a, std::int32_t b) -> std::int32_t {
    if (b == 3) throw std::runtime_error("three");
    return a + b;
  };
  CHECK_THROWS_AS((void)cp::eval(cp::scan(refuses, x)), std::runtime_error);
}
