// Floats added into integers.
// expect-error: at() would change the kind of number
#include <fuse/fuse.hpp>

int main() { cp::add.at(cp::ones<int>({3}), cp::ones<int>({3}), 0.5); }
