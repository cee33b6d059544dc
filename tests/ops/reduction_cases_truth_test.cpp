// any, all and count_nonzero of every dtype, axis and degenerate shape, as NumPy has them.
#include "ops/reduction_cases.hpp"

// covers: cupy.any; cupy.all; cupy.count_nonzero
TEST_CASE("any, all and count_nonzero are NumPy's for every dtype, axis, keepdims and degenerate shape") {
  cases::as_numpy("any", AS_NUMPY(any), 0);
  cases::as_numpy("all", AS_NUMPY(all), 0);
  cases::as_numpy("count_nonzero", AS_NUMPY(count_nonzero), 0);
}
