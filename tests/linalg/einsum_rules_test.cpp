// Einstein's summation: what becomes one kernel or one call, dtypes, subscripts at run time, paths, errors.
#include <cstdint>
#include <string>
#include <vector>

#include "product_data.hpp"
#include "running.hpp"

using namespace product_data;
using tests::list_of;
using tests::longs;
using tests::spent;
using tests::values;

namespace {

auto x(int k, auto... n) {
  cp::extent const shape[] = {n...};
  return operand<double>(shape, k);
}

}  // namespace

TEST_CASE("a product of matrices is one call; one pass over an operand is one kernel") {
  auto const a = x(0, 6, 4), b = x(1, 4, 5);
  auto c = cp::zeros<double>({6, 5});
  auto s = spent([&] { c(cp::all) = 2 * cp::einsum<"ij,jk->ik">(a, b) + c; });
  CHECK((s.library_calls == 1 && s.launches == 0 && s.temporaries == 0));
  auto t = cp::zeros<double>({5, 6});
  s = spent([&] { t(cp::all) = cp::einsum<"ij,jk->ki">(a, b); });
  CHECK((s.library_calls == 1 && s.launches == 0 && s.temporaries == 0));
  auto const deep = x(2, 7, 6, 4);
  auto d = cp::zeros<double>({7, 6, 5});
  s = spent([&] { d(cp::all) = cp::einsum<"bij,jk->bik">(deep, b); });
  CHECK((s.library_calls == 1 && s.launches == 0 && s.temporaries == 0));
  auto v = cp::zeros<double>(6);
  s = spent([&] { v(cp::all) = cp::sqrt(cp::einsum<"ij,ij->i">(cp::exp(a), a * a)); });
  CHECK((s.library_calls == 0 && s.launches == 1 && s.temporaries == 0));
  s = spent([&] { c(cp::all) = cp::einsum<"i,j->ij">(v + 1, b(0)); });
  CHECK((s.library_calls == 0 && s.launches == 1 && s.temporaries == 0));
}

TEST_CASE("other dtypes: integers stay what they are, 16-bit floats sum in float32, booleans are or of ands") {
  auto const i = operand<std::int8_t>({3, 40});
  static_assert(std::is_same_v<decltype(cp::einsum<"ij->i">(i))::value_type, std::int8_t>);
  CHECK(values(cp::einsum<"ij,kj->ik">(i, i)) == values(cp::matmul(i, i.T())));
  auto const ones = cp::full<cp::float16>({1, 4096}, cp::float16(1.0f));
  CHECK(cp::einsum<"ij->">(ones).item() == cp::float16(4096.0f));
  CHECK(cp::einsum<"ij,ij->">(ones, ones).item() == cp::float16(4096.0f));
  CHECK(cp::einsum<"ij,kj->ik">(ones, ones).item() == cp::float16(4096.0f));
  auto const p = operand<bool>({3, 4}), q = operand<bool>({4, 3}, 1);
  CHECK(values(cp::einsum<"ij,jk">(p, q)) == values(cp::matmul(p, q)));
  CHECK(values(cp::einsum<"ij,ij->i">(p, p)) == values(cp::any(p, 1)));
  auto const z = operand<cp::complex64>({3, 4});
  CHECK(values(cp::einsum<"ij,kj->ik">(z, cp::conj(z))) == values(cp::matmul(z, cp::conj(z).T())));
  CHECK(values(cp::einsum<"ij,jk,kl->il">(i, cp::ones<float>({40, 2}), cp::ones<double>({2, 1}))) ==
        values(2 * cp::sum<double>(i, 1)));
}

