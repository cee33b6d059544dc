// A signed expression assigned to an unsigned array.
// expect-error: say so with cp::astype<T>(expr)
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<std::int32_t, 1> a;
  cp::ndarray<std::uint32_t, 1> b = a + 1;
}
