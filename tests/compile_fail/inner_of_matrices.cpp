// Products of matrices are another function.
// expect-error: takes vectors
#include <fuse/fuse.hpp>

int main() { auto d = cp::inner(cp::ones<float>({3, 4}), cp::ones<float>({3, 4})); }
