// A place has one axis, or is that of all elements.
// expect-error: fold one axis, or all
#include <fuse/fuse.hpp>

int main() { auto i = cp::argmax(cp::ones<float>({2, 3, 4}), cp::axis<0, 1>); }
