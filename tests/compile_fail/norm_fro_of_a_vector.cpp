// A vector has no Frobenius norm.
// expect-error: cp::linalg::norm: cp::ord_fro and cp::ord_nuc are norms of matrices
#include <fuse/fuse.hpp>

int main() { auto n = cp::linalg::norm(cp::ones<float>(2), cp::ord_fro); }
