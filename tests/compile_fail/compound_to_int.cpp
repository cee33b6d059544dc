// A float added to an integer array in place.
// expect-error: say so with cp::astype<T>(expr)
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<std::int32_t, 1> a;
  a += 0.5;
}
