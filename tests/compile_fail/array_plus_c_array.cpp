// An array of C++ beside one of ours.
// expect-error: asarray_makes_an_array_of_a_sequence
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> x;
  float v[3] = {1, 2, 3};
  auto e = x * v;
}
