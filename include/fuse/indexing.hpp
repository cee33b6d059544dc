// What a user includes to make index arrays, views with strides of his own, and walks over indices; x(i), take, put and
// their like are in fuse.hpp.
#pragma once

#include <fuse/fuse.hpp>
#include <fuse/ops/flat.hpp>
#include <fuse/ops/index_makers.hpp>
#include <fuse/ops/stride_tricks.hpp>
