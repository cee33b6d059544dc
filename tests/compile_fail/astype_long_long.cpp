// astype to another name of a type.
// expect-error: name the dtype by its fixed width
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  auto e = cp::astype<long long>(a);
}
