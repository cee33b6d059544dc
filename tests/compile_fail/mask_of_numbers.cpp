// A mask that is not boolean.
// expect-error: the mask of a reduction must be boolean
#include <fuse/fuse.hpp>

int main() { auto s = cp::sum(cp::ones<float>({3}), cp::where(cp::ones<float>({3}))); }
