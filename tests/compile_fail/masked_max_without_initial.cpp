// A mask may leave an extreme nothing.
// expect-error: an extreme with cp::where needs cp::initial
#include <fuse/fuse.hpp>

int main() {
  auto const x = cp::ones<float>({3});
  auto m = cp::max(x, cp::where(x > 0));
}
