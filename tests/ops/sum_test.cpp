// Sums, differences and products against NumPy.
#include "golden.hpp"

using golden::exact;

// covers: cupy.add; cupy.subtract; cupy.multiply
BINARY_AS_NUMPY(add, exact)
BINARY_AS_NUMPY(subtract, exact)
BINARY_AS_NUMPY(multiply, {.complex_epsilons = 4})
MIXED_AS_NUMPY(subtract, exact)
MIXED_AS_NUMPY(multiply, {.complex_epsilons = 4})
