// Fewer index arrays than axes.
// expect-error: elements are picked with one index for each axis of the array
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 2> a;
  cp::ndarray<std::int32_t, 1> i;
  auto b = cp::gather(a, i);
}
