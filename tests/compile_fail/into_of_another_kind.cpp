// Floats written into integers.
// expect-error: say so with cp::astype<T>(expr)
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  cp::ndarray<std::int32_t, 1> b;
  auto out = cp::evaluate(cp::into(b, a + 1));
}
