// Exponents, logarithms and roots against NumPy.
#include "golden.hpp"

using golden::exact;
using golden::within;

UNARY_AS_NUMPY(exp, within(4))
UNARY_AS_NUMPY(exp2, {.ulp = 4, .half = 1, .complex_epsilons = 8, .conditioned = true})
// C99 and the array API give expm1(inf + 0i) = inf + 0i, NumPy inf + NaN i
UNARY_AS_NUMPY(expm1, {.ulp = 4, .half = 1, .complex_epsilons = 8, .finite_only = true})
UNARY_AS_NUMPY(log, within(4))
UNARY_AS_NUMPY(log2, within(4))
UNARY_AS_NUMPY(log10, within(4))
UNARY_AS_NUMPY(log1p, within(4))
UNARY_AS_NUMPY(sqrt, {.complex_epsilons = 8})
UNARY_AS_NUMPY(cbrt, within(4))
BINARY_AS_NUMPY(logaddexp, {.ulp = 4, .half = 1, .absolute = 4})
BINARY_AS_NUMPY(logaddexp2, {.ulp = 4, .half = 1, .absolute = 4})
