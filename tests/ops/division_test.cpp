// Quotients and remainders against NumPy.
#include "golden.hpp"

using golden::exact;

// covers: cupy.divide; cupy.floor_divide; cupy.remainder; cupy.fmod
BINARY_AS_NUMPY(divide, {.complex_epsilons = 4})
BINARY_AS_NUMPY(floor_divide, exact)
BINARY_AS_NUMPY(remainder, exact)
BINARY_AS_NUMPY(fmod, exact)
MIXED_AS_NUMPY(divide, {.complex_epsilons = 4})
MIXED_AS_NUMPY(floor_divide, exact)
