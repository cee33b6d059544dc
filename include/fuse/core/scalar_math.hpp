// cp::scalar: NumPy's elementwise functions on single values, one spelling for host and device.
#pragma once

#include <fuse/core/complex_inverse.hpp>
#include <fuse/core/complex_math.hpp>
#include <fuse/core/real_math.hpp>
