// No results.
// expect-error: cp: a signature has operands, one arrow, and results
#include <fuse/functional.hpp>

int main() {
  auto f = cp::generalized_ufunc<"(i),(i)">([](auto const& x, auto const& y) { return cp::sum(x * y, -1); });
  (void)f(cp::ones<float>({2}), cp::ones<float>({2}));
}
