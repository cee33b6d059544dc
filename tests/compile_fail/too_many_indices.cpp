// More indices than axes.
// expect-error: more indices than the array has axes
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 2> a;
  auto b = a(cp::all, 0, cp::all);
}
