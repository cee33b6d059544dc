// What take gives, written to.
// expect-error: what take, gather or a variable hold is an expression
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  cp::ndarray<std::int32_t, 1> i;
  cp::take(a, i) = 1.0f;
}
