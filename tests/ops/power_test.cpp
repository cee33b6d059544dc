// Powers, larger and smaller, against NumPy.
#include "golden.hpp"

using golden::exact;
using golden::within;

constexpr golden::tolerance complex_power{
    .ulp = 4, .half = 1, .complex_epsilons = 16, .conditioned = true, .finite_only = true};
// of two equal zeros NumPy's vector code returns either
constexpr golden::tolerance either_zero{.zero_sign = false};

// covers: cupy.power; cupy.float_power; cupy.maximum; cupy.minimum; cupy.fmax; cupy.fmin
BINARY_AS_NUMPY(power, complex_power)
BINARY_AS_NUMPY(float_power, complex_power)
BINARY_AS_NUMPY(maximum, either_zero)
BINARY_AS_NUMPY(minimum, either_zero)
BINARY_AS_NUMPY(fmax, either_zero)
BINARY_AS_NUMPY(fmin, either_zero)
MIXED_AS_NUMPY(power, complex_power)
MIXED_AS_NUMPY(maximum, either_zero)
