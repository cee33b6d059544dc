// An operand too many.
// expect-error: cp::generalized_ufunc: the signature names more or fewer operands than are given
#include <fuse/functional.hpp>

int main() {
  auto f = cp::generalized_ufunc<"(i)->()">([](auto const& x) { return cp::sum(x, -1); });
  (void)f(cp::ones<float>({2}), cp::ones<float>({2}));
}
