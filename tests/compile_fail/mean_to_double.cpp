// Python's float(mean).
// expect-error: item_reads_one_element_and_any_or_all_make_one
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 2> x;
  return int(cp::mean(x));
}
