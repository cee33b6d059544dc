// A choice between structs and floats.
// expect-error: these operands have no common dtype (a struct of your own beside another type)
#include <fuse/fuse.hpp>

struct particle {
  float mass;
};

int main() {
  cp::ndarray<particle, 1> a;
  cp::ndarray<float, 1> b;
  auto e = cp::where(b > 0, a, b);
}
