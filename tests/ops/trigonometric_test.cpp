// Trigonometric functions and angles against NumPy.
#include "golden.hpp"

using golden::exact;
using golden::within;

// covers: cupy.sin; cupy.cos; cupy.tan; cupy.arcsin; cupy.arccos; cupy.arctan; cupy.degrees; cupy.radians; cupy.sinc
// covers: cupy.arctan2; cupy.hypot
UNARY_AS_NUMPY(sin, within(4))
UNARY_AS_NUMPY(cos, within(4))
UNARY_AS_NUMPY(tan, within(4))
UNARY_AS_NUMPY(arcsin, within(4))
UNARY_AS_NUMPY(arccos, within(4))
UNARY_AS_NUMPY(arctan, within(4))
UNARY_AS_NUMPY(degrees, within(2))
UNARY_AS_NUMPY(radians, within(2))
UNARY_AS_NUMPY(sinc,
               {.ulp = 5, .half = 1, .complex_epsilons = 8, .absolute = 4, .zero_sign = false, .finite_only = true})
BINARY_AS_NUMPY(arctan2, within(4))
MIXED_AS_NUMPY(arctan2, within(4))
BINARY_AS_NUMPY(hypot, within(4))
