// A float expression assigned to an integer array.
// expect-error: say so with cp::astype<T>(expr)
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  cp::ndarray<std::int32_t, 1> b = a * 2;
}
