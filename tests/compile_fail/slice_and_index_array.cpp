// A slice beside an index array.
// expect-error: an index array cannot stand beside slices
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 2> a;
  cp::ndarray<std::int32_t, 1> i;
  auto b = a(cp::all, i);
}
