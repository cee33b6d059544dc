// Truth, bits and tests of floats against NumPy.
#include "golden.hpp"

using golden::exact;

UNARY_AS_NUMPY(logical_not, exact)
UNARY_AS_NUMPY(invert, exact)
UNARY_AS_NUMPY(isnan, exact)
UNARY_AS_NUMPY(isinf, exact)
UNARY_AS_NUMPY(isfinite, exact)
UNARY_AS_NUMPY(signbit, exact)
BINARY_AS_NUMPY(logical_and, exact)
BINARY_AS_NUMPY(logical_or, exact)
BINARY_AS_NUMPY(logical_xor, exact)
BINARY_AS_NUMPY(bitwise_and, exact)
BINARY_AS_NUMPY(bitwise_or, exact)
BINARY_AS_NUMPY(bitwise_xor, exact)
BINARY_AS_NUMPY(left_shift, exact)
BINARY_AS_NUMPY(right_shift, exact)
MIXED_AS_NUMPY(bitwise_and, exact)
MIXED_AS_NUMPY(left_shift, exact)
