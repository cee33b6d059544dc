// One function for arrays in host memory, arrays on the GPU and plain numbers: what docs/one_source.md shows.
#include <cmath>
#include <fuse/fuse.hpp>
#include <iostream>
#include <type_traits>

#include "expect.hpp"

namespace {

// Of arrays and expressions in either space: a lazy expression, in the space of its argument.
template <cp::expression X>
auto softplus(X const& x) {
  return cp::maximum(0, x) + cp::log1p(cp::exp(-cp::abs(x)));
}
// Of numbers: the same formula, of an array of rank 0.
template <cp::scalar_operand X>
auto softplus(X x) {
  return softplus(cp::asarray<cp::host_space>(x)).item();
}

// What a function needs of its own is made where its argument lies, and of the argument's dtype.
template <cp::expression X>
auto smoothed(X const& x) {
  using space = cp::space_of<X>;
  auto const weights = cp::array<typename X::value_type, space>({0.25, 0.5, 0.25});
  return cp::eval(weights(0) * x(cp::slice(0, -2)) + weights(1) * x(cp::slice(1, -1)) +
                  weights(2) * x(cp::slice(2, cp::end)));
}

template <class Space>
void check() {
  auto const x = cp::array<double, Space>({-1, 0, 2, 2});
  static_assert(std::is_same_v<cp::space_of<decltype(softplus(x))>, Space>);
  example::expect(cp::abs(softplus(x) - cp::log(1 + cp::exp(x))) < 1e-15, {1, 1, 1, 1}, "softplus");
  example::expect(smoothed(x), {0.25, 1.5}, "smoothed");
  example::expect(smoothed(2 * x), {0.5, 3}, "smoothed, of an expression");
}

}  // namespace

int main() {
  check<cp::host_space>();
  check<cp::default_space>();  // the GPU in a CUDA build
  double const y = softplus(2.0);
  example::expect(cp::asarray(std::abs(y - std::log(1 + std::exp(2.0))) < 1e-15), {1}, "of a number");
  std::cout << "softplus(2.0) is " << y << ", of an array " << softplus(cp::array<float>({-1, 0, 2})) << "\n";
}
