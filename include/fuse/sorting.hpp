// What a user includes to sort, search and count: sorting, searching, sets, histograms, order statistics, correlations.
#pragma once

#include <fuse/fuse.hpp>
#include <fuse/ops/compaction.hpp>
#include <fuse/ops/correlations.hpp>
#include <fuse/ops/histograms.hpp>
#include <fuse/ops/quantiles.hpp>
#include <fuse/ops/searching.hpp>
#include <fuse/ops/sets.hpp>
#include <fuse/ops/sorting.hpp>
