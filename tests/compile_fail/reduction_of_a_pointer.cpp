// A pointer to a function is not known while compiling.
// expect-error: not function pointers
#include <fuse/fuse.hpp>

int main() {
  auto r = cp::reduction(
      0.0f, +[](float x) { return x; }, [](float x, float y) { return x + y; });
}
