// Booleans have no difference.
// expect-error: booleans have no difference
#include <fuse/fuse.hpp>

int main() { auto d = cp::ediff1d(cp::ones<bool>({3})); }
