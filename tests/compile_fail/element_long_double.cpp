// No kernel computes with 80 bits.
// expect-error: there are no arrays of long double
#include <fuse/fuse.hpp>

int main() { return static_cast<int>(cp::zeros<long double>({2}).size()); }
