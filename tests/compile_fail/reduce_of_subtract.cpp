// What does not commute is folded along one axis, since several have no order.
// expect-error: folds one axis, from the left
#include <fuse/fuse.hpp>

int main() { auto d = cp::subtract.reduce(cp::ones<float>({3, 4}), {0, 1}); }
