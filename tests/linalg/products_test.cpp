// Products of matrices of floats and complex numbers: values of NumPy (tests/data/make_products.py).
#include "product_cases.hpp"

using product_data::as_numpy;

TEST_CASE("products are NumPy's: float16") { as_numpy<cp::float16>(); }
// covers: cupy.dot; cupy.inner; cupy.matmul; cupy.tensordot; cupy.linalg.matrix_power
TEST_CASE("products are NumPy's: float32, float64") {
  as_numpy<float>();
  as_numpy<double>();
}
TEST_CASE("products are NumPy's: complex64, complex128") {
  as_numpy<cp::complex64>();
  as_numpy<cp::complex128>();
}
