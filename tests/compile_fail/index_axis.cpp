// The position along an axis that is not there.
// expect-error: cp::index: the axis is out of bounds
#include <fuse/fuse.hpp>

int main() { auto i = cp::index<2>({3, 4}); }
