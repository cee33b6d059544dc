// A struct converted to a number.
// expect-error: these dtypes cannot be converted into each other
#include <fuse/fuse.hpp>

struct particle {
  float mass;
};

int main() {
  cp::ndarray<particle, 1> a;
  auto e = cp::astype<float>(a);
}
