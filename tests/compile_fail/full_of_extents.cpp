// A shape without braces, and a value.
// expect-error: a shape of several axes stands in braces: cp::zeros<float>({2, 3})
#include <fuse/fuse.hpp>

int main() { auto x = cp::full(2, 3, 4.5); }
