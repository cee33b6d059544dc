// Elements that an index array picked, written through the variable that holds them.
// expect-error: elements picked by index arrays are written where they are picked
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  cp::ndarray<std::int32_t, 1> i;
  auto picked = a(i);
  picked = 1.0f;
}
