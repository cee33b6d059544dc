// What a mask selects has a length that is not known while a lambda is traced.
// expect-error: cp::where(mask, x, 0) stands for x(mask)
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> x;
  auto e = cp::fuse([](auto a) { return a(a > 0); })(x);
}
