// An element type that wants more than memory in pools is aligned to.
// expect-error: aligned to 64 bytes at most
#include <fuse/fuse.hpp>

struct alignas(128) page {
  char byte[128];
};

int main() { cp::ndarray<page, 1> a; }
