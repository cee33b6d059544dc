// cp::explain: the tree, the kernel's form, what it moves; and that explaining runs nothing.
#include <doctest.h>

#include <fuse/fuse.hpp>
#include <string>

#include "array/values.hpp"

namespace {

/// Its members have the names by which the library's own functors say what they are.
struct half {
  float cost = 2, qualified_name = 0;
  FUSE_HD float operator()(float x) const { return x / cost + qualified_name; }
};

bool has(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }
std::string const space = cp::default_space::name;

}  // namespace

TEST_CASE("the whole text for a small expression") {
  auto const a = cp::zeros<float>({2, 3});
  CHECK(cp::explain(a * 2 + cp::sqrt(a)) == "result float32 (2, 3) in " + space + "\n" +
                                                "  cp::add float32\n"
                                                "    cp::multiply float32\n"
                                                "      array float32 (2, 3) strides (3, 1) in " +
                                                space + "\n" +
                                                "      constant float32\n"
                                                "    cp::sqrt float32\n"
                                                "      array float32 (2, 3) strides (3, 1) in " +
                                                space + "\n" + "1 kernel in " + space +
                                                ": flat form over 1 axis of 6 elements, 2 inputs\n"
                                                "reads 48 bytes, writes 24 bytes, 0 temporaries\n");
}

TEST_CASE("explaining says which parts are one") {
  cp::ndarray<float, 1> const a{1, 2, 3}, b{4, 5, 6};
  auto const quotient = [](auto const& x, auto const& y) { return cp::exp(x) / (cp::exp(y) + 1.0f); };
  CHECK(has(cp::explain(quotient(a, a)), "computed once"));
  CHECK(has(cp::explain(quotient(a, a)), "reads 12 bytes"));
  CHECK(!has(cp::explain(quotient(a, b)), "computed once"));
}

TEST_CASE("explaining runs nothing") {
  auto const a = cp::zeros<float>({2, 3});
  auto const before = cp::count();
  (void)cp::explain(cp::exp(a) + a.T().T());
  auto const c = cp::count() - before;
  CHECK(c.launches == 0);
  CHECK(c.copies == 0);
}

TEST_CASE("casts, index grids, gathers, user functions and fused calls are named") {
  auto const a = cp::zeros<float>({2, 3});
  auto const i = cp::zeros<std::int32_t>({4});
  CHECK(has(cp::explain(a + i(cp::slice(0, 3))), "cp::astype float64"));
  CHECK(has(cp::explain(cp::index<0>({2, 3}) + 1), "index int64 (2, 3)"));
  CHECK(has(cp::explain(a(i, 0)), "cp::gather float32"));
  CHECK(has(cp::explain(cp::elementwise(half{})(a)), "cp::elementwise function float32"));
  auto const text = cp::explain(cp::fuse([](auto x, auto y) { return x * y + 3; }, "mine")(a, a(0) * 2));
  CHECK(has(text, "cp::fuse mine"));
  CHECK(has(text, "argument 0 float32"));
  CHECK(has(text, "literal float32"));
  CHECK(has(text, "where argument 1 is\n"));
  CHECK(has(cp::explain(cp::where(a > 0, a, 1)), "cp::where float32"));
  CHECK(has(cp::explain(cp::clip(a, 0, 1)), "cp::clip float32"));
  CHECK(has(cp::explain(cp::ndarray<float, 0>(1) + 1), "result float32 ()"));
}

TEST_CASE("the form follows the layout") {
  auto const a = cp::zeros<float>({100, 200});
  CHECK(has(cp::explain(a + a), "flat form over 1 axis of 20000 elements"));
  CHECK(has(cp::explain(a + a(0)), "strided form over 2 axes"));
  CHECK(has(cp::explain(a + a(0)), "reads 80800 bytes, writes 80000 bytes"));
  CHECK(has(cp::explain(a(cp::all, cp::slice(0, 100)) * 2), "strided form over 2 axes of 10000 elements"));
  CHECK(has(cp::explain(a(cp::slice(0, 50)) * 2), "flat form"));
  bool const device = std::is_same_v<cp::default_space, cp::cuda_space>;
  CHECK(has(cp::explain(cp::zeros<float>({200, 200}).T() + cp::zeros<float>({200, 200})),
            device ? "tiled form" : "strided form"));
}

TEST_CASE("integers of positions are named where they go in 32 bits") {
  auto const i = cp::index<0>({1LL << 40});
  auto const e = (i * 3 + 1) % 7;
  CHECK(has(cp::explain(e(cp::slice(0, 100))), "inputs, integers of positions in 32 bits"));
  CHECK(!has(cp::explain(e(cp::slice(1LL << 30, 1LL << 31, 1LL << 20))), "32 bits"));
}

TEST_CASE("an empty result needs no kernel, and a wrong shape is an error") {
  CHECK(has(cp::explain(cp::zeros<float>({0, 3}) + 1), "no kernel: the result is empty"));
  CHECK_THROWS_AS((void)cp::explain(cp::zeros<float>({2}) + cp::zeros<float>({3})), cp::shape_error);
}

TEST_CASE("an array explains itself") { CHECK(has(cp::explain(cp::zeros<double>({3}).T()), "result float64 (3,)")); }

TEST_CASE("the plan of a scan is the same inside a traced function") {
  auto const a = cp::zeros<float>({3, 4});
  std::string const one = "scan form over 3 lines of 4 elements, 1 inputs";
  CHECK(has(cp::explain(cp::cumsum(a * 2, cp::axis<1>)), one));
  CHECK(has(cp::explain(cp::fuse([](auto x) { return cp::cumsum(x * x, cp::axis<1>); })(a)), one));
  CHECK(has(cp::explain(cp::fuse([](auto x) { return cp::cumsum(x * x, cp::axis<1>) + 1; })(a)), one));
  auto const step = cp::fuse([](auto u) { return cp::at<1, 0>(u) - u; });
  CHECK(has(cp::explain(cp::cumsum(step(cp::wrap(a)), cp::axis<1>)), "the kernels of the scan's argument"));
  CHECK(has(cp::explain(cp::cumsum(a, cp::axis<1>) + step(cp::wrap(a))), "a scanning kernel for each scan"));
}
