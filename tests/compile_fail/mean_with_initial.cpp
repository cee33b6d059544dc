// A mean begins with nothing.
// expect-error: only sums, products, extremes and the reduce of a ufunc take cp::initial
#include <fuse/fuse.hpp>

int main() { auto m = cp::mean(cp::ones<float>({3}), cp::initial(1)); }
