// Host memory: where it comes from; copies and fills, which a host graph records.
#pragma once

#include <cstdint>

#include "pool.hpp"

namespace cp::runtime {

/// Memory of the host that nothing pins.
memory_source* host_source();

void host_copy(void* to, void const* from, std::int64_t bytes);
void host_set(void* to, int value, std::int64_t bytes);

}  // namespace cp::runtime
