// The device's part of fuse/runtime/fill.hpp.
#pragma once

#include <cstdint>

namespace cp::runtime {

void fill_device(void* data, std::int64_t n, void const* value, std::int64_t itemsize);

}  // namespace cp::runtime
