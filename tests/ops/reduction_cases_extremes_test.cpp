// std, min and max of every dtype, axis and degenerate shape, as NumPy has them.
#include "ops/reduction_cases.hpp"

// covers: cupy.std; cupy.min; cupy.max
TEST_CASE("std, min and max are NumPy's for every dtype, axis, keepdims and degenerate shape") {
  cases::as_numpy("std", AS_NUMPY(std), 8);
  cases::as_numpy("min", AS_NUMPY(min), 0);
  cases::as_numpy("max", AS_NUMPY(max), 0);
}
