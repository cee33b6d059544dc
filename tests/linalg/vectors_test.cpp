// Products that are reductions and elementwise kernels: vecdot, vdot, outer, kron, cross, trace. Values of NumPy.
#include <cstdint>

#include "product_data.hpp"
#include "running.hpp"

namespace la = cp::linalg;
using namespace product_data;
using tests::equals;
using tests::list_of;
using tests::longs;
using tests::values;

namespace {

/// The dtype of a sum.
template <class T>
using sum_of = std::conditional_t<std::is_integral_v<T>, std::int64_t, T>;

template <class T>
void as_numpy() {
  results<T> numpy(std::string("vectors_") + code_of<T>());
  auto const a = operand<T>({3, 4}), b = operand<T>({3, 4}, 1);
  auto const v = operand<T>({4}, 2), q = operand<T>({3}, 4);
  auto const p = operand<T>({2, 3}, 3);
  auto const deep = operand<T>({2, 3, 3}, 5);
  numpy.check("vecdot(a, b)", {3}, cp::vecdot(a, b));
  numpy.check("vecdot(a, v)", {3}, cp::vecdot(a, v));
  numpy.check("vecdot(a, b, axis 0)", {4}, cp::vecdot(a, b, cp::axis<0>));
  numpy.check("outer(v, q)", {4, 3}, cp::outer(v, q));
  numpy.check("outer(p, q)", {6, 3}, cp::outer(p, q));
  numpy.check("kron(a, p)", {6, 12}, cp::kron(a, p));
  numpy.check("kron(v, p)", {2, 12}, cp::kron(v, p));
  numpy.check("vdot(p, p)", {}, cp::vdot(p, p));
  numpy.template check<sum_of<T>>("trace(a)", {}, cp::trace(a));
  numpy.template check<sum_of<T>>("trace(a, 1)", {}, cp::trace(a, 1));
  numpy.template check<sum_of<T>>("trace(deep, -1)", {2}, cp::trace(deep, -1, 1, 2));
  if constexpr (!std::is_same_v<T, bool>) {
    numpy.check("cross(p, q)", {2, 3}, cp::cross(p, q));
    numpy.check("cross along 0", {3, 2}, cp::cross(p.T(), q(cp::all, cp::newaxis), -2));
  }
}

}  // namespace

TEST_CASE("products of vectors are NumPy's: booleans, int8") {
  as_numpy<bool>();
  as_numpy<std::int8_t>();
}
// covers: cupy.cross; cupy.kron; cupy.ndarray.trace; cupy.outer; cupy.trace; cupy.vdot; cupyx.scipy.linalg.kron
TEST_CASE("products of vectors are NumPy's: float32, complex64") {
  as_numpy<float>();
  as_numpy<cp::complex64>();
}

TEST_CASE("they are one kernel, into any view") {
  auto const x = operand<float>({2, 3}), y = operand<float>({2, 3}, 1);
  CHECK(tests::launches([&] { (void)cp::eval(cp::vecdot(x * 2, y + 1)); }) == 1);
  CHECK(tests::launches([&] { (void)cp::eval(cp::kron(x, y)); }) == 1);
  CHECK(tests::launches([&] { (void)cp::eval(cp::cross(x, y)); }) == 1);
  auto wide = cp::zeros<float>({4, 18});
  wide(cp::all, cp::slice(cp::end, cp::end, -2)) = cp::kron(x, y);
  CHECK(values(wide(cp::all, cp::slice(cp::end, cp::end, -2))) == values(cp::kron(x, y)));
  auto z = x.copy();
  z(cp::all) = cp::cross(z, y);
  CHECK(values(z) == values(cp::cross(x, y)));
  CHECK(list_of(cp::eval(cp::kron(cp::zeros<float>({0, 2}), x)).shape()) == longs{0, 6});
  CHECK(list_of(cp::eval(cp::outer(x, cp::zeros<float>(0))).shape()) == longs{6, 0});
}

