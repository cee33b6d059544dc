// Which BLAS multiplies matrices in host memory.
#pragma once

#include <string>

namespace cp::library {

/// Its name, version and kernels, as far as it says them ("yes" otherwise); "no" where there is none.
std::string host_blas();

}  // namespace cp::library
