// Elements of a host array are numbers, which have no space and no dtype of their own.
// expect-error: cp::asarray(2.5) makes an array of a number
#include <fuse/fuse.hpp>

int main() { auto b = cp::stack(1.0, 2.5); }
