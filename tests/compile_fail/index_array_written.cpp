// Elements that index arrays pick, written; once also by an expression of the same type, which would do nothing.
// expect-error: elements picked by index arrays are read, not written
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  cp::ndarray<std::int32_t, 1> i;
  a(i) = a(i);
}
