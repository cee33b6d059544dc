// Segments folded by an operation that is not associative.
// expect-error: reduce takes associative operations
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> x;
  cp::ndarray<std::int64_t, 1> offsets;
  (void)cp::subtract.reduceat(x, offsets);
}
