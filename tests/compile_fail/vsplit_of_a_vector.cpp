// Rows of a vector.
// expect-error: cp::vsplit needs an array of at least two axes
#include <fuse/fuse.hpp>

int main() { auto parts = cp::vsplit(cp::arange(4), 2); }
