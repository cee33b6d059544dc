// NumPy's place for the weights.
// expect-error: cp::bincount: weights are named, cp::bincount(x, cp::weights(w))
#include <fuse/sorting.hpp>

int main() {
  cp::ndarray<int, 1> keys;
  cp::bincount(keys, cp::ones(3));
}
