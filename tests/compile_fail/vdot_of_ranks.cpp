// A scalar product takes operands of one shape.
// expect-error: must have one shape
#include <fuse/fuse.hpp>

int main() { auto d = cp::vdot(cp::ones<float>({3, 4}), cp::ones<float>({4})); }
