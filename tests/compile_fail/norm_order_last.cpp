// The order of a norm comes first.
// expect-error: the order comes before
#include <fuse/fuse.hpp>

int main() { auto n = cp::linalg::norm(cp::ones<float>({3}), cp::axis<0>, cp::ord<1>); }
