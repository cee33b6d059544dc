// Memory shared with other libraries: DLPack, and arrays over memory of any owner (cp::from_memory).
#pragma once

#include <fuse/array/foreign.hpp>
#include <fuse/io/dlpack.hpp>
