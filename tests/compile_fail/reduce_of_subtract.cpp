// Differences are not associative.
// expect-error: reduce takes associative operations
#include <fuse/fuse.hpp>

int main() { auto d = cp::subtract.reduce(cp::ones<float>({3})); }
