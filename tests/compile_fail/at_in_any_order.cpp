// Elements of 16 bytes have no atomic operations but sums.
// expect-error: at() in any order takes elements of 1, 2, 4 or 8 bytes
#include <fuse/fuse.hpp>

int main() {
  auto const z = cp::ones<cp::complex128>({3});
  cp::add.at(z, cp::zeros<int>({2}), 1, cp::in_any_order);
  cp::multiply.at(z, cp::zeros<int>({2}), 1, cp::in_any_order);
}
