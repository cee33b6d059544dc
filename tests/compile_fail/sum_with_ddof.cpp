// Only variances have degrees of freedom.
// expect-error: only variances and standard deviations take cp::ddof
#include <fuse/fuse.hpp>

int main() { auto s = cp::sum(cp::ones<float>({3}), cp::ddof<1>); }
