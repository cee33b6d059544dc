// cp::fuse of a function pointer.
// expect-error: cp::fuse takes a lambda
#include <fuse/fuse.hpp>

float twice(float x) { return 2 * x; }

int main() { auto f = cp::fuse(&twice); }
