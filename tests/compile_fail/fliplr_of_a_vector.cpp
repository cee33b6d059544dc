// A vector has no second axis.
// expect-error: cp::fliplr needs an operand of at least two axes
#include <fuse/fuse.hpp>

int main() { auto y = cp::fliplr(cp::ones<float>({3})); }
