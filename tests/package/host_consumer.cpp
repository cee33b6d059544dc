// A user's program in plain C++: arrays on the host, whatever the library was built for.
#include <fuse/fuse.hpp>

#include <cstdio>

int main() {
  cp::ndarray<float, 1, cp::host_space> x{1, 2, 3};
  cp::ndarray<float, 1, cp::host_space> y = 2 * x + cp::sqrt(x * x);
  bool const right = y.item(0) == 3 && y.item(1) == 6 && y.item(2) == 9;
  std::printf("host consumer: %s\n", right ? "ok" : "wrong values");
  return right ? 0 : 1;
}
