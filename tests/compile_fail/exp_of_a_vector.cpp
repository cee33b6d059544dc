// A ufunc of a std::vector.
// expect-error: asarray_makes_an_array_of_a_sequence
#include <fuse/fuse.hpp>
#include <vector>

int main() {
  std::vector<float> v;
  auto e = cp::exp(v);
}
