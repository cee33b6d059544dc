// One step for each axis.
// expect-error: takes no step, one number
#include <fuse/fuse.hpp>

int main() { auto g = cp::gradient(cp::ones<float>({3, 4}), 1.0, 2.0, 3.0); }
