// An array where C++ wants one truth value.
// expect-error: could not convert
// expect-error: contextually converted
// expect-error: must have bool type
// expect-error: no suitable conversion function
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  if (a > 0) return 1;
}
