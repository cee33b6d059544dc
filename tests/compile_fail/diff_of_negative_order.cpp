// No difference has a negative order.
// expect-error: the order cannot be negative
#include <fuse/fuse.hpp>

int main() { auto d = cp::diff<-1>(cp::ones<float>({3})); }
