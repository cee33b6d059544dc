// A triangle of a vector, in a lambda.
// expect-error: cp::tril, cp::triu: the operand has two axes or more
#include <fuse/fuse.hpp>
#include <fuse/linalg.hpp>

int main() {
  cp::ndarray<float, 1> a;
  auto e = cp::fuse([](auto v) { return cp::tril(v); })(a);
}
