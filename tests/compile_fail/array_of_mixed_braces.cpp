// Integers and floats in braces.
// expect-error: cp::array<double>({1, 2.5})
#include <fuse/fuse.hpp>

int main() { auto x = cp::array({1, 2.5}); }
