// Arithmetic of one operand against NumPy.
#include "golden.hpp"

using golden::exact;
using golden::within;

// covers: cupy.negative; cupy.positive; cupy.absolute; cupy.fabs; cupy.square; cupy.reciprocal; cupy.sign
UNARY_AS_NUMPY(negative, exact)
UNARY_AS_NUMPY(positive, exact)
UNARY_AS_NUMPY(absolute, within(4))
UNARY_AS_NUMPY(fabs, exact)
UNARY_AS_NUMPY(square, {.complex_epsilons = 4})
UNARY_AS_NUMPY(reciprocal, {.complex_epsilons = 4})
UNARY_AS_NUMPY(sign, {.complex_epsilons = 4})
