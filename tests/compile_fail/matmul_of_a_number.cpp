// An array of rank 0 is no matrix.
// expect-error: cp::matmul: operands have at least one axis
#include <fuse/fuse.hpp>

int main() { auto p = cp::matmul(cp::sum(cp::ones<float>(3)), cp::ones<float>({2, 2})); }
