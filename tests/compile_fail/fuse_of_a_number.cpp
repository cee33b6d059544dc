// cp::fuse of something that is no function.
// expect-error: cp::fuse takes a lambda
#include <fuse/fuse.hpp>

int main() { auto f = cp::fuse(3); }
