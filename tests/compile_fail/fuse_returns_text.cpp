// A fused lambda that returns what is no expression.
// expect-error: the lambda must return an expression, or a std::tuple of expressions
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  auto e = cp::fuse([](auto) { return "text"; })(a);
}
