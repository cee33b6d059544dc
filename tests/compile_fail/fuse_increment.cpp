// A variable of a fused lambda that is counted up.
// expect-error: there is no ++ here: x += 1 adds to an array's elements
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<int, 1> k;
  auto e = cp::fuse([](auto a) {
    ++a;
    return a;
  })(k);
}
