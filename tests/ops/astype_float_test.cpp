// Conversions from floats and complex numbers.
#include "conversions.hpp"

TEST_CASE("astype from floats and complex numbers gives NumPy's values") { golden::convert_from<9, 14>(); }
