// Two numbers to subtract from that of the elements.
// expect-error: cp: a reduction takes one cp::initial, one cp::where and one cp::ddof
#include <fuse/fuse.hpp>

int main() { auto v = cp::var(cp::ones<float>(5), cp::ddof<1>, cp::ddof<1>); }
