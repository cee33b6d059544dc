// The difference of two boolean arrays, which NumPy has not either.
// expect-error: an operand's dtype is outside this ufunc's domain
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<bool, 1> a;
  auto e = a - a;
}
