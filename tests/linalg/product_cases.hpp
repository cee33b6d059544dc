// Products of matrices of a dtype, all of which are compared with NumPy's values.
#pragma once

#include "product_data.hpp"

namespace product_data {

template <class T>
void as_numpy() {
  results<T> numpy(std::string("matrices_") + code_of<T>());
  auto const a = operand<T>({3, 4}), b = operand<T>({4, 5}, 1);
  auto const v = operand<T>({4}, 2), w = operand<T>({3}, 3);
  auto const deep = operand<T>({2, 3, 4}, 4), other = operand<T>({2, 4, 3}, 5);
  auto const left = operand<T>({2, 1, 3, 4}, 6);
  auto const right = operand<T>({3, 4, 2}, 7);
  auto const square = operand<T>({3, 3}, 8);
  numpy.check("a @ b", {3, 5}, cp::matmul(a, b));
  numpy.check("dot(a, b)", {3, 5}, cp::dot(a, b));
  numpy.check("dot(a, v)", {3}, cp::dot(a, v));
  numpy.check("dot(w, a)", {4}, cp::dot(w, a));
  numpy.check("dot(deep, b)", {2, 3, 5}, cp::dot(deep, b));
  numpy.check("dot(a, other)", {3, 2, 3}, cp::dot(a, other));
  numpy.check("dot(deep, other)", {2, 3, 2, 3}, cp::dot(deep, other));
  numpy.check("dot(deep, v)", {2, 3}, cp::dot(deep, v));
  numpy.check("left @ right", {2, 3, 3, 2}, cp::matmul(left, right));
  numpy.check("deep @ b", {2, 3, 5}, cp::matmul(deep, b));
  numpy.check("a @ other", {2, 3, 3}, cp::matmul(a, other));
  numpy.check("deep @ v", {2, 3}, cp::matmul(deep, v));
  numpy.check("w @ deep", {2, 4}, cp::matmul(w, deep));
  numpy.check("inner(a, deep)", {3, 2, 3}, cp::inner(a, deep));
  numpy.check("inner(deep, v)", {2, 3}, cp::inner(deep, v));
  numpy.check("tensordot(deep, other)", {2, 2}, cp::tensordot(deep, other, cp::axis<2, 1>, cp::axis<1, -1>));
  numpy.check("tensordot(deep, b, 1)", {2, 3, 5}, cp::tensordot<1>(deep, b));
  numpy.check("matvec", {2, 1, 3}, cp::matvec(left, v));
  numpy.check("vecmat", {2, 4}, cp::vecmat(w, deep));
  numpy.check("power", {3, 3}, cp::linalg::matrix_power(square, 3));
  numpy.check("power 0", {3, 3}, cp::linalg::matrix_power(square, 0));
  if constexpr (!std::is_same_v<T, cp::float16>)
    numpy.check("chain", {3}, cp::linalg::multi_dot(a, b, b.T(), a.T(), w));
}

}  // namespace product_data
