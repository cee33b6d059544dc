// A file of any dtype.
// expect-error: dtype and number of axes are named, cp::load<float, 2>(path)
#include <fuse/io.hpp>

int main() { auto x = cp::load("x.npy"); }
