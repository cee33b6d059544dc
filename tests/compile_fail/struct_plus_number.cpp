// A struct of the user's beside a number.
// expect-error: these operands have no common dtype (a struct of your own beside another type)
#include <fuse/fuse.hpp>

struct particle {
  float mass;
};

int main() {
  cp::ndarray<particle, 1> a;
  auto e = a + 1;
}
