// A comparison where C++ wants one truth value.
// expect-error: item_reads_one_element_and_any_or_all_make_one
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  if (a > 0) return 1;
}
