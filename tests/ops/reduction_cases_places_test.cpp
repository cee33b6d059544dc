// argmin, argmax, nanargmin and nanargmax of every dtype, axis and degenerate shape, as NumPy has them.
#include "ops/reduction_cases.hpp"

// covers: cupy.argmin; cupy.argmax; cupy.nanargmin; cupy.nanargmax
TEST_CASE("argmin, argmax, nanargmin and nanargmax are NumPy's for every dtype, axis, keepdims and degenerate shape") {
  cases::as_numpy("argmin", AS_NUMPY(argmin), 0);
  cases::as_numpy("argmax", AS_NUMPY(argmax), 0);
  cases::as_numpy("nanargmin", AS_NUMPY(nanargmin), 0);
  cases::as_numpy("nanargmax", AS_NUMPY(nanargmax), 0);
}
