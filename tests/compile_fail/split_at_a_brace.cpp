// A brace could be a number of sections, or NumPy's list of places.
// expect-error: deleted
// expect-error: array_split
#include <fuse/fuse.hpp>

int main() { return static_cast<int>(cp::array_split(cp::arange(9), {3}).size()); }
