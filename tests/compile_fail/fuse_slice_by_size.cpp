// A slice of a lambda's argument up to what is known when the lambda is called.
// expect-error: cp::slice takes C++ numbers, no expressions. In a lambda of cp::fuse v.size() and v.shape(0) are expressions
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  auto e = cp::fuse([](auto v) { return v(cp::slice(0, v.size() / 2)); })(a);
}
