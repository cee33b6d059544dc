// Products that are reductions and elementwise kernels: vecdot, vdot, outer, kron, cross, trace. Values of NumPy.
#include <cstdint>

#include "product_data.hpp"
#include "running.hpp"

namespace la = cp::linalg;
using namespace product_data;
using tests::list_of;
using tests::longs;
using tests::values;

namespace {

template <class T>
void as_numpy() {
  results<T> numpy(std::string("vectors_") + code_of<T>());
  auto const a = operand<T>({3, 4}), b = operand<T>({3, 4}, 1);
  auto const v = operand<T>({4}, 2), q = operand<T>({3}, 4);
  auto const p = operand<T>({2, 3}, 3);
  auto const deep = operand<T>({2, 3, 3}, 5);
  numpy.check("vecdot(a, b)", cp::vecdot(a, b));
  numpy.check("vecdot(a, v)", cp::vecdot(a, v));
  numpy.check("vecdot(a, b, axis 0)", cp::vecdot(a, b, cp::axis<0>));
  numpy.check("outer(v, q)", cp::outer(v, q));
  numpy.check("outer(p, q)", cp::outer(p, q));
  numpy.check("kron(a, p)", cp::kron(a, p));
  numpy.check("kron(v, p)", cp::kron(v, p));
  numpy.check("vdot(p, p)", cp::vdot(p, p));
  numpy.check("trace(a)", cp::trace(a));
  numpy.check("trace(a, 1)", cp::trace(a, 1));
  numpy.check("trace(deep, -1)", cp::trace(deep, -1, 1, 2));
  if constexpr (!std::is_same_v<T, bool>) {
    numpy.check("cross(p, q)", cp::cross(p, q));
    numpy.check("cross along 0", cp::cross(p.T(), q(cp::all, cp::newaxis), -2));
  }
}

}  // namespace

TEST_CASE("products of vectors are NumPy's: booleans, int8") {
  as_numpy<bool>();
  as_numpy<std::int8_t>();
}
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

TEST_CASE("names of numpy.linalg; errors") {
  auto const x = operand<float>({2, 3});
  auto const deep = operand<float>({2, 3, 3}, 1);
  CHECK(values(la::trace(deep)) == values(cp::trace(deep, 0, 1, 2)));
  CHECK(values(la::diagonal(deep, 1)) == values(cp::diagonal(deep, 1, 1, 2)));
  CHECK(list_of(la::matrix_transpose(operand<float>({2, 3, 4})).shape()) == longs{2, 4, 3});
  CHECK(values(la::outer(x(0), x(1))) == values(cp::outer(x(0), x(1))));
  CHECK(values(la::cross(x, x)) == tests::floats(6, 0));
  CHECK(values(la::matmul(x, x.T())) == values(cp::dot(x, x.T())));
  CHECK(la::vecdot(x(0), x(1)).item() == cp::dot(x(0), x(1)).item());
  CHECK(values(la::tensordot<1>(x, x.T())) == values(cp::dot(x, x.T())));
  CHECK_THROWS_AS((void)cp::cross(x.T(), x.T()).shape(), cp::shape_error);
  CHECK_THROWS_AS((void)cp::cross(x, x, 2), cp::index_error);
  CHECK_THROWS_AS((void)cp::trace(x, 0, 1, 1), cp::value_error);
  CHECK_THROWS_AS((void)cp::trace(x, 0, 0, 2), cp::index_error);
  CHECK_THROWS_AS((void)cp::eval(cp::vecdot(x, operand<float>({2, 4}))), cp::shape_error);
}
