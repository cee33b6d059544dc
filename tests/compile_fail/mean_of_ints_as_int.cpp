// A mean of integers is a float.
// expect-error: the dtype of a mean is a float
#include <fuse/fuse.hpp>

int main() { auto m = cp::mean<int>(cp::ones<float>({3})); }
