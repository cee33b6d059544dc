// sum and prod of every dtype, axis and degenerate shape, as NumPy has them.
#include "ops/reduction_cases.hpp"

// covers: cupy.sum; cupy.prod
TEST_CASE("sum and prod are NumPy's for every dtype, axis, keepdims and degenerate shape") {
  cases::as_numpy("sum", AS_NUMPY(sum), 4);
  cases::as_numpy("prod", AS_NUMPY(prod), 8);
}
