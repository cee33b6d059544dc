// Bits against NumPy.
#include "golden.hpp"

using golden::exact;

// covers: cupy.invert; cupy.bitwise_and; cupy.bitwise_or; cupy.bitwise_xor; cupy.left_shift; cupy.right_shift
UNARY_AS_NUMPY(invert, exact)
BINARY_AS_NUMPY(bitwise_and, exact)
BINARY_AS_NUMPY(bitwise_or, exact)
BINARY_AS_NUMPY(bitwise_xor, exact)
BINARY_AS_NUMPY(left_shift, exact)
BINARY_AS_NUMPY(right_shift, exact)
MIXED_AS_NUMPY(bitwise_and, exact)
MIXED_AS_NUMPY(left_shift, exact)
