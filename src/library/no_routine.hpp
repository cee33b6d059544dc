// What happens to a dtype that a library has no routine for: never another one's.
#pragma once

#include <fuse/core/dtype_id.hpp>

namespace cp::library {

/// Throws dtype_error.
[[noreturn]] void throw_no_routine(dtype_id dtype);

}  // namespace cp::library
