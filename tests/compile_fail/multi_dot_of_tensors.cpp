// A chain is of matrices.
// expect-error: cp::linalg::multi_dot: takes matrices
#include <fuse/linalg.hpp>

int main() {
  auto p = cp::linalg::multi_dot(cp::ones<float>({2, 2}), cp::ones<float>({2, 2, 2}), cp::ones<float>({2, 2}));
}
