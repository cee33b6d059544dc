// A label out of nowhere.
// expect-error: cp::einsum: a label of the result is no operand's
#include <fuse/linalg.hpp>

int main() { auto p = cp::einsum<"ij,jk->il">(cp::ones<float>({2, 2}), cp::ones<float>({2, 2})); }
