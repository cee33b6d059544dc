// A reduction whose function captures a number.
// expect-error: a function of a reduction captures nothing; pass numbers as further inputs of map
#include <fuse/fuse.hpp>

int main() {
  float scale = 2;
  auto f = cp::reduction(
      0.0f, CP_LAMBDA(float x) { return x * scale; }, CP_LAMBDA(float a, float b) { return a + b; });
  (void)f;
}
