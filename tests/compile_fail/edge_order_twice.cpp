// Two orders of the differences at the edges.
// expect-error: cp::gradient: the order at the edges is 1 or 2, given once
#include <fuse/fuse.hpp>

int main() { auto g = cp::gradient(cp::ones<float>(5), cp::edge_order<1>, cp::edge_order<1>); }
