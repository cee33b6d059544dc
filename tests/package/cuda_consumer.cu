// A user's program for nvcc: arrays on the GPU, the default there.
#include <fuse/fuse.hpp>

#include <cstdio>

int main() {
  if (cp::cuda::device_count() == 0) {
    std::puts("cuda consumer: built; there is no GPU to run on");
    return 0;
  }
  cp::ndarray<float, 1> x{1, 2, 3};
  cp::ndarray<float, 1> y = 2 * x + cp::sqrt(x * x);
  bool const right = y.item(0) == 3 && y.item(1) == 6 && y.item(2) == 9;
  std::printf("cuda consumer: %s\n", right ? "ok" : "wrong values");
  return right ? 0 : 1;
}
