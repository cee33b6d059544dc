// Places take no mask.
// expect-error: takes no cp::where
#include <fuse/fuse.hpp>

int main() {
  auto x = cp::ones<float>({3});
  auto i = cp::argmax(x, cp::where(x > 0));
}
