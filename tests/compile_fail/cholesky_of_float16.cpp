// 16-bit floats have no decompositions.
// expect-error: 16-bit floats have no decompositions
#include <fuse/linalg.hpp>

int main() { auto l = cp::linalg::cholesky(cp::ones<cp::float16>({2, 2})); }
