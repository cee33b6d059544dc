// A mode of the QR decomposition is one of four.
// expect-error: the mode is cp::linalg::reduced, complete, r_only or raw
#include <fuse/linalg.hpp>

int main() { auto f = cp::linalg::qr(cp::ones<float>({2, 2}), 1); }
