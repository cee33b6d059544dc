// Axes that may be missing.
// expect-error: cp: core axes that may be missing
#include <fuse/functional.hpp>

int main() {
  auto f = cp::generalized_ufunc<"(n?),(n)->()">([](auto const& x, auto const& y) { return cp::sum(x * y, -1); });
  (void)f(cp::ones<float>({2}), cp::ones<float>({2}));
}
