// The edges of a gradient have one order.
// expect-error: given once
#include <fuse/fuse.hpp>

int main() { auto g = cp::gradient(cp::ones<float>({3}), cp::edge_order<1>, cp::edge_order<2>); }