TEST_CASE("subscripts at run time") {
  auto const a = x(0, 3, 4), b = x(1, 4, 5), c = x(2, 5, 2);
  std::string const text = "ij, jk, kl -> il";
  CHECK(values(cp::einsum<2>(text.c_str(), a, b, c)) == values(cp::einsum<"ij,jk,kl->il">(a, b, c)));
  CHECK(values(cp::einsum<3>("...j,jk", x(3, 2, 3, 4), b)) == values(cp::matmul(x(3, 2, 3, 4), b)));
  auto const message = [&](char const* bad) {
    try {
      (void)cp::einsum<2>(bad, a, b);
    } catch (cp::value_error const& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  CHECK(message("ij,jk->i1") == "cp::einsum: character 9 is no label: letters are, in \"ij,jk->i1\"");
  CHECK(message("ij->ij") == "cp::einsum: 1 operands are named, but 2 given, in \"ij->ij\"");
  CHECK(message("ij,jkl") == "cp::einsum: the labels of operand 2 are not as many as its axes, 2, in \"ij,jkl\"");
  CHECK(message("ij,jk->ix") == "cp::einsum: the result's label x is no operand's, in \"ij,jk->ix\"");
  CHECK(message("ij,jk->ii") == "cp::einsum: the result has the label i twice, in \"ij,jk->ii\"");
  CHECK(message("ij,jk->i->k") ==
        "cp::einsum: nothing but one operand stands behind the arrow, which is there once, in \"ij,jk->i->k\"");
  CHECK(message("i......,jk") == "cp::einsum: two ellipses in one operand, in \"i......,jk\"");
  CHECK(message("i...,jk->ijk") ==
        "cp::einsum: operands have axes in an ellipsis, which the result has not, in \"i...,jk->ijk\"");
  CHECK(message("ij,jk->i") == "cp::einsum: the result of these subscripts has another rank: 1");
}

TEST_CASE("shapes: what does not fit, nothing at all") {
  CHECK_THROWS_WITH_AS((void)cp::einsum<"ij,jk">(x(0, 3, 4), x(1, 3, 4)),
                       "cp::einsum: the shapes (3, 4) and (3, 4) do not fit: axis 1 of operand 1 has extent 4, axis 0 "
                       "of operand 2 has extent 3",
                       cp::shape_error);
  CHECK_THROWS_AS((void)cp::einsum<"ii->i">(x(0, 3, 4)), cp::shape_error);
  CHECK_THROWS_AS((void)cp::einsum<2>("ij,jk", x(0, 3, 4), x(1, 3, 4)), cp::shape_error);
  CHECK(values(cp::einsum<"ij,jk->ik">(x(0, 2, 0), x(1, 0, 3))) == tests::doubles(6, 0));
  CHECK(values(cp::einsum<"ij,jk,kl->il">(x(0, 2, 0), x(1, 0, 3), x(2, 3, 1))) == tests::doubles(2, 0));
  CHECK(list_of(cp::eval(cp::einsum<"ij,jk->ik">(x(0, 0, 2), x(1, 2, 3))).shape()) == longs{0, 3});
  CHECK(cp::einsum<"ij->">(x(0, 0, 2)).item() == 0);
}

TEST_CASE("the path is NumPy's optimal one") {
  // numpy.einsum_path("ij,jk,kl,lm->im", ..., optimize="optimal")
  auto const p = cp::einsum_path<"ij,jk,kl,lm->im">(cp::make_shape({10, 30}), cp::make_shape({30, 5}),
                                                    cp::make_shape({5, 60}), cp::make_shape({60, 8}));
  CHECK(p.path == std::vector<std::vector<int>>{{0, 1}, {0, 1}, {0, 1}});
  CHECK(p.text.find("         Naive scaling:  5\n     Optimized scaling:  3\n      Naive FLOP count:  2.880e+06\n"
                    "  Optimized FLOP count:  8.600e+03\n   Theoretical speedup:  334.884\n"
                    "  Largest intermediate:  8.000e+01 elements\n") != std::string::npos);
  CHECK(cp::einsum_path<"ij,jk">(cp::make_shape({2, 3}), cp::make_shape({3, 4})).path ==
        std::vector<std::vector<int>>{{0, 1}});
  CHECK_THROWS_AS((void)cp::einsum_path<"ij,jk">(cp::make_shape({2, 3}), cp::make_shape({4, 4})), cp::shape_error);
}

TEST_CASE("ten operands: pairs by a greedy choice") {
  auto const m = cp::eval(x(0, 3, 3) / 2);
  auto const ten = cp::einsum<"ab,bc,cd,de,ef,fg,gh,hi,ij,jk->ak">(m, m, m, m, m, m, m, m, m, m);
  CHECK(values(ten) == values(cp::linalg::matrix_power(m, 10)));
}

TEST_CASE("16-bit floats do not overflow between the operands' own sums and the product, nor from pair to pair") {
  auto const a = cp::full<cp::float16>({1000, 2}, cp::float16(100.f)),
             b = cp::full<cp::float16>({2, 3}, cp::float16(0.001f));
  auto const whole = cp::eval(cp::einsum<"ij,jk->k">(a, b));
  static_assert(std::is_same_v<decltype(whole)::value_type, cp::float16>);
  CHECK(float(values(whole)[0]) == doctest::Approx(200.f).epsilon(0.01));
  CHECK(float(values(cp::einsum<1>("ij,jk->k", a, b))[0]) == doctest::Approx(200.f).epsilon(0.01));
  auto const c = cp::full<cp::float16>({3, 2}, cp::float16(0.001f));
  CHECK(float(values(cp::einsum<"ij,kj,kl->il">(a, cp::full<cp::float16>({1000, 2}, cp::float16(100.f)),
                                                cp::full<cp::float16>({1000, 3}, cp::float16(0.00001f))))[0]) ==
        doctest::Approx(200.f).epsilon(0.05));
  CHECK(float(values(cp::einsum<"ij,jk,kl->il">(a, b, c))[0]) == doctest::Approx(0.0006f).epsilon(0.05));
}

TEST_CASE("a diagonal's extents are equal") {
  CHECK_THROWS_AS((void)cp::eval(cp::einsum<"ii->i">(cp::ones<double>({1, 3}))), cp::shape_error);
}
