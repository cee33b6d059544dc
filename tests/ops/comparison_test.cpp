// Comparisons against NumPy.
#include "golden.hpp"

using golden::exact;

// covers: cupy.equal; cupy.not_equal; cupy.less; cupy.less_equal; cupy.greater; cupy.greater_equal
BINARY_AS_NUMPY(equal, exact)
BINARY_AS_NUMPY(not_equal, exact)
BINARY_AS_NUMPY(less, exact)
BINARY_AS_NUMPY(less_equal, exact)
BINARY_AS_NUMPY(greater, exact)
BINARY_AS_NUMPY(greater_equal, exact)
MIXED_AS_NUMPY(equal, exact)
MIXED_AS_NUMPY(not_equal, exact)
MIXED_AS_NUMPY(less, exact)
MIXED_AS_NUMPY(less_equal, exact)
MIXED_AS_NUMPY(greater, exact)
MIXED_AS_NUMPY(greater_equal, exact)
