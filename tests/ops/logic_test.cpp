// Truth and tests of floats against NumPy.
#include "golden.hpp"

using golden::exact;

// covers: cupy.logical_not; cupy.isnan; cupy.isinf; cupy.isfinite; cupy.signbit; cupy.logical_and; cupy.logical_or
// covers: cupy.logical_xor
UNARY_AS_NUMPY(logical_not, exact)
UNARY_AS_NUMPY(isnan, exact)
UNARY_AS_NUMPY(isinf, exact)
UNARY_AS_NUMPY(isfinite, exact)
UNARY_AS_NUMPY(signbit, exact)
BINARY_AS_NUMPY(logical_and, exact)
BINARY_AS_NUMPY(logical_or, exact)
BINARY_AS_NUMPY(logical_xor, exact)
