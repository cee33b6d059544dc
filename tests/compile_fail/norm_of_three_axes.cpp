// An order of norms is of vectors or matrices: three axes are neither.
// expect-error: must be a vector or a matrix
#include <fuse/fuse.hpp>

int main() { auto n = cp::linalg::norm(cp::ones<float>({2, 3, 4}), cp::ord<1>); }
