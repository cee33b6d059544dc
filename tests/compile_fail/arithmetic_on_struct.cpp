// Arithmetic on a struct that has none.
// expect-error: this element type has no operator -
#include <fuse/fuse.hpp>

struct particle {
  float mass;
};

int main() {
  cp::ndarray<particle, 1> a;
  auto e = cp::eval(a - a);
}
