// A vector where matrices are asked for.
// expect-error: cp::generalized_ufunc: an operand has fewer axes than the signature's core axes
#include <fuse/functional.hpp>

int main() {
  auto f = cp::generalized_ufunc<"(i,j)->(i)">([](auto const& x) { return cp::sum(x, -1); });
  (void)f(cp::ones<float>({2}));
}
