// More index arrays than axes.
// expect-error: more indices than the array has axes
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  cp::ndarray<std::int32_t, 1> i;
  auto b = a(i, i);
}
