// An order behind other options.
// expect-error: cp::linalg::norm: the order comes before the other options
#include <fuse/fuse.hpp>

int main() { auto n = cp::linalg::vector_norm(cp::ones<float>(2), 0, cp::ord<1>); }
