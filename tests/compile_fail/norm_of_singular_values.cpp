// A matrix norm that takes singular values.
// expect-error: the matrix norms of order 2, -2 and nuclear take singular values
#include <fuse/fuse.hpp>

int main() { auto n = cp::linalg::norm(cp::ones<float>({2, 2}), cp::ord<2>); }
