// Scalar products and averages: values of NumPy 2.4.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <type_traits>

#include "array/values.hpp"

using namespace tests;
using complex = cp::complex64;

namespace {

auto first() { return cp::array<complex>({complex(1, 2), complex(3, -1), complex(-2)}); }
auto second() { return cp::array<complex>({complex(2, -1), complex(0, 1), complex(4, 4)}); }
auto table() { return cp::reshape(cp::arange<float>(6), {2, 3}); }

}  // namespace

// covers: cupy.ndarray.dot
TEST_CASE("dot and inner conjugate nothing, vdot its first operand") {
  auto const a = first(), b = second();
  CHECK(cp::dot(a, b).item() == complex(-3, -2));
  CHECK(cp::inner(a, b).item() == complex(-3, -2));
  CHECK(equals<complex>(a.dot(b), {}, {complex(-3, -2)}));
  CHECK(cp::vdot(a, b).item() == complex(-9, -10));
  CHECK(cp::vdot(b, a).item() == complex(-9, 10));
  CHECK(cp::vdot(a, a).item() == complex(19));
  auto const m = cp::array<float>({{0, 1}, {2, 3}});
  CHECK(cp::vdot(m, m.T()).item() == 13);  // by places, not by where the elements lie
  CHECK(cp::dot(m(0), m(1)).item() == 3);
  CHECK(cp::dot(m(0) + 1, m(1) * 2).item() == 16);
}

TEST_CASE("dtypes of products are the operands', promoted; integers wrap around") {
  auto const i = cp::full<std::int8_t>(3, 100);
  static_assert(std::is_same_v<decltype(cp::dot(i, i))::value_type, std::int8_t>);
  CHECK(cp::dot(i, i).item() == 48);
  CHECK(cp::dot(cp::full<std::int64_t>(3, std::int64_t{1} << 62), cp::ones<std::int64_t>(3)).item() ==
        -(std::int64_t{1} << 62));
  auto const yes = cp::array<bool>({true, false}), no = cp::array<bool>({false, true});
  static_assert(std::is_same_v<decltype(cp::dot(yes, no))::value_type, bool>);
  CHECK(cp::dot(yes, yes).item() == true);
  CHECK(cp::dot(yes, no).item() == false);
  static_assert(std::is_same_v<decltype(cp::dot(cp::ones<float>(3), cp::ones<double>(3)))::value_type, double>);
  CHECK(cp::dot(cp::arange<double>(3), cp::arange<float>(3)).item() == 5);
  CHECK(values(cp::dot(cp::arange<float>(3), 2)) == floats{0, 2, 4});
  CHECK(cp::dot(cp::empty<float>(0), cp::empty<float>(0)).item() == 0);
  CHECK_THROWS_AS((void)cp::dot(cp::ones<float>(3), cp::ones<float>(1)).item(), cp::shape_error);
  CHECK_THROWS_AS((void)cp::vdot(cp::ones<float>({2, 2}), cp::ones<float>({1, 2})).item(), cp::shape_error);
}

TEST_CASE("average weighs elements, or places along an axis, and returns the sums of the weights") {
  auto const x = table();
  auto const w = cp::array<float>({1, 0, 3});
  auto const all = cp::array<double>({{1, 2, 3}, {4, 5, 6}});
  CHECK(cp::average(x).item() == 2.5f);
  CHECK(values(cp::average(x, 1)) == floats{1, 4});
  CHECK(values(cp::average(x, 1, cp::weights(w))) == floats{1.5f, 4.5f});
  CHECK(values(cp::average(x, cp::weights(cp::astype<std::int64_t>(w)), cp::axis<1>)) == doubles{1.5, 4.5});
  CHECK(cp::average(x, cp::weights(all)).item() == doctest::Approx(70 / 21.0).epsilon(1e-15));
  CHECK(values(cp::average(x, 0, cp::weights(all))) == doubles{12 / 5.0, 22 / 7.0, 4});
  auto const [mean, count] = cp::average(x, 1, cp::returned);
  CHECK(values(mean) == floats{1, 4});
  CHECK(values(count) == floats{3, 3});
  auto const [kept, total] = cp::average(x, cp::returned, cp::axis<1>, cp::keepdims, cp::weights(w));
  CHECK(list_of(cp::eval(kept).shape()) == longs{2, 1});
  CHECK(values(kept) == floats{1.5f, 4.5f});
  CHECK(values(total) == floats{4, 4});
  auto const small = cp::arange<std::int8_t>(4);
  static_assert(std::is_same_v<decltype(cp::average(small, cp::weights(small)))::value_type, double>);
  CHECK(cp::average(small, cp::weights(small + 1)).item() == 2);
  CHECK(cp::average(first(), cp::weights(cp::array<float>({1, 1, 2}))).item() == complex(0, 0.25f));
  CHECK(std::isnan(cp::average(x, cp::weights(x * 0)).item()));
  CHECK_THROWS_AS((void)values(cp::average(x, 0, cp::weights(w))), cp::shape_error);
  // One weight is not stretched along the axis, neither are products' operands.
  auto const one = cp::array<float>({2});
  CHECK_THROWS_WITH_AS((void)values(cp::average(x, 1, cp::weights(one))),
                       "cp::average: operands are not stretched along the axes that are summed; these are (1, 1) and "
                       "(2, 3)",
                       cp::shape_error);
  CHECK_THROWS_AS((void)cp::average(x(0), 0, cp::weights(one)).item(), cp::shape_error);
  CHECK(values(cp::average(x(cp::all, cp::slice(0, 1)), 1, cp::weights(one))) == floats{0, 3});
  CHECK_THROWS_AS((void)values(cp::vecdot(x, one)), cp::shape_error);
  CHECK_THROWS_AS((void)values(cp::vecdot(x(cp::all, cp::slice(0, 1)), x)), cp::shape_error);
  CHECK_THROWS_AS((void)values(cp::vecdot(x, x(cp::slice(0, 1)), cp::axis<0>)), cp::shape_error);
  CHECK(values(cp::vecdot(x, x(cp::slice(0, 1)))) == floats{5, 14});
  CHECK_THROWS_AS((void)values(cp::average(x, 1, cp::weights(all.T()))), cp::shape_error);
}
