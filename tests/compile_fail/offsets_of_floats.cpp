// Segments whose offsets are no integers.
// expect-error: cp::offsets takes integers, an array of rank 1
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> x;
  (void)cp::segment_sum(x, cp::offsets(x));
}
