// nansum, nanprod and nanmean of every dtype, axis and degenerate shape, as NumPy has them.
#include "ops/reduction_cases.hpp"

// covers: cupy.nansum; cupy.nanprod; cupy.nanmean
TEST_CASE("nansum, nanprod and nanmean are NumPy's for every dtype, axis, keepdims and degenerate shape") {
  cases::as_numpy("nansum", AS_NUMPY(nansum), 4);
  cases::as_numpy("nanprod", AS_NUMPY(nanprod), 8);
  cases::as_numpy("nanmean", AS_NUMPY(nanmean), 4);
}
