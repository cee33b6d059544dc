// Result dtypes of arithmetic against NumPy's.
#include "core/promotion.hpp"

SAME_DTYPES(add)
SAME_DTYPES(subtract)
SAME_DTYPES(multiply)
SAME_DTYPES(divide)
SAME_DTYPES(floor_divide)
SAME_DTYPES(remainder)
SAME_DTYPES(fmod)
SAME_DTYPES(power)
SAME_DTYPES(float_power)

TEST_CASE("result dtypes of arithmetic are NumPy's") {}
