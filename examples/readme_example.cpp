// The README's first program.
#include <fuse/fuse.hpp>
#include <iostream>

int main() {
  auto x = cp::linspace<float>(0, 1, 5);               // an array, on the GPU in a CUDA build
  auto e = 2 * x + cp::exp(-x * x);                    // lazy: nothing has run, and nothing can dangle
  cp::ndarray<float, 1> y = e;                         // one kernel
  y(y > 2) = 2;                                        // one more
  auto table = cp::eval(x(cp::all, cp::newaxis) * y);  // broadcasting, as in NumPy
  table(cp::slice(1, -1), 0) += 10;                    // views write into the data that is there
  auto polar = cp::fuse([](auto a, auto b) { return std::tuple(cp::hypot(a, b), cp::arctan2(b, a)); });
  auto [r, phi] = polar(x, y);  // two outputs, one kernel
  std::cout << y << "\n" << table << "\n" << r + phi << "\n";
  std::cout << cp::count().launches << " kernels\n";
}
