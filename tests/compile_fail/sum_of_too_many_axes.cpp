// More axes than the operand has.
// expect-error: more axes than its operand
#include <fuse/fuse.hpp>

int main() { auto s = cp::sum(cp::ones<float>({3}), cp::axis<0, 0>); }
