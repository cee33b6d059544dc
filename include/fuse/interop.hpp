// Memory and its layout: DLPack, arrays over memory of any owner (cp::from_memory), what arrays share, orders that
// others want.
#pragma once

#include <fuse/array/foreign.hpp>
#include <fuse/io/dlpack.hpp>
#include <fuse/ops/layout.hpp>
