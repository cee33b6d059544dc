// A stream made of the number 0.
// expect-error: deleted function
// expect-error: is deleted
// expect-error: cannot be referenced -- it is a deleted function
#include <fuse/fuse.hpp>

int main() { cp::stream_ref s(0); }
