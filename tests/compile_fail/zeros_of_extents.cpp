// A shape without braces.
// expect-error: a shape of several axes stands in braces: cp::zeros<float>({2, 3})
#include <fuse/fuse.hpp>

int main() { auto x = cp::zeros<float>(2, 3); }
