// A vector is no matrix.
// expect-error: the operand is a matrix or a batch of them
#include <fuse/linalg.hpp>

int main() { auto x = cp::linalg::inv(cp::ones<float>({2})); }
