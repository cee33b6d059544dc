// A scalar function called with other types than it takes.
// expect-error: the function cannot be called with the operands' element types
#include <fuse/fuse.hpp>

struct of_text {
  FUSE_HD float operator()(char const* x) const { return x[0]; }
};

int main() {
  cp::ndarray<float, 1> a;
  auto e = cp::elementwise(of_text{})(a);
}
