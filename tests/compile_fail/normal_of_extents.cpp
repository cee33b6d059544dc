// A size without braces.
// expect-error: stands in braces: cp::zeros<float>({2, 3}), cp::random::normal(0, 1, {2, 3})
#include <fuse/random.hpp>

int main() { auto x = cp::random::normal(0, 1, 5, 5); }
