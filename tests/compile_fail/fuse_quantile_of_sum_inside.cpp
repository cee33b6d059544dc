// A quantile asked for inside a fused lambda, of what is computed there.
// expect-error: What computes at once (a sort, a search, a histogram, a decomposition) is called before
#include <fuse/fuse.hpp>
#include <fuse/stats.hpp>

int main() {
  cp::ndarray<float, 1> x;
  auto e = cp::fuse([](auto a) { return cp::quantile(a + 1, 0.5); })(x);
}
