// A product of matrices by the dot of vectors.
// expect-error: cp::dot: takes vectors (1-D operands)
#include <fuse/fuse.hpp>

int main() { auto p = cp::dot(cp::ones<float>({2, 2}), cp::ones<float>({2})); }
