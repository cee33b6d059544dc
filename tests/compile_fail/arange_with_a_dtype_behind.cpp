// NumPy's place for the dtype.
// expect-error: cp::arange takes numbers; a dtype stands in front, cp::arange<float>(10)
#include <fuse/fuse.hpp>

int main() { auto x = cp::arange(10, "float32"); }
