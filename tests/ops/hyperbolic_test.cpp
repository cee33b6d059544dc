// Hyperbolic functions against NumPy.
#include "golden.hpp"

using golden::within;

// covers: cupy.sinh; cupy.cosh; cupy.tanh; cupy.arcsinh; cupy.arccosh; cupy.arctanh
UNARY_AS_NUMPY(sinh, within(4))
UNARY_AS_NUMPY(cosh, within(4))
UNARY_AS_NUMPY(tanh, within(4))
UNARY_AS_NUMPY(arcsinh, within(4))
UNARY_AS_NUMPY(arccosh, within(4))
UNARY_AS_NUMPY(arctanh, within(4))
