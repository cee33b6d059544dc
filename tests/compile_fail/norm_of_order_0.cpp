// A matrix has no norm of order 0.
// expect-error: cp::linalg::norm: a matrix has the norms cp::ord_fro, cp::ord<1>
#include <fuse/fuse.hpp>

int main() { auto n = cp::linalg::norm(cp::ones<float>({2, 2}), cp::ord<0>); }
