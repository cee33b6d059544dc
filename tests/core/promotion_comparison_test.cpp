// Result dtypes of comparisons, logic and bits against NumPy's.
#include "core/promotion.hpp"

SAME_DTYPES(equal)
SAME_DTYPES(not_equal)
SAME_DTYPES(less)
SAME_DTYPES(less_equal)
SAME_DTYPES(greater)
SAME_DTYPES(greater_equal)
SAME_DTYPES(logical_and)
SAME_DTYPES(logical_or)
SAME_DTYPES(logical_xor)
SAME_DTYPES(bitwise_and)
SAME_DTYPES(bitwise_or)
SAME_DTYPES(bitwise_xor)
SAME_DTYPES(left_shift)
SAME_DTYPES(right_shift)

TEST_CASE("result dtypes of comparisons, logic and bits are NumPy's") {}
