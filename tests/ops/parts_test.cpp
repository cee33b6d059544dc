// Parts of complex numbers, steps and common divisors against NumPy.
#include "golden.hpp"

using golden::exact;
using golden::within;

UNARY_AS_NUMPY(conjugate, exact)
UNARY_AS_NUMPY(real, exact)
UNARY_AS_NUMPY(imag, exact)
UNARY_AS_NUMPY(angle, within(4))
BINARY_AS_NUMPY(heaviside, exact)
BINARY_AS_NUMPY(gcd, exact)
BINARY_AS_NUMPY(lcm, exact)
MIXED_AS_NUMPY(gcd, exact)
