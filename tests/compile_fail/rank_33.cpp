// More axes than an array can have.
// expect-error: an array has from 0 to 32 axes
#include <fuse/fuse.hpp>

int main() { cp::ndarray<float, 33> a; }
