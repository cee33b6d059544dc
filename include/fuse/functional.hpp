// What a user includes to apply functions along axes and piece by piece, and to pack bits.
#pragma once

#include <fuse/fuse.hpp>
#include <fuse/ops/bit_packing.hpp>
#include <fuse/ops/functional.hpp>
#include <fuse/ops/generalized_ufunc.hpp>
