// An element named by too few indices.
// expect-error: item() takes no index or one for each axis
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 2> a;
  auto x = a.item(0);
}
