// A range of booleans.
// expect-error: cp::arange makes arrays of integers, floats or complex numbers
#include <fuse/fuse.hpp>

int main() { auto a = cp::arange<bool>(2); }
