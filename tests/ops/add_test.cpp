// Sums of every pair of dtypes against NumPy.
#include "golden.hpp"

using golden::exact;

MIXED_AS_NUMPY(add, exact)
