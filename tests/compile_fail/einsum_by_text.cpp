// NumPy's place for the subscripts.
// expect-error: cp::einsum<2>(text, a, b)
#include <fuse/linalg.hpp>

int main() {
  cp::ndarray<float, 2> a;
  auto b = cp::einsum("ij,jk->ik", a, a);
}
