// Logarithms of sums of exponentials are of real numbers.
// expect-error: takes real operands
#include <fuse/fuse.hpp>

int main() { auto l = cp::logsumexp(cp::zeros<cp::complex64>({3})); }
