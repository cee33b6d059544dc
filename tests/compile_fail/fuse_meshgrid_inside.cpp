// A function of views that asks for their shapes.
// expect-error: inside the lambda shapes are not known
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> x;
  auto e = cp::fuse([](auto a, auto b) { return std::get<0>(cp::meshgrid(a, b)); })(x, x);
}
