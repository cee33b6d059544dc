// The option of another function.
// expect-error: and cp::in_any_order at most
#include <fuse/fuse.hpp>

int main() { cp::add.at(cp::ones<float>({3}), cp::zeros<int>({2}), 1, cp::keepdims); }
