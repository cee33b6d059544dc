// Copies and fills of host memory, which a host graph records.
#pragma once

#include <cstdint>

namespace cp::runtime {

void host_copy(void* to, void const* from, std::int64_t bytes);
void host_set(void* to, int value, std::int64_t bytes);

}  // namespace cp::runtime
