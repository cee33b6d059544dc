// nanmin, nanmax and nanvar of every dtype, axis and degenerate shape, as NumPy has them.
#include "ops/reduction_cases.hpp"

// covers: cupy.nanmin; cupy.nanmax; cupy.nanvar
TEST_CASE("nanmin, nanmax and nanvar are NumPy's for every dtype, axis, keepdims and degenerate shape") {
  cases::as_numpy("nanmin", AS_NUMPY(nanmin), 0);
  cases::as_numpy("nanmax", AS_NUMPY(nanmax), 0);
  cases::as_numpy("nanvar", AS_NUMPY(nanvar), 8);
}
