// An element type that is another name of one.
// expect-error: name this element type by its fixed width
#include <fuse/fuse.hpp>

int main() { cp::ndarray<long long, 1> a; }
