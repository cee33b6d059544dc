// Exponentials against NumPy.
#include "golden.hpp"

using golden::within;

// covers: cupy.exp; cupy.exp2; cupy.expm1
UNARY_AS_NUMPY(exp, within(4))
UNARY_AS_NUMPY(exp2, {.ulp = 4, .half = 1, .complex_epsilons = 8, .conditioned = true})
// C99 and the array API give expm1(inf + 0i) = inf + 0i, NumPy inf + NaN i
UNARY_AS_NUMPY(expm1, {.ulp = 4, .half = 1, .complex_epsilons = 8, .finite_only = true})
