// How products may be computed.
#pragma once

#include <fuse/linalg/contraction.hpp>

namespace cp::products {

/// What the calling thread has chosen.
precision_kind precision() noexcept;

}  // namespace cp::products
