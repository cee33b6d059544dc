// A size that has fewer axes than a parameter.
// expect-error: cp::random: the size of a draw has fewer axes than its parameters
#include <fuse/random.hpp>

int main() {
  auto rng = cp::random::default_rng(1);
  auto x = rng.normal(cp::zeros({2, 3}), 1, {3});
}
