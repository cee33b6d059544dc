// More axes than an operand has.
// expect-error: cp::tensordot: more axes than an operand has
#include <fuse/fuse.hpp>

int main() { auto p = cp::tensordot<3>(cp::ones<float>({2, 2}), cp::ones<float>({2, 2, 2})); }
