// Complex elements have a type of our own.
// expect-error: name complex elements cp::complex64 or cp::complex128
#include <complex>
#include <fuse/fuse.hpp>

int main() { return static_cast<int>(cp::zeros<std::complex<double>>({2}).size()); }
