// An element type that cannot be copied byte by byte.
// expect-error: an element type must be trivially copyable
#include <fuse/fuse.hpp>

int main() { cp::ndarray<std::string, 1> a; }
