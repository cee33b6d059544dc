// Segments whose keys are no integers.
// expect-error: the keys of segments are integers, an array of rank 1
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> x;
  (void)cp::segment_sum(x, x, 3);
}
