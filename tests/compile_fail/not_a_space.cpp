// A space that is none.
// expect-error: the third parameter of ndarray is a space
#include <fuse/fuse.hpp>

int main() { cp::ndarray<float, 1, int> a; }
