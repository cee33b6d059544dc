// Arithmetic of one operand, powers and common divisors against NumPy.
#include "golden.hpp"

using golden::exact;
using golden::within;

UNARY_AS_NUMPY(negative, exact)
UNARY_AS_NUMPY(positive, exact)
UNARY_AS_NUMPY(absolute, within(4))
UNARY_AS_NUMPY(fabs, exact)
UNARY_AS_NUMPY(square, {.complex_epsilons = 4})
UNARY_AS_NUMPY(reciprocal, {.complex_epsilons = 4})
UNARY_AS_NUMPY(sign, {.complex_epsilons = 4})
UNARY_AS_NUMPY(conjugate, exact)
UNARY_AS_NUMPY(real, exact)
UNARY_AS_NUMPY(imag, exact)
UNARY_AS_NUMPY(angle, within(4))
BINARY_AS_NUMPY(heaviside, exact)
BINARY_AS_NUMPY(gcd, exact)
BINARY_AS_NUMPY(lcm, exact)
MIXED_AS_NUMPY(gcd, exact)
