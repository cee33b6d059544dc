// Conversions from unsigned integers.
#include "conversions.hpp"

TEST_CASE("astype from unsigned integers gives NumPy's values") { golden::convert_from<5, 9>(); }
