// A reduction that is given its axis before its input.
// expect-error: the inputs come first (arrays, expressions and floating-point numbers)
#include <fuse/fuse.hpp>

struct same {
  FUSE_HD float operator()(float x) const { return x; }
};
struct add {
  FUSE_HD float operator()(float a, float b) const { return a + b; }
};

int main() {
  cp::ndarray<float, 1> x;
  (void)cp::reduction(0.0f, same{}, add{})(0, x);
}
