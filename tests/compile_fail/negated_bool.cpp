// The negative of a boolean array.
// expect-error: an operand's dtype is outside this ufunc's domain
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<bool, 1> a;
  auto e = -a;
}
