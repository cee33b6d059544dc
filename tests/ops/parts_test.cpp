// Parts of complex numbers, steps and common divisors against NumPy.
#include "golden.hpp"

using golden::exact;
using golden::within;

// covers: cupy.conjugate; cupy.real; cupy.imag; cupy.angle; cupy.heaviside; cupy.gcd; cupy.lcm; cupy.ndarray.conjugate
// covers: cupy.ndarray.imag; cupy.ndarray.real
UNARY_AS_NUMPY(conjugate, exact)
UNARY_AS_NUMPY(real, exact)
UNARY_AS_NUMPY(imag, exact)
UNARY_AS_NUMPY(angle, within(4))
BINARY_AS_NUMPY(heaviside, exact)
BINARY_AS_NUMPY(gcd, exact)
BINARY_AS_NUMPY(lcm, exact)
MIXED_AS_NUMPY(gcd, exact)
