// mean, var and ptp of every dtype, axis and degenerate shape, as NumPy has them.
#include "ops/reduction_cases.hpp"

// covers: cupy.mean; cupy.var; cupy.ptp
TEST_CASE("mean, var and ptp are NumPy's for every dtype, axis, keepdims and degenerate shape") {
  cases::as_numpy("mean", AS_NUMPY(mean), 4);
  cases::as_numpy("var", AS_NUMPY(var), 8);
  cases::as_numpy<cases::no_booleans>("ptp", AS_NUMPY(ptp), 1);
}
