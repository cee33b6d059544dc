// Products of matrices of integers and booleans: values of NumPy (tests/data/make_products.py).
#include <cstdint>

#include "product_cases.hpp"

using product_data::as_numpy;

TEST_CASE("products are NumPy's: booleans") { as_numpy<bool>(); }
TEST_CASE("products are NumPy's: int8, which wraps around") { as_numpy<std::int8_t>(); }
TEST_CASE("products are NumPy's: uint16") { as_numpy<std::uint16_t>(); }
// covers: cupy.dot; cupy.inner; cupy.matmul; cupy.ndarray.__matmul__; cupy.tensordot; cupy.linalg.matrix_power
TEST_CASE("products are NumPy's: int64") { as_numpy<std::int64_t>(); }
