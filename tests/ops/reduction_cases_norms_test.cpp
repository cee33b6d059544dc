// nanstd, norm and logsumexp of every dtype, axis and degenerate shape, as NumPy has them.
#include "ops/reduction_cases.hpp"

// covers: cupy.nanstd; cupy.linalg.norm; cupyx.scipy.special.logsumexp
TEST_CASE("nanstd, norm and logsumexp are NumPy's for every dtype, axis, keepdims and degenerate shape") {
  cases::as_numpy("nanstd", AS_NUMPY(nanstd), 8);
  cases::as_numpy("norm", AS_NUMPY(linalg::norm), 4);
  cases::as_numpy<cases::no_complex>("logsumexp", AS_NUMPY(logsumexp), 8);
}
