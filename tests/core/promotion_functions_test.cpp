// Result dtypes of functions of two operands against NumPy's.
#include "core/promotion.hpp"

SAME_DTYPES(heaviside)
SAME_DTYPES(gcd)
SAME_DTYPES(lcm)
SAME_DTYPES(maximum)
SAME_DTYPES(minimum)
SAME_DTYPES(fmax)
SAME_DTYPES(fmin)
SAME_DTYPES(logaddexp)
SAME_DTYPES(logaddexp2)
SAME_DTYPES(arctan2)
SAME_DTYPES(hypot)
SAME_DTYPES(copysign)
SAME_DTYPES(nextafter)

TEST_CASE("result dtypes of functions of two operands are NumPy's") {}
