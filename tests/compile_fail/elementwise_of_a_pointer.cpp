// cp::elementwise of a function pointer.
// expect-error: not a function pointer
#include <fuse/fuse.hpp>

float twice(float x) { return 2 * x; }

int main() { auto f = cp::elementwise(&twice); }
