// How many samples sequences have.
#include <fuse/core/error.hpp>
#include <fuse/ops/sequences.hpp>

namespace cp::detail {

samples::samples(char const* where, sample_count count, bool endpoint)
    : n(count.value),
      divisions(endpoint ? count.value - 1 : count.value),
      last(endpoint && count.value > 1 ? count.value - 1 : -1) {
  if (n < 0) throw_value(where, "the number of samples cannot be negative, as", n);
}

}  // namespace cp::detail
