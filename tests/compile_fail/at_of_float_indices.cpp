// Indices are integers.
// expect-error: takes integer indices
#include <fuse/fuse.hpp>

int main() { cp::add.at(cp::ones<float>({3}), cp::ones<float>({2}), 1); }