TEST_CASE("what is computed from a cross product is part of its kernel") {
  auto const q = operand<float>({5, 3}), p = operand<float>({5, 3}, 1), w = operand<float>({5, 1}, 2);
  auto const qp = cp::eval(cp::cross(q, p));
  cp::ndarray<float, 2> out;
  CHECK(tests::launches([&] { out = p + w * cp::cross(q, p); }) == 1);
  CHECK(values(out) == values(cp::eval(p + w * qp)));
  CHECK(tests::launches([&] { out = 2 * cp::cross(q + 1, p); }) == 1);  // a few operations are computed where needed
  CHECK(values(out) == values(cp::eval(2 * cp::cross(cp::eval(q + 1), p))));
  // A rotation by quaternions names one product twice, which is made once, and then another.
  auto const t = 2.0f * cp::cross(q, p);
  CHECK(tests::launches([&] { out = p + w * t + cp::cross(q, t); }) == 2);
  cp::ndarray<float, 2> const whole = t;
  CHECK(values(out) == values(cp::eval(p + w * whole + cp::eval(cp::cross(q, whole)))));
  // Into its own operands, with other dtypes, broadcast, along another axis, and beside what has no such axis.
  auto z = p.copy();
  z += cp::cross(q, z);
  CHECK(values(z) == values(cp::eval(p + qp)));
  cp::ndarray<double, 2> const wide = 0.5 * cp::cross(q, p) - 1;
  CHECK(values(wide) == values(cp::eval(0.5 * cp::astype<double>(qp) - 1)));
  cp::ndarray<float, 3> const more = cp::cross(q, p) + cp::reshape(p, {5, 1, 3});
  CHECK(values(more) == values(cp::eval(qp + cp::reshape(p, {5, 1, 3}))));
  cp::ndarray<float, 2> const down = cp::cross(q.T(), p.T(), 0) * 3;
  CHECK(values(down) == values(cp::eval(qp.T() * 3)));
  auto const row = cp::array<float>({1, 2, 4});
  cp::ndarray<float, 2> const one = cp::cross(q, p) * row + cp::cos(q);
  CHECK(values(one) == values(cp::eval(qp * row + cp::cos(q))));
  cp::ndarray<float, 2> const both = cp::cross(q, p) + cp::cross(p, w + q);
  CHECK(values(both) == values(cp::eval(qp + cp::eval(cp::cross(p, cp::eval(w + q))))));
  CHECK(values(cp::eval(cp::sum(cp::cross(q, p) * p, cp::axis<1>))) == values(cp::eval(cp::sum(qp * p, cp::axis<1>))));
  cp::ndarray<float, 2> const planes = cp::cross(row, q) + cp::zeros<float>({5, 3});
  CHECK(values(planes) == values(cp::eval(cp::cross(row, q))));
  CHECK_THROWS_AS((void)cp::eval(cp::cross(q, p) + cp::zeros<float>({4, 3})), cp::shape_error);
  CHECK(cp::eval(cp::cross(cp::zeros<float>({0, 3}), cp::zeros<float>({0, 3})) + 1).size() == 0);
}

// covers: cupy.linalg.cross; cupy.linalg.matmul; cupy.linalg.matrix_transpose
TEST_CASE("names of numpy.linalg; errors") {
  auto const x = operand<float>({2, 3});
  auto const deep = operand<float>({2, 3, 3}, 1);
  CHECK(values(la::trace(deep)) == values(cp::trace(deep, 0, 1, 2)));
  CHECK(values(la::diagonal(deep, 1)) == values(cp::diagonal(deep, 1, 1, 2)));
  CHECK(equals<float>(la::matrix_transpose(tests::counted<float>({2, 1, 3})), {2, 3, 1}, {0, 1, 2, 3, 4, 5}));
  CHECK(values(la::outer(x(0), x(1))) == values(cp::outer(x(0), x(1))));
  CHECK(equals<float>(la::cross(x, x), {2, 3}, tests::floats(6, 0)));
  CHECK(equals<float>(la::cross(cp::array<float>({1, 2, 3}), cp::array<float>({4, 5, 7})), {3}, {-1, 5, -3}));
  CHECK(equals<float>(la::matmul(x, x.T()), {2, 2}, values(cp::dot(x, x.T()))));
  CHECK(equals<std::int32_t>(la::matmul(tests::counted({2, 2}), tests::counted({2, 1})), {2, 1}, {1, 3}));
  CHECK(la::vecdot(x(0), x(1)).item() == cp::dot(x(0), x(1)).item());
  CHECK(values(la::tensordot<1>(x, x.T())) == values(cp::dot(x, x.T())));
  CHECK_THROWS_AS((void)cp::cross(x.T(), x.T()).shape(), cp::shape_error);
  CHECK_THROWS_AS((void)cp::cross(x, x, 2), cp::index_error);
  CHECK_THROWS_AS((void)cp::trace(x, 0, 1, 1), cp::value_error);
  CHECK_THROWS_AS((void)cp::trace(x, 0, 0, 2), cp::index_error);
  CHECK_THROWS_AS((void)cp::eval(cp::vecdot(x, operand<float>({2, 4}))), cp::shape_error);
}

TEST_CASE("vectors along an axis of each operand, and of the result") {
  auto const a = cp::reshape(cp::arange<double>(12), {4, 3});
  auto const b = cp::eval(cp::reshape(cp::arange<double>(12), {3, 4}) + 1);
  CHECK(equals<double>(cp::cross(a, b, -1, 0), {4, 3}, {-1, 2, -1, 10, -20, 10, 21, -42, 21, 32, -64, 32}));
  CHECK(equals<double>(cp::cross(a, b, 1, 0, 0), {3, 4}, {-1, 10, 21, 32, 2, -20, -42, -64, -1, 10, 21, 32}));
  CHECK(equals<double>(cp::cross(a, b, -1, 0) + 1, {4, 3}, {0, 3, 0, 11, -19, 11, 22, -41, 22, 33, -63, 33}));
  CHECK_THROWS_WITH_AS((void)cp::cross(a, b, 2, 0), "cp::cross: axis 2 is out of bounds for an array of 2 axes",
                       cp::index_error);
  CHECK_THROWS_AS((void)cp::cross(a, b, -1, 0, 5), cp::index_error);
}
