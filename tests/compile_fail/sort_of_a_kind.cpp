// NumPy's kind of sort.
// expect-error: cp::sort and cp::argsort take an axis; they are always stable
#include <fuse/sorting.hpp>

int main() {
  cp::ndarray<float, 1> x;
  auto y = cp::sort(x, -1, "stable");
}
