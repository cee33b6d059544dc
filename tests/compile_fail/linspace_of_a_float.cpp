// How many samples there are is an integer.
// expect-error: linspace
#include <fuse/fuse.hpp>

int main() { auto x = cp::linspace(0, 1, 2.5); }
