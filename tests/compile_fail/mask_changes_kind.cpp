// Floats written into integers under a mask.
// expect-error: this masked assignment would change the kind of number
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<std::int32_t, 1> a;
  a(a > 0) = cp::ndarray<float, 1>();
}
