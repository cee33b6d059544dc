// A ufunc of a std::vector.
// expect-error: cp::asarray makes an array of a std::vector, std::array or std::span
#include <fuse/fuse.hpp>
#include <vector>

int main() {
  std::vector<float> v;
  auto e = cp::exp(v);
}
