// Normal numbers of an integer dtype.
// expect-error: cp::random: this distribution's numbers are float32 or float64
#include <fuse/random.hpp>

int main() {
  auto rng = cp::random::default_rng(1);
  auto x = rng.normal<int>(0, 1, {3});
}
