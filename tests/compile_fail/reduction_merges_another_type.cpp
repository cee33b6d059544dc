// A reduction whose functions do not fit together.
// expect-error: reduce cannot be called with two values that map returned
#include <fuse/fuse.hpp>

struct pair {
  float value;
  int place;
};
struct make {
  FUSE_HD pair operator()(float x) const { return {x, 0}; }
};
struct add {
  FUSE_HD float operator()(float a, float b) const { return a + b; }
};

int main() {
  cp::ndarray<float, 1> x;
  (void)cp::reduction(pair{0, 0}, make{}, add{})(x);
}
