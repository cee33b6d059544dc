// Logarithms and roots against NumPy.
#include "golden.hpp"

using golden::within;

// covers: cupy.log; cupy.log2; cupy.log10; cupy.log1p; cupy.sqrt; cupy.cbrt; cupy.logaddexp; cupy.logaddexp2
UNARY_AS_NUMPY(log, within(4))
UNARY_AS_NUMPY(log2, within(4))
UNARY_AS_NUMPY(log10, within(4))
UNARY_AS_NUMPY(log1p, within(4))
UNARY_AS_NUMPY(sqrt, {.complex_epsilons = 8})
UNARY_AS_NUMPY(cbrt, within(4))
BINARY_AS_NUMPY(logaddexp, {.ulp = 4, .half = 1, .absolute = 4})
BINARY_AS_NUMPY(logaddexp2, {.ulp = 4, .half = 1, .absolute = 4})
