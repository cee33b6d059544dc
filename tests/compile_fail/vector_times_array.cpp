// A std::vector beside an array.
// expect-error: asarray_makes_an_array_of_a_sequence
#include <fuse/fuse.hpp>
#include <vector>

int main() {
  cp::ndarray<float, 1> x;
  std::vector<float> v;
  auto e = v * x;
}
