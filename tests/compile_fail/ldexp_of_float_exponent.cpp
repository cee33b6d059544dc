// ldexp with an exponent that is no integer.
// expect-error: the second operand of cp::ldexp is an integer
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  auto e = cp::ldexp(a, a);
}
