// Three labels for two axes.
// expect-error: cp::einsum: an operand has more or fewer axes
#include <fuse/linalg.hpp>

int main() { auto p = cp::einsum<"ijk,jk->i">(cp::ones<float>({2, 2}), cp::ones<float>({2, 2})); }
