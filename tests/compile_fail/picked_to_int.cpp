// Floats written to picked elements of an integer array.
// expect-error: assigning this expression would change its kind of number
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<std::int32_t, 1> a;
  a(a) = cp::ndarray<float, 1>();
}
