// Two ellipses.
// expect-error: an index can hold only one cp::ellipsis
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 3> a;
  auto b = a(cp::ellipsis, 0, cp::ellipsis);
}
